"""What the solver is told when its reply cannot be used: one line about the fault, one about what to do.

A repair message is a function of the reply and of the protected record, and of nothing else (design, section 2, "no
oracle"): the gate makes it again and sends it only where it is the same. Nothing of the source decides whether it goes.
"""

from __future__ import annotations

from recast.errors import SolverFailed, UnknownOperand
from recast.program.review import review
from recast.types import Protected

_UNKNOWN = (
    "Read the evidence again and write each value and each name exactly as it is shown there, or answer = None where it "
    "does not show what the question needs."
)
_FORM = "Reply again with the whole corrected program in one Python block."


def fault_of(reply: str, protected: Protected) -> SolverFailed | UnknownOperand | None:
    """What is wrong with a reply as far as protected data tells, or None. ``NotInEvidence`` (``answer = None``, or words that
    say so) is an answer, not a fault that is repaired: its form alone is looked at, never what running it would give."""
    try:
        review(reply, protected)
    except (SolverFailed, UnknownOperand) as fault:
        return fault
    return None


def repair(fault: SolverFailed | UnknownOperand) -> str:
    """The repair message for a reply with this fault."""
    sentence = str(fault).strip().rstrip(".")
    sentence = sentence[:1].upper() + sentence[1:]
    advice = f"{_UNKNOWN} {_FORM}" if isinstance(fault, UnknownOperand) else _FORM
    return f"{sentence}. {advice}"
