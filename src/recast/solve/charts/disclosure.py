"""What of a chart goes out: the rows and series that its question can need, and which axes may be padded.

Only a question that the rules understand is trusted to say what it needs, and only where the smaller table is understood
as asking the very same of the very same values. Anything else keeps the whole chart. Whether the question holds more than
was understood is asked before (``certain``, by ``selection``): "by how much does A beat the runner-up" names one row, and
needs all. Not covered: a content word that widens what is asked; how many rows and series were left out
(``rewrite.shape`` hides that where it can, and the receipt says so).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from recast.language.mentions import find_mentions, group_mentions
from recast.solve.charts.scope import name
from recast.solve.charts.understand import NotUnderstood, interpret
from recast.solve.expression import Expression, Names, Operand, Size, parts_of
from recast.solve.write import write
from recast.types import Private, Table


@dataclass(frozen=True, slots=True, repr=False)
class Disclosed(Private):
    """The part of a table that the question can need. ``rows_named``: every row that it uses is one that the question
    names, so that further rows change nothing; ``series_named`` likewise. ``rows`` and ``series`` are the places of the part
    in the whole; empty where nothing is left out."""

    table: Table
    rows_named: bool = False
    series_named: bool = False
    rows: tuple[int, ...] = ()
    series: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class _Needed(Private):
    """Places of rows and series that a question uses or names, and whether it names all that it uses of each axis."""

    rows: frozenset[int]
    series: frozenset[int]
    rows_named: bool
    series_named: bool


def disclosed(table: Table, question: str, *, alone: bool = False) -> Disclosed:
    """The part of ``table`` that ``question`` can need: all of it where the rules do not understand the question. One that
    counts the labels of one axis needs one place of the other. Unless it may stand ``alone``, a single row is joined by one
    beside it, so that the chart stays one."""
    asked = interpret(question, table)
    needed = None if isinstance(asked, NotUnderstood) else _needed(asked, question, table)
    if needed is None:
        return Disclosed(table)
    rows = sorted(needed.rows)
    if len(rows) == 1 and len(table.categories) > 1 and not alone:
        rows = sorted({*rows, rows[0] + 1 if rows[0] + 1 < len(table.categories) else rows[0] - 1})
    columns = sorted(needed.series)
    part = part_table(table, rows, columns)
    if not asks_the_same(question, table, part):
        return Disclosed(table)
    whole = len(rows) == len(table.categories) and len(columns) == len(table.series)
    places = ((), ()) if whole else (tuple(rows), tuple(columns))
    return Disclosed(part, needed.rows_named, needed.series_named, *places)


def _needed(asked: Expression, question: str, table: Table) -> _Needed | None:
    """What the tree of a question uses, or None where it may be anything."""
    if isinstance(asked, Size) and isinstance(asked.group, Names):
        return _counted(asked.group, table)
    parts = list(parts_of(asked))
    used = {part.cell for part in parts if isinstance(part, Operand) and part.cell is not None}
    if not used or any(isinstance(part, Names) for part in parts):
        return None
    named = _named(question, table)
    named_rows, named_series = {n for n in named if n >= 0}, {-n - 1 for n in named if n < 0}
    rows, series = {c for _, c in used}, {s for s, _ in used}
    return _Needed(
        frozenset(rows | named_rows),
        frozenset(series | named_series),
        rows <= named_rows,
        series <= named_series,
    )


def _counted(counted: Names, table: Table) -> _Needed | None:
    """A count of all labels of one axis: that axis, and of the other the place of which the fewest cells are missing. None
    where it is not certain which axis is counted, or only some of its labels are (those of one colour)."""
    rows, series = range(len(table.categories)), range(len(table.series))
    by_rows = counted.labels == tuple(map(name, table.categories))
    by_series = counted.labels == tuple(name(one.label) for one in table.series)
    if by_rows == by_series:
        return None
    missing = {(s, c): table.cells[s][c].value is None for s in series for c in rows}
    if by_rows:
        fullest = min(series, key=lambda s: sum(missing[s, c] for c in rows))
        return _Needed(frozenset(rows), frozenset({fullest}), rows_named=False, series_named=True)
    fullest = min(rows, key=lambda c: sum(missing[s, c] for s in series))
    return _Needed(frozenset({fullest}), frozenset(series), rows_named=True, series_named=False)


def asks_the_same(question: str, one: Table, other: Table) -> bool:
    """Whether the question asks the very same of the very same values of both tables, or neither is understood."""
    first, second = interpret(question, one), interpret(question, other)
    if isinstance(first, NotUnderstood) or isinstance(second, NotUnderstood):
        return first == second
    return write(first) == write(second)


def _named(question: str, table: Table) -> set[int]:
    """The categories that the question names, and its series as -1, -2, ..."""
    rows, series = len(table.categories), [s.label for s in table.series]
    found = {mention.label for mention in find_mentions(question, [*table.categories, *series])}
    groups = group_mentions(question, table.categories, series, table.x_title)
    found |= {n for group in groups for n in group.candidates}
    return {n if n < rows else rows - n - 1 for n in found if n >= 0}


def part_table(table: Table, rows: Sequence[int], columns: Sequence[int]) -> Table:
    """The rows and series of a table at these places."""
    return replace(
        table,
        categories=tuple(table.categories[c] for c in rows),
        series=tuple(table.series[s] for s in columns),
        cells=tuple(tuple(table.cells[s][c] for c in rows) for s in columns),
        category_colours=tuple(table.category_colours[c] for c in rows) if table.category_colours else (),
    )
