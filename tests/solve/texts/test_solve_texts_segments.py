"""The clauses of a sentence, and the verb of each."""

from __future__ import annotations

import pytest

from recast.solve.texts.segments import chain, segments, voice_of
from recast.solve.texts.story import Sentence, read


def sentence(text: str) -> Sentence:
    return read(text)[0]


def spoken(text: str) -> list[str]:
    """The verb of each clause, "" for one that has none."""
    words = sentence(text)
    found = [(chain(words, *span), span[1]) for span in segments(words)]
    return ["" if verb is None else voice_of(words, verb, right, frozenset()).verb for verb, right in found]


@pytest.mark.parametrize(
    ("text", "verbs"),
    [
        ("Ann picked 34 pears in July and 27 in August.", ["pick", ""]),
        ("9 ducks flew away, then 14 landed.", ["fly", "land"]),
        ("After he bought some more sheep he had 91.", ["buy", "have"]),
        ("Ann and Bo have 12 pears.", ["have"]),
        ("4 bottles are left.", ["remain"]),
        ("Ann uses 24 pears and 45 pears to make jam.", ["use", ""]),
    ],
)
def test_clauses_have_their_verbs(text: str, verbs: list[str]) -> None:
    assert spoken(text) == verbs


def test_the_verb_of_a_question_stands_behind_its_helper() -> None:
    words = sentence("How many pears does Ann need to have 43 pears?")
    verb = chain(words, 0, len(words))
    assert verb is not None
    voice = voice_of(words, verb, len(words), frozenset())
    assert (voice.verb, voice.wished) == ("have", True)


def test_who_gets_it_is_named_or_meant() -> None:
    words = sentence("Ann gave her 5 pears to Bo.")
    verb = chain(words, 0, len(words))
    assert verb is not None
    assert {"*", "bo"} <= voice_of(words, verb, len(words), frozenset()).to
