"""Values of points on lines: printed beside them, else read off the value axis, else off the scale that the printed
values themselves give.

The height of every point against the scale settles which printed value belongs to which of two close lines, and what
does not lie on it is not taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from statistics import median

from recast.errors import Refused
from recast.numbers.written import in_scale
from recast.perception.axis import Axis, axis_through, rounded
from recast.perception.marks import Colour, ink_colour
from recast.perception.printed import Printed, cheapest, printed_value
from recast.perception.stroke import Stroke
from recast.perception.text import Pixels, read_crops
from recast.types import Box, Cell

_MOST_CROPS = 24  # places that are looked at again
_FARTHEST = 6.5  # pixels that a printed value right at a point may lie off the scale
_REACH = 3.0  # pixels around a point that its box holds


@dataclass(frozen=True, slots=True)
class Point:
    """A point of a line: series and category by index, its place, how far off its height may be (pixels), whether the
    label of its category is written, and in a stack of areas where the band begins."""

    series: int
    category: int
    x: float
    y: float
    doubt: float = 0.5
    named: bool = True
    base: float | None = None


@dataclass(frozen=True, slots=True)
class Readings:
    """What the points are worth: the printed value of some by index, and the scale for the others."""

    printed: dict[int, Printed]
    scale: Axis | None


def read_values(
    pixels: Pixels,
    points: Sequence[Point],
    values: Sequence[Printed],
    strokes: Sequence[Stroke],
    axis: Axis | None,
    pitch: float,
    line: float,
) -> Readings:
    """The values of all points; ``values`` are the numbers of the picture without those of axes, ``pitch`` is the
    distance of points and ``line`` the height of text (pixels).

    Raises ``Refused`` where there is neither an axis nor enough printed values.
    """
    colours = [s.colour for s in strokes]
    printed = _match(pixels, points, values, colours, pitch, line, axis)
    scale = axis
    if axis is None:
        scale = axis_through([(-points[i].y, value) for i, value in printed.items()])
        if scale is not None:
            printed = _match(pixels, points, values, colours, pitch, line, scale)
            scale = axis_through([(-points[i].y, value) for i, value in printed.items()]) or scale
    if scale is not None:
        printed = _looked_again(pixels, points, printed, scale, pitch, line)
    if scale is None and len(printed) < min(2, len(points)):
        raise Refused(
            "a line chart with neither a value axis that can be read nor printed values at its points"
        )
    if axis is None and _unassigned(points, printed, values, strokes, line):
        raise Refused("some printed values of the lines stand at points without a label of their own")
    return Readings(printed, scale)


def cell_of(point: Point, index: int, readings: Readings, unit_scale: str) -> Cell:
    """The cell of a point in the scale ``unit_scale`` ("", "million"): printed, read off, or missing."""
    value = readings.printed.get(index)
    if value is not None:
        return Cell(
            in_scale(value.value, value.scale, unit_scale),
            value.text,
            "printed",
            Decimal(0),
            value.confidence,
            value.box,
        )
    axis = readings.scale
    if axis is None:
        return Cell(None, None, "missing")
    factor = float(in_scale(Decimal(1), axis.scale, unit_scale))
    off = axis.tolerance + axis.rate * max(0.0, point.doubt - 0.5)
    value_there = axis.value_at(-point.y) if point.base is None else axis.rate * (point.base - point.y)
    shown, tolerance = rounded(value_there * factor, off * factor)
    sure = (
        axis.confidence * max(0.5, 1.0 - 0.12 * max(0.0, point.doubt - 0.5)) * (1.0 if point.named else 0.92)
    )
    box = Box(point.x - _REACH, point.y - _REACH, point.x + _REACH, point.y + _REACH)
    return Cell(shown, str(shown), "axis", tolerance, sure, box)


def _agrees(axis: Axis, point: Point, value: Printed) -> bool:
    """Whether a printed value lies on the scale at a point, as far as reading and rounding allow."""
    expected = _expected(axis, point.y, value)
    rate = _expected_rate(axis, value)
    slack = max((2.3 + point.doubt) * rate, 0.51 * 10.0**-value.decimals + rate, 0.015 * abs(expected))
    return abs(float(value.value) - expected) <= slack


def _expected(axis: Axis, y: float, value: Printed) -> float:
    """What the scale says at a height, in the scale of a printed value."""
    return axis.value_at(-y) * float(in_scale(Decimal(1), axis.scale, value.scale))


def _expected_rate(axis: Axis, value: Printed) -> float:
    """What a pixel is worth, in the scale of a printed value."""
    return axis.rate * float(in_scale(Decimal(1), axis.scale, value.scale))


def _match(
    pixels: Pixels,
    points: Sequence[Point],
    values: Sequence[Printed],
    colours: Sequence[Colour],
    pitch: float,
    line: float,
    scale: Axis | None,
) -> dict[int, Printed]:
    """The value of each point (by index) by distance and colour of the text, and by the scale once there is one. What
    lies a little off the scale right above or below a point is taken last, and doubted."""
    inks = {v.box: _ink_series(pixels, v.box, colours) for v in values}
    first, last = (end(p.category for p in points) if points else 0 for end in (min, max))
    offers: list[tuple[float, int, Printed]] = []
    for index, point in enumerate(points):
        for value in values:
            beside = _sideways(value.box, point, first, last)
            apart = abs(value.box.y - point.y)
            if beside <= 5 and apart <= 5 and value.value == 0:
                continue  # the ring of a marker
            if beside > max(0.55 * pitch, 0.9 * line) or beside > 2.5 * line or apart > 3.2 * line:
                continue
            ink = inks[value.box]
            if ink is not None and ink != point.series:
                continue
            cost = beside / line + apart / line
            if scale is not None and not _agrees(scale, point, value):
                off = abs(float(value.value) - _expected(scale, point.y, value)) / _expected_rate(
                    scale, value
                )
                if off > _FARTHEST or beside > 0.5 * line or apart > 1.8 * line:
                    continue
                cost, value = cost + 10, replace(value, confidence=min(value.confidence, 0.7))
            offers.append((cost, index, value))
    return cheapest(offers)


def _sideways(box: Box, point: Point, first: int, last: int) -> float:
    """How far a value stands beside a point. At either end of the axis it is pushed inwards, to stay in the plot."""
    if point.category in (first, last) and box.left - 2 <= point.x <= box.right + 2:
        return 0.3 * abs(box.x - point.x)
    return abs(box.x - point.x)


def _ink_series(pixels: Pixels, box: Box, colours: Sequence[Colour]) -> int | None:
    """The stroke whose colour a value is written in, None where it is written in black or grey."""
    ink = ink_colour(pixels, box)
    if ink is None or max(ink) - min(ink) < 50 or len(colours) < 2:
        return None
    distances = [max(abs(a - b) for a, b in zip(c, ink, strict=True)) for c in colours]
    best = min(range(len(colours)), key=lambda i: distances[i])
    return best if distances[best] <= 45 else None


def _looked_again(
    pixels: Pixels,
    points: Sequence[Point],
    printed: dict[int, Printed],
    scale: Axis,
    pitch: float,
    line: float,
) -> dict[int, Printed]:
    """Where most points have a value, the places above and below the others read again; only what the scale confirms
    is taken. A value with fewer decimals than the others that lies beside the scale is read again too, and doubted."""
    settled = dict(printed)
    usual = max((v.decimals for v in printed.values()), default=0)
    for index, value in printed.items():
        off = abs(float(value.value) - _expected(scale, points[index].y, value)) / _expected_rate(
            scale, value
        )
        if value.decimals >= usual or off <= 1.8:
            continue
        readings = [t for size in (2.0, 3.0) for t in read_crops(pixels, [value.box], size)]
        again = [p for t in readings if (p := printed_value(t)) is not None and p.decimals == usual]
        again = [p for p in again if _agrees(scale, points[index], p)]
        better = again[0] if again else value
        settled[index] = replace(
            better, box=value.box, confidence=min(better.confidence, 0.8 if again else 0.5)
        )
    missing = [i for i in range(len(points)) if i not in printed]
    if not missing or len(missing) > min(_MOST_CROPS, 0.4 * len(points)):
        return settled
    half = min(median([v.box.width for v in printed.values()]) / 2 + 2, max(pitch / 2, 0.8 * line))
    up = [points[i].y - v.box.y for i, v in printed.items() if v.box.y < points[i].y]
    down = [v.box.y - points[i].y for i, v in printed.items() if v.box.y >= points[i].y]
    offsets = [-median(up)] if up else []
    offsets += [median(down)] if down else []
    for offset in offsets:
        left = [i for i in missing if i not in settled]
        places = [(points[i].x, points[i].y + offset) for i in left]
        boxes = [Box(x - half, y - 0.5 * line, x + half, y + 0.5 * line) for x, y in places]
        for index, reading in zip(left, read_crops(pixels, boxes, 2.0, margin=1), strict=True):
            found = printed_value(reading)
            if found is not None and _agrees(scale, points[index], found):
                settled[index] = replace(found, confidence=min(found.confidence, 0.8))
    return settled


def _unassigned(
    points: Sequence[Point],
    printed: dict[int, Printed],
    values: Sequence[Printed],
    strokes: Sequence[Stroke],
    line: float,
) -> bool:
    """Whether a number by a line belongs to no point: one between the labels of the time axis, or one that the
    recogniser ran together with it. Numbers that stand in the box of a value that was read again do not count, nor
    those at a point that has no printed value, nor the ring of a marker read as "0"."""
    taken = [v.box for v in printed.values()]
    without = [p for i, p in enumerate(points) if i not in printed]
    for value in values:
        x, y = value.box.x, value.box.y
        if value.box in taken or any(b.left <= x <= b.right and b.top <= y <= b.bottom for b in taken):
            continue
        if any(abs(p.x - x) <= 5 and abs(p.y - y) <= 5 for p in points):
            continue
        if any(abs(p.x - x) <= line and abs(p.y - y) <= 3.2 * line for p in without):
            continue
        heights = [s.height_at(x, line) for s in strokes if s.box.left <= x <= s.box.right]
        if any(h is not None and abs(h[0] - y) <= 2.2 * line for h in heights):
            return True
    return False
