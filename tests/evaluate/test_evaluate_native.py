"""The unprotected reference: the solver sees the original, by consent where it is remote, and no map undoes its answer."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from recast import configuration
from recast.api import Session
from recast.capture.passages import passage
from recast.errors import SolverFailed, UsageError
from recast.evaluate.native import ask_native, unmapped
from recast.release.body import read_body
from recast.stages import Solver
from recast.types import Release, Reply
from recast.wire.log import read_log
from records import ferries

STORY = passage("Mara kept twelve jars. Ivo sold 5 of them. How many jars are left?")
URL = "https://solver.example/v1"


def session(tmp_path: Path, reply: str, seen: list[Release], remote: bool = True) -> Session:
    def transport(release: Release) -> Reply:
        seen.append(release)
        return Reply(reply, "m")

    made = Session(configuration.load(environment={}, options={"log": {"folder": str(tmp_path / "log")}}))
    stages = replace(
        made.stages, solver=Solver(URL if remote else "in this process", "m", transport, remote=remote)
    )
    object.__setattr__(made, "stages", stages)
    return made


def test_the_original_goes_to_a_remote_solver_by_consent_only_and_is_logged_by_digest(tmp_path: Path) -> None:
    seen: list[Release] = []
    asked = session(tmp_path, "answer = protected(12) - protected(5)", seen)
    with pytest.raises(UsageError, match="i-know-this-sends-the-original"):
        ask_native(STORY, "", asked, consent=False)
    assert not seen
    answer, reply = ask_native(STORY, "", asked, consent=True)
    assert (answer.value, reply.model) == (7, "m")
    (release,) = seen
    opened = read_body(release.body)
    assert (release.request.boundary, opened.question) == ("unprotected", "How many jars are left?")
    assert opened.medium is not None
    assert opened.medium.data.decode() == "Mara kept 12 jars. Ivo sold 5 of them."
    assert list(read_log(asked.log))
    assert not any(b"Mara" in path.read_bytes() for path in asked.log.folder.rglob("*") if path.is_file())


def test_a_solver_in_this_process_needs_no_consent(tmp_path: Path) -> None:
    seen: list[Release] = []
    answer, _ = ask_native(
        STORY, "How many did Ivo sell?", session(tmp_path, "answer = protected(5)", seen, False), False
    )
    assert answer.value == 5
    assert seen[0].request.question == "How many did Ivo sell?"


def test_a_chart_is_drawn_as_it_is(tmp_path: Path) -> None:
    seen: list[Release] = []
    answer, _ = ask_native(ferries(), "What is it?", session(tmp_path, "answer = protected(71)", seen), True)
    assert (answer.value, seen[0].request.template) == (71, "solver")
    medium = seen[0].request.medium
    assert medium is not None
    assert {"Port Ellery", "71"} <= {text.removesuffix("%") for text in medium.drawn}


@pytest.mark.parametrize(
    ("program", "value", "kind"),
    [
        ("answer = protected(1.5) + protected('2.5')", Decimal(4), "number"),
        (
            "d = {'Kilmory': protected(55), 'Saint Brannoc': protected(64)}\nanswer = max(d, key=d.get)",
            "Saint Brannoc",
            "label",
        ),
        ("answer = protected('Port Ellery')", "Port Ellery", "label"),
        ("answer = protected(71) > protected(64)", True, "boolean"),
        ("answer = ['Kilmory', 'Port Ellery']", ("Kilmory", "Port Ellery"), "list"),
    ],
)
def test_every_operand_and_every_string_stands_for_itself(program: str, value: Any, kind: str) -> None:
    answer = unmapped(ferries(), "What is it?", Reply(program))
    assert (answer.value, answer.kind) == (value, kind)


def test_a_reply_without_a_program_fails_as_a_protected_one_does() -> None:
    with pytest.raises(SolverFailed):
        unmapped(STORY, "How many?", Reply("About seven."))
