"""The numeral of a passage that a question asks for: the one of the right type whose words the question shares most."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from recast.solve.expression import Operand
from recast.solve.story import Sentence, Word, head, noun_after, senses
from recast.types import Private

_ALONE, _MARGIN = 0.3, 0.5
_BREAKS = frozenset(",;:()–—.")
_YEARS = re.compile(r"\b(?:when|(?:in |during )?(?:what|which) years?)\b")


@dataclass(frozen=True, slots=True, repr=False)
class Found(Private):
    """A numeral of the right type: how well its noun fits, how much of the question its segment and its sentence hold."""

    word: Word
    noun: int
    segment: float
    sentence: float

    @property
    def score(self) -> float:
        return self.noun + self.segment / 2 + self.sentence


def look_up(question: str, asked: Sentence, sentences: Sequence[Sentence], least: float) -> Operand | None:
    """The numeral that answers, or None where none is of the type asked for, or two are as good. ``least`` is the share
    of the question's words that its sentence must hold."""
    low = question.casefold()
    keys = _keys(asked)
    if not keys:
        return None
    asked_numbers = {word.literal for word in asked if word.literal}
    if _YEARS.search(low):
        return _best(_years(sentences, keys, asked_numbers), len(keys), least)
    if many := re.search(r"\bhow many\b", low):
        del many
        return _best(_counts(asked, sentences, keys, asked_numbers), len(keys), least)
    if re.search(
        r"\bwhat (?:percentage|percent|proportion|share|fraction)\b|\bto what\b|\bwhat (?:is|was|are|were) the\b"
        r"|\bhow (?:much|long|far|tall|old|high|large|big|fast|wide|deep|heavy)\b",
        low,
    ):
        return _best(_measures(low, sentences, keys, asked_numbers), len(keys), least)
    return None


def _keys(asked: Sentence) -> list[frozenset[str]]:
    made = []
    for word in asked:
        if word.literal:
            made.append(frozenset({word.literal}))
        elif word.stem and word.low not in _ASKING:
            made.append(senses(word.low))
    return made


_ASKING = frozenset(
    [
        "year",
        "years",
        "percentage",
        "percent",
        "proportion",
        "number",
        "take",
        "place",
        "happen",
        "occur",
        "exist",
        "amount",
        "approximately",
    ]
)


def _shared(keys: Sequence[frozenset[str]], words: Sequence[Word]) -> int:
    there = {word.literal or key for word in words for key in (senses(word.low) if word.stem else ("",))}
    return sum(1 for key in keys if not key.isdisjoint(there))


def _segment(sentence: Sentence, at: int) -> Sentence:
    """The words around a place up to the nearest marks."""
    left, right = at, at + 1
    while left > 0 and sentence[left - 1].low not in _BREAKS:
        left -= 1
    while right < len(sentence) and sentence[right].low not in _BREAKS:
        right += 1
    return sentence[left:right]


def _years(sentences: Sequence[Sentence], keys: Sequence[frozenset[str]], known: set[str]) -> list[Found]:
    made = []
    for sentence in sentences:
        for at, word in enumerate(sentence):
            if word.role == "year" and word.literal not in known:
                made.append(Found(word, 0, _shared(keys, _near(sentence, at)), _shared(keys, sentence)))
    return made


def _near(sentence: Sentence, at: int) -> Sentence:
    """The segment of a numeral and the one beside it that the numeral belongs to."""
    own = _segment(sentence, at)
    return own if len(own) > 3 else sentence[max(0, at - 12) : at + 12]


def _counts(
    asked: Sentence, sentences: Sequence[Sentence], keys: Sequence[frozenset[str]], known: set[str]
) -> list[Found]:
    at = next(place for place, word in enumerate(asked) if word.low == "many") + 1
    noun, end = noun_after(asked, at)
    if asked[end : end + 1] and asked[end].low in ("of", "and"):
        noun = noun + noun_after(asked, end + 1)[0]
    wanted = [senses(word.low) for word in noun if word.stem]
    if not wanted:
        return []
    main = senses(head(noun)) if head(noun) else wanted[-1]
    made = []
    for sentence in sentences:
        for place, word in enumerate(sentence):
            if not word.is_data or word.literal in known or word.percent or word.money:
                continue
            counted = _counted(sentence, place)
            there = {key for one in counted if one.stem for key in senses(one.low)}
            shared = sum(1 for key in wanted if not key.isdisjoint(there))
            if not shared or (main.isdisjoint(there) and shared < len(wanted) - 1):
                continue
            made.append(
                Found(word, shared, _shared(keys, _segment(sentence, place)), _shared(keys, sentence))
            )
    return made


def _counted(sentence: Sentence, place: int) -> Sentence:
    """The words after a numeral that can name what it counts."""
    end = place + 1
    while end < len(sentence) and end < place + 8:
        word = sentence[end]
        if (
            word.literal
            or word.low in (",", ";", "(", ")", ".")
            or word.tag in ("VBD", "VBZ", "BE", "HV", "MD")
        ):
            break
        end += 1
    return sentence[place + 1 : end]


def _measures(
    low: str, sentences: Sequence[Sentence], keys: Sequence[frozenset[str]], known: set[str]
) -> list[Found]:
    every = [
        (sentence, at, word) for sentence in sentences for at, word in enumerate(sentence) if word.is_data
    ]
    if re.search(r"\bpercent", low):
        every = [one for one in every if one[2].percent] or every
    if re.search(r"\bhow much (?:money|cash)\b", low):
        every = [one for one in every if one[2].money] or every
    return [
        Found(word, 0, _shared(keys, _segment(sentence, at)), _shared(keys, sentence))
        for sentence, at, word in every
        if word.literal not in known
    ]


def _best(found: Sequence[Found], asked: int, least: float) -> Operand | None:
    """The numeral with the best score, where no other one has the same. One that is alone of its kind needs less."""
    if not found:
        return None
    ranked = sorted(found, key=lambda one: one.score, reverse=True)
    best = ranked[0]
    rivals = [one for one in ranked[1:] if one.word.literal != best.word.literal]
    if best.sentence < (least if rivals else min(least, _ALONE)) * asked:
        return None
    if rivals and rivals[0].score > best.score - _MARGIN:
        return None
    return Operand(best.word.literal)
