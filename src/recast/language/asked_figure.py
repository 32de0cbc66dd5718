"""What figure a question about a passage asks for, and the words by which it may be found.

The kind (a year, a count of something, a share, money, an age, a measure) comes from the question's own asking words. Whoever
calls gives the words with their senses, so that the same rules read a question before and after its words are exchanged;
``figures`` weighs the numerals of a text by what is found here. English only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from recast.language.words import word_set
from recast.types import Private, Role

FigureKind = Literal["year", "count", "share", "money", "age", "measure"]

_HOW = re.compile(
    r"\bhow (?:many|much|long|far|tall|old|high|large|big|fast|wide|broad|deep|thick|heavy|hot|cold|warm|steep)\b(?! ago\b)"
    r"|\b(?:what|which) (?:percent\w*|proportion|fraction|share|number|amount)\b|\bwhat(?: is|'s| was| are| were)\b"
    r"|\bwhat (?:[a-z-]+ ){1,2}(?:percentage|number|amount)\b|\b(?:to|from|by|at|for|of|about) what\b|\bwhat (?:did|does|do|had|has|will)\b"
)
_WHEN = re.compile(
    r"\b(?:when|(?:what|which) (?:calendar )?(?:years?|decades?|dates?|century|centuries|days?|months?)|how long ago)\b"
)
_NO_YEAR = re.compile(
    r"\b(?:what|which) (?:decades?|dates?|century|centuries|days?|months?)\b|\bhow long ago\b"
)
_YEAR_ASKED = re.compile(r"\b(?:what|which) (?:calendar )?years?\b")
_SHARE = re.compile(r"\b(?:percent\w*|per cent|proportion|fraction|what share|the share)\b|%.* to what\b")
_MONEY = re.compile(
    r"\bhow much (?:(?:[a-z]+ )?(?:money|cash)|did \w+(?: \w+)? (?:cost|pay|earn|spend|lose|make)|does \w+(?: \w+)? cost|is \w+ paid)\b"
    r"|\bhow much\b.*\b(?:cost|pay|paid|spend|spent|earn|earned|lose|worth)\b|\bwhat\b.*\b(?:costs?|price|budget|salary|wage|toll|fee|tuition|charge|deposit|rent)\b"
    r"|\bhow many (?:dollars|euros|pounds)\b|\bin (?:[a-z]+ )?(?:of )?(?:dollars|euros)\b"
)
_AGE = re.compile(r"\b(?:how old|what age|the age)\b")
_COUNT = re.compile(r"\bhow many\b|\bhow much\b|\b(?:what|which|the) (?:total )?number of\b")
#: What "how tall" and the like measure, and the units that measure it.
_MEASURED = {
    "tall": "length", "high": "length", "deep": "length", "wide": "length", "far": "length", "thick": "length",
    "long": "length time", "heavy": "mass", "weigh": "mass", "weight": "mass", "hot": "temperature", "cold": "temperature",
    "height": "length", "depth": "length", "width": "length", "length": "length", "diameter": "length",
    "large": "area", "big": "area", "area": "area", "fast": "speed", "temperature": "temperature", "warm": "temperature",
}  # fmt: skip
#: Which words speak of the same extent.
QUALITIES = {
    word: words.split()[0]
    for words in (
        "tall high height",
        "deep depth",
        "wide width broad",
        "long length",
        "thick",
        "heavy weight",
        "old age",
    )
    for word in words.split()
}
DIMENSIONS = {
    unit: dimension
    for dimension, units in {
        "length": "millimetre millimeter mm centimetre centimeter cm metre meter m kilometre kilometer km inch foot feet ft yard mile mi",
        "mass": "milligram mg gram gramme g kilogram kg kilo tonne ton ounce oz pound lb",
        "time": "second minute hour day week month year decade century",
        "volume": "millilitre milliliter litre liter hectolitre gallon pint barrel",
        "data": "byte kilobyte megabyte gigabyte terabyte",
        "energy": "kilowatt megawatt watt kwh joule",
        "temperature": "degree °",
        "area": "hectare acre square",
    }.items()
    for unit in units.split()
}
#: Words that make an area or a volume of a length, also as a rewriter writes them.
_POWERS = {"square": "square", "flat": "square", "cubic": "cubic", "solid": "cubic"}
_SAME_UNIT = {"meter": "metre", "m": "metre", "kilometer": "kilometre", "km": "kilometre", "centimeter": "centimetre",
              "cm": "centimetre", "kg": "kilogram", "kilo": "kilogram", "feet": "foot", "ft": "foot"}  # fmt: skip
_COMPUTES = word_set(
    "total sum difference altogether combined together than more less fewer increase increased decrease decreased rise drop "
    "change changed changes ratio both times each every per apiece left rest remain remains remained remaining half halves "
    "halved twice double doubled doubles another additional extra greater older leftover"
)
#: Words of change that only name a figure where it is asked by how much.
CHANGES = word_set("increase increased decrease decreased rise drop fall change")
_BY_HOW = re.compile(r"\bby (?:what|how (?:much|many))\b")
_RATES, _TIMES = word_set("each every per"), word_set("day week month year season summer winter night hour")
_HALVES = word_set("first second")  # "the first half of 2009"
_NEVER = word_set("than difference ago leftover altogether twice")

_EMPTY = word_set(
    "have be do get take make become year number amount percentage percent proportion share fraction many much find give "
    "tell approximately about roughly around exist happen occur place use there total estimate according"
)


#: How the key of an ordinal begins.
ORDINAL = "ordinal "
_GRAMMAR = frozenset({"IN", "TO", "DT", "CC", "CS", "PRP", "PP$", "MD", "BE", "HV", "DO"})
_AUXILIARIES = frozenset({"BE", "HV", "DO", "MD"})
_RELATIVES = word_set("that which who")
_EXTREMES = word_set("peak maximum minimum record average")
_SCALES = word_set("million billion trillion thousand hundred")
_CURRENCY = word_set("money cash dollar euro pound yen cent")
VERBS = frozenset({"VB", "VBD", "VBN", "VBG", "VBZ"})
NOUNS = frozenset({"NN", "NNS", "NP"})
_PEOPLE = word_set("person people human man woman individual")


@dataclass(frozen=True, slots=True, repr=False)
class Said(Private):
    """One word, mark or numeral of a sentence. ``keys`` are its senses: two words that share one mean the same; empty for
    words that link nothing. ``literal`` is a numeral's plain decimal, ``unit`` what it is measured in ("percent", "money")."""

    low: str
    tag: str
    base: str = ""
    keys: frozenset[str] = frozenset()
    literal: str = ""
    role: Role = "data"
    unit: str = ""


Line = Sequence[Said]


@dataclass(frozen=True, slots=True, repr=False)
class Term(Private):
    """A word or numeral of the question that can link it to a numeral. ``place`` is where it stands in the question;
    ``telling``: it says what was done, or which of several; ``name``: it names somebody or something."""

    keys: frozenset[str]
    place: int
    telling: bool
    number: bool
    name: bool = False


@dataclass(frozen=True, slots=True, repr=False)
class Asked(Private):
    """What a question asks for. ``counted``: the terms of the noun that is counted or measured; ``units`` and
    ``dimensions`` that the figure may have, if the question says so; ``operations``: words that may ask for a computation;
    ``change``: it is asked by how much something grew or shrank; ``rates``: the terms of what the figure is told per;
    ``mass``: what is asked for has an amount and no number ("how much rain")."""

    kind: FigureKind
    terms: tuple[Term, ...]
    counted: tuple[Term, ...]
    people: bool
    units: frozenset[str]
    dimensions: frozenset[str]
    qualities: frozenset[str]
    operations: frozenset[str]
    change: bool = False
    rates: tuple[Term, ...] = ()
    mass: bool = False


# ── the question ─────────────────────────────────────────────────────────────────────────────────────────────


def asks_when(question: str) -> bool:
    """Whether a question asks for a year or date rather than for an amount at some time ("how many … when it opened")."""
    low = question.casefold()
    if _YEAR_ASKED.search(low):
        return not re.search(r"\bhow (?:many|much|old)\b", low)
    return _WHEN.search(low) is not None and _HOW.search(low) is None


def asked(question: Line) -> Asked | None:
    """What a question asks for; None where it asks for no figure, or for one that no numeral of a text can be."""
    low = " ".join(word.low for word in question)
    when = asks_when(low)
    if _NO_YEAR.search(low) or (not when and not _HOW.search(low)):
        return None
    operations = frozenset(
        word.low
        for before, word, after in zip(
            (Said("", ""), *question), question, (*question[1:], Said("", "")), strict=False
        )
        if before.low not in _HALVES and not (word.low in _RATES and after.base in _TIMES)
    ) & (_COMPUTES - ({"times"} if "how many times" in low else set()))
    change = bool(operations & CHANGES) and _BY_HOW.search(low) is not None
    operations -= CHANGES if change else frozenset()
    if operations & (_NEVER - ({"than"} if _SHARE.search(low) else set())):
        return None
    counted = _counted_places(question)
    kind: FigureKind = (
        "year" if when
        else "share" if _SHARE.search(low)
        else "money" if _MONEY.search(low)
        else "age" if _AGE.search(low)
        else "count" if _COUNT.search(low) and not _is_bare(question)
        else "measure"
    )  # fmt: skip
    said = _SCALES | (_CURRENCY if kind == "money" else frozenset())
    terms = tuple(term for term in _terms(question, counted) if question[term.place].base not in said)
    how = {b.low for a, b in pairwise(question) if a.low == "how"} & _MEASURED.keys()
    words = how or {one for word in question for one in (word.low, word.base)}
    dimensions = frozenset(d for name in words & _MEASURED.keys() for d in _MEASURED[name].split())
    places = [p for p in counted if question[p - 1].low not in _POWERS]
    places += [p + 1 for p, word in enumerate(question) if word.low == "in"]
    units = {unit_in(question[p : p + 4]) for p in places} - {""}
    rates = tuple(term for term in terms if question[term.place - 1].low == "per")
    operations -= {"per"} if rates else frozenset()
    if kind == "count" and not units and not re.search(r"\bhow much\b", low):
        dimensions = frozenset()
    qualities = frozenset(QUALITIES[word] for word in words & QUALITIES.keys())
    return Asked(
        kind, terms, tuple(t for t in terms if t.place in counted),
        any({question[p].low, question[p].base} & _PEOPLE for p in counted),
        frozenset(units), dimensions if kind in ("count", "measure") else frozenset(), qualities, operations, change, rates,
        re.search(r"\bhow much\b", low) is not None,
    )  # fmt: skip


def _is_bare(question: Line) -> bool:
    """Whether "how much" stands without a noun ("how much did the concert bring in")."""
    return any(
        a.low == "how" and b.low == "much" and c.tag in _AUXILIARIES
        for a, b, c in zip(question, question[1:], question[2:], strict=False)
    )


def _terms(question: Line, counted: Sequence[int]) -> Iterator[Term]:
    seen: set[frozenset[str]] = set()
    for place, word in enumerate(question):
        number = bool(word.literal) and word.role != "structural"
        if number:
            keys = frozenset({word.literal})
        elif (word.low in _EMPTY or word.base in _EMPTY or word.tag in _GRAMMAR) and not (
            place in counted and word.low == "places"
        ):
            continue
        else:
            keys = keys_of(word)
        if keys and keys not in seen:
            seen.add(keys)
            yield Term(keys, place, not number and _is_telling(question, place), number, word.tag == "NP")


def _is_telling(question: Line, place: int) -> bool:
    """Whether a word says what was done, what somebody or something was ("were hurt"), or which of several is meant."""
    word = question[place]
    if word.tag in VERBS and place > 1 and question[place - 1].low in _RELATIVES:
        return False  # "the flood that hit the town"
    if is_modifier(question, place):
        return False  # "the meeting point"
    if word.tag in (*VERBS, "JJS") or word.literal or word.low in _EXTREMES:
        return True
    last = all(one.tag in (".", ",") for one in question[place + 1 :])
    return last and word.tag == "JJ" and place > 1 and question[place - 1].tag == "BE"


def is_modifier(line: Line, place: int) -> bool:
    """Whether a word that is tagged a verb says of which kind the noun behind it is ("parking spaces", "the vet bills")."""
    if line[place].tag not in VERBS or place + 1 == len(line) or line[place + 1].tag not in NOUNS:
        return False
    before = line[place - 1] if place else Said("", "")
    participle = line[place].tag in ("VBG", "VBN") and before.tag not in ("BE", "HV")
    return participle or before.tag in ("DT", "PP$", "JJ")


def _counted_places(question: Line) -> list[int]:
    """Where the noun stands that is counted ("how many of the infected patients") or measured ("what was the depth of")."""
    lows = [word.low for word in question]
    begin = next(
        (p + 2 for p in range(len(lows) - 1) if lows[p] == "how" and lows[p + 1] in ("many", "much")), -1
    )
    if begin < 0:
        begin = next((p + 2 for p in range(len(lows) - 1) if lows[p] == "number" and lows[p + 1] == "of"), -1)
    if begin < 0:
        found = next(
            (p for p in range(len(lows) - 1) if lows[p] == "what" and question[p + 1].tag == "BE"), -1
        )
        begin = found + 2 if found >= 0 else -1
    if begin < 0:  # "how tall are the towers"
        found = next((p for p in range(len(lows) - 2) if lows[p] == "how"), -1)
        begin = found + 3 if found >= 0 and question[found + 2].tag in ("BE", "DO", "MD") else -1
    if begin < 0:
        return []
    places: list[int] = []
    for place in range(begin, min(len(question), begin + 7)):
        word = question[place]
        if word.low in ("the", "a", "an", "his", "her", "its", "their", "of", "different", "total", "'s"):
            if word.low == "of" and places and question[places[-1]].tag in NOUNS:
                break
            continue
        if word.low in ("and", "or") and places and question[places[-1]].tag in ("NN", "JJ"):
            continue
        joined = (
            question[place - 1].low in ("and", "or") and word.tag == "VB"
        )  # "combinatory and graph problems"
        if word.tag not in (*NOUNS, "JJ", "JJS", "VBN", "VBG", "CD", "POS", "VB" if joined else "NN") or (
            word.literal and word.role != "structural"
        ):
            break
        places.append(place)
        if word.tag == "NNS" and place + 1 < len(question) and question[place + 1].tag not in ("NN", "NNS"):
            break
    return places


def keys_of(word: Said) -> frozenset[str]:
    """The senses by which a word links; "times" links "how many times" to "31 times"."""
    return word.keys or (frozenset({word.low}) if word.low == "times" else frozenset())


def unit_in(words: Line) -> str:
    """The unit with which words begin, past a scale word ("million cubic metres"), or an empty string."""
    rest = [word for word in words if word.low not in _SCALES]
    power = _POWERS.get(rest[0].low, "") if rest else ""
    if power and rest[1:]:
        return f"{power} {unit}" if (unit := unit_named(rest[1])) else ""
    return unit_named(rest[0]) if rest else ""


def dimension_of(unit: str) -> str:
    """What a unit measures, or an empty string."""
    return "area" if unit.startswith("square ") else DIMENSIONS.get(unit, "")


def unit_named(word: Said) -> str:
    """The unit that a word names, in one spelling, or an empty string."""
    for name in (word.low, word.base):
        if name in DIMENSIONS:
            return _SAME_UNIT.get(name, name)
    return ""
