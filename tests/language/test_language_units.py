"""Which units say nothing of what a chart is about, and which values are shares."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from recast.language.units import is_percent, is_unit, shows_percent, tells_shares
from recast.types import Cell, Series, Table


def table(*rows: list[float | None], unit: str = "", scale: str = "", **titles: Any) -> Table:
    cells = tuple(
        tuple(Cell(None if value is None else Decimal(str(value))) for value in row) for row in rows
    )
    names = tuple(map(str, range(len(rows[0]))))
    plain = Table(
        "bar",
        "vertical",
        "",
        "",
        "",
        "",
        "nominal",
        names,
        (Series("", unit=unit, scale=scale),) * len(rows),
        cells,
    )
    return replace(plain, **titles)


@pytest.mark.parametrize(
    "unit", ["US$", "A$ million", "km per hour", "million dollars", "%", "", "percentage points", "kg"]
)
def test_a_unit_of_unit_words_is_one(unit: str) -> None:
    assert is_unit(unit)


@pytest.mark.parametrize("unit", ["tickets", "million tickets", "dollars per ticket", "thousand jobs"])
def test_a_unit_that_names_what_is_counted_is_none(unit: str) -> None:
    assert not is_unit(unit)


@pytest.mark.parametrize(
    ("chart", "percent"),
    [
        (table([40, 70], unit="%"), True),
        (table([40, 700], unit="Percent"), True),
        (table([40, 70]), True),
        (table([40, None, -100]), True),
        (table([40, 101]), False),
        (table([40, 70], unit="kg"), False),
        (table([40, 70], scale="million"), False),
        (table([40, 70], y_title="Number of boats"), False),
        (table([40, 70], y_title="Numbers"), True),
    ],
)
def test_percent_is_the_unit_or_may_be_where_none_is_named(chart: Table, percent: bool) -> None:
    assert shows_percent(chart) is percent


@pytest.mark.parametrize(
    ("chart", "shares"),
    [
        (table([40, 70], unit="%"), True),
        (table([40, 70], title="Share of boats"), True),
        (table([40, 70], y_title="Rates per crew"), True),
        (table([40, 59.5]), True),
        (table([40, 70], [60, 30]), True),
        (table([40, 70], [61, 50]), False),
        (table([40, 70]), False),
        (table([40, 70], title="Sharers at sea"), False),
        (table([40, None, 60]), True),
    ],
)
def test_values_are_shares_where_the_chart_says_so_or_they_add_up(chart: Table, shares: bool) -> None:
    assert tells_shares(chart) is shares


def test_percent_is_told_by_sign_or_word() -> None:
    assert [is_percent(unit) for unit in ("%", "in percent", "PERCENT", "per mille", "")] == [
        True,
        True,
        True,
        False,
        False,
    ]
