"""A protected recording at an endpoint, over the real protocol on loopback: what is sent is enough to answer from.

One waveform is made by the embedded voice and heard by the embedded recogniser; the other tests need neither.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from recast.errors import SolverFailed
from recast.program.parse import parse
from recast.release.body import body
from recast.release.wav import faults, wav
from recast.solve.endpoint import create
from recast.solve.offline import offline_solver
from recast.types import Medium, Release, Reply, Request
from recast.wire import seal
from recast.wire.log import Log, read_log
from recast.wire.send import send
from servers import Answer, chat_server, events, fault, omni, solving, stream, whole

TEXT = "```python\nanswer = protected(731.5) - protected(268.4)\n```"
QUESTION = "How many crates did Henry have left?"
pytestmark = pytest.mark.usefixtures("loopback")


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
    pytest.importorskip("hibari", reason="needs the extra for speech")
    pytest.importorskip("faster_whisper", reason="needs the extra for speech")
    from recast.reconstruct.speech import joined
    from recast.reconstruct.voice import say
    from recast.release.wav import pulses_of

    sentences = ("Henry packed 731.5 crates.", "He gave Anna 268.4 crates.")
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
