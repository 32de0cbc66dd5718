"""The numeral of a passage that a question asks for, by the rules of ``language.asked_figure``."""

from __future__ import annotations

from collections.abc import Sequence

from recast.language.asked_figure import ORDINAL, Said, asked
from recast.language.figures import certain, figures
from recast.language.links import senses
from recast.language.words import lemma, word_set
from recast.numbers.number_words import is_ordinal
from recast.solve.expression import Operand
from recast.solve.story import Sentence, Word

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


def _said(word: Word) -> Said:
    keys = senses(word.low) if word.stem and not word.literal else frozenset[str]()
    if is_ordinal(word.low) or (word.literal and word.role == "structural"):
        keys = frozenset({f"{ORDINAL}{word.low}"})
    unit = "percent" if word.percent else "money" if word.money else ""
    return Said(word.low, word.tag, lemma(word.low), keys, word.literal, word.role, unit)


def relative(sentence: Sentence, place: int) -> bool:
    """Whether the numeral says how much more or less ("4 years older")."""
    return any(word.low in _RELATED for word in sentence[place + 1 : place + 4])
