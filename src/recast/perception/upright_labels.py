"""Category labels that are written upwards below a plot: read level, those that were missed found by their place."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from statistics import median

from recast.perception.labels import tidy
from recast.perception.text import Pixels, TextBox
from recast.perception.turned import upright_line
from recast.types import Box

_LEAST = 3  # labels that must stand upright


def upright_labels(
    pixels: Pixels, texts: Sequence[TextBox], left: float, right: float, floor: float
) -> list[tuple[str, float, tuple[TextBox, ...]]]:
    """Label, place across and box of each, from left to right; empty where the labels are not written upwards.

    Where the places are regular, a gap of whole steps holds labels that were not seen: they are read there too.
    """
    below = [t for t in texts if t.box.y > floor and left - 12 <= t.box.x <= right + 12]
    high = [t for t in below if t.box.height >= 1.3 * t.box.width and len(t.text.strip()) > 2]
    if len(high) < _LEAST:
        return []
    start = min(t.box.top for t in high)
    row = sorted((t for t in high if t.box.top <= start + 12), key=lambda t: t.box.x)
    level = [t for t in below if t not in high and t.box.top <= start + 12]
    if len(row) < max(_LEAST, len(level)):
        return []
    boxes = _with_gaps(row)
    read = [TextBox(tidy(upright_line(pixels, box)), box, 0.9) for box in boxes]
    return [(text.text, text.box.x, (text,)) for text in read if text.text]


def _with_gaps(row: Sequence[TextBox]) -> list[Box]:
    """The boxes of a row of labels and those between them that are missing."""
    steps = [b.box.x - a.box.x for a, b in itertools.pairwise(row)]
    step = median(sorted(steps)[: max(1, len(steps) * 2 // 3)])
    half = median(t.box.width for t in row) / 2
    top, bottom = min(t.box.top for t in row), max(t.box.bottom for t in row)
    boxes = [row[0].box]
    for text, gap in zip(row[1:], steps, strict=True):
        missed = round(gap / step) - 1
        if 0 < missed <= 3 and abs(gap / step - missed - 1) < 0.2:
            for index in range(1, missed + 1):
                x = text.box.x - gap + index * gap / (missed + 1)
                boxes.append(Box(x - half, top, x + half, bottom))
        boxes.append(text.box)
    return boxes
