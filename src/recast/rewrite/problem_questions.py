"""The question of a word problem read whole: how it asks, what is to be counted, and the clause around it.

Nothing is given where a word is left that is not understood.

Not covered: questions of who, which, when and whether, and those that ask for a figure by its name ("what is the average").
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from recast.language.problem_frames import QUALITIES
from recast.language.words import word_set
from recast.rewrite.noun_phrases import Noun, noun_at
from recast.rewrite.problem_reading import Clause, phrases_at, predicate_at, verbs_at
from recast.rewrite.prose_tokens import Tok
from recast.types import Private

_PRICES = word_set("price cost")


@dataclass(slots=True, repr=False)
class Asked(Private):
    """A question: how it asks ("many", "much", "old", "fraction", "measure"), what is counted, and the clause around it."""

    how: str
    counted: Noun | None
    more: str
    clause: Clause
    kind: Noun | None = None  # "how many more pens than cups"


def asking(sentence: Sequence[Tok]) -> Asked | None:
    """The question, or nothing where a word of it is left over."""
    toks = [tok for tok in sentence if tok.kind != "mark" or tok.text not in ("?", ".")]
    made = Clause()
    if len(toks) < 3:
        return None
    if toks[0].low == "what" and toks[1].low == "fraction":
        return _fraction(toks, made)
    if toks[0].low == "what" and toks[1].low in ("is", "was", "are", "will"):
        return _measure(toks, made)
    pays = toks[0].low == "what" and toks[1].tag == "DO"
    if toks[0].low != "how" and not pays:
        return None
    how, at = ("much", 1) if pays else (toks[1].low, 2)  # "what did she pay"
    asked = Asked(how, None, "", made)
    if how not in ("many", "much", *QUALITIES):
        return None
    if how in ("many", "much"):
        if toks[at].low in ("more", "fewer", "less", "additional", "extra"):
            asked.more, at = ("more" if toks[at].low in ("additional", "extra") else toks[at].low), at + 1
        if at == len(toks):
            return None
        if toks[at].tag not in ("DO", "BE", "HV", "MD"):
            read = noun_at(toks, at)
            if read is None:
                return None
            asked.counted, at = read
            if at < len(toks) and toks[at].low == "than":
                other = noun_at(toks, at + 1)
                if other is None:
                    return None
                asked.kind, at = other
    made.degree = asked.more
    if at < len(toks) and toks[at].tag in ("DO", "BE", "HV", "MD"):
        helper = toks[at]
        if at + 1 < len(toks) and toks[at + 1].low == "there":
            at += 1
            made.verb = helper
        at += 1
        negated = at < len(toks) and toks[at].low == "not"
        made.negated, at = negated, at + negated
        if made.verb is None and at < len(toks) and toks[at].low in ("left", "remaining"):
            made.verb, at = helper, at + 1
            made.marks.add("left")
        if (
            made.verb is None
            and at < len(toks)
            and toks[at].tag not in ("VB", "VBN", "VBG", "IN", "TO", "RB", "VBD")
        ):
            read = noun_at(toks, at)
            if read is not None:
                made.subject, at = read
        if made.verb is None:
            if helper.tag in ("BE", "HV", "MD"):
                made.verb = helper
            if helper.low in ("must", "should"):
                made.wished = True
    at = verbs_at(toks, at, made)
    at = _past_subject_there(toks, at, made)
    return asked if made.verb is not None and predicate_at(toks, at, made) == len(toks) else None


def _past_subject_there(toks: Sequence[Tok], at: int, made: Clause) -> int:
    if at < len(toks) and toks[at].low == "there":
        at += 1
        if at < len(toks) and toks[at].low == "be":
            at += 1
    return at


def _fraction(toks: Sequence[Tok], made: Clause) -> Asked | None:
    read = noun_at(toks, 3) if toks[2].low == "of" else None
    if read is None:
        return None
    at = phrases_at(toks, read[1], made, before_verb=True)
    at = verbs_at(toks, at, made)
    if (
        at < len(toks)
        and toks[at].low in ("in", "on")
        and at + 1 < len(toks)
        and toks[at + 1].low == "either"
    ):
        return None
    asked = Asked("fraction", read[0], "", made)
    return asked if made.verb is not None and predicate_at(toks, at, made) == len(toks) else None


def _measure(toks: Sequence[Tok], made: Clause) -> Asked | None:
    read = noun_at(toks, 2)
    if read is None or read[1] != len(toks) or read[0].of is None:
        return None
    made.verb = toks[1]
    made.subject = read[0].of
    if read[0].words[-1].low.removeprefix("x-") in _PRICES:
        made.verb = Tok("cost", "word", "VB")
        return Asked("much", None, "", made)
    return Asked("measure", Noun(words=read[0].words), "", made)
