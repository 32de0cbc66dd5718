"""The value axis: a regular column or row of numbers at the edge of the plot. Its numbers are not values of marks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from recast.perception.bars import lay
from recast.perception.printed import Printed, common_scale, common_unit, in_scale
from recast.types import Box, Orientation


@dataclass(frozen=True, slots=True)
class Axis:
    """``value = rate × along + offset`` in the frame of the bars, in the scale and unit written at the ticks."""

    rate: float
    offset: float
    unit: str
    scale: str
    boxes: tuple[Box, ...]

    def value_at(self, along: float) -> float:
        return self.rate * along + self.offset


def value_axis(values: Sequence[Printed], plot: Box, orientation: Orientation) -> Axis | None:
    """The ticks of the value axis outside ``plot``: at least three numbers in line whose values grow with their place
    at one rate. None where there are no such numbers.

    Not covered: logarithmic and broken axes, which are no regular ticks and so are taken for none.
    """
    best: Axis | None = None
    for group in _lines(values, plot, orientation):
        axis = _regular(group, orientation)
        if axis is not None and (best is None or len(axis.boxes) > len(best.boxes)):
            best = axis
    return best


def _lines(values: Sequence[Printed], plot: Box, orientation: Orientation) -> list[list[Printed]]:
    """Candidates: numbers left or right of the plot that share an edge, or below or above it in one row."""
    groups: list[list[Printed]] = []
    if orientation == "vertical":
        left = [v for v in values if v.box.right <= plot.left + 4]
        right = [v for v in values if v.box.left >= plot.right - 4]
        for side, edge in ((left, "right"), (left, "left"), (left, "x"), (right, "left"), (right, "right")):
            for value in side:
                at = getattr(value.box, edge)
                groups.append([v for v in side if abs(getattr(v.box, edge) - at) <= 4])
        return groups
    outside = [v for v in values if v.box.top >= plot.bottom - 4 or v.box.bottom <= plot.top + 4]
    for value in outside:
        groups.append([v for v in outside if abs(v.box.top - value.box.top) <= 6])
    return groups


def _regular(group: Sequence[Printed], orientation: Orientation) -> Axis | None:
    if len(group) < 3:
        return None
    scale = common_scale([v for v in group if v.value != 0]) if any(v.value for v in group) else ""
    turned = (
        orientation == "horizontal"
        and sum(v.box.height > 1.2 * v.box.width for v in group if len(v.text) > 2) > 1
    )
    points = []
    for v in group:
        laid = lay(v.box, orientation)
        at = v.box.right - 6 if turned else laid.along
        points.append((at, float(in_scale(v, scale) if v.value else v.value), v))
    points.sort(key=lambda point: point[0])
    best: list[tuple[float, float, Printed]] = []
    line = (0.0, 0.0)
    for i, (a0, v0, _) in enumerate(points):
        for a1, v1, _ in points[i + 1 :]:
            if a1 - a0 < 12 or v1 <= v0:
                continue
            rate = (v1 - v0) / (a1 - a0)
            fits = [p for p in points if abs(p[1] - (v0 + rate * (p[0] - a0))) <= 3.2 * rate]
            if len(fits) > len(best):
                best, line = fits, (rate, v0 - rate * a0)
    if len(best) < 3 or len({p[1] for p in best}) < 3:
        return None
    n = len(best)
    mean_a, mean_v = sum(p[0] for p in best) / n, sum(p[1] for p in best) / n
    spread = sum((p[0] - mean_a) ** 2 for p in best)
    rate = sum((p[0] - mean_a) * (p[1] - mean_v) for p in best) / spread if spread else line[0]
    return Axis(
        rate, mean_v - rate * mean_a, common_unit([p[2] for p in best]), scale, tuple(p[2].box for p in best)
    )
