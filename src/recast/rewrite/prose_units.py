"""Units of running text: one invented unit for each unit of the source, after values have been brought to one unit.

Every unit word or sign beside numerals ("$18", "3 feet", "25 kg", "how many miles") becomes an invented unit. Where a
text mixes units of one dimension, the values are converted here to the unit that the question asks for (else to the one
met first), exactly, so that no conversion is left to be known; ``FACTORS`` has the ratios. Where that is not possible,
since a unit stands without a numeral ("per minute") or a value would not be a short decimal, hours and minutes stay as
words, which the vocabulary holds; other units then become two invented ones, whose relation is lost.

Days, weeks, months and years are calendar words and stay. "%" stays where it is an operation (word problems) and is an
invented unit in passages.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import pairwise
from types import MappingProxyType

from recast.language.words import fold, word_set
from recast.numbers.written import plain_number
from recast.rewrite.prose_tokens import Tok
from recast.types import Private

#: dimension → unit → how many of the smallest unit listed it holds.
FACTORS = MappingProxyType(
    {
        "money": {"cent": 1, "dollar": 100},
        "sterling": {"pound-sterling": 1},
        "euro": {"euro": 1},
        "yen": {"yen": 1},
        "metric length": {"millimetre": 1, "centimetre": 10, "metre": 1000, "kilometre": 1_000_000},
        "length": {"inch": 1, "foot": 12, "yard": 36, "mile": 63_360},
        "metric mass": {"milligram": 1, "gram": 1000, "kilogram": 1_000_000, "tonne": 1_000_000_000},
        "mass": {"ounce": 1, "pound": 16, "ton": 32_000},
        "metric volume": {"millilitre": 1, "litre": 1000},
        "volume": {"pint": 1, "quart": 2, "gallon": 8},
        "time": {"second": 1, "minute": 60, "hour": 3600},
        "land": {"acre": 1},
        "metric land": {"hectare": 1},
        "temperature": {"degree": 1},
        "percent": {"percent": 1},
    }
)
_SPELT = {
    spelling: unit
    for unit, spellings in {
        "cent": "cent cents ¢",
        "dollar": "dollar dollars $ usd buck bucks",
        "pound-sterling": "£",
        "euro": "euro euros €",
        "yen": "yen ¥",
        "millimetre": "mm millimetre millimetres millimeter millimeters",
        "centimetre": "cm centimetre centimetres centimeter centimeters",
        "metre": "m metre metres meter meters",
        "kilometre": "km kilometre kilometres kilometer kilometers kms",
        "inch": "inch inches",
        "foot": "foot feet ft",
        "yard": "yard yards yd",
        "mile": "mile miles mi",
        "milligram": "mg milligram milligrams",
        "gram": "g gram grams gramme grammes",
        "kilogram": "kg kilogram kilograms kilo kilos kgs",
        "tonne": "tonne tonnes",
        "ounce": "oz ounce ounces",
        "pound": "lb lbs pound pounds",
        "ton": "ton tons",
        "millilitre": "ml millilitre millilitres milliliter milliliters",
        "litre": "l litre litres liter liters",
        "pint": "pint pints",
        "quart": "quart quarts",
        "gallon": "gallon gallons",
        "second": "second seconds sec secs",
        "minute": "minute minutes min mins",
        "hour": "hour hours hr hrs",
        "acre": "acre acres",
        "hectare": "hectare hectares ha",
        "degree": "degree degrees °",
        "percent": "% percent percents per-cent percentage pct",
    }.items()
    for spelling in spellings.split()
}
_DIMENSION = {unit: name for name, units in FACTORS.items() for unit in units}
_ONLY_AFTER_NUMERAL = word_set("m l g mi ha foot min second degree degrees pound pounds")
_COINS = MappingProxyType(
    {
        f"{coin}{end}": value
        for coin, value in (("quarter", 25), ("dime", 10), ("nickel", 5))
        for end in ("", "s")
    }
    | {"penny": 1, "pennies": 1}
)
_MONEY_ASKED = re.compile(r"\b(?:cents?|dollars?|money|how much)\b", re.IGNORECASE)
_SPEEDS = MappingProxyType({"mph": "miles", "kph": "km", "kmh": "km"})
_TIMES = MappingProxyType(
    {"h": "hour", "hr": "hour", "min": "minute", "s": "moment", "d": "day", "wk": "week"}
)
_ASKS_ONE = re.compile(r"how [a-z]+ (?:is|was|are|were) (?!.*\b(?:than|altogether|total|left)\b)")
_SQUARE = frozenset({"square", "sq", "cubic"})


@dataclass(slots=True, repr=False)
class Units(Private):
    """The invented unit of each unit of one text, and the words that stay."""

    take: Callable[[], str]
    passage: bool
    chosen: dict[str, str] = field(default_factory=dict)
    kept: set[str] = field(default_factory=set)

    def word(self, unit: str) -> str:
        """The word that stands for a unit, in the singular."""
        if unit in self.kept:
            return unit
        if unit not in self.chosen:
            self.chosen[unit] = self.take()
        return self.chosen[unit]


def unit_at(sentence: Sequence[Tok], place: int) -> str:
    """The unit that the word there names, or an empty string."""
    tok = sentence[place]
    if tok.kind == "number" or tok.name >= 0:
        return ""
    unit = _SPELT.get(tok.text if tok.kind == "mark" else fold(tok.text), "")
    if not unit:
        return ""
    before = sentence[place - 1] if place else None
    if fold(tok.text) in _ONLY_AFTER_NUMERAL:
        numeral = before is not None and (
            before.kind == "number" or before.low in ("per", "of", "many", "each", "flat", "solid", *_SQUARE)
        )
        if not numeral and fold(tok.text) not in ("pounds", "pound", "degrees"):
            return ""
        if before is not None and before.kind != "number" and len(tok.text) < 3:
            return ""
    return unit


def rates(sentence: list[Tok]) -> None:
    """ "km/h" and "mph" as "km per hour"."""
    for place in range(len(sentence) - 1, -1, -1):
        tok = sentence[place]
        if tok.low in _SPEEDS:
            words = f"{_SPEEDS[tok.low]} per hour".split()
            sentence[place : place + 1] = [Tok(word, "word", depth=tok.depth) for word in words]
        elif tok.text == "/" and place and unit_at(sentence, place - 1) and place + 1 < len(sentence):
            after = sentence[place + 1]
            sentence[place] = Tok("per", "word", depth=tok.depth)
            after.text = _TIMES.get(after.low, after.text)


def dozens(sentences: Sequence[list[Tok]]) -> None:
    """ "2 dozen eggs" as "24 eggs", unless a dozen is what something is counted in ("per dozen")."""
    uses = [(s, k) for s in sentences for k, t in enumerate(s) if t.low in ("dozen", "dozens")]
    if not all(k and s[k - 1].kind == "number" for s, k in uses):
        return
    for sentence, place in reversed(uses):
        number = sentence[place - 1]
        value = plain_number(number.text)
        if value is not None:
            number.text = f"{(value * 12).normalize():f}"
            del sentence[place]
            if place < len(sentence) and sentence[place].low == "of":
                del sentence[place]


def coins(sentences: Sequence[list[Tok]], question: str) -> None:
    """ "3 dimes" as "30 cents" where the question asks for money; "quarter" is a coin only beside other coins."""
    words = {tok.low for sentence in sentences for tok in sentence}
    if not words & {"dime", "dimes", "nickel", "nickels", "penny", "pennies"} or not _MONEY_ASKED.search(
        question
    ):
        return
    for sentence in sentences:
        for number, tok in pairwise(sentence):
            value = plain_number(number.text) if number.kind == "number" else None
            if value is not None and tok.low in _COINS:
                number.text = f"{(value * _COINS[tok.low]).normalize():f}"
                tok.text = "cents"


def flat_units(sentence: list[Tok]) -> None:
    """ "square feet" as "flat feet", "cubic metres" as "solid metres": the source's word must not stay, its sense must."""
    for place, tok in enumerate(sentence[:-1]):
        if tok.low in _SQUARE and unit_at(sentence, place + 1):
            sentence[place] = Tok(
                "solid" if tok.low == "cubic" else "flat", "word", depth=tok.depth, fixed=True
            )


def join_percents(sentence: list[Tok]) -> None:
    """ "per cent" as one word."""
    for place in range(len(sentence) - 2, -1, -1):
        if sentence[place].low == "per" and sentence[place + 1].low in ("cent", "cents"):
            sentence[place] = Tok("percent", "word", first=sentence[place].first, depth=sentence[place].depth)
            del sentence[place + 1]


def signs_behind(sentence: list[Tok]) -> None:
    """Every currency sign moved behind its numeral ("$ 18" → "18 $"), and not doubled by the word ("$ 115 dollars")."""
    place = 0
    while place < len(sentence):
        tok = sentence[place]
        unit = _SPELT.get(tok.text, "")
        if tok.kind == "mark" and unit and unit != "percent" and tok.text != "°":
            if place and sentence[place - 1].text in ("US", "U.S.", "A", "C"):
                del sentence[place - 1]
                place -= 1
            after = sentence[place + 1] if place + 1 < len(sentence) else None
            if after is not None and after.kind == "number":
                behind = sentence[place + 2] if place + 2 < len(sentence) else None
                del sentence[place]
                if behind is None or _SPELT.get(behind.low, "") != unit:
                    scaled = behind is not None and behind.low.rstrip("s") in (
                        "million",
                        "billion",
                        "thousand",
                        "trillion",
                    )
                    sentence.insert(place + (2 if scaled else 1), tok)
        place += 1


def convert(sentences: Sequence[list[Tok]], question: Sequence[list[Tok]], units: Units) -> None:
    """Brings the values of each dimension to one unit, in place. Marks as kept the words whose relation must be known."""
    met: dict[str, list[tuple[list[Tok], int, str]]] = {}
    for sentence in (*sentences, *question):
        for place in range(len(sentence)):
            unit = unit_at(sentence, place)
            if unit:
                met.setdefault(_DIMENSION[unit], []).append((sentence, place, unit))
    told = " ".join(tok.low for sentence in question for tok in sentence)
    for dimension, uses in met.items():
        if len({unit for _, _, unit in uses}) < 2:
            continue
        if _ASKS_ONE.match(told) and not any(q is s for q, _, _ in uses for s in question):
            continue  # "how thick is it": a value that is looked up keeps its unit
        asked = [u for q, place, u in uses if any(q is s for s in question) and not _measured(q, place)]
        targets = asked[:1] or list(dict.fromkeys(unit for _, _, unit in uses))
        if (
            not any(_converted(uses, target, FACTORS[dimension]) for target in targets)
            and dimension == "time"
        ):
            units.kept |= {unit for _, _, unit in uses}


def _measured(sentence: Sequence[Tok], place: int) -> bool:
    return place > 0 and sentence[place - 1].kind == "number"


def _converted(uses: Sequence[tuple[list[Tok], int, str]], target: str, factors: dict[str, int]) -> bool:
    """Whether all values could be converted; if not, nothing is changed."""
    changes: list[tuple[Tok, str, Tok]] = []
    for sentence, place, unit in uses:
        if unit == target:
            continue
        number = sentence[place - 1] if place else None
        if number is None or number.kind != "number":
            return False
        value = plain_number(number.text)
        if value is None:
            return False
        converted = value * factors[unit] / factors[target]
        if converted != converted.quantize(Decimal("0.0001")):
            return False
        changes.append((number, f"{converted.normalize():f}", sentence[place]))
    spelling = next(s for s, unit in _SPELT.items() if unit == target and (len(s) > 2 or s in "$€£"))
    for number, text, word in changes:
        number.text = text
        word.text = spelling
    return True
