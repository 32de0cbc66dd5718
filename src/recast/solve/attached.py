"""What is attached to a numeral: what one of it is for ("$2 per pound"), and what it is compared with ("5 more than Ann")."""

from __future__ import annotations

import re

from recast.language.degrees import FEWER
from recast.language.words import word_set
from recast.solve.clauses import BREAKS
from recast.solve.story import Sentence, head, noun_after

_HOLDS = re.compile(r"\b(?:(?:can|could) (?:hold|carry|take in)|holds?|carries|contains?)\b")
_FITS = re.compile(r"\b(?:can|could|would|will) (?:only )?[a-z]+(?: in)?$")
_TIMES = word_set("second minute hour day week month year")


def per_of(sentence: Sentence, place: int, end: int) -> str | None:
    """What one of it is for: "per pound", "for each jersey", "each"; or "Each box has 4 dogs" before it."""
    if place > 1 and sentence[place - 1].low == "of" and sentence[place - 2].tag == "NNS":
        return sentence[place - 2].unit  # "boxes of 4"
    opening = noun_after(sentence, 1, 3)[0]
    if (
        sentence[0].low in ("each", "every")
        and opening
        and head(opening) not in _TIMES
        and sentence[1].low != "of"
    ):
        return head(opening)  # "each cow gives 12 litres a day"
    beside = sentence[end : end + 2]
    if len(beside) == 2 and beside[0].low in ("a", "an") and beside[1].unit in _TIMES:
        return beside[1].unit  # "$10 an hour"
    if sentence[end : end + 1] and sentence[end].low == "of":
        after = noun_after(sentence, end + 1)[1]
        beside = sentence[after : after + 2]
        if len(beside) == 2 and beside[0].low in ("a", "an") and beside[1].unit in _TIMES:
            return beside[1].unit  # "12 litres of milk a day"
    if [word.low for word in sentence[:3]] == [
        "each",
        "of",
        "the",
    ]:  # "each of the 12 players scored 3 goals"
        told = [at for at, word in enumerate(sentence) if word.is_data]
        if len(told) == 2:
            return None if place == told[0] else head(noun_after(sentence, told[0] + 1)[0])
    for at in range(end, min(end + 4, len(sentence))):
        low = sentence[at].low
        if low in BREAKS or low == "and" or sentence[at].literal:
            break
        if low in ("per", "each", "every", "/", "apiece"):
            noun = noun_after(sentence, at + 1, 3)[0]
            return head(noun) if noun else ""
    if _FITS.search(" ".join(word.low for word in sentence[max(0, place - 4) : place])):
        beside = sentence[end : end + 3]
        if len(beside) == 3 and beside[0].low in ("on", "in") and beside[1].low in ("a", "an", "one"):
            return beside[2].unit  # "can fit 4 books on a shelf"
    at = 1 if sentence[0].low == "if" else 0
    lows = [word.low for word in sentence[at:]]
    noun = noun_after(sentence, at + 1, 3)[0]
    if lows[:1] in (["each"], ["every"], ["one"]) or (
        lows[:1] in (["a"], ["an"]) and _HOLDS.search(" ".join(lows[1:6]))
    ):
        return head(noun) if noun else ""
    at = end
    while at < len(sentence) and not (sentence[at].low in BREAKS or sentence[at].literal):
        if sentence[at].low == "each" and sentence[at - 1].low in (
            "in",
            "on",
            "for",
            "to",
            "of",
            "with",
            "from",
        ):
            noun = noun_after(sentence, at + 1, 3)[0]
            return head(noun) if noun else ""
        at += 1
    return None


def relation_of(sentence: Sentence, place: int, end: int) -> str:
    """ "times", "more" or "fewer" where the numeral compares with something said after "as" or "than"."""
    after = ["#" if word.literal else word.low for word in sentence[place + 1 :]]  # a decimal point is no end
    near = " ".join(after[:12])
    if re.match(r"(?:times|time|x) (?:as \w+|more|the|that)", near):
        return "times"
    cut = re.match(
        r"(?:[^,.]*? )??(more|fewer|less|[a-z]+er)\b[^,.]*?\bthan\b",
        near,
    )
    if cut is None:
        return ""
    return "fewer" if cut[1] in FEWER else "more"
