"""RMS: how much of one table is in another, as DePlot defines relative mapping similarity.

A table is a set of mappings (row label, column label) → value. Two keys are as far apart as their normalised edit
distance, distances above ``TAU`` counting as 1; two values as their relative distance, above ``THETA`` counting as 1.
Keys are matched one to one at least total distance, and a matched pair scores (1 - key distance) × (1 - value
distance). Precision is the sum of scores over the cells read, recall over the cells expected.

Ours: labels are compared without case and without doubled spaces; a table is read either way round, whichever scores
higher; the label of a single value column is not compared, since charts mostly do not draw it. Where matchings tie, the
one with the nearer values is taken, so that two equal labels do not make the score a matter of order.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import numpy as np

TAU = 0.5
THETA = 0.5
NARROW_THETA = 0.1  # of DePlot's published code; the paper's is the one above
_TIE = 1e-6  # how much a value distance weighs beside a key distance in the matching

Key = tuple[str, str]  # row label, column label
Cells = Mapping[Key, Decimal]
Matrix = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True, slots=True)
class Score:
    """Shares from 0 to 1."""

    precision: float
    recall: float

    @property
    def f1(self) -> float:
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


def rms(read: Cells, expected: Cells, theta: float = THETA) -> Score:
    """The score of a table against the true one. Two empty tables agree."""
    return compared(read, expected, theta)[0]


def compared(read: Cells, expected: Cells, theta: float = THETA) -> tuple[Score, dict[Key, Key]]:
    """The score, and the true cell of each cell read that has one, by the better of both ways round."""
    turned = {(column, row): value for (row, column), value in read.items()}
    ways = (_one_way(read, expected, theta), _one_way(turned, expected, theta))
    score, pairs = max(ways, key=lambda way: way[0].f1)
    mine, true = list(read), list(expected)
    return score, {mine[row]: true[column] for row, column in pairs}


def _one_way(read: Cells, expected: Cells, theta: float) -> tuple[Score, list[tuple[int, int]]]:
    if not read and not expected:
        return Score(1.0, 1.0), []
    if not read or not expected:
        return Score(0.0, 0.0), []
    keys = _key_distances(_keys(read), _keys(expected))
    values = _value_distances(list(read.values()), list(expected.values()), theta)
    pairs = [(row, column) for row, column in assignment(keys + _TIE * values) if keys[row, column] < 1]
    total = float(sum((1 - keys[row, column]) * (1 - values[row, column]) for row, column in pairs))
    return Score(total / len(read), total / len(expected)), pairs


def _keys(cells: Cells) -> list[str]:
    """Row and column label as one text, without the label of a single column."""
    several = len({column for _, column in cells}) > 1
    return [" ".join(f"{row} {column if several else ''}".casefold().split()) for row, column in cells]


def _key_distances(read: list[str], expected: list[str]) -> Matrix:
    from rapidfuzz.distance import Levenshtein
    from rapidfuzz.process import cdist

    distances = np.asarray(
        cdist(read, expected, scorer=Levenshtein.normalized_distance, dtype=np.float64), dtype=np.float64
    )
    return np.where(distances > TAU, 1.0, distances)


def _value_distances(read: list[Decimal], expected: list[Decimal], theta: float) -> Matrix:
    """Relative to the expected value; beside an expected 0 only 0 is near."""
    mine = np.array([float(value) for value in read])[:, None]
    true = np.array([float(value) for value in expected])[None, :]
    size = np.abs(true)
    relative = np.abs(mine - true) / np.where(size > 0, size, 1.0)
    distances = np.where(size > 0, np.minimum(1.0, relative), (mine != true).astype(float))
    return np.where(distances > theta, 1.0, distances)


def assignment(costs: Matrix) -> list[tuple[int, int]]:
    """One column for each row, or one row for each column where rows are more, at least total cost.

    The Hungarian method: rows enter one at a time and take the cheapest path of exchanges to a free column, by reduced
    costs; cubic in the longer side.
    """
    if costs.shape[0] > costs.shape[1]:
        return sorted((row, column) for column, row in assignment(costs.T))
    rows, columns = costs.shape
    padded = np.zeros((rows + 1, columns + 1))
    padded[1:, 1:] = costs
    row_price, column_price = np.zeros(rows + 1), np.zeros(columns + 1)
    owner = np.zeros(
        columns + 1, dtype=int
    )  # the row that has a column; column 0 is where the entering row waits
    for entering in range(1, rows + 1):
        owner[0], column = entering, 0
        least = np.full(columns + 1, np.inf)
        before = np.zeros(columns + 1, dtype=int)
        done = np.zeros(columns + 1, dtype=bool)
        while owner[column]:
            done[column] = True
            row = owner[column]
            reduced = padded[row] - row_price[row] - column_price
            nearer = ~done & (reduced < least)
            least[nearer], before[nearer] = reduced[nearer], column
            following = int(np.argmin(np.where(done, np.inf, least)))
            step = least[following]
            row_price[owner[done]] += step
            column_price[done] -= step
            least[~done] -= step
            column = following
        while column:
            owner[column] = owner[before[column]]
            column = before[column]
    return sorted((int(owner[column]) - 1, column - 1) for column in range(1, columns + 1) if owner[column])
