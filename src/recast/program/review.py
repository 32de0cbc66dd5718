"""All that can be said of a reply before restoration, so that it may be said to the solver (design §2, no oracle).

Beside the parser and the look-up of operands there is a rehearsal: the program runs once on the drawn literals, that
is on nothing but what was sent. What fails there for its form (a variable that does not exist, types that do not
combine, text as a result) would fail after restoration too, when it could no longer be repaired.
"""

from __future__ import annotations

import re
from decimal import Decimal

from recast.errors import UnknownOperand
from recast.program.evaluate import evaluate
from recast.program.names import resolve_name
from recast.program.parse import ProgramRefused, parse, plain_number
from recast.program.restore import as_drawn, unknown, unmarked
from recast.program.sandbox import RunFailed
from recast.program.value import value_of
from recast.types import Program, Protected

_FORM = frozenset(
    {"TypeError", "AttributeError", "NotImplementedError", "SyntaxError", "ImportError", "ModuleNotFoundError", "KeyError",
     "TimeoutError", "MemoryError", "RecursionError", "OverflowError", "RuntimeError", "PermissionError", "Crash"}
)  # fmt: skip
_ENDING = "assign to answer a number, True or False, a name of the evidence, or a list of these"
BOOLEANS = {"yes": True, "no": False, "true": True, "false": False}


def review(reply: str, protected: Protected) -> Program:
    """The program of a reply to this request, ready for ``recover``. Raises ``ProgramRefused``, ``UnknownOperand`` or
    ``NotInEvidence``, with a message made of protected data only.

    Not covered: faults that show only with the original values (an empty selection, a division by zero), since the
    drawn ones say nothing about them."""
    program = parse(reply)
    structural = structural_numerals(protected)
    missing = unknown(program, protected.literals | structural, protected.names)
    if missing:
        raise UnknownOperand(
            f"not in the evidence: {', '.join(missing)}; use only numbers and names exactly as the evidence or the question shows them"
        )
    bare = unmarked(program, protected)
    if bare:
        example = f"protected({bare[0]})"
        raise ProgramRefused(
            f"numbers of the evidence stand unmarked: {', '.join(bare)}; write each as {example}"
        )
    if value_of(program.tree).form == "none":
        raise ProgramRefused(f"the program has no result; {_ENDING}")
    _rehearse(program, protected, structural)
    return program


def structural_numerals(protected: Protected) -> frozenset[str]:
    """Digits of the protected question, or of a passage, that the map did not issue ("top 3"): they stand for themselves."""
    passage = (protected.context,) if protected.chart is None else ()
    found = {
        number
        for text in (protected.question, *protected.choices, *passage)
        for number in re.findall(r"(?<![\w.])\d+(?![\w.]*\d)", text)
    }
    return frozenset(number for number in found if len(number) <= 4) - protected.literals


def _rehearse(program: Program, protected: Protected, structural: frozenset[str]) -> None:
    try:
        value = evaluate(as_drawn(program, protected, structural), protected_only=True)
    except RunFailed as failed:
        if failed.kind in _FORM:
            detail = f" ({failed.kind}: {failed.detail})" if failed.detail else ""
            raise ProgramRefused(f"{failed}{detail}") from None
        return
    fault = _fault(value, protected)
    if fault:
        raise ProgramRefused(f"{fault}; {_ENDING}")


def _fault(value: object, protected: Protected) -> str | None:
    """What keeps a value from being an answer, whatever the numbers are. None (nothing found) may be their doing."""
    match value:
        case None | bool() | int() | float() | Decimal():
            return None
        case str(text):
            return (
                None
                if _is_answer(text, protected)
                else "the result is text that is neither a number nor a name of the evidence"
            )
        case dict():
            return "the result is a dictionary"
        case (str(), int() | float() | Decimal()) | (int() | float() | Decimal(), str()):
            return "the result is a pair of a name and a number: keep the one that is asked for"
        case tuple() | frozenset() if len({isinstance(part, bool) for part in value}) > 1:
            return "the result mixes True or False with other values: keep what is asked for"
        case tuple() | frozenset():
            return next((fault for part in value if (fault := _inner_fault(part, protected))), None)
    return "the result is of a type that is no answer"


def _inner_fault(part: object, protected: Protected) -> str | None:
    return (
        "the result is a list of lists"
        if isinstance(part, tuple | frozenset | dict)
        else _fault(part, protected)
    )


def _is_answer(text: str, protected: Protected) -> bool:
    bare = text.strip().strip(".")
    return (
        bare.casefold() in BOOLEANS
        or plain_number(text) is not None
        or resolve_name(text, protected.names) is not None
        or all(resolve_name(part, protected.names) for part in listed(text))
    )


def listed(text: str) -> list[str]:
    """The parts of "A, B and C"."""
    return [part.strip() for part in re.split(r",| and ", text) if part.strip()]
