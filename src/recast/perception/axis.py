"""The value axis: a regular column or row of numbers at the edge of the plot, as a straight line from pixels to values.

The numbers give the line roughly; the grid lines or tick marks that they stand at, found in the pixels, give it to half
a pixel. The numbers of the axis are not values of marks.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

import numpy as np
from numpy.typing import NDArray

from recast.errors import Refused
from recast.numbers.written import parse_written
from recast.perception.bars import lay
from recast.perception.printed import Printed, common_scale, common_unit, in_scale, printed_value
from recast.perception.text import Pixels, TextBox
from recast.types import Box, Orientation

_FLUSH, _RAGGED = (
    4.0,
    0.35,
)  # pixels, and share of the height of a label: how far its edge may be off the others
_SLACK = 3.2  # pixels that the middle of a tick label may lie off its tick
_BROKEN = "a broken axis"
_CONTRAST = 5  # of 255: the faintest grid line
_LEAST_RULED = 0.2  # share of a row of the plot that a grid line covers: dotted lines and lines behind bars


@dataclass(frozen=True, slots=True)
class Axis:
    """``value = rate × along + offset`` in the frame of the bars, in the scale and unit written at the ticks.

    ``along`` is ``-y`` or ``x`` in pixels, pixel ``n`` reaching from ``n`` to ``n + 1``. ``tolerance`` is what a value
    read at a place known to half a pixel may be off, in values; ``confidence`` is 0-1; ``boxes`` are the tick labels.
    """

    rate: float
    offset: float
    unit: str
    scale: str
    boxes: tuple[Box, ...]
    tolerance: float = 0.0
    confidence: float = 0.8

    def value_at(self, along: float) -> float:
        return self.rate * along + self.offset

    def rounded(self, along: float) -> tuple[Decimal, Decimal]:
        """The value at a place and its tolerance, both with no more decimals than the tolerance supports."""
        return rounded(self.value_at(along), self.tolerance)


@dataclass(frozen=True, slots=True)
class _Tick:
    """One number of an axis: its place along (pixels), its value in the scale of the axis and its text."""

    along: float
    value: float
    printed: Printed


def rounded(value: float, tolerance: float) -> tuple[Decimal, Decimal]:
    """A measured value cut to the decimal that its tolerance supports (0.4 → one decimal, 30 → tens), and the
    tolerance to two digits."""
    if tolerance <= 0:
        return Decimal(repr(value)), Decimal(0)
    exponent = math.floor(math.log10(tolerance))
    step = Decimal(1).scaleb(exponent)
    whole = (
        Decimal(repr(value)).quantize(step) if exponent <= 0 else Decimal(round(value / 10**exponent)) * step
    )
    fine = Decimal(1).scaleb(exponent - 1)
    width = (Decimal(repr(tolerance)) / fine).to_integral_value() * fine
    return _plain(whole), _plain(width)


def _plain(number: Decimal) -> Decimal:
    """Without exponent notation and without a negative zero."""
    return Decimal(format(number, "f")) + 0


def ticks_of(texts: Sequence[TextBox]) -> list[Printed]:
    """The numbers among the texts. Where decimals are written with a comma ("0,5") and nothing else explains the
    texts, they are read so."""
    plain = [p for t in texts if (p := printed_value(t)) is not None]
    read = {p.box for p in plain}
    commas: list[Printed] = []
    for text in texts:
        found = parse_written(text.text.strip(), ",") if text.box not in read and "," in text.text else None
        if found is not None:
            commas.append(
                Printed(
                    text.text, found.value, found.unit, found.scale, found.decimals, text.box, text.confidence
                )
            )
    return plain + commas


def value_axis(
    values: Sequence[Printed], plot: Box, orientation: Orientation, pixels: Pixels | None = None
) -> Axis | None:
    """The value axis outside ``plot``: at least three numbers in line whose values grow with their place at one rate,
    up to a third of them misread. None where there are no such numbers.

    With ``pixels`` the places are those of the grid lines or tick marks, and two numbers do where grid lines confirm
    both. Not covered: logarithmic and broken axes and second scales, which ``check_axes`` refuses.
    """
    best: Axis | None = None
    for group in _lines(values, plot, orientation):
        axis = _regular(group, plot, orientation, pixels)
        if axis is not None and (best is None or _rank(axis) > _rank(best)):
            best = axis
    return best


def _rank(axis: Axis) -> tuple[int, float]:
    return len(axis.boxes), axis.confidence


def axis_through(pairs: Sequence[tuple[float, Printed]]) -> Axis | None:
    """The scale that printed values at known places along give where no axis is drawn: at least two of different
    height, three in five of all on one line. None where they give none.

    Its tolerance holds half a digit of what is printed; two values alone are a guess at low confidence.
    """
    scale = common_scale([value for _, value in pairs])
    ticks = sorted(
        (_Tick(along, float(in_scale(value, scale)), value) for along, value in pairs), key=lambda t: t.along
    )
    best = _agreeing(ticks)
    if len(best) < 2 or len(best) < 0.6 * len(ticks):
        return None
    along, value = np.array([t.along for t in best]), np.array([t.value for t in best])
    rate, offset = (float(number) for number in np.polyfit(along, value, 1))
    if rate <= 0:
        return None
    off = float(np.sqrt(np.mean((value - rate * along - offset) ** 2))) / rate
    printed = [t.printed for t in best]
    half = 0.5 * 10.0 ** -max(p.decimals for p in printed)
    sure = {2: 0.5, 3: 0.65}.get(len(best), 0.8) * float(np.mean([p.confidence for p in printed]))
    return Axis(rate, offset, common_unit(printed), scale, (), rate * (0.75 + min(off, 2.0)) + half, sure)


def check_axes(values: Sequence[Printed], plot: Box, orientation: Orientation) -> None:
    """Raises ``Refused`` for axes that values cannot be read off by one straight line: a different scale on either
    side, a logarithmic one, a broken one.

    Not covered: a second axis with fewer than three numbers, a break that is drawn but skips no tick.
    """
    sides: list[list[Axis]] = [[], []]
    for group in _lines(values, plot, orientation):
        axis = _regular(group, plot, orientation, None)
        fault = _fault(group, orientation)
        if fault and (axis is None or fault == _BROKEN):
            raise Refused(f"a chart with {fault}; values cannot be read off it")
        if axis is not None:
            first = group[0].box
            far = first.left >= plot.right - 4 if orientation == "vertical" else first.y < plot.y
            sides[far].append(axis)
    if all(sides):
        one, other = (max(side, key=_rank) for side in sides)
        span = lay(plot, orientation)
        reach = abs(one.rate) * max(span.length, 1.0)
        if any(abs(one.value_at(a) - other.value_at(a)) > 0.05 * reach for a in (span.low, span.high)):
            raise Refused("a chart with two value axes of different scales; values cannot be told apart")


def _fault(group: Sequence[Printed], orientation: Orientation) -> str:
    """The name of what numbers that are no straight scale are, else empty."""
    ticks = _places(group, orientation)
    if len(ticks) < 4:
        return ""
    if all(t.value > 0 for t in ticks):
        logs = [replace(t, value=math.log10(t.value)) for t in ticks]
        if logs[-1].value - logs[0].value >= 1.5 and len(_agreeing(logs)) == len(logs):
            return "a logarithmic axis"
    lowest, rest = ticks[0], ticks[1:]
    steps = [b.along - a.along for a, b in itertools.pairwise(ticks)]
    even = max(steps) - min(steps) <= 2 * _SLACK
    if (
        lowest.value == 0
        and even
        and len(_agreeing(rest)) == len(rest)
        and len(_agreeing(ticks)) < len(ticks)
    ):
        return _BROKEN
    return ""


def _lines(values: Sequence[Printed], plot: Box, orientation: Orientation) -> list[list[Printed]]:
    """Candidates: numbers left or right of the plot that share an edge, or below or above it in one row."""
    groups: list[list[Printed]] = []
    if orientation == "vertical":
        left = [v for v in values if v.box.right <= plot.left + 4]
        right = [v for v in values if v.box.left >= plot.right - 4]
        for side, edge in ((left, "right"), (left, "left"), (left, "x"), (right, "left"), (right, "right")):
            for value in side:
                at = getattr(value.box, edge)
                reach = max(_FLUSH, _RAGGED * value.box.height)
                groups.append([v for v in side if abs(getattr(v.box, edge) - at) <= reach])
    else:
        outside = [v for v in values if v.box.top >= plot.bottom - 4 or v.box.bottom <= plot.top + 4]
        groups = [[v for v in outside if abs(v.box.top - value.box.top) <= 6] for value in outside]
    distinct = {tuple(sorted((v.box.left, v.box.top) for v in group)): group for group in groups}
    return list(distinct.values())


def _places(group: Sequence[Printed], orientation: Orientation) -> list[_Tick]:
    """The numbers in order along the axis, in the scale that most are written in."""
    scale = common_scale([v for v in group if v.value != 0]) if any(v.value for v in group) else ""
    turned = (
        orientation == "horizontal"
        and sum(v.box.height > 1.2 * v.box.width for v in group if len(v.text) > 2) > 1
    )
    ticks = [
        _Tick(
            v.box.right - 6 if turned else lay(v.box, orientation).along,
            float(in_scale(v, scale) if v.value else v.value),
            v,
        )
        for v in group
    ]
    return sorted(ticks, key=lambda tick: tick.along)


def _agreeing(ticks: Sequence[_Tick]) -> list[_Tick]:
    """The largest set of ticks on one rising line; a tick whose minus was not read takes part with it."""
    best: list[_Tick] = []
    for i, one in enumerate(ticks):
        for other in ticks[i + 1 :]:
            if other.along - one.along < 12 or other.value <= one.value:
                continue
            rate = (other.value - one.value) / (other.along - one.along)
            fits: list[_Tick] = []
            for tick in ticks:
                expected = one.value + rate * (tick.along - one.along)
                for value in (tick.value, -tick.value):
                    if abs(value - expected) <= _SLACK * rate:
                        fits.append(replace(tick, value=value))
                        break
            if len(fits) > len(best):
                best = fits
    return best


def _regular(
    group: Sequence[Printed], plot: Box, orientation: Orientation, pixels: Pixels | None
) -> Axis | None:
    if len(group) < (3 if pixels is None else 2):
        return None
    ticks = _places(group, orientation)
    fits = _in_steps(_agreeing(ticks))
    if len(fits) < 2 or len(fits) < 0.6 * len(ticks):
        return None
    placed = _ruled(pixels, fits, plot, orientation) if pixels is not None else []
    if len(fits) < 3 and len(placed) < 2:
        return None
    used = placed or fits
    along = np.array([t.along for t in used])
    value = np.array([t.value for t in used])
    rate, offset = (float(number) for number in np.polyfit(along, value, 1))
    if rate <= 0:
        return None
    off = float(np.sqrt(np.mean((value - rate * along - offset) ** 2))) / rate
    sure = float(np.mean([t.printed.confidence for t in fits]))
    sure *= 0.97 if placed else 0.85
    sure *= 0.85 if len(fits) < 3 else 1.0 - 0.05 * (len(ticks) - len(fits))
    printed = [t.printed for t in fits]
    return Axis(
        rate,
        offset,
        common_unit(printed),
        common_scale([p for p in printed if p.value != 0]),
        tuple(p.box for p in printed),
        rate * (0.5 + max(0.25 if placed else 0.75, min(off, 2.0))),
        sure,
    )


def _in_steps(ticks: Sequence[_Tick]) -> Sequence[_Tick]:
    """The ticks without up to two numbers between them that are values of marks: an axis goes in equal steps. Empty
    where fewer than three are left, two excepted that are all there is."""
    if len(ticks) == 2:
        return ticks
    for dropped in range(min(3, max(0, len(ticks) - 2))):
        for kept in itertools.combinations(ticks, len(ticks) - dropped):
            if len(kept) >= 3 and _even(kept):
                return kept
    return ()


def _even(ticks: Sequence[_Tick]) -> bool:
    """Whether the values go in equal steps, ticks that were not read left out."""
    steps = [b.value - a.value for a, b in itertools.pairwise(ticks)]
    least = min(steps)
    return least > 0 and all(abs(step / least - round(step / least)) <= 0.02 for step in steps)


# ── grid lines and tick marks ────────────────────────────────────────────────────────────────────────────────


def _ruled(pixels: Pixels, ticks: Sequence[_Tick], plot: Box, orientation: Orientation) -> list[_Tick]:
    """The ticks at the grid lines or tick marks that they belong to, all at one distance from the middle of their
    labels; empty where fewer than two, or fewer than three in five of them, have one."""
    upright = (
        pixels if orientation == "vertical" else pixels.swapaxes(0, 1)[::-1]
    )  # values grow upwards in it
    size = upright.shape[0]
    foot = 0.0 if orientation == "vertical" else float(size)
    boxes = [lay(t.printed.box, orientation) for t in ticks]
    high = max(min(t.printed.box.width, t.printed.box.height) for t in ticks)
    rows = [foot - t.along for t in ticks]
    first, last = max(0, int(min(rows) - 2 * high)), min(size, int(max(rows) + 2 * high))
    frame = (plot.left, plot.right) if orientation == "vertical" else (plot.top, plot.bottom)
    start, end = min(b.start for b in boxes), max(b.end for b in boxes)
    strips = [(frame[0], frame[1], _LEAST_RULED)]
    before = end <= frame[0] + 4  # numbers left of the plot, or above it
    strips.append((end + 1, end + 14, 0.2) if before else (start - 14, start - 1, 0.2))
    for left, right, least in strips:
        lines = rule_lines(upright, (left, right), (first, last), least)
        placed = _shifted(ticks, rows, lines, 0.9 * high)
        if len(placed) >= max(2, 0.6 * len(ticks)):
            return [replace(t, along=foot - row) for t, row in placed]
    return []


def _shifted(
    ticks: Sequence[_Tick], rows: Sequence[float], lines: Sequence[float], most: float
) -> list[tuple[_Tick, float]]:
    """The ticks that have a line at the one shift that serves most of them, and its row."""
    shifts = sorted((line - row for row in rows for line in lines if abs(line - row) <= most), key=abs)
    best: list[tuple[_Tick, float]] = []
    for shift in shifts:
        pairs: list[tuple[_Tick, float]] = []
        for tick, row in zip(ticks, rows, strict=True):
            near = min(lines, key=lambda line: abs(line - row - shift))
            if abs(near - row - shift) <= 1.6:
                pairs.append((tick, near))
        if len(pairs) > len(best) and len({row for _, row in pairs}) == len(pairs):
            best = pairs
    return best


def rule_lines(
    pixels: Pixels, across: tuple[float, float], between: tuple[int, int], least: float
) -> list[float]:
    """The middles (rows, pixels) of level lines up to three pixels thick, dotted or not, that cover at least the share
    ``least`` of the free ground in the columns ``across``, in the rows ``between``.

    Free ground has the commonest shade there or in the whole picture, above the line and below it alike.
    """
    left, right = max(0, round(across[0])), min(pixels.shape[1], round(across[1]))
    top, bottom = max(0, between[0] - 4), min(pixels.shape[0], between[1] + 4)
    if right - left < 3 or bottom - top < 9:
        return []
    light: NDArray[np.int16] = pixels[top:bottom, left:right].mean(axis=2).astype(np.int16)
    above, below, here = light[:-6], light[6:], light[3:-3]
    contrast = np.minimum(np.abs(here - above), np.abs(here - below))
    drawn = (contrast > _CONTRAST) & (np.sign(here - above) == np.sign(here - below))
    share, strength = np.zeros(len(here)), np.zeros(len(here))
    for shades in (light, pixels[::4, ::4].mean(axis=2).astype(np.int16)):
        ground = int(np.bincount(shades.ravel()).argmax())
        free = (np.abs(above - below) <= 12) & (np.abs(above - ground) <= 12)
        ruled = free & drawn
        of_free = ruled.sum(axis=1) / np.maximum(free.sum(axis=1), 0.15 * (right - left))
        share, strength = np.maximum(share, of_free), np.maximum(strength, (contrast * ruled).sum(axis=1))
    found: list[float] = []
    wanted = np.flatnonzero(share >= least)
    for run in np.split(wanted, np.flatnonzero(np.diff(wanted) > 1) + 1):
        if run.size == 0 or run.size > 4:
            continue
        around = np.arange(max(0, run[0] - 1), min(len(strength), run[-1] + 2))
        weights = strength[around]
        found.append(float((around * weights).sum() / weights.sum()) + top + 3 + 0.5)
    return found
