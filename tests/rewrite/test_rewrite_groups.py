"""A question that names several labels by what they share, or says "not", asks the same after rewriting."""

from __future__ import annotations

import random
from dataclasses import replace
from decimal import Decimal

import pytest

from recast.policy import PRESETS
from recast.rewrite.lexicon import lexicon
from recast.solve.charts.sketch import sketch
from recast.types import Cell, Record, Series, Table

REWORDED = replace(PRESETS["strict"], question="canonical")


def chart(categories: tuple[str, ...], kind: str = "bar") -> Table:
    cells = (tuple(Cell(Decimal(10 + 7 * c), "1") for c in range(len(categories))),)
    plain = Table("bar", "vertical", "", "", "", "", "nominal", categories, (Series(""),), cells)
    return replace(plain, kind="pie") if kind == "pie" else plain


def marks(question: str, table: Table) -> int:
    found = sketch(question, table)
    return found.text.count("C") + sum(len(places) for places in found.sets)


@pytest.mark.parametrize(
    ("question", "categories"),
    [
        ("What is the total income in 2018?", ("Q1 2018", "Q2 2018", "Q1 2019")),
        ("How many people say likely?", ("Very likely", "Rather likely", "Unlikely")),
    ],
)
@pytest.mark.parametrize("seed", range(4))
def test_a_group_is_named_again(question: str, categories: tuple[str, ...], seed: int) -> None:
    table = chart(categories, "pie")
    made = lexicon(Record("x", "image", "", question, (), table), REWORDED, random.Random(seed))
    assert made.table is not None
    assert marks(question, table) == marks(made.question, made.table) == 2


def test_not_is_written_out() -> None:
    table = chart(("Coal", "Wind", "Hydro"), "pie")
    question = "What share isn't from coal?"
    made = lexicon(Record("x", "image", "", question, (), table), REWORDED, random.Random(1))
    assert " not " in made.question


def test_the_bound_of_what_is_measured_goes_with_a_look_up() -> None:
    table = chart(("2016", "2017", "2018"))
    question = "What percentage of firms with over 50 workers had a website in 2018?"
    made = lexicon(Record("x", "image", "", question, (), table), REWORDED, random.Random(1))
    assert "50" not in made.question


@pytest.mark.parametrize("order", ["previous", "most recent", "next"])
def test_a_place_in_time_keeps_its_word(order: str) -> None:
    table = replace(chart(("Q1 2019", "Q2 2019", "Q3 2019", "Q4 2019")), category_role="time")
    question = f"How did the harvest of the {order} quarter come about?"
    for seed in range(6):
        made = lexicon(Record("x", "image", "", question, (), table), REWORDED, random.Random(seed))
        assert f"the {order} quarter" in made.question
