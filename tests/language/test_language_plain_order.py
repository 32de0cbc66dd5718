"""What is asked behind, a condition before or a sentence of its own is put where the rules expect it, and nothing else is."""

from __future__ import annotations

import pytest

from recast.language.plain_asking import plainly


@pytest.mark.parametrize(
    ("asked", "plain"),
    [
        ("Roughly how many nests are there in Fen?", "How many nests are there in Fen?"),
        ("In percent, how much of S is T?", "How much of S is T in percent?"),
        ("Fen and Moor beats Heath by how much?", "By how much does Fen and Moor exceed Heath?"),
        ("Fen edged out Moor by how many points?", "By how much does Fen exceed Moor?"),
        ("Fen was how many points ahead of Moor in 2020?", "How much higher was Fen than Moor in 2020?"),
        ("How many nests is Fen behind Moor?", "How much lower is Fen than Moor?"),
        ("If all five scores are summed, which site comes out on top?", "Which site has the highest total?"),
        ("When you average all the scores, which site comes first?", "Which site has the highest average?"),
        ("Which site comes out on top for larks?", "Which site has the highest value for larks?"),
        ("Was there a year with more than 5 larks? Name it.", "Which year has more than 5 larks?"),
        (
            "Is there a month in which larks exceed wrens? If so, name it.",
            "In which month larks exceed wrens?",
        ),
        ("What is the joint share of Fen and Moor?", "What is the combined share of Fen and Moor?"),
    ],
)
def test_parts_are_put_in_order(asked: str, plain: str) -> None:
    assert plainly(asked, ()) == plain


@pytest.mark.parametrize(
    ("asked", "known"),
    [
        ("Is there a month with more than 5 larks?", ()),
        ("Which site comes out first in the list?", ()),
        ("How many nests are above 5?", ()),
        ("Which of the joint ventures is largest?", ()),
        ("Fen edged out Moor in 2020?", ()),
        ("Which site comes out on top?", ("top",)),
    ],
)
def test_other_questions_and_words_of_labels_stay(asked: str, known: tuple[str, ...]) -> None:
    assert plainly(asked, known) == asked
