"""Numerals that a recogniser of speech split or garbled, put right by rule.

A recogniser hears "three thousand nineteen" and writes ``3,00019``, ``3,19`` or ``3 ,019``; of "twenty thirty-one" it makes
``2030-1``, of "nineteen eighty-four" ``19 84``, of "three point five" ``3 point 5``. Each such form has one reading in English
speech, which is written in its place; the confidence of the words that it was made of is lowered below ``SURE``, so that an
answer that rests on it says so. Where a numeral has no regular form and no such reading, it stays as it is and is as unsure as
can be.

Not covered: a numeral of regular form that was misheard (``280,000`` for ``218,000``); number words, which
``numbers.prose`` reads as they are; ranges ("2030 to 31").
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from recast.types import SURE, Private, Word

_REPAIRED = SURE - 0.15  # of such repairs most are right
_GUESSED = 0.5  # a group of digits that may also have lost one
_GARBLED = 0.1

_DIGIT_WORDS = {
    word: str(value)
    for value, word in enumerate(
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
    )
} | {"oh": "0"}
_DIGIT_WORD = "|".join(_DIGIT_WORDS)
_GROUPS = re.compile(r"\d{1,3}(?:,\d{3})+")
_DATED = "in|since|until|till|from|before|after|during|by|year|between|circa"


@dataclass(frozen=True, slots=True, repr=False)
class Repair(Private):
    """``text[start:end]`` is to be ``written``; ``confidence`` bounds that of the words that it is made of."""

    start: int
    end: int
    written: str
    confidence: float


def repaired(words: Sequence[Word]) -> tuple[Word, ...]:
    """The words with every garbled numeral put right; words that made one numeral become one."""
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
        result.append(Word(before + repair.written + after, made[0].start, made[-1].end, confidence))
        taken = last + 1
    return (*result, *words[taken:])


def repairs(text: str) -> Iterator[Repair]:
    """Every repair of a text in order of place; they do not overlap, and none share a word."""
    end = 0
    for found in _CANDIDATE.finditer(text):
        if found.start() < end:
            continue
        repair = _repair(found)
        if repair is not None:
            end = found.end() + len(re.match(r"\S*", text[found.end() :]).group())  # type: ignore[union-attr]
            yield repair


def _repair(found: re.Match[str]) -> Repair | None:
    for name, rule in _RULES.items():
        if found[name] is not None:
            put = rule(found[name])
            return None if put is None else Repair(found.start(name), found.end(name), *put)
    return None


def _joined(text: str) -> tuple[str, float] | None:
    """ "2 .50", "3 ,019": one numeral in two pieces."""
    whole = re.sub(r"\s+", "", text)
    again = _regrouped(whole) if "," in whole else None
    return again or (whole, _REPAIRED)


def _pointed(text: str) -> tuple[str, float]:
    """ "3 point 5", "3 point one four"."""
    whole, digits = re.split(r"\s+point\s+", text, flags=re.IGNORECASE)
    spelled = (_DIGIT_WORDS.get(digit.lower(), digit) for digit in re.split(r"[\s-]+", digits))
    return f"{whole}.{''.join(spelled)}", _REPAIRED


def _regrouped(text: str) -> tuple[str, float] | None:
    """A numeral whose groups are irregular: "3,00019", "3,19"; None where they are regular."""
    whole, mark, fraction = text.partition(".")
    if _GROUPS.fullmatch(whole):
        return None
    *head, last = whole.split(",")
    thousands = ",".join(head)
    if head and ((len(head) == 1 and len(head[0]) <= 3) or _GROUPS.fullmatch(thousands)):
        if len(last) < 3:
            return f"{thousands},{int(last):03}{mark}{fraction}", _GUESSED
        added = _added(f"{thousands},{last[:3]}", last[3:])
        if added is not None:
            return f"{added}{mark}{fraction}", _REPAIRED
    return text, _GARBLED


def _hyphened(text: str) -> tuple[str, float] | None:
    """ "2030-1", "2,000-5"."""
    first, _, second = text.partition("-")
    added = _added(first, second)
    return None if added is None else (added, _REPAIRED)


def _added(round_: str, rest: str) -> str | None:
    """A round number and what was said after it as one number, grouped as the round one is; None where it does not fit."""
    digits = round_.replace(",", "")
    zeros = len(digits) - len(digits.rstrip("0"))
    if not rest.isdecimal() or int(rest) == 0 or len(str(int(rest))) > zeros:
        return None
    value = int(digits) + int(rest)
    return f"{value:,}" if "," in round_ else str(value)


def _paired(text: str) -> tuple[str, float]:
    """ "19 84" of a year."""
    return re.sub(r"\s+", "", text), _REPAIRED


def _apart(text: str) -> tuple[str, float]:
    """ "11, 698" of one number."""
    return re.sub(r"\s+", "", text), _GUESSED


def _ungrouped(text: str) -> tuple[str, float]:
    """ "134850": more digits than a recogniser writes without groups, as of two numerals in one, or a loop."""
    return text, _GARBLED


_RULES: dict[str, Callable[[str], tuple[str, float] | None]] = {
    "joined": _joined,
    "pointed": _pointed,
    "hyphened": _hyphened,
    "grouped": _regrouped,
    "paired": _paired,
    "apart": _apart,
    "ungrouped": _ungrouped,
}
_CANDIDATE = re.compile(
    r"(?<![\w.,-])(?:"
    r"(?P<joined>\d[\d,]*(?:\s+[.,]\d+)+)(?![\w,.-]*\d)"
    rf"|(?P<pointed>\d[\d,]*\s+point\s+(?:\d+|(?:{_DIGIT_WORD})(?:[\s-]+(?:{_DIGIT_WORD}))*))(?!\w)"
    r"|(?P<hyphened>(?:\d{4}|\d{1,3}(?:,\d{3})+)-\d{1,3})(?![\w-]|[.,]\d)"
    r"|(?P<grouped>\d+(?:,\d+)+(?:\.\d+)?)(?![\w-]|[.,]\d)"
    rf"|(?:{_DATED})\s+(?P<paired>(?:1[1-9]|20)\s+[1-9]\d)(?!\w|[.,:]\d|\s?%|\s+percent)"
    r"|(?<!\d,\s)(?P<apart>\d{1,3},\s\d{3})(?!\w|-|[.,]\d|,\s\d{1,3}\b(?!\.\d))"
    r"|(?P<ungrouped>\d{5,})(?!\w|[.,-]\d)"
    r")",
    re.IGNORECASE,
)
