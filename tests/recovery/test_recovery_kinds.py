from __future__ import annotations

from decimal import Decimal

import pytest

from bloom import bloom
from recast.program.parse import ProgramRefused
from recast.program.review import review
from recast.recovery.answer import WrongType, recover
from recast.recovery.kinds import misfit
from recast.types import AnswerKind, AnswerValue, Reply


@pytest.mark.parametrize(
    ("question", "value", "kind"),
    [
        ("How many boats were there in Tarns?", True, "boolean"),
        ("How many boats were there in Tarns?", "Tarns", "label"),
        ("Tarns had boats. What number of boats was left?", ("Tarns", "Quellar"), "list"),
        ("Which district is the largest?", True, "boolean"),
        ("Who has the most boats?", Decimal(3), "number"),
        ("Is Tarns larger than Quellar?", Decimal(3), "number"),
        ("Did boats in Tarns rise?", "Tarns", "label"),
    ],
)
def test_another_kind_than_asked_for_is_told(question: str, value: AnswerValue, kind: AnswerKind) -> None:
    (finding,) = misfit(question, value, kind)
    assert "not what the question asks for" in finding.message


@pytest.mark.parametrize(
    ("question", "value", "kind"),
    [
        ("How many boats were there in Tarns?", Decimal(3), "number"),
        ("How many boats were there in each year?", (Decimal(3), Decimal(4)), "list"),
        ("Which district is the largest, and how many boats has it?", "Tarns", "label"),
        ("Which is the highest value?", Decimal(3), "number"),
        ("In which year was the total highest?", "2031", "date"),
        ("Who has the most boats?", "Tarns", "label"),
        ("Is Tarns larger than Quellar?", False, "boolean"),
        ("Is Tarns or Quellar larger?", "Tarns", "label"),
        ("Can you say how many boats Tarns has?", Decimal(3), "number"),
        ("Name the largest district.", "Tarns", "label"),
    ],
)
def test_a_fitting_kind_is_left_alone(question: str, value: AnswerValue, kind: AnswerKind) -> None:
    assert misfit(question, value, kind) == ()


def test_an_answer_of_the_wrong_kind_is_unconfirmed() -> None:
    example = bloom()
    question = "How many districts are above 333.3 in 2031?"
    found = recover(
        example.vault, example.asking(question), Reply("answer = protected(731.5) > protected(333.3)")
    )
    assert not found.confirmed


@pytest.mark.parametrize("result", ["{protected(731.5), True}", "[protected(731.5), False, True]"])
def test_a_mixed_collection_is_refused_before_and_after_restoration(result: str) -> None:
    example = bloom()
    reply = f"answer = {result}"
    with pytest.raises(ProgramRefused, match="mixes"):
        review(reply, example.protected)
    with pytest.raises(WrongType, match="mixes"):
        recover(example.vault, example.protected, Reply(reply))


def test_names_and_numbers_in_one_list_are_refused() -> None:
    example = bloom()
    reply = Reply("answer = ['Tarns', 'Quellar', protected(731.5)]")
    with pytest.raises(WrongType, match="mixes"):
        recover(example.vault, example.protected, reply)
