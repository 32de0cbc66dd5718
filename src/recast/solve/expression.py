"""What a question asks, as a small tree over the evidence: between reading a question and writing a program.

Every leaf is something the evidence shows (an operand, a label) or a structural number; every pick (an extreme, an
order, a count, a threshold) is a node, so that the program written from the tree computes it over operands instead of
naming its outcome (design, section 8). All of it is protected data.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Literal

How = Literal["sum", "mean", "median", "mode", "max", "min"]
Comparison = Literal[">", "<", ">=", "<=", "=="]


@dataclass(frozen=True, slots=True)
class Operand:
    """A number of the evidence or of the question, as a plain decimal: ``protected(268.4)``.

    ``cell`` is its place (series, category), so that equal numbers in two cells stay two operands."""

    literal: str
    cell: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Bare:
    """A structural number or a constant of the operation (0, 2, 100)."""

    number: int


@dataclass(frozen=True, slots=True)
class Name:
    """A label. Plain years are number operands, every other label is a string operand."""

    label: str
    year: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Labelled values, in the order in which the evidence shows them. Labels may repeat (a label of several cells)."""

    items: tuple[tuple[Name, Expression], ...]


@dataclass(frozen=True, slots=True)
class Names:
    """Labels alone, for questions that count what is shown."""

    labels: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Filter:
    """The items of ``group`` that pass every test ``(comparison, bound)``."""

    group: Collection
    tests: tuple[tuple[Comparison, Expression], ...]


@dataclass(frozen=True, slots=True)
class Top:
    """The ``count`` largest (or smallest) items of ``group``."""

    group: Collection
    count: int
    largest: bool


@dataclass(frozen=True, slots=True)
class Within:
    """The items of ``group`` that carry a label of ``chosen``, which picks among other values of the same labels. No label
    repeats, and every label of the one has a value in the other."""

    group: Group
    chosen: Filter | Top


@dataclass(frozen=True, slots=True)
class Fold:
    """One number from the values of ``group``."""

    how: How
    group: Collection


@dataclass(frozen=True, slots=True)
class Rank:
    """The item at ``place`` (0 is the extreme) by value: its value, or its label."""

    group: Collection
    place: int
    largest: bool
    wants: Literal["value", "label"]


@dataclass(frozen=True, slots=True)
class First:
    """The first label (or the last) of ``group`` in the order shown; earliest by value where all labels are years."""

    group: Collection
    last: bool = False


@dataclass(frozen=True, slots=True)
class Labels:
    """All labels of ``group``."""

    group: Collection


@dataclass(frozen=True, slots=True)
class Size:
    """How many items ``group`` has."""

    group: Collection | Names


@dataclass(frozen=True, slots=True)
class Arithmetic:
    sign: Literal["+", "-", "*", "/"]
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Magnitude:
    """The absolute value: a difference asked without a direction."""

    of: Expression


@dataclass(frozen=True, slots=True)
class Ceiling:
    """The next whole number: of what comes in wholes, and must hold all ("how many boxes are needed")."""

    of: Expression


@dataclass(frozen=True, slots=True)
class Compare:
    comparison: Comparison
    left: Expression
    right: Expression


Collection = Group | Filter | Top | Within
Expression = (
    Operand | Bare | Name | Fold | Rank | First | Labels | Size | Arithmetic | Magnitude | Ceiling | Compare
)

_NODES = (
    Group,
    Names,
    Filter,
    Top,
    Within,
    Fold,
    Rank,
    First,
    Labels,
    Size,
    Arithmetic,
    Magnitude,
    Ceiling,
    Compare,
)


def labels_of(group: Collection) -> tuple[Name, ...]:
    """The labels of the ``Group`` at the bottom of ``group``."""
    while not isinstance(group, Group):
        group = group.group
    return tuple(name for name, _ in group.items)


def parts_of(node: object) -> Iterator[object]:
    """``node`` and every node below it."""
    yield node
    if isinstance(node, tuple):
        for item in node:
            yield from parts_of(item)
    elif isinstance(node, _NODES):
        for field in fields(node):
            yield from parts_of(getattr(node, field.name))
