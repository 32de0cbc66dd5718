"""Is an answer right? P B.1 (strict) and ChartQA's relaxed 5 % rule, both on the same acceptable references.

References come from the dataset's answer, the question and the chart's own words, never from a prediction. A year and a
structural count are compared exactly under both rules, so that 2008 is never accepted for 2010.
"""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation

from recast.numbers.written import SCALES
from recast.types import AnswerValue, Table

_PROPORTION = re.compile(r"\b(percent|percentage|proportion|rate|ratio|share|probability|%)", re.IGNORECASE)
_SCALES = {"million": Decimal(10) ** 6, "billion": Decimal(10) ** 9}
_YEAR_QUESTION = re.compile(
    r"\b(which|what) years?\b|\bin which year|\bwhen (did|does|was|were)\b", re.IGNORECASE
)
_COUNT_QUESTION = re.compile(
    r"\bhow many (\w+ )?(bars?|lines?|colou?rs?|categories|years|groups|items|segments)\b", re.IGNORECASE
)

_SCALED = re.compile(rf"(?P<number>[$£€]?\s?[\d.,]+)\s(?P<scale>{'|'.join(SCALES)})s?", re.IGNORECASE)

Reference = Decimal | str


def parse_reference(text: str) -> Reference:
    """A dataset's answer as a number when it is one ("$800", "45%", "1,234"), else its folded text."""
    plain = re.sub(r"[,$%£€\s]", "", text)
    try:
        value = Decimal(plain)
    except InvalidOperation:
        return _fold(text)
    return value if value.is_finite() else _fold(text)


def acceptable(answer: str, question: str, table: Table | None) -> tuple[Reference, ...]:
    """The reference and its alternatives by the rules of P B.1: a million or billion named by the chart, or in the answer
    itself, admits the scaled and the absolute value; a question for a percentage, rate or ratio admits 45 and 0.45."""
    reference = parse_reference(answer)
    scaled = _SCALED.fullmatch(answer.strip())
    if scaled:
        value = parse_reference(scaled["number"])
        return (value, value * SCALES[scaled["scale"].casefold()]) if isinstance(value, Decimal) else (value,)
    if not isinstance(reference, Decimal) or is_exact(question, reference):
        return (reference,)
    alternatives = [reference]
    words = " ".join((question, *_chart_words(table))).casefold()
    scales = [factor for name, factor in _SCALES.items() if re.search(rf"\b{name}s?\b", words)]
    if len(scales) == 1 and not re.search(r"\bper (million|billion)\b", words):
        alternatives += [reference * scales[0], reference / scales[0]]
    if _PROPORTION.search(question) or (table and any(series.unit == "%" for series in table.series)):
        alternatives += [reference * 100, reference / 100]
    return tuple(alternatives)


def is_exact(question: str, reference: Decimal) -> bool:
    """Years and structural counts admit no tolerance and no alternative."""
    whole = reference == reference.to_integral_value()
    year = whole and 1700 <= reference <= 2150 and _YEAR_QUESTION.search(question) is not None
    return year or (whole and _COUNT_QUESTION.search(question) is not None)


def strict(value: AnswerValue, references: tuple[Reference, ...]) -> bool:
    """P B.1, eq. (7) with r_d = 1e-6."""
    return _any(value, references, Decimal("1e-6"), floor=True)


def relaxed(value: AnswerValue, references: tuple[Reference, ...], question: str) -> bool:
    """Within 5 % of a reference; exact where ``is_exact`` says so."""
    first = references[0]
    exact = isinstance(first, Decimal) and is_exact(question, first)
    return _any(value, references, Decimal("1e-6") if exact else Decimal("0.05"), floor=exact)


def _any(value: AnswerValue, references: tuple[Reference, ...], tolerance: Decimal, floor: bool) -> bool:
    if isinstance(value, tuple):
        return len(value) == 1 and _any(value[0], references, tolerance, floor)
    if isinstance(value, bool):
        value = "yes" if value else "no"
    if isinstance(value, str):
        parsed = parse_reference(value)
        if isinstance(parsed, str):
            return any(parsed == reference for reference in references)
        value = parsed
    for reference in references:
        if isinstance(reference, Decimal):
            size = max(abs(value), abs(reference), Decimal(1)) if floor else abs(reference)
            if abs(value - reference) <= max(Decimal("1e-6"), tolerance * size):
                return True
    return False


def _chart_words(table: Table | None) -> tuple[str, ...]:
    if table is None:
        return ()
    named = [f"{series.label} {series.unit} {series.scale}" for series in table.series]
    return (table.title, table.subtitle, table.y_title, *named)


def _fold(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip().strip(".").casefold()
