"""Openers, tags and orders go; what says anything of a chart, or stands in a label, stays."""

from __future__ import annotations

import pytest

from recast.language.addressed import unaddressed


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("hey, did Fen rise?", "did Fen rise?"),
        ("I'm curious, how many nests are in Fen?", "how many nests are in Fen?"),
        ("Hi there! So, could you tell me which site is largest?", "which site is largest?"),
        ("Quickly - what site has most nests?", "what site has most nests?"),
        ("Fen - any idea how many nests that is?", "Fen, how many nests that is?"),
        ("Nests in Fen, could you count them for me?", "Nests in Fen?"),
        ("Nests in Fen, do you know?", "Nests in Fen?"),
        ("I'd like to know about Fen, how many nests are there?", "Fen, how many nests are there?"),
        ("Name every site that has over 3 nests", "Find the site that has over 3 nests"),
        ("Jot down all the sites above 3", "Find the sites above 3"),
        ("Give me the largest site.", "Find the largest site."),
        ("State how many sites are above 3.", "how many sites are above 3."),
        ("Could you work out what Fen is at?", "what Fen is at?"),
        ("Sum the nests of Fen and Moor.", "What is the sum of the nests of Fen and Moor."),
        ("Count up the sites whose total is 3", "How many sites whose total is 3"),
        ("Work out the mean of the nests", "Find the mean of the nests"),
    ],
)
def test_how_it_is_addressed_goes(said: str, asked: str) -> None:
    assert unaddressed(said, frozenset()) == asked


@pytest.mark.parametrize(
    "said",
    [
        "State with the most nests",
        "Name of the largest site",
        "Need for repair in 2012",
        "List A in 2008?",
        "Which site is largest?",
        "So many nests: in which site?",
        "Now or then: which is larger?",
        "Total nests in Fen",
        "Count of nests in Fen",
        "Please?",
    ],
)
def test_what_may_be_a_noun_or_the_question_itself_stays(said: str) -> None:
    assert unaddressed(said, frozenset()) == said


def test_a_word_of_a_label_is_no_order_and_no_opener() -> None:
    assert unaddressed("Show the value of 2012", frozenset({"show"})) == "Show the value of 2012"
    assert unaddressed("Well, Spring, Tap: which is largest?", frozenset({"well"})).startswith("Well")
