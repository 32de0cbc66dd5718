"""Coloured marks in pixels: the filled regions of one colour that bars, slices, swatches and lines are made of.

A region is a connected set of pixels of nearly one colour that is not background. Nothing here knows about text; what
is a bar and what a swatch is decided by ``bars``, ``slices`` and ``legend`` from shape and place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from recast.language.colours import NAMES, distance, hex_of, nearest_name
from recast.perception.text import Pixels
from recast.types import Box

Colour = tuple[int, int, int]
Mask = NDArray[np.uint8]

#: Largest difference in one channel (of 255) between pixels of one flat colour, compression noise included.
TOLERANCE = 14
#: A colour all of whose channels are at least this is paper: page, stripes behind the plot, grid lines.
PALE = 229
MOST_COLOURS = 40
_SECOND_BEST = (
    22.0  # how much farther than the nearest name a name may lie (CIE Lab) when the nearest is taken
)
_OWN = 100.0  # the nearest name of a colour is settled before any second best
_SMALLEST = 14  # pixels; below this a speck is no mark


@dataclass(frozen=True, slots=True)
class Region:
    """One connected region: its tight box, its mean colour and the share of the box that it fills, holes counted in."""

    box: Box
    colour: Colour
    fill: float
    area: int

    @property
    def rectangular(self) -> bool:
        return self.fill >= 0.9


@dataclass(frozen=True, slots=True)
class Layer:
    """All pixels of one flat colour: ``mask`` is 255 where the picture has it."""

    colour: Colour
    mask: Mask
    count: int


def hexadecimal(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def near(one: Colour, other: Colour, tolerance: int = 2 * TOLERANCE) -> bool:
    """Whether two colours are the same ink as far as a reader can tell."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) <= tolerance


def colour_names(colours: Sequence[Colour]) -> tuple[str, ...]:
    """A name for each colour; different colours of one chart get different names as long as near ones are free.

    The closest pairs of colour and name are settled first. Equal colours share a name. Where a chart has more colours
    than there are fitting names, later ones fall back to their nearest name.
    """
    different: list[Colour] = []
    for colour in colours:
        if not any(near(colour, other, TOLERANCE) for other in different):
            different.append(colour)
    own = [nearest_name(colour) for colour in different]
    pairs = sorted(
        (distance(colour, hex_of(name)) - (_OWN if name == own[index] else 0.0), index, name)
        for index, colour in enumerate(different)
        for name in NAMES
    )
    chosen: dict[int, str] = {}
    for apart, index, name in pairs:
        most = distance(different[index], hex_of(own[index])) + _SECOND_BEST
        if index not in chosen and name not in chosen.values() and apart <= most:
            chosen[index] = name
    return tuple(
        next(
            chosen.get(i, nearest_name(other))
            for i, other in enumerate(different)
            if near(colour, other, TOLERANCE)
        )
        for colour in colours
    )


def flat_colours(pixels: Pixels) -> tuple[Layer, ...]:
    """The flat colours of the picture that are not background, most frequent first.

    Background is anything pale, and any colour that stretches over most of the picture behind the rest of it.
    """
    import cv2

    height, width = pixels.shape[:2]
    bins = (pixels >> 3).astype(np.int32)
    packed = (bins[:, :, 0] << 10) | (bins[:, :, 1] << 5) | bins[:, :, 2]
    counts = np.bincount(packed.ravel(), minlength=1 << 15)
    free = np.full((height, width), 255, np.uint8)
    least = max(40, height * width // 12_000)
    layers: list[Layer] = []
    for _ in range(MOST_COLOURS):
        top = int(counts.argmax())
        if counts[top] < least:
            break
        centre = _peak(pixels, top)
        low = tuple(int(max(0, c - TOLERANCE)) for c in centre)
        high = tuple(int(min(255, c + TOLERANCE)) for c in centre)
        mask = cv2.bitwise_and(cv2.inRange(pixels, low, high), free).astype(np.uint8)
        counts[top] = 0
        count = int(cv2.countNonZero(mask))
        if count < least:
            continue
        free &= ~mask
        taken = np.bincount(packed[mask > 0], minlength=1 << 15)
        counts = np.maximum(counts - taken, 0)
        counts[top] = 0
        if min(centre) >= PALE or _behind(mask, count):
            continue
        layers.append(Layer(centre, mask, count))
    return tuple(layers)


def _peak(pixels: Pixels, top: int) -> Colour:
    """The most frequent exact colour within one histogram bin."""
    import cv2

    low = ((top >> 10) << 3, ((top >> 5) & 31) << 3, (top & 31) << 3)
    inside = pixels[cv2.inRange(pixels, low, tuple(c + 7 for c in low)) > 0].astype(np.int32) & 7
    codes = (inside[:, 0] << 6) | (inside[:, 1] << 3) | inside[:, 2]
    code = int(np.bincount(codes, minlength=512).argmax())
    return (low[0] + (code >> 6), low[1] + ((code >> 3) & 7), low[2] + (code & 7))


def _behind(mask: Any, count: int) -> bool:
    """Whether one connected piece of the colour, grid lines over it bridged, lies behind most of the picture."""
    import cv2

    height, width = mask.shape
    if count < 0.25 * height * width:
        return False
    bridged = cv2.dilate(mask, np.ones((5, 5), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(bridged, connectivity=4)
    pieces = stats[1:]
    return bool(((pieces[:, 2] > 0.75 * width) & (pieces[:, 3] > 0.5 * height)).any())


def regions(layer: Layer) -> tuple[Region, ...]:
    """The connected regions of a layer, specks left out; text standing inside a region counts as part of it."""
    import cv2

    _, labels, stats, _ = cv2.connectedComponentsWithStats(layer.mask, connectivity=4)
    found: list[Region] = []
    wide, high, areas = stats[:, 2], stats[:, 3], stats[:, 4]
    large = (wide >= 2) & (high >= 2) & (areas >= _SMALLEST) & (areas >= 0.3 * wide * high)
    for index in (np.flatnonzero(large[1:]) + 1).tolist():
        left, top, width, height, area = (int(v) for v in stats[index])
        piece = (labels[top : top + height, left : left + width] == index).astype(np.uint8)
        outlines, _ = cv2.findContours(piece, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        filled = np.zeros_like(piece)
        cv2.drawContours(filled, outlines, -1, 1, thickness=cv2.FILLED)
        share = float(filled.sum()) / (width * height)
        found.append(Region(Box(left, top, left + width, top + height), layer.colour, share, area))
    return tuple(found)


def ink_colour(pixels: Pixels, box: Box) -> Colour | None:
    """The colour of the text in a box: of the pixels most unlike the paper around them, None on no contrast."""
    height, width = pixels.shape[:2]
    crop = pixels[
        max(0, int(box.top)) : min(height, int(box.bottom) + 1),
        max(0, int(box.left)) : min(width, int(box.right) + 1),
    ]
    if crop.size == 0:
        return None
    flat = crop.reshape(-1, 3).astype(np.int32)
    paper = np.median(flat, axis=0)
    distance = np.abs(flat - paper).max(axis=1)
    strongest = float(np.percentile(distance, 99))
    if strongest < 40:
        return None
    ink = np.median(flat[distance >= 0.8 * strongest], axis=0)
    return (int(ink[0]), int(ink[1]), int(ink[2]))
