"""The rules by which a garbled spoken numeral is put right: what a recogniser wrote → how it is written.

Each rule is a pattern and what is made of it. A recogniser hears "three thousand nineteen" and writes ``3,00019``, ``3,19``
or ``3 ,019``; of "twenty thirty-one" it makes ``2030-1``, of "nineteen eighty-four" ``19 84``, of "forty twenty-eight pencils"
``40 28``, of "1348–50" ``134850``, of "11,698 (7.4%)" ``11,698-7.4%``, of "in the ratio 7:5" ``7.5``. What is put in its place is
the one reading of English speech that fits; how sure it is follows from how much had to be guessed.

Not covered: a numeral of regular form that was misheard (``280,000`` for ``218,000``), digits that two numerals in one have
lost ("11,698 (7.4%)" as ``11,697.4%``: said to be garbled, not put right), number words, which ``numbers.prose`` reads as they
are, Roman numerals.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from recast.types import SURE, Private

REPAIRED = SURE - 0.15  # of such repairs most are right
GUESSED = 0.5  # a group of digits that may also have lost one
DOUBTED = 0.6  # of regular form, and beside a word that was likely part of it
GARBLED = 0.1

_DIGIT_WORDS = {
    word: str(value)
    for value, word in enumerate(
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
    )
} | {"oh": "0"}
_DIGIT_WORD = "|".join(_DIGIT_WORDS)
_GROUPS = re.compile(r"\d{1,3}(?:,\d{3})+")
_DATED = "in|since|until|till|from|before|after|during|by|year|between|circa"
_YEAR = r"(?:1\d|20)\d\d"
_MEASURES = (
    r"(?:inches|feet|yards|miles|acres|tons|tonnes|pounds|ounces|dollars|cents|euros|percent|degrees|hours|minutes"
    r"|seconds|years|months|weeks|days|meters|metres|kilometers|centimeters|kg|km|cm|%)"
)
_VERB_IN_S = r"(?:was|is|has|his|its|this)\b"
_NO_PLURAL = r"(?:was|is|has|his|its|this|as|us|always|sometimes|besides|across|towards|afterwards|unless|less|plus|thus|yes)\b"
_NO_MODIFIER = r"(?:the|these|those|all|most|many|some|both|no|any|my|our|your|their|her|his|its|in|on|at|for|to|with|and|or)\b"


@dataclass(frozen=True, slots=True, repr=False)
class Put(Private):
    """What is written instead, and how sure the words that it is made of are at most."""

    written: str
    confidence: float


# ── one numeral in pieces ────────────────────────────────────────────────────────────────────────────────────


def _joined(text: str) -> Put | None:
    """ "2 .50", "3 ,019": one numeral in two pieces."""
    whole = re.sub(r"\s+", "", text)
    if whole.endswith("%") and "," in whole:
        return _share_beside(whole)
    again = _regrouped(whole) if "," in whole else None
    return again or Put(whole, REPAIRED)


def _pointed(text: str) -> Put:
    """ "3 point 5", "3 point one four"."""
    whole, digits = re.split(r"\s+point\s+", text, flags=re.IGNORECASE)
    spelled = (_DIGIT_WORDS.get(digit.lower(), digit) for digit in re.split(r"[\s-]+", digits))
    return Put(f"{whole}.{''.join(spelled)}", REPAIRED)


def _regrouped(text: str) -> Put | None:
    """A numeral whose groups are irregular: "3,00019", "3,19"; None where they are regular."""
    whole, mark, fraction = text.partition(".")
    if _GROUPS.fullmatch(whole):
        return None
    *head, last = whole.split(",")
    thousands = ",".join(head)
    if head and last and ((len(head) == 1 and len(head[0]) <= 3) or _GROUPS.fullmatch(thousands)):
        if len(last) < 3:
            return Put(f"{thousands},{int(last):03}{mark}{fraction}", GUESSED)
        added = _added(f"{thousands},{last[:3]}", last[3:])
        if added is not None:
            return Put(f"{added}{mark}{fraction}", REPAIRED)
    return Put(text, GARBLED)


def _hyphened(text: str) -> Put | None:
    """ "2030-1", "2,000-5"; "2000-05" are two years."""
    first, _, second = text.partition("-")
    if second.startswith("0") and "," not in first:
        return None
    added = _added(first, second)
    return None if added is None else Put(added, REPAIRED)


def _added(round_: str, rest: str) -> str | None:
    """A round number and what was said after it as one number, grouped as the round one is; None where it does not fit."""
    digits = round_.replace(",", "")
    zeros = len(digits) - len(digits.rstrip("0"))
    if not rest.isdecimal() or int(rest) == 0 or len(str(int(rest))) > zeros:
        return None
    value = int(digits) + int(rest)
    return f"{value:,}" if "," in round_ else str(value)


def _thousands(text: str) -> Put | None:
    """ "149,000 25", "149,000, 25,000" of 149,025."""
    first, second = text.split()
    added = _added(first.removesuffix(","), second.removesuffix(",000").replace(",", ""))
    return None if added is None else Put(added, GUESSED)


def _century(text: str) -> Put:
    """ "1900, 79", "1500-40s" of a year."""
    return Put(text[:2] + text[-2:], GUESSED)


def _together(text: str) -> Put:
    """ "19 84" of a year."""
    return Put(re.sub(r"\s+", "", text), REPAIRED)


def _guessed_together(text: str) -> Put:
    """ "11, 698" of one number; "40 28 pencils", of which no person would say two."""
    return Put(re.sub(r"\s+", "", text), GUESSED)


_HOMOPHONES = {"to": 2, "two": 2, "too": 2, "for": 4, "four": 4, "well": 12}


def _alone(text: str) -> Put:
    """ "and well seats", "for $1 each for notebooks for $3": a word that only a numeral can stand for."""
    return Put(str(_HOMOPHONES[text.lower()]), GUESSED)


def _spelled(text: str) -> Put:
    """ "three seven eight reptiles" of 378, digit by digit."""
    return Put("".join(_DIGIT_WORDS.get(each.lower(), each) for each in text.split()), GUESSED)


def _more_and_share(text: str) -> Put | None:
    """ "12,340 for 7.8%" of 12,344 and 7.8 % in brackets."""
    round_, word, share = re.split(r",?\s+", text, maxsplit=2)
    added = _added(round_, str(_HOMOPHONES[word.lower()]))
    return None if added is None else Put(f"{added}, {share}", GUESSED)


def _and_more(text: str) -> Put | None:
    """ "20 to inches", "40 for dollars", "1,100 well cookies"."""
    round_, word = text.split()
    added = _added(round_, str(_HOMOPHONES[word.lower()]))
    return None if added is None else Put(added, GUESSED)


def _with_point(text: str) -> Put:
    """ "4,097 boy 9": a point between two numerals, as on a bad line."""
    whole, digit = re.split(r",?\s+boy,?\s+", text, flags=re.IGNORECASE)
    return Put(f"{whole}.{digit}", GUESSED)


def _doubted(text: str) -> Put:
    """ "for 189 schools", which may be 489; "6 2", of which no person would say two."""
    return Put(text, DOUBTED)


def _ungrouped(text: str) -> Put:
    """ "15822": more digits than a recogniser writes without groups, as of two numerals in one, or a loop."""
    return Put(text, GARBLED)


# ── two numerals in one ──────────────────────────────────────────────────────────────────────────────────────


def _season(text: str) -> Put | None:
    """ "1623 to 25", "1348 50", "1623.25" of years, written as seasons are; None where the second is none after the
    first."""
    first, *_, second = re.split(r"[\s.]+", text)
    later = int(second) > int(first[-len(second) :])
    return Put(f"{first}-{first[2 : -len(second)]}{second}", REPAIRED) if later else None


def _years(text: str) -> Put:
    """ "134850" of 1348–50, "16291631" of 1629–1631; garbled where it is neither."""
    first, second = text[:4], text[4:]
    is_later = re.fullmatch(_YEAR, first) and int(second) > int(first[-len(second) :])
    return Put(f"{first}-{second}", GUESSED) if is_later else Put(text, GARBLED)


def _share_beside(text: str) -> Put:
    """ "11,698-7.4%", "68,511,43.3%", "68,511,043.3%", "30,547.19.3%", "12,34,7.8%": a count and the share in brackets after it."""
    found = _COUNT_AND_SHARE.fullmatch(text)
    if found is None:
        return Put(text, GARBLED)  # a share of thousands: digits of both are lost
    count = _regrouped(found["count"]) if "," in found["count"] else None
    share = found["share"]
    return Put(
        f"{count.written if count else found['count']}, {share.removeprefix('0')}",
        GARBLED if count else REPAIRED if "-" in text else GUESSED,
    )


_COUNT_AND_SHARE = re.compile(
    r"(?P<count>\d{1,3}(?:,\d{1,3})*)(?:[-.]|,(?=0|\d{1,2}\.))(?P<share>\d{1,3}\.\d+\s?%)"
)


def _ratio(text: str) -> Put:
    """ "7.5", "75", "three two" in a ratio."""
    first, second = list(text) if re.fullmatch(r"\d\d", text) else re.split(r"[.,\s]+", text)
    return Put(":".join(_DIGIT_WORDS.get(each.lower(), each) for each in (first, second)), GUESSED)


def _span(text: str) -> Put | None:
    """ "four five percent"; None where the second is not more."""
    first, second = (int(_DIGIT_WORDS.get(each.lower(), each)) for each in text.split())
    return Put(f"{first}-{second}", REPAIRED) if first < second else None


# ── as it is written ─────────────────────────────────────────────────────────────────────────────────────────


def _amount(text: str) -> Put:
    """ "$2 and 99 cents", "one dollar and 75 cents", "$5 and $0.05"."""
    whole, part = re.findall(
        r"\d[\d,]*\b(?!\.)|(?<=\.)\d\d", re.sub(r"^one\b", "1", text, flags=re.IGNORECASE)
    )
    return Put(f"${whole}.{int(part):02}", REPAIRED)


def _clock(text: str) -> Put:
    """ "6.15 pm", "left at 9.30"."""
    return Put(text.replace(".", ":"), REPAIRED)


@dataclass(frozen=True, slots=True)
class Rule:
    """What ``pattern`` finds as its group ``n`` is garbled, and ``put`` in its place where that gives something."""

    pattern: re.Pattern[str]
    put: Callable[[str], Put | None]


def _rule(garbled: str, put: Callable[[str], Put | None], after: str = "", before: str = "") -> Rule:
    """A numeral begins where no other one is under way; ``before`` and ``after`` are the words around it."""
    return Rule(re.compile(rf"(?<![\w.,-]){before}(?P<n>{garbled}){after}", re.IGNORECASE), put)


_ALONE = r"(?![\w-]|[.,]\d)"  # the numeral ends here
_AFTER_A_DATE = rf"(?:{_DATED}|of)\s+"
_COUNTED = rf"(?!\s+(?!{_VERB_IN_S})[a-z]+s\b|\s?%|\s+(?:percent|per\s?cent|people|men|women)\b)"

#: In the order in which they are tried at one place.
RULES: tuple[Rule, ...] = (
    _rule(r"\d[\d,]*(?:\s+[.,]\d+)+%?", _joined, r"(?![\w,.-]*\d)"),
    _rule(rf"\d[\d,]*\s+point\s+(?:\d+|(?:{_DIGIT_WORD})(?:[\s-]+(?:{_DIGIT_WORD}))*)", _pointed, r"(?!\w)"),
    _rule(r"\d{1,3}(?:,\d{1,3})*(?:(?<=,\d{3})[-.]|,(?=0\d\d\.))\d{1,3}\.\d+\s?%", _share_beside),
    _rule(r"\d{1,3}(?:,\d{1,3})*,\d{1,2}\.\d+\s?%", _share_beside),
    _rule(r"\d{1,3}(?:,\d{3})+\.\d+\s?%", _share_beside),
    _rule(r"(?:\d{4}|\d{1,3}(?:,\d{3})+)-\d{1,3}", _hyphened, _ALONE),
    _rule(r"\d+(?:,\d+)+(?:\.\d+)?", _regrouped, _ALONE),
    _rule(r"\d{1,3},000\s\d{1,3}(?:,000)?", _thousands, _ALONE, r"(?<!\bin\s)(?<!since\s)"),
    _rule(r"\d{1,3},000,\s\d{1,3},000", _thousands, rf"(?=\s+(?!{_VERB_IN_S})[a-z]+s\b)"),
    _rule(
        r"(?:1[1-9]|20)00(?:,?\s|-)[1-9]\d",
        _century,
        r"(?=s?\s+and\b|s\b|,\s(?!\d)|\.(?:\s|$))",
        rf"(?:{_DATED}|the)\s+",
    ),
    _rule(rf"{_YEAR}\s+to\s+\d{{1,2}}", _season, rf"{_ALONE}{_COUNTED}", _AFTER_A_DATE),
    _rule(rf"{_YEAR}[\s.]\d\d", _season, r"(?=\s*(?:[.,;)](?!\d)|$))", _AFTER_A_DATE),
    _rule(r"\d{6}", _years, r"(?!\w|[.,-]\d)", rf"(?:{_DATED})\s+"),
    _rule(rf"{_YEAR}{_YEAR}", _years, r"(?!\w|[.,-]\d)", _AFTER_A_DATE),
    _rule(r"(?:1[1-9]|20)\s+[1-9]\d", _together, r"(?!\w|[.,:]\d|\s?%|\s+percent)", rf"(?:{_DATED})\s+"),
    _rule(r"\d{1,3},\s\d{3}", _guessed_together, r"(?!\w|-|[.,]\d|,\s\d{1,3}\b(?!\.\d))", r"(?<!\d,\s)"),
    _rule(
        r"[1-9]\d\s[1-9]\d",
        _guessed_together,
        rf"(?=\s+(?:(?!{_VERB_IN_S})[a-z]+s|people|men|women|children)\b)",
        r"(?<!\d\s)(?<!\d,\s)",
    ),
    _rule(r"[2-9]0\s+(?:to|two|too|for|four)", _and_more, rf"(?=\s+{_MEASURES}(?!\w))"),
    _rule(
        r"well",
        _alone,
        rf"(?=\s+(?:(?!{_NO_MODIFIER}|{_NO_PLURAL})[a-z]+\s+)?(?!{_NO_PLURAL})[a-z]+s\b)",
        r"\b(?:and|has|have|had|bought|sold|played|won|made|ate|with|of|these|those)\s+",
    ),
    _rule(
        r"for",
        _alone,
        rf"(?=\s+(?:[a-z]+\s+)?(?!{_NO_PLURAL})[a-z]+s\s+for\s+(?:\$|\d|(?:{_DIGIT_WORD})\b))",
        r"\beach,?\s+",
    ),
    _rule(
        rf"(?:\d|{_DIGIT_WORD})(?:\s(?:\d|{_DIGIT_WORD})){{2,5}}",
        _spelled,
        rf"(?=\s+(?:(?!{_VERB_IN_S})[a-z]+s|people|men|women|children)\b)",
        r"(?<!\d\s)(?<!\d,\s)",
    ),
    _rule(
        r"\d{1,3}(?:,\d{3})*(?<=[1-9]0),?\s+(?:to|for|four|two),?\s+\d{1,2}\.\d+\s?(?:%|percent)",
        _more_and_share,
    ),
    _rule(r"\d[\d,]*00\s+well", _and_more, rf"(?=\s+(?!{_VERB_IN_S})[a-z]+s\b)"),
    _rule(r"\d[\d,]*(?<!\b1),?\s+boy,?\s+\d", _with_point, r"(?![\w,.-]*\d)"),
    _rule(
        r"\d(?:[\d,.]*\d)?\s\d(?:[\d,]*\d)?",
        _doubted,
        r"(?!\s\d|\w*-|\w*[a-rt-z]|[.,/:]\d|\s?%)",
        r"(?<!\d\s)(?<!\d,\s)(?<!\bin\s)(?<!\bsince\s)",
    ),
    _rule(r"1\d\d", _doubted, rf"{_ALONE}(?!\s?{_MEASURES}(?!\w))", r"for\s+"),
    _rule(r"\d{5,}", _ungrouped, r"(?!\w|[.,-]\d)"),
    _rule(
        rf"(?:\d\d|\d{{1,2}}\.\d{{1,2}}|(?:\d{{1,2}}|{_DIGIT_WORD})[,\s]\s?(?:\d{{1,2}}|{_DIGIT_WORD}))",
        _ratio,
        r"(?![\w-]|[.,]\d|\s?%|\s+(?:to|percent|per)\b)",
        r"(?:in\s+(?:an?\s+|the\s+)?ratio(?:\s+of)?|the\s+odds\s+(?:are|were|of))\s+",
    ),
    _rule(
        rf"(?:\d|{_DIGIT_WORD})\s(?:\d|{_DIGIT_WORD})",
        _span,
        r"(?=\s?%|\s+(?:percent|per\s?cent)\b)",
        r"(?<!\d\s)",
    ),
    _rule(
        r"(?:\$\d[\d,]*|(?:\d[\d,]*|one)\s+dollars?),?\s+(?:and\s+)?(?:\$0?\.\d\d|\d{1,2}\s+cents?)",
        _amount,
        r"(?!\w)",
    ),
    _rule(r"(?:1[0-2]|[1-9])\.[0-5]\d", _clock, r"(?=\s?[ap]\.?m\b)"),
    _rule(
        r"(?:1\d|2[0-3]|\d)\.[0-5]\d",
        _clock,
        r"(?![\w.-]*\d|\s?%|\s+[a-z]+s\b|\s+per\b)",
        r"(?:left|leaves?|came|comes?|arrive[sd]?|start(?:s|ed)?|begins?|began|opens?|opened|closes?|closed|ends?|ended|met"
        r"|woke|departs?|departed)\s+at\s+",
    ),
)
