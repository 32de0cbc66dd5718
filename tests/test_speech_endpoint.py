"""A protected recording at an endpoint, over the real protocol on loopback: what is sent is enough to answer from.

One waveform is made by the embedded voice and heard by the embedded recogniser; the other tests need neither.
"""

from __future__ import annotations

import json
import random
from pathlib import Path

import numpy as np
import pytest

from recast import configuration
from recast.api import Session
from recast.errors import SolverFailed, StorageFailed, Withheld
from recast.program.parse import parse
from recast.release.body import body
from recast.release.wav import faults, wav
from recast.solve.endpoint import create
from recast.solve.offline import offline_solver
from recast.types import Medium, Release, Reply, Request, Source
from recast.wire import seal
from recast.wire.log import Log, read_log
from recast.wire.send import send
from servers import (
    Answer,
    ChatServer,
    chat_server,
    events,
    fault,
    omni,
    raw,
    solving,
    sound,
    speaking,
    stream,
    wave,
    whole,
)

TEXT = "```python\nanswer = protected(731.5) - protected(268.4)\n```"
QUESTION = "How many crates did Henry have left?"
pytestmark = pytest.mark.usefixtures("loopback")
for needed in ("av", "hibari", "faster_whisper"):
    pytest.importorskip(needed, reason="needs the extra for speech")


@pytest.fixture(scope="module")
def tone() -> Medium:
    samples = (np.sin(np.arange(8_000) / 8) * 9_000).astype(np.int16)
    return Medium("audio/wav", wav(samples))


def ask(folder: Path, medium: Medium, *answers: Answer, dialect: str = "openai") -> tuple[Reply, list[bytes]]:
    """One ask about a recording, sealed by hand: what the gate lets through is tested with the gate."""
    with chat_server(*answers) as server:
        solver = create({"base_url": server.url, "model": "ears-1", "dialect": dialect})
        asked = Request("solver", server.url, "ears-1", "speech", QUESTION, medium, settings=solver.settings)
        release = seal.sealed(Release("e" * 32, None, asked, body(asked)))
        reply = send(release, solver.transport, Log(folder), first_wait=0.001)
        return reply, [seen.body for seen in server.seen]


def test_the_exact_bytes_are_enough_to_answer(tmp_path: Path) -> None:
    """The solver of this process stands behind the endpoint: it hears what arrived, and nothing else reaches it."""
    from recast.reconstruct.speech import joined
    from recast.reconstruct.voice import say
    from recast.release.wav import pulses_of

    sentences = ("Henry had 731.5 crates.", "He lost 268.4 crates.")
    medium = joined(sentences, [pulses_of(say(sentence, 0, 1.0).data) for sentence in sentences])
    assert not list(faults(medium.data))
    reply, _ = ask(tmp_path, medium, omni(solving(offline_solver().transport)), dialect="dashscope")
    program = parse(reply.text)
    assert program.operands == ("731.5", "268.4")
    assert "protected(731.5) - protected(268.4)" in program.source
    (entry, _) = read_log(Log(tmp_path))
    (logged,) = entry.fields["media"]
    assert (tmp_path / "media" / f"{logged['sha256']}.wav").read_bytes() == medium.data


def test_an_endpoint_that_insists_on_its_dialect(tmp_path: Path, tone: Medium) -> None:
    served = omni(stream(events([TEXT])))
    reply, _ = ask(tmp_path, tone, served, dialect="dashscope")
    assert reply.text == TEXT
    with pytest.raises(SolverFailed, match=r"takes recordings and the settings of \[solve\]"):
        ask(tmp_path, tone, served)


@pytest.mark.parametrize(
    ("status", "message"),
    [
        (400, "Invalid value: 'input_audio'. Supported values are: 'text', 'image_url'."),
        (400, "At most 0 audio(s) may be provided in one prompt."),
        (404, "No endpoints found that support input audio"),
        (500, "audio input is not supported - hint: you may need to provide the mmproj"),
    ],
)
def test_a_model_that_takes_no_recordings_is_named_at_once(
    tmp_path: Path, tone: Medium, status: int, message: str
) -> None:
    with pytest.raises(SolverFailed, match=r"does not take recordings.*--release text") as caught:
        ask(tmp_path, tone, fault(status, message=message))
    assert "mmproj" not in str(caught.value)
    assert len([entry for entry in read_log(Log(tmp_path)) if entry.kind == "request"]) == 1


def test_a_fault_that_has_nothing_to_do_with_sound_is_tried_again(tmp_path: Path, tone: Medium) -> None:
    reply, bodies = ask(tmp_path, tone, fault(500, message="out of memory"), whole(TEXT))
    assert reply.text == TEXT
    assert bodies[0] == bodies[1]


# ── the whole flow, voice and solver both at endpoints ───────────────────────────────────────────────────────

STORY = "Nadia baked 1250 loaves in the bakery. She sold 340 loaves to Matteo. How many loaves does Nadia have left?"
STORY_SOURCE = Source(STORY.encode(), "text/plain", "story.txt")
SECRETS = ("Nadia", "Matteo", "loaves", "bakery", "1250", "340", "910")


def session(folder: Path, voice: ChatServer, solver: ChatServer, **speech: object) -> Session:
    options = {
        "ask": {"release": "audio"},
        "speech": {"use": "endpoint", "base_url": voice.url, "model": "voice-1", "voice": "alloy", **speech},
        "solve": {"use": "endpoint", "base_url": solver.url, "model": "ears-1"},
        "log": {"folder": str(folder)},
    }
    return Session(configuration.load(environment={}, options=options), random.Random(3))


def test_voice_and_solver_at_endpoints_answer_exactly(tmp_path: Path) -> None:
    from recast.reconstruct.voice import say

    with (
        chat_server(speaking(lambda text: say(text, 0, 1.0).data)) as voice,
        chat_server(solving(offline_solver().transport)) as solver,
    ):
        asked = session(tmp_path, voice, solver).ask(STORY_SOURCE)
        assert asked.answer.value == 910
        assert [release.request.boundary for release in asked.releases[:-1]] == ["reconstruction"] * len(
            voice.seen
        )
        sent = [seen.body.decode() for seen in voice.seen]
    for text in sent:
        assert set(json.loads(text)) <= {"model", "input", "response_format", "voice", "speed"}
        assert not [secret for secret in SECRETS if secret.casefold() in text.casefold()]
    boundaries = [e.fields["boundary"] for e in read_log(Log(tmp_path)) if e.kind == "request"]
    assert boundaries == ["reconstruction"] * len(sent) + ["solver"]


@pytest.mark.parametrize(
    ("bad", "error", "remedy"),
    [
        (fault(401), SolverFailed, r"key_file in \[speech\]"),
        (fault(400, message="unknown voice SECRET"), SolverFailed, r"settings of \[speech\]"),
        (sound(b"ID3" + bytes(500), "audio/mpeg"), SolverFailed, "writes wav"),
        (raw(b"<html>SECRET"), SolverFailed, "base_url serves /audio/speech"),
        (fault(429, retry_after="3600"), SolverFailed, "3600 seconds"),
        (
            sound(wave(0.3, size=0xFFFFFFFF)[:44] + bytes(20_000)),
            Withheld,
            "the solver got nothing, the voice",
        ),
    ],
)
def test_a_voice_that_fails_sends_nothing_to_the_solver(
    tmp_path: Path, bad: Answer, error: type[Exception], remedy: str
) -> None:
    with chat_server(sound(wave()), bad) as voice, chat_server(whole(TEXT)) as solver:
        with pytest.raises(error, match=remedy) as caught:
            session(tmp_path, voice, solver).ask(STORY_SOURCE)
        assert solver.seen == []
        assert "SECRET" not in str(caught.value)
    entries = list(read_log(Log(tmp_path)))
    assert {e.fields["boundary"] for e in entries if e.kind == "request"} == {"reconstruction"}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_disk_that_fills_between_two_sentences_stops_there(tmp_path: Path) -> None:
    def fills(text: str) -> bytes:
        (day,) = tmp_path.glob("*.jsonl")
        day.unlink()
        day.symlink_to("/dev/full")
        return wave()

    with chat_server(speaking(fills)) as voice, chat_server(whole(TEXT)) as solver:
        with pytest.raises(StorageFailed):
            session(tmp_path, voice, solver).ask(STORY_SOURCE)
        assert len(voice.seen) == 1
        assert solver.seen == []
