"""How alike the order of drawn numbers is to that of a candidate's values, whatever the order of rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from recast.audit.pool import Pool
from recast.sent import Sent

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Order:
    """The ranks of a candidate's values ``[category, series]``, as they stand and with its rows by size, as deviations from
    their mean of length one."""

    shape: tuple[int, ...]
    standing: Floats
    by_size: Floats


def orders_of(pool: Pool) -> list[Order | None]:
    """Each candidate's order, a missing value last; None of a text."""
    return [
        None
        if candidate.table is None
        else _order(
            _matrix(
                [[None if c.value is None else float(c.value) for c in row] for row in candidate.table.cells]
            )
        )
        for candidate in pool.candidates
    ]


def _order(values: Floats) -> Order:
    ranks = _ranks(values)
    return Order(values.shape, _unit(ranks), _unit(_by_size(ranks)))


def drawn(sent: Sent) -> Floats | None:
    """The literals of a chart ``[category, series]``; None of a text."""
    chart = sent.protected.chart
    if chart is None or not chart.values:
        return None
    return _matrix([[None if v is None else float(v) for v in row] for row in chart.values])


def _matrix(rows: Sequence[Sequence[float | None]]) -> Floats:
    return np.array([[np.nan if v is None else v for v in row] for row in rows], dtype=float).T


def alike(means: Floats | None, orders: Sequence[Order | None]) -> Floats:
    """The rank correlation (-1 to 1) of these numbers with each candidate's values, rows as they stand or by size on both
    sides, whichever is more alike; 0 for a candidate of another shape."""
    found = np.zeros(len(orders))
    if means is None or means.size < 3:
        return found
    own = _order(means)
    for place, theirs in enumerate(orders):
        if theirs is not None and theirs.shape == own.shape:
            found[place] = max(own.standing @ theirs.standing, own.by_size @ theirs.by_size)
    return found


def _ranks(values: Floats) -> Floats:
    return np.argsort(values.ravel()).argsort().reshape(values.shape).astype(float)


def _by_size(ranks: Floats) -> Floats:
    ordered: Floats = ranks[np.argsort(ranks.mean(axis=1), kind="stable")]
    return ordered


def _unit(ranks: Floats) -> Floats:
    deviations = ranks.ravel() - ranks.mean()
    length = float(np.sqrt(deviations @ deviations))
    unit: Floats = deviations / length if length else deviations
    return unit
