"""The second hearing of a recording: the numerals that a question needs, heard again (design §7).

The sentences that hold them are cut out of the recording, joined with pauses into few windows, so that every word stands at
another place among other sounds, and recognised with more hypotheses than the first time. A numeral that is then heard as
another one, or not at all, is unsure; one that was doubtful or repaired is sure where both hearings are alike and
neither is a mere guess.

It guards against a slip of the recogniser. It does not guard against a numeral that both hearings mishear alike, against
words other than numerals, nor, in a long recording, against numerals in sentences that share no word with the question
beyond the ``SHARE`` of its windows that is heard again.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

import numpy as np

from recast.language.sentences import split_sentences
from recast.language.words import fold
from recast.numbers.prose import prose_numerals
from recast.numbers.spoken import repaired
from recast.perception.sound import RATE, Samples, decode_sound
from recast.stages import Recognise
from recast.types import SURE, Passage, Private, Word

SHARE = 0.4  # of the windows of the first hearing, at least one
BEAM = 5
_WINDOW = 28.0  # seconds
_MARGIN = 0.25  # seconds around a sentence, less where the next word is nearer
_PAUSE = 0.6  # seconds of silence between sentences
_LONG = 14.0  # seconds: of a longer sentence only what is near its numerals
_NEAR = 4.0
#: Of doubtful numerals that both hearings give at least so much, and alike, 7 of 135 were wrong (tuning texts, two voices);
#: of those that one of them gives less, 7 of 33: twice garbled alike is garbled.
_LIKELY = 0.5
_CONFIRMED = 0.9
_CONTRADICTED = 0.3


@dataclass(frozen=True, slots=True, repr=False)
class _Crop(Private):
    """Words ``first`` to ``last`` of the passage, which stand at ``start`` to ``end`` seconds of the recording."""

    first: int
    last: int
    start: float
    end: float


def second_hearing(passage: Passage, question: str, recognise: Recognise) -> Passage:
    """The passage with the confidence of every numeral that was heard again; one that was not heard stays as it is."""
    if passage.recording is None or not passage.words:
        return passage
    sound = decode_sound(passage.recording.data)
    windows = max(1.0, sound.seconds / _WINDOW * SHARE)
    words = list(passage.words)
    for crops in _packed(_needed(passage, question), windows):
        samples, places = _joined(sound.samples, crops)
        heard = recognise(samples, beam=BEAM)
        for crop, (start, end) in zip(crops, places, strict=True):
            again = [word for word in heard if start <= (word.start + word.end) / 2 <= end]
            for place, confidence in _judged(words[crop.first : crop.last + 1], again):
                words[crop.first + place] = replace(words[crop.first + place], confidence=confidence)
    return replace(passage, words=tuple(words))


def _needed(passage: Passage, question: str) -> list[_Crop]:
    """What holds numerals, those sentences first that share most words with the question."""
    asked = _content(question)
    ranked: list[tuple[int, int, _Crop]] = []
    place = 0
    for text in (passage.text, passage.question):
        for sentence in split_sentences(text):
            size = len(sentence.split())
            shared = len(asked & _content(sentence))
            ranked += ((-shared, crop.first, crop) for crop in _crops(passage.words, place, place + size - 1))
            place += size
    return [crop for *_, crop in sorted(ranked, key=lambda each: each[:2])]


def _content(text: str) -> set[str]:
    """The words of a text that are not among its shortest, without their endings."""
    return {fold(word)[:6] for word in re.findall(r"[A-Za-z]{4,}|\d+", text)}


def _crops(words: Sequence[Word], first: int, last: int) -> Iterator[_Crop]:
    """The sentence of those words, or, of a long one, what is near each of its numerals; nothing where it has none."""
    holding = [first + place for place, _ in _numerals(words[first : last + 1])]
    if not holding:
        return
    if words[last].end - words[first].start <= _LONG:
        yield _crop(words, first, last)
        return
    begun = ended = -1
    for place in holding:
        left = next(k for k in range(first, place + 1) if words[place].start - words[k].start <= _NEAR)
        right = next(k for k in range(last, place - 1, -1) if words[k].end - words[place].end <= _NEAR)
        if begun >= 0 and left > ended + 1:
            yield _crop(words, begun, ended)
            begun = left
        begun, ended = (left if begun < 0 else begun), right
    yield _crop(words, begun, ended)


def _crop(words: Sequence[Word], first: int, last: int) -> _Crop:
    before = words[first - 1].end if first else 0.0
    after = words[last + 1].start if last + 1 < len(words) else words[last].end + _MARGIN
    start = max(words[first].start - _MARGIN, (before + words[first].start) / 2)
    return _Crop(first, last, start, min(words[last].end + _MARGIN, max(words[last].end, after)))


def _packed(crops: Sequence[_Crop], windows: float) -> list[list[_Crop]]:
    """The crops in windows, as many as that share of a window allows, each in order of time."""
    packed: list[list[_Crop]] = []
    left = 0.0
    spent = 0.0
    for crop in crops:
        length = crop.end - crop.start + _PAUSE
        if spent + length > windows * _WINDOW or length > _WINDOW:
            continue
        if length > left:
            packed.append([])
            left = _WINDOW
        packed[-1].append(crop)
        left -= length
        spent += length
    return [sorted(window, key=lambda crop: crop.start) for window in packed]


def _joined(samples: Samples, crops: Sequence[_Crop]) -> tuple[Samples, list[tuple[float, float]]]:
    """The crops one after the other with pauses, and where each stands in it, in seconds."""
    pause = np.zeros(int(_PAUSE * RATE), np.float32)
    parts: list[Samples] = [pause]
    places: list[tuple[float, float]] = []
    for crop in crops:
        start = sum(map(len, parts)) / RATE
        parts += [samples[int(crop.start * RATE) : int(crop.end * RATE)], pause]
        places.append((start - _PAUSE / 2, sum(map(len, parts)) / RATE - _PAUSE / 2))
    return np.concatenate(parts), places


def _judged(words: Sequence[Word], again: Sequence[Word]) -> Iterator[tuple[int, float]]:
    """The places of words that make a numeral, with the confidence after the second hearing."""
    other = repaired(again)
    first, second = _numerals(words), _numerals(other)
    matcher = difflib.SequenceMatcher(None, [v for _, v in first], [v for _, v in second], autojunk=False)
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag != "equal":
            yield from ((place, min(words[place].confidence, _CONTRADICTED)) for place, _ in first[a:b])
            continue
        for (place, _), (same, _) in zip(first[a:b], second[c:d], strict=True):
            if _LIKELY <= words[place].confidence < SURE and other[same].confidence >= _LIKELY:
                yield place, _CONFIRMED


def _numerals(words: Sequence[Word]) -> list[tuple[int, Decimal]]:
    """The numerals of those words: the place of the word that each begins in, and its value."""
    text = " ".join(word.text for word in words)
    return [(text.count(" ", 0, numeral.start), numeral.value) for numeral in prose_numerals(text)]
