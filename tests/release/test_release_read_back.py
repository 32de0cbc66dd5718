"""What was heard of a waveform is laid beside what was to be said, window by window, and tied to the very bytes."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from recast.perception.sound import RATE
from recast.release import read_back
from recast.release.read_back import ReadBack, digest, hear_back, heard_sentences, said_words, unheard
from recast.release.wav import wav
from recast.types import Check, Medium, Protected, Spoken, Word


def spoken(*sentences: str, seconds: float = 2.0, pause: float = 0.5) -> Medium:
    """Each sentence as so many seconds of a level of its own."""
    parts, said, at = [], [], 0.0
    for number, text in enumerate(sentences, 1):
        parts.append(np.full(int(seconds * RATE), number, np.int16))
        parts.append(np.zeros(int(pause * RATE), np.int16))
        said.append(Spoken(text, at, at + seconds))
        at += seconds + pause
    return Medium("audio/wav", wav(np.concatenate(parts)), sentences, spoken=tuple(said))


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> list[list[int]]:
    """A recogniser that says ``w<level>`` in the middle of each level, and which levels each window had."""
    seen: list[list[int]] = []

    def hear(sound: Any) -> tuple[Word, ...]:
        pulses = np.round(sound.samples * 32768).astype(int)
        levels = sorted(set(pulses.tolist()) - {0})
        seen.append(levels)
        places = [np.flatnonzero(pulses == level) / RATE for level in levels]
        return tuple(Word(f"w{level}", at[0], at[-1], 1) for level, at in zip(levels, places, strict=True))

    monkeypatch.setattr(read_back, "hear", hear)
    return seen


def test_each_sentence_gets_what_was_heard_in_its_time(windows: list[list[int]]) -> None:
    assert heard_sentences(spoken("w1.", "w2.", "other"), {}) == ("w1", "w2", "w3")
    assert windows == [[1, 2, 3]]


def test_a_long_waveform_is_heard_in_windows_that_end_between_sentences(windows: list[list[int]]) -> None:
    heard = heard_sentences(spoken(*(f"w{n}" for n in range(1, 7)), seconds=9), {})
    assert heard == ("w1", "w2", "w3", "w4", "w5", "w6")
    assert windows == [[1, 2], [3, 4], [5, 6]]


def test_a_sentence_longer_than_a_window_is_heard_by_itself(windows: list[list[int]]) -> None:
    assert heard_sentences(spoken("w1", "w2", seconds=40), {}) == ("w1", "w2")
    assert windows == [[1], [2]]


def test_what_was_heard_before_is_not_heard_again(windows: list[list[int]]) -> None:
    heard: dict[bytes, tuple[Word, ...]] = {}
    first = spoken("w1", "w2", seconds=20)
    assert heard_sentences(first, heard) == heard_sentences(first, heard) == ("w1", "w2")
    assert windows == [[1], [2]]
    assert heard_sentences(spoken("w1", "w2", "w3", seconds=20), heard)[:2] == ("w1", "w2")
    assert windows == [[1], [2], [2], [3]]  # of the second sentence, the pause after it is new


def test_the_check_is_of_these_very_bytes(windows: list[list[int]]) -> None:
    medium = spoken("w1.", "w7.")
    protected = Protected("audio", "w1. w7.", "", (), None, frozenset(), frozenset())
    seen = hear_back(protected, medium, {})
    assert seen.medium_sha256 == digest(medium) == hashlib.sha256(medium.data).hexdigest()
    assert seen.strings == ("w1", "w2")
    assert not seen.check.passed
    assert unheard(medium, seen) == {"w7"}


@pytest.mark.parametrize(
    ("said", "heard", "lost"),
    [
        ("Ciaran wove 268.4 baskets.", "ciaran wove 268.4 baskets", set()),
        ("Ciaran wove 268.4 baskets.", "Ciaran wove 286.4 baskets", {"268.4"}),
        ("It rose by 12%, then fell.", "It rose by 12, then fell", {"12%"}),
        ("(Yes!)", "yes", set()),
    ],
)
def test_only_words_that_were_not_heard_are_lost(said: str, heard: str, lost: set[str]) -> None:
    medium = spoken(said)
    assert unheard(medium, ReadBack("", None, Check("protected"), (heard,))) == lost


def test_a_word_heard_in_another_sentence_was_not_heard_in_its_own() -> None:
    medium = spoken("Ciaran wove.", "Orla sang.")
    assert unheard(medium, ReadBack("", None, Check("protected"), ("Ciaran Orla", "sang wove"))) == {
        "wove",
        "orla",
    }


@given(st.lists(st.sampled_from(["Tarns", "268.4", "12%", "well-known", "é"]), max_size=6))
def test_words_are_compared_without_case_and_punctuation(words: list[str]) -> None:
    assert said_words(" ".join(f"({word.upper()}),…" for word in words)) == said_words(" ".join(words))
