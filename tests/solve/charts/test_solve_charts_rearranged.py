"""Operations said in another order or without a verb, as the rules expect them; where the table says otherwise they stay."""

from __future__ import annotations

import pytest

from asked_charts import answered, chart, said_again
from recast.solve.charts.understand import NotUnderstood, interpret
from recast.types import Table

RENTS = chart("Moor Fen Dune", {"Rent": "400 500 250", "Price": "2000 1500 1000"}, x="Site")
YEARS = chart("2017 2018 2019 2021", {"Larks": "400 500 600 800", "Wrens": "10 20 30 5"}, "line", "Year")
GROWTH = chart("Moor Fen Dune", {"Rail growth": "4 9 1", "Road growth": "5 2 3"}, x="Site")
SHARES = chart("Moor Fen Dune", {"": "50 30 20"}, "pie", "Site")


@pytest.mark.parametrize(
    ("question", "shown", "answer"),
    [
        ("How much higher is the rent in Fen than in Moor, in percent?", RENTS, 25),
        ("How much dearer is the rent of Fen than that of Moor, as a percentage?", RENTS, 25),
        ("How much less is the rent in Dune than in Fen, in percent?", RENTS, 50),
        ("Lark growth 2017 to 2019, percent?", YEARS, 50),
        ("Wren decline 2019 to 2021", YEARS, 25),
        ("Lark rise 2017-21, in points", YEARS, 400),
        ("How many sites grew faster in rail than in road?", GROWTH, 1),
        ("Which sites grew slower in rail than in road?", GROWTH, ["Moor", "Dune"]),
        ("In which year did wrens fall short of 6 for the first time?", YEARS, 2021),
        ("How much higher is Moor than Fen, in percent?", SHARES, 20),
        ("Leaving Moor aside, which site is highest?", SHARES, "Fen"),
        ("Excluding Fen and Dune, what is the total price?", RENTS, 2000),
        ("Without Moor, what is the average rent?", RENTS, 375),
        ("What is the total price except in Moor?", RENTS, 2500),
        ("Which site is closest to the average?", SHARES, "Fen"),
        ("Which site has the median rent?", RENTS, "Moor"),
        ("If the sites are ordered by rent, which one is in the middle?", RENTS, "Moor"),
        ("Rank the sites by price; which is second?", RENTS, "Fen"),
        ("Rank the sites by rent from lowest to highest: which one comes first?", RENTS, "Dune"),
        ("By how much did larks recover between 2017 and 2018?", YEARS, 100),
        ("What is the largest lead that larks had over wrens?", YEARS, 795),
    ],
)
def test_the_operation_is_the_one_that_is_said(question: str, shown: Table, answer: object) -> None:
    assert answered(question, shown) == answer
    assert answered(said_again(question, shown), shown) == answer


def test_an_average_change_is_one_of_changes_and_not_of_values() -> None:
    assert answered("What is the average yearly increase of larks from 2017 to 2019?", YEARS) == 100
    left_out = interpret("What is the average yearly increase of larks from 2017 to 2021?", YEARS)
    assert isinstance(left_out, NotUnderstood)  # 2020 is not shown
