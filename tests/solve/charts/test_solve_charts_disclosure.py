"""What of a chart goes out: only what the question needs, and no other answer for it."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recast.solve.charts.disclosure import asks_the_same, disclosed
from recast.solve.charts.understand import understand
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
        "How many years are shown, and how many of these have more than 20 larks?",
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


COUNTS = {
    "rows": ("How many categories are shown?", "How many years are there in the chart?"),
    "series": ("How many series are shown?", "How many lines are there in the chart?"),
}


@given(
    st.integers(2, 9),
    st.integers(2, 6),
    st.booleans(),
    st.booleans(),
    st.sampled_from(sorted(COUNTS)),
    st.data(),
)
def test_what_counts_the_labels_of_one_axis_needs_one_place_of_the_other(
    rows: int, columns: int, timed: bool, alone: bool, counted: str, data: st.DataObject
) -> None:
    question = data.draw(st.sampled_from(COUNTS[counted]))
    categories = tuple(str(1990 + c) if timed else f"Site {chr(65 + c)}" for c in range(rows))
    whole = table(categories, tuple(f"Bird {chr(65 + s)}" for s in range(columns)))
    whole = replace(whole, category_role="time" if timed else "nominal")
    part = disclosed(whole, question, alone=alone)
    assert understand(question, part.table) == understand(question, whole)
    if counted == "rows" and "categories" in question and not timed:
        assert (len(part.table.categories), len(part.table.series)) == (rows, 1)
        assert not part.rows_named
    if question == "How many series are shown?":
        assert (len(part.table.categories), len(part.table.series)) == (1 if alone else 2, columns)
        assert part.rows_named
        assert not part.series_named


def test_of_what_is_not_counted_the_fullest_place_is_kept() -> None:
    whole = table(YEARS[:5])
    missing = Cell(None, None)
    whole = replace(whole, cells=((missing, *whole.cells[0][1:]), whole.cells[1], (missing,) * 5))
    assert [s.label for s in disclosed(whole, "How many years are shown?").table.series] == ["Wrens"]
    counted = disclosed(whole, "How many series are shown?", alone=True)
    assert counted.table.categories == ("1922",)


def test_a_count_of_labels_that_both_axes_have_keeps_the_whole() -> None:
    whole = replace(table(NAMES, NAMES), category_role="nominal")
    assert disclosed(whole, "How many categories are shown?").table == whole
