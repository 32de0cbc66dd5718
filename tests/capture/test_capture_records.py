"""A record holds the evidence with its numerals in digits, and the question that is asked of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from recast.capture.records import as_record, chart_record, passage_record
from recast.errors import Refused, UsageError
from recast.numbers.context import table_context
from recast.types import Passage, Source, Word
from records import ferries

STORY = Passage("Mara kept twelve jars. Ivo sold 9 of them.", "How many jars are left?", ("3", "four"))
RECORDING = Source(b"RIFF", "audio/wav")


def test_a_chart_goes_out_in_its_modality_with_its_table_and_its_text_form() -> None:
    table = ferries()
    made = chart_record(
        table, "Which is highest?", ("Up",), "text", restated="What is the highest?", left_out=("Kilmory",)
    )
    assert (made.modality, made.table, made.context) == ("text", table, table_context(table))
    assert (made.question, made.restated, made.asked) == (
        "Which is highest?",
        "What is the highest?",
        "What is the highest?",
    )
    assert (made.choices, made.left_out) == (("Up",), ("Kilmory",))


def test_no_two_records_have_one_name() -> None:
    assert len({chart_record(ferries(), "?", (), "image").id for _ in range(20)}) == 20


def test_number_words_become_digits_in_text_question_and_choices() -> None:
    made = as_record(STORY, "Did she keep more than twenty jars?", ("thirty jars", "40"))
    assert made.context == "Mara kept 12 jars. Ivo sold 9 of them."
    assert made.question == "Did she keep more than 20 jars?"
    assert made.choices == ("30 jars", "40")
    assert (made.modality, made.table, made.confidences) == ("text", None, ())


@pytest.mark.parametrize(
    ("typed", "asked"),
    [
        ("", "How many jars are left?"),
        ("how many  JARS are left", "How many jars are left?"),
        ("are left?", "How many jars are left?"),
        ("How many jars did Ivo sell?", "How many jars did Ivo sell?"),
    ],
)
def test_the_question_of_the_text_is_taken_where_none_other_is_typed(typed: str, asked: str) -> None:
    assert passage_record(STORY, typed, ()).question == asked


def test_choices_that_are_given_go_before_those_of_the_text() -> None:
    assert passage_record(STORY, "", ("5", "6")).choices == ("5", "6")
    assert passage_record(STORY, "", ()).choices[0] == "3"


def test_without_a_question_the_remedy_is_named() -> None:
    told = replace(STORY, question="")
    with pytest.raises(UsageError, match="say what you want to know"):
        passage_record(told, " ", ())
    with pytest.raises(Refused, match="no question was heard"):
        passage_record(replace(told, recording=RECORDING), "", ())


def test_what_was_heard_goes_out_as_speech_with_its_doubts() -> None:
    text = "Mara kept 12 jars. How many jars are left?"
    words = tuple(
        Word(word, at, at + 0.9, 0.4 if word == "12" else 0.99) for at, word in enumerate(text.split())
    )
    heard = Passage("Mara kept 12 jars.", "How many jars are left?", words=words, recording=RECORDING)
    made = passage_record(heard, "", ())
    assert (made.modality, made.confidences) == ("audio", (0.4,))
    assert "Mara" not in repr(made)
