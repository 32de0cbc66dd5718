"""The words attacker: which source uses these words?

Knows: every string that was sent for an example (question, choices, passage, labels, what was drawn, what was read or heard
back, what a remote voice was given to say, repair messages), the reasoning vocabulary (which stays by design), and the
strings of all candidates. Does: compares content words as written and by lemma, runs of three to five letters, and numbers
whether in digits or in words, each weighted by how rare it is in the pool. Beside the ranking it tells which words of the
*right* source occur, with the place.

Not covered: synonyms and descriptions (``meaning``), translations, single letters and two-letter words; a word that the
released world shares with a source by chance counts as a hit, for the right source and for others alike, which is why the
hits of other sources stand beside as the chance level.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from recast.audit.pool import Pool
from recast.language.vocabulary import is_reasoning
from recast.language.words import fold, lemma, tokens
from recast.numbers.number_words import STRUCTURAL_WORDS
from recast.numbers.numerals import find_numerals
from recast.sent import Sent

Floats = NDArray[np.float64]
_GRAMS = (3, 4, 5)
_OTHERS = 40  # other sources in whose words a release is looked for, for the chance level
_SEED = 42
_STRUCTURAL = frozenset(STRUCTURAL_WORDS.values())


@dataclass(frozen=True, slots=True)
class Hit:
    """A word of the source in what was sent: where ("question, word 3"), and how ("word", "lemma"). No content."""

    where: str
    how: str


@dataclass(frozen=True, slots=True)
class Words:
    """``views`` are the scores ``[example, candidate]`` of each way to compare, ``scores`` their sum; ``hits`` the words of
    the right source, ``chance`` the share of other sources of which a word occurs."""

    scores: Floats
    views: Mapping[str, Floats]
    hits: tuple[tuple[Hit, ...], ...]
    chance: Floats


def places(sent: Sent) -> Iterator[tuple[str, str]]:
    """Every string that was sent for an example, with its place; each string once."""
    protected = sent.protected
    found = [("question", protected.question)]
    found += [(f"choice {place}", choice) for place, choice in enumerate(protected.choices, start=1)]
    if protected.chart is None:
        found.append(("text", protected.context))
    else:
        chart = protected.chart
        found += [("title", chart.title), ("x title", chart.x_title), ("y title", chart.y_title)]
        found += [(f"category {place}", label) for place, label in enumerate(chart.categories, start=1)]
        for place, series in enumerate(chart.series, start=1):
            found += [(f"series {place}", series.label), (f"unit {place}", series.unit)]
    found += [(f"drawn or read back {place}", text) for place, text in enumerate(sent.strings, start=1)]
    found += [(f"to the voice {place}", text) for place, text in enumerate(sent.to_voice, start=1)]
    found += [(f"repair {place}", one.repair) for place, one in enumerate(sent.exchanges) if one.repair]
    said = set()
    for where, text in found:
        if text and text not in said:
            said.add(text)
            yield where, text


@lru_cache(maxsize=65536)
def _content(word: str) -> str:
    """The folded word, or nothing where it tells nothing: a reasoning word, a number word, one of one or two letters."""
    folded = fold(word)
    if (len(folded) < 3 and folded.isascii()) or folded in _STRUCTURAL or is_reasoning(word):
        return ""
    return folded


def words_of(text: str) -> tuple[str, ...]:
    """The content words of a text, folded; numerals are none."""
    found = (_content(token.text) for token in tokens(text) if token.is_word)
    return tuple(word for word in found if word)


def numbers_of(text: str) -> tuple[Decimal, ...]:
    """The numbers of a text, written in digits or in words, without sign and trailing zeros."""
    return tuple(abs(numeral.value).normalize() for numeral in find_numerals(text))


def _grams(words: Sequence[str]) -> tuple[str, ...]:
    joined = [f" {word} " for word in words]
    return tuple(word[i : i + n] for word in joined for n in _GRAMS for i in range(len(word) - n + 1))


def attack(examples: Sequence[Sent], pool: Pool, truth: NDArray[np.intp]) -> Words:
    """Every example against every candidate."""
    released = [[text for _, text in places(sent)] for sent in examples]
    known = [candidate.strings for candidate in pool.candidates]
    own_words = [tuple(word for text in texts for word in words_of(text)) for texts in released]
    their_words = [tuple(word for text in texts for word in words_of(text)) for texts in known]
    views = {
        "words": _likeness(own_words, their_words),
        "lemmas": _likeness(
            [tuple(map(lemma, w)) for w in own_words], [tuple(map(lemma, w)) for w in their_words]
        ),
        "runs of letters": _likeness(list(map(_grams, own_words)), list(map(_grams, their_words))),
        "numbers": _likeness(
            [tuple(n for text in texts for n in numbers_of(text)) for texts in released],
            [_numbers_of_candidate(pool, place) for place in range(len(pool))],
        ),
    }
    scores = np.sum(list(views.values()), axis=0)
    chart = np.array([sent.protected.chart is not None for sent in examples], dtype=bool)
    scores[chart[:, None] != pool.is_chart[None, :]] = -np.inf
    forms = [frozenset(words) | frozenset(map(lemma, words)) for words in their_words]
    hits = tuple(tuple(_hits(sent, forms[place])) for sent, place in zip(examples, truth, strict=True))
    return Words(scores, views, hits, _chance(own_words, forms, truth))


def _numbers_of_candidate(pool: Pool, place: int) -> tuple[Decimal, ...]:
    candidate = pool.candidates[place]
    table = candidate.table
    cells = (
        () if table is None else (cell.value for row in table.cells for cell in row if cell.value is not None)
    )
    return (
        *(abs(value).normalize() for value in cells),
        *(n for text in candidate.strings for n in numbers_of(text)),
    )


def _likeness(own: Sequence[Sequence[Hashable]], theirs: Sequence[Sequence[Hashable]]) -> Floats:
    """The cosine of each pair, features weighted by how rare they are among ``theirs``; those of no candidate say nothing."""
    holders: dict[Hashable, list[int]] = {}
    for place, features in enumerate(theirs):
        for feature in set(features):
            holders.setdefault(feature, []).append(place)
    weights = {feature: math.log((1 + len(theirs)) / len(held)) for feature, held in holders.items()}
    lengths = np.array([math.sqrt(sum(weights[f] ** 2 for f in set(features))) or 1.0 for features in theirs])
    scores = np.zeros((len(own), len(theirs)))
    for place, features in enumerate(own):
        for feature in set(features):
            if feature in holders:
                scores[place, holders[feature]] += weights[feature] ** 2
    likeness: Floats = scores / lengths
    return likeness


def _hits(sent: Sent, forms: frozenset[str]) -> Iterator[Hit]:
    for where, text in places(sent):
        for place, word in enumerate(words_of(text), start=1):
            if word in forms:
                yield Hit(f"{where}, word {place}", "word")
            elif lemma(word) in forms:
                yield Hit(f"{where}, word {place}", "lemma")


def _chance(own: Sequence[Sequence[str]], forms: Sequence[frozenset[str]], truth: NDArray[np.intp]) -> Floats:
    """For each example the share of a few other sources of which a word occurs."""
    draw = np.random.default_rng(_SEED)
    shares = np.full(len(own), np.nan)
    for place, words in enumerate(own):
        others = [other for other in draw.integers(0, len(forms), _OTHERS) if other != truth[place]]
        seen = {*words, *map(lemma, words)}
        if others:
            shares[place] = np.mean([not seen.isdisjoint(forms[other]) for other in others])
    return shares
