"""The reasoning vocabulary: which words a rewritten question keeps, the scan exempts and the offline solver knows.

The list is ``data/reasoning_vocabulary.txt``, at most ``LIMIT`` lemmas, with its rules of admission at its top.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from importlib.resources import files

from rapidfuzz.distance import OSA

from recast.language.plain_asking import plainly
from recast.language.words import fold, is_english, lemmas, tokens

LIMIT = 500


@functools.cache
def _lists() -> tuple[frozenset[str], frozenset[str]]:
    """The lemmas, and the words that in capitals are acronyms."""
    kept: list[str] = []
    capitals: list[str] = []
    text = files("recast.language").joinpath("data", "reasoning_vocabulary.txt").read_text("utf-8")
    for line in text.splitlines():
        if line.startswith("!"):
            capitals.extend(line[1:].split())
        elif not line.startswith("#"):
            kept.extend(line.split())
    return frozenset(kept), frozenset(capitals)


def reasoning_lemmas() -> frozenset[str]:
    """The lemmas of the data file."""
    return _lists()[0]


@functools.lru_cache(maxsize=16384)
def is_reasoning(word: str) -> bool:
    """Whether any lemma of the word is in the vocabulary, whatever the word's case.

    A word in capitals that the list marks as an acronym ("IT", "WHO", "US") is none, nor is a short word of the list with an S
    behind it ("UPS"). What this does not cover: a word
    that happens to share a form with a reasoning word ("rose" the flower, "table" the furniture) counts as one, which
    is why source labels are replaced whole and never word by word.
    """
    kept, capitals = _lists()
    if word in capitals or (
        word.isupper() and len(word) < 5 and word.endswith("S") and fold(word[:-1]) in kept
    ):
        return False
    folded = fold(word)
    return any(part in kept or not kept.isdisjoint(lemmas(part)) for part in (folded, _contracted(folded)))


#: The operations that are mistyped often, in the forms that questions use.
_TYPED = [
    "highest",
    "lowest",
    "largest",
    "smallest",
    "biggest",
    "greatest",
    "shortest",
    "longest",
    "tallest",
    "maximum",
    "minimum",
    "difference",
    "average",
    "median",
    "number",
    "percentage",
    "between",
    "combined",
    "represent",
    "represents",
    "represented",
    "increased",
    "decreased",
    "country",
]


#: Superlatives of one measure whose end of the scale is plain, and the operation that they ask for.
_OF_A_MEASURE = {
    **dict.fromkeys(("cheapest", "coldest", "coolest", "lightest", "youngest", "quietest"), "lowest"),
    **dict.fromkeys(
        (
            "costliest", "priciest", "heaviest", "hottest", "warmest", "busiest", "densest", "richest", "wealthiest",
            "oldest",
        ),
        "highest",
    ),
}  # fmt: skip
#: "lost the most", "gained least": a fall or a rise, said with a word that may be of any topic elsewhere.
_LOST_OR_GAINED = re.compile(
    r"\b(?:(?P<fell>lost|loses|lose|shrank|shrunk)|gained|gains)\b(?=\s+(?:the\s+)?(?:most|least|fewest)\b)",
    re.IGNORECASE,
)


#: Words of many topics that say of a thing that it comes first.
_FIRST_OF_ALL = (
    (re.compile(r"\b(most|least) (?:commonly|widely|popularly)\b", re.IGNORECASE), r"\1 common"),
    (
        re.compile(
            r"\b(?:best|top|highest)[ -]?(?:selling|grossing|rated|ranked|earning|paid|paying)\b",
            re.IGNORECASE,
        ),
        "top",
    ),
)


_YEAR_S = re.compile(r"\b((?:1[89]|20)\d[1-9])s\b")


def spelled(text: str, labels: Sequence[str]) -> str:
    """``text`` with words of six letters or more that are one edit away from a frequent word of operations, and are neither
    English nor in a label, written as that word ("higest" → "highest"), and with superlatives of a measure written as the end
    of the scale that they mean ("cheapest" → "lowest"), "best-selling" as "top", and what "lost the most" or gained it as what
    fell or rose, all in plainer words (``plainly``). "2017s", which is no decade, is the possessive."""
    known = {fold(token.text) for label in labels for token in tokens(label)}
    text = plainly(text, known)
    text = _YEAR_S.sub(lambda found: found[0] if fold(found[0]) in known else f"{found[1]}'s", text)
    for pattern, form in _FIRST_OF_ALL:
        text = pattern.sub(form, text)
    text = _LOST_OR_GAINED.sub(
        lambda found: found[0] if fold(found[0]) in known else "fell" if found["fell"] else "rose", text
    )
    for token in reversed(tokens(text)):
        word = fold(token.text)
        if word in _OF_A_MEASURE and word not in known:
            text = text[: token.start] + _OF_A_MEASURE[word] + text[token.end :]
            continue
        if (
            len(word) < 6
            or not word.isalpha()
            or token.text[1:] != word[1:]
            or word in known
            or is_english(word)
        ):
            continue
        near = [form for form in _TYPED if OSA.distance(word, form, score_cutoff=1) <= 1]
        if len(near) == 1:
            text = text[: token.start] + near[0] + text[token.end :]
    return text


_ENDINGS = ("'re", "'ll", "'ve", "'d", "'m", "'s")


def _contracted(word: str) -> str:
    """The first word of a contraction ("doesn't" → "does", "they're" → "they"); any other word as it is."""
    if word.endswith("n't"):
        return {"can't": "can", "won't": "will", "shan't": "shall"}.get(word, word[:-3])
    return next((word.removesuffix(ending) for ending in _ENDINGS if word.endswith(ending)), word)
