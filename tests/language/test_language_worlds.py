"""The target worlds: complete, typed, without overlap, regular."""

from __future__ import annotations

import pytest

from recast.language.colours import is_colour
from recast.language.inflect import inflect
from recast.language.vocabulary import is_reasoning
from recast.language.words import lemmas
from recast.language.worlds import TYPES, World, apart_from, load_worlds

WORLDS = pytest.mark.parametrize("world", load_worlds(spoken=True), ids=lambda world: world.name)


def test_there_are_eight_and_six_that_are_only_spoken() -> None:
    assert len(load_worlds()) == 8
    assert load_worlds(spoken=True)[:8] == load_worlds()
    assert len(load_worlds(spoken=True)) == 14


@WORLDS
def test_a_world_is_rich_enough_for_a_large_chart(world: World) -> None:
    assert len(world.all_words()) >= (250 if world in load_worlds() else 200)
    assert world.words.keys() == TYPES.keys()
    labels = [
        word
        for kind in ("person", "place", "thing", "material", "activity", "quality")
        for word in world.words[kind]
    ]
    assert len(labels) >= 68
    assert min(map(len, world.words.values())) >= 6


@WORLDS
def test_words_are_plain_and_none_is_a_reasoning_word_or_a_colour(world: World) -> None:
    for word in world.all_words():
        assert word.isascii()
        assert word.isalpha()
        assert word.islower()
        assert not is_reasoning(word)
        assert not is_colour(word)


@WORLDS
def test_no_word_or_lemma_occurs_twice(world: World) -> None:
    owner: dict[str, str] = {}
    for word in world.all_words():
        for lemma in lemmas(word):
            assert owner.setdefault(lemma, word) == word
    assert len(world.all_words()) == len(set(world.all_words()))


@WORLDS
def test_verbs_are_regular_in_every_form(world: World) -> None:
    for word in (*world.words["verb_transitive"], *world.words["verb_intransitive"]):
        assert inflect(word, "VBD") == inflect(word, "VBN")
        assert inflect(word, "VBD").endswith("ed")
        assert not any(is_reasoning(inflect(word, tag)) for tag in ("VBD", "VBZ", "VBG"))


@WORLDS
def test_nouns_stay_out_of_the_reasoning_vocabulary_in_the_plural(world: World) -> None:
    for kind, what in TYPES.items():
        if what.startswith("count"):
            assert not any(is_reasoning(inflect(word, "NNS")) for word in world.words[kind])


@pytest.mark.parametrize(
    ("lemmas_of_source", "name"),
    [
        ({"theatre", "music"}, "puppets"),
        ({"fruit"}, "orchard"),
        ({"harbour", "passenger"}, "ferries"),
        ({"glazier"}, "glass"),
    ],
)
def test_a_world_near_the_topic_of_the_source_is_passed_over(lemmas_of_source: set[str], name: str) -> None:
    left = {world.name for world in apart_from(lemmas_of_source, load_worlds())}
    assert name not in left
    assert len(left) >= 4


def test_every_world_is_left_where_the_source_is_about_none_of_them() -> None:
    assert list(apart_from({"inflation", "vaccine"}, load_worlds())) == list(load_worlds())


def test_where_all_are_near_those_that_share_the_fewest_words_are_left() -> None:
    every = {word for world in load_worlds() for word in world.near} - {"weather"}
    left = apart_from(every, load_worlds())
    assert left
    assert {len(world.near & every) for world in left} == {
        min(len(world.near & every) for world in load_worlds())
    }


@WORLDS
def test_what_is_near_a_world_is_in_lemmas_and_no_reasoning_word(world: World) -> None:
    assert len(world.near) >= 100
    for word in world.near:
        assert word in lemmas(word)
        assert not is_reasoning(word)
