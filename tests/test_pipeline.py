"""The whole loop as a user meets it: right answers, honest failures, and nothing sent that was not checked."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import servers
from recast import configuration
from recast.api import Session, recover
from recast.errors import ReCastError, SolverFailed, StorageFailed, UnknownOperand, UsageError, Withheld
from recast.release.body import read_body
from recast.stages import Solver
from recast.testing.by_eye import by_eye_solver
from recast.types import Release, Reply, Source
from recast.wire.log import Log, read_log

CSV = b"District,Harvest of figs (million EUR)\nNorwick,12.5\nSouthmoor,8.25\nCoastline,9.75\nIslet,3\n"
FIGS = Source(CSV, "text/csv", "figs.csv")
DIFFERENCE = "By how much does the harvest of Norwick exceed that of Coastline?"
SECRETS = re.compile(
    rb"norwick|southmoor|coastline|islet|harvest|\bfigs?\b|district|(?<![\d.:])(?:12\.5|8\.25|9\.75)(?!\d)|million|eur",
    re.I,
)


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Session:
    folder = tmp_path_factory.mktemp("log")
    return Session(configuration.load(environment={}, options={"log": {"folder": str(folder)}}))


def scripted(
    session: Session, *replies: str | ReCastError, log: Log | None = None
) -> tuple[Session, list[Release]]:
    """The session with a solver that says these things in turn, and all that it was sent."""
    seen: list[Release] = []
    waiting: Iterator[str | ReCastError] = iter(replies)

    def transport(release: Release) -> Reply:
        seen.append(release)
        said = next(waiting)
        if isinstance(said, ReCastError):
            raise said
        return Reply(said, "scripted")

    other = dataclasses.replace(session)
    stages = dataclasses.replace(
        session.stages, solver=Solver("in this process", "offline", transport, remote=False)
    )
    object.__setattr__(other, "stages", stages)
    object.__setattr__(other, "log", log or session.log)
    return other, seen


@pytest.mark.parametrize("policy", ["strict", "balanced", "paper"])
def test_a_table_in_an_exact_answer_out_and_no_word_or_number_of_it_leaves(
    policy: str, tmp_path: Path
) -> None:
    options = {"policy": {"preset": policy}, "log": {"folder": str(tmp_path)}}
    asked = Session(configuration.load(environment={}, options=options)).ask(FIGS, DIFFERENCE)
    assert asked.answer.text.startswith("2.75")
    assert asked.answer.confirmed
    assert asked.answer.exact
    opened = read_body(asked.releases[0].body)
    assert opened.medium is not None
    outgoing = opened.question.encode() + b"\n" + "\n".join(asked.shielded.seen.strings).encode()
    kept = re.compile(rb"million|eur", re.I) if policy == "paper" else re.compile(rb"(?!)")
    assert [word for word in SECRETS.findall(outgoing) if not kept.fullmatch(word)] == []


def test_several_questions_on_one_chart_are_read_once(session: Session) -> None:
    chart = session.read(FIGS)
    assert session.ask(chart, "Which district has the lowest harvest?").answer.text == "Islet"
    assert session.ask(chart, "How many districts have a harvest above 9?").answer.text == "2"


def test_the_asynchronous_session_gives_the_same_answer(session: Session) -> None:
    assert asyncio.run(session.ask_async(FIGS, DIFFERENCE)).answer.text.startswith("2.75")


def test_what_is_sent_is_logged_first_under_the_same_digest(session: Session) -> None:
    asked = session.ask(FIGS, DIFFERENCE)
    entries = [entry for entry in read_log(session.log) if entry.event == asked.releases[0].event]
    assert [entry.kind for entry in entries] == ["request", "reply"]
    assert entries[0].fields["bytes"] == len(asked.releases[0].body)
    folder = session.log.folder
    stored = b"".join(
        path.read_bytes() for path in folder.rglob("*") if path.is_file() and path.suffix == ".jsonl"
    )
    assert not re.search(rb"Norwick|(?<![\d.:])12\.5(?!\d)|harvest", stored)


@pytest.mark.parametrize(
    "question",
    [
        "What is the highest harvest?",
        "Which district has the highest harvest?",
        "How many districts have a harvest above 9?",
        "What is the median harvest?",
        "Is the harvest of Norwick greater than that of Islet?",
    ],
)
def test_a_careless_solver_is_never_right_or_wrong_in_silence(session: Session, question: str) -> None:
    careless = dataclasses.replace(session)
    object.__setattr__(careless, "stages", dataclasses.replace(session.stages, solver=by_eye_solver()))
    asked = careless.ask(FIGS, question)
    assert not asked.answer.confirmed
    assert asked.answer.findings


def test_a_reply_without_a_program_is_repaired_thrice_with_protected_data_only(session: Session) -> None:
    prose = "I think that the answer is about seven."
    asked, seen = scripted(session, prose, prose, prose, prose)
    with pytest.raises(SolverFailed):
        asked.ask(FIGS, DIFFERENCE)
    assert len(seen) == 4
    assert [len(release.request.turns) for release in seen] == [0, 1, 2, 3]
    assert seen[1].parent == seen[0].event
    assert not SECRETS.search("\n".join(turn.repair for turn in seen[3].request.turns).encode())


def test_an_operand_that_was_never_issued_goes_back_and_then_stops(session: Session) -> None:
    wrong = "```python\nanswer = protected(47.8) - protected(12.5)\n```"
    asked, seen = scripted(session, wrong, wrong, wrong, wrong)
    with pytest.raises(UnknownOperand):
        asked.ask(FIGS, DIFFERENCE)
    assert len(seen) == 4
    assert "47.8" in seen[1].request.turns[0].repair


def test_nothing_that_happens_after_restoration_sends_anything(session: Session) -> None:
    shielded = session.protect(FIGS, DIFFERENCE)
    first = min(shielded.protected.literals)
    fault = f"```python\nanswer = 1 / (protected({first}) - protected({first}))\n```"
    asked, seen = scripted(session, fault, fault)
    with pytest.raises(SolverFailed) as caught:
        asked.solve(shielded)
    assert len(seen) == 1
    assert not SECRETS.search(str(caught.value).encode())


@pytest.mark.parametrize(
    "program",
    [
        "while protected({0}) != 0:\n    pass\nanswer = 1",
        "answer = 'https://example.org/?v=' + str(protected({0}))",
        "answer = [str(protected({0})) + 'x']",
        "import os\nanswer = os.system('id') + protected({0})",
        "answer = ().__class__.__base__.__subclasses__()[protected({0})]",
    ],
    ids=["endless loop", "link with an operand", "other text", "import", "host escape"],
)
def test_a_hostile_program_never_becomes_an_answer_and_is_told_of_protected_data_only(
    session: Session, program: str
) -> None:
    shielded = session.protect(FIGS, DIFFERENCE)
    reply = "```python\n" + program.format(min(shielded.protected.literals)) + "\n```"
    asked, seen = scripted(session, reply, reply, reply, reply)
    with pytest.raises(SolverFailed) as caught:
        asked.solve(shielded)
    told = "\n".join(turn.repair for release in seen for turn in release.request.turns)
    assert len(seen) == 4
    assert not SECRETS.search(f"{told}\n{caught.value}".encode())


def twice(session: Session, *replies: str | ReCastError) -> tuple[Session, list[Release]]:
    """A session that asks twice, with a solver that says these things, else what the offline solver says."""
    other, seen = scripted(session)
    offline = session.stages.solver.transport
    waiting = iter(replies)

    def transport(release: Release) -> Reply:
        seen.append(release)
        said = next(waiting, "")
        if isinstance(said, ReCastError):
            raise said
        return Reply(said, "scripted") if said else offline(release)

    solver = dataclasses.replace(other.stages.solver, transport=transport)
    object.__setattr__(other, "stages", dataclasses.replace(other.stages, count=2, solver=solver))
    return other, seen


def test_two_asks_go_out_in_other_words_and_numbers_and_confirm_each_other(session: Session) -> None:
    asker, seen = twice(session)
    asked = asker.ask(FIGS, DIFFERENCE)
    assert asked.answer.text.startswith("2.75")
    assert asked.answer.confirmed
    first, second = (release.request for release in seen)
    assert first.question != second.question
    assert first.medium != second.medium
    assert asked.releases == tuple(seen)


@pytest.mark.parametrize(
    ("first", "found"),
    [
        ("```python\nanswer = 12345\n```", "another answer"),
        ("```python\nanswer = None\n```", "no answer"),
        (SolverFailed("the endpoint is down"), "no answer"),
    ],
)
def test_a_second_ask_is_sent_whatever_the_first_brings_and_then_nothing_more(
    session: Session, first: str | ReCastError, found: str
) -> None:
    asker, seen = twice(session, first)
    answer = asker.ask(FIGS, DIFFERENCE).answer
    assert not answer.confirmed
    assert any(found in finding.message for finding in answer.findings)
    assert len(seen) == 2


def test_where_both_asks_fail_the_first_fault_is_told(session: Session) -> None:
    asker, seen = twice(session, SolverFailed("the first"), SolverFailed("the second"))
    with pytest.raises(SolverFailed, match="the first"):
        asker.ask(FIGS, DIFFERENCE)
    assert len(seen) == 2


def test_no_log_no_send(session: Session, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    asked, seen = scripted(session, "```python\nanswer = 1\n```", log=Log(blocked / "log"))
    with pytest.raises(StorageFailed):
        asked.ask(FIGS, DIFFERENCE)
    assert seen == []


def test_a_tampered_release_is_not_sent(session: Session) -> None:
    shielded = session.protect(FIGS, DIFFERENCE)
    forged = dataclasses.replace(shielded.release, body=shielded.release.body.replace(b"}", b" }", 1))
    asked, seen = scripted(session, "```python\nanswer = 1\n```")
    with pytest.raises(Withheld):
        asked.solve(dataclasses.replace(shielded, release=forged))
    assert seen == []


def test_a_reply_is_recovered_later_from_the_vault(session: Session) -> None:
    shielded = session.protect(FIGS, DIFFERENCE)
    by_source = {
        q.written: literal
        for literal, quantities in shielded.vault.numbers.inverse.items()
        for q in quantities
    }
    reply = f"```python\nanswer = protected({by_source['12.5']}) - protected({by_source['9.75']})\n```"
    assert recover(shielded.vault, reply).text.startswith("2.75")


def test_the_library_protects_and_recovers_by_its_public_names(tmp_path: Path) -> None:
    import recast

    settings = recast.load(environment={}, options={"log": {"folder": str(tmp_path)}})
    shielded = recast.protect(FIGS, DIFFERENCE, configuration=settings)
    literal = shielded.vault.numbers.literals["cell:0:0"]
    assert recast.recover(shielded.vault, f"```python\nanswer = protected({literal})\n```").text.startswith(
        "12.5"
    )
    assert callable(recast.ask)
    assert callable(recast.read)


@pytest.mark.parametrize("question", ["", "   ", "why " * 2500])
def test_an_empty_or_endless_question_is_refused_before_anything_is_read(
    session: Session, question: str
) -> None:
    with pytest.raises(UsageError):
        session.ask(Source(b"never read", "image/png", "x.png"), question)


@pytest.mark.usefixtures("loopback")
def test_a_real_endpoint_gets_the_release_byte_for_byte_and_its_program_is_run(tmp_path: Path) -> None:
    with servers.chat_server(servers.whole("```python\nanswer = None\n```")) as server:
        options = {
            "solve": {"use": "endpoint", "base_url": server.url, "model": "some-model"},
            "log": {"folder": str(tmp_path)},
        }
        session = Session(configuration.load(environment={"OPENAI_API_KEY": "sk-test"}, options=options))
        with pytest.raises(SolverFailed, match="does not show"):
            session.ask(FIGS, DIFFERENCE)
        body = json.loads(server.seen[0].body)
    assert body["temperature"] == 0
    assert body["max_tokens"] == 2000
    assert body["stream"] is True
    assert len(server.seen) == 1
    assert not re.search(rb"Norwick|Coastline|harvest", server.seen[0].body, re.I)


@pytest.mark.usefixtures("loopback")
def test_an_endpoint_that_only_fails_is_tried_five_times_and_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("recast.wire.send.LONGEST_WAIT", 0.0)
    with servers.chat_server(servers.fault(500)) as server:
        options = {
            "solve": {"use": "endpoint", "base_url": server.url, "model": "some-model"},
            "log": {"folder": str(tmp_path)},
        }
        with pytest.raises(SolverFailed):
            Session(configuration.load(environment={}, options=options)).ask(FIGS, DIFFERENCE)
        assert len(server.seen) == 5
