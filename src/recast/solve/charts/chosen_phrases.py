"""Sentences of ours for trees that pick labels by one series and ask of another, and for two picks that are compared."""

from __future__ import annotations

from collections.abc import Iterator

from recast.solve.charts.bound_phrases import bounds
from recast.solve.charts.naming import noun_of, values_of
from recast.solve.expression import Compare, Expression, Filter, Fold, Rank, Top, Within
from recast.types import Table

_COUNTS = {2: "two", 3: "three", 4: "four", 5: "five"}
_FOLDS = {"sum": ("total",), "mean": ("average", "mean"), "max": ("highest value",), "min": ("lowest value",)}


def of_those_chosen(asked: Expression, table: Table) -> Iterator[str]:
    """Questions for a value or a label of those that other values pick; none for any other tree."""
    match asked:
        case Fold("sum", Within(group, Top(_, 1, _)) as within):
            values = values_of(group, table)
            if values is not None:
                for clause in _clauses(within, table):
                    yield f"What is {values.series} for the {clause}?"
                    yield f"What is the value of {values.series} for the {clause}?"
        case Fold("sum" | "mean" | "max" | "min" as how, Within(group, _) as within):
            values = values_of(group, table)
            if values is not None:
                for clause in _clauses(within, table):
                    yield from (
                        f"What is the {word} of {values.series} for the {clause}?" for word in _FOLDS[how]
                    )
        case Rank(Within(group, _) as within, 0, largest, "label"):
            values = values_of(group, table)
            if values is not None:
                end = "highest" if largest else "lowest"
                for clause in _clauses(within, table):
                    yield f"Among the {clause}, which has the {end} value of {values.series}?"
        case Compare("==", Rank(one, 0, _, "label") as first, Rank(other, 0, _, "label") as second):
            left, right = _end(first, table), _end(second, table)
            if left and right and one != other:
                noun = noun_of(one, table, many=False)
                yield f"Is the {noun} with the {left} also the {noun} with the {right}?"
                yield f"Does the {noun} with the {left} also have the {right}?"


def _end(pick: Rank, table: Table) -> str:
    values = values_of(pick.group, table)
    return f"{'highest' if pick.largest else 'lowest'} value of {values.series}" if values is not None else ""


def _clauses(within: Within, table: Table) -> Iterator[str]:
    """ "sites with a value of larks above 5", without an article."""
    match within.chosen:
        case Top(group, count, largest):
            values = values_of(group, table)
            end = "highest" if largest else "lowest"
            if values is not None and count == 1:
                yield f"{noun_of(group, table, many=False)} with the {end} value of {values.series}"
            elif values is not None and count in _COUNTS:
                yield f"{_COUNTS[count]} {noun_of(group, table, many=True)} with the {end} values of {values.series}"
        case Filter(group, tests):
            values = values_of(group, table)
            if values is not None:
                for bound in bounds(tests, group, table):
                    yield f"{noun_of(group, table, many=True)} with a value of {values.series} {bound}"
