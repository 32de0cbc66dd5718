"""Labels picked by one series, asked of by another: understood, and said again; a clause that is not understood is refused."""

from __future__ import annotations

import pytest

from asked_charts import answered, chart, said_again
from recast.solve.charts.understand import NotUnderstood, interpret

SITES = chart(
    "Moor Fen Dune Weir",
    {"Larks": "50 8 30 20", "Wrens": "10 80 15 40", "Kites": "1 2 3 4"},
    x="Site",
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Of the sites with more than 10 larks, which has the most wrens?", "Weir"),
        ("Among sites with 20 larks or less, which has the fewest kites?", "Fen"),
        ("Which site has the most wrens among those with at least 30 larks?", "Dune"),
        ("Considering only sites with fewer than 40 wrens, which one has the most larks?", "Moor"),
        ("How many wrens does the site with the fewest larks have?", 80),
        ("What is the number of kites in the site with the highest number of larks?", 1),
        ("How many wrens do the two sites with the most larks have together?", 25),
        ("What is the average of larks for the two sites with the fewest kites?", 29),
        ("What is the total of kites for the sites with more than 20 larks?", 4),
        ("Is the site with the most larks also the one with the most wrens?", False),
        ("Does the site with the fewest larks also have the most wrens?", True),
        ("In the site with the lowest wrens, what was the number of larks?", 50),
    ],
)
def test_what_is_asked_of_those_that_are_picked(question: str, answer: object) -> None:
    assert answered(question, SITES) == answer
    assert answered(said_again(question, SITES), SITES) == answer


@pytest.mark.parametrize(
    "question",
    [
        "Of the sites with more than 10 owls, which has the most wrens?",
        "Of the sites larger than 7 hectares, which has the most wrens?",
        "Of the sites with more than 10 larks and 2 kites, which has the most wrens?",
        "How many wrens does the site with the second fewest larks have?",
        "Which site has more wrens, among those with 10 larks, than Fen?",
    ],
)
def test_a_clause_that_is_not_understood_is_not_left_out(question: str) -> None:
    assert isinstance(interpret(question, SITES), NotUnderstood)


def test_the_usual_pick_is_none_of_these() -> None:
    assert answered("Which is the site with the most larks?", SITES) == "Moor"
    assert answered("What is the number of larks in the site with the most larks?", SITES) == 50
