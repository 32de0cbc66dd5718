"""Which of several series a question means without naming it: by its unit, or by a word that asks for its measure.

"How many minutes" asks for the only series in minutes, "what does A cost" for the only one that is a price, a cost or the like
(the families of ``topic_words``). Only where the question names no series, the word belongs to no label, and all such words
lead to one and the same series; a word of a family must meet the head of the label ("Staff cost" is a cost, and no staff).

Not covered: series that are told apart by what they are of, not by what they measure; "how much is A" for a price.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from recast.language.atoms import word_keys
from recast.language.label_index import BRACKETS
from recast.language.topic_words import family_of, is_unit_name, unit_names
from recast.language.units import is_percent
from recast.language.vocabulary import is_reasoning
from recast.language.words import tokens
from recast.types import Series, Table


def implied_series(
    question: str, table: Table, is_free: Callable[[int, int], bool]
) -> Iterator[tuple[int, int, int]]:
    """Where in ``question`` a word asks for one series (start, end, place of the series), of the words that ``is_free`` says
    point at nothing else. The caller makes sure that no series is named."""
    if len(table.series) < 2:
        return
    found: list[tuple[int, int, int]] = []
    for token in tokens(question):
        if token.is_word and is_free(token.start, token.end):
            places = list(_asked_by(token.text, table))
            if len(places) > 1:
                return
            found += [(token.start, token.end, place) for place in places]
    if len({place for _, _, place in found}) == 1:
        yield from found


def _asked_by(word: str, table: Table) -> Iterator[int]:
    """The series of which a word is the unit or asks for the measure."""
    unit = unit_names(word) if is_unit_name(word) else frozenset()
    family = frozenset() if is_reasoning(word) else family_of(word)
    for place, series in enumerate(table.series):
        if not unit.isdisjoint(_units(series)) or not family.isdisjoint(_head(series)):
            yield place


def _units(series: Series) -> frozenset[str]:
    """The units of a series, of its label's brackets or of its own; none of percent, of which anything may be asked."""
    brackets = " ".join(found[0] for found in BRACKETS.finditer(series.label))
    said = f"{brackets} {series.unit}"
    words = [token.text for token in tokens(said) if token.is_word]
    signs = [word for sign, word in (("$", "dollar"), ("€", "euro"), ("£", "pound")) if sign in said]
    return frozenset() if is_percent(said) else frozenset().union(*map(unit_names, (*words, *signs)))


def _head(series: Series) -> frozenset[str]:
    """The keys of the last word of a label, brackets aside."""
    words = [token.text for token in tokens(BRACKETS.sub(" ", series.label)) if token.is_word]
    return frozenset(word_keys(words[-1])) if words else frozenset()


#: "which region", "in what line".
_WHICH = re.compile(r"\b(?:which|what)(?: of the)? (?P<noun>[^\W\d_]+)\b", re.IGNORECASE)


def nouns_of_series(question: str, table: Table) -> Iterator[tuple[int, int]]:
    """Where ``question`` asks which by the noun that every series is called by ("which region" of "Region 1", "Region 2") and
    nothing else of the chart is."""
    labels = [BRACKETS.sub(" ", series.label) for series in table.series]
    if len(labels) < 2:
        return
    shared = frozenset.intersection(*map(_content, labels))
    others = _content(" ".join((table.x_title, *table.categories)))
    for found in _WHICH.finditer(question):
        keys = frozenset(word_keys(found["noun"]))
        if not keys.isdisjoint(shared) and keys.isdisjoint(others):
            yield found.start("noun"), found.end("noun")


def _content(text: str) -> frozenset[str]:
    words = [token.text for token in tokens(text) if token.is_word and not is_reasoning(token.text)]
    return frozenset(key for word in words for key in word_keys(word))
