"""Whether a question of ours, once its labels are replaced, is still read as asking the same of the same cells.

A sentence of ours is chosen because the rules read it as the tree that they took the asker's question for; a rewriter only
exchanges its labels and numerals. This reads it again over the rewritten chart and compares tree with tree, cell by cell and
label by label, before anything is drawn.

Not covered: what the rules misread alike in both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from recast.solve.charts.understand import interpret
from recast.solve.expression import Group, Name, Names, Operand
from recast.types import Rewritten, Table

Shape = tuple[Any, ...] | str | int | float | bool | None


def asks_alike(question: str, table: Table, made: Rewritten) -> bool:
    """Whether the question of ``made`` asks of its chart what ``question``, over the labels of ``table``, asks of that one."""
    if made.table is None:
        return False
    rows = made.row_order or tuple(range(len(table.categories)))
    before = _shape(interpret(question, table), table, tuple(range(len(table.categories))))
    return before == _shape(interpret(made.question, made.table), made.table, rows)


def _shape(node: object, table: Table, rows: Sequence[int]) -> Shape:
    """A tree without the words of its chart; ``rows[c]`` is the source's place of the chart's category ``c``."""
    match node:
        case Operand(_, (series, category)):
            return "cell", series, rows[category]
        case Name(label):
            if label in table.categories:
                return "category", rows[table.categories.index(label)]
            series_labels = [series.label for series in table.series]
            return ("series", series_labels.index(label)) if label in series_labels else "no label"
        case Group(items) | Names(items):  # in the order in which the chart shows them, which may be another
            return type(node).__name__, *sorted((_shape(item, table, rows) for item in items), key=repr)
        case tuple():
            return tuple(_shape(part, table, rows) for part in node)
    if is_dataclass(node):
        parts = (_shape(getattr(node, field.name), table, rows) for field in fields(node))
        return type(node).__name__, *parts
    return node if isinstance(node, str | int | float | bool) else None
