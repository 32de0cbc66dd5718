"""Which expressions of a program are its value: ``answer``, else the last expression, else a single print
(interfaces §3). Solvers also end with a plain assignment or with a function that they forget to call: both count."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

Form = Literal["answer", "expression", "assignment", "print", "function", "none"]


@dataclass(frozen=True, slots=True)
class Value:
    """``form`` says where the value stands; ``name`` is the variable or function that holds it; ``expressions`` are
    all expressions that may become it."""

    form: Form
    name: str = ""
    expressions: tuple[ast.expr, ...] = ()


def value_of(tree: ast.Module) -> Value:
    """Where the program's value stands. A program with none has the form ``none``."""
    assigned = tuple(_assigned(tree, "answer"))
    if assigned:
        return Value("answer", "answer", assigned)
    printed = tuple(
        argument
        for node in ast.walk(tree)
        if is_print(node)
        for argument in shown(node)  # type: ignore[arg-type]
    )
    match tree.body[-1]:
        case ast.Expr(value=value) if not is_print(value) and not _is_silent(value):
            return Value("expression", "", (value, *printed))
        case ast.Assign(targets=[ast.Name(id=name)]) if not printed:
            return Value("assignment", name, tuple(_assigned(tree, name)))
        case ast.FunctionDef(name=name) as function if not printed and not _required(function):
            returned = (
                node.value for node in ast.walk(function) if isinstance(node, ast.Return) and node.value
            )
            return Value("function", name, tuple(returned))
    return Value("print", "", printed) if printed else Value("none")


def roots(value: Value) -> tuple[ast.expr, ...]:
    """The expressions from which ``flow`` finds all that the value depends on, tests around an assignment included."""
    match value.form:
        case "answer" | "assignment" | "function":
            return (ast.Name(value.name, ast.Load()),)
        case "expression":
            return (*value.expressions, ast.Name("print", ast.Load()))
        case "print":
            return (ast.Name("print", ast.Load()),)
    return ()


def is_print(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"


def shown(call: ast.Call) -> list[ast.expr]:
    """The arguments of a print that carry its value: fixed text is dropped where something else is printed too."""
    computed = [
        part for part in call.args if not (isinstance(part, ast.Constant) and isinstance(part.value, str))
    ]
    return computed or call.args


def _is_silent(value: ast.expr) -> bool:
    """A last line that is only text, or a call for its effect, such as ``values.sort()``."""
    match value:
        case ast.Constant(value=str()):
            return False
        case ast.Call(func=ast.Attribute(attr="sort" | "append" | "extend" | "update" | "reverse")):
            return True
    return False


def _required(function: ast.FunctionDef) -> bool:
    arguments = function.args
    return len(arguments.posonlyargs) + len(arguments.args) > len(arguments.defaults) or bool(
        [default for default in arguments.kw_defaults if default is None]
    )


def _assigned(tree: ast.Module, name: str) -> Iterator[ast.expr]:
    """Every value that ``name`` is given outside functions, or inside one that declares it global."""
    for node in _module_level(tree):
        match node:
            case ast.Assign(targets=targets, value=value) if any(_holds(target, name) for target in targets):
                yield value
            case ast.AugAssign(target=ast.Name(id=target_name), value=value) if target_name == name:
                yield value
            case ast.AnnAssign(target=ast.Name(id=target_name), value=ast.expr() as value) if (
                target_name == name
            ):
                yield value
            case ast.NamedExpr(target=ast.Name(id=target_name), value=value) if target_name == name:
                yield value
            case ast.For(target=target, iter=iterated) if _holds(target, name):
                yield iterated


def _module_level(tree: ast.Module) -> Iterator[ast.AST]:
    """Every node outside functions, in source order; a function that declares a global counts as outside."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        inner = (
            child
            for child in ast.iter_child_nodes(node)
            if not isinstance(child, ast.FunctionDef) or _sets_global(child)
        )
        waiting.extend(reversed(list(inner)))


def _sets_global(function: ast.FunctionDef) -> bool:
    return any(isinstance(part, ast.Global) for part in ast.walk(function))


def _holds(target: ast.expr, name: str) -> bool:
    return any(isinstance(part, ast.Name) and part.id == name for part in ast.walk(target))
