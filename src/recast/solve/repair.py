"""What the solver is told when its reply cannot be used: one line about the fault, one about what to do.

Built from the fault that ``program`` found in the protected program over the protected evidence, and from nothing
else: the fault's sentence names operands and names of the reply itself, never anything that was restored (design,
section 2, "no oracle").
"""

from __future__ import annotations

from recast.errors import SolverFailed, UnknownOperand

_UNKNOWN = (
    "Read the evidence again and write each value and each name exactly as it is shown there, or answer = None where it "
    "does not show what the question needs."
)
_FORM = "Reply again with the whole corrected program in one Python block."


def repair(fault: SolverFailed | UnknownOperand) -> str:
    """The repair message for a reply with this fault."""
    sentence = str(fault).strip().rstrip(".")
    sentence = sentence[:1].upper() + sentence[1:]
    advice = f"{_UNKNOWN} {_FORM}" if isinstance(fault, UnknownOperand) else _FORM
    return f"{sentence}. {advice}"
