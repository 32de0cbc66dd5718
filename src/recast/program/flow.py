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

_ADDS = frozenset({"append", "extend", "insert", "add", "update", "setdefault"})


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
        self._parameters: dict[str, list[str]] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                arguments = node.args
                self._parameters[node.name] = [arg.arg for arg in (*arguments.posonlyargs, *arguments.args)]
        self._visit(tree, ())

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
            case ast.Call(func=ast.Attribute(value=owner, attr=attribute), args=arguments) if (
                attribute in _ADDS
            ):
                self._bind(owner, _Place(list(arguments)), tests)
            case ast.Call(func=ast.Name(id=name), args=arguments, keywords=keywords) if (
                name in self._parameters
            ):
                for parameter, argument in zip(self._parameters[name], arguments, strict=False):
                    self._bind_name(parameter, argument, tests)
                for keyword in keywords:
                    self._bind_name(keyword.arg or "", keyword.value, tests)
            case _ if is_print(node):
                for part in shown(node):  # type: ignore[arg-type]
                    self._bind_name("print", part, tests)
        if isinstance(node, ast.FunctionDef):
            self._function(node)
            return
        inner = (*tests, *_tests(node))
        for child in ast.iter_child_nodes(node):
            self._visit(child, inner)

    def _function(self, node: ast.FunctionDef) -> None:
        outside = self._assigned.pop("return", _Place())
        for statement in node.body:
            self._visit(statement, ())
        returned = self._assigned.pop("return", _Place())
        self._assigned["return"] = outside
        self._assigned[node.name].values.extend(returned.values)
        self._assigned[node.name].tests.update(returned.tests)
        positional = [*node.args.posonlyargs, *node.args.args]
        defaults = node.args.defaults
        for parameter, default in zip(positional[len(positional) - len(defaults) :], defaults, strict=True):
            self._bind_name(parameter.arg, default, ())

    def _bind(self, target: ast.AST, value: ast.AST | _Place, tests: tuple[ast.AST, ...]) -> None:
        for part in ast.walk(target):
            if isinstance(part, ast.Name):
                self._bind_name(part.id, value, tests)

    def _bind_name(self, name: str, value: ast.AST | _Place, tests: tuple[ast.AST, ...]) -> None:
        place = self._assigned[name]
        place.values.append(value)
        place.tests.update((id(test), test) for test in tests)


def _tests(node: ast.AST) -> tuple[ast.AST, ...]:
    """What decides whether the body of a statement runs."""
    match node:
        case ast.If(test=test) | ast.While(test=test):
            return (test,)
        case ast.For(iter=iterated):
            return (iterated,)
    return ()
