"""Sentences said by the embedded voice and heard by a recogniser, packed into windows: which of their words come back.

Used by ``spoken_words.py``. A recogniser takes 30 seconds at a time whatever they hold, so sentences are packed into
windows of up to ``WINDOW`` seconds, with pauses between them. What was heard of a window is aligned with what was said,
word by word: a word counts as kept where the alignment has it unchanged but for case. Sounds and texts are kept in a
folder, so that a measurement resumes; nothing private ever goes through here.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Levenshtein

from recast.perception.sound import RATE, decode_sound
from recast.perception.speech import recognise
from recast.reconstruct.voice import say

WINDOW = 28.0  # seconds
PAUSE = 0.4  # seconds between sentences
_WORD = re.compile(r"\d[\d,.:/-]*\d|\d|%|[^\W\d_]+(?:['’][^\W\d_]+)*")


@dataclass(frozen=True, slots=True)
class Said:
    """One word of a sentence: as compared, whether it was heard so, and what was heard in its place."""

    word: str
    kept: bool
    heard: str


def words_of(text: str) -> list[str]:
    """The words and numerals of a text as they are compared: folded, without possessive endings, "%" as "percent",
    numerals without grouping commas."""
    found: list[str] = []
    for match in _WORD.findall(text.replace("’", "'")):
        word = match.casefold()
        if word[0].isdigit():
            found.append(word.replace(",", ""))
        elif word == "%":
            found.append("percent")
        elif word.endswith("'s"):
            found.append(word[:-2])
        else:
            found.append(word)
    return found


def read_back(sentences: Sequence[str], seed: int, model: str, kept: Path) -> list[list[Said]]:
    """What became of each word of each sentence; the voice says them with ``seed``, ``model`` names the recogniser's
    weights (empty: the product's own), ``kept`` is the folder of what was heard."""
    kept.mkdir(parents=True, exist_ok=True)
    told: list[list[Said]] = [[] for _ in sentences]
    for places, samples in _windows(sentences, seed, kept):
        said = [(place, word) for place in places for word in words_of(sentences[place])]
        heard = words_of(_heard(samples, model, kept))
        for tag, start, end, first, last in Levenshtein.opcodes([word for _, word in said], heard):
            for place, word in said[start:end]:
                told[place].append(Said(word, tag == "equal", " ".join(heard[first:last])))
    return told


def _windows(
    sentences: Sequence[str], seed: int, kept: Path
) -> Iterator[tuple[list[int], NDArray[np.float32]]]:
    """The places of the sentences of each window, and its samples."""
    pause = np.zeros(int(PAUSE * RATE), np.float32)
    places: list[int] = []
    parts: list[NDArray[np.float32]] = []
    for place, sentence in enumerate(sentences):
        sound = _said(sentence, seed, kept)
        if places and sum(map(len, parts)) + len(sound) > WINDOW * RATE:
            yield places, np.concatenate(parts)
            places, parts = [], []
        places.append(place)
        parts += [sound, pause]
    if places:
        yield places, np.concatenate(parts)


def _said(sentence: str, seed: int, kept: Path) -> NDArray[np.float32]:
    path = kept / f"{_digest(sentence.encode(), seed)}.wav"
    if not path.exists():
        path.write_bytes(say(sentence, seed, 1.0).data)
    return decode_sound(path.read_bytes()).samples


def _heard(samples: NDArray[np.float32], model: str, kept: Path) -> str:
    path = kept / f"{_digest(samples.tobytes(), model)}.txt"
    if not path.exists():
        path.write_text(" ".join(word.text for word in recognise(samples, model=model)), encoding="utf-8")
    return path.read_text(encoding="utf-8")


def _digest(data: bytes, *more: object) -> str:
    return hashlib.sha256(data + json.dumps(more).encode()).hexdigest()[:32]
