"""Runs program text in an interpreter without host access (pydantic-monty), in a process of its own (P A.5: separate
process, 5 s).

The worker gets the text through a pipe and nothing else: no files, no environment, no network, no clock, no host
function. It is stopped after 5 s, at 64 MB, at 200 nested calls. Workers start on first use, are shared by all threads
and are closed when the process ends. What it does not cover: how long a run took can be seen by who watches this
machine; nothing that is sent depends on it (design §2, no oracle).
"""

from __future__ import annotations

import ast
import atexit
import os
import re
import threading
from decimal import Decimal
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from recast.errors import SolverFailed, UsageError

if TYPE_CHECKING:
    from pydantic_monty import Monty

SECONDS: Final = 5.0
MEMORY: Final = 64 << 20
DEPTH: Final = 200
_PRINTED: Final = 100_000
_START_WAIT: Final = 60.0
_LENT_NAME: Final = re.compile(r"\blent_\w+")

#: Errors that say that decimals do not fit the program's functions: the caller may run it again in floats.
NEEDS_FLOATS: Final = frozenset({"TypeError", "AttributeError"})

_SENTENCES: Final = {
    "TimeoutError": "the program ran for too long and was stopped",
    "MemoryError": "the program reached the memory limit and was stopped",
    "RecursionError": f"the program nested more than {DEPTH} calls and was stopped",
    "OverflowError": "the program's result is too large to be an answer",
    "decimal.Overflow": "the program's result is too large to be an answer",
    "ZeroDivisionError": "the program divides by zero",
    "decimal.DivisionByZero": "the program divides by zero",
    "decimal.InvalidOperation": "the program computes something without a numerical value",
    "IndexError": "the program reads past the end of a list",
    "KeyError": "the program looks up something that it did not enter",
    "NameError": "the program uses a variable that has no value",
    "UnboundLocalError": "the program uses a variable that has no value",
    "ValueError": "the program calls a function with a value that it does not take",
    "TypeError": "the program combines values of different types",
    "AttributeError": "the program uses a method that its value does not have",
    "StopIteration": "the program takes the next of something that is empty",
    "RuntimeError": "the program prints several values and assigns none to answer",
    "AssertionError": "an assertion of the program does not hold",
    "PermissionError": "the program tried to reach outside the sandbox",
    "SyntaxError": "the program uses syntax that the sandbox does not run",
    "NotImplementedError": "the program uses syntax that the sandbox does not run",
    "Crash": "the program used more time or memory than allowed and was stopped",
}


_LIMITS = frozenset({"TimeoutError", "MemoryError", "RecursionError"})  # their messages tell a time or a size
_NUMERAL = re.compile(r"\d[\w.]*")  # a computed number was never sent: it is not said to the solver either


class RunFailed(SolverFailed):
    """The program failed while it ran. The message is one fixed sentence a kind of error, since the interpreter's own
    message may carry restored values; ``kind`` is the class of the error. ``detail``, the interpreter's message, is
    set only where the caller vouches that the program holds protected data only."""

    def __init__(self, kind: str, detail: str = "") -> None:
        super().__init__(_SENTENCES.get(kind, "the program failed while it ran"))
        self.kind = kind
        self.detail = detail


class _Pool:
    """The workers of this process, started on first use. They do not survive a fork."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pool: Monty | None = None
        self._process = 0

    def get(self) -> Monty:
        with self._lock:
            if self._pool is None:
                self._pool = _start()
                self._process = os.getpid()
            elif self._process != os.getpid():
                raise UsageError(
                    "the sandbox does not work in a fork of a process that used it; start processes with spawn"
                )
            return self._pool

    def close(self) -> None:
        with self._lock:
            pool, self._pool = self._pool, None
            if pool is not None and self._process == os.getpid():
                pool.__exit__(None, None, None)


_pool = _Pool()
atexit.register(_pool.close)


def close() -> None:
    """Ends the workers now; the next run starts new ones."""
    _pool.close()


def run(source: str, *, protected_only: bool = False) -> object:
    """The value of the last expression of ``source``: a plain Python value, decimals included.

    ``protected_only`` vouches that ``source`` holds no restored value, so that a failure may say what went wrong in
    the interpreter's words. Raises ``RunFailed``; ``UsageError`` where the interpreter is not installed."""
    kind, detail, value = _attempt(_pool.get(), source)
    if kind:
        raise RunFailed(kind, detail if protected_only else "")
    return value


def _attempt(pool: Monty, source: str) -> tuple[str, str, object]:
    """(kind of error or "", its message, value). Errors are returned, not raised, so that no exception with a message
    from inside the sandbox stays chained to the one that the caller sees."""
    from pydantic_monty import CollectString, MontyCrashedError, MontyError

    output = CollectString(_PRINTED)
    limits = {
        "max_feed_duration_secs": SECONDS,
        "max_memory": MEMORY,
        "max_recursion_depth": DEPTH,
        "max_suspensions": 10,
    }
    try:
        with pool.checkout(limits=limits, os_policy={"sleep": "zero"}) as session:  # type: ignore[arg-type]
            value = session.feed_run(_lent(source) + source, print_callback=output)
            return "", "", _plain(value)
    except MontyCrashedError:
        return "Crash", "", None
    except MontyError as error:
        kind, _, detail = str(error).partition(":")
        kind = kind.strip()
        return kind, "" if kind in _LIMITS else _NUMERAL.sub("_", detail.strip()[:200]), None
    except (TimeoutError, RecursionError, ValueError, OverflowError) as error:
        return type(error).__name__, "", None


def _plain(value: object, depth: int = 0) -> object:
    """Only plain values come out; anything else becomes None. Raises ``OverflowError`` where nested too deeply."""
    if depth > 4:
        raise OverflowError
    if value is None or isinstance(value, bool | int | float | Decimal | str):
        return value
    if isinstance(value, list | tuple):
        return tuple(_plain(part, depth + 1) for part in value)
    if isinstance(value, set | frozenset):
        return frozenset(_plain(part, depth + 1) for part in value)
    if isinstance(value, dict):
        return {_plain(key, depth + 1): _plain(part, depth + 1) for key, part in value.items()}
    return None


def _lent(source: str) -> str:
    """The lent definitions that a program uses, each with those it needs itself, in the order of ``lent.py``."""
    definitions = _definitions()
    needed: set[str] = set()
    waiting = set(_LENT_NAME.findall(source)) & definitions.keys()
    while waiting:
        needed |= waiting
        waiting = {
            name for used in waiting for name in _LENT_NAME.findall(definitions[used])
        } & definitions.keys() - needed
    return "".join(dict.fromkeys(text for name, text in definitions.items() if name in needed))


@cache
def _definitions() -> dict[str, str]:
    """Every name of ``lent.py`` with the statement that defines it, without annotations and documentation."""
    tree = ast.parse(files("recast.program").joinpath("lent.py").read_text(encoding="utf-8"))
    found: dict[str, str] = {}
    for statement in tree.body:
        for node in ast.walk(statement):
            if isinstance(node, ast.arg):
                node.annotation = None
        match statement:
            case ast.FunctionDef(name=name):
                statement.returns = None
                if ast.get_docstring(statement) is not None:
                    statement.body = statement.body[1:]
                names = [name]
            case ast.AnnAssign(target=ast.Name(id=name) as target, value=ast.expr() as value):
                statement = ast.copy_location(ast.Assign([target], value), statement)
                names = [name]
            case ast.ImportFrom(names=aliases):
                names = [alias.asname or alias.name for alias in aliases]
            case ast.Assign(targets=[target]):
                names = [node.id for node in ast.walk(target) if isinstance(node, ast.Name)]
            case _:
                continue
        found |= dict.fromkeys(names, ast.unparse(statement) + "\n")
    return found


def _start() -> Monty:
    try:
        from pydantic_monty import Monty

        pool = Monty(
            min_processes=1,
            max_processes=max(2, os.cpu_count() or 2),
            checkout_timeout=_START_WAIT,
            request_timeout=SECONDS + 3,
            max_checkouts_per_worker=500,
        )
        pool.__enter__()
    except (ImportError, FileNotFoundError, RuntimeError):
        raise UsageError(
            "the sandbox for programs is missing or does not start; run: pip install pydantic-monty==1.4.0"
        ) from None
    return pool
