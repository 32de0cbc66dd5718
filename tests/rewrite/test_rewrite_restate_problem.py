"""Word problems in plain clauses: what goes, what must stay, how clauses and lists come apart."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from recast.language.sentences import split_sentences
from recast.numbers.prose import prose_numerals
from recast.policy import PRESETS
from recast.rewrite.prose import rewrite_prose
from recast.rewrite.prose_entities import find_entities
from recast.rewrite.prose_tokens import read_sentences, tagged
from recast.rewrite.prose_words import Senses
from recast.rewrite.restate_problem import plain_problem
from recast.types import Record

#: All of ``strict`` but that a text which has no closed form is reworded instead of refused.
REWORDED = replace(PRESETS["strict"], story="calculation")


def plain(context: str, question: str = "How many pens are there?") -> tuple[str, str]:
    """The plain context and the question, still in the words of the source."""
    told, asked = read_sentences(context, 0), read_sentences(question, len(prose_numerals(context)))
    find_entities([*told, *asked])
    for sentence in (*told, *asked):
        tagged(sentence)
    made = plain_problem(told, asked, Senses(told, asked), random.Random(1))
    return " ".join(t.text for s in made for t in s), " ".join(t.text for s in asked for t in s)


@pytest.mark.parametrize(
    ("context", "said"),
    [
        ("Ann bought 3 pens and lost 5 pens.", "Ann bought 3 pens . Ann lost 5 pens ."),
        ("Ann bought 3 pens and Tom bought 5 pens.", "Ann bought 3 pens . Tom bought 5 pens ."),
        ("Ann has 3 red pens, 4 blue pens and 5 cups.", "Ann has 3 red pens . Ann has 4 blue pens . Ann has 5 cups ."),
        ("If Ann lost 5 pens.", "Ann lost 5 pens ."),
        ("The red pen is 5 inches long the blue pen is 7 inches long.",
         "The red pen is 5 inches long . the blue pen is 7 inches long ."),
        ("Tom gave her 7 more pens.", "Tom gave 7 more pens to her ."),
        ("Ann quickly lost about 5 pens.", "Ann lost 5 pens ."),
        ("Ann lost 5 pens this year.", "Ann lost 5 pens ."),
        ("Ann lost 5 pens on the way to school.", "Ann lost 5 pens ."),
    ],
)  # fmt: skip
def test_what_is_said_plainly(context: str, said: str) -> None:
    assert plain(context)[0] == said


@pytest.mark.parametrize(
    "context",
    [
        "Ann has 31 red and 15 green pens .",
        "If Ann bought 3 pens , Tom bought 5 pens .",
        "Ann lost 5 pens on Monday and 6 pens on Tuesday .",
        "Each box has 3 pens and 4 cups in each corner .",
        "Tom gave 7 pens to Ann .",
        "Half of the pens are in the box .",
        "Ann sold 4 pens for 3 dollars each .",
    ],
)
def test_what_tells_quantities_apart_stays(context: str) -> None:
    words = set(plain(context, "How many pens are there on Monday?")[0].split())
    assert set(context.split()) - {"and"} <= words


def test_scenery_goes_and_the_pronoun_behind_it_becomes_the_name() -> None:
    assert plain("Ann went to a fair. She has 3 pens.")[0] == "Ann has 3 pens ."


def test_a_sentence_that_the_next_one_speaks_of_stays() -> None:
    assert plain("Ann likes old pens. They cost 3 dollars.")[0].startswith("Ann likes")


def test_a_place_that_all_share_goes_from_text_and_question() -> None:
    context, question = plain(
        "Ann saw 3 pens at the zoo. Tom saw 5 pens at the zoo.", "How many pens were seen at the zoo?"
    )
    assert "zoo" not in context + question


def test_words_before_a_noun_stay_where_they_tell_two_kinds_apart() -> None:
    assert "steel" in plain("Ann has 3 steel pens and 5 glass pens.", "How many steel pens?")[0]
    assert "steel" not in plain("Ann has 3 steel pens. She lost 2 pens.", "How many pens?")[0]


def test_the_word_for_a_total_is_drawn() -> None:
    told = {
        rewrite_prose(
            Record(
                "r",
                "text",
                "Ann has 3 pens that Tom lost. Tom has 4 pens.",
                "How many pens are there in all?",
            ),
            REWORDED,
            random.Random(seed),
        ).question.split()[-1]
        for seed in range(12)
    }
    assert told == {"altogether?", "all?", "total?"}


@pytest.mark.parametrize("seed", range(4))
def test_numerals_keep_their_sources_and_events_their_order(seed: int) -> None:
    context = "Ann bought 3 pens and 4 cups at the fair, and then she gave Tom 2 cups."
    record = Record("r", "text", context, "How many cups does Ann have?")
    made = rewrite_prose(record, REWORDED, random.Random(seed))
    told = [numeral.written for numeral in prose_numerals(made.context)]
    assert told == [("3", "4", "2")[source] for source in made.numeral_sources]
    assert told[-1] == "2"
    assert len(split_sentences(made.context)) == 3
