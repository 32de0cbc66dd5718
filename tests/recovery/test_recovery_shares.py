from __future__ import annotations

from dataclasses import replace

import pytest

from bloom import bloom
from recast.program.parse import parse
from recast.program.steps import steps_of
from recast.recovery.confirm import findings
from recast.recovery.shares import unused_shares
from recast.types import Protected

_TARTS = "Skana dropped 1.5/2.5 of the 16.5 pies and 3.5/4.5 of the 20.5 tarts."
_DROPPED = "What number of tarts did Skana drop?"
_BUTTONS = "What Paloma made comes to 104.5 buttons. Paloma sold half of the buttons. She kept 7.5 rings."


def told(context: str, question: str) -> Protected:
    return replace(bloom().asking(question), context=context, chart=None)


@pytest.mark.parametrize(
    ("context", "question", "program"),
    [
        (_TARTS, _DROPPED, "answer = protected(20.5)"),
        (_TARTS, _DROPPED, "answer = protected(20.5) + protected(16.5)"),
        ("Rua sold 25.5% of the 40.5 cups.", "How many cups did Rua sell?", "answer = protected(40.5)"),
        (_BUTTONS, "What number of buttons was sold?", "answer = protected(104.5)"),
        (
            "There are 3.5 cups. Lee washed a third of the cups.",
            "How many cups are washed?",
            "answer = protected(3.5)",
        ),
    ],
)
def test_a_share_left_out_is_unconfirmed(context: str, question: str, program: str) -> None:
    found = findings(parse(program), told(context, question))
    assert any("share" in finding.message for finding in found)


@pytest.mark.parametrize(
    ("context", "question", "program"),
    [
        (_TARTS, _DROPPED, "answer = protected(20.5) * protected(3.5) / protected(4.5)"),
        (_TARTS, "How many tarts were baked?", "answer = protected(20.5)"),
        (_BUTTONS, "What number of buttons was sold?", "answer = protected(104.5) / 2"),
        (_BUTTONS, "What number of buttons did Paloma make?", "answer = protected(104.5)"),
        (_BUTTONS, "What number of rings was kept?", "answer = protected(7.5)"),
        ("Rua sold 40.5 cups.", "How many cups did Rua sell?", "answer = protected(40.5)"),
    ],
)
def test_no_share_is_missed(context: str, question: str, program: str) -> None:
    assert unused_shares(told(context, question), steps_of(parse(program))) == ()


def test_a_chart_tells_no_shares() -> None:
    example = bloom().asking("How many tallies has half of the 333.3 Tarns?")
    assert unused_shares(example, steps_of(parse("answer = protected(333.3)"))) == ()
