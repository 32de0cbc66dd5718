"""What a program does, read off its syntax: which comparisons, folds and arithmetic its value depends on."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, reduce
from itertools import compress
from operator import or_
from typing import Literal

from recast.numbers.mapping import literal_key
from recast.program.allowed import bound_names, module_aliases
from recast.program.flow import Flow
from recast.program.parse import marks
from recast.program.value import roots, value_of
from recast.types import Program

Kind = Literal["max", "min", "order", "median", "compare", "fold"]

_CALLS: dict[str, Kind] = {
    "max": "max", "min": "min", "sorted": "order", "sort": "order", "nlargest": "order", "nsmallest": "order",
    "median": "median", "median_low": "median", "median_high": "median", "most_common": "order", "amax": "max",
    "amin": "min", "argmax": "max", "argmin": "min", "mode": "order", "multimode": "order",
    "sum": "fold", "mean": "fold", "fmean": "fold", "fsum": "fold", "len": "fold",
    "harmonic_mean": "fold", "geometric_mean": "fold", "stdev": "fold", "pstdev": "fold", "variance": "fold",
    "pvariance": "fold", "prod": "fold", "count": "fold",
}  # fmt: skip
_ORDERING = (ast.Lt, ast.Gt, ast.LtE, ast.GtE)


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a kind. ``name`` is the function; ``operands`` are the canonical literals that reach it;
    ``ordering`` is true for <, <=, >, >= and for every other kind but == and in."""

    kind: Kind
    name: str
    node: ast.AST
    operands: tuple[str, ...]
    ordering: bool = True


@dataclass(frozen=True, slots=True)
class Steps:
    """All that the program's value depends on: its nodes, the steps among them, and the operands that reach it."""

    nodes: tuple[ast.AST, ...]
    steps: tuple[Step, ...]
    operands: frozenset[str]
    counts: Mapping[ast.AST, int]  # marks that reach the left side of a division

    def divides_by_count(self, node: ast.AST) -> bool:
        """Whether ``node`` divides by as many as are added before: a mean written out."""
        if not (
            isinstance(node, ast.BinOp)
            and isinstance(node.op, ast.Div)
            and isinstance(node.right, ast.Constant)
        ):
            return False
        counts = {self.counts.get(node.left, 0), _addends(node.left)} - {0, 1}
        return node.right.value in counts

    def of(self, *kinds: Kind) -> tuple[Step, ...]:
        return tuple(step for step in self.steps if step.kind in kinds)

    def operators(self) -> frozenset[type[ast.operator]]:
        return frozenset(type(node.op) for node in self.nodes if isinstance(node, ast.BinOp | ast.AugAssign))


def steps_of(program: Program, years: frozenset[str] = frozenset()) -> Steps:
    """The steps of a program. ``years`` are the literals that are labels: a comparison with one selects, as a name
    does."""
    tree = program.tree
    found = [(mark.call, literal_key(mark.text)) for mark in marks(tree) if mark.numeric]
    marked = {id(call): literal for call, literal in found}
    labels = frozenset(key for key, literal in marked.items() if literal in years)
    flow = Flow(tree)
    reaching = flow.reaching([call for call, _ in found])
    value = value_of(tree)
    nodes = flow.slice_of(roots(value))
    rebound = bound_names(tree)
    modules = module_aliases(tree)
    imported = {
        alias.asname or alias.name: alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }

    @cache
    def named(bits: int) -> tuple[str, ...]:
        return tuple(compress((literal for _, literal in found), map("1".__eq__, reversed(f"{bits:b}"))))

    def operands(*parts: ast.AST) -> tuple[str, ...]:
        return named(reduce(or_, (reaching[part] for part in parts), 0))

    def called(node: ast.Call) -> str:
        match node.func:
            case ast.Name(id=name) if name in imported:
                return imported[name]
            case ast.Name(id=name) if name not in rebound:
                return name
            case ast.Attribute(attr=attribute):
                return attribute
        return ""

    steps: list[Step] = []
    for node in (*nodes, *_sorts(tree, nodes)):
        match node:
            case ast.Call() if (name := called(node)) in _CALLS:
                owner = (
                    [node.func.value]
                    if isinstance(node.func, ast.Attribute) and not _is_module(node.func, modules)
                    else []
                )
                steps.append(Step(_CALLS[name], name, node, operands(*owner, *node.args)))
            case ast.Compare(left=left, ops=ops, comparators=others) if not any(
                _is_label(side, labels) for side in (left, *others)
            ):
                ordering = any(isinstance(op, _ORDERING) for op in ops)
                steps.append(Step("compare", "", node, operands(left, *others), ordering))
    counts: dict[ast.AST, int] = {
        node.left: reaching[node.left].bit_count()
        for node in nodes
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div)
    }
    return Steps(
        nodes, tuple(steps), frozenset(marked[id(node)] for node in nodes if id(node) in marked), counts
    )


def _addends(node: ast.expr) -> int:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return _addends(node.left) + _addends(node.right)
    return 1


def _sorts(tree: ast.Module, nodes: tuple[ast.AST, ...]) -> tuple[ast.AST, ...]:
    """``values.sort()`` on a name that the value depends on: a statement, so no assignment leads to it."""
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    known = set(map(id, nodes))
    return tuple(
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "sort"
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id in names
        and id(node) not in known
    )


def _is_module(function: ast.Attribute, modules: dict[str, str]) -> bool:
    return isinstance(function.value, ast.Name) and function.value.id in modules


def _is_label(side: ast.expr, labels: frozenset[int]) -> bool:
    """A side of a comparison that is a name, a year or a list of them: it selects by label, not by value."""
    if id(side) in labels:
        return True
    match side:
        case ast.Constant(value=str()):
            return True
        case ast.Call(func=ast.Name(id="protected"), args=[ast.Constant(value=str(text))]):
            return not any(character.isdigit() for character in text)
        case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts):
            return bool(parts) and all(_is_label(part, labels) for part in parts)
    return False
