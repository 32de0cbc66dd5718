"""For tests only: a careless solver. It understands as the offline solver does, and then picks by eye.

Extremes, orders, medians, counts, thresholds and comparisons are settled by the displayed numbers, which say nothing
about the values behind them; only the pick goes into the program, as a bare operand, label or count. The product must
notice (design, section 8) and never answer wrongly in silence.
"""

from __future__ import annotations

import statistics
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from recast.solve.expression import (
    Arithmetic,
    Bare,
    Collection,
    Compare,
    Comparison,
    Expression,
    Filter,
    First,
    Fold,
    Group,
    Labels,
    Magnitude,
    Name,
    Names,
    Operand,
    Rank,
    Size,
    Top,
    Within,
)
from recast.solve.offline import DESTINATION, answering
from recast.solve.write import write
from recast.stages import Solver

_Item = tuple[Name, Expression]


def create(options: Mapping[str, Any]) -> Solver:
    """The stage's factory; there are no options."""
    return by_eye_solver()


def by_eye_solver() -> Solver:
    """The careless solver, in this process."""
    return Solver(DESTINATION, "by_eye", answering(careless), remote=False)


def careless(asked: Expression) -> str:
    """The program of one who looked: every pick settled by the displayed numbers."""
    settled = _settled(asked)
    return f"answer = {settled}\n" if isinstance(settled, bool) else write(settled)


def _settled(node: Expression) -> Expression | bool:
    """``node`` with every pick in it replaced by what it comes to on the displayed numbers."""
    match node:
        case Arithmetic(sign, left, right):
            return Arithmetic(sign, _number(left), _number(right))
        case Magnitude(of):
            return Magnitude(_number(of))
        case Compare(comparison, left, right):
            return _holds(_seen(left), comparison, _seen(right))
        case Fold(how, group):
            return _fold(how, _items(group))
        case Rank(group, place, largest, wants):
            name, value = sorted(_items(group), key=lambda item: _seen(item[1]), reverse=largest)[place]
            return name if wants == "label" else _number(value)
        case First(group, last):
            items = _items(group)
            return items[-1 if last else 0][0] if items else Bare(0)
        case Labels(group):
            return Labels(Group(tuple(_items(group))))
        case Size(Names(labels)):
            return Bare(len(labels))
        case Size(Group() | Filter() | Top() | Within() as group):
            return Bare(len(_items(group)))
    return node


def _number(node: Expression) -> Expression:
    """``node`` settled, where it is a part of arithmetic: never a verdict."""
    settled = _settled(node)
    return Bare(int(settled)) if isinstance(settled, bool) else settled


def _fold(how: str, items: list[_Item]) -> Expression:
    """Sums and means keep their cells; an extreme, median or mode is the cell that looks like it."""
    cells = Group(tuple(items))
    if how in ("sum", "mean") or not items:
        return Fold("mean" if how == "mean" else "sum", cells)
    ordered = sorted((value for _, value in items), key=_seen)
    if how in ("max", "min"):
        return _number(ordered[-1 if how == "max" else 0])
    if how == "median" and len(ordered) % 2 == 0:
        middle = Arithmetic("+", _number(ordered[len(ordered) // 2 - 1]), _number(ordered[len(ordered) // 2]))
        return Arithmetic("/", middle, Bare(2))
    if how == "median":
        return _number(ordered[len(ordered) // 2])
    common = statistics.mode(_seen(value) for value in ordered)
    return _number(next(value for value in ordered if _seen(value) == common))


def _items(group: Collection) -> list[_Item]:
    """The items of ``group`` after its picks, as seen."""
    match group:
        case Group(items):
            return list(items)
        case Filter(inner, tests):
            bounds = [(sign, _seen(bound)) for sign, bound in tests]
            return [
                item
                for item in _items(inner)
                if all(_holds(_seen(item[1]), sign, bound) for sign, bound in bounds)
            ]
        case Top(inner, count, largest):
            return sorted(_items(inner), key=lambda item: _seen(item[1]), reverse=largest)[:count]
        case Within(inner, chosen):
            named = {key for key, _ in _items(chosen)}
            return [item for item in inner.items if item[0] in named]


def _seen(node: Expression) -> Decimal:
    """What ``node`` comes to when the displayed numbers are taken at their face."""
    match node:
        case Operand(literal, _):
            return Decimal(literal)
        case Bare(number):
            return Decimal(number)
        case Magnitude(of):
            return abs(_seen(of))
        case Arithmetic(sign, left, right):
            a, b = _seen(left), _seen(right)
            if sign == "/":
                return a / b if b else Decimal(0)
            return a + b if sign == "+" else a - b if sign == "-" else a * b
        case Fold("sum", group):
            return sum((_seen(value) for _, value in _items(group)), Decimal(0))
        case Fold("mean", group):
            values = [_seen(value) for _, value in _items(group)]
            return sum(values, Decimal(0)) / len(values) if values else Decimal(0)
    settled = _settled(node)
    return (
        Decimal(settled) if isinstance(settled, bool) else Decimal(0) if settled == node else _seen(settled)
    )


def _holds(left: Decimal, comparison: Comparison, right: Decimal) -> bool:
    match comparison:
        case ">":
            return left > right
        case "<":
            return left < right
        case ">=":
            return left >= right
        case "<=":
            return left <= right
        case "==":
            return left == right
