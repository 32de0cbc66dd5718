"""Where the numerals of a released text come from: issued by the map, structural, or neither."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Set

from recast.numbers.mapping import numeral_form
from recast.numbers.numerals import find_numerals
from recast.numbers.written import SPACES
from recast.types import NumberMap

_CHUNK = re.compile(rf"\d(?:[\d.,{SPACES}]*\d)?")
_TOKEN = re.compile(r"\d+(?:\.\d+)*")
_GAP = re.compile(rf"[{SPACES},.]+")
_LONG = 4  # a literal of so many characters is recognised inside a run that lost or gained spaces


def provenance(text: str, numbers: NumberMap) -> tuple[tuple[int, int], ...]:
    """Spans of ``text`` that hold a numeral which this map neither issued nor lists as structural.

    Digits of every script, superscripts and circled digits count, fractions such as "½" are never issued. A literal
    split by spaces ("268. 4") or run together with the next one ("268.4873.1"), as text recognition may return it,
    is still the literal; one with a wrong, lost or added digit is not. Number words count unless they are structural.
    Not covered: number words of other languages, Roman numerals and digits read as letters.
    """
    plain_text = "".join(_digit(c) for c in text)
    allowed = frozenset(numbers.inverse) | {form for form in numbers.structural if form[:1].isdecimal()}
    spans = [
        (match.start() + start, match.start() + end)
        for match in _CHUNK.finditer(plain_text)
        for start, end in _unissued(match.group(), allowed)
    ]
    spans += [(place, place + 1) for place, c in enumerate(plain_text) if c.isnumeric() and not c.isdecimal()]
    spans += [
        (numeral.start, numeral.end)
        for numeral in find_numerals(text)
        if numeral.written[-1].isalpha() and numeral_form(numeral) not in numbers.structural
    ]
    return tuple(sorted(set(spans)))


def _digit(c: str) -> str:
    """The ASCII digit for any single-digit character, so that places stay the same."""
    digit = unicodedata.digit(c, None)
    return c if digit is None else str(digit)


def _unissued(chunk: str, allowed: Set[str]) -> list[tuple[int, int]]:
    """Spans of the parts of a run of digits, marks and spaces that are not allowed; none if allowed literals tile it."""
    tokens = [match.span() for match in _TOKEN.finditer(chunk)]
    wrong = [(start, end) for start, end in tokens if chunk[start:end] not in allowed]
    if not wrong:
        return []
    spread = sorted((literal for literal in allowed if len(literal) >= _LONG), key=len, reverse=True)
    patterns = [
        re.compile(rf"[{SPACES}]*".join("[.,]" if c == "." else c for c in literal)) for literal in spread
    ]
    short = {start: end for start, end in tokens if chunk[start:end] in allowed}
    reached, glued = (
        {0},
        set[int](),
    )  # places that a tiling reaches: at a boundary, or right after a long literal
    for place in range(len(chunk)):
        if place in reached | glued and (gap := _GAP.match(chunk, place)):
            reached.add(gap.end())
        if place in reached and place in short:
            reached.add(short[place])
        if place in reached | glued:
            glued |= {match.end() for pattern in patterns if (match := pattern.match(chunk, place))}
    return [] if len(chunk) in reached | glued else wrong
