"""The closed sentences of a ledger: each is known as one and read in plain words, and whatever stands beside one shows."""

from __future__ import annotations

import pytest

from recast.language.ledger import QUESTIONS, STATEMENTS, is_form, is_whole, plain_ledger

PARTS = {
    "N": "5", "K": "7", "F": "3 times", "T": "red pens", "H": "Ann", "O": "the tin", "M": "cups", "E": "each cup", "U": "inches",
    "V": "bowls", "X": "length", "W": "fewer", "S": "in all",
}  # fmt: skip


def filled(form: str) -> str:
    said = " ".join(PARTS.get(word, word) for word in form.split())
    for mark in ",.?":
        said = said.replace(f" {mark}", mark)
    return said[:1].upper() + said[1:]


FORMS = [
    (plain, form) for forms in (STATEMENTS, QUESTIONS) for plain, ways in forms.values() for form in ways
]


@pytest.mark.parametrize(("plain", "form"), FORMS)
def test_every_form_is_known_and_read_in_plain_words(plain: str, form: str) -> None:
    assert is_form(filled(form))
    assert plain_ledger(filled(form)) == filled(plain)


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        ("From Ann go 5 pens under the lamp.", "Ann lost 5 pens in the lamp."),
        ("3 pens come to Ann for each hour over 4 hours.", "Ann got 3 pens for each hour over 4 hours."),
        ("How many pens are with Ann and Tom at the end?", "How many pens does Ann and Tom have at the end?"),
    ],
)
def test_occasions_go_behind(said: str, plain: str) -> None:
    assert plain_ledger(said) == plain


@pytest.mark.parametrize(
    "beside",
    [
        "5 pens are with Ann by the time she comes.",
        "With Ann there are 5 pens in her bag.",
        "Ann bought 5 pens.",
        "How many pens must go in each box?",
        "How long will her pen be then?",
    ],
)
def test_a_text_with_anything_beside_a_form_is_not_whole(beside: str) -> None:
    asked = "How many pens are with Ann at the end?"
    assert is_whole("With Ann there are 5 pens. 3 pens go from Ann.", asked)
    assert not is_whole(f"With Ann there are 5 pens. {beside}", asked)
    assert not is_whole("With Ann there are 5 pens.", beside)
