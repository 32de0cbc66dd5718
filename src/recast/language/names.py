"""Invented names: pronounceable, no English words, far apart, and read back exactly from our drawings.

``data/names.txt`` holds coined names each of which was drawn and read back without a fault
(``benchmarks/word_readback.py`` makes the list); when it does not hold enough, more are coined by the same rules.
"""

from __future__ import annotations

import random
from collections.abc import Collection

from rapidfuzz.distance import OSA

from recast.language.words import data_words, fold, is_english

APART = 3  # edits between any two names of one draw

# Letters that readers confuse in our type are left out: I and l side by side, rn and m, vv and w, cl and d, O and 0.
_ONSETS = (
    "B",
    "Br",
    "D",
    "Dr",
    "F",
    "Fr",
    "G",
    "Gr",
    "H",
    "K",
    "M",
    "N",
    "P",
    "Pr",
    "R",
    "S",
    "Sk",
    "Sp",
    "St",
    "T",
    "Tr",
    "V",
    "Z",
)
_VOWELS = ("a", "e", "o", "u")
_MIDDLES = (
    "b",
    "bd",
    "d",
    "dr",
    "g",
    "k",
    "kr",
    "m",
    "mb",
    "n",
    "nd",
    "nk",
    "nt",
    "p",
    "pt",
    "r",
    "rk",
    "rt",
    "s",
    "sk",
    "st",
    "t",
    "v",
    "z",
)
_ENDS = ("d", "k", "m", "n", "nd", "p", "rk", "s", "st", "t", "x", "a", "e", "o")


def coin(draw: random.Random) -> str:
    """One name of two or three syllables by the letter rules above; neither distance nor read-back is checked."""
    middle = draw.choice(_VOWELS) + draw.choice(_MIDDLES)
    longer = draw.choice(_VOWELS) + draw.choice(_MIDDLES) if draw.random() < 0.35 else ""
    end = draw.choice(_ENDS)
    last = "" if end in _VOWELS else draw.choice(_VOWELS)
    return draw.choice(_ONSETS) + middle + longer + last + end


def is_fit(name: str) -> bool:
    """Five to nine letters, neither an English word nor holding an unwanted string."""
    folded = fold(name)
    return (
        5 <= len(name) <= 9
        and not any(part in folded for part in data_words("unwanted_strings.txt"))
        and not is_english(folded)
    )


def measured_names() -> tuple[str, ...]:
    """The coined names that were read back exactly."""
    return data_words("names.txt")


def invent_names(count: int, draw: random.Random, avoid: Collection[str] = ()) -> tuple[str, ...]:
    """``count`` names, any two at least ``APART`` edits from each other and from every word to ``avoid``.

    The draw depends on ``draw``, ``count`` and ``avoid`` only. Raises ``ValueError`` if so many cannot be found.
    """
    taken = [fold(word) for word in avoid]
    pool = list(measured_names())
    draw.shuffle(pool)
    chosen: list[str] = []
    tries = 0
    while len(chosen) < count:
        name = pool.pop() if pool else coin(draw)
        tries += 1
        if tries > 200 * count + 100_000:
            raise ValueError("no further invented names that are far enough apart")
        folded = fold(name)
        if is_fit(name) and all(
            OSA.distance(folded, word, score_cutoff=APART - 1) >= APART for word in taken
        ):
            chosen.append(name)
            taken.append(folded)
    return tuple(chosen)
