"""Numerals that a recogniser of speech split or garbled, put right by rule.

The rules are those of ``numbers.garbled``. What they write stands in the place of what was heard; the confidence of the
words that it was made of is lowered below ``SURE``, so that an answer that rests on it says so. Where a numeral has no
regular form and no reading in English speech, it stays as it is and is as unsure as can be.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from recast.numbers.garbled import RULES
from recast.types import Private, Word


@dataclass(frozen=True, slots=True, repr=False)
class Repair(Private):
    """``text[start:end]`` is to be ``written``; ``confidence`` bounds that of the words that it is made of."""

    start: int
    end: int
    written: str
    confidence: float


def repaired(words: Sequence[Word]) -> tuple[Word, ...]:
    """The words with every garbled numeral put right; words that made one numeral become one, and one that was two
    numerals becomes two."""
    text = " ".join(word.text for word in words)
    places: list[tuple[int, int]] = []
    start = 0
    for word in words:
        places.append((start, start + len(word.text)))
        start += len(word.text) + 1
    result: list[Word] = []
    taken = 0
    for repair in repairs(text):
        first = next(at for at in range(taken, len(words)) if places[at][1] > repair.start)
        last = next(at for at in range(first, len(words)) if places[at][1] >= repair.end)
        result += words[taken:first]
        made = words[first : last + 1]
        before, after = text[places[first][0] : repair.start], text[repair.end : places[last][1]]
        confidence = min(repair.confidence, *(word.confidence for word in made))
        result += _spread(before + repair.written + after, made[0].start, made[-1].end, confidence)
        taken = last + 1
    return (*result, *words[taken:])


def _spread(text: str, start: float, end: float, confidence: float) -> Iterator[Word]:
    """The words of a text over that time, each as long as it is written."""
    size, place = max(1, len(text)), 0
    for written in text.split():
        place = text.index(written, place)
        ended = place + len(written)
        yield Word(
            written, start + (end - start) * place / size, start + (end - start) * ended / size, confidence
        )
        place = ended


def repairs(text: str) -> Iterator[Repair]:
    """Every repair of a text in order of place; they do not overlap, and none share a word."""
    found = [
        (match.start("n"), order, match, put)
        for order, rule in enumerate(RULES)
        for match in rule.pattern.finditer(text)
        if (put := rule.put(match["n"])) is not None
    ]
    end = 0
    for start, _, match, put in sorted(found, key=lambda each: each[:2]):
        if start >= end:
            end = match.end("n") + len(re.match(r"\S*", text[match.end("n") :]).group())  # type: ignore[union-attr]
            yield Repair(start, match.end("n"), put.written, put.confidence)
