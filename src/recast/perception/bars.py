"""Bars of a chart as geometry, and the straight line through their lengths and values.

All geometry is in the frame of the bars: ``along`` grows in the direction of larger values (up, or to the right),
``across`` runs over the categories (left to right, or top to bottom).
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal

from recast.perception.marks import Colour, near
from recast.types import Box, Orientation


@dataclass(frozen=True, slots=True)
class Laid:
    """A rectangle in the frame of the bars."""

    low: float
    high: float
    start: float  # across
    end: float

    @property
    def across(self) -> float:
        return (self.start + self.end) / 2

    @property
    def along(self) -> float:
        return (self.low + self.high) / 2

    @property
    def thickness(self) -> float:
        return self.end - self.start

    @property
    def length(self) -> float:
        return self.high - self.low


def lay(box: Box, orientation: Orientation) -> Laid:
    if orientation == "vertical":
        return Laid(-box.bottom, -box.top, box.left, box.right)
    return Laid(box.left, box.right, box.top, box.bottom)


def unlay(laid: Laid, orientation: Orientation) -> Box:
    if orientation == "vertical":
        return Box(laid.start, -laid.high, laid.end, -laid.low)
    return Box(laid.low, laid.start, laid.high, laid.end)


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar or one segment of a stack. ``negative`` bars lie below the zero line."""

    laid: Laid
    colour: Colour
    negative: bool = False

    @property
    def tip(self) -> float:
        return self.laid.low if self.negative else self.laid.high


@dataclass(frozen=True, slots=True)
class Bars:
    """All bars of one plot. ``columns`` are the places across, in order; several bars in one are a stack."""

    orientation: Orientation
    zero: float
    thickness: float
    columns: tuple[tuple[Bar, ...], ...]
    others: tuple[float, ...] = field(default=())  # zero lines of further plots in the picture

    @property
    def all(self) -> tuple[Bar, ...]:
        return tuple(bar for column in self.columns for bar in column)

    @property
    def stacked(self) -> bool:
        return any(len(column) > 1 for column in self.columns)

    @property
    def places(self) -> tuple[float, ...]:
        return tuple(column[0].laid.across for column in self.columns)

    @property
    def pitch(self) -> float:
        """The smallest distance between neighbouring columns, or twice the thickness of a lone one."""
        places = self.places
        steps = [b - a for a, b in itertools.pairwise(places)]
        return min(steps) if steps else 2 * self.thickness

    @property
    def extent(self) -> Box:
        """The rectangle around all bars, in pixels of the picture."""
        boxes = [unlay(b.laid, self.orientation) for b in self.all]
        return Box(
            min(b.left for b in boxes),
            min(b.top for b in boxes),
            max(b.right for b in boxes),
            max(b.bottom for b in boxes),
        )

    @property
    def colours(self) -> tuple[Colour, ...]:
        """The colours of the bars, each once, in order of appearance."""
        colours: list[Colour] = []
        for bar in self.all:
            if not any(near(bar.colour, c) for c in colours):
                colours.append(bar.colour)
        return tuple(colours)


@dataclass(frozen=True, slots=True)
class Ruler:
    """``value = rate × length + offset``; what lies within ``slack(value)`` of it agrees with its bar."""

    rate: float
    offset: float
    share: float  # of the bars that agree

    def agrees(self, length: float, value: Decimal, decimals: int) -> bool:
        predicted = self.rate * length + self.offset
        slack = max(2.2 * abs(self.rate), 0.51 * 10.0**-decimals, 0.02 * abs(predicted))
        return abs(float(value) - predicted) <= slack


def signed_length(bar: Bar, unsigned: bool = False) -> float:
    """The length of a bar in pixels, below zero for a negative one; with ``unsigned`` its mere length."""
    return -bar.laid.length if bar.negative and not unsigned else bar.laid.length


def fit(pairs: Sequence[tuple[float, Decimal, int]]) -> Ruler | None:
    """The line through (length, value, decimals) that most pairs agree with: first through zero, then any; None if
    fewer than half agree with any."""
    usable = sorted(
        ((n, float(value)) for n, value, _ in pairs if abs(n) >= 3), key=lambda pair: -abs(pair[0])
    )
    if len(usable) < 2:
        return None
    rulers = [(value / length, 0.0) for length, value in usable]
    best = _best(rulers, pairs)
    if best.share >= 0.75 or len(usable) < 4:
        return best if best.share >= 0.5 else None
    lines = []
    for i, (l1, v1) in enumerate(usable):
        for l2, v2 in usable[i + 1 :]:
            if abs(l2 - l1) >= 8 and (v2 - v1) / (l2 - l1) > 0:
                rate = (v2 - v1) / (l2 - l1)
                lines.append((rate, v1 - rate * l1))
    step = max(1, len(lines) // 400)
    candidate = _best(lines[::step], pairs) if lines else best
    best = candidate if candidate.share > best.share + 0.15 else best
    return best if best.share >= 0.5 else None


def _best(lines: Sequence[tuple[float, float]], pairs: Sequence[tuple[float, Decimal, int]]) -> Ruler:
    """The line that most pairs agree with, drawn anew through all of those at once."""

    def measured(rate: float, offset: float) -> Ruler:
        ruler = Ruler(rate, offset, 0.0)
        return replace(ruler, share=sum(ruler.agrees(*pair) for pair in pairs) / len(pairs))

    best = max((measured(*line) for line in lines), key=lambda ruler: ruler.share)
    agreeing = [
        (length, float(value) - best.offset)
        for length, value, decimals in pairs
        if best.agrees(length, value, decimals)
    ]
    squares = sum(length * length for length, _ in agreeing)
    if not squares:
        return best
    drawn = measured(sum(length * value for length, value in agreeing) / squares, best.offset)
    return drawn if drawn.share >= best.share else best
