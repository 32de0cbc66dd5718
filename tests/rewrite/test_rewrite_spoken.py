"""What is to be spoken: words and names from the measured lists, none like another by ear, none of the source."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recast.language.inflect import plural
from recast.language.spoken import sound_alike, spoken_names, spoken_words
from recast.language.words import fold, lemmas
from recast.policy import PRESETS
from recast.rewrite.prose import rewrite_prose
from recast.rewrite.prose_entities import drawn_names
from recast.rewrite.supply import Supply
from recast.types import Record

STRICT = replace(PRESETS["strict"], story="calculation")
TEXT = (
    "Martha baked 24 muffins for her brother Felix, who lives in Oakland. She gave him 9 muffins and sold 6 muffins to "
    "Gordon for 12 dollars. The bakery in Oakland had 30 baskets of bread."
)
ASKED = "How many muffins does Martha have left?"


def record(context: str = TEXT, question: str = ASKED) -> Record:
    return Record("", "audio", context, question)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32))
def test_names_and_nouns_come_from_the_lists_and_none_is_the_sources(seed: int) -> None:
    made = rewrite_prose(record(), STRICT, random.Random(seed))
    people = {fold(name) for names in drawn_names(spoken=True).values() for name in names}
    allowed = people | {fold(name) for name in spoken_names()} | spoken_words()
    allowed |= {plural(word) for word in allowed}
    source = {fold(word.strip(".,?")) for word in f"{TEXT} {ASKED}".split()}
    assert made.substitutions.pairs
    for pair in made.substitutions.pairs:
        forms = lemmas(pair.protected)
        assert forms & allowed, pair.kind
        assert not forms & source
    assert made.modality == "audio"


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32))
def test_nothing_that_is_handed_out_sounds_like_another(seed: int) -> None:
    supply = Supply(random.Random(seed), (), lambda word: True, spoken=True)
    taken = [
        supply.take(kind) for kind in ("thing", "person", "unit", "transitive", "quality") for _ in range(6)
    ]
    taken += [supply.name() for _ in range(10)]
    assert len(set(taken)) == len(taken)
    assert not any(sound_alike(one, other) for one, other in itertools.combinations(taken, 2))


def test_a_world_gives_its_words_first_and_the_others_follow() -> None:
    supply = Supply(random.Random(5), (), lambda word: True, spoken=True)
    people = [supply.take("person") for _ in range(30)]
    assert set(people) <= spoken_words()


def test_a_word_of_the_source_is_passed_over() -> None:
    banned = set(spoken_names()[:-3])
    supply = Supply(random.Random(2), (), lambda word: word not in banned, spoken=True)
    assert {supply.name() for _ in range(2)} <= set(spoken_names()[-3:])


@pytest.mark.parametrize("seed", range(3))
def test_a_text_that_stays_a_text_is_drawn_as_before(seed: int) -> None:
    as_text = replace(record(), modality="text")
    made = rewrite_prose(as_text, STRICT, random.Random(seed))
    names = [pair.protected for pair in made.substitutions.pairs if pair.kind == "name"]
    assert not set(names) & set(spoken_names())
