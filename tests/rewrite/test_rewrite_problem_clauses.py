"""Clauses of word problems in frames of our own: which are framed, which stay, and which may change places."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from recast.language.problem_frames import plain_question, plain_text
from recast.numbers.mapping import protect
from recast.numbers.prose import source_quantities
from recast.policy import PRESETS
from recast.release.passage_check import passage_check
from recast.rewrite.problem_clauses import framed
from recast.rewrite.prose import rewrite_prose
from recast.rewrite.prose_entities import find_entities
from recast.rewrite.prose_tokens import Tok, read_sentences, tagged
from recast.types import Record, Vault

#: All of ``strict`` but that a text which has no closed form is reworded instead of refused.
REWORDED = replace(PRESETS["strict"], story="calculation")

SEEDS = range(8)


def written(sentences: list[list[Tok]]) -> str:
    made = []
    for sentence in sentences:
        text = " ".join(tok.text for tok in sentence)
        for mark in ",.?":
            text = text.replace(f" {mark}", mark)
        made.append(text[:1].upper() + text[1:])
    return " ".join(made)


def said(context: str, question: str = "How many pens does Ann have?", seed: int = 0) -> tuple[str, str]:
    told, asked = read_sentences(context, 0), read_sentences(question, 0)
    find_entities([*told, *asked])
    for sentence in (*told, *asked):
        tagged(sentence)
    context_made, question_made = framed(told, asked, random.Random(seed))
    return written(context_made), written(question_made)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    "clause",
    [
        "Ann bought 5 red pens.",
        "Ann bought 5 pens for 3 dollars each.",
        "Ann gave 5 pens to Tom.",
        "Ann had 5 pens.",
        "The class has 5 boxes of pens.",
        "There were 5 pens in the box.",
        "Each box has 5 pens.",
        "Ann has 5 more pens than Tom.",
        "Ann is 5 years older than Tom.",
        "Ann has 3 times as many pens as Tom.",
        "The pen is 5 inches long.",
        "5 birds flew away.",
        "Ann will buy 5 pens.",
        "Ann has read 5 pages.",
        "The first pen is 5 inches long.",
    ],
)
def test_a_plain_clause_goes_out_in_a_frame_and_is_read_back(clause: str, seed: int) -> None:
    made, _ = said(clause, seed=seed)
    assert made != clause
    assert plain_text(made) == clause


@pytest.mark.parametrize(
    "clause",
    [
        "If Ann bought 5 pens, Tom bought 3 pens.",
        "Ann bought 5 pens that Tom lost.",
        "Ann lost the rest.",
        "Ann had 5 pens, but 3 were red.",
        "Ann has 5 left.",
        "Ann moved in 1976.",
        "Ann bought pens.",
    ],
)
def test_a_clause_that_is_not_certain_stays(clause: str) -> None:
    assert said(clause)[0] == clause


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    "question",
    [
        "How many pens does Ann have left?",
        "How many red pens are in each box?",
        "How many more pens does Ann need?",
        "How many people visited the zoo?",
        "How much did Ann spend?",
    ],
)
def test_a_question_goes_out_in_a_frame_and_is_read_back(question: str, seed: int) -> None:
    made = said("Ann had 5 pens.", question, seed)[1]
    assert made != question
    assert plain_question(made) == question


@pytest.mark.parametrize(
    ("context", "question", "may"),
    [
        ("Ann has 5 pens. Tom has 3 pens.", "How many pens do they have?", True),
        ("Ann lost 5 pens. Tom lost 3 pens.", "How many pens were lost?", True),
        ("There are 5 boxes. Each box has 3 pens.", "How many pens are there?", True),
        ("Ann had 5 pens. Ann lost 3 pens.", "How many pens does Ann have?", False),
        ("Ann had 5 pens. Then Ann had 3 pens.", "How many pens did Ann lose?", False),
        ("Ann lost 5 pens. She lost 3 pens.", "How many pens were lost?", False),
        ("Ann lost 5 pens. Tom lost 3 more pens.", "How many pens were lost?", False),
        ("Ann lost 5 pens. Tom lost 3 pens.", "How many pens were lost first?", False),
    ],
)
def test_only_what_says_the_same_of_others_changes_places(context: str, question: str, may: bool) -> None:
    orders = {
        said(context, question, seed)[0].index("5") < said(context, question, seed)[0].index("3")
        for seed in SEEDS
    }
    assert (False in orders) == may


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    "context",
    [
        "The inn has 8 indoor tables and 12 outdoor tables. Each indoor table has 3 chairs and each outdoor table has 4 chairs.",
        "Ann has 5 pens. Tom has 3 pens and Eva has 9 cups.",
        "Ann bought 5 pens for 2 dollars each. Tom bought 3 cups for 4 dollars each.",
        "On Monday, Ann sold 5 pens. On Tuesday, Tom sold 3 pens.",
    ],
)
def test_whatever_order_is_drawn_passes_the_source_check(context: str, seed: int) -> None:
    record = Record("r", "text", context, "How many are there in all?")
    made = rewrite_prose(record, REWORDED, random.Random(seed))
    protected, numbers = protect(made, REWORDED, random.Random(seed), source_quantities(record))
    vault = Vault(record, numbers, made.substitutions, (), (), protected, made.numeral_sources)
    assert passage_check(protected, vault).findings == ()
