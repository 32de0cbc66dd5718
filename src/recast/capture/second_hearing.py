"""The second hearing of a recording: the doubtful numerals of the sentences that a question needs, heard again (design §7).

The sentences that hold them are cut out of the recording, joined with pauses into few windows, so that every word stands at
another place among other sounds, and recognised with more hypotheses than the first time. Both hearings of a sentence are
laid side by side, word by word. A doubtful numeral that both give alike is sure, where neither is a mere guess; where they
differ, a poor one gives way to a surer one, which stays unsure. A recording without doubtful numerals is not heard again.

It guards against a slip of the recogniser. It does not guard against a numeral that both hearings mishear alike or that the
first one gave surely in a sentence without doubt, against words other than numerals, nor, in a long recording, against
numerals in sentences that share no word with the question beyond the ``SHARE`` of its windows that is heard again.
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
from recast.perception.speech import BEAM, calibrated
from recast.stages import Recognise
from recast.types import SURE, Passage, Private, Word

SHARE = 0.4  # of the windows of the first hearing, at least one
_WINDOW = 28.0  # seconds
_MARGIN = 0.25  # seconds around a sentence, less where the next word is nearer
_PAUSE = 0.6  # seconds of silence between sentences
_LONG = 14.0  # seconds: of a longer sentence only what is near its numerals
_NEAR = 4.0
#: Of doubtful numerals to which both hearings gave half at least, and alike, 7 of 135 were wrong (tuning texts, two voices);
#: of those that one of them gave less, 7 of 33: twice garbled alike is garbled. Here a little more than half is asked, which
#: is so much when calibrated.
_LIKELY = 0.835
_CONFIRMED = 0.9
_CONTRADICTED = 0.3
_UNSURE = 0.6
_POOR = 0.7  # below it more than one in four is wrong: then a second hearing is taken
_SURER = 0.05  # by so much a second hearing has to be surer to be taken


@dataclass(frozen=True, slots=True, repr=False)
class _Crop(Private):
    """Words ``first`` to ``last`` of the passage, which stand at ``start`` to ``end`` seconds of the recording."""

    first: int
    last: int
    start: float
    end: float


@dataclass(frozen=True, slots=True, repr=False)
class _Edit(Private):
    """``words`` stand in the place of the passage's words ``first`` to before ``last``."""

    first: int
    last: int
    words: tuple[Word, ...]


def second_hearing(passage: Passage, question: str, recognise: Recognise) -> Passage:
    """The passage with the numerals and confidences of both hearings; what was not heard again stays as it is."""
    if passage.recording is None or not passage.words:
        return passage
    needed = _needed(passage, question)
    if not needed:
        return passage
    sound = decode_sound(passage.recording.data)
    edits: list[_Edit] = []
    for crops in _packed(needed, max(1.0, sound.seconds / _WINDOW * SHARE)):
        samples, places = _joined(sound.samples, crops)
        heard = calibrated(recognise(samples, beam=BEAM))
        for crop, (start, end) in zip(crops, places, strict=True):
            again = [word for word in heard if start <= (word.start + word.end) / 2 <= end]
            edits += _edits(passage.words[crop.first : crop.last + 1], again, crop.first)
    return _edited(passage, edits)


def _edited(passage: Passage, edits: Sequence[_Edit]) -> Passage:
    """The passage with those words; an edit lies within its text, its question or one choice."""
    made: list[tuple[Word, ...]] = []
    place = 0
    for text in (passage.text, passage.question, *passage.choices):
        part = list(passage.words[place : place + len(text.split())])
        inside = [edit for edit in edits if place <= edit.first < place + len(part)]
        for edit in sorted(inside, key=lambda edit: edit.first, reverse=True):
            part[edit.first - place : edit.last - place] = edit.words
        place += len(text.split())
        made.append(tuple(part))
    text, question, *choices = (" ".join(word.text for word in part) for part in made)
    return replace(
        passage,
        text=text,
        question=question,
        choices=tuple(choices),
        words=tuple(word for part in made for word in part),
    )


def _needed(passage: Passage, question: str) -> list[_Crop]:
    """What holds doubtful numerals, those sentences first that share most words with the question."""
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
    """The sentence of those words, or, of a long one, what is near each of its doubtful numerals; nothing where it has
    none."""
    holding = [
        first + place
        for place, _ in _numerals(words[first : last + 1])
        if words[first + place].confidence < SURE
    ]
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


def _edits(words: Sequence[Word], again: Sequence[Word], offset: int) -> Iterator[_Edit]:
    """What both hearings of a crop make of its numerals; the crop begins at word ``offset`` of the passage."""
    other = repaired(again)
    first, second = dict(_numerals(words)), dict(_numerals(other))
    one, two = ([_bare(word.text) for word in side] for side in (words, other))
    for tag, a, b, c, d in difflib.SequenceMatcher(None, one, two, autojunk=False).get_opcodes():
        if tag == "equal":
            alike = [place for place in range(a, b) if place in first]
            yield from _twice(words, alike, other, [place - a + c for place in alike], offset)
            continue
        held, got = (
            [place for place in range(*span) if place in side]
            for span, side in (((a, b), first), ((c, d), second))
        )
        if not held:
            continue
        if [first[place] for place in held] == [second[place] for place in got]:
            yield from _twice(words, held, other, got, offset)
            continue
        if _digits(words, held) == _digits(other, got) != "":
            continue  # "4028", "40-28": neither says how the other one is to be read
        before = min(words[place].confidence for place in held)
        after = min((other[place].confidence for place in got), default=0.0)
        if before < _POOR and after >= before + _SURER and len(got) <= len(held) + (before < _CONTRADICTED):
            yield _Edit(offset + a, offset + b, _timed(other[c:d], words[a], words[b - 1]))
        else:
            yield from (
                _sure(words, place, min(words[place].confidence, _CONTRADICTED), offset) for place in held
            )


def _sure(words: Sequence[Word], place: int, confidence: float, offset: int) -> _Edit:
    return _Edit(offset + place, offset + place + 1, (replace(words[place], confidence=confidence),))


def _twice(
    words: Sequence[Word], places: Sequence[int], other: Sequence[Word], again: Sequence[int], offset: int
) -> Iterator[_Edit]:
    """Numerals that were heard twice alike; those that were sure or a mere guess stay as they are."""
    for place, same in zip(places, again, strict=True):
        if _LIKELY <= words[place].confidence < SURE and other[same].confidence >= _LIKELY:
            yield _sure(words, place, _CONFIRMED, offset)


def _digits(words: Sequence[Word], places: Sequence[int]) -> str:
    """Digits, points and signs of numerals, without what joins or parts them."""
    return "".join(re.sub(r"(?<=\d)-|[^\d.-]|\.$", "", _bare(words[place].text)) for place in places)


def _timed(words: Sequence[Word], first: Word, last: Word) -> tuple[Word, ...]:
    """Words of the second hearing, unsure, at the time of those that they stand for."""
    each = (last.end - first.start) / len(words)
    return tuple(
        Word(
            word.text,
            first.start + each * place,
            first.start + each * (place + 1),
            min(word.confidence, _UNSURE),
        )
        for place, word in enumerate(words)
    )


def _bare(text: str) -> str:
    """A word by which two hearings are laid side by side: without case, marks at its ends and commas between digits."""
    return re.sub(r"(?<=\d),(?=\d)", "", text.casefold().strip(".,;:?!\"'()"))


def _numerals(words: Sequence[Word]) -> list[tuple[int, Decimal]]:
    """The numerals of those words: the place of the word that each begins in, and its value."""
    text = " ".join(word.text for word in words)
    return [(text.count(" ", 0, numeral.start), numeral.value) for numeral in prose_numerals(text)]
