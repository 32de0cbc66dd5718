"""Two asks of one question, under independent words and numbers: agreement confirms, disagreement does not (design, section 2).

Both were sent from the start, so that nothing that is found here can cause a send. Not covered: two programs that are
wrong in the same way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from recast.types import Answer, AnswerValue, Finding

NAME = "two asks"
_SAME = Decimal("1e-9")  # relative: programs may add up in another order


def compared(answers: Sequence[Answer], chosen: Answer, asked: int) -> Answer:
    """``chosen``, unconfirmed where another of the ``answers`` differs or fewer came back than were ``asked`` for."""
    if len(answers) < asked:
        message = "the other ask brought no answer, so that nothing confirms this one"
    elif all(_same(answer.value, chosen.value) and answer.unit == chosen.unit for answer in answers):
        return chosen
    else:
        message = "the other ask brought another answer"
    return replace(chosen, confirmed=False, findings=(*chosen.findings, Finding(NAME, message, "answer")))


def _same(one: AnswerValue, other: AnswerValue) -> bool:
    if isinstance(one, tuple) and isinstance(other, tuple):
        left, right = sorted(one, key=str), sorted(other, key=str)
        return len(left) == len(right) and all(map(_same, left, right))
    if isinstance(one, Decimal) and isinstance(other, Decimal):
        return abs(one - other) <= _SAME * max(abs(one), abs(other))
    return type(one) is type(other) and one == other
