"""The structure attacker: which source has this shape?

Knows: the release of one example (its chart or passage as data, without any name), the public policy, and the pool of
candidate sources with their values. Does: works out what a release of each candidate would show under that policy, in
several views (size, padded size, kind, axis, labels with numerals, gaps of years, which cells are missing, ranks or bands
or ties, small integers that stay, units, colours, passages: number and order of numerals), and ranks the candidates by the
likelihood of what is seen. How often each view fails to match the true source (rows left out, cells padded, a value read
wrongly) is learned from other releases, so that it works on whole, reduced and padded releases alike. From the programs it
takes how many numbers and years they use, which bounds the size of the source.

Not covered: graded likeness of ranks (one swapped pair makes the pattern another one; ``combined`` learns likeness), sub-
patterns of a release that shows only some rows in the source's ranks, colours of candidates that are known as tables only,
and questions: candidates have none, so that what a program asks is not matched.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from recast.audit.pool import Pool
from recast.audit.seen import Seen, gaps, integers, of_candidate, of_release, pattern
from recast.errors import SolverFailed
from recast.policy import Policy
from recast.program.parse import parse
from recast.sent import Sent

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
_View = Callable[[Seen, Policy], Hashable]

_PRIOR = (0.5, 2.0)  # misses and releases that a view starts with before any were seen
_RARE = 0.05  # a view that this share of the pool matches, or less, points at the source


def _padded(seen: Seen, policy: Policy) -> Hashable:
    rows, columns = seen.shape
    return -(-rows // 4), -(-columns // 2)


def _years(seen: Seen, policy: Policy) -> Hashable:
    if policy.years != "offset":
        return len(seen.row_years), len(seen.column_years)
    return gaps(seen.row_years), gaps(seen.column_years)


#: Each view and what it sees; a view whose value is None for a candidate says nothing of that candidate.
VIEWS: dict[str, _View] = {
    "shape": lambda seen, policy: seen.shape,
    "padded shape": _padded,
    "kind": lambda seen, policy: seen.kind,
    "axis": lambda seen, policy: (seen.role, bool(seen.row_years), bool(seen.column_years)),
    "numerals in labels": lambda seen, policy: (tuple(sorted(seen.row_flags)), seen.column_flags),
    "years": _years,
    "missing cells": lambda seen, policy: tuple(sorted(sum(v is None for v in row) for row in seen.rows)),
    "values": lambda seen, policy: pattern(seen, policy, ordered=False, labels=False),
    "values by label": lambda seen, policy: pattern(seen, policy, ordered=False),
    "values in order": lambda seen, policy: pattern(seen, policy, ordered=True, labels=False),
    "units": lambda seen, policy: seen.units if policy.units == "keep" else "abstract",
    "colours": lambda seen, policy: seen.colours,
}
_FITS = "size that fits"
_INTEGERS = "small integers"


@dataclass(frozen=True, slots=True)
class Matched:
    """``matches[view][example, candidate]``; ``known`` where the view says something of the candidate."""

    matches: dict[str, Bools]
    known: dict[str, Bools]
    in_question: Bools
    own_shapes: NDArray[np.intp]  # rows and columns of each example, then of each candidate
    shapes: NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Structure:
    """``scores[example, candidate]`` and, per example, the views that point at the right source."""

    scores: Floats
    because: tuple[tuple[str, ...], ...]


def attack(examples: Sequence[Sent], pool: Pool, truth: NDArray[np.intp]) -> Structure:
    """Scores of every example against every candidate."""
    matched = match(examples, pool)
    return Structure(likelihoods(matched, truth, policies_of(examples)), because(matched, truth))


def policies_of(examples: Sequence[Sent]) -> NDArray[np.intp]:
    """A number for the policy of each example: what is public, so that nothing is learned across policies."""
    return _codes([sent.policy for sent in examples])[0]


def match(examples: Sequence[Sent], pool: Pool) -> Matched:
    """Every view of every example against every candidate."""
    releases = [of_release(sent) for sent in examples]
    candidates = [of_candidate(candidate) for candidate in pool.candidates]
    chart = np.array([seen.chart for seen in releases], dtype=bool)
    size = (len(examples), len(candidates))
    matches = {view: np.zeros(size, dtype=bool) for view in (*VIEWS, _FITS, _INTEGERS)}
    known = {view: np.ones(size, dtype=bool) for view in (*VIEWS, _FITS, _INTEGERS)}
    for policy in dict.fromkeys(sent.policy for sent in examples):
        here = np.array([sent.policy == policy for sent in examples])
        chosen = [seen for seen, mine in zip(releases, here, strict=True) if mine]
        for view, look in VIEWS.items():
            codes, unknown = _codes([look(seen, policy) for seen in (*candidates, *chosen)])
            own, theirs = codes[len(candidates) :], codes[: len(candidates)]
            matches[view][here] = own[:, None] == theirs[None, :]
            known[view][here] = ~(unknown[len(candidates) :, None] | unknown[None, : len(candidates)])
        if policy.small_integers == "keep":
            matches[_INTEGERS][here] = _contained(chosen, candidates)
        else:
            known[_INTEGERS][here] = False
    matches[_FITS] = _fits(examples, releases, candidates)
    own, theirs = (np.array([seen.shape for seen in side], dtype=np.intp) for side in (releases, candidates))
    return Matched(matches, known, chart[:, None] == pool.is_chart[None, :], own, theirs)


def _codes(values: Sequence[Hashable]) -> tuple[NDArray[np.intp], Bools]:
    """A number for each distinct value; where a value is None."""
    numbers: dict[Hashable, int] = {}
    codes = np.array([numbers.setdefault(value, len(numbers)) for value in values], dtype=np.intp)
    return codes, np.array([value is None for value in values], dtype=bool)


def _contained(releases: Sequence[Seen], candidates: Sequence[Seen]) -> Bools:
    """Whether the small integers of a release are all among the candidate's."""

    def counts(seen: Sequence[Seen]) -> NDArray[np.intp]:
        found = [integers(one) for one in seen]
        return np.array([[one[value] for value in range(16)] for one in found], dtype=np.intp)

    own, theirs = counts(releases), counts(candidates)
    return np.stack([(theirs >= row).all(axis=1) for row in own])


def _fits(examples: Sequence[Sent], releases: Sequence[Seen], candidates: Sequence[Seen]) -> Bools:
    """Whether a candidate is as large as the release, and as what its programs use."""
    own = np.array([seen.shape for seen in releases])
    used = np.array([_used(sent) for sent in examples])
    theirs = np.array([seen.shape for seen in candidates])
    large = (theirs[None] >= own[:, None]).all(axis=2)
    enough: Bools = theirs.prod(axis=1)[None, :] >= used[:, None]
    return large & enough


def _used(sent: Sent) -> int:
    """How many of the issued values of the evidence the largest program uses."""
    drawn = (
        {v for row in sent.protected.chart.values for v in row} if sent.protected.chart is not None else set()
    )
    most = 0
    for exchange in sent.exchanges:
        try:
            most = max(most, len(drawn.intersection(parse(exchange.reply).operands)))
        except SolverFailed:
            continue
    return most


def likelihoods(matched: Matched, truth: NDArray[np.intp], policies: NDArray[np.intp]) -> Floats:
    """The log-likelihood of each release under each candidate. How often a view misses is learned, for each policy, on one
    half of the sources and used on the other."""
    rows = np.arange(len(truth))
    parts = [
        ((policies == policy) & (truth % 2 == half), (policies == policy) & (truth % 2 != half))
        for policy in np.unique(policies)
        for half in (0, 1)
    ]
    scores = np.zeros(matched.in_question.shape)
    others = np.maximum(matched.in_question.sum(axis=1), 1)
    for view, matches in matched.matches.items():
        missed = (~matches & matched.known[view])[rows, truth]
        common = (matches & matched.in_question).sum(axis=1) / others
        common = np.maximum(common, 1 / others)[:, None]
        for part, learned in parts:
            told = missed[learned]
            miss = (told.sum() + _PRIOR[0]) / (len(told) + _PRIOR[1])
            hit = matches[part].astype(float)
            if view == _FITS:
                hit *= _reductions(matched, truth, part, learned)
            likely = np.log((1 - miss) * hit + miss * common[part])
            scores[part] += np.where(matched.known[view][part], likely, np.log(common[part]))
    scores[~matched.in_question] = -np.inf
    return scores


def _reductions(matched: Matched, truth: NDArray[np.intp], part: Bools, learned: Bools) -> Floats:
    """How likely a source of each candidate's size is released in the size that is seen in ``part``: as often as among the
    releases ``learned`` from, and before any was seen, any size up to its own alike."""
    _, codes = np.unique(np.concatenate([matched.own_shapes, matched.shapes]), axis=0, return_inverse=True)
    own, theirs = codes[: len(truth)], codes[len(truth) :]
    counts = np.zeros((codes.max() + 1, codes.max() + 1))
    np.add.at(counts, (own[learned], theirs[truth[learned]]), 1)
    alike = 1 / np.maximum(1, matched.shapes.prod(axis=1))
    seen = counts[own[part]][:, theirs] + _PRIOR[1] * alike
    likely: Floats = seen / (counts.sum(axis=0)[theirs] + _PRIOR[1])
    return likely


def because(matched: Matched, truth: NDArray[np.intp]) -> tuple[tuple[str, ...], ...]:
    """Per example the views that point at the right source: few candidates match, and it is one of them."""
    others = np.maximum(matched.in_question.sum(axis=1), 1)
    rows = np.arange(len(truth))
    found: list[list[str]] = [[] for _ in truth]
    for view in VIEWS:
        matches = matched.matches[view] & matched.in_question
        rare = (
            (matches.sum(axis=1) / others <= _RARE) & matches[rows, truth] & matched.known[view][rows, truth]
        )
        for place in np.flatnonzero(rare):
            found[place].append(view)
    return tuple(map(tuple, found))
