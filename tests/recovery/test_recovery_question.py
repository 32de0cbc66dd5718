"""What a question asks to be computed is told by its wording, whatever the chart's names are made of."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recast.recovery.question import asks_count, is_yes_no, needs, takes_part, without_names


def test_a_label_made_of_question_words_asks_for_nothing() -> None:
    assert needs(without_names("What is the value of Most Highest in 2031?", ["Most Highest"])) == frozenset()
    assert needs(without_names("What is the value of mosthighest's?", ["Most Highest"])) == frozenset()
    assert "max" in needs("What is the value of Most Highest in 2031?")


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("What is the lowest value?", {"min"}),
        ("Which has the fewest?", {"min"}),
        ("Who leads with the maximum?", {"max"}),
        ("What is the range of the values?", {"max", "min"}),
        ("What share said so at least once?", set()),
        ("How many have at least 20?", {"compare", "count"}),
        ("How many are between 20.5 and 80.1?", {"compare", "count"}),
        ("What was the change between 2011 and 2015?", set()),
        ("How much higher is it?", set()),
        ("How many tallies more than Tarns did Quellar have?", set()),
        ("How many years saw more than 5.5?", {"compare", "count"}),
        ("What is the total over the years?", set()),
        ("Are the two equal?", {"equal"}),
        ("Which two have the same value?", {"equal"}),
        ("In what order do they rank?", {"order"}),
        ("What is the bottom bar?", set()),
        ("What are the bottom 3?", {"order"}),
        ("What is almost all?", set()),
        ("What is the toll under the \u25a1 category?", set()),
        ("What toll is under the \u25a1?", {"compare"}),
        ("How many districts got tolls in the range of \u25a1?", {"count"}),
        ("How many districts are within the toll range of \u25a1?", {"count"}),
        ("What is the toll range of the district?", {"max", "min"}),
        ("In which year did \u25a1 reach 45.5?", {"compare"}),
        ("Which year hit the mark of 1,200?", {"compare"}),
        ("What did \u25a1 reach in 2031?", set()),
        ("Which one passed in 2031?", set()),
        ("What is the median toll of \u25a1?", {"median"}),
    ],
)
def test_needs_of_a_question(question: str, asked: set[str]) -> None:
    assert needs(question) == asked


@pytest.mark.parametrize(
    "piece", ["which ", "more than ", "how many ", "1,", "between 1 and ", "\u25a1 ", "is "]
)
def test_long_questions_are_read_at_once(piece: str) -> None:
    started = time.monotonic()
    needs(without_names(piece * (10_000 // len(piece)), ["Tarns", "Grey Moor"] * 40))
    assert time.monotonic() - started < 5


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("Is Tarns larger than Quellar?", {"compare"}),
        ("Which is larger, \u25a1 or \u25a1?", {"compare"}),
        ("What is the larger of the two?", {"compare"}),
        ("What are the top three?", {"order"}),
        ("What is the most recent value?", set()),
        ("What is the value at the top?", set()),
        ("What is the topmost bar?", set()),
        ("How many exceed 40?", {"compare", "count"}),
        ("By how much does the first exceed the second?", set()),
        ("Is the highest above 40?", {"max", "compare"}),
        ("What is the number of bars?", {"count"}),
        ("What is the difference between the highest and the lowest?", {"max", "min"}),
        ("List those with 20 or more.", {"compare"}),
    ],
)
def test_each_wording_of_an_extreme_a_bound_or_a_count_is_seen(question: str, asked: set[str]) -> None:
    assert needs(question) == asked


def test_a_median_of_one_named_value_is_a_measure() -> None:
    assert needs("What is the median toll of \u25a1?", one_value=True) == frozenset()
    assert needs("What is the median of \u25a1?", one_value=True) == {"median"}


@pytest.mark.parametrize(
    ("question", "yes_no", "count"),
    [
        ("Is it larger?", True, False),
        ("In 2031, did the toll rise?", True, False),
        ("Isn't it so?", True, False),
        ("What is it?", False, False),
        ("How many are there?", False, True),
        ("How many more are there in 2031?", False, False),
        ("By how many did it rise?", False, False),
        ("What is the count of rows?", False, True),
        ("Which is it, does it say?", False, False),
    ],
)
def test_yes_or_no_and_how_many_are_told_apart(question: str, yes_no: bool, count: bool) -> None:
    assert (is_yes_no(question), asks_count(question)) == (yes_no, count)


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("What is the total?", False),
        ("What is the total in 2031?", True),
        ("What is the total of \u25a1?", True),
        ("What is the total of the first two?", True),
        ("What is the total of the blue bars?", True),
        ("What is the total excluding the largest?", True),
        ("What is the total of 1250?", False),
    ],
)
def test_a_question_about_part_of_a_chart_is_seen(question: str, part: bool) -> None:
    assert takes_part(question, ["blue", ""]) is part


@settings(max_examples=30, deadline=None)
@given(st.lists(st.from_regex(r"[A-Z][a-z]{2,8}( [A-Z][a-z]{2,8})?", fullmatch=True), min_size=1, max_size=4))
def test_no_name_is_left_in_a_question(names: list[str]) -> None:
    asked = f"Is {names[0].upper()}'s toll above {names[-1]} in 2031?"
    left = without_names(asked, names)
    assert not any(
        name.casefold() in left.casefold().replace("toll", "").replace("above", "")
        for name in names
        if len(name) > 6
    )
    assert "\u25a1" in left
    assert "2031" in left
