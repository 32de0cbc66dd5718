"""What was sent for an example is noted as it goes out and kept with its source, whether or not an answer came."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from recast import configuration
from recast.api import Session
from recast.capture.passages import passage
from recast.errors import SolverFailed
from recast.evaluate.kept import Heard, heard, keep, sent_of
from recast.sent import read
from recast.stages import Solver
from recast.types import Release, Reply, Request, Source, Turn
from releases import sealed

FIGS = Source(b"Fruit,Crates\nPears,31\nPlums,54\nQuinces,12\n", "text/csv", "t.csv")
URL = "https://solver.example/v1"


def settings(tmp_path: Path, **options: dict[str, Any]) -> configuration.Configuration:
    return configuration.load(environment={}, options={"log": {"folder": str(tmp_path / "log")}, **options})


def noted(tmp_path: Path, *replies: Reply | SolverFailed) -> tuple[Solver, Heard]:
    """A solver that says these things in turn, and what is noted of it."""
    waiting, found = iter(replies), Heard()

    def transport(release: Release) -> Reply:
        said = next(waiting)
        if isinstance(said, SolverFailed):
            raise said
        return said

    stages = replace(Session(settings(tmp_path)).stages, solver=Solver(URL, "m", transport))
    return heard(stages, found).solver, found


def test_each_request_is_noted_with_its_reply_and_repairs_belong_to_the_first(tmp_path: Path) -> None:
    solver, found = noted(tmp_path, Reply("no", "m", 10, 2), Reply("yes", "m", 20, 3), Reply("other"))
    first = sealed(URL)
    solver.transport(first)
    solver.transport(replace(first, event="2", request=replace(first.request, turns=(Turn("no", "again"),))))
    solver.transport(replace(first, event="3"))
    assert {event: [(one.repair, one.reply) for one in asks] for event, asks in found.asks.items()} == {
        first.event: [("", "no"), ("again", "yes")],
        "3": [("", "other")],
    }
    assert (found.bytes, found.tokens) == (3 * len(first.body), 35)


def test_a_request_that_failed_was_sent_all_the_same(tmp_path: Path) -> None:
    solver, found = noted(tmp_path, SolverFailed("it did not answer"))
    with pytest.raises(SolverFailed):
        solver.transport(sealed(URL))
    (asks,) = found.asks.values()
    assert [(one.repair, one.reply) for one in asks] == [("", "")]
    assert (found.bytes > 0, found.tokens) == (True, None)


def test_a_chart_is_kept_with_the_numbers_that_its_literals_stand_for(tmp_path: Path) -> None:
    session = Session(settings(tmp_path, ask={"release": "text"}))
    chart = session.read(FIGS)
    shielded = session.protect(FIGS, "What is the value of Pears?")
    found = Heard()
    (path,) = keep(tmp_path / "out", "a", chart, "?", [shielded], found, session.stages.policy)
    sent, known = read(tmp_path / "out", path)
    assert (sent.protected, sent.exchanges, sent.to_voice) == (shielded.protected, (), ())
    assert known.is_chart
    assert "Quinces" in known.context
    assert ("31", "data") in {(value, role) for _, value, role in known.numbers}
    if os.name != "nt":
        assert not [one for one in (tmp_path / "out").rglob("*") if one.stat().st_mode & 0o077]


def test_the_whole_that_followed_a_part_is_kept_too(tmp_path: Path) -> None:
    policy = {"preset": "balanced", "disclosure": "minimal"}
    session = Session(settings(tmp_path, policy=policy, ask={"release": "text"}))
    shielded = session.protect(FIGS, "What is the value of Pears?")
    assert shielded.wider is not None
    found = Heard()
    stages = heard(session.stages, found)
    stages.solver.transport(shielded.release)
    assert sent_of([shielded], found) == (shielded,)
    stages.solver.transport(shielded.wider.release)
    chart = session.read(FIGS)
    paths = keep(tmp_path / "out", "a", chart, "?", [shielded], found, session.stages.policy)
    part, whole = (read(tmp_path / "out", path)[0] for path in paths)
    assert len(part.exchanges) == len(whole.exchanges) == 1
    assert part.protected.literals < whole.protected.literals


def test_what_a_voice_was_given_is_kept_also_where_nothing_else_left(tmp_path: Path) -> None:
    said = Request("reconstruction", "https://voice.example/v1", "m", "", "Tarn was hewn.", None)
    found = Heard()
    voice = Solver("https://voice.example/v1", "m", lambda release: Reply("", data=b"RIFF"))
    session = Session(settings(tmp_path))
    noted = heard(replace(session.stages, voice=voice), found)
    assert isinstance(noted.voice, Solver)
    noted.voice.transport(Release("event", None, said, b"{}"))
    assert (found.to_voice, found.bytes) == (["Tarn was hewn."], 2)
    story = passage("Nadia baked 12 loaves. How many loaves?")
    (path,) = keep(tmp_path, "a", story, "", (), found, session.stages.policy)
    sent, known = read(tmp_path, path)
    assert sent.to_voice == ("Tarn was hewn.",)
    assert known.context == story.text
    assert keep(tmp_path, "b", story, "", (), Heard(), session.stages.policy) == ()
