"""Words and names to be spoken: those that a voice and recognisers keep, and which of them sound alike.

The lists are made by ``benchmarks/spoken_words.py``: every form of a word or name stood in sentences of our own, was
spoken by the embedded voice and read back exactly by Whisper tiny.en; names and a third of the words also by Whisper
base. Not covered: how adverbs and rare words are heard (they are left out), other voices and
other recognisers, for which the same command makes the lists anew.
"""

from __future__ import annotations

import functools
import re
from importlib.resources import files

from rapidfuzz.distance import OSA

from recast.language.words import data_words, fold

_LONG_KEY = 4  # sounds from which on two keys may differ in one and still be taken for each other

#: Spellings as sounds, tried in this order; voiced and voiceless are one, vowels and silent letters none.
_SOUNDS = (
    ("^kn|^gn|^pn", "N"),
    ("^wr", "R"),
    ("^ps|^sc(?=[eiy])", "S"),
    ("^[aeiou]", "A"),
    ("^y", "Y"),
    ("tch|ch|sh|sch|dge|j|g(?=[eiy])|[ts]io", "J"),
    ("ph|[fv]", "F"),
    ("ght?|(?<=i)gn$", "T"),
    ("mb$|m", "M"),
    ("th|[td]", "T"),
    ("x", "KS"),
    ("[sz]|c(?=[eiy])", "S"),
    ("ck|qu|[ckgq]", "K"),
    ("[pb]", "P"),
    ("n", "N"),
    ("l", "L"),
    ("r", "R"),
    ("w(?=[aeiouy])", "W"),
    ("^h", "H"),
)
_SPELLING = re.compile("|".join(f"({spelling})" for spelling, _ in _SOUNDS))


@functools.cache
def spoken_words() -> frozenset[str]:
    """The words of the worlds, and the exchanges of operations, that survive in every form in which they are written."""
    text = files("recast.language").joinpath("data", "spoken_words.txt").read_text("utf-8")
    return frozenset(
        phrase.strip()
        for line in text.splitlines()
        if not line.startswith("#")
        for phrase in line.split("|")
        if phrase.strip()
    )


@functools.cache
def spoken_names() -> tuple[str, ...]:
    """Names that survive and are no person's: of places, groups and all else that a text names."""
    return data_words("spoken_names.txt")


@functools.lru_cache(maxsize=16384)
def sound_key(word: str) -> str:
    """What is left of a word for a poor listener: its consonants in order, voiced and voiceless alike, and whether it
    begins with a vowel. Two sounds in a row are one."""
    folded = re.sub("[^a-z]", "", fold(word).removesuffix("'s"))
    found = (_SOUNDS[(match.lastindex or 1) - 1][1] for match in _SPELLING.finditer(folded))
    return re.sub(r"(.)\1+", r"\1", "".join(found))


def sound_alike(one: str, other: str) -> bool:
    """Whether two words may be taken for each other by ear: one key, or long keys that differ in one sound."""
    a, b = sound_key(one), sound_key(other)
    return a == b or (min(len(a), len(b)) >= _LONG_KEY and OSA.distance(a, b, score_cutoff=1) <= 1)
