"""The geometry of pies and rings: the circle that coloured regions make, and its sectors, told by polar sampling."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from recast.perception.marks import PALE, Colour, Layer, Region, near
from recast.perception.text import Pixels
from recast.types import Box

_STEPS = 1440  # a quarter of a degree each
_TRIES = 400
_LEAST_RADIUS = 36.0
_LEAST = 1.8  # pixels: what is narrower is the blend of two neighbours
_THIN = 3.6  # pixels: what is no wider than this, at three quarters of the radius, is a line between sectors


@dataclass(frozen=True, slots=True)
class Slice:
    """One sector: its colour, the share of the whole that it fills and the direction of its middle (radians, clockwise
    from the top)."""

    colour: Colour
    share: float
    middle: float


@dataclass(frozen=True, slots=True)
class Pie:
    """A circle of sectors, with the radius of its hole (0 for a full pie)."""

    x: float
    y: float
    radius: float
    hole: float
    slices: tuple[Slice, ...]

    @property
    def box(self) -> Box:
        return Box(self.x - self.radius, self.y - self.radius, self.x + self.radius, self.y + self.radius)


def find_pie(pixels: Pixels, layers: Sequence[Layer], found: Sequence[Region]) -> Pie | None:
    """The pie or ring in the picture, or None where no two regions lie in one circle that their outline follows.

    A half ring counts. Not covered: slices drawn in perspective, rings within rings, and patterns instead of colours.
    """
    big = [
        r
        for r in found
        if r.area > 150
        and 0.12 < r.fill < 0.93
        and max(r.box.width, r.box.height) > 24
        and min(r.box.width, r.box.height) > 6
    ]
    if not big or not layers:
        return None
    plan = layers[0].plan
    circle = _circle(plan, _touching(big))
    if circle is None:
        return None
    x, y, radius = circle
    inside = [
        r
        for r in found
        if math.hypot(r.box.x - x, r.box.y - y) < 1.05 * radius and _within(r.box, x, y, radius)
    ]
    polar = _polar(plan, x, y, radius)
    hole = _hole(polar)
    slices = _slices(pixels, layers, polar, (x, y, radius, hole))
    if len(slices) < 2 or sum(r.area for r in inside) < 0.3 * math.pi * (radius**2 - (hole * radius) ** 2):
        return None
    return Pie(x, y, radius, hole * radius, slices)


def _touching(big: Sequence[Region]) -> list[Region]:
    """The largest region and all that stand within a few pixels of it or of one that does."""
    group = [max(big, key=lambda r: r.area)]
    for _ in range(len(big)):
        more = [r for r in big if r not in group and any(_close(r.box, g.box) for g in group)]
        if not more:
            break
        group += more
    return group


def _close(one: Box, other: Box, reach: float = 12) -> bool:
    return (
        one.left <= other.right + reach
        and one.right >= other.left - reach
        and one.top <= other.bottom + reach
        and one.bottom >= other.top - reach
    )


def _within(box: Box, x: float, y: float, radius: float) -> bool:
    reach = 1.12 * radius + 3
    return (
        x - reach <= box.left and box.right <= x + reach and y - reach <= box.top and box.bottom <= y + reach
    )


def _circle(plan: NDArray[np.uint8], group: Sequence[Region]) -> tuple[float, float, float] | None:
    """The circle on which most of the outline of the regions lies: centre and radius, or None where no circle holds
    a good part of it."""
    import cv2

    left = int(min(r.box.left for r in group))
    top = int(min(r.box.top for r in group))
    right = int(max(r.box.right for r in group))
    bottom = int(max(r.box.bottom for r in group))
    inked = (plan[top:bottom, left:right] > 0).astype(np.uint8)
    solid = cv2.morphologyEx(inked, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))  # leader lines and letters go
    solid = cv2.morphologyEx(np.pad(solid, 6), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    outlines, _ = cv2.findContours(solid, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    outlines = [o for o in outlines if len(o) > 30]
    if not outlines:
        return None
    points = np.concatenate([o[:, 0, :] for o in outlines]).astype(np.float64)
    points += np.array([left - 6, top - 6])
    if len(points) < 80:
        return None
    draw = np.random.default_rng(0)
    best, most = (0.0, 0.0, 0.0), 0
    widest = 0.75 * max(plan.shape)
    for _ in range(_TRIES):
        circle = _through(points[draw.choice(len(points), 3, replace=False)])
        if circle is None or not _LEAST_RADIUS <= circle[2] <= widest:
            continue
        apart = np.abs(np.hypot(points[:, 0] - circle[0], points[:, 1] - circle[1]) - circle[2])
        count = int((apart < 1.5).sum())
        if count > most:
            best, most = circle, count
    x, y, radius = best
    if not most or most < 0.33 * len(points) or most < 0.4 * math.pi * 2 * radius * 0.45:
        return None
    on = points[np.abs(np.hypot(points[:, 0] - x, points[:, 1] - y) - radius) < 1.5]
    arc = np.unique((np.degrees(np.arctan2(on[:, 1] - y, on[:, 0] - x)) // 6).astype(int))
    return best if len(arc) >= 22 else None  # at least some 130 degrees of it


def _through(three: NDArray[np.float64]) -> tuple[float, float, float] | None:
    (ax, ay), (bx, by), (cx, cy) = three.tolist()
    twice = 2 * (ax * (by - cy) + bx * (cy - ay) + cx * (ay - by))
    if abs(twice) < 60:
        return None
    a, b, c = ax * ax + ay * ay, bx * bx + by * by, cx * cx + cy * cy
    x = (a * (by - cy) + b * (cy - ay) + c * (ay - by)) / twice
    y = (a * (cx - bx) + b * (ax - cx) + c * (bx - ax)) / twice
    return x, y, math.hypot(ax - x, ay - y)


_RINGS = 48


def _polar(plan: NDArray[np.uint8], x: float, y: float, radius: float) -> NDArray[np.uint8]:
    """The layer met at each part of the radius (rows, from 0.02 to 0.98) in each direction (columns, from the top)."""
    angles = np.arange(_STEPS) * (2 * math.pi / _STEPS)
    radii = np.linspace(0.02, 0.98, _RINGS)[:, None] * radius
    xs = np.clip(np.rint(x + radii * np.sin(angles)).astype(int), 0, plan.shape[1] - 1)
    ys = np.clip(np.rint(y - radii * np.cos(angles)).astype(int), 0, plan.shape[0] - 1)
    return np.asarray(plan[ys, xs], dtype=np.uint8)


def _hole(polar: NDArray[np.uint8]) -> float:
    """The part of the radius up to which the circle is empty, but for text in it; 0 where the middle is filled."""
    filled = (polar > 0).mean(axis=1)
    usual = float(np.median(filled[int(0.7 * _RINGS) : -2]))
    empty = np.flatnonzero(filled[: int(0.9 * _RINGS)] < 0.5 * usual)
    if len(empty) < 8:
        return 0.0
    return float(np.linspace(0.02, 0.98, _RINGS)[empty[-1]])


def _slices(
    pixels: Pixels,
    layers: Sequence[Layer],
    polar: NDArray[np.uint8],
    circle: tuple[float, float, float, float],
) -> tuple[Slice, ...]:
    """The sectors in clockwise order from the top. Each direction has the layer that most of its outer part shows, so
    that text in a slice does not cut it; thin lines between slices are left out, but part two of one colour."""
    _, _, radius, hole = circle
    band = polar[int(max(hole, 0.35) * _RINGS) + 1 : _RINGS - 1]
    counts = np.stack([(band == place).sum(axis=0) for place in range(len(layers) + 1)])
    shown = counts.argmax(axis=0)
    per_step = 2 * math.pi * radius * 0.75 / _STEPS
    runs = _around([(int(place), start, end) for place, start, end in _runs(shown)])
    solid: list[tuple[int, int, int]] = []
    parted = True
    for place, start, end in runs:
        wide = (end - start) * per_step
        pale = place == 0
        thin = wide <= _THIN and (pale or max(layers[place - 1].colour) < 90)
        if thin or wide < _LEAST or (pale and not _drawn(pixels, circle, start, end)):
            # a line parts two slices of one colour only where it runs all the way
            through = counts[place, start % _STEPS] >= 0.8 * len(band)
            parted = parted or through or wide > _THIN
            continue
        if solid and solid[-1][0] == place and not parted:
            solid[-1] = (place, solid[-1][1], end)
        else:
            solid.append((place, start, end))
        parted = False
    if (
        len(solid) > 1
        and solid[0][0] == solid[-1][0]
        and not parted
        and solid[-1][2] % _STEPS == solid[0][1] % _STEPS
    ):
        place, start, _ = solid.pop()
        solid[0] = (place, start - _STEPS, solid[0][2])
    total = sum(end - start for _, start, end in solid)
    return tuple(
        Slice(
            layers[place - 1].colour if place else _colour_of(pixels, circle, start, end),
            (end - start) / total,
            ((start + end) / 2 * (2 * math.pi / _STEPS)) % (2 * math.pi),
        )
        for place, start, end in solid
    )


def _runs(shown: NDArray[np.intp]) -> list[tuple[int, int, int]]:
    cuts = [0, *(np.flatnonzero(np.diff(shown)) + 1).tolist(), len(shown)]
    return [(int(shown[a]), a, b) for a, b in itertools.pairwise(cuts)]


def _around(runs: list[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    """The first run joined with the last where they are one over the top of the circle."""
    if len(runs) > 1 and runs[0][0] == runs[-1][0]:
        place, start, _ = runs[-1]
        return [(place, start - _STEPS, runs[0][2]), *runs[1:-1]]
    return runs


def _drawn(pixels: Pixels, circle: tuple[float, float, float, float], start: int, end: int) -> bool:
    """Whether a stretch as pale as paper is a slice: of another colour than the page, or closed along the circle by a
    drawn line."""
    page = _page_colour(pixels)
    if not near(_colour_of(pixels, circle, start, end), page, 6):
        return True
    x, y, radius, _ = circle
    seen = 0
    steps = range(start, end, max(1, (end - start) // 60))
    for step in steps:
        angle = step * 2 * math.pi / _STEPS
        rim = [_pixel(pixels, x, y, float(part), angle) for part in np.arange(radius - 4, radius + 5)]
        seen += any(not near(colour, page, 255 - PALE + 14) for colour in rim)
    return seen >= 0.8 * len(steps)


def _pixel(pixels: Pixels, x: float, y: float, part: float, angle: float) -> Colour:
    row = min(max(round(y - part * math.cos(angle)), 0), pixels.shape[0] - 1)
    column = min(max(round(x + part * math.sin(angle)), 0), pixels.shape[1] - 1)
    red, green, blue = pixels[row, column].tolist()
    return red, green, blue


def _colour_of(pixels: Pixels, circle: tuple[float, float, float, float], start: int, end: int) -> Colour:
    """The usual colour along the middle of a sector."""
    x, y, radius, hole = circle
    middle = (start + end) * math.pi / _STEPS
    parts = np.linspace(max(0.5, hole + 0.05), 0.93, 24) * radius
    seen = np.median([_pixel(pixels, x, y, float(part), middle) for part in parts], axis=0)
    return int(seen[0]), int(seen[1]), int(seen[2])


def _page_colour(pixels: Pixels) -> Colour:
    rim = np.concatenate([pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]])
    middle = np.median(rim, axis=0)
    return (int(middle[0]), int(middle[1]), int(middle[2]))
