"""Turns of asking in words of operations; how an answer is to be written is left out, labels stay as they are."""

from __future__ import annotations

import pytest

from recast.language.plain_asking import plainly


@pytest.mark.parametrize(
    ("asked", "plain"),
    [
        ("Could you tell me which site is the largest?", "Which site is the largest?"),
        ("Which site clocks up the most nests?", "Which site has the most nests?"),
        ("Which site raked in the most?", "Which site had the most?"),
        ("In which year did Fen bottom out?", "In which year did Fen reach the lowest?"),
        ("hi, I'd like to know what the value of Fen was", "What was the value of Fen"),
        (
            "What is the mean of Fen and Moor, rounded to the nearest whole number?",
            "What is the mean of Fen and Moor?",
        ),
        ("What is the mean of Fen and Moor to one decimal?", "What is the mean of Fen and Moor?"),
        ("Is Fen above Moor? Answer yes or no.", "Is Fen above Moor?"),
        ("Is it true that Fen is above Moor?", "Is Fen above Moor?"),
        ("Fen or Moor: which is larger?", "Which is larger, Fen or Moor?"),
        ("How far apart are Fen and Moor?", "What is the difference between Fen and Moor?"),
        ("How far is Fen behind Moor?", "How much lower is Fen than Moor?"),
        ("How far ahead of Moor was Fen in 2012?", "How much higher was Fen in 2012 than Moor?"),
        ("How many points separate Fen from Moor?", "What is the difference between Fen and Moor?"),
        ("By what margin did Fen beat Moor?", "By how much did Fen exceed Moor?"),
        ("When did Fen first pass 40?", "When did Fen first exceed 40?"),
        ("Which year had the sharpest drop?", "Which year had the largest drop?"),
        ("Which site plunged the most?", "Which site fell the most?"),
        (
            "How many nests do Fen and Moor have between them?",
            "How many nests do Fen and Moor have together?",
        ),
        ("Which site came in second place?", "Which site ranks second?"),
        ("Which site is warmer in May?", "Which site is higher in May?"),
        ("By how many degrees is Fen colder than Moor?", "By how many degrees is Fen lower than Moor?"),
        ("Fen vs Moor, how big is the gap?", "What is the difference between Fen vs Moor?"),
        ("How many nests were added between 2012 and 2013?", "What is the increase between 2012 and 2013?"),
        ("What share of nests is in Fen?", "What percentage of nests is in Fen?"),
    ],
)
def test_a_turn_is_written_in_words_of_operations(asked: str, plain: str) -> None:
    assert plainly(asked, frozenset()) == plain


@pytest.mark.parametrize(
    "asked",
    [
        "What is the difference between the two?",
        "How many birds are between 10 and 21?",
        "What is the sum of the top 2 bars?",
        "How many people could swim?",
        "How many people older than 10.5 years swam?",
        "What was said to one neighbour?",
    ],
)
def test_what_says_something_else_stays(asked: str) -> None:
    assert plainly(asked, frozenset()) == asked


def test_a_word_of_a_label_stays() -> None:
    assert plainly("How many people sank?", frozenset({"sank"})) == "How many people sank?"
    assert plainly("How many people sank?", frozenset()) == "How many people fell?"
