"""Printed values among the text of a chart: which boxes are one number, and what number.

Parsing itself is ``numbers.written``; here are only what recognisers and chart makers add around a value: stray dots,
bullets, a unit in words after the number ("146 million tonnes").
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from recast.numbers.written import SCALES, parse_written
from recast.perception.text import TextBox
from recast.types import Box

_WITH_WORDS = re.compile(r"^(?P<number>[^A-Za-z]*\d[\d.,\s]*)\s*(?P<words>[A-Za-z][A-Za-z ./]*)$")


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
    """The number that a box of text is, or None where it is not exactly one number."""
    text = box.text.strip().strip("·•|_").strip()
    text = re.sub(r"(?<=[\d%])\s*[-–—]+$", "", text)  # the tick mark beside a number of an axis
    text = re.sub(r"(?<=\d)\s*[.,;:'`´]$", "", text)
    text = re.sub(r"^[oO](?=[kKMB%]?$)", "0", text)
    if not any(c.isdigit() for c in text):
        return None
    found = parse_written(text)
    if found is not None:
        return Printed(text, found.value, found.unit, found.scale, found.decimals, box.box, box.confidence)
    match = _WITH_WORDS.match(text)
    if match is None:
        return None
    rest = match["words"].strip()
    scale = next((word for word in SCALES if re.match(rf"{word}s?(?=[ a-z]|$)", rest, re.IGNORECASE)), "")
    unit = re.sub(rf"^{scale}s?\s*", "", rest, flags=re.IGNORECASE) if scale else rest
    number = parse_written(match["number"].strip())
    if number is None or number.unit or len(rest.split()) > 4:
        return None
    return Printed(text, number.value, unit, scale, number.decimals, box.box, box.confidence)


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
