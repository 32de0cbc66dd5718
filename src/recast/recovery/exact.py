"""``--exact``: an answer that rests on an unsure value, or on one read off an axis, is not confirmed (design §7)."""

from __future__ import annotations

from dataclasses import replace

from recast.types import SURE, Answer, Finding


def unsure_labels(answer: Answer) -> tuple[str, ...]:
    """Labels of the operands that are unsure, in order of use."""
    return tuple(operand.label for operand in answer.operands if operand.confidence < SURE)


def only_exact(answer: Answer) -> Answer:
    """The answer, unconfirmed with one finding an operand that is not exactly known."""
    found = [
        Finding("exact", "the answer rests on a value that was not read surely", f"operand {place}")
        for place, operand in enumerate(answer.operands, start=1)
        if operand.confidence < SURE
    ]
    found += [
        Finding("exact", "the answer rests on a value read off an axis", f"operand {place}")
        for place, operand in enumerate(answer.operands, start=1)
        if operand.origin == "axis"
    ]
    if not found:
        return answer
    return replace(answer, confirmed=False, findings=(*answer.findings, *found))
