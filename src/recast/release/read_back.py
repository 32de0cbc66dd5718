"""What the protected check saw in the pixels or heard in the waveform, tied to the very bytes that it looked at."""

from __future__ import annotations

import difflib
import hashlib
from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from recast.language.words import fold
from recast.perception.image import decode
from recast.perception.sound import RATE, Sound
from recast.perception.speech import hear
from recast.perception.text import read_text
from recast.release.protected_check import protected_check
from recast.release.speech_check import speech_check
from recast.release.wav import Pulses, pulses_of
from recast.types import ChartSpec, Check, Medium, Protected, Spoken, Word

WINDOW = 28.0  # seconds heard at once: a little less than the recogniser takes

#: The words of windows that were heard before in this request, by the SHA-256 of their samples.
Heard = MutableMapping[bytes, tuple[Word, ...]]


@dataclass(frozen=True, slots=True)
class ReadBack:
    """The gate accepts it only for the medium whose SHA-256 (hexadecimal) it names. ``strings`` is every text that was
    read from the pixels, as read, or what was heard of each sentence; ``check`` is the protected check of the medium,
    of a picture against ``spec``. ``made_here`` is false of what a voice at an endpoint said."""

    medium_sha256: str
    spec: ChartSpec | None
    check: Check
    strings: tuple[str, ...]
    made_here: bool = True


def digest(medium: Medium) -> str:
    """SHA-256 of the medium's bytes, hexadecimal."""
    return hashlib.sha256(medium.data).hexdigest()


def read_back(spec: ChartSpec, medium: Medium) -> ReadBack:
    """Reads the medium's pixels once and checks them against the spec that was drawn."""
    check = protected_check(spec, medium)
    return ReadBack(
        digest(medium), spec, check, tuple(found.text for found in read_text(decode(medium.data)))
    )


def hear_back(protected: Protected, medium: Medium, heard: Heard) -> ReadBack:
    """Transcribes the medium's samples as they stand in its file and checks them against the protected record.

    The waveform is heard in windows that begin and end in a pause between sentences. Of a window whose very samples are
    in ``heard`` the words are taken from there, so that a waveform of which one sentence was made anew is not
    transcribed from its start; what was heard is added to it. The file must be one without ``wav.faults``.
    """
    strings = heard_sentences(medium, heard)
    return ReadBack(digest(medium), protected.chart, speech_check(protected, medium, strings), strings)


def heard_sentences(medium: Medium, heard: Heard) -> tuple[str, ...]:
    """What is heard of each of the medium's sentences, every heard word in one of them and in order. A word that was said
    belongs where it was said, as far as its time allows; any other where its middle lies: the recogniser lets words begin
    or end in the pauses beside them."""
    pulses = pulses_of(medium.data)
    cuts = _cuts(medium.spoken, len(pulses))
    strings: list[list[str]] = [[] for _ in medium.spoken]
    for first, last in _windows(cuts):
        start = cuts[first - 1] if first else 0
        words = _hear(pulses[start : cuts[last]], heard)
        middles = [start + int((word.start + word.end) / 2 * RATE) for word in words]
        timed = [next((place for place in range(first, last) if at <= cuts[place]), last) for at in middles]
        sentences = {place: medium.spoken[place].text for place in range(first, last + 1)}
        for word, place in zip(words, _assigned(sentences, words, timed), strict=True):
            strings[place].append(word.text)
    return tuple(" ".join(string) for string in strings)


def _assigned(sentences: Mapping[int, str], words: Sequence[Word], timed: Sequence[int]) -> list[int]:
    """The place of the sentence of each heard word; ``timed`` is that in whose time it lies. Words are laid beside those
    said; one that is beside a said word belongs to its sentence or to a neighbour's, the others stay between them."""
    said = [(_bare(word), place) for place, sentence in sentences.items() for word in sentence.split()]
    got = [_bare(word.text) for word in words]
    matcher = difflib.SequenceMatcher(None, [word for word, _ in said], got, autojunk=False)
    found: dict[int, int] = {}
    for block in matcher.get_matching_blocks():
        for step in range(block.size):
            place = said[block.a + step][1]
            if abs(place - timed[block.b + step]) <= 1:
                found[block.b + step] = place
    places: list[int] = []
    for number, place in enumerate(timed):
        before = places[-1] if places else min(sentences)
        after = next((found[later] for later in range(number, len(words)) if later in found), max(sentences))
        places.append(found.get(number, min(max(place, before), after)))
    return places


def _bare(word: str) -> str:
    return "".join(c for c in fold(word) if c.isalnum() or c in ".%-").strip(".-")


def unheard(medium: Medium, seen: ReadBack) -> frozenset[str]:
    """The words and numerals, folded, that were not heard in the sentence that says them."""
    return frozenset(
        word
        for each, heard in zip(medium.spoken, seen.strings, strict=True)
        for word in said_words(each.text) - said_words(heard)
    )


def said_words(text: str) -> frozenset[str]:
    """The words and numerals of a text, as ``unheard`` tells them."""
    return frozenset(map(_bare, text.split()))


def _cuts(spoken: Sequence[Spoken], end: int) -> list[int]:
    """Where the part of each sentence ends, in samples: in the middle of the pause after it."""
    return [
        *(int((one.end + other.start) / 2 * RATE) for one, other in pairwise(spoken)),
        end,
    ]


def _windows(cuts: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The first and last sentence of each window, as many sentences in one as fit."""
    first = 0
    for place in range(len(cuts)):
        start = cuts[first - 1] if first else 0
        if place + 1 == len(cuts) or cuts[place + 1] - start > WINDOW * RATE:
            yield first, place
            first = place + 1


def _hear(pulses: Pulses, heard: Heard) -> tuple[Word, ...]:
    key = hashlib.sha256(pulses.tobytes()).digest()
    if key not in heard:
        heard[key] = hear(Sound(pulses.astype(np.float32) / np.float32(32768)))
    return heard[key]
