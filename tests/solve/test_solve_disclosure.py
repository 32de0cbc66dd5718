"""What of a chart goes out: only what the question needs, and no other answer for it."""

from __future__ import annotations

from decimal import Decimal

import pytest

from recast.solve.disclosure import asks_the_same, disclosed
from recast.solve.understand import understand
from recast.types import Cell, Series, Table

YEARS = tuple(str(year) for year in range(1921, 2021))
NAMES = ("Larks", "Wrens", "Rooks")


def table(categories: tuple[str, ...] = YEARS, names: tuple[str, ...] = NAMES) -> Table:
    cells = tuple(
        tuple(Cell(Decimal((37 * c + 11 * s) % 101), "1") for c in range(len(categories)))
        for s in range(len(names))
    )
    return Table(
        "line", "vertical", "", "", "Year", "Nests", "time", categories, tuple(map(Series, names)), cells
    )


@pytest.mark.parametrize(
    ("question", "rows", "series"),
    [
        ("How many larks were there in 1950?", ("1950", "1951"), ("Larks",)),
        ("What is the difference between wrens and rooks in 2020?", ("2019", "2020"), ("Wrens", "Rooks")),
        ("By how much did larks increase from 1930 to 1960?", ("1930", "1960"), ("Larks",)),
        ("What is the average of wrens between 2001 and 2005?", tuple(map(str, range(2001, 2006))), ("Wrens",)),
    ],
)  # fmt: skip
def test_only_what_the_question_needs_is_kept(
    question: str, rows: tuple[str, ...], series: tuple[str, ...]
) -> None:
    part = disclosed(table(), question).table
    assert part.categories == rows
    assert tuple(s.label for s in part.series) == series
    assert understand(question, part) == understand(question, table())


@pytest.mark.parametrize(
    "question",
    [
        "In which year were there most larks?",  # every row may be the one
        "How many years are shown?",
        "What is the value of the third point?",  # a place among the rows would be another one
        "What happened to the nests?",
    ],
)
def test_a_chart_of_which_all_may_be_needed_stays_whole(question: str) -> None:
    whole = table()
    part = disclosed(whole, question)
    assert part.table.categories == whole.categories
    assert not part.rows_named


def test_a_row_may_stand_alone_where_decoys_join_it() -> None:
    part = disclosed(table(), "How many larks were there in 1950?", alone=True)
    assert part.table.categories == ("1950",)
    assert part.rows_named
    assert part.series_named


@pytest.mark.parametrize(
    ("question", "rows_named", "series_named"),
    [
        ("By how much did larks increase from 1930 to 1960?", True, True),
        (
            "What is the average of wrens between 2001 and 2005?",
            False,
            True,
        ),  # the years between are not named
        ("In which year were there most larks?", False, True),
        ("Which bird was most often seen in 1950?", True, False),
    ],
)
def test_an_axis_is_named_only_where_every_place_in_use_is(
    question: str, rows_named: bool, series_named: bool
) -> None:
    part = disclosed(table(), question)
    assert (part.rows_named, part.series_named) == (rows_named, series_named)


def test_too_many_series_are_reduced_too() -> None:
    names = tuple(f"Bird {letter}" for letter in "ABCDEFGHIJK")
    part = disclosed(table(YEARS[:5], names), "What is the value of Bird C in 1922?").table
    assert [s.label for s in part.series] == ["Bird C"]


def test_asking_the_same_is_asking_for_the_same_values() -> None:
    question = "By how much did larks increase from 1930 to 1960?"
    assert asks_the_same(question, table(), disclosed(table(), question).table)
    assert not asks_the_same(question, table(), table(YEARS[:20]))
