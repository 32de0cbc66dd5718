"""A label such as "No" or "3" is meant as a label only where the text marks it; a numeral may be an amount."""

from __future__ import annotations

import pytest

from recast.language.atoms import atoms
from recast.language.guards import is_amount, is_guarded, is_marked


@pytest.mark.parametrize(
    ("label", "guarded"),
    [("More", True), ("Total", True), ("b", True), ("12", True), ("5k", True), ("No more", True), ("1999", False), ("5G", False),
     ("Red", False), ("Good", False), ("Daily", False), ("Fen", False), ("More crates", False), ("é", False), ("?", False)],
)  # fmt: skip
def test_only_what_a_question_says_anyway_is_guarded(label: str, guarded: bool) -> None:
    assert is_guarded(label, atoms(label)) is guarded


@pytest.mark.parametrize(
    ("text", "label", "marked"),
    [
        ('Is the "No" bar higher?', "No", True),
        ("Is the ‘more’ line higher?", "more", True),
        ("How many said No?", "No", True),
        ("Is there no one?", "no", False),
        ("What of the more bar?", "more", True),
        ("Which has more crates?", "more", False),
        ("What did Total get in May?", "Total", True),
        ("What Was The Total Of All Bars?", "Total", False),
        ("Total of all bars?", "Total", False),
        ("What is the value of group 3?", "3", True),
        ("What are the top 3?", "3", False),
        ("Is it between Fen and other?", "other", True),
        ("Is it Fen and other nests?", "other", False),
        ("What of those for?", "for", True),
        ("What is it for?", "for", False),
        ("What did the 7th get?", "7th", True),
        ("What is the 7th highest?", "7th", False),
    ],
)
def test_a_guarded_label_is_meant_where_the_text_marks_it(text: str, label: str, marked: bool) -> None:
    start = text.index(label)
    assert is_marked(text, start, start + len(label), label) is marked


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("Did it sell over 2000 boats?", True),
        ("Did it cost $2000?", True),
        ("Is it 2000%?", True),
        ("Did it sell over 2000?", False),
        ("Did it sell boats in 2000?", False),
        ("What of 2000 boats?", False),
        ("Did it exceed 2000 in all?", False),
    ],
)
def test_a_numeral_like_a_year_is_an_amount_where_it_is_compared_and_counted(text: str, amount: bool) -> None:
    start = text.index("2000")
    assert is_amount(text, start, start + 4) is amount


def test_a_numeral_unlike_a_year_is_not_looked_at() -> None:
    assert not is_amount("over 200 boats", 5, 8)
