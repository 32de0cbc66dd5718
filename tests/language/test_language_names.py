"""Invented names: fit, apart, drawn freshly."""

from __future__ import annotations

import itertools
import random

from hypothesis import given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from recast.language.names import APART, invent_names, is_fit, measured_names
from recast.language.words import data_words, is_english
from recast.language.worlds import load_worlds


def test_the_measured_names_are_many_fit_and_no_words() -> None:
    names = measured_names()
    assert len(names) == len(set(names)) >= 1000
    assert all(is_fit(name) and name.isascii() and name.isalpha() and name[0].isupper() for name in names)
    taken = {word for world in load_worlds() for word in world.all_words()}
    assert not taken & {name.casefold() for name in names}


def test_rude_strings_and_words_are_not_fit() -> None:
    assert not is_fit("Bridge")
    assert not is_fit("Ba")
    assert not any(is_fit(f"Zo{part}an") for part in data_words("unwanted_strings.txt"))


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 68))
def test_names_of_one_draw_lie_apart(seed: int, count: int) -> None:
    avoid = ("Brumal", "Kestor")
    names = invent_names(count, random.Random(seed), avoid)
    assert len(names) == count
    assert all(
        OSA.distance(one.casefold(), other.casefold()) >= APART
        for one, other in itertools.combinations((*names, *avoid), 2)
        if (one, other) != avoid
    )
    assert names == invent_names(count, random.Random(seed), avoid)


def test_more_names_than_were_measured_can_be_had() -> None:
    names = invent_names(300, random.Random(7))
    assert len(set(names)) == 300
    assert not any(is_english(name) for name in names)
