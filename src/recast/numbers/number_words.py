"""English number words: which words make one number, and what it is worth.

``number_words`` cuts a run of such words into the numbers it says ("twenty twenty", "one hundred and two hundred").
Number words of other languages and Roman numerals are not known here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from itertools import takewhile

from text_to_num import text2num  # type: ignore[import-untyped]

from recast.numbers.written import SCALES

_SMALL = str.split(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety"
)
#: "zero" to "twelve", each at the place of its value.
COUNT_WORDS = tuple(_SMALL[:13])
WORD_VALUES = {word: value for value, word in enumerate(_SMALL[:20])} | {
    word: 10 * tens for tens, word in enumerate(_SMALL[20:], start=2)
}
#: The words in which a small structural numeral ("the two largest") may be written; as words they say nothing of a source.
STRUCTURAL_WORDS = {Decimal(value): word for value, word in enumerate(_SMALL[2:6], start=2)}
MULTIPLIERS = ("hundred", "thousand", "million", "billion", "trillion")
ORDINALS = {
    word: value
    for value, word in enumerate(
        str.split(
            "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
            "fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
        ),
        start=1,
    )
}
_CARDINALS = {word: _SMALL[value] for word, value in ORDINALS.items()}
_CARDINALS |= {f"{tens.removesuffix('y')}ieth": tens for tens in _SMALL[21:]}
_CARDINALS |= {f"{multiplier}th": multiplier for multiplier in MULTIPLIERS}
NUMBER_WORD = rf"(?:{'|'.join(sorted(_SMALL, key=len, reverse=True))}|{'|'.join(MULTIPLIERS)}|dozen)"
WORD_RUN = re.compile(
    rf"(?<![\w-])(?:(?:half\s+an?|an?)\s+(?=(?:{'|'.join(MULTIPLIERS)}|dozen)\b))?{NUMBER_WORD}"
    rf"(?:(?:\s+and\s+|[\s-]+|\s+(?=oh\b)){NUMBER_WORD}|\s+(?:and|&)\s+a\s+half|\s+point(?:[\s-]+{NUMBER_WORD})+"
    r"|\s+oh[\s-]+(?:one|two|three|four|five|six|seven|eight|nine))*(?!\w)",
    re.IGNORECASE,
)
_UNIT_ORDINAL = rf"(?:{'|'.join(list(ORDINALS)[:9])})"
_TENS = rf"(?:{'|'.join(_SMALL[20:])})"
_HUNDREDS = rf"(?:(?:(?:{NUMBER_WORD}|an?)[\s-]+){{1,5}}?(?:{'|'.join(MULTIPLIERS)})[\s-]+(?:and\s+)?)"
#: An ordinal in words: "third", "twenty-third", "sixty second", "two hundred and twenty-first", "ninetieth".
ORDINAL_RUN = re.compile(
    rf"(?<![\w-]){_HUNDREDS}?(?:{_TENS}[\s-]+{_UNIT_ORDINAL}|(?:{'|'.join(_CARDINALS)}))(?!\w)", re.IGNORECASE
)
_MOST_WORDS = 32  # words of one spoken number: the longest below a quadrillion has 29


def is_ordinal(written: str) -> bool:
    """Whether a numeral in words is an ordinal ("twenty-third")."""
    return re.split(r"[\s-]+", written.casefold())[-1] in _CARDINALS


def ordinal_value(run: str) -> Decimal | None:
    """The value of an ordinal in words, or None where its words do not make one number."""
    *before, last = re.split(r"[\s-]+", run.casefold())
    return _value([*before, _CARDINALS[last]])


def number_words(run: str, between: bool) -> Iterator[tuple[int, int, Decimal]]:
    """The numbers that a run of number words consists of. A scale word at the end ("ten million") stays outside."""
    words = [(m.start(), m.end(), m.group().lower()) for m in re.finditer(r"[A-Za-z&]+", run)]
    place = 0
    while place < len(words):
        if words[place][2] in ("and", "&", "oh", "point"):
            place += 1
            continue
        size = _longest([word for _, _, word in words[place:]], between)
        chosen = [word for _, _, word in words[place : place + size]]
        if (
            len(chosen) > 1
            and chosen[-1] in SCALES
            and chosen[-1] != "hundred"
            and not set(chosen[:-1]) & (SCALES.keys() - {"hundred"})
        ):
            chosen = chosen[:-1]
        value = _value(chosen)
        if value is not None:
            yield words[place][0], words[place + len(chosen) - 1][1], value
        place += size


def _longest(words: list[str], between: bool) -> int:
    """How many of the words make one number, at least one. "one hundred and two hundred" are two numbers."""
    best = 1
    for size in range(1, min(len(words), _MOST_WORDS) + 1):
        if words[size - 1] == "and" and _ends_number(words, size, between):
            break
        if _value(words[:size]) is not None:
            best = size
    return best


def _ends_number(words: list[str], size: int, between: bool) -> bool:
    """Whether the "and" at ``size - 1`` stands between two numbers rather than inside one."""
    rest = words[size:]
    if rest[:2] == ["a", "half"]:
        return False
    if between or size < 2 or words[size - 2] not in MULTIPLIERS:
        return True
    multiplier = SCALES[words[size - 2]]
    inside = list(takewhile(lambda word: word != "and" and SCALES.get(word, 0) <= multiplier, rest))
    value = _value(inside) if inside else None
    return value is None or value >= multiplier


def _value(words: list[str]) -> Decimal | None:
    """The number that these lower-case words say, or None if they do not make one."""
    if words[-3:] in (["and", "a", "half"], ["&", "a", "half"]):
        whole = _value(words[:-3]) if len(words) > 3 else None
        last = SCALES[words[-4]] if len(words) > 4 and words[-4] in SCALES else Decimal(1)
        return None if whole is None else whole + last / 2
    if words[:1] == ["half"]:
        return Decimal("0.5") if words in (["half", "a"], ["half", "an"]) else None
    if words[0] in ("a", "an"):
        return Decimal(1) if len(words) == 1 else _value(["one", *words[1:]])
    if words[-1] == "dozen":
        count = _value(words[:-1]) if len(words) > 1 else Decimal(1)
        return None if count is None else 12 * count
    if "point" in words:
        place = words.index("point")
        whole = _value(words[:place]) if place else None
        scale = words[-1] if words[-1] in SCALES else ""
        digits = [WORD_VALUES.get(word, 10) for word in words[place + 1 : len(words) - bool(scale)]]
        if whole is None or not digits or max(digits) > 9:
            return None
        return Decimal(f"{whole}." + "".join(map(str, digits))) * (SCALES[scale] if scale else 1)
    if "trillion" in words[1:]:  # the library knows none
        place = words.index("trillion", 1)
        rest = words[place + 2 :] if words[place + 1 : place + 2] == ["and"] else words[place + 1 :]
        head, below = _value(words[:place]), _value(rest) if rest else Decimal(0)
        return None if head is None or below is None else head * SCALES["trillion"] + below
    year = _spoken_year(words)
    if year is not None:
        return year
    try:
        return Decimal(text2num(" ".join(words), "en"))
    except ValueError:
        return None


def _spoken_year(words: list[str]) -> Decimal | None:
    """ "nineteen eighty-four", "twenty twenty", "nineteen oh five": a century and two digits."""
    if len(words) not in (2, 3) or not 13 <= WORD_VALUES.get(words[0], 0) <= 20:
        return None
    rest = [WORD_VALUES.get(word, -1) for word in words[1:]]
    if words[1] == "oh" and len(rest) == 2 and 1 <= rest[1] <= 9:
        return Decimal(100 * WORD_VALUES[words[0]] + rest[1])
    if (len(rest) == 1 and rest[0] >= 10) or (len(rest) == 2 and rest[0] >= 20 and 1 <= rest[1] <= 9):
        return Decimal(100 * WORD_VALUES[words[0]] + sum(rest))
    return None
