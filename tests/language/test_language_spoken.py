"""Words to be spoken: the lists are clean, and what sounds alike is found."""

from __future__ import annotations

import pytest

from recast.language.colours import is_colour
from recast.language.spoken import sound_alike, sound_key, spoken_names, spoken_words
from recast.language.vocabulary import is_reasoning
from recast.language.words import fold, is_english, lemmas
from recast.language.worlds import load_worlds
from recast.rewrite.prose_entities import drawn_names, given_names


def test_spoken_names_are_many_and_no_words_and_nobody_has_two_genders() -> None:
    people = drawn_names(spoken=True)
    assert min(len(people["f"]), len(people["m"])) >= 60
    assert not set(people["f"]) & set(people["m"])
    assert len(spoken_names()) >= 30
    every = [*people["f"], *people["m"], *spoken_names()]
    assert len(every) == len(set(every))
    assert all(name.isascii() and name.isalpha() and name[0].isupper() for name in every)
    assert not any(is_english(name) or is_reasoning(name) or is_colour(name) for name in every)
    assert not any(fold(name) in given_names() for name in spoken_names())


def test_gender_is_that_of_the_names_by_which_people_are_recognised() -> None:
    known = given_names()
    for gender, names in drawn_names(spoken=True).items():
        assert all(known.get(fold(name), gender) == gender for name in names)


def test_spoken_words_are_enough_of_every_type_that_texts_need() -> None:
    words = spoken_words()
    for kind, least in {
        "thing": 150,
        "person": 40,
        "place": 40,
        "material": 25,
        "activity": 20,
        "abstract": 15,
        "quality": 40,
        "verb_transitive": 30,
        "verb_intransitive": 15,
        "unit": 12,
    }.items():
        assert (
            len({word for world in load_worlds(spoken=True) for word in world.words[kind]} & words) >= least
        ), kind


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Sean", "sean"),
        ("Catherine", "Kathryn"),
        ("kite", "gate"),
        ("Philip", "Filip"),
        ("knight", "night"),
        ("Ashford", "Ashforth"),
        ("Sarah", "Sara"),
    ],
)
def test_words_that_sound_alike(one: str, other: str) -> None:
    assert sound_alike(one, other)
    assert sound_alike(other, one)


@pytest.mark.parametrize(
    ("one", "other"), [("Martha", "Gordon"), ("lantern", "basket"), ("kite", "kites"), ("apple", "pear")]
)
def test_words_that_do_not(one: str, other: str) -> None:
    assert not sound_alike(one, other)


def test_a_key_has_no_vowel_but_the_first_and_no_sound_twice() -> None:
    assert sound_key("Abbott") == "APT"
    assert sound_key("banana's") == sound_key("banana") == "PN"


def test_the_lists_hold_base_forms() -> None:
    for world in load_worlds(spoken=True):
        assert all(word in lemmas(word) for word in spoken_words() & set(world.all_words()))
