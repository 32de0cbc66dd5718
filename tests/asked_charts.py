"""Small charts of our own, and what a question about one comes to: understood, and asked again in a sentence of ours."""

from __future__ import annotations

import random
from decimal import Decimal
from typing import Any

from recast.solve.charts.phrasing import restated
from recast.solve.charts.sketch import sketch
from recast.solve.charts.understand import NotUnderstood, interpret
from recast.solve.write import write
from recast.types import CategoryRole, Cell, ChartKind, Series, Table


def chart(
    categories: str, rows: dict[str, str], kind: ChartKind = "grouped_bar", x: str = "Harbour", unit: str = ""
) -> Table:
    """A table from words: categories and values split at spaces ("_" is a space); years make an axis of time."""
    names = tuple(word.replace("_", " ") for word in categories.split())
    cells = tuple(tuple(Cell(Decimal(v), v) for v in values.split()) for values in rows.values())
    role: CategoryRole = "time" if all(name.isdigit() and len(name) == 4 for name in names) else "nominal"
    series = tuple(Series(label, "", unit) for label in rows)
    return Table(kind, "vertical", "", "", x, "", role, names, series, cells)


def answered(question: str, over: Table) -> Any:
    """What the program for a question comes to when each operand stands for itself."""
    asked = interpret(question, over)
    assert not isinstance(asked, NotUnderstood), sketch(question, over).text
    names: dict[str, Any] = {"protected": lambda written: written}
    exec(write(asked), names)
    return names["answer"]


def said_again(question: str, over: Table) -> str:
    """The question in a sentence of ours, which asks for the same tree; empty where there is none."""
    asked = interpret(question, over)
    assert not isinstance(asked, NotUnderstood), sketch(question, over).text
    return restated(asked, over, random.Random(1))
