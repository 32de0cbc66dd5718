"""Text that the detector has left out: short words and numbers on or beside large flat marks, found by their strokes.

Not covered: turned text, and text much larger or smaller than what was found.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from recast.perception.labels import text_height
from recast.perception.text import Pixels, TextBox, read_crops
from recast.types import Box

_MOST = 60  # places that are read at most
_SURE = 0.8  # least score at which a reading counts as text
_CERTAIN = 0.95  # the same for two letters alone
_STROKE = 50  # of 255: least contrast of a stroke to what is beside it


def missed_texts(pixels: Pixels, texts: Sequence[TextBox]) -> tuple[TextBox, ...]:
    """Lines of text that stand in none of the boxes of ``texts`` and are read surely, in no particular order."""
    places = _places(pixels, texts)
    if not places or len(places) > _MOST:
        return ()
    readings = read_crops(pixels, places, 1.0, margin=1)
    return tuple(
        reading
        for reading in readings
        if reading.confidence >= _SURE
        and (_is_text(reading.text) or (_is_short_name(reading) and _in_line(reading, texts)))
    )


def _is_text(read: str) -> bool:
    """Whether it holds a digit or a word: one or two letters are rather a bend of a line or an icon."""
    return any(c.isdigit() for c in read) or sum(c.isalpha() for c in read) >= 3


def _is_short_name(reading: TextBox) -> bool:
    """Two capital letters read without doubt: "UK", "HR"."""
    read = reading.text.strip()
    return len(read) == 2 and read.isalpha() and read.isupper() and reading.confidence >= _CERTAIN


def _in_line(reading: TextBox, texts: Sequence[TextBox]) -> bool:
    """Whether a word of the same size stands in line with it, as the labels of a row do, or of a column."""
    box = reading.box
    return any(
        sum(c.isalpha() for c in t.text) >= 3
        and abs(t.box.height - box.height) < 0.6 * box.height
        and (abs(t.box.y - box.y) < 0.4 * box.height or abs(t.box.right - box.right) < 0.6 * box.height)
        for t in texts
    )


def _places(pixels: Pixels, texts: Sequence[TextBox]) -> list[Box]:
    """Boxes of the height of a line of text that are dense with short strokes."""
    import cv2

    line = text_height(texts)
    light = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    change = cv2.morphologyEx(light, cv2.MORPH_GRADIENT, np.ones((2, 2), np.uint8))
    strokes = (change > _STROKE).astype(np.uint8)
    reach = max(9, round(1.3 * line))
    for shape in ((1, reach), (reach, 1)):
        long = cv2.morphologyEx(strokes, cv2.MORPH_OPEN, np.ones(shape, np.uint8))
        strokes[cv2.dilate(long, np.ones((3, 3), np.uint8)) > 0] = 0
    for text in texts:
        box = text.box
        strokes[
            max(0, int(box.top) - 2) : int(box.bottom) + 3, max(0, int(box.left) - 3) : int(box.right) + 4
        ] = 0
    joined = cv2.morphologyEx(strokes, cv2.MORPH_CLOSE, np.ones((3, max(5, round(0.75 * line))), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    boxes: list[Box] = []
    for left, top, width, height, area in stats[1:].tolist():
        if 0.4 * line <= height <= 1.6 * line and width >= 0.3 * line and area >= 0.4 * width * height:
            rim = 0.15 * height  # as much paper around the letters as the detector leaves
            boxes.append(Box(left - rim, top - rim, left + width + rim, top + height + rim))
    return boxes
