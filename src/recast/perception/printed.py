"""Printed values among the text of a chart: which boxes are one number, and what number.

Parsing itself is ``numbers.written``; here are only what recognisers and chart makers add around a value: stray dots,
bullets, a unit in words after the number ("146 million tonnes").
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TypeVar

from recast.numbers.written import SCALES, parse_written
from recast.perception.text import TextBox
from recast.types import Box

Mark = TypeVar("Mark", bound=Hashable)

_WITH_WORDS = re.compile(r"^(?P<number>[^A-Za-z]*\d[\d.,\s]*)\s*(?P<words>[A-Za-z][A-Za-z ./]+)$")
_ORDINAL = re.compile(r"^(?:st|nd|rd|th)\b", re.IGNORECASE)
_PERCENT_SLIP = re.compile(r"(?<=\d)\s*(?:[°º]\s?/?\s?[oO0]|[oO]/[oO0]|%[6oO])$")
_MARK = re.compile(r"(?<=[\d%])\s?[a-d]\)$")  # a footnote, "12 a)"
_SLIPS = str.maketrans({"O": "0", "o": "0", "l": "1", "I": "1", "S": "5"})
_SLIPPED = re.compile(r"^[$€£]?[+−-]?(?=[^A-Za-z]*\d|[Oo]\.\d|l\d)[\dOolIS.,]+\s?%?$")
_DOUBT = 0.6  # confidence of a number of which a character was taken for another
_BOUND = 0.5  # confidence of a value that is only said to lie below or above what is written
_COMMA = re.compile(r"^[+−-]?\s?[€$£]?\s?(?:\d{1,3}(?:[.\s]\d{3})+|\d+),\d{1,2}(?!\d)\D*$")
_POINT = re.compile(r"^[+−-]?\s?[€$£]?\s?(?:\d{1,3}(?:[,\s]\d{3})+|\d+)\.\d{1,2}(?!\d)\D*$")
_EITHER = re.compile(r"^[+−-]?\s?[€$£]?\s?\d[\d.,\s]*\D*$")
_AS_PERCENT = re.compile(r"^\d+(?:[.,]\d+)?\s?%$")
_AS_DIGITS = re.compile(r"^(?!19[09]6$|2006$)(?P<value>\d{1,2}(?:\.\d)?)(?:96|9[oO]|06|%6)$")


@dataclass(frozen=True, slots=True, repr=False)
class Printed:
    """One printed number, where it stands and how surely it was read. ``value`` is in its displayed scale."""

    text: str
    value: Decimal
    unit: str
    scale: str
    decimals: int
    box: Box
    confidence: float

    def __repr__(self) -> str:
        return f"<Printed at {self.box.left:.0f},{self.box.top:.0f}>"


def printed_value(box: TextBox) -> Printed | None:
    """The number that a box of text is, or None where it is not exactly one number.

    A letter that a recogniser takes for a digit is read as that digit where all else in the box is a number, at a
    confidence that counts as unsure; so is a bound ("<1" is 1, unsure). Not covered: a space inside a number that does
    not group thousands, which may as well part two numbers.
    """
    text = box.text.strip().strip("·•|_").strip()
    text = re.sub(r"(?<=\d)\s*[.,;:'`´]$", "", text)
    text = re.sub(r"^[oO](?=[kKMB%]?$)", "0", text)
    text = re.sub(r"(?<=\d)\s?([.,])\s?(?=\d)", r"\1", text)
    text = _MARK.sub("", _PERCENT_SLIP.sub("%", text))
    if not any(c.isdigit() for c in text):
        return None
    bare, confidence = re.sub(r"^[~≈]\s*", "", text), box.confidence
    if re.match(r"^[<>≤≥]\s*\d", bare):
        bare, confidence = re.sub(r"^[<>≤≥]\s*", "", bare), min(confidence, _BOUND)
    found = parse_written(bare)
    if found is None and _SLIPPED.match(bare) and any(c.isalpha() for c in bare):
        found, confidence = parse_written(bare.translate(_SLIPS)), min(confidence, _DOUBT)
    if found is not None:
        return Printed(text, found.value, found.unit, found.scale, found.decimals, box.box, confidence)
    match = _WITH_WORDS.match(bare)
    if match is None or _ORDINAL.match(match["words"]):
        return None
    rest = match["words"].strip()
    scale = next((word for word in SCALES if re.match(rf"{word}s?(?=[ a-z]|$)", rest, re.IGNORECASE)), "")
    unit = re.sub(rf"^{scale}s?\s*", "", rest, flags=re.IGNORECASE) if scale else rest
    number = parse_written(match["number"].strip())
    if number is None or number.unit or len(rest.split()) > 4:
        return None
    return Printed(text, number.value, unit, scale, number.decimals, box.box, confidence)


def settled(texts: Sequence[TextBox]) -> tuple[TextBox, ...]:
    """The texts of one chart with what only its numbers together can tell.

    A chart that writes ``12,5`` more than once and never ``12.5`` has decimal commas: its numbers are put into English
    notation, ``1.234,5`` as ``1 234.5``. Where most numbers are percentages, one that ends in what a percent sign is
    taken for ("4596") is one too, at a confidence that counts as unsure. What may as well be a year (1996) is left alone.
    """
    plain = [t.text.strip() for t in texts]
    commas = sum(bool(_COMMA.match(text)) for text in plain)
    points = sum(bool(_POINT.match(text)) for text in plain)
    if commas >= 2 and not points:
        texts = [replace(t, text=_english(t.text)) if _EITHER.match(t.text.strip()) else t for t in texts]
    percents = sum(bool(_AS_PERCENT.match(text)) for text in plain)
    slipped = [bool(_AS_DIGITS.match(text)) for text in plain]
    if percents < 3 or percents < 3 * sum(slipped):
        return tuple(texts)
    return tuple(
        replace(t, text=f"{match['value']}%", confidence=min(t.confidence, _DOUBT))
        if (match := _AS_DIGITS.match(t.text.strip())) is not None
        else t
        for t in texts
    )


def _english(text: str) -> str:
    return re.sub(r"(?<=\d)[.](?=\d{3})", " ", text).replace(",", ".")


def common_scale(values: Sequence[Printed]) -> str:
    """The scale that most of the values are written in."""
    return Counter(value.scale for value in values).most_common(1)[0][0] if values else ""


def common_unit(values: Sequence[Printed]) -> str:
    """The unit written beside the values; one that is written beside the first or some only stands for all."""
    units = Counter(value.unit for value in values if value.unit)
    return units.most_common(1)[0][0] if units else ""


def in_scale(value: Printed, scale: str) -> Decimal:
    """The value in another scale, exactly."""
    if value.scale == scale:
        return value.value
    return value.value * SCALES.get(value.scale, Decimal(1)) / SCALES.get(scale, Decimal(1))


def cheapest(offers: Iterable[tuple[float, Mark, Printed]]) -> dict[Mark, Printed]:
    """The value of each mark: of the offers (cost, mark, value) the cheapest first, no mark and no value twice."""
    chosen: dict[Mark, Printed] = {}
    taken: set[Box] = set()
    for _, mark, value in sorted(offers, key=lambda offer: offer[0]):
        if mark not in chosen and value.box not in taken:
            chosen[mark] = value
            taken.add(value.box)
    return chosen
