"""The size at which a picture is read: large ones are read smaller, and what was found is put back in its own pixels.

A chart needs no more pixels than its smallest type does. Above that, time and memory grow and the detector of text, made
for type of usual height, misses lines.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from recast.perception.text import Pixels, TextBox, read_text
from recast.types import Box, Table

_LONG = 1600  # pixels: a picture with a longer side is read smaller …
_LONGEST = 2000  # … but not above this, whatever its type
_LETTER = 12.0  # pixels that letters keep where that is possible
_INK = 60  # of 255: how much darker or lighter than paper a letter is at least
_FEWEST = 12  # letters from which their height is taken


def reading_scale(pixels: Pixels) -> float:
    """By how much a picture is scaled before it is read, at most 1.

    The long side comes down to 1,600 pixels, less far where letters would be lower than 12, but at least to 2,000. Not
    covered: a picture so large and so full that its type is lost at 2,000 pixels.
    """
    longest: int = max(pixels.shape[:2])
    if longest <= _LONGEST:
        return 1.0
    least, most = _LONG / longest, _LONGEST / longest
    letter = letter_height(pixels)
    return least if letter is None else min(max(least, _LETTER / letter), most)


def letter_height(pixels: Pixels) -> float | None:
    """The height of the smaller letters and digits of a picture in pixels, from the shapes of its ink; None where there
    are too few shapes that could be any."""
    import cv2

    light = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    paper = int(np.median(light))
    ink = (cv2.absdiff(light, np.full_like(light, paper)) > _INK).astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    width, height, area = stats[1:, 2], stats[1:, 3], stats[1:, 4]
    letters = (
        (height >= 4)
        & (height <= pixels.shape[0] / 12)
        & (width >= 0.25 * height)
        & (width <= 1.4 * height)
        & (area <= 0.8 * width * height)  # a filled box is a swatch or a marker
    )
    heights = np.sort(height[letters])
    return float(np.percentile(heights, 25)) if len(heights) >= _FEWEST else None


def scaled(pixels: Pixels, scale: float) -> Pixels:
    """The picture ``scale`` times as large."""
    import cv2

    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=how).astype(np.uint8)


def table_in_place(table: Table, scale: float) -> Table:
    """A table that was read from a picture scaled by ``scale``, its boxes in the pixels of the picture as given."""
    return replace(
        table,
        cells=tuple(
            tuple(
                cell if cell.box is None else replace(cell, box=_grown(cell.box, 1 / scale)) for cell in row
            )
            for row in table.cells
        ),
    )


def texts_in_place(pixels: Pixels) -> tuple[TextBox, ...]:
    """The lines of text of a picture as the reader of charts sees them, their boxes in its own pixels."""
    scale = reading_scale(pixels)
    if scale == 1.0:
        return read_text(pixels)
    return tuple(replace(t, box=_grown(t.box, 1 / scale)) for t in read_text(scaled(pixels, scale)))


def _grown(box: Box, factor: float) -> Box:
    return Box(box.left * factor, box.top * factor, box.right * factor, box.bottom * factor)
