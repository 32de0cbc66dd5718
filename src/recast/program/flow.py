"""Which operands and which steps of a program its value depends on.

The analysis never runs anything. It follows every assignment of a name in whatever scope and order, so it finds too
much rather than too little: what it says that a value does not depend on, the value does not depend on.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable

from recast.program.value import is_print, shown

_ADDS = frozenset({"append", "extend", "insert", "add", "update", "setdefault"})


class Flow:
    """The assignments of one program, by name; see ``slice_of``."""

    def __init__(self, tree: ast.Module) -> None:
        self._assigned: dict[str, list[tuple[ast.AST, tuple[ast.AST, ...]]]] = defaultdict(list)
        self._parameters: dict[str, list[str]] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                arguments = node.args
                self._parameters[node.name] = [arg.arg for arg in (*arguments.posonlyargs, *arguments.args)]
        self._visit(tree, ())

    def slice_of(self, roots: Iterable[ast.AST], *, conditions: bool = True) -> tuple[ast.AST, ...]:
        """Every node that the value of ``roots`` may depend on; ``conditions`` includes the tests that decide whether
        an assignment happens."""
        seen: dict[int, ast.AST] = {}
        waiting = list(roots)
        while waiting:
            node = waiting.pop()
            if id(node) in seen:
                continue
            seen[id(node)] = node
            waiting.extend(ast.iter_child_nodes(node))
            if isinstance(node, ast.Name):
                for value, tests in self._assigned.get(node.id, ()):
                    waiting.append(value)
                    if conditions:
                        waiting.extend(tests)
        return tuple(seen.values())

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
                for argument in arguments:
                    self._bind(owner, argument, tests)
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
        before = len(self._assigned["return"])
        for statement in node.body:
            self._visit(statement, ())
        returned = self._assigned["return"][before:]
        del self._assigned["return"][before:]
        self._assigned[node.name].extend(returned)
        positional = [*node.args.posonlyargs, *node.args.args]
        defaults = node.args.defaults
        for parameter, default in zip(positional[len(positional) - len(defaults) :], defaults, strict=True):
            self._bind_name(parameter.arg, default, ())

    def _bind(self, target: ast.AST, value: ast.AST, tests: tuple[ast.AST, ...]) -> None:
        for part in ast.walk(target):
            if isinstance(part, ast.Name):
                self._bind_name(part.id, value, tests)

    def _bind_name(self, name: str, value: ast.AST, tests: tuple[ast.AST, ...]) -> None:
        self._assigned[name].append((value, tests))


def _tests(node: ast.AST) -> tuple[ast.AST, ...]:
    """What decides whether the body of a statement runs."""
    match node:
        case ast.If(test=test) | ast.While(test=test):
            return (test,)
        case ast.For(iter=iterated):
            return (iterated,)
    return ()
