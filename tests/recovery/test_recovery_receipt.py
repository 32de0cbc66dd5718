from __future__ import annotations

import json

import pytest

from bloom import bloom
from recast.errors import (
    ReCastError,
    Refused,
    SolverFailed,
    StorageFailed,
    UnknownOperand,
    UsageError,
    Withheld,
)
from recast.program.parse import NotInEvidence
from recast.recovery.answer import WrongType, recover
from recast.recovery.receipt import to_json
from recast.types import Check, Finding, Release, Reply, Request


def test_an_answer_with_its_receipt_is_plain_json() -> None:
    example = bloom()
    program = "answer = protected(731.5) - protected(268.4)"
    answer = recover(example.vault, example.asking("By how many tallies did the Tarns rise?"), Reply(program))
    release = Release(
        "e1", None, Request("solver", "https://solver.test/v1", "m", "solver", "q", None), b"body"
    )
    shown = to_json(answer, policy="strict", checks=(Check("protected"),), releases=(release,))
    assert json.loads(json.dumps(shown)) == shown
    assert shown["status"] == "answered"
    assert shown["answer"] == {
        "value": "9",
        "kind": "number",
        "unit": "percentage points",
        "scale": None,
        "text": "9 percentage points",
        "exact": True,
        "sure": True,
    }
    assert shown["confirmed"] is True
    receipt = shown["receipt"]
    assert set(receipt["operands"][0]) == {
        "protected", "source", "label", "origin", "tolerance", "confidence", "box",
    }  # fmt: skip
    assert receipt["operation"] == "difference"
    assert receipt["checks"] == [{"name": "protected", "passed": True}]
    assert receipt["sent"][0]["bytes"] == 4
    assert receipt["sent"][0]["sha256"] == "230d8358dc8e8890b4c58deeb62912ee2f20357ae92a5cc861b98e68fe31acb5"
    assert receipt["policy"] == "strict"
    assert (shown["findings"], shown["error"]) == ([], None)


def test_unconfirmed_answers_say_why() -> None:
    example = bloom()
    answer = recover(
        example.vault, example.asking("What is the highest value?"), Reply("answer = protected(873.1)")
    )
    shown = to_json(answer, policy="strict")
    assert (shown["status"], shown["confirmed"]) == ("unconfirmed", False)
    assert shown["findings"][0]["check"] == "confirmation"


def test_lists_and_truths() -> None:
    example = bloom()
    for program, value in (
        ("answer = [protected(873.1), protected(412.6)]", ["71", "64"]),
        ("answer = ['Tarns', 'Quellar']", ["Islands", "South"]),
        ("answer = protected(873.1) > protected(412.6)", True),
    ):
        found = recover(example.vault, example.protected, Reply(program))
        assert to_json(found, policy="strict")["answer"]["value"] == value


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (Withheld("w", (Finding("scan", "m", "title"),)), "withheld", 3),
        (Refused("r"), "refused", 3),
        (UsageError("u"), "refused", 2),
        (StorageFailed("s"), "withheld", 6),
        (SolverFailed("f"), "solver_failed", 4),
        (NotInEvidence(), "solver_failed", 4),
        (WrongType("t"), "wrong_type", 4),
        (UnknownOperand("o"), "unconfirmed", 5),
    ],
)
def test_every_error_has_a_status(error: ReCastError, status: str, code: int) -> None:
    shown = to_json(None, policy="strict", error=error)
    assert (shown["status"], shown["error"]["exit_code"], shown["answer"]) == (status, code, None)
    assert shown["confirmed"] is False
    assert len(shown["findings"]) == (1 if isinstance(error, Withheld) else 0)
