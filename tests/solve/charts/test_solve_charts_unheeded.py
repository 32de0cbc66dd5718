"""A tree that lacks what its question names is no answer; one that has it, or that names it otherwise, is kept."""

from __future__ import annotations

from decimal import Decimal

import pytest

from recast.solve.charts.sketch import sketch
from recast.solve.charts.understand import NotUnderstood, interpret
from recast.solve.charts.unheeded import leaves_out
from recast.solve.expression import Operand
from recast.types import Cell, Series, Table


def _table(*series: str, title: str = "Ferries") -> Table:
    rows = [[10 * (s + 1) + c for c in range(4)] for s in range(len(series))]
    cells = tuple(tuple(Cell(Decimal(v), str(v)) for v in row) for row in rows)
    names = ("Wren", "Heron", "Gull", "Tern")
    return Table(
        "bar", "vertical", title, "", "Ferry", "", "nominal", names, tuple(map(Series, series)), cells
    )


MIXED = _table("Fare (Dollars)", "Crossing (Minutes)")
ALIKE = _table("Adults", "Children")


@pytest.mark.parametrize(
    ("table", "asked"),
    [
        (MIXED, "Which ferry has the most decks?"),  # of fares and minutes
        (MIXED, "By how much is the fare of Wren above the average for each Gull?"),
        (ALIKE, "What percentage more adults than children does Wren take for every Gull?"),
    ],
)
def test_a_question_of_which_a_part_would_be_left_out_is_not_understood(table: Table, asked: str) -> None:
    assert isinstance(interpret(asked, table), NotUnderstood)


@pytest.mark.parametrize(
    "asked",
    [
        "How many children on the fourth largest ferry, Wren?",
        "What is the percentage of adults on Wren, each Gull?",
    ],
)
def test_a_look_up_does_not_heed_a_rate_or_another_label(asked: str) -> None:
    assert leaves_out(asked, sketch(asked, ALIKE), Operand("10", (0, 0)))


@pytest.mark.parametrize(
    ("table", "asked"),
    [
        (MIXED, "Which ferry has the highest fare?"),
        (MIXED, "What is the highest value in the chart?"),
        (MIXED, "Which ferry has the third highest fare?"),
        (MIXED, "What is the average fare?"),
        (ALIKE, "Which ferry carries the most?"),
        (ALIKE, "How many adults for each child on Wren?"),
        (ALIKE, "How many adults in total excluding Wren?"),
    ],
)
def test_what_is_heeded_is_understood(table: Table, asked: str) -> None:
    found = interpret(asked, table)
    assert not isinstance(found, NotUnderstood)
    assert not leaves_out(asked, sketch(asked, table), found)
