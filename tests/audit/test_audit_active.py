"""A hostile solver learns nothing by what is sent next, through either driver; a client that told would be caught."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Sequence
from typing import Any

import pytest

from recast import pipeline
from recast.audit import active
from recast.audit.active import attack
from recast.drivers import drive, drive_async
from recast.errors import SolverFailed, Withheld
from recast.release import gate
from recast.shield import Shielded
from recast.stages import Stages, Steps
from recast.types import Release, Request
from recast.wire.log import Log

QUICK = (
    "fails where A is larger",
    "fails where B is larger",
    "combines types where A is larger",
    "divides by zero where A is larger",
    "finds nothing where A is larger",
    "reads past a list at A",
    "returns a link",
    "names what is not there",
    "asks for more",
)


def test_no_bits_come_back_through_the_synchronous_driver() -> None:
    found = attack(drive, QUICK)
    assert found.most_bits == 0
    assert all(len(set(sends)) == 1 for sends in found.sends.values())
    assert max(max(sends) for sends in found.sends.values()) == 1 + 3


def test_no_bits_come_back_through_the_asynchronous_driver() -> None:
    def driver(steps: Steps, log: Log) -> object:
        return asyncio.run(drive_async(steps, log))

    assert attack(driver, QUICK[1:4]).most_bits == 0


def test_a_program_that_never_ends_is_no_channel_either() -> None:
    assert attack(drive, ("runs for ever where A is larger",)).most_bits == 0


def test_a_client_that_sent_again_after_restoring_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The original flow, made faulty: what fails on the original values is asked again."""
    whole = pipeline.solve

    def faulty(shielded: Sequence[Shielded], stages: Stages) -> Steps:
        try:
            return (yield from whole(shielded, stages))
        except SolverFailed:
            return (yield from whole(shielded, stages))

    monkeypatch.setattr(pipeline, "solve", faulty)
    found = attack(drive, ("divides by zero where A is larger",))
    assert found.most_bits == math.log2(2)
    assert active.PROGRAMS


def test_the_same_is_sent_first_whatever_the_values() -> None:
    found = attack(drive, ("asks for more",))
    assert found.bits == {"asks for more": 0.0}


def test_no_guess_of_a_word_is_told_right_or_wrong() -> None:
    found = attack(drive, tuple(active.GUESSES))
    assert found.most_bits == 0
    assert set(found.sends.values()) == {(1 + 3, 1 + 3)}


def test_a_gate_that_scanned_repairs_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The original gate, made faulty: a repair that says a word of the source is withheld."""
    whole = gate.release

    def faulty(request: Request, **given: Any) -> Release:
        if any("Tidewell" in turn.repair for turn in request.turns):
            raise Withheld("a word of the source", ())
        return whole(request, **given)

    monkeypatch.setattr(gate, "release", faulty)
    assert attack(drive, ("guesses a name in halves",)).most_bits == 1
