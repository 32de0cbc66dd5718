"""A unit or a word of a measure asks for the only series that has it; what several have, or none, asks for none."""

from __future__ import annotations

from decimal import Decimal

import pytest

from recast.solve.charts.implied_series import implied_series, nouns_of_series
from recast.solve.charts.sketch import sketch
from recast.types import Cell, Series, Table


def _table(*series: str) -> Table:
    cells = tuple(tuple(Cell(Decimal(v), str(v)) for v in (3, 5)) for _ in series)
    return Table(
        "bar",
        "vertical",
        "",
        "",
        "Ferry",
        "",
        "nominal",
        ("Wren", "Heron"),
        tuple(map(Series, series)),
        cells,
    )


FERRIES = _table("Crossing (Minutes)", "Staff price (Euro)", "Weight (tonnes)")


@pytest.mark.parametrize(
    ("asked", "place"),
    [
        ("How many minutes does Wren need?", 0),
        ("Which ferry costs the most?", 1),
        ("Which ferry is above 50 euros?", 1),
        ("What does Heron weigh?", 2),
    ],
)
def test_a_word_asks_for_the_series_that_it_measures(asked: str, place: int) -> None:
    found = list(implied_series(asked, FERRIES, lambda start, end: True))
    assert {series for _, _, series in found} == {place}
    assert f"S{place}" in sketch(asked, FERRIES).text
    assert f"S{place}" in sketch(asked, FERRIES).partial


@pytest.mark.parametrize(
    "asked",
    [
        "What does Wren weigh and cost?",  # two
        "How many people work on Wren?",  # "Staff price" is a price
        "How many litres does Wren need?",
        "Which ferry is best?",
    ],
)
def test_what_no_single_series_measures_asks_for_none(asked: str) -> None:
    assert not list(implied_series(asked, FERRIES, lambda start, end: True))


def test_a_unit_of_two_series_asks_for_neither() -> None:
    table = _table("Crossing (Minutes)", "Loading (Minutes)")
    assert not list(implied_series("How many minutes does Wren need?", table, lambda start, end: True))


def test_a_series_that_is_named_is_the_one_that_is_meant() -> None:
    assert sketch("What does Wren cost in minutes of crossing?", FERRIES).text.count("S1") == 0


@pytest.mark.parametrize("asked", ["Which pier is longest?", "In which pier are most rivets?"])
def test_the_noun_of_all_series_asks_for_one_of_them(asked: str) -> None:
    table = _table("Pier A", "Pier B")
    (found,) = nouns_of_series(asked, table)
    assert asked[slice(*found)] == "pier"
    assert "which series" in sketch(asked, table).text


@pytest.mark.parametrize("asked", ["Which ferry is longest?", "What is the longest?", "How long is pier A?"])
def test_other_nouns_ask_for_no_series(asked: str) -> None:
    assert not list(nouns_of_series(asked, _table("Pier A", "Pier B")))
    assert not list(nouns_of_series("Which pier is longest?", _table("Pier A", "Bus")))
