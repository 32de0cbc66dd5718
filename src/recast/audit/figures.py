"""Scores of an attacker made figures: how often the right source is picked first, at which rank, with intervals.

An interval is the bootstrap's central 95 %, drawn over *sources*: several examples of one source stand or fall together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_DRAWS = 2000
_SEED = 42
_SAME = 1e-6  # scores that differ by less are equal


@dataclass(frozen=True, slots=True)
class Figure:
    """One share (0-1) with its interval, beside what chance would give. ``reason`` says why a figure is not measured;
    ``value`` is then None."""

    attacker: str
    measure: str
    group: str
    n: int
    value: float | None
    low: float | None = None
    high: float | None = None
    chance: float | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Ranked:
    """What an attacker made of each example: the chance that the right source is its first pick (ties are broken by lot),
    the right source's expected rank (1 is best), and the candidates there were. NaN where it was not run."""

    picked: Floats
    rank: Floats
    candidates: Floats


def ranked(scores: Floats, truth: NDArray[np.intp]) -> Ranked:
    """From scores ``[example, candidate]``, higher is likelier; ``-inf`` is a candidate that is not in question."""
    of_truth = scores[np.arange(len(truth)), truth][:, None]
    better = np.count_nonzero(scores > of_truth + _SAME, axis=1)
    same = np.count_nonzero(np.abs(scores - of_truth) <= _SAME, axis=1)
    picked = np.where(better == 0, 1 / np.maximum(same, 1), 0.0)
    return Ranked(
        picked, better + (same + 1) / 2, np.count_nonzero(np.isfinite(scores), axis=1).astype(float)
    )


def interval(values: Floats, clusters: NDArray[np.intp]) -> tuple[float, float]:
    """The central 95 % of the mean over resampled clusters."""
    names, inverse = np.unique(clusters, return_inverse=True)
    sums = np.bincount(inverse, weights=values, minlength=len(names))
    counts = np.bincount(inverse, minlength=len(names)).astype(float)
    if len(names) < 2:
        return 0.0, 1.0
    draw = np.random.default_rng(_SEED).multinomial(len(names), np.full(len(names), 1 / len(names)), _DRAWS)
    means = (draw @ sums) / np.maximum(draw @ counts, 1)
    low, high = np.quantile(means, (0.025, 0.975))
    if len(values) and np.ptp(values) == 0:  # all alike: the rule of three says what was not seen
        width = 3 / len(names)
        low, high = max(0.0, low - width * (values[0] > 0)), min(1.0, high + width * (values[0] < 1))
    return float(low), float(high)


def share(
    attacker: str,
    measure: str,
    group: str,
    values: Floats,
    clusters: NDArray[np.intp],
    chance: float | Floats | None,
) -> Figure:
    """The mean of what was measured (NaN was not)."""
    known = ~np.isnan(values)
    if not known.any():
        return Figure(attacker, measure, group, 0, None, reason="no example to measure it on")
    low, high = interval(values[known], clusters[known])
    level = float(np.mean(np.broadcast_to(chance, values.shape)[known])) if chance is not None else None
    return Figure(attacker, measure, group, int(known.sum()), float(values[known].mean()), low, high, level)


def shares(
    attacker: str,
    measure: str,
    found: Floats,
    clusters: NDArray[np.intp],
    groups: Sequence[tuple[str, NDArray[np.bool_]]],
    chance: Floats | float | None,
) -> list[Figure]:
    """One share for each group."""
    return [
        share(
            attacker,
            measure,
            group,
            found[members],
            clusters[members],
            chance[members] if isinstance(chance, np.ndarray) else chance,
        )
        for group, members in groups
    ]


def unmeasured(attacker: str, reason: str, measure: str = "picked first") -> Figure:
    """What stands for a figure of an attacker that was not run."""
    return Figure(attacker, measure, "all", 0, None, reason=reason)


def rank_figures(
    attacker: str, found: Ranked, clusters: NDArray[np.intp], groups: Sequence[tuple[str, NDArray[np.bool_]]]
) -> list[Figure]:
    """Picked first, and among the first ten, for each group of examples."""
    ten = np.where(np.isnan(found.rank), np.nan, (found.rank <= 10).astype(float))
    each = 1 / np.maximum(found.candidates, 1)
    return [
        figure
        for group in groups
        for measure, values, chance in (
            ("picked first", found.picked, each),
            ("among the first ten", ten, np.minimum(1, 10 * each)),
        )
        for figure in shares(attacker, measure, values, clusters, [group], chance)
    ]
