"""Which operands and which steps of a program its value depends on.

The analysis never runs anything. It follows every assignment of a name in whatever scope and order, so it finds too
much rather than too little: what it says that a value does not depend on, the value does not depend on.
A name is one place between all its uses and all its assignments, so that time grows with the length of a program and
not with uses times assignments.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from recast.program.closure import closure
from recast.program.value import is_print, shown

_CHANGES = frozenset(
    {"append", "extend", "insert", "add", "update", "setdefault", "pop", "remove", "discard", "sort"}
)
#: What has a value of its own: a name inside of it is no other name for what it is given to.
_FRESH = (ast.BinOp, ast.UnaryOp, ast.Compare, ast.JoinedStr, ast.Lambda)


@dataclass(frozen=True, slots=True, eq=False)
class _Place:
    """What a name is given, or all arguments of one call; ``tests`` decide whether it is, by ``id``."""

    values: list[ast.AST | _Place] = field(default_factory=list)
    tests: dict[int, ast.AST] = field(default_factory=dict)


class Flow:
    """The assignments of one program, by name; see ``slice_of``."""

    def __init__(self, tree: ast.Module) -> None:
        self._tree = tree
        self._assigned: dict[str, _Place] = defaultdict(_Place)
        self._parameters: dict[str, ast.arguments] = {
            node.name: node.args for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)
        }
        self._changed: set[str] = set()
        self._others: list[tuple[str, str]] = []  # a name and what it may be another name for
        self._visit(tree, ())
        self._change_others()

    def slice_of(self, roots: Iterable[ast.AST]) -> tuple[ast.AST, ...]:
        """Every node that the value of ``roots`` may depend on, with the tests that decide whether an assignment
        happens."""
        seen: dict[int, ast.AST | _Place] = {}
        waiting: list[ast.AST | _Place] = list(roots)
        while waiting:
            node = waiting.pop()
            if id(node) not in seen:
                seen[id(node)] = node
                waiting.extend(self._after(node))
                waiting.extend(node.tests.values() if isinstance(node, _Place) else ())
        return tuple(node for node in seen.values() if isinstance(node, ast.AST))

    def reaching(self, wanted: Sequence[ast.AST]) -> Mapping[ast.AST, int]:
        """Which of the nodes ``wanted`` the value of each node of the program may depend on, tests aside: bit *i* for
        ``wanted[i]``."""
        own = {id(node): 1 << place for place, node in enumerate(wanted)}
        start: ast.AST | _Place = self._tree
        found = closure(start, self._after, lambda node: own.get(id(node), 0))
        return {node: bits for node, bits in found.items() if isinstance(node, ast.AST)}

    def _after(self, node: ast.AST | _Place) -> Iterator[ast.AST | _Place]:
        """What a node depends on directly, tests aside."""
        if isinstance(node, _Place):
            yield from node.values
            return
        yield from ast.iter_child_nodes(node)
        if isinstance(node, ast.Name) and node.id in self._assigned:
            yield self._assigned[node.id]

    def _visit(self, node: ast.AST, tests: tuple[ast.AST, ...]) -> None:
        match node:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    self._bind(target, value, tests)
            case ast.AugAssign(target=target):
                self._bind(target, node, tests)
            case ast.NamedExpr(target=target, value=value):
                self._bind(target, value, tests)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                self._bind(target, value, tests)
            case ast.For(target=target, iter=iterated) | ast.comprehension(target=target, iter=iterated):
                self._bind(target, iterated, tests)
            case ast.Return(value=ast.expr() as value):
                self._bind_name("return", value, tests)
            case ast.Call(func=ast.Attribute(value=owner, attr=attribute)) if attribute in _CHANGES:
                self._bind(owner, _Place([*node.args, *node.keywords]), tests)
                self._changed.update(_held(owner))
            case ast.Delete(targets=targets):
                for target in targets:
                    self._bind(target, target, tests)
                    self._changed.update(_held(target))
            case ast.Call(func=ast.Name(id=name)) if name in self._parameters:
                self._call(self._parameters[name], node, tests)
            case _ if is_print(node):
                for part in shown(node):  # type: ignore[arg-type]
                    self._bind_name("print", part, tests)
        if isinstance(node, ast.FunctionDef):
            self._function(node)
            return
        inner = (*tests, *_tests(node))
        for child in ast.iter_child_nodes(node):
            failing = node.body if isinstance(node, ast.Try) and child in node.handlers else ()
            self._visit(child, (*inner, *failing))

    def _call(self, parameters: ast.arguments, call: ast.Call, tests: tuple[ast.AST, ...]) -> None:
        """The arguments of a call of a function of the program, given to its parameters."""
        plain = [parameter.arg for parameter in (*parameters.posonlyargs, *parameters.args)]
        rest = [parameters.vararg.arg] if parameters.vararg else []
        for place, argument in enumerate(call.args):
            spread = any(isinstance(before, ast.Starred) for before in call.args[: place + 1])
            for name in [*plain, *rest] if spread else plain[place : place + 1] or rest:
                self._give(name, argument, tests)
        for keyword in call.keywords:
            others = [parameters.kwarg.arg] if parameters.kwarg else []
            spread = keyword.arg is None
            named = [*plain, *(one.arg for one in parameters.kwonlyargs)]
            for name in (
                [*named, *others] if spread else [keyword.arg or ""] if keyword.arg in named else others
            ):
                self._give(name, keyword.value, tests)

    def _function(self, node: ast.FunctionDef) -> None:
        outside = self._assigned.pop("return", _Place())
        for statement in node.body:
            self._visit(statement, _leaving(node))
        returned = self._assigned.pop("return", _Place())
        self._assigned["return"] = outside
        self._assigned[node.name].values.extend(returned.values)
        self._assigned[node.name].tests.update(returned.tests)
        positional = [*node.args.posonlyargs, *node.args.args]
        defaults = node.args.defaults
        for parameter, default in zip(positional[len(positional) - len(defaults) :], defaults, strict=True):
            self._bind_name(parameter.arg, default, ())
        for parameter, only in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True):
            if only is not None:
                self._bind_name(parameter.arg, only, ())

    def _change_others(self) -> None:
        """What changes a list under one name changes it under its other names."""
        waiting = list(self._changed)
        while waiting:
            name = waiting.pop()
            for other in [source for given, source in self._others if given == name]:
                self._assigned[other].values.append(self._assigned[name])
                if other not in self._changed:
                    self._changed.add(other)
                    waiting.append(other)

    def _bind(self, target: ast.AST, value: ast.AST | _Place, tests: tuple[ast.AST, ...]) -> None:
        for part in ast.walk(target):
            if isinstance(part, ast.Subscript) and isinstance(part.ctx, ast.Store):
                self._changed.update(_held(part))
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store) and isinstance(value, ast.expr):
                self._give(part.id, value, tests)
            elif isinstance(part, ast.Name):
                self._bind_name(part.id, value, tests)

    def _give(self, name: str, value: ast.expr, tests: tuple[ast.AST, ...]) -> None:
        self._bind_name(name, value, tests)
        self._others.extend((name, source) for source in _held(value))

    def _bind_name(self, name: str, value: ast.AST | _Place, tests: tuple[ast.AST, ...]) -> None:
        place = self._assigned[name]
        place.values.append(value)
        place.tests.update((id(test), test) for test in tests)


def _tests(node: ast.AST) -> tuple[ast.AST, ...]:
    """What decides whether the body of a statement runs."""
    match node:
        case ast.If(test=test):
            return (test,)
        case ast.While(test=test):
            return (test, *_leaving(node))
        case ast.For(iter=iterated):
            return (iterated, *_leaving(node))
    return ()


def _leaving(node: ast.AST) -> tuple[ast.AST, ...]:
    """What decides whether a loop or a function is left early."""
    return tuple(
        test
        for inner in ast.walk(node)
        if isinstance(inner, ast.If)
        and any(isinstance(part, ast.Break | ast.Continue | ast.Return) for part in ast.walk(inner))
        for test in (inner.test,)
    )


def _held(value: ast.AST) -> Iterator[str]:
    """The names whose lists or dictionaries a value may be, or be part of."""
    if isinstance(value, ast.Name):
        yield value.id
    elif not isinstance(value, _FRESH):
        for child in ast.iter_child_nodes(value):
            yield from _held(child)
