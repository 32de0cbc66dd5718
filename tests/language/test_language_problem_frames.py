"""The frames of problems and the plain order that they are read back to."""

from __future__ import annotations

import pytest

from recast.language.problem_frames import CLAUSE_FRAMES, QUESTION_FRAMES, plain_question, plain_text

PARTS = {
    "S": "Ann picked up", "O": "Ann", "R": "5 red pens", "N": "4", "D": "more", "B": "Tom", "U": "pens", "J": "long",
    "Q": "on Monday", "V": "flew away in the rain",
}  # fmt: skip
ASKED = {"T": "red pens", "M": "fewer", "R": "did Ann lose"}


def filled(frame: str, parts: dict[str, str]) -> str:
    said = " ".join(parts.get(word, word) for word in frame.split())
    for mark in ",.?":
        said = said.replace(f" {mark}", mark)
    return said[:1].upper() + said[1:]


@pytest.mark.parametrize(
    ("kind", "frame"), [(kind, frame) for kind, (_, frames) in CLAUSE_FRAMES.items() for frame in frames]
)
def test_every_frame_of_a_clause_is_read_back(kind: str, frame: str) -> None:
    assert plain_text(filled(frame, PARTS)) == filled(CLAUSE_FRAMES[kind][0], PARTS)


@pytest.mark.parametrize(
    ("kind", "frame"), [(kind, frame) for kind, (_, frames) in QUESTION_FRAMES.items() for frame in frames]
)
def test_every_frame_of_a_question_is_read_back(kind: str, frame: str) -> None:
    assert plain_question(filled(frame, ASKED)) == filled(QUESTION_FRAMES[kind][0], ASKED)


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        ("Then 2.5 more pens are what Ann lost.", "Then Ann lost 2.5 more pens."),
        ("Now 61.3 pens belong to the class.", "Now the class has 61.3 pens."),
        ("9 years older than Tom is what Ann is.", "Ann is 9 years older than Tom."),
        ("9 years more aged than Tom is what Ann is.", "Ann is 9 years more aged than Tom."),
        ("Twice as many pens as Tom are what Ann has.", "Ann has twice as many pens as Tom."),
        ("To Tom, what Ann gave comes to 3 pens.", "Ann gave 3 pens to Tom."),
    ],
)
def test_words_of_time_stay_in_front_and_phrases_go_behind(said: str, plain: str) -> None:
    assert plain_text(said) == plain


@pytest.mark.parametrize(
    "said",
    [
        "Ann bought 5 pens.",
        "The pens are what Ann likes.",
        "Each box, 4 in all, has 5 pens.",
        "She sold the rest.",
    ],
)
def test_other_sentences_stay(said: str) -> None:
    assert plain_text(said) == said
