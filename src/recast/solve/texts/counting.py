"""What a numeral of a story counts, what one of it is for, what it is a share of, and with what it compares."""

from __future__ import annotations

from dataclasses import dataclass

from recast.language.words import word_set
from recast.solve.expression import Bare, Expression
from recast.solve.texts.factors import factor_at
from recast.solve.texts.facts import MEASURES
from recast.solve.texts.problem import TIMES
from recast.solve.texts.segments import HERS, VERBS, Teller, Voice
from recast.solve.texts.story import NOUNS, Sentence, Word, content, head, noun_after, stem
from recast.types import Private

MONEY = word_set("dollar euro")
RATED = word_set("hold contain weigh cost carry last take need fit charge")
_EACH = word_set("each every per apiece")
_HOLDING = word_set("of with at holding containing having")
_DEGREES = word_set("more fewer less another extra additional")
_FEWER = word_set("fewer less younger shorter cheaper lighter smaller lower slower")
_NO_UNIT = word_set("more another one ones other others new")
_REST = word_set("remaining rest remainder left")
_UNDER = {
    "half": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "eighth": 8, "tenth": 10,
}  # fmt: skip
_NOBODY: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, repr=False)
class Share(Private):
    """``over`` of ``under`` parts, or hundredths; ``over`` is None where a numeral says it. ``whole`` is "rest", "them", "numeral" or
    "noun", empty where it is not said; its noun follows, and the place behind."""

    over: Expression | None
    under: int
    whole: str
    noun: list[Word]
    end: int


def share_at(sentence: Sentence, at: int, right: int) -> Share | None:
    """The share that is told at a place ("15% of them", "3 quarters of the eggs", "one third are"), if one is."""
    word = sentence[at]
    if word.percent:
        return Share(None, 100, *_whole(sentence, at + 2, right))
    if not word.literal:
        factor = factor_at(sentence, at)
        if factor is None or not factor.share:
            return None
        behind = next((k + 1 for k in range(at, min(at + 3, right)) if _under(sentence[k].low)), at + 1)
        return Share(Bare(factor.over), factor.under, *_whole(sentence, behind, right))
    k = at + 1 + (sentence[at + 1 : at + 2] != () and sentence[at + 1].low == "-")
    under = _under(sentence[k].low) if k < len(sentence) else 0
    after = sentence[k + 1].low if k + 1 < len(sentence) else "."
    if not under or after not in ("of", ".", "?", "full"):
        return None
    return Share(None, under, *_whole(sentence, k + 1, right))


def _under(low: str) -> int:
    return _UNDER.get(low) or _UNDER.get(low.removesuffix("s"), 0)


def _whole(sentence: Sentence, at: int, right: int) -> tuple[str, list[Word], int]:
    """What a share is of, its noun, and the place behind."""
    at += at < right and sentence[at].low == "of"
    lows = [one.low for one in sentence[at : at + 4]]
    if lows[:1] and lows[0] in ("them", "it", "these", "those", "this", "all"):
        return "them", [], at + 1
    noun, end = noun_after(sentence, at)
    if not _REST.isdisjoint(lows[:3]):
        return "rest", [one for one in noun if one.low not in _REST], end
    k = next((k for k in range(at, min(at + 3, right)) if sentence[k].literal), None)
    if k is not None:
        return "numeral", noun_after(sentence, k + 1)[0], k
    if lows[:1] and lows[0] in ("the", "his", "her", "their", "my", "our", "its"):
        return "noun", noun, end
    return "", [], at


# ── comparisons ──────────────────────────────────────────────────────────────────────────────────────────────


def degree_at(sentence: Sentence, at: int, end: int, right: int) -> str:
    """ "more" or "fewer" where the numeral says by how much something is more than another."""
    for k in range(at + 1, min(end + 3, right)):
        low = sentence[k].low
        if sentence[k].literal:
            return ""
        if low in ("more", "extra"):
            than = any(one.low == "than" for one in sentence[k:right])
            return "more" if than or sentence[k - 1].tag in NOUNS else ""
        if low in _FEWER:
            return "fewer"
        if sentence[k].tag == "JJR":
            return "more"
    return ""


def compared(sentence: Sentence, at: int, teller: Teller) -> frozenset[str]:
    """The stems of what a comparison names after "than" or the last "as"."""
    stops = (k for k in range(at, len(sentence)) if sentence[k].low in (",", ";", "and", ".", "?"))
    end = next(stops, len(sentence))
    cut = max((k for k in range(at, end) if sentence[k].low in ("than", "as")), default=None)
    if cut is None or sentence[cut + 1].low in ("many", "much", "far", "old", "long", "tall"):
        return _NOBODY
    behind = sentence[cut + 1 : end]
    said = content(behind)
    for one in behind:
        if one.low in ("i", "me", "we", "us"):
            said |= {"i" if one.low in ("i", "me") else "we"}
        elif one.low in HERS and one.tag == "PRP":
            said |= teller.before
    return said


# ── units ────────────────────────────────────────────────────────────────────────────────────────────────────


def unit_at(sentence: Sentence, at: int, noun: list[Word], teller: Teller) -> str:
    """The lemma of what is counted: of its noun, else of what was counted before; a bare age is in years."""
    word = sentence[at]
    if word.money or word.percent:
        return "$" if word.money else "%"
    unit = head(noun)
    if noun and (
        unit in _NO_UNIT or noun[-1].low in _DEGREES or all(one.tag in ("JJ", "JJR") for one in noun)
    ):
        return teller.units[-1]
    if len(noun) > 1 and noun[0].unit in MEASURES:
        return noun[0].unit  # "a 240 cm board"
    if unit:
        return unit
    if (
        at > 3
        and [sentence[at - 1].low, sentence[at - 3].low] == ["of", "in"]
        and sentence[at - 4].tag in NOUNS
    ):
        return sentence[at - 4].unit  # "pencils in packs of 12"
    aged = teller.voice.verb == "be" and sentence[at - 1].tag == "BE" and teller.voice.whose
    if aged and teller.units[-1] in ("", "year"):
        return "year"
    return next((one for one in reversed(teller.units) if one and stem(one) not in teller.voice.whose), "")


def is_quality(noun: list[Word]) -> bool:
    """Whether only a quality stands behind a numeral ("14 red, 9 green and 22 yellow pens")."""
    return bool(noun) and all(one.tag in ("JJ", "VBN") or one.low in _COLOURS for one in noun)


_COLOURS = word_set("red green blue yellow white black orange brown pink purple")
_Per = tuple[str | None, frozenset[str]]


def per_at(sentence: Sentence, left: int, right: int, at: int, end: int, teller: Teller) -> _Per:
    """The lemma of what one of it is for, empty for a bare "each", None without; and the stems of its noun. ``end`` is the place
    behind the noun that is counted, ``left`` and ``right`` are the ends of the clause."""
    lows = [one.low for one in sentence[max(0, at - 3) : at]]
    if lows[:2] == ["each", "of"] or lows[1:] == ["each", "of"]:
        return None, _NOBODY  # "each of the 12 players"
    for found in (
        _per_behind(sentence, at, end, right, teller),
        _per_held(sentence, left, at, teller),
        _per_ahead(sentence, left, at),
        _per_subject(sentence, left, at, teller),
    ):
        if found is not None:
            return found
    return None, _NOBODY


def _named(noun: list[Word]) -> _Per:
    return (head(noun), content(noun)) if noun else ("", _NOBODY)


def _per_behind(sentence: Sentence, at: int, end: int, right: int, teller: Teller) -> _Per | None:
    """ "per pound", "each", "a day", "in every row", "to each of her 3 friends"."""
    for k in range(end, right):
        if sentence[k].literal:
            return None
        low, after = sentence[k].low, noun_after(sentence, k + 1, 4)[0]
        following = [one.low for one in sentence[k + 1 : k + 3]]
        if low in ("each", "every") and following[:1] == ["of"]:
            inner = next((j for j in range(k + 2, min(k + 5, right)) if sentence[j].literal), k + 1)
            return _named(noun_after(sentence, inner + 1, 4)[0])
        if low == "each" and not {"having", "with", "containing", "holding"}.isdisjoint(following):
            return None  # "6 packs each having 12 pens"
        if low in ("each", "apiece") and not (after and sentence[k + 1].tag in NOUNS):
            return "", _NOBODY
        if (low in _EACH or low == "/") and after:
            return _named(after)
        aim = sentence[k - 2].low == "to" and sentence[k - 1].tag == "VB"
        close = k == end or aim or sentence[k - 1].low in ("in", "on", "into", "for", "make")
        if low in ("a", "an", "one") and close and (head(after) in TIMES or head(after) in teller.counted):
            return _named(after)
    return None


def _per_held(sentence: Sentence, left: int, at: int, teller: Teller) -> _Per | None:
    """ "boxes which can hold 9", "boxes of 4", "12 tickets at $9"."""
    if sentence[left].low in ("which", "that") and left and sentence[left - 1].tag == "NNS":
        return _named([sentence[left - 1]]) if teller.voice.verb in RATED else None
    if at > left + 1 and sentence[at - 1].low == "of" and sentence[at - 2].tag == "NNS":
        return _named([sentence[at - 2]])
    counts = [k for k in range(left, at) if sentence[k].literal]
    joint = at - 2 if sentence[at - 1].low in "$€£" else at - 1
    sums = sentence[at].money or any(one.unit in MONEY for one in sentence[at + 1 : at + 2])
    if (
        not counts
        or sentence[joint].low not in _HOLDING
        or not (sums or sentence[joint].low not in ("with", "at"))
    ):
        return None
    counted, stop = noun_after(sentence, counts[-1] + 1)
    if sentence[stop].low == "of":
        stop = noun_after(sentence, stop + 1)[1]
    return _named(counted) if counted and stop == joint else None


def _per_ahead(sentence: Sentence, left: int, at: int) -> _Per | None:
    """ "each child eats 3", "each of the 12 players scored 3", "every week Otis gets 8"."""
    ahead = sentence[left:at]
    for j, word in enumerate(ahead[:6]):
        if word.low in ("each", "every"):
            after = ahead[j + 1 : j + 2]
            if after and after[0].low == "of":
                inner = next((k for k in range(j + 2, min(j + 4, len(ahead))) if ahead[k].literal), j + 1)
                return _named(noun_after(ahead, inner + 1, 4)[0])
            most = 1 if after and after[0].unit in TIMES else 4
            return _named(noun_after(ahead, j + 1, most)[0] if after and after[0].tag not in VERBS else [])
    if sentence[0].low in ("every", "each") and sentence[1].unit in TIMES:
        return sentence[1].unit, _NOBODY
    return None


def _per_subject(sentence: Sentence, left: int, at: int, teller: Teller) -> _Per | None:
    """ "a crate holds 24", "the box weighs 3 kilos … 12 boxes", "one for children costs 7 euros"."""
    voice: Voice = teller.voice
    if not left <= voice.first < at:
        return None
    subject = [word for word in sentence[left : voice.first] if word.tag != "."]
    if not subject or any(word.literal for word in subject):
        return None
    nouns = [one for one in subject if one.tag in NOUNS]
    if subject[0].low == "one" and (len(subject) == 1 or subject[1].tag == "IN") and teller.per:
        return teller.per, content(nouns)
    last = subject[-1]
    if voice.verb in RATED and last.tag == "NN" and last.unit in teller.numbered:
        return _named([last])
    noun = noun_after(subject, 1, 4)[0]
    known = head(noun) in teller.counted or any(one.unit in teller.counted for one in subject[1:])
    return (head(noun), content(nouns)) if subject[0].low in ("a", "an", "one") and known else None
