from __future__ import annotations

from decimal import Decimal

import numpy as np
import pytest

from recast.errors import Refused
from recast.perception.axis import Axis
from recast.perception.line_values import Point, cell_of, read_values
from recast.perception.printed import Printed
from recast.types import Box

PAPER = np.full((300, 600, 3), 255, np.uint8)
AXIS = Axis(0.5, 140.0, "%", "", (), 0.4, 0.9)  # 0 at y = 280, 100 at y = 80


def value(text: str, x: float, y: float) -> Printed:
    return Printed(text, Decimal(text), "", "", 0, Box(x - 8, y - 7, x + 8, y + 7), 0.99)


def points(*ys: float) -> list[Point]:
    return [Point(0, i, 60 + 80 * i, y) for i, y in enumerate(ys)]


def test_without_printed_values_points_are_read_off_the_axis() -> None:
    at = points(180.0, 130.2, 91.0)
    readings = read_values(PAPER, at, [], [], AXIS, 80, 14)
    cells = [cell_of(point, i, readings, "") for i, point in enumerate(at)]
    assert [cell.value for cell in cells] == [Decimal("50.0"), Decimal("74.9"), Decimal("94.5")]
    assert all(cell.origin == "axis" and cell.tolerance >= Decimal("0.25") for cell in cells)


def test_printed_values_stay_printed_beside_those_read_off() -> None:
    at = points(180.0, 130.0, 90.0)
    readings = read_values(PAPER, at, [value("50", 60, 166)], [], AXIS, 80, 14)
    cells = [cell_of(point, i, readings, "") for i, point in enumerate(at)]
    assert [cell.origin for cell in cells] == ["printed", "axis", "axis"]
    assert (cells[0].value, cells[0].tolerance) == (Decimal(50), Decimal(0))


def test_a_number_that_belongs_elsewhere_is_not_taken() -> None:
    readings = read_values(PAPER, points(180.0), [value("20", 60, 164)], [], AXIS, 80, 14)
    assert not readings.printed


def test_printed_values_give_the_scale_where_no_axis_is_drawn() -> None:
    at = points(180.0, 130.0, 80.0)
    printed = [value("50", 60, 166), value("100", 220, 66)]
    readings = read_values(PAPER, at, printed, [], None, 80, 14)
    cell = cell_of(at[1], 1, readings, "")
    assert cell.origin == "axis"
    assert cell.value == pytest.approx(Decimal(75), abs=1)
    assert cell.tolerance >= Decimal("0.8")
    assert cell.confidence <= 0.5


def test_neither_axis_nor_values_is_refused() -> None:
    with pytest.raises(Refused, match="neither a value axis"):
        read_values(PAPER, points(180.0, 130.0), [], [], None, 80, 14)


def test_in_a_stack_the_thickness_counts() -> None:
    band = Point(0, 0, 60, 130.0, base=180.0)
    readings = read_values(PAPER, [band], [], [], AXIS, 80, 14)
    assert cell_of(band, 0, readings, "").value == Decimal("25.0")
