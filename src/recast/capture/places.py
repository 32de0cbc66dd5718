"""Where the labels of a Table stand in its picture, found again from their texts.

A category label must stand in line with its values (below, above or beside them), and of the texts that may be a
series label the one with the series' colour in or beside it is taken, so that a title that holds the same word is not
taken for either. A wrapped label is the lines it is made of. What is not found is None.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from rapidfuzz import fuzz

from recast.language.words import fold
from recast.perception.text import Pixels, TextBox
from recast.types import Box, Private, Series, Table

_ALIKE = 88.0  # per cent: a label as corrected may differ from its line by a sign or two
_SWATCH = 2.5  # heights of a text: how far beside it its swatch may end
_SAME, _FEWEST = 40, 8  # a pixel is of a colour within this in each channel; so many of them show it
_OFF_LINE = 0.75  # of the pitch of categories: further off, a text belongs to another category or to none


@dataclass(frozen=True, slots=True, repr=False)
class Places(Private):
    """The boxes of the category labels and of the series labels, in the order of the Table."""

    categories: tuple[Box | None, ...]
    series: tuple[Box | None, ...]


def places(table: Table, texts: Sequence[TextBox], pixels: Pixels) -> Places:
    """The boxes of a Table's labels among the ``texts`` of its picture, whose ``pixels`` show colours."""
    values = [cell.box for row in table.cells for cell in row if cell.box is not None]
    free = [text for text in texts if not any(_overlap(text.box, value) > 0.5 for value in values)]
    across = _across(table)
    centres = [_centre(table, c) for c in range(len(table.categories))]
    reach = _reach([getattr(centre, across) for centre in centres if centre and across])
    found: list[Box | None] = []
    for label, centre in zip(table.categories, centres, strict=True):
        box = _best(label, free, centre, across, reach) if centre is not None else None
        found.append(box)
    taken = {box for box in found if box is not None}
    rest = [text for text in free if text.box not in taken]
    middle = _hull(values) if values else None
    named = tuple(_best(s.label, _coloured(rest, s, pixels), middle, None, 0.0) for s in table.series)
    return Places(tuple(found), named)


def _across(table: Table) -> str | None:
    """In which direction a category's label and its values are level: the rows of a table and of lying bars in ``y``."""
    if table.kind == "pie":
        return None
    return "y" if table.kind == "table" or table.orientation == "horizontal" else "x"


def _coloured(texts: Sequence[TextBox], series: Series, pixels: Pixels) -> Sequence[TextBox]:
    """Those texts that are written in the colour of the series or have a swatch of it beside them; all where there are
    none that could be its label."""
    if not series.colour_hex:
        return texts
    wanted = np.array([int(series.colour_hex[at : at + 2], 16) for at in (1, 3, 5)])

    def shows(box: Box) -> bool:
        aside = _SWATCH * box.height
        left, right = max(0, round(box.left - aside)), max(0, round(box.right + aside))
        part = pixels[max(0, round(box.top)) : round(box.bottom) + 1, left:right].astype(int)
        return int((np.abs(part - wanted).max(axis=2, initial=0) < _SAME).sum()) >= _FEWEST

    label = _plain(series.label)
    shown = [text for text in texts if _plain(text.text) in label and shows(text.box)]
    return shown or texts


def _centre(table: Table, category: int) -> Box | None:
    boxes = [row[category].box for row in table.cells if row[category].box is not None]
    return _hull([box for box in boxes if box is not None]) if boxes else None


def _reach(along: Sequence[float]) -> float:
    """How far off its values' line a label may stand: part of the pitch, never less than a few pixels."""
    if len(along) < 2:
        return 40.0
    steps = sorted(abs(b - a) for a, b in pairwise(along))
    return max(12.0, _OFF_LINE * steps[len(steps) // 2])


def _best(
    label: str, texts: Sequence[TextBox], near: Box | None, across: str | None, reach: float
) -> Box | None:
    """The whole label nearest to ``near``, else the lines of it that stand together."""
    wanted = _plain(label)
    if not wanted or near is None:
        return None

    def off(box: Box) -> float:
        if across == "x":
            return min(abs(side - near.x) for side in (box.left, box.x, box.right))
        if across == "y":
            return abs(box.y - near.y)
        return abs(box.x - near.x) + abs(box.y - near.y)

    whole: list[Box] = []
    parts: list[Box] = []
    for text in texts:
        said = _plain(text.text)
        if not said or (across is not None and off(text.box) > reach):
            continue
        if said == wanted or (len(wanted) > 3 and fuzz.ratio(said, wanted) >= _ALIKE):
            whole.append(text.box)
        elif len(said) >= 3 and said in wanted:
            parts.append(text.box)
    if whole:
        return min(whole, key=off)
    return _joined(sorted(parts, key=off))


def _joined(parts: Sequence[Box]) -> Box | None:
    """The first part and those within a line of it."""
    if not parts:
        return None
    joined = parts[0]
    for part in parts[1:]:
        gap = max(part.top - joined.bottom, joined.top - part.bottom)
        aside = max(part.left - joined.right, joined.left - part.right)
        if gap < part.height and aside < 2 * part.height:
            joined = _hull([joined, part])
    return joined


def _plain(text: str) -> str:
    return re.sub(r"[\W_]+", "", fold(text))


def _hull(boxes: Sequence[Box]) -> Box:
    return Box(
        min(box.left for box in boxes),
        min(box.top for box in boxes),
        max(box.right for box in boxes),
        max(box.bottom for box in boxes),
    )


def _overlap(one: Box, other: Box) -> float:
    """The share of ``one`` that ``other`` covers."""
    width = min(one.right, other.right) - max(one.left, other.left)
    height = min(one.bottom, other.bottom) - max(one.top, other.top)
    return max(width, 0) * max(height, 0) / max(one.width * one.height, 1)
