"""Tokens, folding, lemmas."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recast.language.words import fold, is_english, lemma, lemmas, tokens, unaccented


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ann's tea, please.", ["Ann", "'s", "tea", ",", "please", "."]),
        ("I don't know", ["I", "don't", "know"]),
        ("the U.S. and U.S.A.’s", ["the", "U.S.", "and", "U.S.A.", "’s"]),
        ("1,234.5% of 213K", ["1,234.5", "%", "of", "213K"]),
        ("Q1 '19, 2016/17", ["Q1", "'", "19", ",", "2016", "/", "17"]),
        ("FLUVID-19 part-time", ["FLUVID", "-", "19", "part", "-", "time"]),
        ("It is 3.", ["It", "is", "3", "."]),
        ("café (net)", ["café", "(", "net", ")"]),
        ("O'Hara's 12th", ["O'Hara", "'s", "12th"]),
        ("", []),
    ],
)
def test_tokens(text: str, expected: list[str]) -> None:
    assert [token.text for token in tokens(text)] == expected


@given(st.text())
def test_tokens_cover_all_but_white_space(text: str) -> None:
    rest = list(text)
    for token in tokens(text):
        assert text[token.start : token.end] == token.text
        rest[token.start : token.end] = " " * (token.end - token.start)
    assert not "".join(rest).strip()


def test_kinds_of_token() -> None:
    word, mark, number = tokens("Ann's 4th")
    assert (word.is_word, mark.is_possessive, number.has_digit) == (True, True, True)
    assert (mark.is_word, number.is_word) == (False, False)


def test_folding() -> None:
    assert fold("ＡＢＣ") == "abc"
    assert fold("Straße’s") == "strasse's"
    assert unaccented("Crème Brûlée") == "creme brulee"


def test_lemmas() -> None:
    assert lemma("highest") == "high"
    assert lemma("exceeds") == "exceed"
    assert lemma("Zumbrella") == "zumbrella"
    assert {"leaf", "leave"} <= lemmas("leaves")
    assert is_english("bridges")
    assert is_english("Smartphones")
    assert not is_english("Zumbrella")
