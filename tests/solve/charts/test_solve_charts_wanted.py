"""Which kind of answer a question asks for, and trees that give another."""

from __future__ import annotations

from decimal import Decimal

import pytest

from recast.solve.charts.sketch import sketch
from recast.solve.charts.wanted import gives_what_is_asked
from recast.solve.expression import Bare, Compare, Expression, First, Fold, Group, Labels, Name, Operand, Rank
from recast.types import Cell, Series, Table

SITES = ("Moor", "Fen", "Dune", "Weir")
TABLE = Table(
    "bar", "vertical", "", "", "Site", "Nests", "nominal", SITES, (Series("", "blue"),),
    (tuple(Cell(Decimal(n), str(n)) for n in (10, 47, 84, 21)),),
)  # fmt: skip
ALL = Group(tuple((Name(site), Operand(str(n), (0, n))) for n, site in enumerate(SITES)))
LARGEST: Expression = Fold("max", ALL)
AMONG: Expression = Labels(ALL)
WHOSE: Expression = Rank(ALL, 0, True, "label")
VERDICT: Expression = Compare(">", Fold("sum", ALL), Bare(100))


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("Which site has the most nests?", WHOSE),
        ("Site with the most nests", WHOSE),
        ("What is the highest number of nests?", LARGEST),
        ("Highest value?", LARGEST),
        ("Which value is the highest?", LARGEST),
        ("Is the total above 100?", VERDICT),
        ("Which sites are shown?", AMONG),
        ("What does the highest bar show?", LARGEST),
    ],
)
def test_an_answer_of_the_kind_asked_for(question: str, asked: Expression) -> None:
    assert gives_what_is_asked(question, sketch(question, TABLE), asked)


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("Which site has the most nests?", LARGEST),
        ("Site with the most nests", LARGEST),
        ("The site that has the fewest", LARGEST),
        ("Biggest site?", LARGEST),
        ("What is the best site for nests?", LARGEST),
        ("What do birds like most?", LARGEST),
        ("Who has the most nests?", LARGEST),
        ("What is the highest number of nests, and which site has it?", LARGEST),
        ("Is the total above 100?", LARGEST),
        ("What is the total?", VERDICT),
        ("In which sites are there more than 20 nests?", First(ALL)),
    ],
)
def test_an_answer_of_another_kind(question: str, asked: Expression) -> None:
    assert not gives_what_is_asked(question, sketch(question, TABLE), asked)
