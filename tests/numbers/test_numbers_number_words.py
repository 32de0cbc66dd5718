"""Number words are worth what they say, and a run of them is cut where one number ends."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recast.numbers.number_words import (
    ORDINAL_RUN,
    STRUCTURAL_WORDS,
    WORD_RUN,
    WORD_VALUES,
    is_ordinal,
    number_words,
    ordinal_value,
)


def said(run: str, between: bool = False) -> list[tuple[str, Decimal]]:
    return [(run[start:end], value) for start, end, value in number_words(run, between)]


@pytest.mark.parametrize(
    ("run", "value"),
    [
        ("twelve", "12"),
        ("twenty-one", "21"),
        ("one hundred and two", "102"),
        ("three thousand and twenty", "3020"),
        ("one million two hundred thousand", "1200000"),
        ("a hundred", "100"),
        ("two dozen", "24"),
        ("three and a half dozen", "42"),
        ("sixty and a half", "60.5"),
        ("two point five", "2.5"),
        ("three point one four", "3.14"),
        ("zero point zero five", "0.05"),
        ("nineteen eighty-four", "1984"),
        ("nineteen oh five", "1905"),
        ("twenty twenty", "2020"),
        ("nineteen hundred", "1900"),
        ("one thousand nine hundred eighty four", "1984"),
    ],
)
def test_the_words_of_one_number_are_read_together(run: str, value: str) -> None:
    assert said(run) == [(run, Decimal(value))]
    assert said(run.upper()) == [(run.upper(), Decimal(value))]


@pytest.mark.parametrize(
    ("run", "parts"),
    [
        ("one two three", "one two three"),
        ("twenty-one and thirty", "twenty-one|thirty"),
        ("one hundred and two hundred", "one hundred|two hundred"),
        ("three and four", "three|four"),
        ("forty forty", "forty|forty"),
    ],
)
def test_several_numbers_in_a_row_stay_several(run: str, parts: str) -> None:
    expected = parts.split("|") if "|" in parts else parts.split()
    assert [words for words, _ in said(run)] == expected


def test_between_two_bounds_every_and_parts_them() -> None:
    assert said("one hundred and two") == [("one hundred and two", Decimal(102))]
    assert said("one hundred and two", between=True) == [("one hundred", Decimal(100)), ("two", Decimal(2))]


@pytest.mark.parametrize(
    ("run", "words", "value"),
    [
        ("ten million", "ten", 10),
        ("two hundred million", "two hundred", 200),
        ("two point five billion", "two point five", Decimal("2.5")),
    ],
)
def test_a_scale_word_at_the_end_stays_outside(run: str, words: str, value: Decimal) -> None:
    assert said(run)[0] == (words, value)
    assert said("two million five hundred thousand") == [
        ("two million five hundred thousand", Decimal(2_500_000))
    ]


def spelled(value: int) -> str:
    words = {number: word for word, number in WORD_VALUES.items()}
    if value < 20:
        return words[value]
    if value < 100:
        return words[value // 10 * 10] + (f"-{words[value % 10]}" if value % 10 else "")
    for size, name in (
        (10**12, "trillion"),
        (10**9, "billion"),
        (1_000_000, "million"),
        (1_000, "thousand"),
        (100, "hundred"),
    ):
        if value >= size:
            rest = value % size
            joint = " and " if 0 < rest < 100 else " " if rest else ""
            return f"{spelled(value // size)} {name}{joint}{spelled(rest) if rest else ''}"
    raise AssertionError


@given(st.integers(1, 999_999_999_999_999).filter(lambda value: value % 1000))
def test_every_whole_number_comes_back_from_its_words(value: int) -> None:
    run = spelled(value)
    assert said(run) == [(run, value)]
    found = WORD_RUN.fullmatch(run)
    assert found is not None


@pytest.mark.parametrize(
    ("run", "value"),
    [("third", 3), ("twelfth", 12), ("twenty-third", 23), ("sixty second", 62), ("ninetieth", 90), ("hundredth", 100),
     ("two hundred and twenty-first", 221)],
)  # fmt: skip
def test_ordinals_are_worth_their_rank(run: str, value: int) -> None:
    assert ordinal_value(run) == value
    assert is_ordinal(run)
    assert ORDINAL_RUN.fullmatch(run)


def test_what_is_no_ordinal_is_none() -> None:
    assert not is_ordinal("twenty-three")
    assert ordinal_value("nine forty first") is None
    assert STRUCTURAL_WORDS == {2: "two", 3: "three", 4: "four", 5: "five"}
