"""A question about a list of facts in fixed sentences: the figure whose nouns and numerals are those of the question, or the
calculation that it says over them."""

from __future__ import annotations

import re

from recast.language.calculations import calculation, noun
from recast.language.frames import fact_patterns
from recast.language.sentences import split_sentences
from recast.language.words import fold
from recast.numbers.prose import prose_numerals
from recast.solve.expression import Expression, Operand
from recast.solve.texts.calculation import as_expression

_ITEM = re.compile(r"\d[\d.]*\d|\d|[^\W\d_]+(?:-[^\W\d_]+)*")
_GRAMMAR = frozenset({"the", "and", "in"})


def listed(question: str, passage: str) -> Operand | None:
    """The figure of the one fact that has all nouns and numerals of the question; None where the question is of another
    form, or no fact or several have them all. Where the question leaves open which fact answers, that is a guess, which
    ``recovery`` does not confirm."""
    for fact, asking in fact_patterns():
        asked = asking.fullmatch(question.strip())
        if asked is None:
            continue
        wanted = _items(asked)
        told = [found for text in split_sentences(passage) if (found := fact.fullmatch(text))]
        figures = {
            found["figure"]
            for found in told
            if fold(found["kind"]) == fold(asked["kind"]) and wanted <= _items(found)
        }
        if len(figures) == 1:
            return Operand(f"{prose_numerals(figures.pop())[0].value:f}")
    return None


def calculated(question: str, passage: str) -> Expression | None:
    """The calculation that the question says over the figures of the facts; None where the question is of another form, or a
    noun in it is of no fact, or of two."""
    told: dict[str, str] = {}
    for text in split_sentences(passage):
        found = next((found for fact, _ in fact_patterns() if (found := fact.fullmatch(text))), None)
        if found is None or noun(found["listed"]) in told:
            return None
        told[noun(found["listed"])] = f"{prose_numerals(found['figure'])[0].value:f}"
    asked = calculation(question, {name: place for place, name in enumerate(told)})
    return as_expression(asked, dict(enumerate(told.values()))) if asked is not None else None


def _items(found: re.Match[str]) -> frozenset[str]:
    """The nouns and numerals of a fact or a question, wherever they stand in it."""
    told = (found.groupdict().get(part) or "" for part in ("listed", "near", "head"))
    return frozenset(fold(item) for text in told for item in _ITEM.findall(text)) - _GRAMMAR
