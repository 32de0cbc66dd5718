"""A copy of a program's tree that may be changed: ``copy.deepcopy`` of what an allow-listed tree is made of, several
times as fast."""

from __future__ import annotations

import ast
from typing import Any, TypeVar

Tree = TypeVar("Tree", bound=ast.AST)


def copied(tree: Tree) -> Tree:
    """A tree of new nodes, with the places in the source; constants are shared."""
    node = tree.__class__()
    for name, value in vars(tree).items():
        setattr(node, name, _copied(value))
    return node


def _copied(value: Any) -> Any:
    if isinstance(value, ast.AST):
        return copied(value)
    return [_copied(part) for part in value] if isinstance(value, list) else value
