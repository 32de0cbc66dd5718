"""Content words by what they do in a question about a chart: say nothing, limit or turn what is counted, or name a
measure.

The lists are ``light_words.txt``, ``limiting_words.txt``, ``turning_words.txt`` and ``measures.txt`` in ``data``. English only.
"""

from __future__ import annotations

import functools
from importlib.resources import files

from recast.language.atoms import word_keys
from recast.language.units import unit_words
from recast.language.words import data_words, fold, word_set


def _keys(words: tuple[str, ...]) -> frozenset[str]:
    return frozenset(words) | frozenset(key for word in words for key in word_keys(word))


@functools.cache
def _light() -> frozenset[str]:
    return _keys(data_words("light_words.txt"))


@functools.cache
def _limiting() -> frozenset[str]:
    return _keys(data_words("limiting_words.txt"))


@functools.cache
def _turning() -> frozenset[str]:
    return _keys(data_words("turning_words.txt"))


@functools.cache
def _families() -> tuple[tuple[str, frozenset[str]], ...]:
    """Each line of the measures: its sign, "~" of words that stand for each other, "=" of a unit, else none; its words."""
    text = files("recast.language").joinpath("data", "measures.txt").read_text("utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return tuple(
        (line[0] if line[0] in "~=" else "", _keys(tuple(line.strip("~= ").split()))) for line in lines
    )


def is_light(word: str) -> bool:
    """Whether the word tells nothing of which values are meant."""
    return not _light().isdisjoint(word_keys(word))


def is_limiting(word: str) -> bool:
    """Whether the word limits what is counted: a time or a class of people."""
    return not _limiting().isdisjoint(word_keys(word))


def is_turning(word: str) -> bool:
    """Whether the word turns what is counted into its opposite, or is a step of a calculation."""
    return not _turning().isdisjoint(word_keys(word))


def is_measure(word: str) -> bool:
    """Whether the word asks for a measure that not every chart shows."""
    return any(not sign and not family.isdisjoint(word_keys(word)) for sign, family in _families())


def family_of(word: str) -> frozenset[str]:
    """The words that may stand for the word, or name the measure that it asks for; none if it stands in no such line."""
    keys = word_keys(word)
    return frozenset().union(
        *(family for sign, family in _families() if sign != "=" and not family.isdisjoint(keys))
    )


def is_unit_name(word: str) -> bool:
    """Whether the word is a unit and hardly ever another word; scale words, percent and points are none."""
    return fold(word) in unit_words() - _NO_UNIT


def unit_names(word: str) -> frozenset[str]:
    """The names of the unit that the word is, its own included."""
    keys = frozenset((fold(word), *word_keys(word)))
    return keys.union(
        *(family for sign, family in _families() if sign == "=" and not family.isdisjoint(keys))
    )


_NO_UNIT = word_set(
    "percent percents percentage percentages percentual pct point points pp basis cent cents real reais won min mins sec secs"
    " hundred hundreds thousand thousands million millions billion billions trillion trillions mn bn tn capita bit bits s h"
    " second seconds ms mt square sq"
)


__all__ = [
    "family_of",
    "is_light",
    "is_limiting",
    "is_measure",
    "is_turning",
    "is_unit_name",
    "unit_names",
]
