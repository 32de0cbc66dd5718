"""Bounds that values are tested against, in words of ours: numerals of the question, and what the values themselves tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from recast.solve.expression import Arithmetic, Bare, Collection, Comparison, Expression, Fold, Group, Operand
from recast.types import Table

Tests = Sequence[tuple[Comparison, Expression]]

SIGNS: dict[Comparison, tuple[str, ...]] = {
    ">": ("above", "higher than"),
    "<": ("below", "lower than"),
    ">=": ("at least",),
    "<=": ("at most",),
    "==": ("equal to",),
}
_PARTS = {2: "half", 3: "a third", 4: "a quarter", 5: "a fifth", 10: "a tenth"}


def bounds(tests: Tests, group: Collection, table: Table) -> Iterator[str]:
    """One test in words, or two numerals as both ends: a numeral of the question, the average or an end of what is tested, a
    part of their sum, a multiple of one."""
    match tests:
        case ((">=", Operand(low, None)), ("<=", Operand(high, None))):
            yield f"between {low} and {high}"
    if len(tests) != 1:
        return
    sign, bound = tests[0]
    for word in SIGNS[sign]:
        yield from (f"{word} {phrase}" for phrase in _bound(bound, group, table))


def _bound(bound: Expression, group: Collection, table: Table) -> Iterator[str]:
    match bound:
        case Operand(literal, None):
            yield literal
        case Fold("mean" | "median" as how, whole) if whole == group:
            yield f"the {'average' if how == 'mean' else 'median'}"
        case Fold("max" | "min" as how, whole) if whole == group:
            yield f"the {'highest' if how == 'max' else 'lowest'} value"
        case Arithmetic("/", Fold("sum", Group()), Bare(number)) if number in _PARTS:
            yield f"{_PARTS[number]} of the total"
        case Arithmetic("/", Operand(_, (_, place)), Bare(2)):
            yield f"half of {table.categories[place]}"
        case Arithmetic("*", Operand(_, (_, place)), Bare(2)):
            yield f"twice {table.categories[place]}"
