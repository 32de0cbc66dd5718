"""The clauses of a story's sentences, each with the verb that tells what happens in it, who does it and who gets it.

A clause that has no verb of its own takes over that of the one before ("34 in July and 27 in August").
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from recast.language.tagging import again
from recast.language.words import lemmas_by_class, word_set
from recast.solve.texts.effects import Effect, effect
from recast.solve.texts.factors import factor_at
from recast.solve.texts.story import NOUNS, Sentence, Word, content, head, noun_after
from recast.types import Private

HERS = word_set("he she it they him her them his its their hers theirs")
_MARKS = frozenset(",;:()–—")
_JOINTS = word_set("and but then while so because which who whose when where if though although since")
VERBS = ("VB", "VBD", "VBZ", "VBP", "VBN", "VBG", "BE", "HV", "MD", "DO")
_FINITE = ("VB", "VBD", "VBZ", "VBP", "BE", "HV")
_INSIDE = word_set("not n't already only also still just then been never to once both all")
_PARTICLES = word_set("off on away out up in down back over apart together")
_SUBJECTS = word_set("he she they we i it there")
_PARTS = word_set("halves thirds quarters fourths fifths sixths eighths tenths")
_WISHES = word_set("want wish need must plan hope save")
#: "*" stands for somebody a pronoun means.
_RECEIVERS = {"me": {"i", "we"}, "us": {"i", "we"}, "you": {"you"}, "him": {"*"}, "her": {"*"}, "them": {"*"}}


@dataclass(frozen=True, slots=True, repr=False)
class Voice(Private):
    """The verb of a clause from its ``first`` word to its last; ``going`` where it is a progressive ("are swimming")."""

    verb: str = ""
    does: Effect = ""
    wished: bool = False
    whose: frozenset[str] = frozenset()
    to: frozenset[str] = frozenset()
    first: int = -1
    going: bool = False


@dataclass(slots=True, repr=False)
class Teller(Private):
    """What was told so far: the last verb, whom a pronoun means (``known``, and ``before`` this clause), what was counted last, and
    ``per`` for one of what; ``counted`` are all nouns of which a number is told or asked, ``numbered`` those with a numeral."""

    counted: frozenset[str]
    numbered: frozenset[str]
    voice: Voice = field(default_factory=Voice)
    known: frozenset[str] = frozenset()
    before: frozenset[str] = frozenset()
    units: list[str] = field(default_factory=lambda: [""])
    named: frozenset[str] = frozenset()
    per: str = ""

    def count(self, unit: str, named: frozenset[str]) -> None:
        """Notes what is counted now."""
        self.units.append(unit)
        self.named = named


def tells(sentence: Sentence, at: int) -> bool:
    """Whether a number is told there, in figures or in words."""
    word = sentence[at]
    return word.is_data or (not word.literal and factor_at(sentence, at) is not None)


def segments(sentence: Sentence) -> list[tuple[int, int]]:
    """The clauses, and what is joined to them with a numeral of its own, as spans."""
    cuts = [0]
    for at in range(1, len(sentence)):
        if _begins(sentence, at, cuts[-1]):
            cuts.append(at)
    cuts.append(len(sentence))
    made: list[tuple[int, int]] = []
    start = 0
    for left, right in pairwise(cuts):
        inner = range(left, right)
        if any(tells(sentence, at) or sentence[at].tag in _FINITE for at in inner):
            made.append((start, right))
            start = right
    if made and start < len(sentence):
        made[-1] = (made[-1][0], len(sentence))
    return made or [(0, len(sentence))]


def _begins(sentence: Sentence, at: int, left: int) -> bool:
    """Whether a clause begins there."""
    word, after = sentence[at], sentence[at + 1 : at + 4]
    if word.low in _MARKS or word.low in _JOINTS:
        qualities = word.low == "," and bool(after) and sentence[at - 1].tag == after[0].tag == "JJ"
        return not qualities and not (word.low in ("and", ",") and _joins_nouns(sentence, at))
    verb_next = bool(after) and after[0].tag in VERBS
    if word.low == "that":
        return sentence[at - 1].tag in NOUNS and verb_next
    if word.low in ("after", "before", "until"):
        return any(one.tag in VERBS for one in after)
    told = any(one.tag in _FINITE or one.low.endswith("ing") for one in sentence[left:at])
    return word.low in _SUBJECTS and verb_next and told and sentence[-1].low != "?"


def _joins_nouns(sentence: Sentence, at: int) -> bool:
    """Whether "and" stands between two nouns of which neither has a number ("Ines and Noor have 12")."""
    before, after = sentence[at - 1], sentence[at + 1 : at + 3]
    if (
        not after
        or before.literal
        or any(word.literal for word in after)
        or before.tag not in (*NOUNS, "PRP")
    ):
        return False
    started = any(word.tag in VERBS or word.literal for word in sentence[:at])
    return not started and after[0].tag in (*NOUNS, "PRP", "PP$", "DT")


# ── the verb ─────────────────────────────────────────────────────────────────────────────────────────────────


def chain(sentence: Sentence, left: int, right: int) -> tuple[int, int] | None:
    """The places of the first and the last word of the verb of a clause, its helpers included."""
    first = next((at for at in range(left, right) if _is_verb(sentence, at, left)), None)
    if first is None:
        return None
    last = end = first
    if sentence[-1].low == "?" and sentence[first].tag in ("DO", "MD", "HV", "BE"):  # "does Ben need"
        wanted = ("VB", "VBN", "VBG", "VBD")
        stop = next(
            (
                at
                for at in range(first + 1, min(right, first + 8))
                if sentence[at].tag in wanted or sentence[at].literal
            ),
            None,
        )
        if stop is not None and not sentence[stop].literal:
            last = end = stop
    while end + 1 < right:
        word = sentence[end + 1]
        helped = sentence[last].tag in ("BE", "HV", "MD", "DO", "VB") or sentence[end].low == "to"
        if word.tag in VERBS and (helped or word.tag not in ("VBN", "VBG", "VBD")):
            last = end = end + 1
        elif word.low in _INSIDE or word.tag == "RB":
            end += 1
        else:
            break
    return first, last


def _is_verb(sentence: Sentence, at: int, left: int) -> bool:
    """Whether a verb begins there: no aim ("to tie a bow"), no quality ("30 broken eggs"), no noun behind its number."""
    word, before = sentence[at], sentence[at - 1] if at > left else None
    if (
        word.tag not in VERBS
        or word.low in _PARTS
        or (word.tag == "VB" and before is not None and before.low == "to")
    ):
        return False
    if (
        before is not None
        and before.literal
        and word.tag == "VBZ"
        and "NOUN" in dict(lemmas_by_class(word.low))
    ):
        return False
    after = sentence[at + 1] if at + 1 < len(sentence) else None
    inside = word.tag in ("VBN", "VBG", "VBD") and after is not None and after.tag in ("NN", "NNS")
    return not inside or not (before is None or before.tag in ("CD", "DT", "JJ", "PP$", "IN"))


def voice_of(sentence: Sentence, span: tuple[int, int], right: int, whose: frozenset[str]) -> Voice:
    """The verb at the places of ``span``; ``whose`` are who does it."""
    first, last = span
    words = sentence[first : last + 1]
    verbs = [word for word in words if word.tag in VERBS]
    main = verbs[-1]
    passive = len(verbs) > 1 and verbs[-2].tag == "BE" and main.tag in ("VBN", "VBD")
    verb = "remain" if main.low == "left" and passive else base(main)
    aims = any(
        word.low == "to" and base(words[at]) in ("have", "need", "want") for at, word in enumerate(words[1:])
    )
    wished = aims or any(base(one) in _WISHES for one in verbs[:-1]) or verb in ("want", "need", "require")
    after = [word.low for word in sentence[last + 1 : min(right, last + 8)]]
    near = next((low for low in after[:1] if low in _PARTICLES), "")
    particle = near or next((low for low in after if low in ("away", "off", "out")), "")
    return Voice(
        verb, effect(verb, particle, passive), wished, whose, _receiver(sentence[last + 1 : right]), first,
        main.tag == "VBG",
    )  # fmt: skip


def base(word: Word) -> str:
    """The lemma of a verb form."""
    helper = {"BE": "be", "HV": "have", "DO": "do"}.get(word.tag)
    if helper:
        return helper
    low = again(word.low) or word.low
    return next(iter(dict(lemmas_by_class(low)).get("VERB", ())), low)


def subject_of(ahead: Sequence[Word], teller: Teller) -> frozenset[str]:
    """The stems of who is named before a verb; of a pronoun, of whom was told last; those of the clause before where none is."""
    if any(word.low == "there" for word in ahead):
        return frozenset()
    if any(word.literal for word in ahead):
        return teller.voice.whose
    words = list(ahead)
    if words and words[0].tag == "IN":  # "On Monday, Ann ..."
        comma = next((at for at, word in enumerate(words) if word.low == ","), None)
        words = words[-2:] if comma is None else words[comma + 1 :]
    else:
        cut = (at for at, word in enumerate(words) if at and word.tag == "IN" and word.low != "of")
        words = words[: next(cut, len(words))]
    ours = [word.low for word in words if word.low in ("i", "we", "you")]
    if ours:
        return frozenset(ours[:1])
    if any(word.low in HERS and word.tag == "PRP" for word in words):
        return teller.known or teller.voice.whose
    owned = {at - 1 for at, word in enumerate(words) if word.tag == "POS"}  # "Ann's father"
    found = content([word for at, word in enumerate(words) if word.tag in NOUNS and at not in owned])
    return found or teller.voice.whose


def _receiver(behind: Sequence[Word]) -> frozenset[str]:
    """Who gets it: the noun or pronoun between a verb and its number, or behind "to"."""
    found: set[str] = set()
    number = next((at for at, word in enumerate(behind) if word.literal), len(behind))
    for word in behind[:number]:
        if word.tag == "IN" or word.low == "to":
            break
        found |= _RECEIVERS.get(word.low, set())
    for at, word in enumerate(behind[:-1]):
        if word.low in ("to", "among", "between"):
            noun = noun_after(behind, at + 1)[0] or [behind[at + 1]]
            found |= _RECEIVERS.get(noun[0].low, set()) - {"*"}
            found |= content([one for one in noun if one.tag in NOUNS])
    if 0 < number < len(behind) and behind[0].tag in ("NP", "PP$", "DT"):
        found |= content([word for word in behind[:number] if word.tag in NOUNS])
    return frozenset(found)


def open_number(sentence: Sentence, left: int, right: int, teller: Teller) -> None:
    """Notes what "some pens" counts, of which no number is told."""
    for at in range(left, right):
        if sentence[at].low in ("some", "several", "any"):
            noun = noun_after(sentence, at + 1)[0]
            if noun and noun[-1].tag in NOUNS and head(noun) != "more":
                teller.count(head(noun), content(noun))
