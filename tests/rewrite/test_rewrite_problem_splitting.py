"""Clauses and lists of word problems as sentences of their own, and slips of the source that are mended on the way."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest

from recast.language.problem_frames import plain_question, plain_text
from recast.policy import PRESETS
from recast.rewrite.problem_splitting import clauses
from recast.rewrite.prose import rewrite_prose
from recast.rewrite.prose_entities import find_entities
from recast.rewrite.prose_tokens import read_sentences, tagged
from recast.types import Record

#: All of ``strict`` but that a text which has no closed form is reworded instead of refused.
REWORDED = replace(PRESETS["strict"], story="calculation")


def split(sentence: str) -> list[str]:
    (read,) = read_sentences(sentence, 0)
    find_entities([read])
    tagged(read)
    return [" ".join(tok.text for tok in part) for part in clauses(read)]


@pytest.mark.parametrize(
    ("sentence", "parts"),
    [
        ("11 riders got off and 6 got on.", ["11 riders got off .", "6 riders got on ."]),
        ("5 cooks paid 85 dollars and left the shop.", ["5 cooks paid 85 dollars .", "they left the shop ."]),
    ],
)
def test_each_clause_has_its_own_subject(sentence: str, parts: list[str]) -> None:
    assert split(sentence) == parts


def rewritten(context: str, question: str, seed: int = 0) -> tuple[str, str]:
    made = rewrite_prose(Record("r", "text", context, question), REWORDED, random.Random(seed))
    return plain_text(made.context), plain_question(made.question)


def test_a_slip_for_its_is_mended() -> None:
    context, _ = rewritten(
        "The kite, that I own, is 9 feet long. It's tail is 4 feet long.", "How much longer is the kite?"
    )
    assert " is tail" not in context
    assert "Its " in context


@pytest.mark.parametrize("seed", range(6))
def test_whom_a_pronoun_means_is_said_by_name(seed: int) -> None:
    context, question = rewritten(
        "Zorvana had 74 pens. Tom gave her 38 pens.", "How many pens does Zorvana have?", seed
    )
    name = context.split()[0]
    assert context.endswith(f"to {name}.")
    assert name in question


def test_a_unit_after_one_is_plural_since_another_number_goes_out() -> None:
    context, _ = rewritten("A pen costs 1 dollar. A cup costs 3 dollars.", "How much do both cost?")
    assert all(unit.endswith("s") for unit in re.findall(r"\d ([a-z]+)", context))


@pytest.mark.parametrize("seed", range(6))
def test_one_word_for_a_quality_wherever_it_stands(seed: int) -> None:
    context, question = rewritten(
        "Sara has 31 red and 15 green pens. Eva has 24 red pens.",
        "How many red pens do they have in total?",
        seed,
    )
    quality = question.split()[2]
    assert context.split().count(quality) == 2
