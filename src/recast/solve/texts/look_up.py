"""The numeral of a passage that a question asks for, by the rules of ``language.asked_figure``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from recast.language.asked_figure import ORDINAL, Said, asked
from recast.language.figures import certain, figures
from recast.language.links import senses
from recast.language.plainly_told import plainly_told
from recast.language.words import lemma, word_set
from recast.numbers.number_words import is_ordinal
from recast.solve.expression import Operand
from recast.solve.texts.story import Sentence, Word

_NO_NOUNS = frozenset({"VB", "VBD", "VBZ", "BE", "HV", "DO", "MD", "."})
_RELATED = word_set("more fewer less times longer older younger farther further taller shorter")


def look_up(
    question: Sentence, sentences: Sequence[Sentence], least: float, unread: frozenset[str]
) -> Operand | None:
    """The numeral that answers, or None where none is of the kind asked for, or none is certain. ``least`` is the share of
    the question's words that its sentence must hold, ``unread`` the words that it must not hold."""
    what = asked([_said(word) for word in question])
    if what is None:
        return None
    lines = [[_said(word) for word in sentence] for sentence in sentences]
    best = certain(what, figures(what, lines), lines)
    if best is None or not unread.isdisjoint(word.low for word in sentences[best.sentence]):
        return None
    if len(best.own) + len(best.beside) < least * len(what.terms):
        return None
    return Operand(best.said.literal)


def told_plainly(question: Sentence, sentences: Sequence[Sentence]) -> Operand | None:
    """The numeral that a short text plainly tells, by the rules of ``language.plainly_told``; None where it may have to be
    worked out."""
    asking = _with_letters([_said(word) for word in question])
    what = asked(asking)
    if what is None:
        return None
    lines = [_with_letters([_said(word) for word in sentence]) for sentence in sentences]
    told = plainly_told(what, asking, figures(what, lines), lines)
    return Operand(told.said.literal) if told is not None else None


def _with_letters(line: list[Said]) -> list[Said]:
    """The words of a sentence, in which an "a" that is no article is a name ("line A made 40")."""
    ends = (*line[1:], Said("", "."), Said("", "."))
    return [
        replace(word, tag="NP", keys=frozenset({"letter a"}))
        if word.low == "a" and place and (after.tag in _NO_NOUNS or after.low in ":," or behind.literal)
        else word
        for place, (word, after, behind) in enumerate(zip(line, ends, ends[1:], strict=False))
    ]


def _said(word: Word) -> Said:
    keys = senses(word.low) if word.stem and not word.literal else frozenset[str]()
    if is_ordinal(word.low) or (word.literal and word.role == "structural"):
        keys = frozenset({f"{ORDINAL}{word.low}"})
    unit = "percent" if word.percent else "money" if word.money else ""
    return Said(word.low, word.tag, lemma(word.low), keys, word.literal, word.role, unit)


def relative(sentence: Sentence, place: int) -> bool:
    """Whether the numeral says how much more or less ("4 years older")."""
    return any(word.low in _RELATED for word in sentence[place + 1 : place + 4])
