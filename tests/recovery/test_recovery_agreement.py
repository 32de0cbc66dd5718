"""Two asks: agreement confirms; another value, unit or no answer does not."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from recast.recovery.agreement import compared
from recast.types import Answer, AnswerValue


def answer(value: AnswerValue, unit: str = "") -> Answer:
    return Answer(value, "number", str(value), unit)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Decimal("0.3333333333331"), Decimal("0.3333333333332")),
        (("Ferns", "Mosses"), ("Mosses", "Ferns")),
        (True, True),
        ("Ferns", "Ferns"),
    ],
)
def test_equal_answers_are_left_as_they_are(one: AnswerValue, other: AnswerValue) -> None:
    chosen = answer(one)
    assert compared([chosen, answer(other)], chosen, 2) is chosen


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Decimal(3), Decimal("3.001")),
        (Decimal(1), True),
        ("Ferns", "Mosses"),
        (("Ferns",), ("Ferns", "Mosses")),
    ],
)
def test_different_answers_leave_the_chosen_one_unconfirmed(one: AnswerValue, other: AnswerValue) -> None:
    chosen = answer(one)
    judged = compared([chosen, answer(other)], chosen, 2)
    assert judged == replace(chosen, confirmed=False, findings=judged.findings)
    assert [finding.check for finding in judged.findings] == ["two asks"]


def test_another_unit_is_another_answer_and_one_answer_of_two_confirms_nothing() -> None:
    chosen = answer(Decimal(3), "%")
    assert not compared([chosen, answer(Decimal(3))], chosen, 2).confirmed
    assert not compared([chosen], chosen, 2).confirmed
