"""The line in one colour of a picture: its thin pieces, chained from left to right, and its middle in every column."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from recast.perception.marks import Colour, Layer, Mask, paper
from recast.perception.stroke import Floats, Stroke
from recast.perception.text import Pixels, TextBox
from recast.types import Box

THICKEST = 16  # pixels that a stroke may have in a column, on average
_LEAST_SPAN = 0.25  # share of the width of the picture that a line must cross
GREY = 26  # channels of a grey differ at most by this
_MOST_PIECES = 240
_CUT = 12  # pixels over which both ends run beside each other where another line crosses at a small angle
_CUT_RISE = 24  # pixels between such ends: rims of the other line may hang on one
_PALEST = 0.35  # share of its colour that a pixel on the soft rim of a line must have
_MOST_RULES = 3  # level straight lines of one grey: the frame and the axis; more are a grid


@dataclass(frozen=True, slots=True)
class _Piece:
    """One connected piece of a colour: its rectangle and the rows that it has at either end."""

    number: int
    left: int
    right: int
    top: int
    bottom: int
    first: tuple[int, int]
    last: tuple[int, int]

    @property
    def gain(self) -> float:
        return self.right - self.left + 0.3 * (self.bottom - self.top)


@dataclass(frozen=True, slots=True)
class Canvas:
    """What is drawn in a picture: the places of the pixels unlike its paper, how they differ from it, and where text
    stands."""

    ground: Colour
    rows: NDArray[np.intp]
    columns: NDArray[np.intp]
    apart: Floats
    worded: NDArray[np.bool_]

    def outside(self, layer: Layer) -> int:
        """How many pixels of a layer lie outside all text."""
        return int(np.count_nonzero((layer.plan == layer.place) & ~self.worded))


def canvas_of(pixels: Pixels, texts: Sequence[TextBox]) -> Canvas:
    ground = paper(pixels)
    apart = pixels.astype(np.int16) - np.array(ground, np.int16)
    rows, columns = np.nonzero(np.abs(apart).max(axis=2) > 20)
    worded = np.zeros(pixels.shape[:2], np.bool_)
    for text in texts:
        box = text.box
        worded[max(0, int(box.top)) : int(box.bottom) + 1, max(0, int(box.left)) : int(box.right) + 1] = True
    return Canvas(ground, rows, columns, apart[rows, columns].astype(np.float64), worded)


def trace(
    canvas: Canvas, layer: Layer, rims: Sequence[Layer], own: Sequence[TextBox], darker: Sequence[Mask]
) -> Stroke | None:
    """The line in a colour, if there is one; ``darker`` are lines whose soft rims have this colour."""
    import cv2

    height, width = layer.plan.shape
    grey = max(layer.colour) - min(layer.colour) <= GREY
    cover = _cover(canvas, layer, rims)
    soft = (cover >= _PALEST).astype(np.uint8)
    rules = _clear_rules(soft, width, height) if grey else 0
    for rim in darker:
        soft[cv2.dilate(rim, np.ones((3, 3), np.uint8)) > 0] = 0
    for text in own:
        if sum(c.isalnum() for c in text.text) > 1:
            # the start of a name is spared: it may hold the last dot of the line
            box, spared = text.box, 4 if any(c.isalpha() for c in text.text) else 0
            top, bottom = max(0, int(box.top)), int(box.bottom) + 1
            soft[top:bottom, max(0, int(box.left) + spared) : int(box.right) + 1] = 0
    _, marked, measured, _ = cv2.connectedComponentsWithStats(
        cv2.dilate(soft, np.ones((3, 3), np.uint8)), connectivity=8
    )
    labels = np.asarray(marked, np.int32)
    pieces = _pieces(layer.mask, soft, labels, np.asarray(measured, np.int32), own)
    if not pieces:
        return None
    chain = _trimmed(_chain(pieces, width, height), canvas.worded)
    if chain[-1].right - chain[0].left < _LEAST_SPAN * width:
        return None
    path, mask = _path(cover, soft, labels, chain)
    seen = np.flatnonzero(np.isfinite(path))
    span = int(np.ptp(seen)) + 1 if seen.size else 0
    if span < _LEAST_SPAN * width or seen.size < 0.4 * span or mask.sum() > THICKEST * seen.size:
        return None
    if np.count_nonzero(mask & canvas.worded) > 0.6 * np.count_nonzero(mask):
        return None
    others = sum(p.right - p.left for p in pieces if p not in chain and p.right - p.left >= 24)
    if grey and (others > 0.8 * span or rules > _MOST_RULES):
        return None  # a grid
    slopes = np.gradient(path[seen], seen)
    across = np.where(mask, cover, 0).sum(axis=0)[seen] / np.sqrt(1 + slopes**2)
    thickness = float(np.median(across))
    steady = np.zeros(width, np.bool_)
    steady[seen] = across <= 1.5 * thickness + 0.5
    rows = np.flatnonzero(mask.any(axis=1))
    box = Box(float(seen[0]), float(rows[0]), float(seen[-1] + 1), float(rows[-1] + 1))
    whole = np.where(mask, np.uint8(255), np.uint8(0))
    dots = _dots(whole, box, thickness)
    return Stroke(layer.colour, whole, box, path, steady, thickness, dots, others / span)


def _cover(canvas: Canvas, layer: Layer, rims: Sequence[Layer]) -> Floats:
    """How much of its colour each pixel has, 0-1: all of it where the layer is, a share where the pixel is that colour
    thinned with the ground and belongs to no other flat colour but the rims of this one."""
    plan = layer.plan[canvas.rows, canvas.columns]
    own = plan == layer.place
    free = (plan == 0) | np.isin(plan, [rim.place for rim in rims])
    way = np.array(layer.colour, float) - canvas.ground
    share = canvas.apart @ way / float(way @ way)
    off = np.abs(canvas.apart - share[:, None] * way).max(axis=1)
    thinned = free & (off <= 40) & (share >= 0.15)
    cover = np.zeros(layer.plan.shape)
    cover[canvas.rows, canvas.columns] = np.where(own, 1.0, np.where(thinned, np.clip(share, 0, 1), 0.0))
    return cover


def _clear_rules(soft: Mask, width: int, height: int) -> int:
    """Takes grid lines, frames and axes out of a grey, straight level or upright runs over a quarter of the picture,
    and tells how many of them are level."""
    import cv2

    level = cv2.morphologyEx(soft, cv2.MORPH_OPEN, np.ones((1, max(9, width // 4)), np.uint8))
    upright = cv2.morphologyEx(soft, cv2.MORPH_OPEN, np.ones((max(9, height // 4), 1), np.uint8))
    soft[(level > 0) | (upright > 0)] = 0
    rows = np.flatnonzero(level.any(axis=1))
    return int(np.count_nonzero(np.diff(rows) > 2)) + 1 if rows.size else 0


def _pieces(
    core: Mask, soft: Mask, labels: NDArray[np.int32], stats: NDArray[np.int32], own: Sequence[TextBox]
) -> list[_Piece]:
    """The pieces that have pixels of the full colour and do not lie in text of that colour."""
    inside = _inside(stats, [t.box for t in own])
    inside |= np.bincount(labels.ravel(), weights=(core > 0).ravel(), minlength=len(stats)) < 2
    inside[0] = True  # the background
    order = np.argsort(-(stats[:, 2] + stats[:, 3]))
    order = order[~inside[order]][:_MOST_PIECES]
    pieces: list[_Piece] = []
    for number in order.tolist():
        left, top, wide, high, area = stats[number].tolist()
        if area < 12 or (high > 0.9 * soft.shape[0] and wide <= 6):
            continue
        part = (labels[top : top + high, left : left + wide] == number) & (
            soft[top : top + high, left : left + wide] > 0
        )
        filled = np.flatnonzero(part.any(axis=0))
        if filled.size == 0:
            continue
        ends = [np.flatnonzero(part[:, columns].any(axis=1)) for columns in (filled[:3], filled[-3:])]
        first, last = ((int(e[0]) + top, int(e[-1]) + top) for e in ends)
        pieces.append(
            _Piece(number, left + int(filled[0]), left + int(filled[-1]) + 1, top, top + high, first, last)
        )
    return pieces


def _inside(stats: NDArray[np.int32], boxes: Sequence[Box]) -> NDArray[np.bool_]:
    """Which pieces lie in a box of text."""
    left, top = stats[:, 0], stats[:, 1]
    right, bottom = left + stats[:, 2], top + stats[:, 3]
    inside = np.zeros(len(stats), np.bool_)
    for box in boxes:
        inside |= (
            (box.left - 2 <= left)
            & (right <= box.right + 2)
            & (box.top - 2 <= top)
            & (bottom <= box.bottom + 2)
        )
    return inside


def _chain(pieces: Sequence[_Piece], width: int, height: int) -> list[_Piece]:
    """The pieces that follow each other from left to right and together are longest for the gaps between them."""
    ordered = sorted(pieces, key=lambda p: (p.left, p.right))
    scores: list[float] = []
    before: list[int] = []
    for index, piece in enumerate(ordered):
        best, via = 0.0, -1
        for j in range(index):
            other = ordered[j]
            gap = piece.left - other.right
            if gap < -_CUT or gap > 0.3 * width or piece.right <= other.right:
                continue
            rise = max(0, piece.first[0] - other.last[1], other.last[0] - piece.first[1])
            if rise > (0.6 * height if gap >= -3 else _CUT_RISE):
                continue
            score = scores[j] - 0.4 * max(0, gap) - 0.3 * rise
            if score > best:
                best, via = score, j
        scores.append(best + piece.gain)
        before.append(via)
    at = int(np.argmax(scores))
    chain: list[_Piece] = []
    while at >= 0:
        chain.append(ordered[at])
        at = before[at]
    return chain[::-1]


def _trimmed(chain: list[_Piece], worded: NDArray[np.bool_]) -> list[_Piece]:
    """The chain without small pieces of text at either end."""

    def of_text(piece: _Piece) -> bool:
        part = worded[piece.top : piece.bottom, piece.left : piece.right]
        return piece.gain < 24 and float(part.mean()) > 0.5

    while len(chain) > 1 and of_text(chain[-1]):
        chain = chain[:-1]
    while len(chain) > 1 and of_text(chain[0]):
        chain = chain[1:]
    return chain


def _path(
    cover: Floats, soft: Mask, labels: NDArray[np.int32], chain: Sequence[_Piece]
) -> tuple[Floats, NDArray[np.bool_]]:
    """The middle of the chain in each column, and its pixels. Where a column has several runs, that which goes on from
    the column before; the two rims of a hollow marker count as one run."""
    path = np.full(cover.shape[1], np.nan)
    mask = np.zeros(cover.shape, np.bool_)
    last: float | None = None
    for piece in chain:
        rows, columns = slice(piece.top, piece.bottom), slice(piece.left, piece.right)
        part = (labels[rows, columns] == piece.number) & (soft[rows, columns] > 0)
        mask[rows, columns] |= part
        weights = np.where(part, cover[rows, columns], 0)
        for at in range(part.shape[1]):
            filled = np.flatnonzero(part[:, at])
            if filled.size == 0 or np.isfinite(path[piece.left + at]):
                continue
            runs = np.split(filled, np.flatnonzero(np.diff(filled) > 1) + 1)
            if len(runs) > 1 and np.ptp(filled) <= 18:
                middle = float(filled[0] + filled[-1] + 1) / 2
            else:
                run = _next_run(runs, None if last is None else last - piece.top)
                middle = float(np.average(run + 0.5, weights=weights[run, at]))
            last = middle + piece.top
            path[piece.left + at] = last
    return path, mask


def _next_run(runs: Sequence[NDArray[np.intp]], height: float | None) -> NDArray[np.intp]:
    """The run of rows nearest to a height, the longest where there is none."""
    if height is None:
        return max(runs, key=len)
    return min(runs, key=lambda run: max(0.0, float(run[0]) - height, height - float(run[-1]) - 1))


def _dots(mask: Mask, box: Box, thickness: float) -> tuple[tuple[float, float], ...]:
    """The middles of the dots, rings or squares that sit on a line, from left to right; none where it has fewer than
    two. Sharp corners of a thick line may count as dots: they are points of the line too."""
    import cv2

    top, left = max(0, int(box.top) - 3), max(0, int(box.left) - 3)
    part = np.ascontiguousarray(mask[top : int(box.bottom) + 3, left : int(box.right) + 3])
    outlines, _ = cv2.findContours(part, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    for outline in outlines:
        if cv2.contourArea(outline) < 220:  # the inside of a ring
            cv2.drawContours(part, [outline], -1, 255, thickness=cv2.FILLED)
    size = max(3, round(1.35 * thickness + 1.2))
    blobs = cv2.morphologyEx(part, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)))
    count, _, stats, middles = cv2.connectedComponentsWithStats(blobs, connectivity=8)
    found = [
        (float(middles[i][0]) + left + 0.5, float(middles[i][1]) + top + 0.5)
        for i in range(1, count)
        if max(stats[i][2], stats[i][3]) <= 3.2 * size and stats[i][4] >= 0.5 * stats[i][2] * stats[i][3]
    ]
    found.sort()
    return tuple(found) if len(found) >= 2 else ()
