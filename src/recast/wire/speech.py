"""A remote voice, ``/audio/speech`` of an OpenAI-compatible endpoint, as a transport: a sentence goes, a waveform comes.

Only a whole WAV file counts. Servers that stream write its header before they know its length: sizes of 2 GB and more,
or of nothing, then mean "to the end". What is handed on has exact sizes, and nothing but its format and its samples: no
title, no name of a program. Not covered: what is said in it (it is heard back), and a file of unknown length that was cut
off by a server which then ends its reply in order (the end of the sentence is missing when it is heard back).
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import TYPE_CHECKING

from recast.errors import SolverFailed
from recast.types import Release, Reply
from recast.wire.client import Endpoint, bounded, interrupted, post
from recast.wire.send import Transient

if TYPE_CHECKING:
    import httpx2

PATH = "/audio/speech"
MAX_SECONDS = 120  # of one reply; a request is one sentence
_LARGEST_REPLY = 96_000_000  # bytes: such a reply at 96 kHz, 32 bit, stereo
_UNKNOWN = 0x7FFF_0000  # a size from here on is none
_FORMAT = struct.Struct("<HHIIHH")
_CHUNK = struct.Struct("<4sI")
_KINDS = (1, 3, 0xFFFE)  # whole numbers, floating point, extensible


def speak(endpoint: Endpoint) -> Callable[[Release], Reply]:
    """The transport to ``endpoint``; ``Reply.data`` is a WAV file. It raises ``Transient`` where another attempt may help,
    else ``SolverFailed``."""

    def transport(release: Release) -> Reply:
        return post(endpoint, release, PATH, _read)

    return transport


def _read(response: httpx2.Response, deadline: float) -> Reply:
    import httpx2

    try:
        data = b"".join(bounded(response.iter_bytes(), deadline, _LARGEST_REPLY, PATH))
    except httpx2.HTTPError as error:
        raise interrupted(error) from None
    return Reply("", data=plain_wav(data))


def plain_wav(data: bytes) -> bytes:
    """The WAV file with exact sizes and no chunks but ``fmt`` and ``data``. Raises ``Transient`` where it is empty or ends
    too early, ``SolverFailed`` where it is something else."""
    if not data:
        raise Transient("the endpoint sent nothing instead of a recording")
    if data.lstrip()[:1] in (b"{", b"<", b"["):
        raise SolverFailed(
            f"the endpoint answered with text instead of a recording: check that base_url serves {PATH}"
        )
    if data[:4] != b"RIFF" or data[8:12] != b"WAVE":
        raise SolverFailed(
            "the endpoint sent something else than the WAV file asked for: use a server or model that writes wav"
        )
    form, samples = _chunks(data)
    if len(form) < _FORMAT.size:
        raise SolverFailed("the endpoint's WAV file does not say its format: use another server or model")
    kind, channels, rate, _, width, bits = _FORMAT.unpack_from(form)
    if kind not in _KINDS or not (
        1 <= channels <= 8 and 8_000 <= rate <= 192_000 and bits in (8, 16, 24, 32)
    ):
        raise SolverFailed("the endpoint's WAV file is not plain sound: use another server or model")
    if width != channels * bits // 8:
        raise SolverFailed("the endpoint's WAV file contradicts itself: use another server or model")
    samples = samples[: len(samples) // width * width]
    if not samples:
        raise Transient("the endpoint sent an empty recording")
    if len(samples) > MAX_SECONDS * rate * width:
        raise SolverFailed(
            f"the endpoint's recording of one sentence is longer than {MAX_SECONDS} seconds: use another voice or model"
        )
    body = b"WAVE" + _CHUNK.pack(b"fmt ", len(form)) + form + _CHUNK.pack(b"data", len(samples)) + samples
    return _CHUNK.pack(b"RIFF", len(body)) + body


def _chunks(data: bytes) -> tuple[bytes, bytes]:
    """What stands in the ``fmt`` and in the ``data`` chunk."""
    form, place = b"", 12
    while place + _CHUNK.size <= len(data):
        name, size = _CHUNK.unpack_from(data, place)
        place += _CHUNK.size
        if name == b"data":
            if size == 0 or size >= _UNKNOWN:
                return form, data[place:]
            if place + size > len(data):
                break
            return form, data[place : place + size]
        if name == b"fmt ":
            form = data[place : place + size]
        place += size + size % 2
    raise Transient("the endpoint's recording ends before its end")
