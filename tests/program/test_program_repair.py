from __future__ import annotations

from recast.errors import SolverFailed, UnknownOperand
from recast.program.repair import repair


def test_an_unknown_operand_is_named_with_what_to_do() -> None:
    message = repair(UnknownOperand("not in the evidence: 47.8, Tarns"))
    assert message.startswith("Not in the evidence: 47.8, Tarns. ")
    assert "answer = None" in message
    assert message.endswith("in one Python block.")


def test_a_fault_of_form_is_passed_on() -> None:
    message = repair(SolverFailed("line 3: import os is not allowed"))
    assert (
        message
        == "Line 3: import os is not allowed. Reply again with the whole corrected program in one Python block."
    )
