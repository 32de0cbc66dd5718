"""The name of what a program computes, for the receipt."""

from __future__ import annotations

import ast
from typing import Literal

from recast.program.steps import Steps
from recast.program.value import value_of
from recast.types import AnswerKind, Program

Operation = Literal[
    "lookup", "difference", "sum", "mean", "median", "ratio", "percentage change", "count", "maximum", "minimum", "rank",
    "comparison", "which-label", "expression",
]  # fmt: skip

_MEANS = frozenset({"mean", "fmean"})


def operation(program: Program, steps: Steps, kind: AnswerKind) -> Operation:
    """Named from the last expression and the steps that the value depends on; ``expression`` where several are
    combined."""
    compares = bool(steps.of("max", "min", "order", "median", "compare"))
    if kind == "boolean":
        return "comparison"
    if kind != "number":
        return "which-label" if compares else "lookup"
    operators = steps.operators()
    folds = {step.name for step in steps.of("fold")}
    if any(map(_is_count, value_of(program.tree).expressions)):
        return "count"
    if steps.of("median"):
        return "median" if not operators else "expression"
    if ast.Div in operators or ast.FloorDiv in operators or folds & _MEANS:
        return _quotient(steps, operators, folds)
    if _counts(steps, operators, folds):
        return "count"
    if operators <= {ast.Sub} and operators and "sum" not in folds:
        return "difference"
    if operators <= {ast.Add} and (operators or "sum" in folds):
        return "sum"
    if operators or folds:
        return "expression"
    ends = {step.kind for step in steps.of("max", "min", "order")}
    if ends in ({"max"}, {"min"}):
        return "maximum" if ends == {"max"} else "minimum"
    if "order" in ends:
        return "rank"
    return "expression" if ends else "lookup"


def multiplies_by(steps: Steps, factors: frozenset[float]) -> bool:
    """Whether the value passes through a product or quotient with one of the plain ``factors``."""
    for node in steps.nodes:
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult | ast.Div):
            sides = (node.left, node.right) if isinstance(node.op, ast.Mult) else (node.right,)
            if any(isinstance(side, ast.Constant) and side.value in factors for side in sides):
                return True
    return False


def _quotient(steps: Steps, operators: frozenset[type[ast.operator]], folds: set[str]) -> Operation:
    written_out = any(map(steps.divides_by_count, steps.nodes))
    if folds & _MEANS or {"sum", "len"} <= folds or written_out:
        return "mean" if operators <= {ast.Div, ast.Add} else "expression"
    if ast.Sub in operators:
        return (
            "percentage change"
            if operators <= {ast.Sub, ast.Div, ast.Mult} and "sum" not in folds
            else "expression"
        )
    return "ratio"


def _counts(steps: Steps, operators: frozenset[type[ast.operator]], folds: set[str]) -> bool:
    """A count held in a variable, or a counter that goes up by one."""
    if operators - {ast.Add}:
        return False
    if folds and folds <= {"len", "count"}:
        return True
    return any(
        _is_count(node)
        or (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) and _is_number(node.right, 1))
        or (isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add) and _is_number(node.value, 1))
        for node in steps.nodes
        if isinstance(node, ast.BinOp | ast.AugAssign | ast.Call)
    )


def _is_count(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="len")):
            return True
        case ast.Call(
            func=ast.Name(id="sum"), args=[ast.GeneratorExp(elt=part) | ast.ListComp(elt=part), *_]
        ):
            return _is_number(part, 1) or isinstance(part, ast.Compare | ast.BoolOp)
    return False


def _is_number(node: ast.expr, value: int) -> bool:
    return isinstance(node, ast.Constant) and node.value == value
