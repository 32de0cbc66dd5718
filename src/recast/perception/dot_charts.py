"""A dot plot as a Table: the value of each dot as printed beside it or read off the axis, its row's label, its series."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from decimal import Decimal

import numpy as np

from recast.errors import Refused
from recast.perception.axis import Axis, axis_through, check_axes, rounded, ticks_of, value_axis
from recast.perception.bar_charts import assembled
from recast.perception.bar_lengths import Gauge, by_axis
from recast.perception.bar_series import Group, series_of, slots_of, with_unnamed
from recast.perception.bars import Bar, Bars, unlay
from recast.perception.dots import rows_of
from recast.perception.furniture import without_furniture
from recast.perception.labels import around, text_height
from recast.perception.legends import swatch_legend
from recast.perception.marks import Colour, Region, ink_colour, near
from recast.perception.missed import missed_texts
from recast.perception.printed import Printed, common_scale, in_scale
from recast.perception.text import Pixels, TextBox, read_crops
from recast.types import Box, Cell, Table

_DOUBTED = 0.5  # confidence of a printed value that does not lie on the scale of the others
_LEAST_PRINTED = 0.5  # share of the dots that must carry a value where there is no axis
_HEAD = re.compile(r"^[$€£+−-]?\d{1,3}$")
_GROUP = re.compile(r"^\d{3}$")


def dot_table(pixels: Pixels, texts: Sequence[TextBox], found: Sequence[Region], dots: Bars) -> Table:
    """The Table of a dot plot. Raises ``Refused`` saying what does not fit."""
    height, width = pixels.shape[:2]
    texts = [*texts, *without_furniture(missed_texts(pixels, texts), width, height)]
    texts = _parted(pixels, _whole_numbers(texts), dots)
    values = ticks_of(texts)
    axis = value_axis(values, dots.extent, dots.orientation, pixels)
    ticks = [v for v in values if axis is not None and v.box in axis.boxes]
    texts = [t for t in texts if all(t.box != v.box for v in ticks)]
    values = [v for v in values if v not in ticks]
    matched = _matched(pixels, dots, values, text_height(texts))
    taken = [unlay(bar.laid, dots.orientation) for bar in dots.all]
    used = {v.box for v in matched.values()}
    words = [t for t in texts if t.box not in used]
    legend = swatch_legend(pixels, words, found, dots.colours, taken)
    legend = legend if len(legend) >= 2 else ()
    words = [t for t in words if not any(t.box in e.boxes for e in legend)]
    words = [t for t in words if not _on_a_dot(t, taken)]
    groups = tuple(Group(float(np.mean([b.laid.across for b in row])), tuple(row)) for row in rows_of(dots))
    slots = slots_of(pixels, words, dots, groups, matched)
    words = [t for t in words if all(t not in slot.boxes for slot in slots)]
    series, several = series_of(pixels, words, dots, legend, slots, dots.colours)
    words = [t for t in words if not any(t.box in e.boxes for e in series)]
    series = with_unnamed(series, slots, dots)
    if len(matched) < len(dots.all):
        check_axes([*values, *ticks], dots.extent, dots.orientation)
    cells = _cells(dots, matched, axis)
    return assembled(pixels, words, dots, slots, series, several, matched, cells, axis)


def _whole_numbers(texts: Sequence[TextBox]) -> list[TextBox]:
    """The texts with the groups of one number that touch each other joined: "4" and "500" are "4 500"."""
    joined: list[TextBox] = []
    for text in sorted(texts, key=lambda t: (t.box.left, t.box.top)):
        head = next(
            (
                t
                for t in joined
                if -0.25 * t.box.height <= text.box.left - t.box.right <= 0.3 * t.box.height
                and abs(t.box.y - text.box.y) <= 0.2 * t.box.height
                and _HEAD.match(t.text.strip())
                and _GROUP.match(text.text.strip())
            ),
            None,
        )
        if head is None:
            joined.append(text)
            continue
        joined[joined.index(head)] = TextBox(
            f"{head.text.strip()} {text.text.strip()}",
            around([head.box, text.box]),
            min(head.confidence, text.confidence),
        )
    return joined


def _parted(pixels: Pixels, texts: Sequence[TextBox], dots: Bars) -> list[TextBox]:
    """The texts with numbers over or under neighbouring dots of one row, which were read as one, read one by one."""
    line = text_height(texts)
    parted: list[TextBox] = []
    for text in texts:
        box = text.box
        near_by = [
            place.x
            for bar in dots.all
            if box.left - 2 <= (place := unlay(bar.laid, dots.orientation)).x <= box.right + 2
            and 0.5 * line < abs(place.y - box.y) <= 0.5 * place.height + 1.5 * line
        ]
        xs = sorted(near_by)
        if len(xs) < 2 or xs[-1] - xs[0] < 0.8 * line or any(c.isalpha() for c in text.text):
            parted.append(text)
            continue
        cuts = [box.left, *((a + b) / 2 for a, b in itertools.pairwise(xs)), box.right]
        crops = [Box(a, box.top, b, box.bottom) for a, b in itertools.pairwise(cuts)]
        parted += [t for t in read_crops(pixels, crops, 2.0, margin=0) if t.text.strip()]
    return parted


def _matched(pixels: Pixels, dots: Bars, values: Sequence[Printed], line: float) -> dict[Bar, Printed]:
    """The printed value of each dot: the nearest number beside, over, under or in it; of numbers as near, one in the
    colour of the dot. No value serves two dots."""
    offers: list[tuple[float, int, int]] = []
    inks = [ink_colour(pixels, value.box) for value in values]
    for place, dot in enumerate(dots.all):
        for index, value in enumerate(values):
            cost = _apart(dot, value, dots, line)
            if cost is not None:
                offers.append((cost + _unlike(inks[index], dot, dots.colours), place, index))
    chosen: dict[Bar, Printed] = {}
    taken: set[int] = set()
    for _, place, index in sorted(offers):
        if dots.all[place] not in chosen and index not in taken:
            chosen[dots.all[place]] = values[index]
            taken.add(index)
    return chosen


def _apart(dot: Bar, value: Printed, dots: Bars, line: float) -> float | None:
    """How far a number is from a dot in lines of text, None where it stands at none of its sides."""
    place, text = unlay(dot.laid, dots.orientation), value.box
    beside = max(text.left - place.right, place.left - text.right)
    over = max(text.top - place.bottom, place.top - text.bottom)
    if abs(text.y - place.y) <= 0.45 * line and -0.5 * line <= beside <= 1.4 * line:
        return max(beside, 0.0) / line
    if abs(text.x - place.x) <= max(0.5 * dots.thickness, 0.3 * text.width) and -0.4 * line <= over <= line:
        return max(over, 0.0) / line + 0.1
    inside = abs(text.x - place.x) + abs(text.y - place.y) <= 0.4 * dots.thickness
    return 0.0 if inside else None


def _unlike(ink: Colour | None, dot: Bar, colours: Sequence[Colour]) -> float:
    """What the ink of a number adds to its distance: less than nothing in the colour of the dot, much in that of
    others."""
    if ink is None or len(colours) < 2:
        return 0.0
    off = {c: max(abs(a - b) for a, b in zip(c, ink, strict=True)) for c in colours}
    best = min(off, key=lambda c: off[c])
    if off[best] > 60:
        return 0.0
    return -0.3 if near(best, dot.colour) else 2.0


def _cells(dots: Bars, matched: Mapping[Bar, Printed], axis: Axis | None) -> dict[Bar, Cell]:
    """The cell of every dot. A printed value off the scale of the axis, or of the other values, is unsure.

    Raises ``Refused`` where dots have no value and no scale tells what they are worth.
    """
    scale = common_scale(list(matched.values())) if matched else axis.scale if axis is not None else ""
    ruler = axis if axis is not None else axis_through([(b.laid.along, v) for b, v in matched.items()])
    measure = None if ruler is None else by_axis(ruler, scale)
    few = len(matched) < _LEAST_PRINTED * len(dots.all)
    if len(matched) < len(dots.all) and (measure is None or (axis is None and few)):
        raise Refused(
            "some dots carry no printed values, and no value axis that can be read stands beside them"
        )
    cells: dict[Bar, Cell] = {}
    for dot in dots.all:
        value = matched.get(dot)
        if value is not None:
            exact = in_scale(value, scale)
            sure = value.confidence
            if measure is not None and not _agrees(measure, dot, exact, value.decimals):
                sure = min(sure, _DOUBTED)
            cells[dot] = Cell(exact, value.text, "printed", Decimal(0), sure, value.box)
        elif measure is not None:
            cut, tolerance = rounded(measure.value_at(dot.laid.along), measure.tolerance)
            place = unlay(dot.laid, dots.orientation)
            cells[dot] = Cell(cut, str(cut), "axis", tolerance, measure.confidence, place)
    return cells


def _agrees(measure: Gauge, dot: Bar, value: Decimal, decimals: int) -> bool:
    slack = max(4 * measure.rate, 0.51 * 10.0**-decimals) + measure.tolerance
    return abs(measure.value_at(dot.laid.along) - float(value)) <= slack


def _on_a_dot(text: TextBox, taken: Sequence[Box]) -> bool:
    return any(
        b.left - 2 <= text.box.x <= b.right + 2 and b.top - 2 <= text.box.y <= b.bottom + 2 for b in taken
    )
