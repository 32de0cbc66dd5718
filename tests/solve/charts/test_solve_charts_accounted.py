"""Every label and numeral that a question names takes part in its tree, as often as it is named."""

from __future__ import annotations

from decimal import Decimal

import pytest

from recast.solve.charts.accounted import is_about, marks_used
from recast.solve.charts.sketch import sketch
from recast.solve.expression import Arithmetic, Fold, Group, Name, Operand
from recast.types import Cell, Series, Table

SITES = ("Moor", "Fen", "Dune")
TABLE = Table(
    "bar", "vertical", "Nests in Orm", "", "Site", "Nests", "nominal", SITES, (Series("", "blue"),),
    (tuple(Cell(Decimal(n), str(n)) for n in (10, 47, 84)),),
)  # fmt: skip
MOOR, FEN = Operand("10", (0, 0)), Operand("47", (0, 1))
MORE = Arithmetic("-", FEN, MOOR)
MEAN = Fold("mean", Group(((Name("Moor"), MOOR), (Name("Fen"), FEN))))


@pytest.mark.parametrize(
    ("question", "used"),
    [
        ("How much higher is Fen than Moor?", True),
        ("How much higher is Fen than Dune?", False),  # Dune is no part of it
        ("How much higher is Fen than Moor and Moor?", False),  # named twice, used once
        ("How much higher is Fen than Moor above 20?", False),  # 20 is no part of it
    ],
)
def test_each_mark_is_part_of_the_tree(question: str, used: bool) -> None:
    drawn = sketch(question, TABLE)
    assert marks_used(drawn.text, drawn, MORE, question) is used


def test_a_mean_has_what_it_names() -> None:
    drawn = sketch("What is the average of Moor and Fen?", TABLE)
    assert marks_used(drawn.text, drawn, MEAN, "What is the average of Moor and Fen?")


@pytest.mark.parametrize(
    ("question", "about"),
    [("How many nests has Fen in Orm?", True), ("How many nests has Fen in Norland?", False)],
)
def test_a_name_stands_in_the_chart(question: str, about: bool) -> None:
    assert is_about(question, TABLE) is about
