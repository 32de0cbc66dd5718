"""Every error that a caller of ReCast can meet, as one small tree.

The class says which kind of fault it is and carries the exit code of the command line (``interfaces``:
0 answered, 1 bug, 2 usage, 3 withheld or refused, 4 solver, 5 unconfirmed or unknown operand, 6 disk, log or vault).
A message names the remedy. It never carries source content, protected-to-source pairs or secrets: locations only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from recast.types import Finding


class ReCastError(Exception):
    """Root of the tree: anything that ReCast raises on purpose."""

    exit_code = 1


class UsageError(ReCastError):
    """The call, the configuration, a missing extra or a missing consent: nothing was read or sent."""

    exit_code = 2


class Refused(ReCastError):
    """The input cannot be captured (not an image, no chart in it, two charts, ...): nothing was sent."""

    exit_code = 3


class Withheld(ReCastError):
    """A release check failed after all repairs: nothing was sent. ``findings`` holds every finding."""

    exit_code = 3

    def __init__(self, message: str, findings: tuple[Finding, ...]) -> None:
        super().__init__(message)
        self.findings = findings


class SolverFailed(ReCastError):
    """The solver could not be reached, or never answered with a program that can be run."""

    exit_code = 4


class UnknownOperand(ReCastError):
    """The program uses an operand or a name that this request never issued, after all repairs."""

    exit_code = 5


class StorageFailed(ReCastError):
    """Disk, log or vault: what must be written or read could not be."""

    exit_code = 6


class Cancelled(ReCastError):
    """The caller cancelled; no further attempt is made. What was sent before is in the log."""

    exit_code = 130
