"""A remote voice: only a whole WAV file counts, whatever a server does to it."""

from __future__ import annotations

import json
import struct
import wave as wave_file
from datetime import timedelta
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recast.errors import SolverFailed, StorageFailed
from recast.types import Reply
from recast.wire.client import Endpoint
from recast.wire.log import Log, purge, read_log
from recast.wire.send import Transient, send
from recast.wire.speech import plain_wav, speak
from releases import sealed_for_voice
from servers import Answer, chat_server, fault, hang_up, raw, silent, sound, wave

KEY = "sk-canary-000111"
TAG = (
    struct.pack("<4sI", b"LIST", 26) + b"INFOISFT" + struct.pack("<I", 14) + b"Lavf61.7.100\0\0"
)  # as FFmpeg writes
MP3 = b"ID3\x04" + b"\xff\xfb\x90\x64" * 200


def say(folder: Path, *answers: Answer, **options: float) -> tuple[Reply, list[bytes]]:
    """One sentence said by a server with these answers: the reply, and the bodies that arrived."""
    with chat_server(*answers) as server:
        endpoint = Endpoint(server.url, KEY, section="speech", **options)  # type: ignore[arg-type]
        reply = send(sealed_for_voice(server.url), speak(endpoint), Log(folder), first_wait=0.001)
        assert {seen.path for seen in server.seen} == {"/v1/audio/speech"}
        return reply, [seen.body for seen in server.seen]


def seconds_of(data: bytes) -> float:
    """The length as a strict reader sees it."""
    with wave_file.open(BytesIO(data)) as file:
        assert len(data) == 44 + file.getnframes() * file.getsampwidth() * file.getnchannels()
        return file.getnframes() / file.getframerate()


@pytest.mark.usefixtures("loopback")
class TestRecordings:
    @pytest.mark.parametrize(
        "answer",
        [
            sound(wave()),
            sound(wave(), chunked=False),
            sound(wave(size=0xFFFFFFFF)),
            sound(wave(size=0xFFFFFFFF, before=TAG)),
            sound(wave(size=0x7FFFFFFF - 36)),
            sound(wave(size=0)),
            sound(wave(before=TAG, after=TAG)),
            sound(wave(), "application/octet-stream"),
            sound(wave(), "audio/mpeg"),  # what is in it counts
            raw(wave()),
        ],
    )
    def test_whole_recordings_in_every_form(self, tmp_path: Path, answer: Answer) -> None:
        reply, bodies = say(tmp_path, answer)
        assert seconds_of(reply.data) == 0.5
        assert reply.data[44:] == wave()[44:]
        assert b"Lavf" not in reply.data
        assert [json.loads(body) for body in bodies] == [
            {
                "model": "voice-1",
                "input": "Tarns has 268.4 tallies.",
                "response_format": "wav",
                "voice": "alloy",
            }
        ]

    @pytest.mark.parametrize(("rate", "channels"), [(8_000, 1), (16_000, 1), (44_100, 2), (48_000, 2)])
    def test_any_rate_is_handed_on(self, tmp_path: Path, rate: int, channels: int) -> None:
        reply, _ = say(tmp_path, sound(wave(rate=rate, channels=channels)))
        assert seconds_of(reply.data) == pytest.approx(0.5)

    def test_the_log_keeps_what_was_said_and_what_came(self, tmp_path: Path) -> None:
        reply, _ = say(tmp_path, sound(wave()))
        asked, answered = read_log(Log(tmp_path))
        assert (asked.kind, asked.fields["boundary"], asked.fields["media"]) == (
            "request",
            "reconstruction",
            [],
        )
        (medium,) = answered.fields["media"]
        assert (medium["media_type"], medium["bytes"]) == ("audio/wav", len(reply.data))
        assert medium["sha256"] == answered.fields["sha256"]
        assert (tmp_path / "media" / f"{medium['sha256']}.wav").read_bytes() == reply.data
        assert KEY.encode() not in b"".join(
            path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()
        )
        purge(Log(tmp_path), timedelta(0))
        assert not list((tmp_path / "media").iterdir())

    def test_a_reply_shows_no_sound(self) -> None:
        assert "RIFF" not in repr(Reply("", data=wave()))


@pytest.mark.usefixtures("loopback")
class TestFailures:
    @pytest.mark.parametrize(
        "bad",
        [
            raw(b""),
            sound(wave(0.0)),
            sound(wave(0.0, size=0xFFFFFFFF)),
            sound(wave()[:-100], chunked=False),
            sound(wave()[:40]),
            sound(wave()[:20]),
            sound(wave(size=0xFFFFFFFF), cut=True),
            sound(wave(), chunked=False, cut=True),
            hang_up,
            fault(500),
            fault(503),
            fault(429, retry_after="0"),
        ],
    )
    def test_what_may_pass_is_tried_again(self, tmp_path: Path, bad: Answer) -> None:
        reply, bodies = say(tmp_path, bad, sound(wave()))
        assert seconds_of(reply.data) == 0.5
        assert bodies[0] == bodies[1]
        assert [entry.kind for entry in read_log(Log(tmp_path))] == ["request", "failed", "request", "reply"]

    @pytest.mark.parametrize(
        ("bad", "remedy"),
        [
            (sound(MP3, "audio/mpeg"), "writes wav"),
            (sound(b"OggS" + bytes(200), "audio/ogg"), "writes wav"),
            (raw(b'{"error": {"message": "SECRET"}}'), "text instead of a recording"),
            (raw(b"<!doctype html><p>SECRET"), "text instead of a recording"),
            (sound(wave(121.0, rate=8_000)), "longer than 120 seconds"),
            (sound(wave(bits=12)), "not plain sound"),
            (sound(wave(rate=4_000)), "not plain sound"),
            (sound(wave(channels=9)), "not plain sound"),
            (sound(wave().replace(struct.pack("<IHH", 48_000, 2, 16), struct.pack("<IHH", 48_000, 3, 16))), "itself"),
            (sound(wave()[:12] + wave()[36:]), "does not say its format"),
            (fault(400), r"model and the settings of \[speech\]"),
            (fault(401), r"key_file in \[speech\]"),
            (fault(404), r"base_url .* in \[speech\]"),
            (fault(405), "does not serve /audio/speech"),
            (fault(429, "insufficient_quota"), "billing"),
            (fault(429, retry_after="7200"), "7200 seconds"),
            (raw(b"", 307, Location="http://127.0.0.1:9/v1"), "not followed"),
        ],
    )  # fmt: skip
    def test_what_will_not_pass_names_the_remedy(self, tmp_path: Path, bad: Answer, remedy: str) -> None:
        with pytest.raises(SolverFailed, match=remedy) as caught:
            say(tmp_path, bad)
        assert "SECRET" not in str(caught.value)
        assert len([entry for entry in read_log(Log(tmp_path)) if entry.kind == "request"]) == 1

    def test_a_flood_is_not_read_to_its_end(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("recast.wire.speech._LARGEST_REPLY", 100_000)
        with pytest.raises(SolverFailed, match="too large"):
            say(tmp_path, sound(wave(60.0)))

    def test_silence_ends_in_time(self, tmp_path: Path) -> None:
        with pytest.raises(SolverFailed, match="did not answer in time"):
            say(tmp_path, silent(1.0), read_timeout=0.05)

    def test_no_log_no_sentence(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        with chat_server(sound(wave())) as server:
            with pytest.raises(StorageFailed):
                send(
                    sealed_for_voice(server.url), speak(Endpoint(server.url)), Log(tmp_path / "file" / "log")
                )
            assert server.seen == []


@given(st.binary(max_size=200), st.integers(0, 300))
def test_junk_is_refused_never_a_crash(junk: bytes, cut: int) -> None:
    whole = wave(0.01)
    for data in (junk, whole[:cut], whole[:12] + junk, whole[:36] + junk, whole[:cut] + junk + whole[cut:]):
        try:
            made = plain_wav(data)
        except (SolverFailed, Transient):
            continue
        assert plain_wav(made) == made
