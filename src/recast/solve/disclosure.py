"""A chart that is too large to be drawn, reduced to the rows and series that its question needs.

Only a question that the rules understand is trusted to say what it needs, and only where the smaller table is understood
as asking the very same of the very same values. Anything else keeps the whole chart (which is then refused). What goes
out tells which rows were asked for among how many others; that is not hidden here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from recast.language.mentions import find_mentions, group_mentions
from recast.solve.expression import Names, Operand, parts_of
from recast.solve.understand import NotUnderstood, interpret
from recast.solve.write import write
from recast.types import Table


def reduced(table: Table, question: str, rows: int, columns: int) -> Table:
    """``table`` if it has at most ``rows`` categories and ``columns`` series; else its part that the question needs, if
    that is known and fits; else ``table`` as it is."""
    if len(table.categories) <= rows and len(table.series) <= columns:
        return table
    asked = interpret(question, table)
    parts = [] if isinstance(asked, NotUnderstood) else list(parts_of(asked))
    if isinstance(asked, NotUnderstood) or any(isinstance(part, Names) for part in parts):
        return table  # a count of what is shown needs all that is shown
    used = [part.cell for part in parts if isinstance(part, Operand) and part.cell is not None]
    named = _named(question, table)
    kept_rows = _with_neighbour({c for _, c in used} | {n for n in named if n >= 0}, len(table.categories))
    kept_columns = sorted({s for s, _ in used} | {-n - 1 for n in named if n < 0})
    if not used or len(kept_rows) > rows or len(kept_columns) > columns:
        return table
    part = _part(table, kept_rows, kept_columns)
    again = interpret(question, part)
    return table if isinstance(again, NotUnderstood) or write(again) != write(asked) else part


def _named(question: str, table: Table) -> set[int]:
    """The categories that the question names, and its series as -1, -2, ..."""
    rows, series = len(table.categories), [s.label for s in table.series]
    found = {mention.label for mention in find_mentions(question, [*table.categories, *series])}
    found |= {n for group in group_mentions(question, table.categories, series) for n in group.candidates}
    return {n if n < rows else rows - n - 1 for n in found}


def _with_neighbour(places: set[int], size: int) -> list[int]:
    """In order; a single row is joined by one beside it, so that the chart stays one."""
    if len(places) == 1 and size > 1:
        (place,) = places
        places = {place, place + 1 if place + 1 < size else place - 1}
    return sorted(places)


def _part(table: Table, rows: Sequence[int], columns: Sequence[int]) -> Table:
    return replace(
        table,
        categories=tuple(table.categories[c] for c in rows),
        series=tuple(table.series[s] for s in columns),
        cells=tuple(tuple(table.cells[s][c] for c in rows) for s in columns),
        category_colours=tuple(table.category_colours[c] for c in rows) if table.category_colours else (),
    )
