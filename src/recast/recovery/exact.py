"""Answers that rest on what is not exactly known: which values those are, and ``--exact``, which stops there (design §7)."""

from __future__ import annotations

from dataclasses import replace

from recast.types import SURE, Answer, Finding, Operand

UNSURE = "was not read surely"
OFF_AXIS = "was read off an axis"


def unsure_labels(answer: Answer) -> tuple[str, ...]:
    """Labels of the operands that are unsure and bear on the answer, in order of use."""
    return tuple(operand.label for operand in answer.operands if _unsure(operand))


def doubts(answer: Answer) -> tuple[tuple[str, str], ...]:
    """Label and reason of every operand that bears on the answer and is not exactly known, in order of use. For the
    user's own terminal only."""
    return tuple(
        (operand.label, reason)
        for operand in answer.operands
        for reason, holds in ((UNSURE, _unsure(operand)), (OFF_AXIS, _off_axis(operand)))
        if holds
    )


def only_exact(answer: Answer) -> Answer:
    """The answer, unconfirmed with one finding an operand that is not exactly known."""
    found = [
        Finding("exact", f"the answer rests on a value that {reason}", f"operand {place}")
        for reason, holds in ((UNSURE, _unsure), (OFF_AXIS, _off_axis))
        for place, operand in enumerate(answer.operands, start=1)
        if holds(operand)
    ]
    if not found:
        return answer
    return replace(answer, confirmed=False, findings=(*answer.findings, *found))


def _unsure(operand: Operand) -> bool:
    return operand.bears and operand.confidence < SURE


def _off_axis(operand: Operand) -> bool:
    return operand.bears and operand.origin == "axis"
