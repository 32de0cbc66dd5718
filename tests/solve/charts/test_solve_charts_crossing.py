"""Where one thing passes another or is level with it, and when a value first passes a bound: understood, and said again."""

from __future__ import annotations

import pytest

from asked_charts import answered, chart, said_again
from recast.solve.charts.understand import NotUnderstood, interpret
from recast.types import Table

BIRDS = chart("2011 2012 2013 2014", {"Larks": "5 8 30 40", "Wrens": "20 8 25 10"}, "line", "Year")
SITES = chart("Moor Fen Dune", {"Larks": "5 8 30", "Wrens": "20 8 25", "Kites": "1 2 3"}, x="Site")
CURVE = chart("0.5 1 1.5 2", {"Flow": "10 30 60 90", "Heat": "1 2 4 4"}, "line", "Depth")
QUARTERS = chart("Speed Care", {"Q1": "10 40", "Q2": "30 35", "Q3": "50 20"}, x="Trait")


@pytest.mark.parametrize(
    ("question", "shown", "answer"),
    [
        ("When did larks draw level with wrens?", BIRDS, 2012),
        ("In which year were larks and wrens neck and neck?", BIRDS, 2012),
        ("Which year saw larks and wrens in equal numbers?", BIRDS, 2012),
        ("In which year did the wrens first fall behind the larks?", BIRDS, 2013),
        ("As of which year did larks come out ahead of wrens?", BIRDS, 2013),
        ("First year larks exceeded wrens", BIRDS, 2013),
        ("In which years did larks exceed the others?", BIRDS, [2013, 2014]),
        ("As of which quarter does speed exceed care?", QUARTERS, "Q3"),
        ("At which depth does the flow first go above 25?", CURVE, "1"),
        ("Since which depth is the flow 50 or more?", CURVE, "1.5"),
        ("Larks climbed beyond 20 for the first time in which year?", BIRDS, 2013),
    ],
)  # fmt: skip
def test_the_label_at_which_it_happens(question: str, shown: Table, answer: object) -> None:
    assert answered(question, shown) == answer
    assert answered(said_again(question, shown), shown) == answer


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("In which site did larks exceed the others?", SITES),  # which of the two others
        ("When did larks draw level with owls?", BIRDS),
        ("At which site did larks first go above 6?", SITES),  # no order
    ],
)
def test_what_does_not_happen_between_two_that_are_shown_is_not_understood(
    question: str, shown: Table
) -> None:
    assert isinstance(interpret(question, shown), NotUnderstood)
