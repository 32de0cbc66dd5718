"""Turns of saying an operation, in words of operations; what only looks like one stays."""

from __future__ import annotations

import pytest

from recast.language.plain_asking import plainly


@pytest.mark.parametrize(
    ("asked", "plain"),
    [
        ("By what factor does Fen exceed Moor?", "What is the ratio of Fen to Moor?"),
        ("By what factor was Fen smaller than Moor?", "What is the ratio of Moor to Fen?"),
        ("By what factor did Fen grow from 2011 to 2013?", "What is the ratio of Fen in 2013 to Fen in 2011?"),
        ("By what factor did Fen fall from 2011 to 2013?", "What is the ratio of Fen in 2011 to Fen in 2013?"),
        ("How many times as large as Moor is Fen?", "What is the ratio of Fen to Moor?"),
        ("How many times as many as Moor does Fen have?", "What is the ratio of Fen to Moor?"),
        ("How many times as high is Fen as Moor?", "What is the ratio of Fen to Moor?"),
        ("How many times does Moor fit into Fen?", "What is the ratio of Fen to Moor?"),
        ("What multiple of Moor is Fen?", "What is the ratio of Fen to Moor?"),
        ("Express the nests of Fen as a multiple of those of Moor.", "What is the ratio of the nests of Fen to those of Moor."),
        ("What is Fen as a percentage of Moor?", "What percentage of Moor is Fen?"),
        ("By what number must Moor be multiplied to get Fen?", "What is the ratio of Fen to Moor?"),
        ("Is Fen twice what Moor is?", "Is Fen twice Moor?"),
        ("How many nests would Fen need to match Moor?", "How much higher is Moor than Fen?"),
        ("How many more nests does Fen need to catch up with Moor?", "How much higher is Moor than Fen?"),
        ("How far behind Moor does Fen trail, in points?", "How much higher is Moor than Fen, in points?"),
        ("How much does Fen lag behind Moor?", "How much higher is Moor than Fen?"),
        ("How many points short of Moor is Fen?", "How much higher is Moor than Fen?"),
        ("What is Fen's lead over Moor?", "How much higher is Fen than Moor?"),
        ("How many nests were lost between 2011 and 2012?", "By how much did nests fall between 2011 and 2012?"),
        ("How many nests did Fen lose from 2011 to 2012?", "By how much did nests of Fen fall from 2011 to 2012?"),
        ("What is the total once Fen and Moor are taken out?", "What is the total excluding Fen and Moor?"),
        ("Leaving Fen aside, which is lowest?", "Excluding Fen, which is lowest?"),
        ("How many nests are outside Fen?", "How many nests are excluding Fen?"),
        ("Is Fen above Moor and Weir if you sum them?", "Is Fen above Moor and Weir together?"),
        ("What do Fen and Moor add up to?", "What is the sum of Fen and Moor?"),
        ("Which sites have upwards of 5 nests?", "Which sites have more than 5 nests?"),
        ("How many sites fall short of 16 nests?", "How many sites below 16 nests?"),
        ("Which sites do not exceed 20?", "Which sites at most 20?"),
        ("Which sites failed to reach 20?", "Which sites below 20?"),
        ("Which sites have 20 nests at most?", "Which sites have 20 nests or less?"),
        ("When did Fen draw level with Moor?", "When did Fen equal Moor?"),
        ("Do Fen and Moor have the same number of nests?", "Is Fen equal to Moor?"),
        ("In which year did Fen come out ahead of Moor?", "In which year did Fen exceed Moor?"),
        ("First year Fen exceeded Moor", "In which year Fen exceeded Moor for the first time"),
        ("Rank the sites by nests; which takes third place?", "Which one has the third highest nests?"),
        ("Rank the sites by nests from lowest to highest: which one is second?", "Which one has the second lowest nests?"),
        ("If the sites are ordered by nests, which one is in the middle?", "Which one has the median nests?"),
        ("How far behind Moor did Fen finish in 2012?", "How much higher is Moor than Fen in 2012?"),
        ("Fen is how many times Moor?", "What is the ratio of Fen to Moor?"),
        ("How much is everything except Fen?", "How much is the total excluding Fen?"),
        ("How many nests are in everything but Fen?", "How many nests are in all excluding Fen?"),
        ("Which sites are tied for last?", "Which sites are equal to the lowest value?"),
        ("Which site grew more slowly in 2012 than in 2013?", "Which site grew less in 2012 than in 2013?"),
    ],
)  # fmt: skip
def test_a_turn_of_an_operation_is_written_plainly(asked: str, plain: str) -> None:
    assert plainly(asked, frozenset()) == plain


@pytest.mark.parametrize(
    "asked",
    [
        "How many times was the value above 5?",
        "How many times did Fen exceed Moor?",
        "How many people work outside in Fen?",
        "What is the lead of the bar?",
        "What is Fen as a percentage of the total?",
        "What is the value of Fen in the first year shown?",
        "How many birds are at least 3 years old?",
    ],
)
def test_what_is_no_such_turn_stays(asked: str) -> None:
    assert plainly(asked, frozenset()) == asked


def test_a_word_of_a_label_is_no_turn() -> None:
    assert plainly("By what factor does Fen exceed Moor?", frozenset({"factor"})) == (
        "By what factor does Fen exceed Moor?"
    )
