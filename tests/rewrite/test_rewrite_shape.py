"""One kind of chart for all, and decoys up to a standard shape: alike each time, of the axis' own kind, never in the way."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recast.rewrite.shape import canonical, padded
from recast.types import Cell, Series, Table

KEY = b"k" * 32
QUESTION = "What is the difference between Ferns and Mosses?"


def table(
    categories: tuple[str, ...], names: tuple[str, ...] = ("",), kind: str = "bar", role: str = "nominal"
) -> Table:
    cells = tuple(
        tuple(Cell(Decimal(3 * c + s + 1), str(3 * c + s + 1)) for c in range(len(categories)))
        for s in range(len(names))
    )
    return Table(
        kind, "horizontal", "", "", "", "", role, categories, tuple(map(Series, names)), cells  # type: ignore[arg-type]
    )  # fmt: skip


def always(_: Table) -> bool:
    return True


def pad(source: Table, question: str = QUESTION, *, rows: bool = True, series: bool = True) -> Table:
    return padded(source, question, KEY, rows=rows, series=series, unchanged=always)


def decoys(made: Table) -> int:
    return sum(cell.origin == "decoy" for row in made.cells for cell in row)


@given(st.integers(1, 11), st.integers(1, 7))
def test_the_shape_is_a_standard_one_and_every_source_cell_stays(rows: int, columns: int) -> None:
    source = table(
        tuple(f"Plant {chr(65 + n)}" for n in range(rows)),
        tuple(f"Bed {chr(75 + n)}" for n in range(columns)),
    )
    made = pad(source)
    assert len(made.categories) % 4 == 0
    assert len(made.series) == 1 if columns == 1 else len(made.series) % 2 == 0
    assert len(set(made.categories)) == len(made.categories)
    kept = {
        (made.categories[c], made.series[s].label, cell.value)
        for s, row in enumerate(made.cells)
        for c, cell in enumerate(row)
        if cell.origin != "decoy"
    }
    assert kept == {
        (source.categories[c], source.series[s].label, cell.value)
        for s, row in enumerate(source.cells)
        for c, cell in enumerate(row)
    }


def test_the_same_chart_gets_the_same_decoys_and_another_key_others() -> None:
    source = table(("Ferns", "Mosses"))
    assert pad(source) == pad(source)
    assert pad(source) != padded(source, QUESTION, b"x" * 32, rows=True, series=True, unchanged=always)


def test_years_are_joined_by_years_in_their_place_that_the_question_does_not_name() -> None:
    made = pad(table(("1990", "1991"), role="time"), "How much did it grow from 1990 to 1991, not 1992?")
    assert list(made.categories) == sorted(made.categories)
    assert all(label.isdecimal() for label in made.categories)
    assert "1992" not in made.categories
    assert made.category_role == "time"


def test_things_are_joined_by_things_in_the_plural_and_names_by_names() -> None:
    things = pad(table(("Ferns", "Mosses", "Lilies")))
    assert things.categories[-1].endswith("s")
    names = pad(table(("Norway", "Zorbia", "Italy")))
    assert names.categories[-1].istitle()


def test_only_the_axes_that_may_be_padded_are() -> None:
    source = table(("Ferns", "Mosses"), ("East", "West", "South"), "grouped_bar")
    assert len(pad(source, rows=False).categories) == 2
    assert len(pad(source, series=False).series) == 3
    assert decoys(pad(source, rows=False, series=False)) == 0


def test_nothing_is_added_where_the_question_would_ask_something_else_or_names_a_colour() -> None:
    source = table(("Ferns", "Mosses"))
    assert padded(source, QUESTION, KEY, rows=True, series=True, unchanged=lambda made: False) is source
    assert pad(source, "What is the value of the blue bar?") is source


@pytest.mark.parametrize(
    ("kind", "names", "role", "expected"),
    [
        ("pie", ("",), "nominal", "bar"),
        ("stacked_bar", ("East", "West"), "nominal", "grouped_bar"),
        ("line", ("",), "time", "line"),
        ("bar", ("",), "time", "bar"),
        ("table", ("",), "nominal", "table"),
    ],
)
def test_one_kind_stands_for_all(kind: str, names: tuple[str, ...], role: str, expected: str) -> None:
    made = canonical(table(("Ferns", "Mosses"), names, kind, role), QUESTION, always)
    assert made.kind == expected


@pytest.mark.parametrize(
    "question", ["What is the largest slice?", "Which line is on top?", "What is the leftmost value?"]
)
def test_the_kind_stays_where_the_question_speaks_of_it(question: str) -> None:
    source = table(("Ferns", "Mosses"), kind="pie")
    assert canonical(source, question, always) is source
