"""From a private chart to the bytes at the other end: nothing of the source arrives, nothing of it is in the log."""

from __future__ import annotations

import json
import logging
from dataclasses import replace
from pathlib import Path

import pytest

from recast.errors import ReCastError
from recast.policy import PRESETS
from recast.program.repair import fault_of, repair
from recast.reconstruct.draw import draw
from recast.release.gate import release
from recast.release.read_back import ReadBack, digest
from recast.types import Check, Release, Request, Turn
from recast.wire.chat import SETTINGS, chat
from recast.wire.client import Endpoint
from recast.wire.log import Log, read_log
from recast.wire.send import send
from records import Shielded, shielded
from servers import chat_server, events, fault, stream

KEY = "sk-canary-42"
WORDS = (
    "ellery",
    "brannoc",
    "kilmory",
    "ferr",
    "harbour",
    "resident",
    "survey",
    "percentage",
    "ferry use",
    KEY,
)


def sealed(made: Shielded, url: str) -> Release:
    chart = made.protected.chart
    assert chart is not None
    medium = draw(chart, 0)
    request = Request("solver", url, "solver-1", "solver", made.protected.question, medium, settings=SETTINGS)
    read = ReadBack(digest(medium), chart, Check("protected"), medium.drawn)
    return release(
        request,
        protected=made.protected,
        vault=made.vault,
        policy=PRESETS["strict"],
        configured=[(url, "solver-1")],
        read_back=read,
    )


def variable(body: bytes) -> str:
    """All of a body but the fixed system prompt and the pixels, folded."""
    content = json.loads(body)
    content["messages"][0]["content"] = ""
    for part in content["messages"][1]["content"]:
        part.pop("image_url", None)
    return json.dumps(content).casefold()


@pytest.mark.usefixtures("loopback")
def test_nothing_of_the_source_arrives_or_stays(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    made, log = shielded(), Log(tmp_path)
    answers = (
        fault(500),
        stream(events(["answer = protected(1.25)"])),
        stream(events(["```python\nanswer = 1\n```"])),
    )
    with chat_server(*answers) as server:
        transport = chat(Endpoint(server.url, KEY))
        first = sealed(made, server.url)
        reply = send(first, transport, log, first_wait=0.001)
        called_for = fault_of(reply.text, made.protected)
        assert called_for is not None
        turn = Turn(reply.text, repair(called_for))
        second = release(
            replace(first.request, turns=(turn,)),
            protected=made.protected,
            vault=made.vault,
            policy=made.policy,
            configured=[(server.url, "solver-1")],
            parent=first,
        )
        assert send(second, transport, log).text == "```python\nanswer = 1\n```"
        arrived = [seen.body for seen in server.seen]
    assert arrived == [first.body, first.body, second.body]
    for body in arrived:
        assert not [word for word in WORDS if word in variable(body)]
    asked = [entry for entry in read_log(log) if entry.kind == "request"]
    assert [entry.fields["parent"] for entry in asked] == [None, first.event, first.event]
    names = [path for path in tmp_path.rglob("*") if path.is_file() and path.suffix in (".json", ".jsonl")]
    for path in names:
        said = variable(path.read_bytes()) if path.suffix == ".json" else path.read_text().casefold()
        assert not [word for word in WORDS if word in said], path.suffix
    said = "\n".join(record.getMessage() for record in caplog.records).casefold()
    assert not [word for word in (*WORDS, "tallies", "data:image") if word in said]


@pytest.mark.usefixtures("loopback")
def test_no_error_on_the_way_says_anything_of_the_source(tmp_path: Path) -> None:
    made = shielded()
    with chat_server(fault(400, message="Kilmory 71")) as server:
        good = sealed(made, server.url)
        for bad in (good, replace(good, body=b"Kilmory"), replace(good, event="Kilmory")):
            with pytest.raises(ReCastError) as caught:
                send(bad, chat(Endpoint(server.url, KEY)), Log(tmp_path))
            assert "ilmory" not in str(caught.value) + repr(caught.value.__cause__)
