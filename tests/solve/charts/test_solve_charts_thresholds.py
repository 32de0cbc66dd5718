"""Tests of values: numerals, a part of the whole, a multiple of one value, an end that several share."""

from __future__ import annotations

import pytest

from asked_charts import answered, chart, said_again
from recast.types import Table

FRUIT = chart("Apples Pears Plums Quinces Figs", {"": "40 20 20 10 10"}, "pie", "Fruit")
NESTS = chart("Moor Fen Dune", {"Larks": "5 8 30", "Wrens": "10 8 15"}, x="Site")


@pytest.mark.parametrize(
    ("question", "shown", "answer"),
    [
        ("Which fruit is exactly half as large as apples?", FRUIT, "Pears"),
        ("Which fruit makes up a tenth of the total?", FRUIT, "Quinces"),
        ("Which fruits make up less than a quarter of the whole? List all that do.", FRUIT, ["Pears", "Plums", "Quinces", "Figs"]),
        ("Which fruit accounts for more than a third of the total?", FRUIT, ["Apples"]),
        ("Which fruits are tied for last?", FRUIT, ["Quinces", "Figs"]),
        ("Which sites have upwards of 6 larks?", NESTS, ["Fen", "Dune"]),
        ("Which sites have 8 larks or fewer?", NESTS, ["Moor", "Fen"]),
        ("How many sites fall short of 9 larks?", NESTS, 2),
        ("How many sites have a number of wrens that does not exceed 10?", NESTS, 2),
        ("How many fruits are more than half as large as apples?", FRUIT, 1),
    ],
)  # fmt: skip
def test_what_passes(question: str, shown: Table, answer: object) -> None:
    assert answered(question, shown) == answer
    assert answered(said_again(question, shown), shown) == answer
