"""A question about facts in fixed sentences: answered by its nouns alone, and only where one fact has them all."""

from __future__ import annotations

import pytest

from recast.language.frames import asks_for_a_fact
from recast.solve.charts.understand import NotUnderstood
from recast.solve.expression import Arithmetic, Operand
from recast.solve.texts.listed import calculated, listed
from recast.solve.texts.passages import interpret_passage

FACTS = (
    "For the lantern and the keeper, the number is 195.22. For the lantern, the mill and the keeper in 2031, the number is 7. "
    "For the mill and the well, the year is 2044."
)


@pytest.mark.parametrize(
    ("question", "literal"),
    [
        ("Which number is given for the keeper, the mill and the lantern?", "7"),
        ("Which number is given for the keeper in 2031?", "7"),
        ("Which year is given for the mill?", "2044"),
    ],
)
def test_the_fact_with_all_nouns_answers(question: str, literal: str) -> None:
    assert listed(question, FACTS) == Operand(literal)


@pytest.mark.parametrize(
    "question",
    [
        "Which number is given for the lantern?",  # of two facts
        "Which number is given for the well?",  # only a year has it
        "Which number belongs to the mill?",  # another frame
        "How many lanterns are there?",
    ],
)
def test_nothing_is_guessed(question: str) -> None:
    assert listed(question, FACTS) is None


def test_what_is_left_open_is_the_fact_that_has_all_of_the_question_if_one_has() -> None:
    facts = "The number of the lantern for the keeper is 195.22. The number of the mill for the keeper is 7."
    assert listed("Which number of the lantern is for the keeper?", facts) == Operand("195.22")
    assert listed("Which number is for the keeper?", facts) is None
    assert listed("Which number of the well is for the keeper?", facts) is None
    assert isinstance(interpret_passage("Which number is for the keeper?", facts), NotUnderstood)


def test_what_stands_near_a_fact_is_said_of_it_too() -> None:
    facts = (
        "For the keeper near the harbor, the number is 195.22. For the keeper near the mill, the number is 7."
    )
    assert listed("Which number is told for the keeper and the mill?", facts) == Operand("7")


def test_a_question_for_a_fact_is_known_by_its_form() -> None:
    assert asks_for_a_fact("Which year belongs to the mill, the well and 452.89?")
    assert not asks_for_a_fact("Which year was the mill built?")


def test_a_calculation_is_read_over_the_figures_of_its_facts() -> None:
    told = "195.22 is the number of the lantern. 7 is the number of the mill."
    asked = "What is the number of the lantern divided by the number of the mill?"
    assert calculated(asked, told) == Arithmetic("/", Operand("195.22"), Operand("7"))
    assert calculated(asked, f"{told} The mill is old.") is None
    assert calculated(asked, f"{told} For the mill, the number is 8.") is None
    assert calculated("How many mills are there?", told) is None
