"""Numerals of a passage or word problem, as capture, the rewriter, the map and the checks all count them.

In running text a small number is a quantity ("gave Tom three apples"), where a question about a chart would count the
chart's own parts ("the three bars"): only ordinals that pick a rank, choice indices and a bare "the two" stay as they are.
Ordinals above ``HIGHEST_RANK``, and those that number a street, a floor, a birthday or a name, are numbers of the source.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from recast.numbers.number_words import is_ordinal
from recast.numbers.numerals import Numeral, find_numerals
from recast.numbers.roles import ORDINAL_ENDING
from recast.numbers.written import SCALES
from recast.types import Private, Protected, Quantity, Record, Rewritten, Role

_IN_WORD = re.compile(r"(?<![A-Za-z])(?!(?:US|A|C|EUR|USD|GBP|Rs|INR)$)[A-Za-z]{1,4}$|[a-z]{4}$")
#: The highest ordinal that picks a rank ("the second largest", "the third game"); a higher one is a number of the source.
HIGHEST_RANK = 5
_NUMBERED = re.compile(
    r"\s+(?:birthdays?|anniversary|grades?|graders?|streets?|avenues?|ave|roads?|floors?|stor(?:e?y|ies)|congress|district|dynasty"
    r"|regiment|division|brigade|battalion|army|corps|legion|infantry|cavalry|amendment|edition)\b|\s+(?-i:[A-Z])",
    re.IGNORECASE,
)
_ALL_OF_THEM_BEFORE = re.compile(r"\b(?:the|these|those|all)\s+$", re.IGNORECASE)
_ALL_OF_THEM_AFTER = re.compile(
    r"\s*(?:[.,;?!]|$|(?:of\s+them|have|had|has|are|were|did|do|will|together|combined|altogether|in\s+all)\b)",
    re.IGNORECASE,
)
_DATED_BEFORE = re.compile(
    r"\b(?:in|since|until|till|during|before|after|year|years|fiscal|fy|to|through)\s*$", re.IGNORECASE
)
#: "on 26 December 1773", "December 26, 1773".
_DATE_BEFORE = re.compile(
    r"\b(?:january|february|march|april|may|june|july|august|september|october|november|december)\s+(?:\d{1,2}(?:st|nd|rd|th)?,\s*)?$",
    re.IGNORECASE,
)
_COUNTED_AFTER = re.compile(
    r"\s+(?:more\b|(?:[a-z]+\s+)?(?:[a-z]+(?:[a-rt-z]s)|people|men|women|children)\b)"
)
_YEAR_BEFORE = re.compile(r"(?:\b(?:in|since|until|from|between|by|circa)\s|\b\w+\s\()$", re.IGNORECASE)
_YEAR_AFTER = re.compile(r"\s*(?:[).,;:–-]|$|(?:to|and|until|he|she|it|they|the|a|was|were|had)\b)")
_WORDS_NEAR = 150  # characters that hold the words around a numeral that a receipt shows
_NEAR = 60  # characters on either side that can hold a numeral's unit

_SHORT_SCALES = {
    "k": "thousand",
    "m": "million",
    "mn": "million",
    "mln": "million",
    "bn": "billion",
    "tn": "trillion",
}
_SCALE = re.compile(
    rf"[\s-]?(?P<word>{'|'.join(SCALES)})s?\b|\s?(?P<mark>mn|mln|bn|tn)\b|(?P<letter>(?-i:[kKM]))(?![A-Za-z])",
    re.IGNORECASE,
)
_SIGN = re.compile(r"(?:US|A|C)?(?P<sign>[$€£¥₹₩₽₺₪฿])\s?$")
_PERCENT = re.compile(
    r"\s?(?P<points>(?:percentage|percent|per\s?cent)\s+points?\b)|\s?(?:%|(?:percent|per\s?cent)\b)", re.I
)
_MONEY = re.compile(r"\s?-?(?:(?P<dollar>dollars?)|(?P<euro>euros?))\b", re.IGNORECASE)
_GLUED_UNIT = re.compile(
    r"\s?(?P<unit>km²|km2|m²|m2|km|cm|mm|kg|mg|g|m|ml|l|ft|lbs?|oz|mph|kWh|GB|MB|°[CF])(?![\w])"
)
_WORD = re.compile(r"\s*-?(?P<word>[a-z]+)(?:-[a-z]+)?\b")
_PLURAL = re.compile(r"(?<!u)(?<!i)(?<!s)s$|^(?:people|men|women|children|feet|mice|geese|teeth)$")
_NO_UNIT = re.compile(
    r"old|such|total|and|of|the|an?|in|on|at|to|for|from|by|with|as|than|or|per|each|every|is|are|was|were|ha[sd]|have|times"
)


@functools.lru_cache(
    maxsize=16
)  # capture, rewriter, map and checks ask for the numerals of the same few texts
def prose_numerals(text: str) -> tuple[Numeral, ...]:
    """Every numeral of a passage in order of place, with its role in prose. Idioms ("one of them", "twice") are none, nor
    are digits inside a word ("mp3")."""
    return tuple(
        replace(numeral, role=_role(text, numeral))
        for numeral in find_numerals(text)
        if not _IN_WORD.search(text, max(0, numeral.start - 4), numeral.start)
    )


def _role(text: str, numeral: Numeral) -> Role:
    before, after = (
        text[max(0, numeral.start - _NEAR) : numeral.start],
        text[numeral.end : numeral.end + _NEAR],
    )
    if numeral.role in ("structural", "data"):
        ending = ORDINAL_ENDING.match(after)
        said = numeral.written[-1].isalpha() and is_ordinal(numeral.written)
        if numeral.role == "structural" and (said or ending):
            numbered = _NUMBERED.match(after, 0 if ending is None else ending.end())
            return "structural" if 0 < numeral.value <= HIGHEST_RANK and not numbered else "identifier"
        word = numeral.written.isalpha()
        if word and _ALL_OF_THEM_BEFORE.search(before) and _ALL_OF_THEM_AFTER.match(after):
            return "structural"
        return "year" if _is_early_year(numeral, before, after) else "data"
    if len(numeral.written) == 4 and numeral.written.isdecimal() and _DATE_BEFORE.search(before):
        return "year"
    counted = _COUNTED_AFTER.match(after) and numeral.written.isdecimal()
    if numeral.role == "identifier" and counted and before.endswith(" "):  # "on Friday 1250 people"
        return "data"
    if numeral.role == "year" and _COUNTED_AFTER.match(after) and not _DATED_BEFORE.search(before):
        return "data"
    return numeral.role


def _is_early_year(numeral: Numeral, before: str, after: str) -> bool:
    """ "from 1421 to 1904", "the flood (1421)": years that a question about a chart would take for values."""
    plain = numeral.written.isdecimal() and len(numeral.written) == 4 and 1000 <= numeral.value < 2200
    return (
        plain
        and not _COUNTED_AFTER.match(after)
        and bool(_YEAR_BEFORE.search(before) and _YEAR_AFTER.match(after))
    )


def normalised(text: str) -> str:
    """``text`` with every number word that is a quantity or a year in digits (P 3.2); the form of digits stays."""
    pieces, place = [], 0
    for numeral in prose_numerals(text):
        if numeral.role in ("data", "year") and not any(c.isdecimal() for c in numeral.written):
            pieces += [text[place : numeral.start], f"{numeral.value:f}"]
            place = numeral.end
    return "".join(pieces) + text[place:]


def texts(record: Record | Rewritten | Protected) -> Iterator[tuple[str, str]]:
    """The texts of a record without a table, in reading order, each under the first part of its quantities' keys."""
    yield "context", record.context
    yield "question", record.question
    for place, choice in enumerate(record.choices):
        yield f"choice:{place}", choice


# ── what stands beside a numeral ─────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True, repr=False)
class Measured(Private):
    """A numeral as its text measures it: ``written`` with sign, scale and unit ("$2.3 million", "3 hours")."""

    written: str
    unit: str
    scale: str


def measured(text: str, numeral: Numeral) -> Measured:
    """The unit and scale of ``numeral`` by the words beside it; the unit of "144 red cans" is "cans". Both are empty for
    years and names. Not covered: a unit that stands elsewhere in the sentence ("weighs 12, in pounds")."""
    if numeral.role not in ("data", "choice"):
        return Measured(numeral.written, "", "")
    before, after = (
        text[max(0, numeral.start - _NEAR) : numeral.start],
        text[numeral.end : numeral.end + _NEAR],
    )
    scale, taken = scale_after(after)
    sign = _SIGN.search(before)
    start = numeral.start - (len(before) - sign.start("sign")) if sign else numeral.start
    if sign:
        return Measured(text[start : numeral.end + taken], sign["sign"], scale)
    unit, size = _unit_after(after[taken:])
    return Measured(text[start : numeral.end + taken + size], unit, scale)


def scale_after(after: str) -> tuple[str, int]:
    """The scale word that a text begins with ("million") and how many characters it takes; empty and 0 without one."""
    found = _SCALE.match(after)
    if found is None:
        return "", 0
    if found["word"]:
        return found["word"].lower(), found.end()
    return _SHORT_SCALES[(found["mark"] or found["letter"]).lower()], found.end()


def _unit_after(after: str) -> tuple[str, int]:
    if found := _PERCENT.match(after):
        return ("percentage points" if found["points"] else "%"), found.end()
    if found := _MONEY.match(after):
        return ("$" if found["dollar"] else "€"), found.end()
    if found := _GLUED_UNIT.match(after):
        return found["unit"], found.end()
    place = 0
    for _ in range(3):
        found = _WORD.match(after, place)
        if found is None or _NO_UNIT.fullmatch(found["word"]):
            break
        place = found.end()
        if _PLURAL.search(found["word"]):
            head = _WORD.match(after, place)
            return (
                (head["word"], head.end())
                if head and _PLURAL.search(head["word"])
                else (found["word"], place)
            )
    return "", 0


def source_quantities(record: Record) -> tuple[Quantity, ...]:
    """Every numeral of a record without a table, in reading order; ``value`` is the number as it stands there (with scale
    "million", 2.3), ``label`` the words around it, ``confidence`` how surely it was heard."""
    sure = iter(record.confidences)
    return tuple(
        Quantity(
            f"{key}:{k}",
            numeral.value,
            beside.written,
            numeral.role,
            _label(text, numeral),
            beside.unit,
            beside.scale,
            next(sure, 1.0),
        )
        for key, text in texts(record)
        for k, numeral in enumerate(prose_numerals(text))
        for beside in (measured(text, numeral),)
    )


def _label(text: str, numeral: Numeral) -> str:
    """Up to three words before the numeral and six after it, within its sentence."""
    before = text[max(0, numeral.start - _WORDS_NEAR) : numeral.start]
    after = text[numeral.end : numeral.end + _WORDS_NEAR]
    said = re.split(r"[.?!;:]\s", before)[-1].split()[-3:]
    told = re.split(r"[.?!;:](?:\s|$)", after, maxsplit=1)[0].split(" ")[:7]
    gap = " " if said and not before.endswith(tuple("$€£¥₹(")) else ""
    return (" ".join(said) + gap + numeral.written + " ".join(told)).strip().rstrip(",")


def full_value(quantity: Quantity) -> Decimal:
    """The value with its scale multiplied in: 2.3 million is 2300000."""
    return quantity.value * SCALES[quantity.scale] if quantity.scale else quantity.value


#: Factors between the units of one dimension (money, length, mass, volume, time), by which a rewriter may convert.
CONVERSIONS = frozenset(
    {Decimal("2.5"), *(Decimal(10) ** power for power in range(1, 10))}
    | set(map(Decimal, (2, 3, 4, 5, 8, 12, 16, 20, 25, 36, 60, 1760, 2000, 3600, 5280, 32000, 63360)))
)


def stands_for(value: Decimal, source: Quantity) -> bool:
    """Whether a numeral of that value can be the source's: with or without its scale, or converted to another unit."""
    known = {source.value, full_value(source)}
    converted = {one / other for one in known for other in (value,) if other} | {
        value / one for one in known if one
    }
    return value in known or not converted.isdisjoint(CONVERSIONS)


def as_rewritten(numeral: Numeral, text: str, source: Quantity, key: str) -> Quantity:
    """The source's quantity as ``numeral`` of a rewritten ``text`` says it. Where the text no longer shows the scale, the
    value is the full one: nobody else could multiply by it. A converted value has another unit than the source's."""
    if numeral.value not in (source.value, full_value(source)):
        return replace(source, key=key, value=numeral.value, unit="", scale="")
    shown = scale_after(text[numeral.end :])[0] == source.scale
    return replace(source, key=key, value=source.value if shown else full_value(source))
