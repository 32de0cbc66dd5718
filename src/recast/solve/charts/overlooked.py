"""Whether a question says something that its tree overlooks although every word of it is known: a supposed amount, a unit, a label.

Each rule names a way in which questions of people who had not seen the rules were read as less than they say, and yet each word
was one that a look-up, a comparison or a count may hold.

Not covered: a supposition without a number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal, InvalidOperation

from recast.numbers.numerals import find_numerals
from recast.solve.charts.sketch import Sketch
from recast.solve.expression import (
    Arithmetic,
    Bare,
    Compare,
    Expression,
    Filter,
    Group,
    Operand,
    parts_of,
)

_SUPPOSES = re.compile(r"\b(?:if|would|suppose\w*|assum\w+|imagine)\b")
_SIGNS = ("$", "€", "£", "%")
_ALL_OF_THEM = re.compile(
    r"\b(?:over|above|below|under) (?:the|these|those|all|all the) N(?P<number>\d+) (?:X|_|categor\w+|groups?|items?|bars?|years?|months?)\b"
)
_LIMITS = re.compile(
    r"\b(?:before|after|since|until|till|from|between|through|except\w*|exclud\w*|without|not|other|but)\b"
)
_OF_A_WHOLE = re.compile(
    r"percent|per cent|proportion|share|fraction|portion|\bpart\b|%|\brate|ratio|relative|contribut",
    re.IGNORECASE,
)


def overlooks(question: str, drawn: Sketch, asked: Expression) -> bool:
    """Whether ``asked``, the tree of ``question`` whose sketch is ``drawn``, leaves out a number, a unit or a label."""
    return any(_overlooked(question, drawn, list(parts_of(asked))))


def _overlooked(question: str, drawn: Sketch, nodes: Sequence[object]) -> Iterator[bool]:
    numbers = {node.literal for node in nodes if isinstance(node, Operand) and node.cell is None}
    numbers |= {str(node.number) for node in nodes if isinstance(node, Bare)}
    yield _SUPPOSES.search(drawn.text) is not None and not numbers.issuperset(drawn.numbers)
    yield any(sign in question and _is_of_another_label(sign, drawn, nodes) for sign in _SIGNS)
    for found in _ALL_OF_THEM.finditer(drawn.text):  # "over the five years"
        number = drawn.numbers[int(found["number"])]
        yield number in numbers and number in (str(len(drawn.table.categories)), str(len(drawn.table.series)))
    yield any(_is_of_itself(node) for node in nodes)
    percent = any(
        isinstance(node, Arithmetic) and node.sign == "*" and node.right == Bare(100) for node in nodes
    )
    yield percent and _OF_A_WHOLE.search(f"{question} {drawn.text}") is None
    for node in nodes:
        if isinstance(node, Filter):
            yield _passes_over_a_label(node, drawn) or _is_bound_of_labels(node, drawn)


def _is_of_another_label(sign: str, drawn: Sketch, nodes: Sequence[object]) -> bool:
    """Whether a unit of the question is that of a label that the tree does not use, and not of those that it uses."""
    table = drawn.table
    cells = [node.cell for node in nodes if isinstance(node, Operand) and node.cell is not None]
    for labels, used in (
        (table.categories, {c for _, c in cells}),
        ([series.label for series in table.series], {s for s, _ in cells}),
    ):
        bearing = {place for place, label in enumerate(labels) if sign in label}
        if bearing and used and bearing.isdisjoint(used):
            return True
    return False


def _is_of_itself(node: object) -> bool:
    """Whether a value is compared with, or taken from, itself."""
    match node:
        case Arithmetic("-" | "/", left, right) | Compare(_, left, right):
            return left == right
        case Filter(Group(items), tests):
            return any(value == bound for _, value in items for _, bound in tests)
    return False


def _passes_over_a_label(node: Filter, drawn: Sketch) -> bool:
    """Whether one category is named, and all of them are searched and none of it compared with."""
    named = {int(mark) for mark in re.findall(r"\bC(\d+)\b", drawn.text)}
    if not named or not isinstance(node.group, Group) or _LIMITS.search(drawn.text):
        return False
    bounds = {
        part.cell[1]
        for _, bound in node.tests
        for part in parts_of(bound)
        if isinstance(part, Operand) and part.cell is not None
    }
    searched = {
        part.cell[1]
        for _, value in node.group.items
        for part in parts_of(value)
        if isinstance(part, Operand) and part.cell is not None
    }
    return len(searched) == len(drawn.table.categories) > 1 and named.isdisjoint(bounds)


def _is_bound_of_labels(node: Filter, drawn: Sketch) -> bool:
    """Whether a number that values are compared with is one at which bands of the labels end ("50-60")."""
    bounds = {
        _decimal(bound.literal)
        for _, bound in node.tests
        if isinstance(bound, Operand) and bound.cell is None
    }
    ends = [
        {numeral.value for numeral in find_numerals(label)}
        for label in drawn.table.categories
        if len(label) < 16
    ]
    bands = [values for values in ends if len(values) == 2]
    return len(bands) > 1 and any(bound in values for bound in bounds for values in bands)


def _decimal(literal: str) -> Decimal | None:
    try:
        return Decimal(literal)
    except InvalidOperation:
        return None
