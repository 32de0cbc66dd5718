"""Filled areas under lines: the upper edge of each colour, and where areas are stacked also the lower one.

A lone area stands on the axis and is read as the line of its upper edge. In a stack the thickness of a band is its value.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from recast.perception.bars import Bars
from recast.perception.marks import PALE, TOLERANCE, Layer, near, paper
from recast.perception.stroke import Floats, Stroke, steps
from recast.perception.strokes import bar_ground
from recast.perception.text import Pixels
from recast.types import Box

_LEAST_WIDTH = 0.3  # of the picture
_LEAST_SHARE = 0.1  # of the height of the picture, where the largest area is thickest
_LEAST_HEIGHT = 6.0  # pixels, on average
_STEP = 4  # pixels from one column to the next
_LEAST_SMALL = 10  # moves of an edge in smaller steps; bars have none
_SURELY_GENTLE = 0.8
_LEAST_PANEL = 0.1  # of the width of the picture: areas of two charts side by side
_LEVEL_TOP = 0.95  # of the columns of an edge; more are level in bars
_SOFT_COLUMNS = 2  # at either end of an area
_INSIDE = 0.85  # of the columns of a line that an area covers
_GRID = 190  # of 255: least of the channels of a pale grey
_MOST_STEPS = 2  # between two level pieces of an edge; more are the tops of bars


@dataclass(frozen=True, slots=True)
class Areas:
    """The upper edges, and of each area in a stack the lower edge; a lone area has none."""

    tops: tuple[Stroke, ...]
    bases: tuple[Stroke | None, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Band:
    layer: Layer
    mask: NDArray[np.bool_]
    top: Floats
    bottom: Floats
    gentle: float  # share of the rise and fall of its edges that goes in small steps

    @property
    def columns(self) -> NDArray[np.intp]:
        return np.flatnonzero(np.isfinite(self.top))

    @property
    def thickest(self) -> float:
        return float(np.nanmax(self.bottom - self.top))


def find_areas(pixels: Pixels, layers: Sequence[Layer], bars: Bars | None) -> Areas | None:
    """The areas of a picture, None where it has none.

    Not covered: areas that lie over each other without being stacked, whose hidden parts cannot be seen; a band that
    vanishes on the way.
    """
    every = (*layers, *_behind(pixels, layers))
    bands = [band for layer in every if (band := _band(layer)) is not None]
    if not bands:
        return None
    widest = max(bands, key=lambda band: band.columns.size)
    if max(band.thickest for band in bands) < _LEAST_SHARE * pixels.shape[0]:
        return None  # lines of text
    bands = [b for b in bands if b.columns.size >= 0.8 * widest.columns.size]
    doubtful = any(band.gentle < _SURELY_GENTLE for band in bands)
    if doubtful and bar_ground(bars) > 0.4 * sum(int(band.mask.sum()) for band in bands):
        return None  # bars that touch each other
    bands.sort(key=lambda band: -float(np.nanmean(band.bottom)))
    floor = float(np.median(bands[0].bottom[bands[0].columns]))
    if np.percentile(np.abs(bands[0].bottom[bands[0].columns] - floor), 85) > 2:
        return None  # nothing stands on an axis: a ribbon, or part of a map
    if len(bands) == 1:
        return Areas((_edge(bands[0], bands[0].top),), (None,))
    edges: list[Floats] = [np.where(np.isfinite(bands[0].bottom), floor, np.nan)]
    for below, above in itertools.pairwise(bands):
        gap = above.bottom - below.top
        if float(np.nanpercentile(np.abs(gap), 80)) > 5:
            return None  # not one on the other
        edges.append(np.where(np.isfinite(gap), below.top + gap / 2, below.top))
    edges.append(bands[-1].top)
    tops = tuple(_edge(band, edge) for band, edge in zip(bands, edges[1:], strict=True))
    return Areas(tops, tuple(_edge(band, edge) for band, edge in zip(bands, edges, strict=False)))


def without_grid(areas: Areas, strokes: Sequence[Stroke]) -> tuple[Stroke, ...]:
    """The lines without the grid around a lone area, cut to pieces by it: in pale grey, or seen through the area, level
    all along and below its edge."""
    if len(areas.tops) != 1:
        return tuple(strokes)
    edge = areas.tops[0].path

    def is_grid(stroke: Stroke) -> bool:
        if min(stroke.colour) >= _GRID and max(stroke.colour) - min(stroke.colour) <= 12:
            return True
        both = np.isfinite(stroke.path) & np.isfinite(edge)
        inside = float((stroke.path[both] > edge[both] + 2).mean()) if both.any() else 0.0
        moved = np.abs(np.diff(stroke.path[np.isfinite(stroke.path)])) > 0.5
        return inside >= _INSIDE and float(moved.mean() if len(moved) else 1.0) <= 1 - _LEVEL_TOP

    return tuple(stroke for stroke in strokes if not is_grid(stroke))


def outlined(areas: Areas, strokes: Sequence[Stroke]) -> bool:
    """Whether a lone area has a line along its upper edge, which is then the better one to read; or several lines."""
    if len(strokes) != 1:
        return len(strokes) > 1
    line, edge = strokes[0].path, areas.tops[0].path
    both = np.isfinite(line) & np.isfinite(edge)
    whole = int(both.sum()) >= 0.97 * int(np.isfinite(edge).sum())
    return whole and strokes[0].thickness >= 1.3 and float(np.median(np.abs(line - edge)[both])) <= 4


def _behind(pixels: Pixels, layers: Sequence[Layer]) -> list[Layer]:
    """The colours that fill so much of the picture that they are taken for its ground and are no layer."""
    some = pixels[::3, ::3].reshape(-1, 3).astype(np.int64)
    codes, counts = np.unique((some[:, 0] << 16) | (some[:, 1] << 8) | some[:, 2], return_counts=True)
    found: list[Layer] = []
    for code in codes[counts >= 0.15 * len(some)].tolist():
        colour = (code >> 16, (code >> 8) & 255, code & 255)
        if (
            min(colour) < PALE
            and not near(colour, paper(pixels))
            and not any(near(colour, layer.colour, 2) for layer in layers)
        ):
            plan = (
                np.abs(pixels.astype(np.int16) - np.array(colour, np.int16)).max(axis=2) <= TOLERANCE
            ).astype(np.uint8)
            found.append(Layer(colour, plan, 1, int(plan.sum())))
    return found


def _band(layer: Layer) -> _Band | None:
    """The largest piece of a colour if it is an area: wide, whole, with a moving edge that does not go in steps. Grid
    lines that shine through it are closed, text on it is filled."""
    width = layer.plan.shape[1]
    if layer.count < _LEAST_HEIGHT * _LEAST_WIDTH * width:
        return None
    labels, stats = _pieces(layer)
    number = int(np.argmax(stats[1:, 4])) + 1
    if stats[number, 2] < _LEAST_WIDTH * width:
        return None
    return _shaped(layer, labels == number)


def _pieces(layer: Layer) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """The connected pieces of a colour, grid lines through them closed: their plan and their measures."""
    import cv2

    closed = cv2.morphologyEx(layer.mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(closed, connectivity=4)
    return np.asarray(labels, np.int32), np.asarray(stats, np.int32)


def in_panels(layers: Sequence[Layer]) -> bool:
    """Whether areas of one colour stand side by side on one floor, each with a sloping upper edge: several charts.

    Not covered: areas of different colours or on floors of different height; areas less than a tenth of the picture wide.
    """
    for layer in layers:
        height, width = layer.plan.shape
        if layer.count < _LEAST_HEIGHT * _LEAST_PANEL * width:
            continue
        labels, stats = _pieces(layer)
        large = np.flatnonzero((stats[:, 2] >= _LEAST_PANEL * width) & (stats[:, 3] >= _LEAST_SHARE * height))
        bands = [
            band for number in large if number > 0 if (band := _shaped(layer, labels == number)) is not None
        ]
        sloping = sorted((b for b in bands if _slopes(b)), key=lambda b: int(b.columns[0]))
        for one, other in itertools.pairwise(sloping):
            floors = [float(np.nanmedian(b.bottom)) for b in (one, other)]
            if one.columns[-1] < other.columns[0] and abs(floors[0] - floors[1]) <= 3:
                return True
    return False


def _slopes(band: _Band) -> bool:
    """Whether the upper edge of a band moves in small steps away from its ends, which markers spoil and which round bars
    have too."""
    aside = band.columns.size // 5
    inner = band.top[band.columns[aside:-aside]]
    moves = np.abs(np.diff(inner))
    return (
        float(np.ptp(inner)) >= _STEP
        and float(moves.max()) < _STEP
        and _LEVEL_TOP * moves.size > np.sum(moves == 0)
    )


def _shaped(layer: Layer, inside: NDArray[np.bool_]) -> _Band | None:
    """A piece of a colour as a band, None where its edges are those of bars, text or panels."""
    import cv2

    height, width = inside.shape
    piece = inside.astype(np.uint8)
    outlines, _ = cv2.findContours(piece, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    cv2.drawContours(piece, outlines, -1, 1, thickness=cv2.FILLED)
    filled = piece > 0
    columns = np.flatnonzero(filled.any(axis=0))
    top, bottom = np.full(width, np.nan), np.full(width, np.nan)
    top[columns] = filled[:, columns].argmax(axis=0)
    bottom[columns] = height - filled[::-1, columns].argmax(axis=0)
    thick = (bottom - top)[columns]
    whole = filled[:, columns].sum(axis=0) / thick
    moves = max(float(np.ptp(edge[columns])) for edge in (top, bottom))
    if thick.mean() < _LEAST_HEIGHT or whole.mean() < 0.93 or moves <= 3 or thick.max() > 0.92 * height:
        return None
    if max(steps(top[columns]), steps(bottom[columns])) > _MOST_STEPS:
        return None
    inner = columns[3:-3]  # grid lines and soft rims spoil the very ends
    rises = np.abs(np.concatenate([np.diff(top[inner]), np.diff(bottom[inner])]))
    small = (rises > 0) & (rises < _STEP)
    if int(small.sum()) < _LEAST_SMALL:
        return None
    return _Band(layer, filled, top, bottom, float(rises[small].sum() / rises.sum()))


def _edge(band: _Band, edge: Floats) -> Stroke:
    columns = np.flatnonzero(np.isfinite(edge))
    box = Box(
        float(columns[0]),
        float(np.nanmin(edge)),
        float(columns[-1] + 1),
        float(np.nanmax(band.bottom)),
    )
    path = _without_soft_ends(edge, columns)
    mask = np.where(band.mask, np.uint8(255), np.uint8(0))
    return Stroke(band.layer.colour, mask, box, path, np.isfinite(path), 0.0)


def _without_soft_ends(edge: Floats, columns: NDArray[np.intp]) -> Floats:
    """An edge without its outermost columns where it leaps there: a column that an area fills in part is too short."""
    path = edge.copy()
    for order in (columns, columns[::-1]):
        ends = order[: _SOFT_COLUMNS + 1]
        leaps = np.flatnonzero(np.abs(np.diff(edge[ends])) > _STEP)
        if leaps.size:
            path[ends[: leaps[-1] + 1]] = np.nan
    return path
