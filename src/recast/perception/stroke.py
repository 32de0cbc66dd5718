"""One line of a chart in pixels: its height at a place, to a fraction of a pixel.

Dashes, dots, markers and what a label or another line hides are bridged.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from recast.perception.marks import Colour, Mask
from recast.types import Box

_STEP = 4  # pixels: what rises so much between two columns, level on both sides, is the top of a bar
_LEVEL = 0.9  # of such an outline is level
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Stroke:
    """One line of the chart. ``path`` is its middle in each column of the picture (pixels from the top, the middle of
    row ``r`` being ``r + 0.5``), NaN where it is not seen; ``steady`` are the columns where it is as thick as usual, so
    that no marker and no text touches it; ``thickness`` is measured across the line; ``dots`` are the middles of its
    markers; ``beside`` is the length of what else its colour draws over the same columns, as a share of its own."""

    colour: Colour
    mask: Mask
    box: Box
    path: Floats
    steady: NDArray[np.bool_]
    thickness: float
    dots: tuple[tuple[float, float], ...] = ()
    beside: float = 0.0

    def height_at(self, x: float, pitch: float) -> tuple[float, float] | None:
        """The height at ``x`` of a line whose points are ``pitch`` pixels apart and how far off it may be (both
        pixels), None where it is not seen there.

        A corner is where the straight pieces on both sides meet, so neither a marker nor the joint of a thick line
        moves it. Where something hides the line, the middle between its two ends no further apart than a pitch.
        """
        left, right = (self._side(x, way, pitch) for way in (-1, 1))
        direct, dot = self._near(x, 1.5), self._dot(x)
        hidden = direct is None
        if left is not None and right is not None and not (hidden and self._gap(x) > pitch):
            met = _corner(left, right, x, min(6.0, 0.3 * pitch))
            middle, doubt = (left[1] + right[1]) / 2, max(0.3, abs(left[1] - right[1]) / 2)
            if met is not None:
                middle, doubt = met, 0.4
            if dot is not None and doubt > 0.6 and abs(dot - middle) <= doubt + 3:
                middle, doubt = dot, 0.6
            return middle, doubt + 0.6 * hidden
        if dot is not None:
            return dot, 0.6
        one = left or right
        if direct is not None:
            agrees = one is not None and abs(one[1] - direct) <= max(2.5, self.thickness)
            return (one[1], 0.5) if one is not None and agrees else (direct, 0.8)
        if self._gap(x) <= pitch:
            return self._bridged(x), 2.0
        ends = self.box.left - max(6.0, 1.5 * self.thickness), self.box.right + max(6.0, 1.5 * self.thickness)
        return (one[1], 1.2) if one is not None and ends[0] <= x <= ends[1] else None

    def _side(self, x: float, way: int, pitch: float) -> tuple[float, float] | None:
        """Slope and height at ``x`` of the straight piece on one side, from up to ten columns close by that are
        neither under a marker nor nearer to the next point."""
        clear = max(2.0, 1.2 * self.thickness)
        ends = sorted((x + way * clear, x + way * min(0.5 * pitch, clear + 40.0)))
        first, last = max(0, round(ends[0] - 0.5)), min(len(self.path) - 1, round(ends[1] - 0.5))
        if last - first < 3:
            return None
        every = np.arange(first, last + 1)[::way]
        columns = every[np.isfinite(self.path[every]) & self.steady[every]][:10]
        if columns.size < 3 or abs(columns[-1] - columns[0]) > 24:
            columns = every[np.isfinite(self.path[every])][:10]
        if columns.size < 3:
            return None
        for _ in range(2):
            slope, offset = np.polyfit(columns + 0.5 - x, self.path[columns], 1)
            off = np.abs(self.path[columns] - offset - slope * (columns + 0.5 - x))
            if off.max() <= 1.2 or columns.size < 6:
                break
            columns = columns[off <= max(1.2, float(np.median(off)))]
        return float(slope), float(offset)

    def _near(self, x: float, within: float) -> float | None:
        columns = np.arange(max(0, round(x - within - 0.5)), min(len(self.path), round(x + within - 0.5) + 1))
        heights = self.path[columns]
        heights = heights[np.isfinite(heights)]
        return float(heights.mean()) if heights.size else None

    def _dot(self, x: float) -> float | None:
        near = [(abs(at - x), y) for at, y in self.dots if abs(at - x) <= 2.5]
        return min(near)[1] if near else None

    def _sides_of_gap(self, x: float) -> tuple[int, int] | None:
        """The last column seen before ``x`` and the first seen after it."""
        seen = np.flatnonzero(np.isfinite(self.path))
        after = int(np.searchsorted(seen, x - 0.5))
        return (int(seen[after - 1]), int(seen[after])) if 0 < after < len(seen) else None

    def _gap(self, x: float) -> float:
        sides = self._sides_of_gap(x)
        return float("inf") if sides is None else float(sides[1] - sides[0])

    def _bridged(self, x: float) -> float:
        left, right = self._sides_of_gap(x) or (0, 0)
        return float(np.interp(x - 0.5, [left, right], [self.path[left], self.path[right]]))


def _corner(left: tuple[float, float], right: tuple[float, float], x: float, most: float) -> float | None:
    """Where two straight pieces meet near ``x``, None where they are nearly one line or meet elsewhere."""
    turn = left[0] - right[0]
    if abs(turn) < 0.12:
        return None
    along = (right[1] - left[1]) / turn
    return left[1] + left[0] * along if abs(along) <= most else None


def steps(edge: Floats) -> int:
    """How often a line or an edge goes from one level piece to another where it is level nearly all along, as the tops
    of bars are; 0 for any other."""
    level = np.abs(np.diff(edge)) <= 0.34
    ends = np.flatnonzero(np.diff(np.concatenate([[False], level, [False]]).astype(np.int8)))
    runs = [(int(a), int(b)) for a, b in ends.reshape(-1, 2) if b - a >= 5 and abs(edge[b] - edge[a]) <= 1.5]
    if sum(b - a for a, b in runs) < _LEVEL * len(level):
        return 0
    heights = [float(edge[a : b + 1].mean()) for a, b in runs]
    return sum(abs(b - a) >= _STEP for a, b in itertools.pairwise(heights))


def pitch_of(places: Sequence[float]) -> float:
    """The least distance between neighbouring places (pixels), infinite for a lone one."""
    return min((b - a for a, b in itertools.pairwise(sorted(places))), default=float("inf"))
