"""The value of a restored program: in exact decimals where that means the same, else in Python's own numbers."""

from __future__ import annotations

import ast

from recast.program.runnable import exactly_computable, runnable
from recast.program.sandbox import NEEDS_FLOATS, RunFailed, run


def evaluate(tree: ast.Module, *, protected_only: bool = False) -> object:
    """Runs the program in the sandbox. ``protected_only`` as in ``sandbox.run``. Raises ``RunFailed``."""
    if exactly_computable(tree):
        try:
            return run(runnable(tree, exact=True), protected_only=protected_only)
        except RunFailed as failed:
            if failed.kind not in NEEDS_FLOATS:
                raise
    return run(runnable(tree, exact=False), protected_only=protected_only)
