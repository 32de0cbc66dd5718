"""What words say about numbers: unit and scale of an axis title or a column header, and what kind categories are."""

from __future__ import annotations

import re
from collections.abc import Sequence

from recast.types import CategoryRole

_SCALE = re.compile(
    r"\b(?:(?P<word>thousand|million|billion|trillion)s?|(?P<short>mn|bn|tn|mio|mil|bil|mln|bln|000s))\b\.?",
    re.IGNORECASE,
)
_SHORT = {
    "mn": "million",
    "mio": "million",
    "mil": "million",
    "mln": "million",
    "bn": "billion",
    "bil": "billion",
}
_SHORT |= {"bln": "billion", "tn": "trillion", "000s": "thousand"}
_BRACKETED = re.compile(r"[(\[]([^()\[\]]*)[)\]]")
_AFTER_IN = re.compile(r"\bin\s+(?P<rest>[^,;:]+)$", re.IGNORECASE)
_PERCENT = re.compile(r"^(?:in\s+)?(?:%|percent(?:age)?|per\s*cent|pct\.?)$", re.IGNORECASE)
_CURRENCY = re.compile(
    r"\b(?:dollars?|euros?|pounds?|yen|yuan|rupees?|francs?|krones?|kron[ae]r?|reais|pesos?|rubles?|won|lira|usd|eur|gbp|jpy|cny|inr)\b|[$€£¥₹]",
    re.IGNORECASE,
)
_MEASURES = re.compile(
    r"\b(?:tons?|tonnes?|kilograms?|kg|grams?|kilomet(?:er|re)s?|km|miles?|met(?:er|re)s?|lit(?:er|re)s?|gallons?|barrels?|hectares?|acres?"
    r"|years?|months?|weeks?|days?|hours?|minutes?|seconds?|degrees?|watts?|[kmgt]wh?|index|points?|inhabitants?|people|persons|units|percent|bushels?|feet)\b",
    re.IGNORECASE,
)

_MONTH = r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
_YEAR = r"(?:1[5-9]\d\d|20\d\d)"
_ANY_YEAR = rf"(?:{_YEAR}|['’]\d\d|\d\d)"
_TIME = re.compile(
    rf"^(?:(?:fy|spring|summer|autumn|fall|winter|mid|end of|early|late|since|until|h[12]|q[1-4]|[1-4]q)[\s-]*)*"
    rf"(?:{_YEAR}\s*(?:[-–/]\s*(?:{_YEAR}|\d\d))?"
    rf"|fy\s?['’]?\d\d|\d\d/\d\d"
    rf"|{_MONTH}(?:\s*\d{{1,2}},?)?(?:\s*[-–]?\s*{_ANY_YEAR})?"
    rf"|\d{{1,2}}\s+{_MONTH}(?:\s+{_ANY_YEAR})?"
    rf"|(?:q[1-4]|h[12])\s*['’]?(?:{_ANY_YEAR})?"
    rf"|{_ANY_YEAR}\s*(?:q[1-4]|h[12])"
    rf"|\d{{4}}-\d{{2}}(?:-\d{{2}})?|\d{{1,2}}/\d{{1,2}}/\d{{2,4}}|['’]\d\d)"
    rf"(?:\s*(?:to|[-–])\s*(?:{_MONTH}\s*)?{_ANY_YEAR})?(?:\s*\((?:forecast|estimate|estimated|projected|projection|preliminary)\))?[\s*^†‡()eEpfFP]*$",
    re.IGNORECASE,
)
_INTERVAL = re.compile(
    r"^(?:ages?\s+)?(?:[$€£<>≤≥]?\s*\d[\d.,]*\s*(?:[-–]|to)\s*[$€£]?\s*\d|[<>≤≥]\s*[$€£]?\d|(?:less|more|under|over|below|above|up to)\b.*\d|[$€£]?\d[\d.,]*\s*(?:\+|(?:years?\s+)?(?:and|or)\s+(?:older|over|more|above|under|less|younger)))",
    re.IGNORECASE,
)


def unit_and_scale(title: str) -> tuple[str, str]:
    """Unit and scale that an axis title or a header names, each empty where it names none.

    "Revenue (million USD)" is ("USD", "million"); "Share (%)" is ("%", ""); "Amount in billion U.S. dollars" is
    ("U.S. dollars", "billion"). A title that only says what is measured ("Number of deaths") names no unit.
    """
    plain = " ".join(_BRACKETED.sub(" ", title).split())
    after = _AFTER_IN.search(plain)
    places = [after["rest"].strip()] if after else []
    places += [
        b for b in reversed(_BRACKETED.findall(title)) if len(b.split()) <= 4 or b.lower().startswith("in ")
    ]
    for place in places:
        unit, scale = _named(place)
        if unit or scale:
            return unit, scale
    scale = _scale_word(plain)
    if re.search(r"%|\bpercent(?:age)?\b(?! point)|\bper cent\b", plain, re.IGNORECASE):
        return "%", scale
    return "", scale


def _scale_word(text: str) -> str:
    match = _SCALE.search(text)
    if match is None:
        return ""
    return match["word"].lower() if match["word"] else _SHORT.get(match["short"].lower(), "")


def _named(place: str) -> tuple[str, str]:
    place = re.sub(r"^in\s+", "", place.strip(), flags=re.IGNORECASE)
    if _PERCENT.match(place) or place.startswith("%"):
        return "%", ""
    scale = _scale_word(place)
    unit = _SCALE.sub("", place, count=1).strip(" .,") if scale else place
    unit = re.sub(r"^of\s+", "", unit)
    if scale:
        return unit, scale
    return (unit, "") if _CURRENCY.search(unit) or _MEASURES.search(unit) else ("", "")


def is_time(label: str) -> bool:
    """Whether a category label is a year, month, quarter, date or a span of years."""
    return bool(_TIME.match(label.strip()))


def category_role(categories: Sequence[str]) -> CategoryRole:
    """``time`` where all labels are points or spans in time, ``ordinal`` for class intervals, else ``nominal``."""
    if not categories:
        return "nominal"
    if all(is_time(label) for label in categories):
        return "time"
    intervals = sum(bool(_INTERVAL.match(label.strip())) for label in categories)
    return "ordinal" if intervals >= 0.6 * len(categories) and intervals > 1 else "nominal"
