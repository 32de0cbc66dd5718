"""Unit and scale of a number computed from a passage: what the question asks for, else what its operands are measured in.

A passage has no columns, so that units are those beside each numeral ("$18", "3 hours", "45%", "2.3 million people").
"How many apples" is answered in apples, "how many dollars" and "how much money" in the currency of the text; a result that
keeps the unit of its operands keeps it. Where the words do not tell, the number stands alone. Not covered: whether the
solver converted hours to minutes rightly.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from recast.numbers.prose import prose_numerals
from recast.numbers.written import SCALES
from recast.program.restore import Used
from recast.program.steps import Steps
from recast.recovery.operation import Operation, multiplies_by
from recast.types import Private, Quantity

_VERB = (
    r"(?:do|does|did|is|are|was|were|will|would|can|could|should|must|has|have|had|in|on|at|of|from|to|for|with|by|per|each|than"
    r"|that|who|which|left|there|remain\w*|the|a|an|he|she|it|they|altogether|total|make\w*|went|got|live\w*|use\w*|were)"
)
_HOW_MANY = re.compile(
    rf"\bhow\s+many\s+(?:(?:more|fewer|less|other|additional|total|extra|of\s+(?:the|his|her|their|these))\s+)*"
    rf"(?P<noun>(?!{_VERB}\b)[A-Za-z-]+(?:\s+(?!{_VERB}\b)[A-Za-z-]+){{0,2}})",
    re.IGNORECASE,
)
_PERCENT = re.compile(
    r"\b(?:what|how\s+many)\s+(?:\w+\s+)?(?:percent|percentage|per\s+cent)\b|\bwhat\s+(?:is|was)\s+the\s+percentage\b",
    re.I,
)
_MONEY_ASKED = re.compile(
    r"\bhow\s+much\b(?!\s+(?:longer|taller|older|more\s+\w+\s+(?:does|is|did)))"
    r"|\b(?:cost|price|money|change|salary|profit|revenue|income|bill|paid|pay|pays|earn\w*|spen[dt]\w*|saved?|worth)\b",
    re.IGNORECASE,
)
_MEASURES = re.compile(
    r"(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|inch(?:es)?|f(?:oo|ee)t|yards?|miles?|(?:kilo|centi|milli)?met(?:er|re)s?"
    r"|kilometers?|km|cm|mm|m|kg|g|lbs?|pounds?|ounces?|oz|(?:kilo)?grams?|tons?|tonnes?|lit(?:er|re)s?|gallons?|cups?|ml|mph)",
    re.IGNORECASE,
)
_CURRENCIES = {"dollar": "$", "dollars": "$", "euro": "€", "euros": "€"}
_SIGNS = frozenset("$€£¥₹₩₽₺₪฿")
_KEEPS = frozenset({"lookup", "sum", "difference", "mean", "median", "maximum", "minimum", "rank"})
_POWERS_OF_TEN = frozenset({1e3, 1e6, 1e9, 1e12, 1e-3, 1e-6, 1e-9})


@dataclass(frozen=True, slots=True, repr=False)
class Measured(Private):
    """``value`` in ``scale``: 1500000 with scale "million" is 1.5."""

    value: Decimal
    unit: str = ""
    scale: str = ""


def measured(
    value: Decimal, percent: bool, name: Operation, steps: Steps, used: Sequence[Used], question: str
) -> Measured:
    """The number as the user reads it. ``question`` is the source's own."""
    quantities = [quantity for one in used for quantity in one.quantities[:1] if quantity.role == "data"]
    unit = "%" if percent else _unit(name, quantities, question)
    scale = _scale(name, steps, quantities)
    return Measured(value / SCALES[scale] if scale and _is_full(quantities) else value, unit, scale)


def _unit(name: Operation, quantities: Sequence[Quantity], question: str) -> str:
    units = {quantity.unit for quantity in quantities if quantity.unit}
    signs = units & _SIGNS
    if _PERCENT.search(question):
        return "%"
    asked = _HOW_MANY.search(question)
    if asked:
        noun = " ".join(asked["noun"].split())
        return _CURRENCIES.get(noun.split()[0].lower(), noun)
    if len(signs) == 1 and (_MONEY_ASKED.search(question) or (units == signs and name in _KEEPS)):
        return next(iter(signs))
    if len(units) != 1 or any(not quantity.unit for quantity in quantities) or name not in _KEEPS:
        return ""
    unit = next(iter(units))
    if unit == "%":
        return "percentage points" if name == "difference" else "%"
    return unit if name == "lookup" or _MEASURES.fullmatch(unit) else ""


def _scale(name: Operation, steps: Steps, quantities: Sequence[Quantity]) -> str:
    """The scale that all operands share, where the result keeps it."""
    scales = {quantity.scale for quantity in quantities}
    if len(scales) != 1 or name not in _KEEPS or multiplies_by(steps, _POWERS_OF_TEN):
        return ""
    return next(iter(scales))


def _is_full(quantities: Sequence[Quantity]) -> bool:
    """Whether the operands were restored with their scale multiplied in; the map does so where the release hides it."""
    return all(q.value != numeral.value for q in quantities for numeral in prose_numerals(q.written)[:1])
