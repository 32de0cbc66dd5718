"""A question of ours over new labels is compared with what it asked over the source's, cell by cell and label by label."""

from __future__ import annotations

import random
from dataclasses import replace
from decimal import Decimal

import pytest

from recast.numbers.context import table_context
from recast.policy import PRESETS
from recast.rewrite.lexicon import lexicon
from recast.solve.charts.alike import asks_alike
from recast.solve.charts.phrasing import restated
from recast.solve.charts.understand import interpret
from recast.types import Cell, Record, Rewritten, Series, Table

LANDS = ("Norland", "Sudmark", "Ostrey", "Westholm")
QUESTIONS = (
    "What is the value of Sudmark for Costs?",
    "What percentage of Costs for Sudmark is Income for Sudmark?",
    "What percentage of the total of Costs is Costs for Ostrey?",
    "In which category is the value of Income the highest?",
    "In how many categories is the value of Costs higher than 20?",
    "Which series has the highest value in Norland?",
    "How many categories are shown?",
)


def mills(unit: str = "") -> Table:
    values = ((12, 31, 8, 40), (25, 19, 33, 7))
    cells = tuple(tuple(Cell(Decimal(value), str(value)) for value in row) for row in values)
    series = (Series("Income", unit=unit), Series("Costs", unit=unit))
    return Table("grouped_bar", "vertical", "Mills", "", "", "", "nominal", LANDS, series, cells)


def rewritten(question: str, table: Table, seed: int = 1) -> Rewritten:
    record = Record("r", "image", table_context(table), question, (), table, restated=question)
    return lexicon(record, PRESETS["strict"], random.Random(seed), b"key")


@pytest.mark.parametrize("unit", ["", "%", "dollars"])
@pytest.mark.parametrize("question", QUESTIONS)
def test_a_rewritten_question_of_ours_asks_the_same_whatever_the_unit(question: str, unit: str) -> None:
    asked = interpret(question, mills(unit))
    said = question in {restated(asked, mills(unit), random.Random(seed)) for seed in range(20)}  # type: ignore[arg-type]
    for seed in range(3):
        assert asks_alike(question, mills(unit), rewritten(question, mills(unit), seed)) or not said


def test_a_share_of_a_chart_in_percent_may_turn_into_another_question_and_is_seen() -> None:
    question = "What percentage of the total of Costs is Costs for Ostrey?"
    assert not asks_alike(question, mills("%"), rewritten(question, mills("%")))


@pytest.mark.parametrize(
    ("question", "other"),
    [
        ("What is the value of Sudmark for Costs?", "What is the value of Ostrey for Costs?"),
        ("What is the value of Sudmark for Costs?", "What is the value of Sudmark for Income?"),
        (
            "In which category is the value of Income the highest?",
            "In which category is the value of Income the lowest?",
        ),
        (
            "In how many categories is the value of Costs higher than 20?",
            "In how many categories is the value of Costs higher than 21?",
        ),
    ],
)
def test_another_cell_label_direction_or_bound_is_not_alike(question: str, other: str) -> None:
    assert not asks_alike(question, mills(), rewritten(other, mills()))


def test_what_is_not_understood_any_more_is_not_alike() -> None:
    made = rewritten("What is the value of Sudmark for Costs?", mills())
    assert not asks_alike(
        "What is the value of Sudmark for Costs?", mills(), replace(made, question="Whither?")
    )
    assert not asks_alike("What is the value of Sudmark for Costs?", mills(), replace(made, table=None))
