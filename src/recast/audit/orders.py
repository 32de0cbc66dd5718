"""How alike the order of drawn numbers is to that of a candidate's values, whatever the order of rows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from recast.audit.pool import Pool
from recast.sent import Sent

Floats = NDArray[np.float64]


def values_of(pool: Pool) -> list[Floats | None]:
    """Each candidate's values ``[category, series]``, NaN where one is missing; None of a text."""
    return [
        None
        if candidate.table is None
        else _matrix(
            [[None if c.value is None else float(c.value) for c in row] for row in candidate.table.cells]
        )
        for candidate in pool.candidates
    ]


def drawn(sent: Sent) -> Floats | None:
    """The literals of a chart ``[category, series]``; None of a text."""
    chart = sent.protected.chart
    if chart is None or not chart.values:
        return None
    return _matrix([[None if v is None else float(v) for v in row] for row in chart.values])


def _matrix(rows: Sequence[Sequence[float | None]]) -> Floats:
    return np.array([[np.nan if v is None else v for v in row] for row in rows], dtype=float).T


def alike(means: Floats | None, tables: Sequence[Floats | None]) -> Floats:
    """The rank correlation (-1 to 1) of these numbers with each candidate's values, rows as they stand or by size on both
    sides, whichever is more alike; 0 for a candidate of another shape."""
    found = np.zeros(len(tables))
    if means is None or means.size < 3:
        return found
    own = _ranks(means)
    for place, values in enumerate(tables):
        if values is not None and values.shape == means.shape:
            theirs = _ranks(values)
            found[place] = max(_correlation(own, theirs), _correlation(_by_size(own), _by_size(theirs)))
    return found


def _ranks(values: Floats) -> Floats:
    return np.argsort(values.ravel()).argsort().reshape(values.shape).astype(float)


def _by_size(ranks: Floats) -> Floats:
    ordered: Floats = ranks[np.argsort(ranks.mean(axis=1), kind="stable")]
    return ordered


def _correlation(first: Floats, second: Floats) -> float:
    a, b = (side.ravel() - side.mean() for side in (first, second))
    length = float(np.sqrt((a @ a) * (b @ b)))
    return float(a @ b) / length if length else 0.0
