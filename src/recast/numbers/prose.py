"""Numerals of a passage or word problem, as capture, the rewriter, the map and the checks all count them.

In running text a small number is a quantity ("gave Tom three apples"), where a question about a chart would count the
chart's own parts ("the three bars"): only ordinals, choice indices and a bare "the two" stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from recast.numbers.numerals import Numeral, find_numerals
from recast.types import Record

_ORDINAL = re.compile(r"(?:first|second|third|th|nd|rd|st)$", re.IGNORECASE)
_ORDINAL_END = re.compile(r"(?:st|nd|rd|th)\b")
_ALL_OF_THEM_BEFORE = re.compile(r"\b(?:the|these|those|all)\s+$", re.IGNORECASE)
_ALL_OF_THEM_AFTER = re.compile(
    r"\s*(?:[.,;?!]|$|(?:of\s+them|have|had|has|are|were|did|do|will|together|combined|altogether|in\s+all)\b)",
    re.IGNORECASE,
)
_DATED_BEFORE = re.compile(
    r"\b(?:in|since|until|till|during|before|after|year|years|fiscal|fy|to|through)\s*$", re.IGNORECASE
)
_COUNTED_AFTER = re.compile(r"\s+(?:[a-z]+\s+)?(?:[a-z]+(?:[a-rt-z]s)|people|men|women|children)\b")


def prose_numerals(text: str) -> tuple[Numeral, ...]:
    """Every numeral of a passage in order of place, with its role in prose. Idioms ("one of them", "twice") are none."""
    return tuple(replace(numeral, role=_role(text, numeral)) for numeral in find_numerals(text))  # type: ignore[arg-type]


def _role(text: str, numeral: Numeral) -> str:
    before, after = text[max(0, numeral.start - 40) : numeral.start], text[numeral.end : numeral.end + 40]
    if numeral.role == "structural":
        if _ORDINAL.search(numeral.written) or _ORDINAL_END.match(after):
            return "structural"
        word = numeral.written.isalpha()
        if word and _ALL_OF_THEM_BEFORE.search(before) and _ALL_OF_THEM_AFTER.match(after):
            return "structural"
        return "data"
    if numeral.role == "year" and _COUNTED_AFTER.match(after) and not _DATED_BEFORE.search(before):
        return "data"
    return numeral.role


def normalised(text: str) -> str:
    """``text`` with every number word that is a quantity or a year in digits (P 3.2); the form of digits stays."""
    pieces, place = [], 0
    for numeral in prose_numerals(text):
        if numeral.role in ("data", "year") and not any(c.isdecimal() for c in numeral.written):
            pieces += [text[place : numeral.start], f"{numeral.value:f}"]
            place = numeral.end
    return "".join(pieces) + text[place:]


def texts(record: Record) -> Iterator[tuple[str, str]]:
    """The texts of a record without a table, in reading order, each under the first part of its quantities' keys."""
    yield "context", record.context
    yield "question", record.question
    for place, choice in enumerate(record.choices):
        yield f"choice:{place}", choice
