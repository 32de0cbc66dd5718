"""What of a word problem is certain: a story with one word more that no node of its tree says is not."""

from __future__ import annotations

import pytest

from recast.solve.texts import certain_story
from recast.solve.texts.certain_story import calculation_of

SUM = "Ann picked 14 pears. Bo picked 9 pears."
RATE = "Ann filled 6 crates. Each crate holds 15 jars."


def signs(question: str, story: str) -> list[str]:
    """The operations of what is certain, in order; empty where nothing is."""
    found = calculation_of(question, story)
    return [step.sign for step in found.calculation.steps] if found is not None and found.certain else []


@pytest.mark.parametrize(
    ("story", "question", "operations"),
    [
        (SUM, "How many pears did they pick in all?", ["sum"]),
        ("Ann had 14 pears. She ate 5 of them.", "How many pears are left?", ["difference"]),
        (RATE, "How many jars are there in total?", ["product"]),
        ("Ann has 60 pears. She packs them in boxes of 12.", "How many boxes does she fill?", ["quotient"]),
        (
            "A lamp costs $80. There is a 25 % discount.",
            "How much is the lamp?",
            ["percentage", "difference"],
        ),
        ("Ann has 14 pears. Bo has twice as many pears as Ann.", "How many pears does Bo have?", ["product"]),
        (
            "Ann has 14 pears and 6 plums. Bo gave her 9 pears.",
            "How many pears does Ann have now?",
            ["sum"],
        ),  # the plums are an aside
    ],
)
def test_what_is_certain_has_its_operations(story: str, question: str, operations: list[str]) -> None:
    assert signs(question, story) == operations


@pytest.mark.parametrize(
    ("story", "question"),
    [
        (SUM + " They ate some.", "How many pears did they pick in all?"),
        (SUM + " Half of them were ripe.", "How many pears did they pick in all?"),
        (SUM + " Cid came 3rd.", "How many pears are there except for the ripe ones in all?"),
        ("Ann picked 14 pears. Bo picked 9 red pears.", "How many red pears did they pick in all?"),
        ("Ann picked 14 pears in 2019. Bo picked 9 pears.", "How many pears did they pick in all?"),
        ("Ann picked 14 pears and 1/2 of a plum. Bo picked 9 pears.", "How many pears did they pick in all?"),
        ("Ann has 60 pears. She packs them in boxes of 12.", "How many full boxes does she get?"),
        ("A plank is 3 feet long. Another is 10 inches long.", "How long are they together?"),
        ("The average of 3 numbers 12, 18 and 24 is asked.", "What is the average?"),
        ("Ann sings.", "How many pears are there?"),
        ("Ann charges a fee of $45 and $58 an hour. She worked for 6 hours.", "How much is the bill?"),
    ],
)
def test_what_a_tree_does_not_say_is_not_certain(story: str, question: str) -> None:
    assert signs(question, story) == []


@pytest.mark.parametrize(
    ("story", "question", "wrong"),
    [
        ("There are 9 rows of 7 desks. 4 desks are empty.", "How many desks are taken?", ["product", "sum"]),
        (
            "Ann had 22 pears. Bo took 4 pears and 4 others came.",
            "How many pears are there now?",
            ["sum", "difference"],
        ),
        (
            "A pear costs $8 and a plum costs $5. Ann has 2 pears and 3 plums.",
            "How much do they cost in total?",
            ["sum"],
        ),
        (
            "Ann had 58 pears. She gave 19 pears to Bo and bought 24 more.",
            "How many pears does Ann have?",
            ["difference"],
        ),
    ],
)
def test_a_reading_that_leaves_out_or_turns_round_what_a_number_does_is_not_certain(
    story: str, question: str, wrong: list[str]
) -> None:
    assert signs(question, story) != wrong


QUESTION = "How many pears did they pick in all?"


def test_equal_numerals_are_two_places() -> None:
    found = calculation_of(QUESTION, SUM.replace("14", "9"))
    assert found is not None
    assert found.certain
    assert sorted(part.number for part in found.calculation.steps[0].parts) == [0, 1]


def test_what_one_reading_alone_understands_is_likely_and_not_certain(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(certain_story, "reckon", lambda story, asked: None)
    found = calculation_of(QUESTION, SUM)
    assert found is not None
    assert not found.certain
    assert [step.sign for step in found.calculation.steps] == ["sum"]


def test_a_calculation_of_many_steps_is_told_by_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert calculation_of(QUESTION, SUM) is not None
    monkeypatch.setattr(certain_story, "_MOST_STEPS", 0)
    assert calculation_of(QUESTION, SUM) is None


def test_readings_that_disagree_make_nothing_likely(monkeypatch: pytest.MonkeyPatch) -> None:
    other = certain_story.reckon
    monkeypatch.setattr(certain_story, "reckon", lambda story, asked: other(story[:1], asked))
    assert calculation_of("How many pears did Ann and Bo pick in all?", SUM) is None
