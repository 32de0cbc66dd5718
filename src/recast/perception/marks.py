"""Coloured marks in pixels: the filled regions of one colour that bars, slices, swatches and lines are made of.

A region is a connected set of pixels of nearly one colour that is not background. Nothing here knows about text; what
is a bar and what a swatch is decided by ``bars``, ``slices`` and ``legend`` from shape and place.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

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
_RECTANGULAR = 0.9  # least share of its box that a rectangle fills
_LEAST_STEPPED = 400  # pixels of a mark that is taken apart into rectangles
_MOST_STEPS = 60
_LEAST_HATCHED = 200  # pixels of a hatched mark
_SMALLEST = 14  # pixels; below this a speck is no mark


@dataclass(frozen=True, slots=True)
class Region:
    """One connected region: its tight box, its mean colour and the share of the box that it fills, holes counted in.

    ``made`` ones are no whole piece of a colour: a step of a piece, or the pieces between the lines of a hatching."""

    box: Box
    colour: Colour
    fill: float
    area: int
    made: bool = False

    @property
    def rectangular(self) -> bool:
        return self.fill >= _RECTANGULAR


@dataclass(frozen=True, slots=True)
class Layer:
    """All pixels of one flat colour: those where ``plan``, which the layers of a picture share, is ``place``."""

    colour: Colour
    plan: Mask
    place: int
    count: int

    @property
    def mask(self) -> Mask:
        """255 where the picture has the colour, 0 elsewhere; made anew each time."""
        return np.where(self.plan == self.place, np.uint8(255), np.uint8(0))


def hexadecimal(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def near(one: Colour, other: Colour, tolerance: int = 2 * TOLERANCE) -> bool:
    """Whether two colours are the same ink as far as a reader can tell."""
    return (
        abs(one[0] - other[0]) <= tolerance
        and abs(one[1] - other[1]) <= tolerance
        and abs(one[2] - other[2]) <= tolerance
    )


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

    Background is anything pale, and any colour that stretches over most of the picture behind the rest of it. Works on
    the exact colours that occur and how often, not on the pixels: a chart has long runs of few of them.
    """
    height, width = pixels.shape[:2]
    red, green, blue = (pixels[:, :, channel].astype(np.int32) for channel in range(3))
    codes = ((red << 16) | (green << 8) | blue).ravel()
    starts = np.flatnonzero(np.diff(codes, prepend=-1))
    lengths = np.diff(starts, append=codes.size)
    distinct, which = np.unique(codes[starts], return_inverse=True)
    often = np.bincount(which, weights=lengths).astype(np.int64)
    colours = np.stack([distinct >> 16, (distinct >> 8) & 255, distinct & 255], axis=1).astype(np.int16)
    reds = np.searchsorted(colours[:, 0], np.arange(257))
    coarse, bins = np.unique(
        ((distinct >> 9) & 0x7C00) | ((distinct >> 6) & 0x3E0) | ((distinct >> 3) & 0x1F), return_inverse=True
    )
    counts = np.bincount(bins, weights=often).astype(np.int64)
    places = np.zeros(len(distinct), np.uint8)
    free = np.ones(len(distinct), np.bool_)
    least = max(40, height * width // 12_000)
    drawn: list[tuple[Colour, int]] = []
    for _ in range(MOST_COLOURS):
        top = int(counts.argmax())
        if counts[top] < least:
            break
        lowest = int(coarse[top]) >> 10 << 3  # red of the bin
        inside = reds[lowest] + np.flatnonzero(bins[reds[lowest] : reds[lowest + 8]] == top)
        peak = colours[inside[often[inside].argmax()]]
        # colours are in order of their red, so those near it are neighbours
        first = reds[max(0, int(peak[0]) - TOLERANCE)]
        last = reds[min(255, int(peak[0]) + TOLERANCE) + 1]
        mine = first + np.flatnonzero(
            free[first:last] & (np.abs(colours[first:last] - peak) <= TOLERANCE).all(axis=1)
        )
        counts[top] = 0
        count = int(often[mine].sum())
        if count < least:
            continue
        free[mine] = False
        counts -= np.bincount(bins[mine], weights=often[mine], minlength=len(coarse)).astype(np.int64)
        counts[top] = 0
        if int(peak.min()) >= PALE or (
            count >= 0.25 * height * width
            and _behind(np.repeat(np.isin(which, mine), lengths).reshape(height, width).astype(np.uint8))
        ):
            continue
        drawn.append(((int(peak[0]), int(peak[1]), int(peak[2])), count))
        places[mine] = len(drawn)
    plan = np.repeat(places[which], lengths).reshape(height, width)
    return tuple(Layer(colour, plan, place, count) for place, (colour, count) in enumerate(drawn, 1))


def _behind(mask: Mask) -> bool:
    """Whether one connected piece of the colour, grid lines over it bridged, lies behind most of the picture."""
    import cv2

    height, width = mask.shape
    bridged = cv2.dilate(mask, np.ones((5, 5), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(bridged, connectivity=4)
    pieces = stats[1:]
    return bool(((pieces[:, 2] > 0.75 * width) & (pieces[:, 3] > 0.5 * height)).any())


def regions(layers: Sequence[Layer]) -> tuple[Region, ...]:
    """The connected regions of all layers of one picture, layer by layer, specks left out; text standing inside a
    region counts as part of it."""
    import cv2

    if not layers:
        return ()
    plan = layers[0].plan
    runs, piece_of, boxes, areas = _pieces(plan)
    left, top, right, bottom = boxes.T
    wide, high = right - left, bottom - top
    large = (wide >= 2) & (high >= 2) & (areas >= _SMALLEST) & (areas >= 0.12 * wide * high)
    found: list[tuple[int, Region]] = []
    for index in np.flatnonzero(large).tolist():
        x, y, x_end, y_end = boxes[index].tolist()
        piece = (piece_of[runs[y:y_end, x:x_end]] == index).astype(np.uint8)
        place = int(plan[y, x + int(piece[0].argmax())])
        if not place:
            continue
        outlines, _ = cv2.findContours(piece, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        filled = np.zeros_like(piece)
        cv2.drawContours(filled, outlines, -1, 1, thickness=cv2.FILLED)
        share = float(filled.sum()) / piece.size
        colour = layers[place - 1].colour
        if areas[index] >= 0.3 * piece.size:
            found.append((place, Region(Box(x, y, x_end, y_end), colour, share, int(areas[index]))))
        if share < _RECTANGULAR and areas[index] >= _LEAST_STEPPED:
            found += [
                (place, Region(box, colour, 1.0, _ground(box), made=True)) for box in _steps(filled, x, y)
            ]
    found += _hatched(layers, found)
    return tuple(region for _, region in sorted(found, key=lambda item: item[0]))


def _ground(box: Box) -> int:
    return int(box.width * box.height)


def _steps(piece: Mask, left: int, top: int) -> list[Box]:
    """The rectangles that a stepped mark is made of: bars of one colour that touch, or a bar grown together with the
    axis that it stands on. Empty for any other shape. ``left`` and ``top`` are where the piece lies."""
    upright = _slabs(piece)
    lying = [Box(b.top, b.left, b.bottom, b.right) for b in _slabs(np.ascontiguousarray(piece.T))]
    boxes = min((b for b in (upright, lying) if b), key=len, default=[])
    return [Box(b.left + left, b.top + top, b.right + left, b.bottom + top) for b in boxes]


def _slabs(piece: Mask) -> list[Box]:
    """Runs of neighbouring columns that begin and end at the same rows, slim ones left out; empty where they make up
    less than nearly all of the piece, or where there are many."""
    filled = piece > 0
    high = filled.shape[0]
    first = filled.argmax(axis=0)
    last = high - filled[::-1].argmax(axis=0)
    if (filled.sum(axis=0) < 0.9 * (last - first)).any():
        return []
    cuts = np.flatnonzero((np.abs(np.diff(first)) > 1) | (np.abs(np.diff(last)) > 1)) + 1
    edges = [0, *cuts.tolist(), filled.shape[1]]
    if len(edges) > _MOST_STEPS or any(
        max(np.ptp(first[a:b]), np.ptp(last[a:b])) > 2 for a, b in itertools.pairwise(edges)
    ):
        return []  # many steps, or a slope
    slabs = [
        Box(a, int(np.median(first[a:b])), b, int(np.median(last[a:b])))
        for a, b in itertools.pairwise(edges)
        if b - a >= 3
    ]
    covered = sum(_ground(slab) for slab in slabs)
    slabs = [slab for slab in slabs if slab.height >= 3]
    return slabs if covered >= 0.95 * filled.sum() else []


def _hatched(layers: Sequence[Layer], found: Sequence[tuple[int, Region]]) -> list[tuple[int, Region]]:
    """Rectangles that are cut into pieces by thin lines of another colour, of layers most of whose ground is in no
    rectangle. Not covered: hatching that leaves less than half of the ground."""
    import cv2

    whole: list[tuple[int, Region]] = []
    dense = _dense(layers)
    for layer in layers:
        known = sum(r.area for place, r in found if place == layer.place and r.rectangular)
        if dense[layer.place] < max(_LEAST_HATCHED, 0.3 * layer.count) or known > 0.5 * layer.count:
            continue
        mask = layer.mask
        closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
        count, labels, stats, _ = cv2.connectedComponentsWithStats(closed, connectivity=4)
        own = np.bincount(labels.ravel(), weights=(mask > 0).ravel(), minlength=count)
        for index in range(1, count):
            x, y, wide, high, area = (int(n) for n in stats[index])
            size = wide * high
            if min(wide, high) < 6 or size < _LEAST_HATCHED or area < 0.93 * size or own[index] < 0.5 * size:
                continue
            if own[index] > 0.97 * size:
                continue  # a plain rectangle, found already
            box = Box(x, y, x + wide, y + high)
            whole.append((layer.place, Region(box, layer.colour, area / size, int(own[index]), made=True)))
    return whole


def _dense(layers: Sequence[Layer]) -> NDArray[np.int64]:
    """For each place of the plan the pixels of the squares of eight by eight that it fills by half: text, thin lines
    and the rims of marks have none."""
    side = 8
    most = max(layer.place for layer in layers)
    plan = layers[0].plan
    rows, columns = plan.shape[0] // side, plan.shape[1] // side
    if not rows or not columns:
        return np.zeros(most + 1, np.int64)
    square = np.arange(rows)[:, None] * columns + np.arange(columns)[None, :]
    cut = plan[: rows * side, : columns * side]
    codes = np.repeat(np.repeat(square, side, 0), side, 1) * (most + 1) + cut
    filled = np.bincount(codes.ravel(), minlength=rows * columns * (most + 1)).reshape(-1, most + 1)
    return np.asarray(np.where(filled >= side * side // 2, filled, 0).sum(axis=0), np.int64)


def _pieces(
    plan: Mask,
) -> tuple[NDArray[np.int32], NDArray[np.intp], NDArray[np.int64], NDArray[np.int64]]:
    """The pieces of a plan connected by their sides, all places in one pass: the number of the horizontal run that
    each pixel is in, the piece of each run, and of each piece its box (left, top, right, bottom) and its area.

    Pieces are in the order of their first pixels; the background (0) makes pieces like any place.
    """
    width = plan.shape[1]
    begins = np.ones(plan.shape, np.bool_)
    np.not_equal(plan[:, 1:], plan[:, :-1], out=begins[:, 1:])
    runs = (np.cumsum(begins, dtype=np.int32) - 1).reshape(plan.shape)
    starts = np.flatnonzero(begins)
    lengths = np.diff(starts, append=plan.size)
    # two runs that touch do so first where one of them begins
    meet = (plan[1:] == plan[:-1]) & (begins[1:] | begins[:-1])
    upper, lower = runs[:-1][meet], runs[1:][meet]
    root: NDArray[np.intp] = np.arange(len(starts))
    while True:
        one, other = root[upper], root[lower]
        apart = one != other
        if not apart.any():
            break
        upper, lower, one, other = upper[apart], lower[apart], one[apart], other[apart]
        np.minimum.at(root, np.maximum(one, other), np.minimum(one, other))
        while not np.array_equal(root, higher := root[root]):
            root = higher
    _, piece_of = np.unique(root, return_inverse=True)
    rows, lefts = np.divmod(starts, width)
    order = np.argsort(piece_of, kind="stable")
    first = np.flatnonzero(np.diff(piece_of[order], prepend=-1))
    boxes = np.stack(
        [
            np.minimum.reduceat(lefts[order], first),
            rows[order][first],
            np.maximum.reduceat((lefts + lengths)[order], first),
            np.maximum.reduceat(rows[order], first) + 1,
        ],
        axis=1,
    )
    return runs, piece_of, boxes, np.add.reduceat(lengths[order], first)


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


def paper(pixels: Pixels) -> Colour:
    """The ground that a chart is drawn on: the commonest colour near the sides of the picture, not at its very rim."""
    height, width = pixels.shape[:2]
    near_y, near_x = (slice(int(0.03 * n), max(int(0.03 * n) + 2, int(0.07 * n))) for n in (height, width))
    strips = (pixels[near_y], pixels[::-1][near_y], pixels[:, near_x], pixels[:, ::-1][:, near_x])
    some = np.concatenate([strip[::2, ::2].reshape(-1, 3) for strip in strips]).astype(np.int64)
    codes, counts = np.unique((some[:, 0] << 16) | (some[:, 1] << 8) | some[:, 2], return_counts=True)
    code = int(codes[counts.argmax()])
    return code >> 16, (code >> 8) & 255, code & 255
