"""Shares of a few labels and of another value, what comes on each of something, products: understood, and said again."""

from __future__ import annotations

import pytest

from asked_charts import answered, chart, said_again
from recast.solve.charts.understand import NotUnderstood, interpret
from recast.types import Table

TRADE = chart("Norby Ulm Tarn", {"Income": "800 500 200", "Surplus": "200 50 80", "Boats": "40 10 4"})
CROWD = chart("Norby Ulm Tarn", {"Sailors": "60 20 80", "Ships": "3 2 5"})
ONE = chart("Norby Ulm Tarn Osk", {"": "30 50 20 100"}, "bar")


@pytest.mark.parametrize(
    ("question", "shown", "answer"),
    [
        ("What is the surplus of Norby as a percentage of income?", TRADE, "25"),
        ("Express Ulm's surplus as a percentage of its income.", TRADE, "10"),
        ("What percentage of the income is the surplus in Tarn?", TRADE, "40"),
        ("Of Ulm, Tarn and Norby, what percentage is Ulm?", ONE, "50"),
        ("What percentage of Norby, Ulm and Tarn together is Tarn?", ONE, "20"),
        ("What fraction of Norby and Tarn is Tarn?", ONE, "0.4"),
        ("Of the sailors of Norby and Ulm, what percentage are of Ulm?", CROWD, "25"),
        ("How many sailors for each ship are there in Norby?", CROWD, "20"),
        ("What is the number of sailors per ship in Ulm?", CROWD, "10"),
        ("How many sailors does Tarn have to each ship?", CROWD, "16"),
        ("What is the income of Norby times its boats?", TRADE, "32000"),
        ("What is Ulm's income multiplied by its boats?", TRADE, "5000"),
        ("What share of all the boats is in Osk?", ONE, "50"),
        ("What proportion of the total, as a percentage, is Ulm?", ONE, "25"),
    ],
)
def test_it_is_the_quotient_that_is_asked_for(question: str, shown: Table, answer: str) -> None:
    assert answered(question, shown) == pytest.approx(float(answer))
    assert answered(said_again(question, shown), shown) == pytest.approx(float(answer))


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("What percentage of Norby and Tarn is Ulm?", ONE),
        ("What is the surplus per boat?", TRADE),
        ("What percentage of the sailors is it?", CROWD),
    ],
)
def test_a_part_of_what_is_not_told_is_not_understood(question: str, shown: Table) -> None:
    assert isinstance(interpret(question, shown), NotUnderstood)
