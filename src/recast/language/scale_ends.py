"""Adjectives of a measure as the end of its scale: "driest month" of a chart of rainfall asks for the lowest.

``with_scale_ends`` writes superlatives and comparatives of what a chart measures as "highest", "lowest", "higher" and
"lower", names the measure where a chart has several and only one can be meant ("cheapest tool" → "lowest Price tool"), and
turns "best" and "worst" round where much of a measure is bad ("worst year for delays" → "highest"). The list is
``data/scale_ends.txt``. An adjective whose measure the chart does not show stays as it is, and so is not understood. English
only.

Not covered: whether much of a measure is good or bad that the list does not have (a price, to buyer and seller), of which
"best" stays the highest.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files

from recast.language.atoms import word_keys
from recast.language.label_index import BRACKETS
from recast.language.mentions import find_mentions
from recast.language.own_words import with_words_of_labels
from recast.language.vocabulary import spelled
from recast.language.words import fold, lemmas_by_class, tokens
from recast.types import Table

_HIGH, _LOW = ("highest", "higher"), ("lowest", "lower")
_GOOD_OR_BAD = {"best": (_LOW, 0), "worst": (_HIGH, 0), "better": (_LOW, 1), "worse": (_HIGH, 1)}
_TURN = re.compile(
    r"\b(?:(?P<more>most|least|more|less)\s+(?P<of>[^\W\d_]+)|(?P<how>how)\s+(?P<plain>[^\W\d_]+)(?=\s+(?:is|are|was|were|does|did)\b)"
    r"|(?P<form>[^\W\d_]+(?:est|er)|best|worst|worse))\b(?!-)(?!\s+(?:grow|ris|fall|chang)\w+)"
    r"(?P<to>\s+to\s+[^\W\d_]+(?=\s*(?:[?.,]|$)))?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Scale:
    """The words of a measure (none: of any), and the adjectives of much and of little of it."""

    measures: frozenset[str]
    much: frozenset[str]
    little: frozenset[str]


@functools.cache
def _scales() -> tuple[tuple[_Scale, ...], frozenset[str]]:
    """The lines of the list, and the measures of which much is bad."""
    scales: list[_Scale] = []
    bad: set[str] = set()
    for line in files("recast.language").joinpath("data", "scale_ends.txt").read_text("utf-8").splitlines():
        if line.startswith("!"):
            bad.update(key for word in line[1:].split() for key in word_keys(word))
        elif not line.startswith("#"):
            measures, much, little = (*line.split("|"), "")[:3]
            keys = frozenset(key for word in measures.split() if word != "*" for key in word_keys(word))
            scales.append(_Scale(keys, frozenset(much.split()), frozenset(little.split())))
    return tuple(scales), frozenset(bad)


def with_scale_ends(question: str, table: Table) -> str:
    """``question`` with the adjectives of what ``table`` shows as ends of a scale; a word of a label stays."""
    labels = (*table.categories, *(series.label for series in table.series))
    known = {fold(token.text) for label in labels for token in tokens(label)}
    named = {mention.label for mention in find_mentions(question, [series.label for series in table.series])}
    return _TURN.sub(lambda found: _written(found, table, named, known), question)


def in_plain_words(question: str, table: Table) -> str:
    """``question`` in the spelling and the words of operations in which its sketch is drawn."""
    labels = [*table.categories, *(series.label for series in table.series)]
    return spelled(with_scale_ends(with_words_of_labels(question, table), table), labels)


def _written(found: re.Match[str], table: Table, named: set[int], known: set[str]) -> str:
    said = found[0].removesuffix(found["to"] or "")
    if not known.isdisjoint(fold(word) for word in said.split()):
        return found[0]
    words = _shown(table, named)
    form = fold(found["form"] or "")
    if form in _GOOD_OR_BAD:
        ends, place = _GOOD_OR_BAD[form]
        alone = words[min(words)] if len(words) == 1 else frozenset()
        return found[0] if alone.isdisjoint(_scales()[1]) else ends[place]
    adjective, superlative, turned = _adjective(found)
    for scale in _scales()[0]:
        if adjective.isdisjoint(scale.much | scale.little):
            continue
        shown = [place for place, keys in words.items() if not scale.measures or keys & scale.measures]
        if len(shown) != 1:
            continue
        much = adjective.isdisjoint(scale.little) != turned
        label = "" if named or len(table.series) == 1 else _bare(table.series[shown[0]].label)
        end = "how high" if found["how"] else (_HIGH if much else _LOW)[0 if superlative else 1]
        return f"{end} {label}".strip()
    return found[0]


def _adjective(found: re.Match[str]) -> tuple[frozenset[str], bool, bool]:
    """The lemmas of the adjective, whether it is a superlative, and whether it is turned round ("least expensive")."""
    if found["form"]:
        form = fold(found["form"])
        adjectives = dict(lemmas_by_class(form)).get("ADJ", ())
        return frozenset(adjectives) - {form}, form.endswith("est"), False
    more = fold(found["more"] or "")
    return (
        frozenset((fold(found["of"] or found["plain"]),)),
        more in ("most", "least"),
        more in ("least", "less"),
    )


def _shown(table: Table, named: set[int]) -> dict[int, frozenset[str]]:
    """The series that may be meant, and the keys of the words that say what it measures: of its label, and where it is the
    only one, of the titles."""
    titles = (table.title, table.subtitle, table.y_title) if len(table.series) == 1 else ()
    return {
        place: frozenset(_keys(" ".join((series.label, *titles))))
        for place, series in enumerate(table.series)
        if place in named or not named
    }


def _keys(text: str) -> Iterator[str]:
    for token in tokens(text):
        yield from word_keys(token.text)


def _bare(label: str) -> str:
    return BRACKETS.sub(" ", label).strip()
