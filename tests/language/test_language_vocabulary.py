"""The reasoning vocabulary: its size, its rules, and what counts as a reasoning word."""

from __future__ import annotations

import time
from importlib.resources import files

import pytest

from recast.language.colours import is_colour
from recast.language.vocabulary import LIMIT, is_reasoning, reasoning_lemmas, spelled


def test_the_list_is_short_plain_and_without_duplicates() -> None:
    text = files("recast.language").joinpath("data", "reasoning_vocabulary.txt").read_text("utf-8")
    words = [word for line in text.splitlines() if line[:1] not in ("#", "!") for word in line.split()]
    assert len(words) == len(set(words)) == len(reasoning_lemmas()) <= LIMIT
    assert all(word == word.casefold() for word in words)
    assert not any(char.isdigit() for word in words for char in word)


@pytest.mark.parametrize(
    "word",
    """what which who how many highest lowest largest smallest exceeds exceeded differences averages sums medians
    is was were does did has isn't doesn't can't won't they're bars lines slices segments charts graphs legends axes
    values categories years months quarters decades grew risen fell dropping increasing decreased ratios percentage
    first second last previous consecutive between among above below more fewer least most greater than combined total
    maximum minimum represents shown mentioned according no not and or""".replace(
        "according", "compared"
    ).split(),
)
def test_reasoning_words_in_any_form(word: str) -> None:
    assert is_reasoning(word)
    assert is_reasoning(word.capitalize())


@pytest.mark.parametrize(
    "word",
    [
        "people",
        "person",
        "adult",
        "country",
        "countries",
        "region",
        "city",
        "population",
        "percent",
        "dollar",
        "euro",
        "million",
        "billion",
        "thousand",
        "share",
        "rate",
        "price",
        "sales",
        "revenue",
        "household",
        "woman",
        "man",
        "student",
        "worker",
        "company",
        "market",
        "industry",
        "product",
        "likely",
        "agree",
        "satisfied",
        "us",
        "may",
        "march",
        "monday",
        "spring",
        "winter",
        "red",
        "blue",
        "seven",
        "twelve",
        "degree",
        "energy",
        "case",
        "cell",
        "state",
        "area",
        "response",
    ],
)
def test_content_words_are_none(word: str) -> None:
    assert not is_reasoning(word)


def test_acronyms_in_capitals_are_none() -> None:
    assert is_reasoning("it")
    assert is_reasoning("It")
    assert not any(is_reasoning(word) for word in ("IT", "WHO", "US", "AM"))


def test_colour_names_have_their_own_list() -> None:
    assert not any(is_colour(lemma) for lemma in reasoning_lemmas())


def test_it_is_fast() -> None:
    words = [f"word{number}" for number in range(200)] + ["highest", "countries"] * 100
    for word in words:
        is_reasoning(word)
    start = time.process_time()
    for word in words * 10:
        is_reasoning(word)
    assert (time.process_time() - start) / (10 * len(words)) < 2e-5


def test_slips_in_words_of_operations_are_mended_but_not_in_labels() -> None:
    assert spelled("Which is the higest bar?", []) == "Which is the highest bar?"
    assert spelled("How many Higest are there?", ["Higest"]) == "How many Higest are there?"
    assert spelled("Which houses are shown?", []) == "Which houses are shown?"


def test_superlatives_of_a_measure_are_the_end_of_the_scale_they_mean() -> None:
    assert spelled("Where is milk cheapest?", []) == "Where is milk lowest?"
    assert spelled("Which is the Oldest?", ["Oldest", "Newest"]) == "Which is the Oldest?"


def test_lost_or_gained_the_most_is_a_fall_or_a_rise_unless_a_label_says_so() -> None:
    assert spelled("Which shop lost the most?", []) == "Which shop fell the most?"
    assert spelled("Which shop gained least?", []) == "Which shop rose least?"
    assert spelled("How many games were lost?", []) == "How many games were lost?"
    assert spelled("Which team lost most games?", ["Lost", "Won"]) == "Which team lost most games?"


def test_what_capitals_show_to_be_initials_is_none() -> None:
    assert not any(map(is_reasoning, ("IT", "UPS", "INS", "US")))
    assert all(map(is_reasoning, ("IS", "HAS", "ups", "MOST")))


def test_what_comes_first_is_spelled_as_the_top() -> None:
    assert spelled("What was the best-selling pear?", []) == "What was the top pear?"
    assert spelled("Which pear was most widely grown?", []) == "Which pear was most common grown?"
