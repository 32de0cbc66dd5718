"""One printed value as charts write it, as an exact decimal with its unit and scale.

``parse_written`` answers only where the text has one reading under the given decimal mark; everything else is None,
never a guess: ``0,075`` is no number in English notation, and ``1.234.567`` none either, until the caller says that
the chart writes decimals with a comma.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from recast.types import Private

DecimalMark = Literal[".", ","]

#: Scale words as they are kept apart from values, with their factors.
SCALES = {
    "hundred": Decimal(100),
    "thousand": Decimal(1_000),
    "lakh": Decimal(100_000),
    "million": Decimal(1_000_000),
    "crore": Decimal(10_000_000),
    "billion": Decimal(1_000_000_000),
    "trillion": Decimal(1_000_000_000_000),
}

_SCALE_MARKS = {
    "k": "thousand",
    "K": "thousand",
    "thousands": "thousand",
    "thsd": "thousand",
    "M": "million",
    "mn": "million",
    "mln": "million",
    "mio": "million",
    "Mio": "million",
    "Mio.": "million",
    "Mrd": "billion",
    "Mrd.": "billion",
    "MM": "million",
    "millions": "million",
    "B": "billion",
    "b": "billion",
    "bn": "billion",
    "Bn": "billion",
    "bln": "billion",
    "billions": "billion",
    "T": "trillion",
    "tn": "trillion",
    "trn": "trillion",
    "trillions": "trillion",
    "hundreds": "hundred",
    "lakhs": "lakh",
    "crores": "crore",
} | {word: word for word in SCALES}
_SCALE_MARKS |= {mark.capitalize(): scale for mark, scale in _SCALE_MARKS.items() if len(mark) > 3}

SPACES = " \u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
MINUS = "\u2212\u2010\u2011\u2012\u2013\ufe63\uff0d-"  # the hyphen last: it stands in character classes

_CURRENCY = (
    r"(?:(?:US|A|AU|C|CA|NZ|HK|S|NT|R)?\$|[€£¥₹₩₽₺₪฿₦₫₴]|(?:USD|EUR|GBP|JPY|CNY|RMB|CHF|INR|AUD|CAD|SEK|NOK|DKK|PLN|CZK"
    r"|HUF|BRL|MXN|ZAR|KRW|SGD|HKD|NZD|TRY|RUB|AED|SAR|ILS|THB)\b|Rs\.?|kr\.?|zł)"
)
_UNIT = (
    rf"(?:%|‰|percent\b|per cent\b|percentage points?\b|p\.?p\.?|pts?\.?|points?\b|{_CURRENCY}|°\s?[CF]?|[kmµn]?g|kt|Mt|t"
    r"|tonnes?|tons?|[kcm]?m[²³]?|sq\.? ?(?:km|mi|m)|mi|ft|[mc]?[lL]|ha|[kMGT]Wh?|[kMG]?Hz|[kMGT]B|kcal|kJ"
    r"|hrs?\.?|hours?|h|mins?\.?|minutes?|s|secs?|days?|weeks?|months?|years?|yrs?\.?|x|times)"
)
_FOOTNOTE = re.compile(
    r"(?:\s?(?:[*†‡§#^]+|(?<![A-Za-z])[⁰¹²³⁴-⁹]+|\[[0-9a-z]{1,2}\]|\((?:p|e|f|est\.?|r)\)))+$"
)
_NUMBER = rf"(?P<number>\d[\d.,'’{SPACES}]*|\.\d+)(?P<exponent>[eE][+\-−]?\d{{1,3}})?"
_VALUE = re.compile(
    rf"(?P<sign>[+{MINUS}]?)\s*(?P<before>{_CURRENCY})?\s*(?P<sign_inside>[+{MINUS}]?)\s*{_NUMBER}"
    rf"\s*(?:(?P<scale>{'|'.join(sorted(map(re.escape, _SCALE_MARKS), key=len, reverse=True))})(?![A-Za-z]))?"
    rf"\s*(?P<after>{_UNIT})?(?![A-Za-z0-9])"
)
_WESTERN = r"\d{{1,3}}(?:{0}\d{{3}})+"
_INDIAN = r"\d{1,2}(?:,\d{2})+,\d{3}"


@dataclass(frozen=True, slots=True, repr=False)
class Written(Private):
    """``value`` is in the displayed ``scale`` ("1.5M" is 1.5 with scale "million"); ``unit`` is as displayed ("%", "$",
    "kg") or empty; ``decimals`` counts the digits drawn after the decimal mark."""

    value: Decimal
    unit: str
    scale: str
    decimals: int


def parse_written(text: str, decimal: DecimalMark = ".") -> Written | None:
    """One printed value, or None where the text is anything else or has more than one reading.

    Handles signs (also U+2212 and accounting brackets), thousands separated by comma, space, thin space or apostrophe,
    scale letters and words, currency before or after, percent, common units, footnote marks and superscripts.
    ``decimal`` is the decimal mark of the chart: with ``","`` the point groups thousands. Not handled, so None:
    ranges, fractions, bounds ("<1%"), spelled-out numbers and units outside the fixed list.
    """
    bare = _FOOTNOTE.sub("", text.strip().strip("\u200b\ufeff")).strip()
    bracketed = re.fullmatch(
        rf"(?P<before>{_CURRENCY})?\s*\(\s*(?P<inner>[^()]+?)\s*\)\s*(?P<after>%)?", bare
    )
    if bracketed:
        inner = "".join(bracketed.group(part) or "" for part in ("before", "inner", "after"))
        positive = parse_written(inner, decimal)
        if positive is None or positive.value < 0 or any(mark in inner for mark in MINUS + "+"):
            return None
        return Written(-positive.value, positive.unit, positive.scale, positive.decimals)
    match = _VALUE.fullmatch(bare)
    if match is None or (match["sign"] and match["sign_inside"]):
        return None
    number = plain_number(match["number"], decimal)
    if number is None:
        return None
    after, scale = match["after"], _SCALE_MARKS.get(match["scale"] or "", "")
    if match["before"] and after == "m" and not scale:  # "$5m": metres have no price
        after, scale = None, "million"
    if match["before"] and after:
        return None
    exponent = int((match["exponent"] or "e0")[1:].replace("−", "-"))
    value = number.scaleb(exponent)
    if (match["sign"] or match["sign_inside"] or "+") in MINUS:
        value = -value
    digits_after = -int(number.as_tuple().exponent)
    unit = match["before"] or after or ""
    unit = "%" if unit in ("percent", "per cent") else unit
    return Written(value, unit, scale, max(0, digits_after - exponent))


def plain_number(digits: str, decimal: DecimalMark = ".") -> Decimal | None:
    """Digits with their separators (no sign, no unit) as an exact decimal, or None where grouping is irregular.

    All thousands separators of one number must be the same character (any space counts as one).
    """
    text = unicodedata.normalize("NFKC", digits).strip().replace("’", "'")
    text = "".join(str(unicodedata.decimal(c)) if c.isdecimal() else c for c in text)
    text = re.sub(rf"[{SPACES}]", " ", text)
    whole, mark, fraction = text.partition(decimal) if text.count(decimal) == 1 else (text, "", "")
    if mark and not fraction.isdecimal():
        return None
    group = "," if decimal == "." else "."
    grouped = [_WESTERN.format(re.escape(separator)) for separator in (group, " ", "'")]
    if decimal == ".":
        grouped.append(_INDIAN)
    if not re.fullmatch("|".join([r"\d+", *grouped] + ([""] if mark else [])), whole):
        return None
    if len(whole) > 1 and whole.startswith("0") and not whole.isdecimal():
        return None
    return Decimal(re.sub(r"\D", "", whole or "0") + ("." + fraction if mark else ""))


def in_scale(value: Decimal, scale: str, target: str) -> Decimal:
    """``value`` in ``scale`` as a value in ``target`` ("" is the plain number), exactly: 10 million is 10000 thousand.

    Raises ``KeyError`` for a scale that is not one of ``SCALES``.
    """
    return value * (SCALES[scale] if scale else 1) / (SCALES[target] if target else 1)
