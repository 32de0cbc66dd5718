"""What is attached to a numeral: what one of it is for ("$2 per pound"), and what it is compared with ("5 more than Ann")."""

from __future__ import annotations

import re

from recast.language.degrees import FEWER
from recast.language.words import word_set
from recast.solve.texts.clauses import BREAKS, FINITE
from recast.solve.texts.story import Sentence, head, noun_after

_HOLDS = re.compile(r"\b(?:(?:can|could) (?:hold|carry|take in)|holds?|carries|contains?)\b")
_FITS = re.compile(r"\b(?:can|could|would|will) (?:only )?[a-z]+(?: in)?$")
_EACH_OF_THEM = re.compile(r"\beach (?:one )?(?:having|with|containing|holding|has|had|costing|weighing)\b")
_WHICH = re.compile(r"\b(which|that) (?:can |could )?(?:hold|contain|carry|fit|take)s?$")
_DOES = ("VB", "VBD", "VBZ", "HV")
_TIMES = word_set("second minute hour day week month year")


def per_of(sentence: Sentence, place: int, end: int) -> str | None:
    """What one of it is for: "per pound", "for each jersey", "each"; or "Each box has 4 dogs" before it."""
    if place > 1 and sentence[place - 1].low == "of" and sentence[place - 2].tag == "NNS":
        return sentence[place - 2].unit  # "boxes of 4"
    if (held := _held_by(sentence, place)) is not None:
        return held
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
    if len(beside) == 2 and sentence[place].money and beside[0].low in ("a", "an") and beside[1].tag == "NN":
        return head(noun_after(sentence, end + 1)[0])  # "$150 a ticket"
    if sentence[place].money and (thing := _priced_before(sentence, place)):
        return thing
    if sentence[place].money and place > 3 and "at" in (sentence[place - 1].low, sentence[place - 2].low):
        edge = place - 1 if sentence[place - 1].low == "at" else place - 2
        count = next((one for one in range(edge - 1, max(-1, edge - 5), -1) if sentence[one].literal), None)
        if count is not None and noun_after(sentence, count + 1)[1] == edge:
            return head(noun_after(sentence, count + 1)[0])  # "12 tickets at $9"
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
        if low == "each" and _EACH_OF_THEM.match(" ".join(word.low for word in sentence[at : at + 4])):
            break  # "6 packs each having 12 pens"
        if low == "each" and at + 1 < len(sentence) and sentence[at + 1].tag in _DOES:
            break  # "6 friends each bring 4 cakes"
        if low in ("per", "each", "every", "/", "apiece"):
            noun = noun_after(sentence, at + 1, 3)[0]
            return head(noun) if noun else ""
    if _FITS.search(" ".join(word.low for word in sentence[max(0, place - 4) : place])):
        beside = sentence[end : end + 3]
        if len(beside) == 3 and beside[0].low in ("on", "in") and beside[1].low in ("a", "an", "one"):
            return beside[2].unit  # "can fit 4 books on a shelf"
    at = 1 if sentence[0].low == "if" else 0
    lows = [] if any(word.literal for word in sentence[:place]) else [word.low for word in sentence[at:]]
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


def _priced_before(sentence: Sentence, place: int) -> str:
    """The thing whose price follows it without a verb ("a loaf costs 3 euros and a roll 0.50 euros")."""
    at = place - (2 if place and sentence[place - 1].tag == "." else 1)
    if at < 2 or sentence[at].tag != "NN" or not any(word.literal for word in sentence[:at]):
        return ""
    return sentence[at].unit if sentence[at - 1].low in ("a", "an", "one") else ""


def _held_by(sentence: Sentence, place: int) -> str | None:
    """What holds as many: "boxes that can hold 9 pens", "each of the shelves had 9 books", "6 packs each having 12 pens"."""
    ahead = [word.low for word in sentence[:place]]
    if _EACH_OF_THEM.search(" ".join(ahead[-4:])):
        return ""
    which = _WHICH.search(" ".join(ahead[-4:]))
    if which is not None:
        at = len(ahead) - 1 - ahead[::-1].index(which[1])
        return sentence[at - 1].unit if at and sentence[at - 1].tag in ("NN", "NNS") else None
    for at in range(place - 2, 1, -1):
        if (
            ahead[at] in ("each", "every")
            and any(word.literal for word in sentence[:at])
            and ahead[at + 1] != "of"
        ):
            noun, end = noun_after(sentence, at + 1, 3)
            if noun and end < place and not any(word.literal for word in sentence[at:place]):
                return head(noun)  # "each floor has 6 flats, and each flat needs 7 doors"
    for at in range(place - 3, -1, -1):
        if ahead[at] != "each":
            continue
        if ahead[at + 1] == "of":  # "each of the 6 boys has 5 cards"
            start = (
                next((one for one in range(at + 2, min(at + 5, place)) if sentence[one].literal), at + 1) + 1
            )
            noun = noun_after(sentence, start, 3)[0]
            told = any(word.literal for word in sentence[start:place])
            return head(noun) if noun and not told else None
        count = next((one for one in range(at - 1, max(-1, at - 4), -1) if sentence[one].literal), None)
        if count is not None and noun_after(sentence, count + 1)[1] == at and sentence[at + 1].tag in _DOES:
            return head(noun_after(sentence, count + 1)[0])  # "6 friends each bring 4 cakes"
    return None


def _is_of_another(sentence: Sentence, place: int) -> bool:
    """Whether "90 more" stands in a clause without a verb beside one with a number ("320 came on Friday, on Saturday 90 more")."""
    cut = max((at for at in range(place) if sentence[at].low in BREAKS), default=-1)
    own = sentence[cut + 1 : place]
    told = any(word.literal for word in sentence[: max(cut, 0)])
    return (
        told
        and bool(own)
        and own[0].low in ("on", "in", "at")
        and not any(word.tag in FINITE for word in own)
    )


def relation_of(sentence: Sentence, place: int, end: int) -> str:
    """ "times", "more" or "fewer" where the numeral compares with something said after "as" or "than"."""
    after = ["#" if word.literal else word.low for word in sentence[place + 1 :]]  # a decimal point is no end
    near = " ".join(after[:12])
    bare = re.match(
        r"(?:[a-z]+ )?(?:fewer|less|shorter|younger|cheaper|lower|lighter|older|taller|longer|heavier|dearer|higher) [.,;]",
        near,
    )
    if after[:1] == ["more"] and after[1:2] in (["."], [","], [";"]) and _is_of_another(sentence, place):
        return "more"
    if bare is not None:  # "children pay 5 dollars less"
        return "fewer" if bare.group().split()[-2] in FEWER else "more"
    if re.match(r"(?:times|time|x) (?:as \w+|more|the|that)", near):
        return "times"
    cut = re.match(
        r"(?:[^,.]*? )??(more|fewer|less|[a-z]+er)\b[^,.]*?\bthan\b",
        near,
    )
    if cut is None:
        return ""
    return "fewer" if cut[1] in FEWER else "more"
