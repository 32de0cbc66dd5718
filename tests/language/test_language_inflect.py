"""Inflection of the words that stand for others, and articles."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recast.language.inflect import (
    article,
    case_like,
    inflect_like,
    is_plural,
    plural,
    possessive,
    repair_articles,
    singular,
    tag_of,
)
from recast.language.worlds import load_worlds


@pytest.mark.parametrize(
    ("template", "base", "word_class", "expected"),
    [
        ("Increased", "gather", "VERB", "Gathered"),
        ("grew", "launch", "VERB", "launched"),
        ("sold", "polish", "VERB", "polished"),
        ("selling", "prune", "VERB", "pruning"),
        ("sells", "polish", "VERB", "polishes"),
        ("sell", "prune", "VERB", "prune"),
        ("countries", "river ferry", "NOUN", "river ferries"),
        ("COUNTRY", "orchard", "NOUN", "ORCHARD"),
        ("teachers'", "keeper", "NOUN", "keepers'"),
        ("Teacher's", "keeper", "NOUN", "Keeper's"),
        ("TEACHERS’", "keeper", "NOUN", "KEEPERS'"),
        ("BUS'S", "keeper", "NOUN", "KEEPER'S"),
        ("highest", "quiet", "ADJ", "quietest"),
        ("larger", "delicate", "ADJ", "more delicate"),
        ("children", "kite", "NOUN", "kites"),
        ("Zumbrellas", "kite", "NOUN", "Kites"),
    ],
)
def test_inflect_like(template: str, base: str, word_class: str, expected: str) -> None:
    assert inflect_like(template, base, word_class) == expected  # type: ignore[arg-type]


def test_number_and_possessive() -> None:
    assert plural("ferry") == "ferries"
    assert plural("Zunka") == "Zunkas"
    assert singular("ferries") == "ferry"
    assert singular("glass") == "glass"
    assert is_plural("kites")
    assert not is_plural("glass")
    assert possessive("Bram") == "Bram's"
    assert possessive("keepers") == "keepers'"
    assert tag_of("taken", "VERB") == "VBN"


@pytest.mark.parametrize(
    ("word", "expected"),
    [("orchard", "an"), ("kite", "a"), ("hour", "an"), ("unit", "a"), ("uncle", "an"), ("umbrella", "an"),
     ("European", "a"), ("one", "a"), ("8", "an"), ("18", "an"), ("180", "a"), ("80", "an"), ("7", "a"),
     ("FBC", "an"), ("KBC", "a"), ("honest", "an"), ("useful", "a")],
)  # fmt: skip
def test_article(word: str, expected: str) -> None:
    assert article(word) == expected


def test_articles_are_repaired_with_their_case() -> None:
    assert (
        repair_articles("A orchard and an kite, an unit in a hour.")
        == "An orchard and a kite, a unit in an hour."
    )
    assert repair_articles("a kite an  orchard") == "a kite an  orchard"


@given(st.text(alphabet="abcdefgABC'", min_size=1, max_size=8))
def test_case_like_keeps_the_word(template: str) -> None:
    assert case_like(template, "kite").casefold() == "kite"


def test_words_of_the_worlds_come_back_from_their_plural() -> None:
    for world in load_worlds():
        for kind in ("person", "place", "thing", "organisation", "category_class", "measure_count", "unit"):
            for word in world.words[kind]:
                assert plural(word) != word
                assert singular(plural(word)) == singular(word) == word
