"""Adjectives of a measure are ends of its scale where the chart shows that measure, and stay where it does not."""

from __future__ import annotations

from decimal import Decimal

import pytest

from recast.language.scale_ends import in_plain_words, with_scale_ends
from recast.types import Cell, Series, Table


def _table(*series: str, title: str = "", y: str = "") -> Table:
    cells = tuple(tuple(Cell(Decimal(v), str(v)) for v in (3, 5)) for _ in series)
    return Table(
        "bar",
        "vertical",
        title,
        "",
        "Ferry",
        y,
        "nominal",
        ("Wren", "Heron"),
        tuple(map(Series, series)),
        cells,
    )


RAIN = _table("", title="Rainfall on deck")
FERRIES = _table("Fare (Dollars)", "Crossing Time (Minutes)", "Delays")


@pytest.mark.parametrize(
    ("table", "asked", "plain"),
    [
        (RAIN, "Driest ferry?", "lowest ferry?"),
        (RAIN, "Which ferry was the wettest?", "Which ferry was the highest?"),
        (RAIN, "Is Wren wetter than Heron?", "Is Wren higher than Heron?"),
        (FERRIES, "Cheapest ferry?", "lowest Fare ferry?"),
        (FERRIES, "Which ferry is the most expensive?", "Which ferry is the highest Fare?"),
        (FERRIES, "Which is less expensive, Wren or Heron?", "Which is lower Fare, Wren or Heron?"),
        (FERRIES, "How expensive is Wren?", "how high Fare is Wren?"),
        (FERRIES, "Cheapest ferry by fare?", "lowest ferry by fare?"),
        (FERRIES, "Weakest ferry for fares", "lowest ferry for fares"),
        (FERRIES, "Worst ferry for delays", "highest ferry for delays"),
        (FERRIES, "Best ferry for delays", "lowest ferry for delays"),
        (_table("Speed (km/h)", "Seats"), "Slowest ferry?", "lowest Speed ferry?"),
        (_table("Crossing time", "Seats"), "Slowest ferry?", "highest Crossing time ferry?"),
    ],
)
def test_an_adjective_of_what_is_shown_is_an_end_of_its_scale(table: Table, asked: str, plain: str) -> None:
    assert with_scale_ends(asked, table) == plain


@pytest.mark.parametrize(
    ("table", "asked"),
    [
        (RAIN, "Cleanest ferry?"),
        (RAIN, "Worst ferry?"),
        (FERRIES, "Weakest ferry?"),
        (FERRIES, "Worst ferry?"),
        (_table("Fare", "Fuel cost"), "Priciest ferry?"),
        (_table("Cheap berths", "Cabins"), "How cheap is Wren?"),
        (_table("Speed", "Seats"), "Which ferry is fastest growing?"),
    ],
)
def test_what_the_chart_does_not_tell_stays(table: Table, asked: str) -> None:
    assert with_scale_ends(asked, table) == asked


def test_the_rest_is_spelled_as_before() -> None:
    assert in_plain_words("hey, which fery is the higest?", RAIN) == "Which fery is the highest?"
