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
_LOUD, _FULL = 0.1, 0.9  # of the loudest sample: what is loud, what stands at the top
_COMPLETE = 0.97  # of the declared length: padding of encoders is no loss
_OF_A_PIPE = 0x7FFF0000
_DECLARING = {"w64", "flac", "mov", "matroska", "webm", "aiff", "au", "caf"}
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


def clipped_share(sound: Sound) -> float:
    """The share of the loud samples that stand at the top: next to none of speech (at most 0.005 of 300 recordings of two
    voices, clean, noisy and by telephone), 0.2 to 0.4 where it was overdriven threefold, 0.6 and more tenfold. It sees also a
    recording that was made quieter after it was clipped; it does not see one whose tops were rounded off by a limiter."""
    loudest = max((max(float(block.max()), -float(block.min())) for block in _pieces(sound)), default=0.0)
    loud = full = 0
    for block in _pieces(sound):
        level = np.abs(block)
        loud += int(np.count_nonzero(level >= _LOUD * loudest))
        full += int(np.count_nonzero(level >= _FULL * loudest))
    return full / loud if loudest else 0.0


def _pieces(sound: Sound) -> Iterator[Samples]:
    """The samples by the minute, so that nothing as long as the recording is made."""
    for start in range(0, len(sound.samples), 60 * RATE):
        yield sound.samples[start : start + 60 * RATE]


def sound_blocks(data: bytes) -> Iterator[Samples]:
    """The recording from its start in blocks of some seconds at most, without holding more than one."""
    if not data:
        raise Refused("the recording is empty")
    _require_whole(data)
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


def _require_whole(data: bytes) -> None:
    """A wav says how many bytes it has; FFmpeg takes what is there. What was written to a pipe says no true number."""
    said = int.from_bytes(data[4:8], "little") + 8
    if data[:4] == b"RIFF" and len(data) < _COMPLETE * said and said < _OF_A_PIPE:
        raise Refused(
            f"the recording has {len(data):,} of its {said:,} bytes: it is truncated, save it again"
        )


def _blocks(av: Any, container: Any) -> Iterator[Samples]:
    tracks = container.streams.audio
    if len(tracks) != 1:
        raise Refused(
            f"the file holds {len(tracks)} sound tracks: save the one that is meant as a file of its own"
            if tracks
            else "the file holds no sound track: give a recording"
        )
    channels = tracks[0].codec_context.channels
    if channels > MOST_CHANNELS:
        raise Refused(
            f"the recording has {channels} channels, at most {MOST_CHANNELS} are taken: mix them down first"
        )
    taken = 0
    for part in _resampled(av, container, tracks[0]):
        taken += part.samples
        if taken > MOST_SECONDS * RATE:
            raise Refused(
                f"the recording is longer than {MOST_SECONDS // 3600} hours: give the part that the question is about"
            )
        samples: Samples = part.to_ndarray().reshape(-1, channels).mean(axis=1, dtype=np.float32)
        if not np.isfinite(samples).all():
            raise Refused("the recording holds values that are no sound: save it again")
        yield samples
    declared = _declared_seconds(av, container)
    if taken / RATE < _COMPLETE * declared - _LEAST_SECONDS:
        raise Refused(
            f"the recording ends before the {declared:.0f} seconds that it says it lasts: it is truncated, save it again"
        )


def _resampled(av: Any, container: Any, track: Any) -> Iterator[Any]:
    resampler = av.AudioResampler(format="flt", rate=RATE)
    for packet in container.demux(track):
        for frame in packet.decode():
            yield from resampler.resample(frame)
    yield from resampler.resample(None)


def _declared_seconds(av: Any, container: Any) -> float:
    """How long the file says that it is; 0 where it does not say, or where FFmpeg would only guess from its size."""
    if container.duration is None or not set(container.format.name.split(",")) & _DECLARING:
        return 0.0
    return float(container.duration / av.time_base)


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
