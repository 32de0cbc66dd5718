"""Titles of a chart: above the plot, beside and below its axes."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from statistics import median

import numpy as np

from recast.perception.labels import around, joined_lines, text_rows, tidy
from recast.perception.marks import ink_colour
from recast.perception.text import Pixels, TextBox
from recast.perception.turned import upright_line


def titles(pixels: Pixels, texts: Sequence[TextBox], top: float) -> tuple[str, str]:
    """Title and subtitle: the lines above the plot; the title is the first line and those close after it that are as
    dark and as bold, a subtitle stands off, is paler, lighter or smaller, or is a line in brackets."""
    above = [t for t in texts if t.box.bottom <= top and any(c.isalpha() for c in t.text)]
    if not above:
        return "", ""
    rows = text_rows(above, median(t.box.height for t in above))
    first = max(t.box.height for t in rows[0])
    dark, bold = _lightness(pixels, rows[0]), _boldness(pixels, rows[0])
    title = list(rows[0])
    rest: list[TextBox] = []
    for before, row in itertools.pairwise(rows):
        gap = min(t.box.top for t in row) - max(t.box.bottom for t in before)
        bracketed = row[0].text.strip().startswith("(") and row[-1].text.strip().endswith(")")
        alike = (
            max(t.box.height for t in row) >= 0.72 * first
            and _lightness(pixels, row) < dark + 35
            and _boldness(pixels, row) >= 0.72 * bold
            and gap <= 0.3 * first
        )
        if not rest and alike and not bracketed:
            title.extend(row)
        else:
            rest.extend(row)
    return joined_lines(title), joined_lines(rest)


def _lightness(pixels: Pixels, row: Sequence[TextBox]) -> float:
    inks = [ink for t in row if (ink := ink_colour(pixels, t.box)) is not None]
    return min((sum(ink) / 3 for ink in inks), default=0.0)


def _boldness(pixels: Pixels, row: Sequence[TextBox]) -> float:
    """How much ink the lines have for their size, 0-1: more for bold type, less for pale or thin type."""
    crops = [pixels[int(t.box.top) : int(t.box.bottom), int(t.box.left) : int(t.box.right)] for t in row]
    shades = [np.abs(c.astype(np.int32) - np.median(c)).mean() / 255 for c in crops if c.size]
    return float(np.mean(shades)) if shades else 0.0


def side_title(pixels: Pixels, texts: Sequence[TextBox], left: float, top: float, bottom: float) -> str:
    """The title of a vertical axis that is written upwards at the left of the plot, read again turned upright.

    Lines that are found in parts are followed along their ink, so that letters missed at either end count as well.
    """
    tall = [
        t
        for t in texts
        if t.box.height > 2.2 * t.box.width
        and t.box.height > 30
        and t.box.right < left
        and t.box.bottom > top
        and t.box.top < bottom
    ]
    lines: list[list[TextBox]] = []
    for text in sorted(tall, key=lambda t: t.box.x):
        if lines and text.box.x - lines[-1][0].box.x < 0.6 * text.box.width:
            lines[-1].append(text)
        else:
            lines.append([text])
    return tidy(
        " ".join(filter(None, (upright_line(pixels, around([t.box for t in line])) for line in lines)))
    )


def foot_title(texts: Sequence[TextBox], used: Sequence[TextBox], floor: float, middle: float) -> str:
    """The title of the horizontal axis: the first line of words centred below the plot that nothing else uses."""
    below = [t for t in texts if t.box.top >= floor and t not in used and any(c.isalpha() for c in t.text)]
    for text in sorted(below, key=lambda t: t.box.top):
        if abs(text.box.x - middle) < 0.25 * max(text.box.width, 80) + 20:
            return tidy(text.text)
    return ""
