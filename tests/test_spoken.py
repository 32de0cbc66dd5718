"""Evidence that goes out as a recording, asked as a user asks it: what is released as what, what leaves, what is refused."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import random
import re
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import voices
from commands import Commands
from passages import LEFT, QUESTION, SECRETS, STORY, by_hand
from recast import configuration
from recast.api import Session, recover
from recast.drivers import drive
from recast.errors import Cancelled, UsageError, Withheld
from recast.perception.sound import RATE, decode_sound
from recast.perception.speech import BEAM, hear
from recast.pipeline import ask, capture
from recast.policy import Policy
from recast.release import read_back
from recast.release.body import read_body
from recast.release.wav import faults, wav
from recast.stages import Solver
from recast.types import Passage, Record, Release, Reply, Rewritten, Source, Word
from recast.vault import load
from recast.wire.log import read_log

TEXT = Source(STORY.encode(), "text/plain", "story.txt")
PROGRAM = "answer = protected({1}) - protected({2})"
TABLE = Source(b"| Town | Loaves |\n|---|---|\n| Ghent | 71 |\n| Bruges | 64 |\n", "text/plain", "t.md")


@pytest.fixture
def faked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read_back, "hear", voices.heard)


def rewriting(record: Record, policy: Policy, draw: random.Random) -> Rewritten:
    return dataclasses.replace(by_hand(record, policy, draw), modality=record.modality)


def session(
    folder: Path,
    voice: Any = None,
    listen: Callable[[Any], Any] = voices.heard,
    rewrite: Any = rewriting,
    release: str = "audio",
) -> tuple[Session, list[str]]:
    """A session whose solver listens to the recording and fills the numerals heard into ``PROGRAM``."""
    seen: list[str] = []

    def transport(sent: Release) -> Reply:
        opened = read_body(sent.body)
        assert opened.medium is not None
        assert opened.medium.media_type == "audio/wav"
        assert not list(faults(opened.medium.data))
        seen.append(" ".join(word.text for word in listen(decode_sound(opened.medium.data))))
        numerals = re.findall(r"\d+(?:\.\d+)?", f"{seen[-1]} {opened.question}")
        return Reply("```python\n" + PROGRAM.format(*numerals) + "\n```", "scripted")

    options = {"ask": {"release": release}, "log": {"folder": str(folder)}}
    made = Session(configuration.load(environment={}, options=options), random.Random(3))
    stages = dataclasses.replace(
        made.stages, solver=Solver("in this process", "offline", transport, remote=False)
    )
    stages = dataclasses.replace(stages, rewrite=rewrite or stages.rewrite, voice=voice or stages.voice)
    object.__setattr__(made, "stages", stages)
    return made, seen


@pytest.mark.usefixtures("faked")
def test_a_text_is_asked_as_a_recording(tmp_path: Path) -> None:
    made, heard = session(tmp_path, voices.FakeVoice())
    asked = made.ask(TEXT, QUESTION)
    assert (asked.answer.text, asked.answer.confirmed) == (f"{LEFT} loaves", True)
    assert asked.shielded.medium.media_type == "audio/wav"
    assert heard[0].startswith("Orla Tamsin keeps a quiet workshop in Brackmoor.")
    assert not SECRETS.search(heard[0])
    content = json.loads(asked.releases[0].body)
    assert [part["type"] for part in content["messages"][1]["content"]] == ["text", "input_audio"]
    stored = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert not re.search(rb"Nadia|Verhoeven|Ghent|1,250", stored)
    assert len(list(tmp_path.rglob("*.wav"))) == 1
    assert [entry.kind for entry in read_log(made.log)] == ["request", "reply"]


@pytest.mark.usefixtures("faked")
def test_the_asynchronous_session_gives_the_same_answer(tmp_path: Path) -> None:
    made, _ = session(tmp_path, voices.FakeVoice())
    whole = Source(f"{STORY} {QUESTION}".encode(), "text/plain")
    assert asyncio.run(made.ask_async(whole)).answer.text == f"{LEFT} loaves"


@pytest.mark.usefixtures("faked")
def test_a_vault_recovers_the_reply_to_a_recording(tmp_path: Path) -> None:
    made, heard = session(tmp_path, voices.FakeVoice())
    shielded = made.protect(TEXT, QUESTION)
    numerals = re.findall(r"\d+(?:\.\d+)?", shielded.protected.context)
    reply = "```python\n" + PROGRAM.format(*numerals) + "\n```"
    assert recover(shielded.vault, reply).text == f"{LEFT} loaves"
    assert heard == []


@pytest.mark.usefixtures("faked")
def test_a_table_is_said_value_by_value(tmp_path: Path) -> None:
    made, _ = session(tmp_path, voices.FakeVoice(), rewrite=None)
    shielded = made.protect(TABLE, "Which town has the highest value?")
    chart = shielded.protected.chart
    assert chart is not None
    assert shielded.seen is not None
    for category, value in zip(chart.categories, chart.values[0], strict=True):
        assert any(category in text and f"has {value}" in text for text in shielded.seen.strings)
    assert not re.search(r"Ghent|Bruges|Town|Loaves", " ".join(shielded.seen.strings))


@pytest.mark.usefixtures("faked")
def test_words_that_are_never_heard_right_are_drawn_anew_and_then_withheld(tmp_path: Path) -> None:
    tries: list[str] = []

    def rewrite(record: Record, policy: Policy, draw: random.Random) -> Rewritten:
        tries.append(record.id)
        return rewriting(record, policy, draw)

    mishearing = voices.FakeVoice(lambda text, seed, speed: text.replace("Orla", "Olga"))
    made, heard = session(tmp_path, mishearing, rewrite=rewrite)
    with pytest.raises(Withheld, match="nothing was sent") as caught:
        made.ask(TEXT, QUESTION)
    assert len(tries) == 1 + 4 * 3  # this rewriter has no other words to draw, however often it is asked
    assert heard == []
    assert {found.check for found in caught.value.findings} == {"protected"}
    assert {found.location for found in caught.value.findings} <= {f"sentence {n}" for n in range(1, 5)}
    assert not re.search("Orla|Olga", repr(caught.value.findings) + str(caught.value))


@pytest.mark.usefixtures("faked")
def test_a_word_that_was_not_heard_is_not_said_again(tmp_path: Path) -> None:
    """The rewriter draws Orla twice more; what is said a second time has another name."""
    drawn: list[str] = []

    def rewrite(record: Record, policy: Policy, draw: random.Random) -> Rewritten:
        drawn.append("Orla" if len(drawn) < 3 else "Petra")
        return _renamed(rewriting(record, policy, draw), "Orla", drawn[-1])

    mishearing = voices.FakeVoice(lambda text, seed, speed: text.replace("Orla", "Olga"))
    made, heard = session(tmp_path, mishearing, rewrite=rewrite)
    made.ask(TEXT, QUESTION)
    assert drawn == ["Orla", "Orla", "Orla", "Petra"]
    assert len(heard) == 1
    assert "Petra" in heard[0]


def _renamed(rewritten: Rewritten, name: str, other: str) -> Rewritten:
    pairs = tuple(
        dataclasses.replace(pair, protected=pair.protected.replace(name, other))
        for pair in rewritten.substitutions.pairs
    )
    return dataclasses.replace(
        rewritten,
        context=rewritten.context.replace(name, other),
        question=rewritten.question.replace(name, other),
        substitutions=dataclasses.replace(rewritten.substitutions, pairs=pairs),
    )


@pytest.mark.usefixtures("faked")
def test_a_word_of_the_source_that_is_heard_by_accident_is_drawn_anew(tmp_path: Path) -> None:
    slips = voices.FakeVoice(lambda text, seed, speed: text.replace("quiet", "Ghent"))
    made, heard = session(tmp_path, slips)
    with pytest.raises(Withheld) as caught:
        made.ask(TEXT, QUESTION)
    assert "leak scan" in {found.check for found in caught.value.findings}
    assert "Ghent" not in repr(caught.value.findings)
    assert heard == []


def test_what_cannot_be_released_so_is_refused_by_name(tmp_path: Path) -> None:
    recording = Passage(STORY, recording=Source(b"", "audio/wav"))
    for evidence in (TEXT, recording):
        with pytest.raises(
            UsageError, match="no chart to draw: leave --release out, or release it as text or audio"
        ):
            session(tmp_path, release="image")[0].ask(evidence, QUESTION)


@pytest.mark.usefixtures("faked")
def test_a_recording_goes_out_as_a_recording_unless_text_is_wanted(tmp_path: Path) -> None:
    recording = Passage(STORY, recording=Source(b"", "audio/wav"))
    kinds = [
        session(tmp_path, voices.FakeVoice(), release=release)[0]
        .protect(evidence, QUESTION)
        .medium.media_type
        for evidence, release in [
            (recording, ""),
            (recording, "text"),
            (Passage(STORY), ""),
            (Passage(STORY), "audio"),
        ]
    ]
    assert kinds == ["audio/wav", "text/plain", "text/plain", "audio/wav"]


def test_the_real_voice_is_understood_by_the_real_recogniser(tmp_path: Path) -> None:
    made, heard = session(tmp_path, listen=hear, rewrite=None)
    story = Source(
        b"Nadia baked 1250 loaves. She sold 980 of the loaves.",
        "text/plain",
    )
    shielded = made.protect(story, "How many loaves are left?")
    assert shielded.seen is not None
    literals = shielded.protected.literals
    again = " ".join(word.text for word in hear(decode_sound(shielded.medium.data)))
    assert all(
        literal in again.replace(",", "") for literal in literals if literal in shielded.protected.context
    )
    assert not SECRETS.search(again)
    assert heard == []


def test_the_command_line_shows_what_would_be_said_and_writes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    recast = Commands(tmp_path)
    recast.write(
        "story.txt", "Nadia baked 1250 loaves. She sold 980 of the loaves. How many loaves are left?\n"
    )
    ran = recast("ask", "story.txt", "--release", "audio", "--dry-run", "--out", "kept")
    assert ran.code == 0, ran.err
    assert re.search(r"^said in \d+\.\d seconds: ", ran.out, re.MULTILINE)
    assert re.search(r"^would go to: in this process, ", ran.out, re.MULTILINE)
    assert not re.search("Nadia|loaves|1250", ran.out)
    (wav,) = (tmp_path / "kept").glob("protected-*.wav")
    assert not list(faults(wav.read_bytes()))
    assert recast.requests() == []
    kept = recast("protect", "story.txt", "--release", "audio", "--out", "release", "--json")
    assert kept.code == 0, kept.err
    assert kept.shown["medium"] == "protected.wav"
    monkeypatch.setenv("XDG_STATE_HOME", recast.environment["XDG_STATE_HOME"])
    opened = load(Path(str(kept.shown["vault"])))
    assert opened.record.modality == "audio"


def talkative(word: str, alone: bool = False) -> tuple[Solver, list[str]]:
    """A remote voice that says a word of its own after every sentence, or nothing but that word; and the sentences that it
    was sent."""
    asked: list[str] = []

    def transport(sent: Release) -> Reply:
        asked.append(sent.request.question)
        return Reply("", "voice", data=voices.said(word if alone else f"{sent.request.question} {word}"))

    return Solver("https://voice.example/v1", "voice-1", transport, (("voice", "alloy"),)), asked


@pytest.mark.usefixtures("faked")
def test_a_remote_voice_cannot_try_out_which_words_are_in_the_source(tmp_path: Path) -> None:
    """Whether it says a word of the source or another one: the voice is asked as often, and the solver gets as much."""
    counted = []
    for word in ("harbour", "bakery"):
        voice, asked = talkative(word)
        shielded = session(tmp_path / word, voice)[0].protect(TEXT, QUESTION)
        counted.append((len(asked), [check.passed for check in shielded.release.checks]))
    assert counted[0] == counted[1]
    counted = []
    for word in ("harbour", "bakery"):
        voice, asked = talkative(word, alone=True)
        with pytest.raises(Withheld, match=r"withheld after 4 repairs, the solver got nothing"):
            session(tmp_path / f"{word}-alone", voice)[0].protect(TEXT, QUESTION)
        counted.append((len(asked), []))
    assert counted[0] == counted[1]


@pytest.mark.usefixtures("faked")
def test_nothing_is_sent_to_a_voice_before_every_sentence_has_passed_the_scan(tmp_path: Path) -> None:
    def leaking(record: Record, policy: Policy, draw: random.Random) -> Rewritten:
        made = rewriting(record, policy, draw)
        return dataclasses.replace(made, context=f"{made.context} The bakery is quiet.")

    voice, asked = talkative("harbour")
    with pytest.raises(Withheld, match="nothing was sent"):
        session(tmp_path, voice, rewrite=leaking)[0].protect(TEXT, QUESTION)
    assert asked == []


@pytest.mark.usefixtures("faked")
def test_a_recording_that_is_asked_about_twice_is_heard_again_once(tmp_path: Path) -> None:
    made, seen = session(tmp_path, voices.FakeVoice())
    told: list[str] = []
    recording = Passage(STORY, recording=Source(b"", "audio/wav"))
    drive(ask(recording, QUESTION, (), dataclasses.replace(made.stages, count=2)), made.log, told.append)
    assert len(seen) == 2
    assert told.count("second hearing") == 1


def test_a_long_recording_tells_its_minutes_and_can_be_cancelled_between_windows(tmp_path: Path) -> None:
    made, _ = session(tmp_path, voices.FakeVoice())
    windows: list[float] = []

    def recognise(samples: Any, beam: int = 1) -> tuple[Word, ...]:
        assert beam == BEAM
        windows.append(len(samples) / RATE)
        return ()

    stages = dataclasses.replace(made.stages, recognise=recognise)
    source = Source(wav(np.zeros(100 * RATE, np.int16)), "audio/wav", "call.wav")
    told: list[str] = []
    stop = threading.Event()

    def progress(stage: str) -> None:
        told.append(stage)
        if stage == "hearing minute 1 of 2" and windows:
            stop.set()

    with pytest.raises(Cancelled):
        drive(capture(source, "", stages), made.log, progress, stop)
    assert told == ["decode", "hearing minute 1 of 2", "hearing minute 1 of 2"]
    assert len(windows) == 2
    assert max(windows) <= 30
