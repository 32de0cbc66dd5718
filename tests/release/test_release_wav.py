"""What a released WAV file may hold: one waveform, and nothing that is no part of it."""

from __future__ import annotations

import io
import struct
import wave

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from recast.release.wav import MAX_SECONDS, faults, pulses_of, wav

PULSES = np.array([0, 1, -1, 32767, -32768, 12], np.int16)
FILE = wav(PULSES)

samples = st.lists(st.integers(-32768, 32767), min_size=1, max_size=200)


@given(samples)
def test_a_waveform_is_written_and_read_back_as_it_was(values: list[int]) -> None:
    data = wav(np.array(values, np.int16))
    assert not list(faults(data))
    assert pulses_of(data).tolist() == values
    with wave.open(io.BytesIO(data)) as opened:
        assert (opened.getnchannels(), opened.getsampwidth(), opened.getframerate()) == (1, 2, 16_000)
        assert opened.getnframes() == len(values)


@given(samples, st.integers(0, 43), st.integers(1, 255))
def test_no_byte_of_the_header_can_say_anything_else(values: list[int], place: int, change: int) -> None:
    data = bytearray(wav(np.array(values, np.int16)))
    data[place] ^= change
    assert list(faults(bytes(data)))


@given(samples, st.binary(min_size=1, max_size=40))
def test_nothing_follows_the_samples_and_none_are_missing(values: list[int], more: bytes) -> None:
    data = wav(np.array(values, np.int16))
    assert list(faults(data + more))
    assert list(faults(data[: -len(more)]))


def listed() -> bytes:
    """The file with a chunk of metadata, all sizes right."""
    body = FILE[12:36] + b"LIST" + struct.pack("<I", 8) + b"INFOISFT" + FILE[36:]
    return b"RIFF" + struct.pack("<I", len(body) + 4) + b"WAVE" + body


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"RIFF",
        FILE[:44],
        listed(),
        wav(PULSES, 44_100),
        wav(np.zeros(0, np.int16)),
        wav(np.zeros(MAX_SECONDS * 16_000 + 1, np.int16)),
    ],
    ids=["empty", "cut", "header alone", "metadata", "another rate", "no samples", "too long"],
)
def test_any_other_file_is_refused(data: bytes) -> None:
    assert list(faults(data))


def test_the_longest_waveform_is_taken() -> None:
    assert not list(faults(wav(np.zeros(MAX_SECONDS * 16_000, np.int16))))
