"""The values attacker: what was this number before it was mapped?

Knows: every literal of a release, its place, the public policy, and how the numbers of sources are spread (other releases
with their sources). Does: for each number it makes the guess that would have been right most often among the numbers of
other releases that look alike in one respect (the literal itself, its magnitude, its band and form, its rank among the
literals, the kind of chart), and goes by the respect that did best on releases that it was not learned from. A guess is
right within 5 % of the number, of a year exactly. Beside it stands the guess of someone without the release, made in the
same way from the same other sources; the difference is the advantage. "order" is how often the order of two numbers is
that of their literals, chance one half.

Not covered: sums or other relations known from outside, numbers that the release left out, several releases of one source
(``repeated``), and respects that nobody thought of.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from recast.sent import Known, Sent

Floats = NDArray[np.float64]

_NEAR = 0.05
_FOLDS = 5
_LEAST = 3  # numbers that must look alike before a guess is made of them
_MOST = 60  # numbers of one release whose order is looked at


@dataclass(frozen=True, slots=True)
class Number:
    """One number of one release. ``source`` is the truth, used to learn from and to score only."""

    example: int
    literal: float
    written: str
    source: float
    year: bool
    rank: int
    count: int
    kind: str


_Respect = Callable[[Number], Hashable]

#: In which respect two numbers may look alike; "nothing" is the guess without the release.
RESPECTS: dict[str, _Respect] = {
    "nothing": lambda number: None,
    "literal": lambda number: number.written,
    "magnitude": lambda number: round(4 * math.log10(max(abs(number.literal), 0.1))),
    "band and form": lambda number: (_band(number.literal), "." in number.written),
    "rank": lambda number: (number.rank, number.count),
    "share of ranks": lambda number: (
        _band(number.literal),
        round(8 * number.rank / max(1, number.count - 1)),
    ),
    "kind": lambda number: (number.kind, number.count),
}


def _band(value: float) -> int:
    return 0 if value <= 15 else 1 if value < 1263 else 2 if value <= 2100 else 3


@dataclass(frozen=True, slots=True)
class Values:
    """Per example: the share of its numbers (and of its years) that was guessed, with the release and blindly, the share of
    pairs whose order was told, and how many numbers went out as they were; NaN where there was nothing to guess.
    ``respects``: what the guesses went by."""

    guessed: Floats
    blind: Floats
    years: Floats
    years_blind: Floats
    order: Floats
    kept: NDArray[np.intp]
    respects: tuple[str, ...]


def attack(examples: Sequence[Sent], sources: Sequence[Known], truth: NDArray[np.intp]) -> Values:
    """Guesses every number of every example, from other releases under its policy. ``truth`` says which examples are of
    one source: none is learned from another of the same."""
    numbers = [
        n for place, pair in enumerate(zip(examples, sources, strict=True)) for n in _numbers(place, *pair)
    ]
    fold = truth % _FOLDS
    right = np.zeros(len(numbers), dtype=bool)
    blind = np.zeros(len(numbers), dtype=bool)
    respects = []
    policies = list(dict.fromkeys(sent.policy for sent in examples))
    for policy, year in itertools.product(policies, (False, True)):
        of_kind = [
            k for k, n in enumerate(numbers) if n.year == year and examples[n.example].policy == policy
        ]
        for part in range(_FOLDS):
            own = [k for k in of_kind if fold[numbers[k].example] == part]
            others = [numbers[k] for k in of_kind if fold[numbers[k].example] != part]
            if not own or not others:
                continue
            respect = _best(others, fold)
            respects.append(respect)
            for which, found in ((respect, right), ("nothing", blind)):
                guesses = _guesses(others, RESPECTS[which])
                default = _guesses(others, RESPECTS["nothing"]).get(None)
                for k in own:
                    found[k] = _is_right(numbers[k], guesses.get(RESPECTS[which](numbers[k]), default))
    place = np.array([number.example for number in numbers], dtype=np.intp)
    years = np.array([number.year for number in numbers], dtype=bool)
    size = len(examples)
    return Values(
        _means(right[~years], place[~years], size),
        _means(blind[~years], place[~years], size),
        _means(right[years], place[years], size),
        _means(blind[years], place[years], size),
        _order([number for number in numbers if not number.year], size),
        _kept(numbers, examples),
        tuple(dict.fromkeys(respects)),
    )


def _numbers(place: int, sent: Sent, known: Known) -> list[Number]:
    data = sorted({float(literal) for literal, _, role in known.numbers if role != "year"})
    kind = sent.protected.chart.kind if sent.protected.chart is not None else "text"
    return [
        Number(
            place,
            float(literal),
            literal,
            float(value),
            role == "year",
            data.index(float(literal)) if role != "year" else 0,
            len(data),
            kind,
        )
        for literal, value, role in known.numbers
    ]


def _best(numbers: Sequence[Number], fold: NDArray[np.intp]) -> str:
    """The respect that guesses best on one half of the sources what it learned on the other."""
    halves = [[n for n in numbers if (fold[n.example] % 2 == 0) == even] for even in (True, False)]

    def success(name: str) -> int:
        right = 0
        for learned, tried in (halves, halves[::-1]):
            guesses, default = (
                _guesses(learned, RESPECTS[name]),
                _guesses(learned, RESPECTS["nothing"]).get(None),
            )
            right += sum(_is_right(n, guesses.get(RESPECTS[name](n), default)) for n in tried)
        return right

    return max(RESPECTS, key=success)


def _guesses(numbers: Sequence[Number], respect: _Respect) -> Mapping[Hashable, float]:
    """For each look the guess that is right for most of the numbers that have it."""
    alike: dict[Hashable, list[float]] = defaultdict(list)
    years = any(number.year for number in numbers)
    for number in numbers:
        alike[respect(number)].append(number.source)
    guess = _commonest if years else _densest
    return {look: guess(values) for look, values in alike.items() if len(values) >= _LEAST}


def _commonest(values: Sequence[float]) -> float:
    return Counter(values).most_common(1)[0][0]


def _densest(values: Sequence[float]) -> float:
    """The guess within 5 % of which most of the values are."""
    counted = Counter(values)
    best, most = counted.most_common(1)[0]
    positive = np.sort([value for value in values if value > 0])
    if len(positive):
        ends = np.searchsorted(positive, positive * (1 + _NEAR) / (1 - _NEAR), side="right")
        within = ends - np.arange(len(positive))
        if within.max() > most:
            best = float(positive[within.argmax()]) * (1 + _NEAR) * (1 - 1e-9)
    return best


def _is_right(number: Number, guess: float | None) -> bool:
    if guess is None:
        return False
    if number.year:
        return guess == number.source
    return abs(guess - number.source) <= _NEAR * abs(number.source)


def _means(found: NDArray[np.bool_], place: NDArray[np.intp], size: int) -> Floats:
    sums = np.bincount(place, weights=found.astype(float), minlength=size)
    counts = np.bincount(place, minlength=size)
    return np.where(counts > 0, sums / np.maximum(counts, 1), np.nan)


def _order(numbers: Sequence[Number], size: int) -> Floats:
    of_example: dict[int, list[Number]] = defaultdict(list)
    for number in numbers:
        of_example[number.example].append(number)
    shares = np.full(size, np.nan)
    for place, mine in of_example.items():
        literal = np.array([number.literal for number in mine[:_MOST]])
        source = np.array([number.source for number in mine[:_MOST]])
        upper = np.triu_indices(len(literal), 1)
        told = np.sign(literal[upper[0]] - literal[upper[1]]) == np.sign(source[upper[0]] - source[upper[1]])
        differ = source[upper[0]] != source[upper[1]]
        if differ.any():
            shares[place] = told[differ].mean()
    return shares


def _kept(numbers: Sequence[Number], examples: Sequence[Sent]) -> NDArray[np.intp]:
    """How many integers 0-15 of an example went out as they were, under a policy that draws no literal in that range: who
    sees one knows that it is the source's."""
    counts = np.zeros(len(examples), dtype=np.intp)
    for number in numbers:
        keeps = examples[number.example].policy.small_integers == "keep"
        if keeps and not number.year and number.literal == number.source and 0 <= number.literal <= 15:
            counts[number.example] += 1
    return counts
