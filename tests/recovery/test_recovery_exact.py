"""``--exact`` stops an answer that is not exactly known, and only that."""

from __future__ import annotations

from decimal import Decimal

from recast.recovery.exact import only_exact, unsure_labels
from recast.types import Answer, Operand

SURE = Operand("873.1", "64", "Islands", "printed", 0.99)
UNSURE = Operand("640.9", "55", "Coast", "printed", 0.5)
AXIS = Operand("512.4", "41", "North", "axis", 0.95)


def answer(*operands: Operand) -> Answer:
    return Answer(Decimal(9), "number", "9", operands=operands)


def test_a_sure_printed_value_stays_confirmed() -> None:
    assert only_exact(answer(SURE)).confirmed
    assert unsure_labels(answer(SURE)) == ()


def test_an_unsure_or_axis_read_value_is_not_confirmed_and_each_is_a_finding() -> None:
    stopped = only_exact(answer(SURE, UNSURE, AXIS))
    assert not stopped.confirmed
    assert [finding.location for finding in stopped.findings] == ["operand 2", "operand 3"]
    assert unsure_labels(answer(SURE, UNSURE)) == ("Coast",)
