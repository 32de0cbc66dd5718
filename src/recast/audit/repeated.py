"""The repeated-asks attacker: what do k releases of one source tell together?

Knows: k releases that are known to be of one source (the same chart asked about again), the public policy, the pool with
its values. Does, for k = 2, 5 and 20, in several ways: *shapes* intersects what each release allows (the structure
likelihoods of all are added up), and *combined*, where it was run, adds up what the trained model says of each; *averages* takes the mean literal of each place, and *ranks* its mean rank, and compares
their order with every candidate of that shape; *elimination* looks which candidate's values were never drawn (a map that
avoids source values tells them by that). "order" is how often the order of two numbers is that of their mean literals,
chance one half.

Not covered: telling that two releases are of one source in the first place (it is taken as known), releases of one source
under different policies, averaging over releases whose rows are in another order each time, and passages beyond *shapes*
and *elimination*.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

import numpy as np
from numpy.typing import NDArray

from recast.audit.orders import Order, alike, drawn, orders_of
from recast.audit.pool import Pool
from recast.sent import Known, Sent

Floats = NDArray[np.float64]

KS = (2, 5, 20)


@dataclass(frozen=True, slots=True)
class Repeated:
    """For one k: the place of each source that was asked about k times or more and the ``places`` of those k releases,
    ``scores[way][source, candidate]``, and the share of pairs whose order the mean literals tell (NaN where they cannot
    be averaged)."""

    truth: NDArray[np.intp]
    places: NDArray[np.intp]
    scores: Mapping[str, Floats]
    order: Floats


def attack(
    examples: Sequence[Sent],
    sources: Sequence[Known],
    single: Mapping[str, Floats],
    pool: Pool,
    truth: NDArray[np.intp],
) -> dict[int, Repeated]:
    """The attack for each k of which there are sources enough (one). ``single`` are the scores of one ask by the ways that
    add them up: ``shapes``, and ``combined`` where there is one."""
    asked: dict[tuple[int, str], list[int]] = defaultdict(list)
    for place, (source, sent) in enumerate(zip(truth, examples, strict=True)):
        asked[int(source), sent.policy.id].append(place)
    orders = orders_of(pool)
    held = [_held(pool, place) for place in range(len(pool))]
    found = {}
    for k in KS:
        groups = [(source, places[:k]) for (source, _), places in asked.items() if len(places) >= k]
        if groups:
            found[k] = _of(groups, examples, sources, single, orders, held)
    return found


def _of(
    groups: Sequence[tuple[int, Sequence[int]]],
    examples: Sequence[Sent],
    sources: Sequence[Known],
    single: Mapping[str, Floats],
    orders: Sequence[Order | None],
    held: Sequence[frozenset[Decimal]],
) -> Repeated:
    scores: dict[str, list[Floats]] = defaultdict(list)
    order = []
    for _, places in groups:
        shapes = single["shapes"][list(places)].sum(axis=0)
        literals = {Decimal(literal) for place in places for literal in examples[place].protected.literals}
        averages, ranks = _averaged([examples[place] for place in places])
        for way, one in single.items():
            scores[way].append(one[list(places)].sum(axis=0))
        scores["averages"].append(shapes + alike(averages, orders))
        scores["ranks"].append(shapes + alike(ranks, orders))
        avoided = np.array([-len(values & literals) / max(1, len(values)) for values in held])
        scores["elimination"].append(np.where(np.isfinite(shapes), avoided, -np.inf))
        order.append(
            _order(averages, [examples[place] for place in places], [sources[place] for place in places])
        )
    return Repeated(
        np.array([source for source, _ in groups], dtype=np.intp),
        np.array([places for _, places in groups], dtype=np.intp),
        {way: np.stack(rows) for way, rows in scores.items()},
        np.array(order),
    )


def _held(pool: Pool, place: int) -> frozenset[Decimal]:
    table = pool.candidates[place].table
    return (
        frozenset(c.value for row in table.cells for c in row if c.value is not None)
        if table
        else frozenset()
    )


def _averaged(releases: Sequence[Sent]) -> tuple[Floats | None, Floats | None]:
    """The mean literal and the mean rank of each place, where all releases have the same shape."""
    known = [values for sent in releases if (values := drawn(sent)) is not None]
    if len(known) < len(releases) or len({values.shape for values in known}) != 1:
        return None, None
    stacked = np.stack(known)
    ranks = stacked.reshape(len(known), -1).argsort(axis=1).argsort(axis=1).reshape(stacked.shape)
    return stacked.mean(axis=0), ranks.mean(axis=0)


def _order(means: Floats | None, releases: Sequence[Sent], sources: Sequence[Known]) -> float:
    """The share of pairs of places whose source values are in the order of the means. NaN where the places of the releases
    do not stand for the same values, or nothing differs."""
    if means is None:
        return float("nan")
    truths = []
    for sent, known in zip(releases, sources, strict=True):
        values = {literal: float(value) for literal, value, _ in known.numbers}
        shown = sent.protected.chart.values if sent.protected.chart is not None else ()
        truths.append(np.array([[values.get(v or "", np.nan) for v in row] for row in shown]).T)
    if any(not np.array_equal(truths[0], other, equal_nan=True) for other in truths):
        return float("nan")
    true, mean = truths[0].ravel(), means.ravel()
    first, second = np.triu_indices(len(true), 1)
    differ = (true[first] != true[second]) & ~np.isnan(
        true[first] + true[second] + mean[first] + mean[second]
    )
    if not differ.any():
        return float("nan")
    told = np.sign(mean[first] - mean[second]) == np.sign(true[first] - true[second])
    return float(told[differ].mean())
