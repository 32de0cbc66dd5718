"""What a bar without a printed value is worth: read off the value axis, or by the lengths of the labelled bars.

Not covered: scales that are no straight line, which ``axis.check_axes`` refuses.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from recast.numbers.written import SCALES
from recast.perception.axis import Axis, rounded
from recast.perception.bars import Bar, Bars, Ruler, lay, unlay
from recast.perception.printed import Printed, common_scale
from recast.types import Box, Cell

_NEAREST = 0.04  # how far the scale of the axis and that of the printed values may differ, as a share
_REACH = 3.0  # pixels around the end of a bar that its box holds
_LEAST_SHARE = 0.8  # of the printed values that must lie on one line before others are measured by it


@dataclass(frozen=True, slots=True)
class Gauge:
    """``value = rate × along + offset``; ``tolerance`` is what half a pixel at the end of a bar is worth."""

    rate: float
    offset: float
    tolerance: float
    confidence: float

    def value_at(self, along: float) -> float:
        return self.rate * along + self.offset


def magnitudes(bars: Bars, ticks: Sequence[Printed], matched: Mapping[Bar, Printed]) -> bool:
    """Whether bars to both sides of the zero line carry values without a sign: a pyramid, a diverging stack.

    Told from the ticks of the axis, else from the printed values. Not covered: a minus that was not read at any bar.
    """
    if not any(b.negative for b in bars.all) or all(b.negative for b in bars.all):
        return False
    before = [v.value for v in ticks if lay(v.box, bars.orientation).along < bars.zero - 5]
    if before:
        return all(value > 0 for value in before)
    left = [value.value for bar, value in matched.items() if bar.negative]
    return bool(left) and all(value >= 0 for value in left)


def gauge(bars: Bars, axis: Axis | None, matched: Mapping[Bar, Printed], ruler: Ruler | None) -> Gauge | None:
    """How the bars without a printed value are measured, in the scale of the printed values: by the axis where it
    agrees with them, else by the line through them; None where neither can be trusted."""
    measured = ruler if ruler is not None and ruler.share >= _LEAST_SHARE and len(matched) >= 3 else None
    if axis is not None:
        scaled = by_axis(axis, common_scale(list(matched.values())) if matched else axis.scale)
        if measured is None or abs(measured.rate / scaled.rate - 1) <= _NEAREST:
            return scaled
    if measured is None:
        return None
    return Gauge(
        measured.rate,
        measured.offset - measured.rate * bars.zero,
        abs(measured.rate),
        0.9 * measured.share * min(v.confidence for v in matched.values()) ** 0.5,
    )


def by_axis(axis: Axis, scale: str) -> Gauge:
    """The measure that a value axis gives, in another scale than it is written in."""
    factor = float(SCALES.get(axis.scale, 1) / SCALES.get(scale, Decimal(1)))
    return Gauge(axis.rate * factor, axis.offset * factor, axis.tolerance * factor, axis.confidence)


def strays(bars: Bars, axis: Axis, matched: Mapping[Bar, Printed], unsigned: bool) -> dict[Bar, Printed]:
    """Numbers at bars that the value axis does not bear out: in a chart whose bars mostly carry none, what is read
    there is an edge, a letter or a note, not the value."""
    wrong: dict[Bar, Printed] = {}
    for column in bars.columns:
        for bar in column:
            value = matched.get(bar)
            if value is None:
                continue
            measure = by_axis(axis, value.scale)
            expected = off_the_gauge(bar, column, bars, measure, unsigned).value
            slack = max(3 * abs(measure.rate), 0.03 * abs(float(expected or 0)))
            if expected is None or abs(float(value.value) - float(expected)) > slack:
                wrong[bar] = value
    return wrong


def off_the_gauge(bar: Bar, column: Sequence[Bar], bars: Bars, gauge: Gauge, unsigned: bool) -> Cell:
    """The cell of a bar, or of one segment of a stack, by where it begins and ends. ``column`` is the whole stack,
    from its lowest segment up; ``unsigned``: values to both sides of the zero line are written without a sign."""
    inner, outer = (bar.laid.high, bar.laid.low) if bar.negative else (bar.laid.low, bar.laid.high)
    tolerance = gauge.tolerance
    neighbours = [b for b in column if b is not bar and b.negative == bar.negative]
    below = [b for b in neighbours if abs(b.tip - inner) <= 5]
    above = [b for b in neighbours if abs((b.laid.high if b.negative else b.laid.low) - outer) <= 5]
    if above:
        edge = above[0].laid.high if bar.negative else above[0].laid.low
        outer = (outer + edge) / 2
    value = gauge.value_at(outer)
    if below:
        inner = (inner + below[0].tip) / 2
        value -= gauge.value_at(inner)
        tolerance *= 1.4
    if unsigned:
        value = abs(value)
    cut, tolerance_cut = rounded(value, tolerance)
    confidence = gauge.confidence * (0.9 if bar.laid.length < 4 else 1.0)
    return Cell(cut, str(cut), "axis", tolerance_cut, confidence, _end(bar, bars))


def _end(bar: Bar, bars: Bars) -> Box:
    box = unlay(bar.laid, bars.orientation)
    if bars.orientation == "vertical":
        at = box.bottom if bar.negative else box.top
        return Box(box.left, at - _REACH, box.right, at + _REACH)
    at = box.left if bar.negative else box.right
    return Box(at - _REACH, box.top, at + _REACH, box.bottom)
