"""By which words a question and a text speak of the same: their stems, and the lines of ``data/sense_links.txt``."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from importlib.resources import files
from types import MappingProxyType

from recast.language.words import lemma, lemmas

_SUFFIXES = (
    "ization", "isation", "ations", "ation", "ition", "ments", "ment", "ness", "ical", "ings", "ing", "ists", "ist", "ions",
    "ion", "ers", "ors", "er", "or", "als", "al", "ics", "ic", "ive", "ous", "ial", "ly", "ed", "es", "s", "e", "y",
)  # fmt: skip
_STEM = 4
#: How keys begin that only link a word to others.
LINK = "~"


@functools.cache
def linked_words() -> tuple[tuple[str, ...], ...]:
    """The groups of the data file, each with its lemmas in order."""
    text = files("recast.language").joinpath("data", "sense_links.txt").read_text("utf-8")
    return tuple(
        tuple(line.split()) for line in text.splitlines() if line.strip() and not line.startswith("#")
    )


@functools.cache
def _places() -> Mapping[str, frozenset[int]]:
    found: dict[str, set[int]] = {}
    for number, words in enumerate(linked_words()):
        for word in words:
            found.setdefault(word, set()).add(number)
    return MappingProxyType({word: frozenset(numbers) for word, numbers in found.items()})


def links_of(base: str) -> frozenset[int]:
    """The numbers of the groups in which a lemma stands."""
    return _places().get(base, frozenset())


@functools.lru_cache(maxsize=16384)
def stem(word: str) -> str:
    """What the inflections and endings of one word share ("operate", "operation")."""
    base = lemma(word)
    for suffix in _SUFFIXES:
        if base.endswith(suffix) and len(base) - len(suffix) >= _STEM:
            return base.removesuffix(suffix)
    return base


def senses(word: str) -> frozenset[str]:
    """The keys of a word: two words are the same for a look-up where they share one."""
    linked = {f"{LINK}{line}" for base in lemmas(word) for line in links_of(base)}
    return frozenset({*(stem(base) for base in lemmas(word)), stem(word), *linked})
