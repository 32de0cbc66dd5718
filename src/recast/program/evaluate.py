"""The value of a restored program: in exact decimals where that means the same, else in Python's own numbers."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Sequence

from recast.program.runnable import exactly_computable, runnable
from recast.program.sandbox import NEEDS_FLOATS, RunFailed, run

_STAND_IN = re.compile(
    r"71(\d{6})\.515625"
)  # exact as a float too, so that it is written alike in both texts


def evaluate(tree: ast.Module, *, protected_only: bool = False) -> object:
    """Runs the program in the sandbox. ``protected_only`` as in ``sandbox.run``. Raises ``RunFailed``."""
    return evaluator(tree, protected_only=protected_only)(())


def stand_in(place: int) -> str:
    """The plain decimal that stands in a program for the operand at ``place`` of the values given to its evaluator."""
    return f"71{place:06d}.515625"


def evaluator(tree: ast.Module, *, protected_only: bool = False) -> Callable[[Sequence[str]], object]:
    """The program as a function of the plain decimals that take the places of its stand-ins: it is made runnable once,
    however often it is run. The function raises ``RunFailed``."""
    exactly = exactly_computable(tree)
    texts: dict[bool, str] = {}

    def text(exact: bool, values: Sequence[str]) -> str:
        if exact not in texts:
            texts[exact] = runnable(tree, exact=exact)
        if not values:
            return texts[exact]
        form = "{}" if exact else "({})"  # a negative number keeps its sign to itself
        return _STAND_IN.sub(lambda found: form.format(values[int(found[1])]), texts[exact])

    def value(values: Sequence[str]) -> object:
        if exactly:
            try:
                return run(text(True, values), protected_only=protected_only)
            except RunFailed as failed:
                if failed.kind not in NEEDS_FLOATS:
                    raise
        return run(text(False, values), protected_only=protected_only)

    return value
