"""Bytes of a recording → mono samples at 16 kHz, through FFmpeg's decoders (PyAV), in this process.

What the bytes are is decided by their content, never by a name. Only plain sound and video containers are opened: a
playlist or any other format that names further files or addresses is refused, so that no byte is fetched from
elsewhere. The rate, the width of a sample (8 to 64 bit, float) and the number of channels up to ``MOST_CHANNELS`` are
free. Of a video its one sound track is taken. What cannot be decoded whole is refused in one sentence.

Not covered: a fault inside FFmpeg's own decoders; whether the sound holds speech (``perception.speech``).
"""

from __future__ import annotations

import array
import io
import logging
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from recast.errors import Refused, UsageError

Samples = NDArray[np.float32]  # mono, -1 to 1

RATE = 16_000  # samples per second of everything that is recognised
MOST_SECONDS = 2 * 3600
MOST_CHANNELS = 8
INSTALL = "pip install 'recast-privacy[speech]'"
_LEAST_SECONDS = 0.1
_FORMATS = "wav,w64,flac,mp3,ogg,mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,aiff,au,caf,amr,aac,ac3,asf,avi,mpeg,mpegts,tta,wv"


@dataclass(frozen=True, slots=True, repr=False)
class Sound:
    """A decoded recording. Private: it has no ``repr`` of its content."""

    samples: Samples
    rate: int = RATE

    @property
    def seconds(self) -> float:
        return len(self.samples) / self.rate

    def __repr__(self) -> str:
        return f"<Sound of {self.seconds:.1f} s>"


def decode_sound(data: bytes) -> Sound:
    """The whole recording. Raises ``Refused``, and ``UsageError`` where the decoder is not installed."""
    kept = array.array("f")  # grows in place: a long recording is never held twice
    for block in sound_blocks(data):
        kept.frombytes(block.tobytes())
    samples = np.frombuffer(kept, dtype=np.float32) if kept else np.zeros(0, np.float32)
    if len(samples) < _LEAST_SECONDS * RATE:
        raise Refused(
            f"the recording lasts {1000 * len(samples) / RATE:.0f} ms: too short for a word to be heard"
        )
    return Sound(samples)


def sound_blocks(data: bytes) -> Iterator[Samples]:
    """The recording from its start in blocks of some seconds at most, without holding more than one."""
    if not data:
        raise Refused("the recording is empty")
    av = _decoder()
    try:
        with av.open(
            io.BytesIO(data), options={"format_whitelist": _FORMATS, "protocol_whitelist": ""}
        ) as container:
            yield from _blocks(av, container)
    except av.error.FFmpegError:
        raise Refused(
            "the recording cannot be decoded: it is damaged or no sound file; save it again as wav, flac, mp3, ogg or m4a"
        ) from None


def _blocks(av: Any, container: Any) -> Iterator[Samples]:
    tracks = container.streams.audio
    if not tracks:
        raise Refused("the file holds no sound track: give a recording")
    track = tracks[0]
    channels = track.codec_context.channels
    if channels > MOST_CHANNELS:
        raise Refused(
            f"the recording has {channels} channels, at most {MOST_CHANNELS} are taken: mix them down first"
        )
    resampler = av.AudioResampler(format="flt", layout="mono", rate=RATE)
    taken = 0
    for packet in container.demux(track):
        for frame in packet.decode():
            for part in resampler.resample(frame):
                taken += part.samples
                yield _checked(part, taken)
    for part in resampler.resample(None):
        taken += part.samples
        yield _checked(part, taken)


def _checked(part: Any, taken: int) -> Samples:
    if taken > MOST_SECONDS * RATE:
        raise Refused(
            f"the recording is longer than {MOST_SECONDS // 3600} hours: give the part that the question is about"
        )
    samples: Samples = part.to_ndarray().reshape(-1).astype(np.float32, copy=False)
    if not np.isfinite(samples).all():
        raise Refused("the recording holds values that are no sound: save it again")
    return samples


def _decoder() -> Any:
    try:
        import av
        import av.error
        import av.logging
    except ImportError:
        raise UsageError(f"reading a recording needs the extra for speech; run: {INSTALL}") from None
    av.logging.set_level(None)
    logging.getLogger("libav").setLevel(logging.CRITICAL)
    return av
