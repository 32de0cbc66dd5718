"""How a command ends: one exit code, one sentence on stderr, and with ``--json`` one object on stdout.

Exit codes: 0 answered · 1 bug · 2 usage, configuration, missing extra or consent · 3 withheld or refused · 4 solver ·
5 unconfirmed or unknown operand · 6 disk, log or vault · 130 cancelled. A bug is named by its class only, since its
message may hold private data; ``RECAST_DEBUG=1`` shows the traceback to a user who asks for it.
"""

from __future__ import annotations

import json
import os
import sys
import traceback
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

import click

from recast.errors import Cancelled, ReCastError, StorageFailed, Withheld

if TYPE_CHECKING:
    from recast.types import Check

BUG = 1
UNCONFIRMED = 5
CANCELLED = 130

Sent = Sequence[Mapping[str, Any]]


@contextmanager
def outcome(as_json: bool) -> Iterator[None]:
    """Ends the process as ``ended`` says where the block raises."""
    try:
        yield
    except (SystemExit, GeneratorExit, click.exceptions.Exit):
        raise
    except BaseException as error:
        sys.exit(ended(error, as_json))


def ended(
    error: BaseException,
    as_json: bool,
    *,
    question: str = "",
    policy: str = "",
    checks: Sequence[Check] = (),
    sent: Sent = (),
) -> int:
    """Says how it ended and returns the exit code. ``question`` is which of several ("question 2: "); ``checks`` and
    ``sent`` are what passed and what left before."""
    if isinstance(error, BrokenPipeError):  # the reader of stdout has gone, as in `recast log | head`
        _drop_stdout()
        return StorageFailed.exit_code
    told = _told(error)
    if as_json:
        from recast.recovery.receipt import to_json

        shown = to_json(None, policy=policy, checks=checks, error=told)
        shown["receipt"]["sent"] = list(sent)
        try:
            say(in_json(shown))
        except OSError:
            _drop_stdout()
    elif isinstance(error, OSError):
        _drop_stdout()
    with suppress(OSError):
        tell(f"recast: {question}{line(str(told))}")
        if isinstance(error, Withheld):
            for finding in error.findings:
                tell(
                    f"  {finding.check}: {finding.message}"
                    + (f" ({finding.location})" if finding.location else "")
                )
        if told.exit_code == BUG and os.environ.get("RECAST_DEBUG") == "1":
            tell("".join(traceback.format_exception(error)))
    return told.exit_code


def _told(error: BaseException) -> ReCastError:
    """The error as one of ours, with a message for the user."""
    match error:
        case ReCastError():
            return error
        case KeyboardInterrupt() | click.Abort():
            return Cancelled("cancelled; what had been sent before is in the log (`recast log`)")
        case OSError():
            reason = error.strerror or type(error).__name__
            return StorageFailed(
                f"reading or writing failed ({reason}): free some space or choose another place"
            )
        case MemoryError():
            return StorageFailed(
                "this machine has too little free memory for this chart: close other programs"
            )
    return ReCastError(
        f"a bug in ReCast ({type(error).__name__}); nothing more was sent. RECAST_DEBUG=1 shows where, "
        "perhaps with private data"
    )


def worst(codes: Iterable[int]) -> int:
    """The exit code of several questions: a bug before all, else the highest."""
    return max(codes, key=lambda code: (code == BUG, code), default=0)


def line(text: str) -> str:
    """The text on one line, without control characters: a label may hold anything."""
    return "".join(" " if unicodedata.category(c) in ("Cc", "Zl", "Zp") else c for c in text).strip()


def in_json(shown: Any, *, indent: bool = False) -> str:
    """One JSON value, in ASCII, so that it is right whatever the terminal's encoding."""
    return json.dumps(shown, default=str, indent=2 if indent else None)


def say(text: str) -> None:
    """To stdout: what was asked for and nothing else."""
    click.echo(text)


def tell(text: str) -> None:
    """To stderr."""
    click.echo(text, err=True)


def _drop_stdout() -> None:
    """Points stdout nowhere, so that the interpreter's last flush does not fail on a full disk or a closed pipe."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
