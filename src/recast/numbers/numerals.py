"""Numerals in running text: where they stand, what they are worth and what they are for.

``find_numerals`` finds digits and English number words and gives each its role from the words around it, never from
content words: so a question is classified alike before and after rewriting. It covers every decimal digit of any
script; it does not find number words of other languages, Roman numerals, nor quantities said without a number
("twice", "half", "a couple", "two thirds"), which are part of the operation and stay.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from recast.numbers.number_words import (
    MULTIPLIERS,
    NUMBER_WORD,
    ORDINAL_RUN,
    WORD_RUN,
    is_ordinal,
    number_words,
    ordinal_value,
)
from recast.numbers.roles import (
    CHART_NOUN,
    CONTEXT,
    DATE,
    SCALE_WORD,
    SPECIAL_DIGITS,
    SUPERLATIVE,
    THAN,
    role_of,
)
from recast.numbers.written import MINUS, SPACES, plain_number
from recast.types import Private, Role


@dataclass(frozen=True, slots=True, repr=False)
class Numeral(Private):
    """``text[start:end]`` is ``written``, sign included, currency, percent and scale words not.

    ``value`` is the number as it stands there: "10 million" is 10. A year written with two digits has its full value
    where the other digits are certain. The value of an ``identifier`` is that of its digits; nothing computes with it.
    """

    start: int
    end: int
    written: str
    value: Decimal
    role: Role


_VULGAR = {"½": Decimal("0.5"), "¼": Decimal("0.25"), "¾": Decimal("0.75")}
_FRACTION_AFTER = re.compile(
    r"[\s-](?:half|halves|thirds?|quarters?|fourths?|fifths?|sixths?|sevenths?|eighths?|ninths?|tenths?|hundredths?)\b",
    re.IGNORECASE,
)
_DIGIT_RUN = re.compile(
    rf"\d*[{''.join(_VULGAR)}]|(?:\d+|(?<![\w.])\.\d+)(?:[.,'’]\d+)*(?:[eE][+{MINUS}]?\d+(?!\w))?|[{SPECIAL_DIGITS}]+"
)
_GROUPED = re.compile(rf"(?<!\d)\d{{1,3}}(?:[{SPACES}]\d{{3}})+(?:\.\d+)?(?![\d,.]?\d)")


def plain_year(label: str) -> int | None:
    """The year that a label consists of ("2019", "2019*", " 2020 "), 1500 to 2199, else None."""
    match = re.fullmatch(r"([12]\d{3})[*†‡]?", label.strip(), re.ASCII)
    return int(match[1]) if match and 1500 <= int(match[1]) <= 2199 else None


def year_labels(labels: Sequence[str]) -> tuple[int | None, ...]:
    """For each label of one axis (or legend) the year it consists of, or None.

    Where another label of the same axis is a plain number outside the years (bins such as 500, 1000, 1500), none is
    a year.
    """
    found = tuple(plain_year(label) for label in labels)
    numbers = [
        label for label, year in zip(labels, found, strict=True) if year is None and label.strip().isdecimal()
    ]
    return (None,) * len(labels) if numbers else found


def find_numerals(text: str, years: Collection[int] = ()) -> tuple[Numeral, ...]:
    """Every numeral of ``text`` in order of place, non-overlapping.

    ``years`` are the years that the chart's labels consist of: a number equal to one of them is a year unless the
    words around it compare values, and "02" or "'02" is one where it ends exactly one of them.
    """
    found: list[Numeral] = []
    for start, end, value in _candidates(text):
        shift = max(0, start - CONTEXT)
        near = text[shift : end + CONTEXT]
        earlier = replace(found[-1], start=found[-1].start - shift) if found else None
        role, resolved = role_of(near, start - shift, end - shift, value, years, earlier)
        found.append(Numeral(start, end, text[start:end], resolved, role))
    return tuple(found)


def normalise(text: str, years: Collection[int] = ()) -> str:
    """``text`` with number words that are quantities or years as digits (P Algorithm 1, NormalizeNumerals).

    Structural words ("top three") and words inside names stay; so does the form of what is written in digits.
    """
    pieces, place = [], 0
    for numeral in find_numerals(text, years):
        if numeral.role in ("data", "year") and not any(c.isdecimal() for c in numeral.written):
            pieces += [text[place : numeral.start], f"{numeral.value:f}"]
            place = numeral.end
    return "".join(pieces) + text[place:]


# ── candidates ───────────────────────────────────────────────────────────────────────────────────────────────


def _candidates(text: str) -> list[tuple[int, int, Decimal]]:
    """Spans and values of all numerals, from digits and from words, without roles."""
    digits = list(_digit_candidates(text))
    words = [
        c for c in _word_candidates(text) if not any(c[0] < end and start < c[1] for start, end, _ in digits)
    ]
    return sorted(_signed(text, start, end, value) for start, end, value in digits + words)


def _digit_candidates(text: str) -> Iterator[tuple[int, int, Decimal]]:
    place = 0
    while match := _DIGIT_RUN.search(text, place):
        start, end = match.span()
        if (grouped := _GROUPED.match(text, start)) and grouped.end() > end:
            value = plain_number(grouped.group())
            if value is not None:
                yield start, grouped.end(), value
                place = grouped.end()
                continue
        if dated := DATE.match(text, start):
            end = dated.end()
            yield from (
                (start + p.start(), start + p.end(), Decimal(p.group()))
                for p in re.finditer(r"\d+", text[start:end])
            )
        else:
            yield from _run(start, match.group())
        place = end


def _run(start: int, run: str) -> Iterator[tuple[int, int, Decimal]]:
    """One run of digits and marks: as English writes it, else with a decimal comma if that is its one reading, else
    as a list ("6,16,14") of its parts."""
    if run[-1] in _VULGAR:
        yield start, start + len(run), Decimal(run[:-1] or 0) + _VULGAR[run[-1]]
        return
    mantissa, _, exponent = run.replace("E", "e").partition("e")
    if mantissa[0] in SPECIAL_DIGITS:
        yield start, start + len(run), Decimal("".join(str(unicodedata.digit(c)) for c in run))
        return
    value = plain_number(mantissa)
    if value is None:
        value = plain_number(mantissa, ",")
    if value is not None:
        power = int(re.sub(f"[{MINUS}]", "-", exponent) or 0)
        yield start, start + len(run), value.scaleb(power) if abs(power) < 100 else value
        return
    yield from ((start + p.start(), start + p.end(), Decimal(p.group())) for p in re.finditer(r"\d+", run))


def _signed(text: str, start: int, end: int, value: Decimal) -> tuple[int, int, Decimal]:
    """The candidate with its sign where one stands before it: a hyphen between two numbers or glued to a word is none."""
    before = text[max(0, start - CONTEXT) : start]
    if before and before[-1] in MINUS:
        earlier = before[:-1].rstrip(SPACES)
        glued = len(earlier) == len(before) - 1 and earlier and earlier[-1] not in "([$€£¥=<>≥≤~,:;"
        if not glued and not (earlier and (earlier[-1].isdecimal() or earlier[-1] == "%")):
            return start - 1, end, -value
    word = re.search(
        r"(?:\b(negative)|(?:^|\b(?:than|to|of|is|below|above|from|between|and|at|under|over|equals)\s)(minus))\s+$",
        before,
        re.IGNORECASE,
    )
    if word:
        place = word.start(1) if word[1] else word.start(2)
        return start - len(before) + place, end, -value
    return start, end, value


def _word_candidates(text: str) -> Iterator[tuple[int, int, Decimal]]:
    taken: list[tuple[int, int]] = []
    for match in ORDINAL_RUN.finditer(text):
        if not _is_idiom(text, *match.span()):
            value = ordinal_value(match.group())
            if value is not None:
                yield match.start(), match.end(), value
                taken.append(match.span())
    for match in WORD_RUN.finditer(text):
        before = text[max(0, match.start() - CONTEXT) : match.start()]
        for start, end, value in number_words(
            match.group(), re.search(r"\bbetween\s+$", before, re.I) is not None
        ):
            start, end = start + match.start(), end + match.start()
            if not any(start < last and first < end for first, last in taken) and not _is_idiom(
                text, start, end
            ):
                yield start, end, value


def _is_idiom(text: str, start: int, end: int) -> bool:
    """Whether the number word at this place is no numeral: pronouns, fractions, units of time, scale words alone."""
    word = text[start:end].lower()
    before, after = text[max(0, start - CONTEXT) : start].lower(), text[end : end + CONTEXT].lower()
    if (not is_ordinal(word) and _FRACTION_AFTER.match(after)) or re.match(
        r"-(?:\w+-)?(?:first|second|third|\w+th)\b", after
    ):
        return True
    if word == "one":
        counted = re.match(
            rf"\s?(?:%|per ?cent|{SCALE_WORD})|\s+(?:in|out of)\s+(?:\d|{NUMBER_WORD}\b)", after
        )
        return not (counted or (THAN.search(before) and re.match(r"\s*(?:[?.!,;)]|$)", after)))
    if word in MULTIPLIERS or word == "dozen":
        return not (word == "hundred" and THAN.search(before))
    if word == "second":
        return bool(re.search(r"(?:\b(?:per|a|every|each|one|\d+)[\s-]|/)$", before)) and not re.match(
            rf"[\s-]+(?:{SUPERLATIVE}|{CHART_NOUN})", after
        )
    if is_ordinal(word) and word not in ("first", "second"):
        return bool(re.search(r"\b(?:an?|one|by)\s$", before)) and not re.match(
            rf"[\s-]+{SUPERLATIVE}", after
        )
    return False
