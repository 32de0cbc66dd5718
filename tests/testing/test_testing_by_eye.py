"""The careless solver picks by the displayed numbers and writes the bare pick."""

from __future__ import annotations

from decimal import Decimal

import pytest

from recast.solve.charts.understand import NotUnderstood, interpret
from recast.testing.by_eye import careless
from recast.types import Cell, Series, Table

_VALUES = ("12", "30", "7", "21")
TABLE = Table(
    "bar", "vertical", "", "", "Fruit", "Harvest", "nominal", ("Apples", "Pears", "Plums", "Quinces"),
    (Series(""),), (tuple(Cell(Decimal(v), v) for v in _VALUES),),
)  # fmt: skip


@pytest.mark.parametrize(
    ("question", "program"),
    [
        ("Which fruit has the highest harvest?", 'answer = protected("Pears")\n'),
        ("What is the lowest harvest?", "answer = protected(7)\n"),
        ("What is the second highest harvest?", "answer = protected(21)\n"),
        ("How many fruits have a harvest above 10?", "answer = 3\n"),
        ("How many fruits are shown in the chart?", "answer = 4\n"),
        ("Is the harvest of apples greater than that of pears?", "answer = False\n"),
        (
            "What is the difference between the highest and the lowest value?",
            "answer = abs(protected(30) - protected(7))\n",
        ),
        ("What is the median harvest?", "answer = (protected(12) + protected(21)) / 2\n"),
        ("What is the harvest of plums?", "answer = protected(7)\n"),
        (
            "What is the sum of apples and pears?",
            'values = {protected("Apples"): protected(12), protected("Pears"): protected(30)}\nanswer = sum(values.values())\n',
        ),
    ],
)
def test_picks_are_bare(question: str, program: str) -> None:
    asked = interpret(question, TABLE)
    assert not isinstance(asked, NotUnderstood)
    assert careless(asked) == program
