"""What garbled spoken numerals are read as: of what a pattern of ``numbers.garbled`` found, the numeral that was said.

Each function takes the garbled text and gives the one reading of English speech that fits it, with how sure it is, or None
where it finds none. Values only; where such a text counts as garbled is for the patterns.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from recast.types import SURE, Private

REPAIRED = SURE - 0.15  # of such repairs most are right
GUESSED = 0.5  # a group of digits that may also have lost one
DOUBTED = 0.6  # of regular form, and beside a word that was likely part of it
GARBLED = 0.1

DIGIT_WORDS = {
    word: str(value)
    for value, word in enumerate(
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
    )
} | {"oh": "0"}
_GROUPS = re.compile(r"\d{1,3}(?:,\d{3})+")
YEAR = r"(?:1\d|20)\d\d"


@dataclass(frozen=True, slots=True, repr=False)
class Put(Private):
    """What is written instead, and how sure the words that it is made of are at most."""

    written: str
    confidence: float


# ── one numeral in pieces ────────────────────────────────────────────────────────────────────────────────────


def joined(text: str) -> Put | None:
    """ "2 .50", "3 ,019": one numeral in two pieces."""
    whole = re.sub(r"\s+", "", text)
    if whole.endswith("%") and "," in whole:
        return share_beside(whole)
    again = regrouped(whole) if "," in whole else None
    return again or Put(whole, REPAIRED)


def pointed(text: str) -> Put:
    """ "3 point 5", "3 point one four", "18 point to"."""
    whole, digits = re.split(r"\s+point\s+", text, flags=re.IGNORECASE)
    known = DIGIT_WORDS | {word: str(value) for word, value in _HOMOPHONES.items()}
    spelled = (known.get(digit.lower(), digit) for digit in re.split(r"[\s-]+", digits))
    return Put(f"{whole}.{''.join(spelled)}", REPAIRED)


def regrouped(text: str) -> Put | None:
    """A numeral whose groups are irregular: "3,00019", "3,19", "49,5777"; None where they are regular."""
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
        if len(last) == 4 and last[2] == last[3]:
            return Put(f"{thousands},{last[:3]}{mark}{fraction}", GUESSED)
    return Put(text, GARBLED)


def hyphened(text: str) -> Put | None:
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


def thousands(text: str) -> Put | None:
    """ "149,000 25", "149,000, 25,000" of 149,025."""
    first, second = text.split()
    added = _added(first.removesuffix(","), second.removesuffix(",000").replace(",", ""))
    return None if added is None else Put(added, GUESSED)


def century(text: str) -> Put:
    """ "1900, 79", "1500-40s" of a year."""
    return Put(text[:2] + text[-2:], GUESSED)


def together(text: str) -> Put:
    """ "19 84", "20-21" of a year."""
    return Put(re.sub(r"\s+|-", "", text), REPAIRED)


def guessed_together(text: str) -> Put:
    """ "11, 698" of one number; "40 28 pencils", of which no person would say two."""
    return Put(re.sub(r"\s+", "", text), GUESSED)


_HOMOPHONES = {"to": 2, "two": 2, "too": 2, "for": 4, "four": 4, "well": 12}


def alone(text: str) -> Put:
    """ "and well seats", "well billion", "for $1 each for notebooks for $3": a word that only a numeral can stand for."""
    return Put(str(_HOMOPHONES[text.lower()]), GUESSED)


def spelled(text: str) -> Put:
    """ "three seven eight reptiles" of 378, digit by digit."""
    return Put("".join(DIGIT_WORDS.get(each.lower(), each) for each in text.split()), GUESSED)


def more_and_share(text: str) -> Put | None:
    """ "12,340 for 7.8%" of 12,344 and 7.8 % in brackets."""
    round_, word, share = re.split(r",?\s+", text, maxsplit=2)
    added = _added(round_, str(_HOMOPHONES[word.lower()]))
    return None if added is None else Put(f"{added}, {share}", GUESSED)


def in_a_list(text: str) -> Put:
    """ "120 birds, for 127 mammals": "four hundred" after a counted thing."""
    return Put(f"4{text[-2:]}", GUESSED)


def and_more(text: str) -> Put | None:
    """ "20 to inches", "40 for dollars", "1,100 well cookies", "by 41,250 to teachers"."""
    round_, word = text.split()
    added = _added(round_, str(_HOMOPHONES[word.lower()]))
    return None if added is None else Put(added, GUESSED)


def with_point(text: str) -> Put:
    """ "4,097 boy 9", "9 boy and 8 million": a point between two numerals, as on a bad line."""
    whole, digit = re.split(r",?\s+boy,?\s+(?:and\s+)?", text, flags=re.IGNORECASE)
    return Put(f"{whole}.{digit}", GUESSED)


def doubted(text: str) -> Put:
    """ "for 189 schools", which may be 489; "6 2", of which no person would say two; "in 1960, to the club" of 1962."""
    return Put(text, DOUBTED)


def ungrouped(text: str) -> Put:
    """ "15822": more digits than a recogniser writes without groups, as of two numerals in one, or a loop."""
    return Put(text, GARBLED)


# ── two numerals in one ──────────────────────────────────────────────────────────────────────────────────────


def season(text: str) -> Put | None:
    """ "1623 to 25", "1348 50", "1623.25" of years, written as seasons are; None where the second is none after the
    first."""
    first, *_, second = re.split(r"[\s.]+", text)
    later = int(second) > int(first[-len(second) :])
    return Put(f"{first}-{first[2 : -len(second)]}{second}", REPAIRED) if later else None


def years(text: str) -> Put:
    """ "134850" of 1348–50, "16291631" of 1629–1631; garbled where it is neither."""
    first, second = text[:4], text[4:]
    is_later = re.fullmatch(YEAR, first) and int(second) > int(first[-len(second) :])
    return Put(f"{first}-{second}", GUESSED) if is_later else Put(text, GARBLED)


def share_beside(text: str) -> Put:
    """ "11,698-7.4%", "68,511,43.3%", "68,511,043.3%", "30,547.19.3%", "644.72.8%", "12,34,7.8%": a count and the share in
    brackets after it."""
    found = _COUNT_AND_SHARE.fullmatch(text)
    if found is None:
        return Put(text, GARBLED)  # a share of thousands: digits of both are lost
    count = regrouped(found["count"]) if "," in found["count"] else None
    share = found["share"]
    return Put(
        f"{count.written if count else found['count']}, {share.removeprefix('0')}",
        GARBLED if count else REPAIRED if "-" in text else GUESSED,
    )


_COUNT_AND_SHARE = re.compile(
    r"(?P<count>\d{1,3}(?:,\d{1,3})*)(?:[-.]|,(?=0|\d{1,2}\.))(?P<share>\d{1,3}\.\d+\s?%)"
)


def ungrouped_share_beside(text: str) -> Put:
    """ "85831%" of 858 and 31 %, "24870.2 percent"."""
    return Put(f"{text[:3]}, {text[3:]}", GUESSED)


def ratio(text: str) -> Put:
    """ "7.5", "75", "three two" in a ratio."""
    first, second = list(text) if re.fullmatch(r"\d\d", text) else re.split(r"[.,\s]+", text)
    return Put(":".join(DIGIT_WORDS.get(each.lower(), each) for each in (first, second)), GUESSED)


def span(text: str) -> Put | None:
    """ "four five percent"; None where the second is not more."""
    first, second = (int(DIGIT_WORDS.get(each.lower(), each)) for each in text.split())
    return Put(f"{first}-{second}", REPAIRED) if first < second else None


# ── as it is written ─────────────────────────────────────────────────────────────────────────────────────────


def amount(text: str) -> Put:
    """ "$2 and 99 cents", "one dollar and 75 cents", "$5 and $0.05"."""
    whole, part = re.findall(
        r"\d[\d,]*\b(?!\.)|(?<=\.)\d\d", re.sub(r"^one\b", "1", text, flags=re.IGNORECASE)
    )
    return Put(f"${whole}.{int(part):02}", REPAIRED)


def few_cents(text: str) -> Put:
    """ "$18.5", "$1.5 cents" of a dollar and five cents: tenths of a dollar are written with two digits."""
    whole, part = text.split()[0].split(".")
    return Put(f"{whole}.0{part}", GUESSED)


def unpriced(text: str) -> Put:
    """ "$166 miles", "$74,447 people"."""
    return Put(text.removeprefix("$"), GUESSED)


def clock(text: str) -> Put:
    """ "6.15 pm", "left at 9.30", "left at 930"."""
    return Put(f"{text[:-2].removesuffix('.')}:{text[-2:]}", REPAIRED)
