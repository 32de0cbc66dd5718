"""What of a line chart was not read: a name in a colour that no line has, a line that no path was found for, a line
that breaks off on the way. Nothing of this is dropped without a word."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from recast.errors import Refused
from recast.perception.labels import text_height
from recast.perception.marks import Colour, ink_colour, near, paper
from recast.perception.stroke import Stroke
from recast.perception.strokes import written_in
from recast.perception.text import Pixels, TextBox
from recast.types import Box

_COLOURED = 50  # of 255: channels of a colour that is meant as one differ by so much
_SAME_INK = 60  # of 255: letters are thinner than lines and differ so much from them
_LOST_INK = 0.3  # share of the columns of the plot in which a line that was not read leaves ink
_SHADED = 0.2  # share of a column that is shading, not a line
_BROKEN = 0.06  # of the width of the picture: a gap that is no dash


def check_names(pixels: Pixels, letters: Sequence[TextBox], strokes: Sequence[Stroke], plot: Box) -> None:
    """Raises ``Refused`` for a coloured name right of the lines, or a name of the legend, of which no line was found.

    Not covered: names in black or grey without a sample of their line; names that were not recognised as text.
    """
    line = text_height(letters)
    colours = [stroke.colour for stroke in strokes]
    samples = [(text, _sample(pixels, text, letters, strokes, line)) for text in letters]
    known = [t.box for t, c in samples if c is not None and any(near(c, own, 30) for own in colours)]
    for text, sample in samples:
        lost = sample is not None and not any(near(sample, own, 45) for own in colours)
        in_legend = any(
            _in_one_row(text.box, box, line) or _in_one_column(text.box, box, line) for box in known
        )
        if (lost and in_legend) or _names_at_end(pixels, text, colours, plot, line):
            raise Refused("a line chart in which a name has the colour of no line that could be followed")


def _names_at_end(pixels: Pixels, text: TextBox, colours: Sequence[Colour], plot: Box, line: float) -> bool:
    """Whether a text right of the lines has a colour that none of them has."""
    beside = plot.right - 2 <= text.box.left <= plot.right + 3 * line and (
        plot.top - line <= text.box.y <= plot.bottom + line
    )
    if not beside or sum(c.isalpha() for c in text.text) < 2:
        return False
    ink = ink_colour(pixels, text.box)
    return (
        ink is not None
        and max(ink) - min(ink) >= _COLOURED
        and not any(near(ink, own, _SAME_INK) for own in colours)
        and written_in(pixels, text.box, ink, paper(pixels))
    )


def _in_one_row(one: Box, other: Box, line: float) -> bool:
    return abs(one.y - other.y) <= 0.4 * line


def _in_one_column(one: Box, other: Box, line: float) -> bool:
    return abs(one.left - other.left) <= 0.4 * line and abs(one.y - other.y) <= 3 * line


def _sample(
    pixels: Pixels, text: TextBox, letters: Sequence[TextBox], strokes: Sequence[Stroke], line: float
) -> Colour | None:
    """The colour of a coloured patch or piece of line that stands by itself left of a text, outside all lines."""
    import cv2

    left, right = max(0, int(text.box.left - 4 * line)), max(0, int(text.box.left) - 1)
    top, bottom = max(0, int(text.box.y - 0.4 * line)), int(text.box.y + 0.4 * line) + 1
    strip = pixels[top:bottom, left:right].astype(np.int16)
    if strip.size == 0:
        return None
    free = np.ptp(strip, axis=2) >= _COLOURED
    for stroke in strokes:
        free &= cv2.dilate(stroke.mask[top:bottom, left:right], np.ones((5, 5), np.uint8)) == 0
    for other in letters:
        free &= ~_covered(other.box, (top, bottom), (left, right), 1)
    columns = np.flatnonzero(free.any(axis=0))
    runs = np.split(columns, np.flatnonzero(np.diff(columns) > 4) + 1)
    last = runs[-1]
    if last.size < 0.4 * line or last[0] < 2:
        return None  # nothing, or something that goes on to the left
    inked = strip[:, last][free[:, last]]
    strong = inked[np.ptp(inked, axis=1) >= 0.8 * np.ptp(inked, axis=1).max()]
    red, green, blue = (int(c) for c in np.median(strong, axis=0))
    return red, green, blue


def _covered(
    box: Box, rows: tuple[int, int], columns: tuple[int, int], margin: int
) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    """Which pixels of a part of the picture lie in a box."""
    y, x = np.arange(*rows)[:, None], np.arange(*columns)[None, :]
    inside: np.ndarray[tuple[int, int], np.dtype[np.bool_]] = (
        (y >= box.top - margin)
        & (y <= box.bottom + margin)
        & (x >= box.left - margin)
        & (x <= box.right + margin)
    )
    return inside


def ink_left_over(pixels: Pixels, texts: Sequence[TextBox], strokes: Sequence[Stroke], plot: Box) -> bool:
    """Whether coloured ink that belongs to no line and no text crosses a good part of the plot: a line was not read.

    Not covered: black and grey lines, which cannot be told from grids and notes; shaded ground.
    """
    import cv2

    rows, columns = (
        (max(0, int(plot.top)), int(plot.bottom) + 1),
        (max(0, int(plot.left)), int(plot.right) + 1),
    )
    part = pixels[rows[0] : rows[1], columns[0] : columns[1]].astype(np.int16)
    ink = np.ptp(part, axis=2) >= _COLOURED
    for stroke in strokes:
        size = 2 * round(2 + stroke.thickness) + 1
        own = stroke.mask[rows[0] : rows[1], columns[0] : columns[1]]
        ink &= cv2.dilate(own, np.ones((size, size), np.uint8)) == 0
    for text in texts:
        ink &= ~_covered(text.box, rows, columns, 3)
    filled = ink.sum(axis=0)
    return float(((filled > 0) & (filled <= _SHADED * part.shape[0])).mean()) >= _LOST_INK


def is_broken(stroke: Stroke, others: Sequence[Stroke], texts: Sequence[TextBox], pitch: float) -> bool:
    """Whether a line has a gap wider than the places are apart that neither a text nor another line hides: what is
    drawn before it and after it may be two lines of one colour."""
    seen = np.flatnonzero(np.isfinite(stroke.path))
    for at in np.flatnonzero(np.diff(seen) > max(1.5 * pitch, _BROKEN * len(stroke.path))):
        first, last = int(seen[at]), int(seen[at + 1])
        columns = np.arange(first + 2, last - 1)
        heights = np.interp(columns, [first, last], [stroke.path[first], stroke.path[last]])
        hidden = np.zeros(columns.size, np.bool_)
        for other in others:
            if other is not stroke:
                hidden |= np.abs(other.path[columns] - heights) <= other.thickness + stroke.thickness
        for text in texts:
            box = text.box
            across = (columns >= box.left - 3) & (columns <= box.right + 3)
            hidden |= across & (heights >= box.top - 3) & (heights <= box.bottom + 3)
        if float(hidden.mean()) < 0.7:
            return True
    return False
