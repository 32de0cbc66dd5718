"""The sentences of a calculation: read as one step each, and words of no topic and no numeral themselves."""

from __future__ import annotations

import re

import pytest

from recast.language.calculations import (
    CONSTANTS,
    OPERATIONS,
    QUESTION_FRAMES,
    STEP_FRAMES,
    calculation,
    is_calculation,
    read_steps,
    same,
)
from recast.language.vocabulary import is_reasoning
from recast.numbers.numerals import find_numerals
from recast.types import Calculation, Step, Term

FORMS = [form for forms in (*OPERATIONS.values(), *CONSTANTS.values()) for form in forms]
PLACES = {"lantern": 0, "kettle": 1, "mill": 2}
A, B, C = (Term("numeral", place) for place in range(3))


@pytest.mark.parametrize("form", [*FORMS, *STEP_FRAMES, *QUESTION_FRAMES])
def test_a_sentence_holds_no_numeral_and_no_word_with_a_topic(form: str) -> None:
    assert find_numerals(form) == ()
    assert [word for word in re.findall(r"[a-z]+", form) if not is_reasoning(word)] == []


def test_no_operation_is_read_as_another() -> None:
    forms = [(sign, 0, form) for sign, forms in OPERATIONS.items() for form in forms]
    forms += [(sign, number, form) for (sign, number), forms in CONSTANTS.items() for form in forms]
    for sign, number, form in forms:
        said = " ".join(
            {"A": "the lantern", "B": "the kettle", "L": "the lantern and the kettle"}.get(w, w)
            for w in form.split()
        )
        read = read_steps(f"What is {said}?")
        assert read is not None
        assert [(step.sign, step.constant) for step in read] == [(sign, number)]


def test_steps_rest_on_facts_and_on_steps_before() -> None:
    question = (
        "The number of the hinge is the number of the kettle times the number of the mill. For the gate, the number is half of the "
        "number of the lantern. Which number is the number of the gate minus the number of the hinge?"
    )
    wanted = Calculation(
        (
            Step("product", (B, C)),
            Step("quotient", (A, Term("constant", 2))),
            Step("difference", (Term("result", 1), Term("result", 0))),
        )
    )
    assert calculation(question, PLACES) == wanted


@pytest.mark.parametrize(
    "question",
    [
        "What is the number of the well minus the number of the mill?",  # no fact has it
        "The number of the mill is twice the number of the kettle. What is double the number of the mill?",  # told twice
        "The number of the hinge is the sum of the numbers of the gate and the mill. What is twice the number of the hinge?",
        "How many lanterns are left?",
    ],
)
def test_nothing_is_guessed(question: str) -> None:
    assert calculation(question, PLACES) is None


def test_a_question_for_a_fact_is_no_calculation() -> None:
    assert not is_calculation("Which number is given for the lantern?")
    assert is_calculation("Find triple the number of the lantern: what is the result?")


def test_order_counts_where_it_counts() -> None:
    assert same(Calculation((Step("sum", (A, B)),)), Calculation((Step("sum", (B, A)),)))
    assert not same(Calculation((Step("difference", (A, B)),)), Calculation((Step("difference", (B, A)),)))
    one = (Step("sum", (A, B)), Step("product", (C, Term("result", 0))))
    other = (Step("sum", (B, A)), Step("product", (Term("result", 0), C)))
    assert same(Calculation(one), Calculation(other))
