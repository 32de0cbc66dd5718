"""From the doubts of the reader to a confidence that means what it says.

The reader lowers a cell's score for every doubt: characters that were hard to recognise, a value that does not go with
the length of its mark, an axis with few labels. Such a score orders cells; it is no probability. Here it becomes one: of
the cells that are given 0.9, about nine in ten are right. A printed cell is right when its value is; a cell read off an
axis when it is within twice its tolerance or 2.5 % of the true value.

A cell about which the reader had a doubt stays below ``SURE``, however often such repairs turn out right, so that it is
always shown as unsure. In a chart in which one of several series had to be named by its colour a name was not found, and
values may stand under the wrong one, as where two names were read as one: every cell of it is unsure. So is every cell of a picture that is worn by coarse
compression, in which grid lines, gaps and marks are easily taken for each other.

What this does not cover: a chart unlike those that the curves were fitted on may be read better or worse than its
confidence says. Charts that are misread whole (a grid line taken for the line) are misread in all cells at once.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from recast.perception.text import Pixels
from recast.types import SURE, Cell, Origin, Table

#: Raw score → share of right cells, straight between the knots and level outside them. Fitted on drawings of tuning
#: tables, clean and worn, and on real charts of the tuning half, by ``python benchmarks/calibration.py FOLDER ... --fit``.
_CURVES: Mapping[Origin, Sequence[tuple[float, float]]] = {
    "printed": ((0.0, 0.0), (0.739, 0.849), (0.997, 0.998), (1.0, 0.999)),
    "axis": ((0.0, 0.0), (0.683, 0.494), (0.828, 0.667), (0.962, 0.985)),
    "missing": ((0.0, 0.0), (1.0, 1.0)),
}
_DOUBTFUL = 0.7  # raw score at most in a chart whose series have no names of their own, and in a worn picture
_GRAIN = 12  # of 255: steps that compression leaves around edges
_WORN = 0.085  # share of pixels with such a step; charts as published mostly have less
_UNSURE = SURE - 0.01


def calibrated(table: Table, pixels: Pixels) -> Table:
    """The table read from that picture with the confidence of each cell in place of its raw score."""
    return _each(scored(table, pixels), lambda cell: confidence(cell.origin, cell.confidence))


def scored(table: Table, pixels: Pixels) -> Table:
    """The table with the raw scores of its cells lowered by what only the whole table and picture show."""
    nameless = len(table.series) > 1 and any(
        series.label and series.label.casefold() == series.colour_name for series in table.series
    )
    if not nameless and not _is_worn(pixels):
        return table
    return _each(table, lambda cell: min(cell.confidence, _DOUBTFUL))


def _is_worn(pixels: Pixels) -> bool:
    """Whether coarse compression has left its grain: many pixels that differ a little from the one at their left."""
    import cv2

    steps = functools.reduce(np.maximum, cv2.split(cv2.absdiff(pixels[:, 1:], pixels[:, :-1])))
    return float(((steps > 0) & (steps <= _GRAIN)).mean()) > _WORN


def _each(table: Table, score: Callable[[Cell], float]) -> Table:
    return replace(
        table,
        cells=tuple(tuple(replace(cell, confidence=score(cell)) for cell in row) for row in table.cells),
    )


def confidence(origin: Origin, raw: float) -> float:
    """The share of cells of that origin and raw score (0-1) that are right, below ``SURE`` where the raw score is; it
    never falls as the score rises."""
    knots = _CURVES[origin]
    below = [knot for knot in knots if knot[0] <= raw]
    above = [knot for knot in knots if knot[0] > raw]
    if not below or not above:
        share = knots[-1][1] if below else knots[0][1]
    else:
        (left, low), (right, high) = below[-1], above[0]
        share = low + (high - low) * (raw - left) / (right - left)
    return share if raw >= SURE else min(share, _UNSURE)
