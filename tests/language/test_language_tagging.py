"""The tagger: classes and forms of words in plain sentences."""

from __future__ import annotations

import pytest

from recast.language.tagging import possible_tags, tag_sentence


def tags(sentence: str) -> list[str]:
    words = [
        (word, "CD" if word[0].isdigit() else None if word[0].isalpha() else ".") for word in sentence.split()
    ]
    return list(tag_sentence(words))


@pytest.mark.parametrize(
    ("sentence", "word", "tag"),
    [
        ("the farmer plants 4 trees .", "plants", "VBZ"),
        ("the plants need water .", "plants", "NNS"),
        ("how many trees did the workers plant ?", "plant", "VB"),
        ("she will water the garden .", "water", "VB"),
        ("she already put in some flour .", "put", "VBD"),
        ("a pump drains 12 buckets .", "drains", "VBZ"),
        ("half of the pupils walk .", "walk", "VB"),
        ("the rest walk .", "walk", "VB"),
        ("he lost 9 coins and then found 4 coins .", "found", "VBD"),
        ("they made their own name badges .", "badges", "NNS"),
        ("the tents were sold in june .", "sold", "VBN"),
        ("a longer rope costs more .", "longer", "JJR"),
        ("each kitten he breeds has a tail .", "breeds", "VBZ"),
        ("most of their games were short .", "games", "NNS"),
        ("what did the old paper address ?", "address", "VB"),
    ],
)
def test_a_word_in_its_place(sentence: str, word: str, tag: str) -> None:
    assert tags(sentence)[sentence.split().index(word)] == tag


def test_known_tags_are_kept() -> None:
    assert tag_sentence([("Bell", "NP"), ("rings", None), (".", ".")]) == ("NP", "VBZ", ".")


def test_unknown_words_are_read_by_their_ending() -> None:
    assert dict(possible_tags("zorbification"))["NN"] < 1
    assert "JJ" in dict(possible_tags("grey-bearded"))
    assert "NNS" in dict(possible_tags("blorbs"))


def test_nothing_at_all() -> None:
    assert tag_sentence([]) == ()


@pytest.mark.parametrize(
    ("said", "verbs"),
    [
        ("a clerk packs 64 crates , ships 19 crates and returns 3 crates", ["packs", "ships", "returns"]),
        ("a clerk packs 64 crates , takes out 19 crates", ["packs", "takes"]),
        ("she owns 3 cats and dogs", ["owns"]),
        ("she sells 3 cakes , 4 tarts and pies with 5 cherries", ["sells"]),
    ],
)
def test_deeds_in_a_row_are_verbs(said: str, verbs: list[str]) -> None:
    words = said.split()
    known = [(word, "CD" if word.isdecimal() else "." if word == "," else None) for word in words]
    assert [word for word, tag in zip(words, tag_sentence(known), strict=True) if tag == "VBZ"] == verbs


@pytest.mark.parametrize(
    "word", ["reback", "unback", "undouble", "redown", "relast", "unlong", "repacks", "unloads", "zzz"]
)
def test_every_word_has_a_reading_also_one_that_seems_undone(word: str) -> None:
    assert possible_tags(word)
    assert tag_sentence([(word, None), (".", ".")])
