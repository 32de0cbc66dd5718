"""The question as the rules took it is told in the source's own labels and numerals."""

from __future__ import annotations

import pytest

from recast.recovery.taken import taken_as
from recast.types import Calculation, Record, Sign, Step, Term

STORY = "Ova packed 731 crates and sold 12.5 of each hundred. Tarn brought twelve more."


def numeral(place: int) -> Term:
    return Term("numeral", place)


def record(*steps: Step) -> Record:
    return Record("r", "text", STORY, "How many are left of 40?", calculation=Calculation(steps))


def test_a_chart_question_is_told_as_it_went_out_over_the_source_labels() -> None:
    asked = Record(
        "r", "image", "", "How far is Islet below Norwick?", restated="What is Norwick minus Islet?"
    )
    assert taken_as(asked) == "What is Norwick minus Islet?"


def test_a_question_in_the_askers_own_sentence_was_not_taken_for_another() -> None:
    assert taken_as(Record("r", "image", "", "How far is Islet below Norwick?")) == ""


@pytest.mark.parametrize(
    ("sign", "told"),
    [
        ("sum", "731 + 40"),
        ("difference", "731 - 40"),
        ("product", "731 × 40"),
        ("quotient", "731 / 40"),
        ("distance", "|731 - 40|"),
        ("mean", "the average of 731 and 40"),
        ("percentage", "40% of 731"),
    ],
)
def test_a_calculation_is_told_over_the_numerals_of_the_source(sign: Sign, told: str) -> None:
    assert taken_as(record(Step(sign, (numeral(0), numeral(3))))) == told


def test_a_result_stands_in_brackets_inside_the_next_step() -> None:
    first = Step("sum", (numeral(0), numeral(2)))
    halved = Step("quotient", (Term("result", 0), Term("constant", 2)))
    assert taken_as(record(first, halved)) == "(731 + twelve) / 2"
    assert (
        taken_as(record(first, halved, Step("ceiling", (Term("result", 1),))))
        == "((731 + twelve) / 2), rounded up"
    )
