from __future__ import annotations

from decimal import Decimal

import pytest

from recast.perception.axis import Axis
from recast.perception.bar_lengths import gauge, magnitudes, off_the_gauge, strays
from recast.perception.bars import Bar, Bars, Laid, fit, signed_length
from recast.perception.printed import Printed
from recast.types import Box

BLUE, RED = (40, 118, 221), (200, 30, 30)
AXIS = Axis(0.5, 100.0, "", "", (), 0.25, 0.9)  # 0 at y = 200, half a unit a pixel


def upright(*columns: tuple[tuple[float, float], ...]) -> Bars:
    """Columns of (foot, head) in units above the zero line at y = 200."""
    made = [
        tuple(
            Bar(Laid(foot - 200, head - 200, 60 * i, 60 * i + 30), BLUE if rank else RED, head <= 0)
            for rank, (foot, head) in enumerate(column)
        )
        for i, column in enumerate(columns)
    ]
    return Bars("vertical", -200.0, 30.0, tuple(made))


def printed(value: str) -> Printed:
    return Printed(value, Decimal(value), "", "", 0, Box(0, 0, 10, 10), 1.0)


def test_a_bar_is_read_off_the_axis_with_a_tolerance() -> None:
    bars = upright(((0, 81),))
    (bar,) = bars.all
    measure = gauge(bars, AXIS, {}, None)
    assert measure is not None
    cell = off_the_gauge(bar, bars.columns[0], bars, measure, unsigned=False)
    assert cell.origin == "axis"
    assert cell.value is not None
    assert abs(cell.value - Decimal("40.5")) <= cell.tolerance
    assert 0 < cell.tolerance < 1
    assert cell.box is not None
    assert cell.box.top < 200 - 81 < cell.box.bottom


def test_segments_of_a_stack_are_worth_their_own_length() -> None:
    bars = upright(((0, 40), (42, 100)))  # a gap of two pixels between them
    measure = gauge(bars, AXIS, {}, None)
    assert measure is not None
    values = [off_the_gauge(b, bars.columns[0], bars, measure, False).value for b in bars.columns[0]]
    assert [float(v or 0) for v in values] == pytest.approx([20.5, 29.5], abs=0.5)


def test_unlabelled_bars_go_by_the_labelled_ones_where_there_is_no_axis() -> None:
    bars = upright(((0, 30),), ((0, 60),), ((0, 90),), ((0, 75),))
    matched = {bar: printed(str(int(bar.laid.length * 2))) for bar in bars.all[:3]}
    ruler = fit([(signed_length(b), v.value, v.decimals) for b, v in matched.items()])
    measure = gauge(bars, None, matched, ruler)
    assert measure is not None
    cell = off_the_gauge(bars.all[3], bars.columns[3], bars, measure, False)
    assert cell.value is not None
    assert abs(cell.value - 150) <= cell.tolerance


def test_nothing_measures_bars_without_axis_and_values() -> None:
    assert gauge(upright(((0, 30),)), None, {}, None) is None


def test_values_to_both_sides_without_signs_are_magnitudes() -> None:
    bars = upright(((-40, 0), (0, 60)), ((-30, 0), (0, 70)))
    plain = {bar: printed(str(int(bar.laid.length))) for bar in bars.all}
    assert magnitudes(bars, (), plain)
    signed = {bar: printed(str(int(signed_length(bar)))) for bar in bars.all}
    assert not magnitudes(bars, (), signed)
    measure = gauge(bars, AXIS, {}, None)
    assert measure is not None
    left = bars.columns[0][0]
    assert float(off_the_gauge(left, bars.columns[0], bars, measure, True).value or 0) == pytest.approx(20)
    assert float(off_the_gauge(left, bars.columns[0], bars, measure, False).value or 0) == pytest.approx(-20)


def test_a_number_that_the_axis_does_not_bear_out_is_a_stray() -> None:
    bars = upright(((0, 80),), ((0, 60),))
    matched = {bars.all[0]: printed("40"), bars.all[1]: printed("1")}
    assert set(strays(bars, AXIS, matched, False)) == {bars.all[1]}
