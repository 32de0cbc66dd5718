"""The JSON object that the command line prints on every path (interfaces §4). For this machine only."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from recast.errors import ReCastError, SolverFailed, StorageFailed, UnknownOperand, Withheld
from recast.recovery.answer import WrongType
from recast.recovery.exact import unsure_labels
from recast.types import Answer, Box, Check, Finding, Operand, Release


def to_json(
    answer: Answer | None,
    *,
    policy: str,
    checks: Sequence[Check] = (),
    releases: Sequence[Release] = (),
    error: ReCastError | None = None,
    left_out: tuple[int, int] = (0, 0),
) -> dict[str, Any]:
    """One object with only plain JSON values. Give the ``answer`` or the ``error``; ``checks`` and ``releases`` are
    what ran and what left before, ``left_out`` the rows and series of a chart that were not sent."""
    found = error.findings if isinstance(error, Withheld) else answer.findings if answer is not None else ()
    return {
        "status": _status(answer, error),
        "answer": None if answer is None else _answer(answer),
        "confirmed": answer is not None and answer.confirmed,
        "receipt": {
            "operands": [] if answer is None else [_operand(operand) for operand in answer.operands],
            "operation": None if answer is None else answer.operation,
            "taken_as": None if answer is None else answer.taken_as or None,
            "checks": [{"name": check.name, "passed": check.passed} for check in checks],
            "sent": [_sent(release) for release in releases],
            "policy": policy,
            "left_out": {"rows": left_out[0], "series": left_out[1]},
        },
        "findings": [_finding(finding) for finding in found],
        "error": None
        if error is None
        else {"type": type(error).__name__, "message": str(error), "exit_code": error.exit_code},
    }


def _status(answer: Answer | None, error: ReCastError | None) -> str:
    match error:
        case None:
            return "answered" if answer is not None and answer.confirmed else "unconfirmed"
        case WrongType():
            return "wrong_type"
        case Withheld() | StorageFailed():
            return "withheld"  # no log, no send: a full disk withholds
        case UnknownOperand():
            return "unconfirmed"
        case SolverFailed():
            return "solver_failed"
    return "refused"  # the input, the call, cancelled, a bug: nothing was answered


def _answer(answer: Answer) -> dict[str, Any]:
    return {
        "value": _value(answer.value),
        "kind": answer.kind,
        "unit": answer.unit or None,
        "scale": answer.scale or None,
        "text": answer.text,
        "exact": answer.exact,
        "sure": not unsure_labels(answer),
    }


def _value(value: Any) -> Any:
    """Numbers as text, so that no reader makes a float of them."""
    if isinstance(value, tuple):
        return [_value(part) for part in value]
    return format(value, "f") if isinstance(value, Decimal) else value


def box_json(box: Box | None) -> list[float] | None:
    """Left, top, right and bottom in pixels of the picture as it was read."""
    return None if box is None else [round(side, 1) for side in (box.left, box.top, box.right, box.bottom)]


def _operand(operand: Operand) -> dict[str, Any]:
    return {
        "protected": operand.protected,
        "source": operand.source,
        "label": operand.label,
        "origin": operand.origin,
        "tolerance": format(operand.tolerance, "f"),
        "confidence": round(operand.confidence, 3),
        "box": box_json(operand.box),
    }


def _sent(release: Release) -> dict[str, Any]:
    return {
        "event": release.event,
        "boundary": release.request.boundary,
        "endpoint": release.request.destination,
        "sha256": hashlib.sha256(release.body).hexdigest(),
        "bytes": len(release.body),
    }


def _finding(finding: Finding) -> dict[str, str]:
    return {"check": finding.check, "message": finding.message, "location": finding.location}
