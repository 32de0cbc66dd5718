"""Words that a question may use for what a text says otherwise: the lines of ``data/sense_links.txt``."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from importlib.resources import files
from types import MappingProxyType

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
