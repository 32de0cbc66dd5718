"""Units: percent, currency, scale and unit words made abstract, in the table and in what is asked about it.

Under ``units == "abstract"`` each distinct unit of the table becomes one invented unit, and every way in which a question
speaks of it ("$40,000", "in billion U.S. dollars", "percentage points", "(in millions)") becomes that unit or goes. The
answer's own unit is not lost: it stays in the Record, which the vault keeps. A numeral with a scale word ("35 billion")
is restated in the scale in which the chart shows its values, so that threshold and cells still compare.

"percent" is a unit where the chart shows percents, or says nothing of its unit, and an operation elsewhere. It is an
operation everywhere beside a change ("percentage change", "by what percentage did it rise", "percent higher"), since
that is what is to be computed; "percentage points" never are. So it is before "of the total", unless every value of
the chart is a percentage already.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from recast.language.inflect import is_plural, plural, singular
from recast.language.units import is_percent, is_unit, shows_percent, unit_words
from recast.language.vocabulary import is_reasoning
from recast.language.words import fold
from recast.numbers.scale import SCALE_WORD, as_shown, in_shown_scale, scale_named
from recast.types import Table

UnitForm = Literal["singular", "plural", "none", "percent", "points", "kept"]

_CURRENCY_SIGN = r"(?:(?:US|AU?|CA?|NZ|HK|S|NT|R)?\$|[€£¥₹₩₽₺₪฿₦₫₴¢])"
_CURRENCY_CODE = (
    r"(?:USD|EUR|GBP|JPY|CNY|RMB|CHF|INR|AUD|CAD|SEK|NOK|DKK|PLN|BRL|MXN|ZAR|KRW|SGD|HKD|TRY|RUB|AED|SAR)"
)
_CURRENCY_WORD = (
    r"(?:(?:u\.?\s?s\.?a?\.?|american|canadian|australian|british|hong kong|singapore|new zealand|swiss|swedish|norwegian"
    r"|danish|indian|mexican|japanese|chinese|international|constant|current)\s+)*"
    rf"(?:dollars?|euros?|pounds?(?:\s+sterling)?|yen|yuan|renminbi|rupees?|pesos?|francs?|kron(?:a|or|e|er)|zloty"
    rf"|rubles?|roubles?|lira|baht|ringgit|dirhams?|riyals?|shekels?|forint|cents?|{_CURRENCY_CODE})"
)
_SCALES_LISTED = rf"{SCALE_WORD}(?:\s+{SCALE_WORD})*"
_PERCENT = r"(?:%|percentage[\s-]points?|percentages?|per\s?cents?|percents?|pct\b)"
_CHANGE = r"(?:changes?|increases?|decreases?|growth|rises?|declines?|drops?|gains?|reductions?|changed|(?:in|de)creased?|grown?|grew|risen|rose)"

_DROPPED = rf"\(\s*(?:in\s+)?(?:{_SCALES_LISTED}(?:\s+of)?\s*)?(?:{_CURRENCY_WORD}|{_CURRENCY_SIGN}|{_PERCENT})?\s*\)"
_IN = rf"\bin\s+(?:the\s+)?(?:{_SCALES_LISTED}(?:\s+of)?(?:\s+{_CURRENCY_WORD})?|{_CURRENCY_WORD})\b"
_PER_CAPITA = (
    r"\bper\s+capita\b|\b(?:per|for\s+every)\s+\d[\d,. ]*(?:people|inhabitants|persons|population|residents)?"
)
_MONEY = rf"\b(?:{_SCALES_LISTED}\s+(?:of\s+)?)?{_CURRENCY_WORD}\b"
_SCALED = rf"\b{_SCALES_LISTED}\b(?:\s+of\b)?"

_ANYWHERE = re.compile(
    rf"(?P<dropped>{_DROPPED}|{_IN}|{_PER_CAPITA})|(?P<money>{_MONEY})|(?P<scaled>{_SCALED})|(?P<sign>{_CURRENCY_SIGN})"
    rf"|(?P<percent>(?<![^\W\d_]){_PERCENT}(?!\w))",
    re.IGNORECASE,
)
_OPERATION_AFTER = re.compile(
    rf"\s*(?:of\s+)?(?:\w+\s+)?(?:{_CHANGE}|more|less|fewer|higher|lower|greater|larger|smaller)\b"
    rf"|\s+(?:did|does|has|have|had)\b.*\b(?:in|de)creas",
    re.IGNORECASE,
)
_SHARE_AFTER = re.compile(
    r"\s+of\s+(?:(?:the|all|its|their)\s+)*(?:total|whole|overall|entire|sum)\b"
    r"|[^,?]*\b(?:out\s+of\s+(?:the|all|every)|in\s+(?:the\s+)?total)\b",
    re.IGNORECASE,
)
_OPERATION_BEFORE = re.compile(r"\b(?:by|in)\s+(?:what|how\s+(?:much|many))\s+$", re.IGNORECASE)
_KEPT = re.compile(
    rf"{_PER_CAPITA}|{_MONEY}|{_SCALED}|{_CURRENCY_SIGN}|(?<![^\W\d_]){_PERCENT}(?!\w)", re.IGNORECASE
)
_LETTERS = re.compile(r"[^\W\d_]+")
_IN_PERCENT = re.compile(r"\bin\s+(?:per\s?cents?|percentages?|%)(?!\w)", re.IGNORECASE)
_BEFORE = re.compile(rf"{_CURRENCY_SIGN}\s*$")
_AFTER = re.compile(
    rf"(?:\s*-?\s*(?P<scale>{SCALE_WORD})\b)?(?:\s*(?:of\s+)?(?P<unit>{_CURRENCY_WORD}\b|{_CURRENCY_SIGN}|{_PERCENT}(?!\w)))?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class UnitSpan:
    """``text[start:end]`` speaks of a unit; ``form`` is what stands for it (``percent`` and ``points``:
    an operation, stays; ``kept``: stays as written)."""

    start: int
    end: int
    form: UnitForm


def unit_key(unit: str, scale: str) -> str:
    """Under which two series count as having the same unit."""
    return f"{fold(unit).strip()}|{fold(scale).strip()}"


def abstract_units(table: Table, keep: bool, take: Callable[[], str]) -> dict[str, str]:
    """One invented unit, in its base form, for each distinct unit and scale of the table (no unit counts as one); with
    ``keep`` only for those that are not made of unit words."""
    keys = dict.fromkeys(unit_key(s.unit, s.scale) for s in table.series if not (keep and is_unit(s.unit)))
    return {key: take() for key in keys}


def restated(
    text: str, start: int, end: int, value: Decimal, table: Table | None
) -> tuple[int, int, Decimal, str]:
    """The numeral at ``text[start:end]`` with the currency sign before and the scale and unit words after it: the span
    of all of these, the value in the scale of the chart's values, and the unit as written (empty if there is none).
    """
    before = _BEFORE.search(text[:start])
    after = _AFTER.match(text, end)
    assert after is not None  # noqa: S101 - every part of the pattern is optional
    unit = after["unit"] or (before.group() if before else "")
    if after["scale"]:
        value = in_shown_scale(value, scale_named(after["scale"]), table)
    else:
        value = as_shown(value, table)
    return (before.start() if before else start), after.end(), value, unit


def unit_spans(text: str, table: Table | None, keep: bool) -> tuple[UnitSpan, ...]:
    """Every mention of percent, currency or scale in the text that does not stand at a numeral (see ``restated``).

    With ``keep`` each stays as it is written; so do the words of the table's own units that are made of unit words. The
    words of its other units ("tickets") are content, and are replaced under every policy.
    """
    if keep:
        return _kept(text, table)
    percent = table is None or shows_percent(table)
    shares = table is None or not all(is_percent(series.unit) for series in table.series)
    found = [UnitSpan(m.start(), m.end(), "none") for m in _IN_PERCENT.finditer(text)] if percent else []
    found += [UnitSpan(m.start(), m.end(), _form(text, m, percent, shares)) for m in _ANYWHERE.finditer(text)]
    for word in _LETTERS.finditer(text):
        if fold(word.group()) in _own_words(table):
            found.append(_own_span(word))
    return _merged(text, _longest(found))


def _form(text: str, match: re.Match[str], percent: bool, shares: bool) -> UnitForm:
    kind, word = match.lastgroup, match.group()
    if kind in ("dropped", "sign"):
        return "none"
    if kind == "money":
        return "singular" if re.search(r"(?:dollar|euro|pound)$", word, re.IGNORECASE) else "plural"
    if kind == "percent":
        points = "point" in fold(word)
        operation = _is_operation(text, match.start(), match.end())
        share = shares and _SHARE_AFTER.match(text, match.end()) is not None
        if not percent or (not points and (operation or share)):
            return "points" if points else "percent"
        return (
            "plural" if re.search(r"points|percentages|percents|cents", word, re.IGNORECASE) else "singular"
        )
    return "plural"


def _own_span(word: re.Match[str]) -> UnitSpan:
    return UnitSpan(word.start(), word.end(), "plural" if is_plural(word.group()) else "singular")


def _own_words(table: Table | None, which: Callable[[str], bool] = lambda unit: True) -> frozenset[str]:
    """The words of the table's own units and scales, of those units that pass ``which``, in both numbers."""
    texts = (
        text
        for series in (table.series if table else ())
        for text in (series.unit, series.scale)
        if which(text)
    )
    words = {
        word
        for text in texts
        for word in _LETTERS.findall(fold(text))
        if len(word) > 1 and not is_reasoning(word)
    }
    return frozenset(words | {form for word in words for form in (plural(word), singular(word))})


def _longest(found: Sequence[UnitSpan]) -> list[UnitSpan]:
    """Without spans that overlap an earlier or longer one."""
    kept: list[UnitSpan] = []
    for span in sorted(found, key=lambda span: (span.start, -span.end)):
        if not kept or kept[-1].end <= span.start:
            kept.append(span)
    return kept


def _merged(text: str, spans: Sequence[UnitSpan]) -> tuple[UnitSpan, ...]:
    """ "million tonnes" is one mention of the unit, in the form of its last word."""
    merged: list[UnitSpan] = []
    for span in spans:
        one_unit = {"singular", "plural"}
        if (
            merged
            and {merged[-1].form, span.form} <= one_unit
            and text[merged[-1].end : span.start].isspace()
        ):
            merged[-1] = UnitSpan(merged[-1].start, span.end, span.form)
        else:
            merged.append(span)
    return tuple(merged)


def _is_operation(text: str, start: int, end: int) -> bool:
    """Whether the percent word there asks for a relative change."""
    return bool(_OPERATION_AFTER.match(text, end) or _OPERATION_BEFORE.search(text[:start]))


def _kept(text: str, table: Table | None) -> tuple[UnitSpan, ...]:
    own, replaced = _own_words(table, is_unit), _own_words(table, lambda unit: not is_unit(unit))
    spans = [UnitSpan(m.start(), m.end(), "kept") for m in _KEPT.finditer(text)]
    words = list(_LETTERS.finditer(text))
    spans += [UnitSpan(m.start(), m.end(), "kept") for m in words if fold(m.group()) in own]
    spans += [_own_span(m) for m in words if fold(m.group()) in replaced - own - unit_words()]
    return tuple(_longest(spans))
