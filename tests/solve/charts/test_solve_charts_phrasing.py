"""Questions in sentences of ours: they ask for the very tree that was understood, and only where that is certain."""

from __future__ import annotations

import random
from dataclasses import replace
from decimal import Decimal

import pytest

from recast.solve.charts.certain import is_certain
from recast.solve.charts.phrasing import restated
from recast.solve.charts.understand import NotUnderstood, interpret
from recast.types import CategoryRole, Cell, Series, Table

YEARS = ("2011", "2012", "2013", "2014", "2015")


def table(categories: tuple[str, ...] = YEARS, names: tuple[str, ...] = ("Larks", "Wrens")) -> Table:
    cells = tuple(
        tuple(Cell(Decimal((37 * c + 11 * s) % 101), "1") for c in range(len(categories)))
        for s in range(len(names))
    )
    role: CategoryRole = "time" if categories == YEARS else "nominal"
    return Table(
        "bar", "vertical", "Birds of Orm", "", "Site", "Nests", role, categories, tuple(map(Series, names)), cells
    )  # fmt: skip


SITES = table(("Moor", "Fen", "Dune", "Weir"), ("",))

ASKED = [
    (table(), "By how much did larks grow from 2012 to 2014?"),
    (table(), "What was the total number of wrens between 2012 and 2014?"),
    (table(), "What is the average of larks over all years?"),
    (table(), "In which year were there most wrens?"),
    (table(), "What percentage increase did the larks have from 2011 to 2015?"),
    (table(), "In which year was the gap between larks and wrens the smallest?"),
    (table(), "In how many years were there more than 40 larks?"),
    (SITES, "By how much does Fen beat the runner-up?"),
    (SITES, "What is the difference between the highest and the lowest value?"),
    (SITES, "Which site has the second highest number of nests?"),
    (SITES, "How many sites have a value above the average?"),
    (SITES, "Is the number of nests in Moor greater than in Dune?"),
    (SITES, "What is the ratio of nests of Fen to Weir?"),
    (SITES, "What percentage of the total does Fen account for?"),
    (SITES, "How many sites are shown?"),
    (SITES, "What is the median number of nests?"),
    (SITES, "What is the sum of the values of Weir, Moor and Dune?"),
    (SITES, "What is the sum of all bars below 50?"),
    (SITES, "Is the value of Moor more than double that of Fen?"),
    (SITES, "Are all bars above 5?"),
    (SITES, "Which two sites have the highest number of nests?"),
    (table(), "In which year did larks rise the most?"),
    (table(), "In which years was there a drop of larks?"),
    (table(), "In how many years were there more larks than wrens?"),
    (table(), "What is the largest gap between larks and wrens?"),
    (table(), "Which year has the highest total?"),
    (SITES, "Which site has a number of nests closest to 50?"),
    (table(("Moor", "Fen", "Dune"), ("2011", "2012")), "Which site grew the most from 2011 to 2012?"),
    (table(), "How many times did the larks fall from one year to the next?"),
    (SITES, "How many sites have between 20 and 80 nests?"),
    (table(), "What was the biggest drop of larks from one year to the next?"),
    (table(), "Which birds grew the most between 2011 and 2013?"),
]

AGES = replace(table(("Under 18", "18 to 34", "35 to 54", "55 and over"), ("",)), kind="pie", title="Ages")


def test_a_part_of_a_pie_that_several_labels_make_up_is_asked_for_by_their_names() -> None:
    question = "Do those under 35 make up more than half of the pie?"
    asked = interpret(question, AGES)
    assert not isinstance(asked, NotUnderstood)
    assert is_certain(question, AGES, asked)
    said = restated(asked, AGES, random.Random(1))
    assert "Under 18 and 18 to 34" in said
    assert "half of the total" in said


def test_a_label_is_asked_for_by_the_colour_of_its_line() -> None:
    drawn = replace(table(), series=(Series("Larks", "red"), Series("Wrens", "blue")))
    asked = interpret("What does the red line represent?", drawn)
    assert not isinstance(asked, NotUnderstood)
    assert restated(asked, drawn, random.Random(1)) in (
        "Which series is shown in red?",
        "Which series is depicted in red?",
    )


def test_a_change_is_told_from_what_it_began_with() -> None:
    shown = table(("Moor", "Fen", "Dune"), ("2011", "2012"))
    asked = interpret("Which site fell the most from 2011 to 2012?", shown)
    assert not isinstance(asked, NotUnderstood)
    sentences = {restated(asked, shown, random.Random(seed)) for seed in range(12)}
    assert all("decrease from 2011 to 2012" in sentence for sentence in sentences)


@pytest.mark.parametrize(("shown", "question"), ASKED)
def test_the_sentence_asks_for_the_same_and_holds_nothing_of_the_askers(shown: Table, question: str) -> None:
    asked = interpret(question, shown)
    assert not isinstance(asked, NotUnderstood)
    assert is_certain(question, shown, asked)
    sentences = {restated(asked, shown, random.Random(seed)) for seed in range(12)}
    assert all(sentences)
    assert len(sentences) > 1
    for sentence in sentences:
        assert interpret(sentence, shown) == asked
        assert not {"grow", "gap", "number", "nests", "site", "sites"} & set(sentence.lower().split())


@pytest.mark.parametrize(
    ("shown", "question"),
    [
        (
            SITES,
            "What is the total average number of nests of Moor and Fen combined?",
        ),  # two operations named
        (SITES, "What is the value of each other site?"),
        (SITES, "How many nests does Moor not have?"),
        (SITES, "What is the difference between Moor and Fen per year?"),
        (SITES, "How many nests are there in Moor in Norland?"),  # a place of which the chart does not speak
        (table(), "How many larks were there in 2012 and 1999?"),
        (table(), "How many larks are there in the chart?"),  # a count, or a value of theirs
        (SITES, "By how many points does Dune lead the second-placed site?"),
        (SITES, "Which site has fewest nests but as many as Fen?"),
        (table(), "In which year did larks gain most on the previous year?"),
        (table(), "What is the highest value of the second line?"),
    ],
)
def test_what_is_said_beside_the_operation_makes_it_uncertain(shown: Table, question: str) -> None:
    asked = interpret(question, shown)
    assert isinstance(asked, NotUnderstood) or not is_certain(question, shown, asked)
