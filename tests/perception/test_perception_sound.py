"""Bytes to samples: every common container, rate and width; what is no recording is refused in one sentence."""

from __future__ import annotations

import io
import struct
import wave
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from recast.errors import Refused
from recast.perception import sound
from recast.perception.sound import RATE, Sound, clipped_share, decode_sound, sound_blocks

av: Any = pytest.importorskip("av", reason="needs the extra for speech")


def tone(seconds: float = 0.5, rate: int = 16_000, hertz: float = 440.0) -> NDArray[np.float32]:
    return (0.5 * np.sin(2 * np.pi * hertz * np.arange(round(seconds * rate)) / rate)).astype(np.float32)


def wav(samples: NDArray[np.float32], rate: int = 16_000, channels: int = 1, width: int = 2) -> bytes:
    scaled = np.repeat((samples * (2 ** (8 * width - 1) - 1)).astype("<i4")[:, None], channels, axis=1)
    plain = scaled + 128 if width == 1 else scaled
    bytes_ = plain.reshape(-1, 1).view(np.uint8).reshape(-1, 4)[:, :width].tobytes()
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(width)
        file.setframerate(rate)
        file.writeframes(bytes_)
    return out.getvalue()


def encoded(container: str, codec: str, samples: NDArray[np.float32], rate: int, layout: str) -> bytes:
    out = io.BytesIO()
    with av.open(out, "w", format=container) as file:
        stream = file.add_stream(codec, rate=rate, layout=layout)
        frame = av.AudioFrame.from_ndarray(samples[None], format="flt", layout="mono")
        frame.sample_rate = rate
        resampler = av.AudioResampler(
            stream.codec_context.format, layout, rate, frame_size=stream.codec_context.frame_size or None
        )
        for part in [*resampler.resample(frame), *resampler.resample(None), None]:
            file.mux(stream.encode(part))
    return out.getvalue()


def silent_film(seconds: float = 0.5) -> bytes:
    out = io.BytesIO()
    with av.open(out, "w", format="matroska") as file:
        stream = file.add_stream("mpeg4", rate=24)
        stream.width = stream.height = 32
        for _ in range(round(24 * seconds)):
            frame = av.VideoFrame.from_ndarray(np.zeros((32, 32, 3), np.uint8), format="rgb24")
            file.mux(stream.encode(frame))
        file.mux(stream.encode(None))
    return out.getvalue()


def is_tone(samples: NDArray[np.float32], seconds: float = 0.5, hertz: float = 440.0) -> bool:
    loudest = np.abs(np.fft.rfft(samples)).argmax() * RATE / len(samples)
    return abs(loudest - hertz) < 10 and abs(len(samples) / RATE - seconds) < 0.2


@pytest.mark.parametrize("rate", [8_000, 16_000, 22_050, 44_100, 48_000])
@pytest.mark.parametrize(("channels", "width"), [(1, 1), (2, 2), (1, 3), (6, 4)])
def test_every_rate_width_and_number_of_channels(rate: int, channels: int, width: int) -> None:
    heard = decode_sound(wav(tone(rate=rate), rate, channels, width))
    assert heard.rate == RATE
    assert heard.samples.dtype == np.float32
    assert is_tone(heard.samples)
    assert 0.4 < np.abs(heard.samples).max() <= 1.0


@pytest.mark.parametrize(
    ("container", "codec", "rate", "layout"),
    [
        ("wav", "pcm_f32le", 48_000, "stereo"),
        ("wav", "pcm_mulaw", 8_000, "mono"),
        ("flac", "flac", 44_100, "stereo"),
        ("mp3", "libmp3lame", 44_100, "mono"),
        ("ogg", "libvorbis", 44_100, "stereo"),
        ("ogg", "libopus", 48_000, "mono"),
        ("ipod", "aac", 44_100, "mono"),
        ("webm", "libopus", 48_000, "mono"),
        ("aiff", "pcm_s16be", 22_050, "mono"),
    ],
)
def test_every_common_container(container: str, codec: str, rate: int, layout: str) -> None:
    if codec not in av.codecs_available:
        pytest.skip(f"this build encodes no {codec}")
    data = encoded(container, codec, tone(rate=rate), rate, layout)
    assert is_tone(decode_sound(data).samples)


def test_a_voice_on_one_channel_of_two_is_kept() -> None:
    left = np.stack([tone(), np.zeros_like(tone())], axis=1).reshape(-1)
    data = bytearray(wav(left, channels=1))
    data[22:24] = struct.pack("<H", 2)
    data[32:34] = struct.pack("<H", 4)
    assert is_tone(decode_sound(bytes(data)).samples)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "is empty"),
        (b"RIFF\x04\x00\x00\x00WAVE", "cannot be decoded"),
        (b"OggS" + bytes(range(256)) * 8, "cannot be decoded"),
        (b"\x89PNG\r\n\x1a\n" + bytes(64), "cannot be decoded"),
        (b"The meeting of 3 May was short.", "cannot be decoded"),
        (wav(tone(0.001)), "lasts 1 ms"),
        (wav(tone(0.0)), "lasts 0 ms"),
        (wav(tone(0.2), channels=200), "200 channels, at most 8"),
    ],
)
def test_what_is_no_recording_is_refused(data: bytes, reason: str) -> None:
    with pytest.raises(Refused, match=reason) as refused:
        decode_sound(data)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "whole",
    [
        wav(tone(4.0)),
        encoded("flac", "flac", tone(4.0), 16_000, "mono"),
        encoded("webm", "libopus", tone(4.0, 48_000), 48_000, "mono"),
    ],
    ids=["wav", "flac", "webm"],
)
def test_a_truncated_recording_is_refused_rather_than_half_heard(whole: bytes) -> None:
    with pytest.raises(Refused, match=r"is truncated|is damaged"):
        decode_sound(whole[: len(whole) // 2])


def test_a_wav_from_a_pipe_says_no_true_length() -> None:
    data = bytearray(wav(tone()))
    data[4:8] = data[40:44] = b"\xff\xff\xff\xff"
    assert is_tone(decode_sound(bytes(data)).samples)


def test_a_video_without_sound_is_refused() -> None:
    with pytest.raises(Refused, match="no sound track"):
        decode_sound(silent_film())


def test_two_sound_tracks_are_refused() -> None:
    out = io.BytesIO()
    with av.open(out, "w", format="matroska") as file:
        streams = [file.add_stream("pcm_s16le", rate=16_000, layout="mono") for _ in range(2)]
        for stream in streams:
            frame = av.AudioFrame.from_ndarray((tone() * 32767).astype(np.int16)[None], "s16", "mono")
            frame.sample_rate = 16_000
            file.mux(stream.encode(frame))
            file.mux(stream.encode(None))
    with pytest.raises(Refused, match="2 sound tracks"):
        decode_sound(out.getvalue())


def test_values_that_are_no_sound_are_refused() -> None:
    broken = tone()
    broken[100] = np.nan
    with pytest.raises(Refused, match="no sound"):
        decode_sound(encoded("wav", "pcm_f32le", broken, 16_000, "mono"))


def test_a_playlist_never_opens_another_file(tmp_path: Path) -> None:
    secret = tmp_path / "secret.wav"
    secret.write_bytes(wav(tone(1.0)))
    for listed in (
        f"#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile://{secret}\n#EXT-X-ENDLIST\n",
        f"ffconcat version 1.0\nfile '{secret}'\n",
    ):
        with pytest.raises(Refused, match="cannot be decoded"):
            decode_sound(listed.encode())


def test_a_recording_beyond_the_limit_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sound, "MOST_SECONDS", 1)
    with pytest.raises(Refused, match="longer than"):
        decode_sound(wav(tone(1.5)))


def test_blocks_are_short_and_make_up_the_whole() -> None:
    data = wav(tone(20.0))
    blocks = list(sound_blocks(data))
    assert max(map(len, blocks)) <= 10 * RATE
    assert np.array_equal(np.concatenate(blocks), decode_sound(data).samples)


def test_what_is_cut_off_at_the_top_is_told_also_where_it_was_made_quieter_after() -> None:
    draw = np.random.default_rng(3)
    plain = draw.laplace(size=4 * RATE).astype(np.float32)  # as speech: mostly small, seldom large
    assert clipped_share(Sound(plain)) < 0.01
    overdriven = np.clip(10 * plain, -1, 1)
    assert clipped_share(Sound(overdriven)) > 0.6
    assert clipped_share(Sound(0.2 * overdriven)) > 0.6
    assert clipped_share(Sound(np.zeros(RATE, np.float32))) == 0.0
