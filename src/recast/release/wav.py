"""What a WAV file holds: for a release, one waveform of 16 kHz, 16 bit, one channel, and nothing else.

The header is the plain one of 44 bytes (``RIFF``, ``WAVE``, a ``fmt`` chunk of 16 bytes, ``data``), every size in it is
exact, nothing follows the samples, and there are some but not too many of them. So no title, author, date, cue or private
chunk can be in it. Not covered: what is said (it is transcribed back) and patterns hidden in the lowest bits of samples.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from recast.perception.sound import RATE

Pulses = NDArray[np.int16]  # samples as they stand in the file

MAX_SECONDS = 300
_HEADER = struct.Struct("<4sI4s4sIHHIIHH4sI")
_WIDTH = 2  # bytes of a sample


def wav(pulses: Pulses, rate: int = RATE) -> bytes:
    """The file of these samples. ``rate`` in samples a second; of a release it is always ``RATE``."""
    return _header(len(pulses) * _WIDTH, rate) + pulses.astype("<i2").tobytes()


def pulses_of(data: bytes) -> Pulses:
    """The samples of a file without ``faults``."""
    return np.frombuffer(data, dtype="<i2", offset=_HEADER.size).astype(np.int16)


def faults(data: bytes) -> Iterator[str]:
    """What is wrong with the file, one short sentence each; none if it is such a waveform and nothing else."""
    if len(data) < _HEADER.size or data[:4] != b"RIFF" or data[8:12] != b"WAVE":
        yield "it is not a WAV file"
        return
    size = len(data) - _HEADER.size
    if data[: _HEADER.size] != _header(size, RATE):
        yield "its header is not the plain one of a 16-bit waveform of 16 kHz, or it is cut off or followed by other bytes"
        return
    if size % _WIDTH:
        yield "its last sample is cut off"
    if not 0 < size <= MAX_SECONDS * RATE * _WIDTH:
        yield f"it is empty or longer than {MAX_SECONDS} seconds"


def _header(size: int, rate: int) -> bytes:
    """The header before ``size`` bytes of samples."""
    return _HEADER.pack(
        *(b"RIFF", (_HEADER.size - 8 + size) % 2**32, b"WAVE"),
        *(b"fmt ", 16, 1, 1, rate, rate * _WIDTH, _WIDTH, 8 * _WIDTH),
        *(b"data", size % 2**32),
    )
