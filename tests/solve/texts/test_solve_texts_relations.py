"""Amounts that are told by others: comparisons, factors in words, shares and percentages, and when they refer to nothing certain."""

from __future__ import annotations

import pytest

from told_problems import answered


@pytest.mark.parametrize(
    ("passage", "question", "answer"),
    [
        ("Vera has 34 buttons. Her brother Nils has 15 more buttons than she does.", "How many buttons does Nils have?", 49),
        ("Sven has 90 shells. He has 24 more shells than Karl.", "How many shells does Karl have?", 66),
        ("Ida has 18 cards. Her sister has half as many. Their cousin has 4 more than Ida.",
         "How many cards do they have altogether?", 49),
        ("The lake has 12 swans. It has twice as many ducks as swans.", "How many ducks does the lake have?", 24),
        ("A shop has 50 hats. It has 6 less than half as many scarves as hats.", "How many scarves does the shop have?", 19),
        ("There are 70 tulips in a bed. Karin picks 22 tulips. Lars picks 5 fewer tulips than Karin. "
         "Otto picks 9 more tulips than Karin.", "How many tulips does Otto pick?", 31),
        ("Ann has 3 more kites and 7 fewer drums than Bo. Bo has 20 drums and 9 kites.", "How many drums does Ann have?", 13),
        ("It rained 8 inches in May and twice as much in June.", "How many inches did it rain in May and June altogether?", 24),
        ("Lena has 40 crates. Rolf has a quarter as many crates.", "How many crates does Rolf have?", 10),
        ("Tia is 12 years old. Her brother is 4 years older than her.", "How old is her brother?", 16),
        ("There are 80 crates in a barge. A third of them are green.", "How many crates are green?", 80 / 3),
        ("There are 80 guests at a feast. Three quarters of them are adults.", "How many children are at the feast?", 20),
        ("30% of the 200 seats are taken.", "How many seats are taken?", 60),
        ("Tom swam for 2 hours and 15 minutes.", "How many minutes did Tom swim in total?", 135),
        ("Vera has 34 buttons. Nils has 15 more buttons than Vera. Nils lost 4 buttons.",
         "How many buttons does Nils have?", 45),
        ("Half of the 24 pups play outside, and a third of those chase a ball.", "How many pups chase a ball?", 4),
    ],
)  # fmt: skip
def test_an_amount_follows_from_the_one_it_refers_to(passage: str, question: str, answer: float) -> None:
    assert answered(passage, question) == pytest.approx(answer)


@pytest.mark.parametrize(
    ("passage", "question"),
    [
        ("Vera has 34 buttons. Nils has 15 more buttons than Otto.", "How many buttons does Nils have?"),
        ("Vera has 34 buttons and Karl has 12 buttons. Nils has twice as many.", "How many buttons does Nils have?"),
        ("A third of them are green.", "How many crates are green?"),
        ("A barge has 80 crates and 30 sacks. Half of them are wet.", "How many are wet?"),
        ("There are 80 guests. Half of them are adults, and a quarter of the adults dance.",
         "How many children are at the feast?"),
    ],
)  # fmt: skip
def test_what_refers_to_nothing_certain_is_not_guessed(passage: str, question: str) -> None:
    assert answered(passage, question) is None


@pytest.mark.parametrize(
    ("passage", "question", "answer"),
    [
        ("Vera had to read 12 pages of history paper. She had to read 5 more pages of history paper than poetry paper.",
         "How many pages of poetry paper did she have to read?", 7),
        ("Karl needs 500 nails and he already has 320.", "How many more nails does he need?", 180),
    ],
)  # fmt: skip
def test_the_kind_that_is_told_is_not_the_kind_compared_with(
    passage: str, question: str, answer: float
) -> None:
    assert answered(passage, question) == answer
