"""Rows whose evidence is a recording: of NMSQA, of Spoken-MQA, and of a manifest with ``audio``.

Both data sets are read as JSON lines of their Hugging Face rows. A recording is a path beside the file, ``{"path", "bytes":
<base64>}`` or ``{"array", "sampling_rate"}`` (samples of -1 to 1); nothing is fetched, and of the data sets' Parquet files
lines are made first (``examples.FROM_PARQUET``). Their columns:

    NMSQA       content_full_audio_path (else content_segment_audio_path), question, answers.text, context
    Spoken-MQA  context (the recording, which carries its question), answer.text, context_transcript
    manifest    audio, answer, question or none where the recording carries it, text or none: what is said in it

Of the two data sets only the rows that P A.1 admits are examples: one numeric reference, at most 350 words of passage.
"""

from __future__ import annotations

import base64
import binascii
import io
import mimetypes
import wave
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np

from recast.errors import UsageError
from recast.evaluate.matching import parse_reference
from recast.types import Private, Source

LONGEST_PASSAGE = 350  # words, P A.1
_NMSQA = ("content_full_audio_path", "content_segment_audio_path")


@dataclass(frozen=True, slots=True, repr=False)
class SpokenRow(Private):
    """What a row holds. An empty ``question`` is the one that the recording ends with; ``text`` is what is said, where
    the row tells it."""

    recording: Source | Path
    question: str
    answer: str
    text: str = ""


def is_spoken(row: Mapping[str, Any]) -> bool:
    """Whether the evidence of a row is a recording."""
    return "audio" in row or _is_nmsqa(row) or _is_spoken_mqa(row)


def _is_nmsqa(row: Mapping[str, Any]) -> bool:
    return any(column in row for column in _NMSQA)


def _is_spoken_mqa(row: Mapping[str, Any]) -> bool:
    return "context_transcript" in row


def read_spoken(row: Mapping[str, Any], folder: Path, where: str) -> SpokenRow | None:
    """The row, or None where P A.1 does not admit it. Raises ``UsageError`` that begins with ``where``."""
    if _is_nmsqa(row):
        return _nmsqa(row, folder, where)
    if _is_spoken_mqa(row):
        answer = _one_number(row.get("answer"))
        recording = _recording(row.get("context"), folder, where)
        text = str(row["context_transcript"] or "")
        return None if answer is None else SpokenRow(recording, "", answer, text)
    if "answer" not in row:
        raise UsageError(f"{where}: a recording without answer")
    recording = _recording(row["audio"], folder, where)
    return SpokenRow(
        recording, str(row.get("question") or ""), str(row["answer"]), str(row.get("text") or "")
    )


def _nmsqa(row: Mapping[str, Any], folder: Path, where: str) -> SpokenRow | None:
    """The recording of the whole passage, or of its segment where there is no file of the whole."""
    answer, context = _one_number(row.get("answers")), str(row.get("context") or "")
    if answer is None or len(context.split()) > LONGEST_PASSAGE:
        return None
    whole, segment = (row.get(column) for column in _NMSQA)
    is_whole = bool(whole) and not (isinstance(whole, str) and segment and not (folder / whole).is_file())
    text = context if is_whole else str(row.get("content_segment_text") or "")
    return SpokenRow(
        _recording(whole if is_whole else segment, folder, where),
        str(row.get("question") or ""),
        answer,
        text,
    )


def _one_number(answer: Any) -> str | None:
    """The answer where it is one number: ``{"text": "12"}``, or ``{"text": ["12", "12"]}`` of one value."""
    given = answer.get("text") if isinstance(answer, Mapping) else answer
    written = [str(one) for one in (given if isinstance(given, list) else [given])]
    values = {parse_reference(one) for one in written}
    return written[0] if len(values) == 1 and isinstance(values.pop(), Decimal) else None


def _recording(audio: Any, folder: Path, where: str) -> Source | Path:
    """A file to be opened when its turn comes, or what the row itself holds."""
    if isinstance(audio, str) and audio:
        return _file(folder / audio, where)
    if isinstance(audio, Mapping):
        name = Path(str(audio.get("path") or "recording.wav")).name
        kind = mimetypes.guess_type(name)[0] or "audio/wav"
        if isinstance(audio.get("bytes"), str):
            try:
                return Source(base64.b64decode(audio["bytes"], validate=True), kind, name)
            except binascii.Error as error:
                raise UsageError(f"{where}: the bytes of the recording are not base64") from error
        if isinstance(audio.get("array"), list):
            return Source(_wav(audio, where), "audio/wav", "recording.wav")
        if isinstance(audio.get("path"), str):
            return _file(folder / audio["path"], where)
    raise UsageError(f"{where}: no recording: neither a path, nor bytes in base64, nor samples")


def _file(path: Path, where: str) -> Path:
    if not path.is_file():
        raise UsageError(f"{where}: the recording {path} is not there")
    return path


def _wav(audio: Mapping[str, Any], where: str) -> bytes:
    """The samples of a decoded column, one channel or one list a channel, as a WAV file of 16 bits."""
    try:
        samples = np.asarray(audio["array"], dtype=np.float64)
        rate = int(audio["sampling_rate"])
    except (KeyError, TypeError, ValueError) as error:
        raise UsageError(
            f"{where}: the samples of the recording are no numbers with a sampling_rate"
        ) from error
    if samples.ndim == 2:
        samples = samples.mean(axis=0)
    if samples.ndim != 1 or not samples.size or not np.isfinite(samples).all() or rate <= 0:
        raise UsageError(f"{where}: the samples of the recording are no sound")
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes((np.clip(samples, -1, 1) * 32767).astype("<i2").tobytes())
    return buffer.getvalue()
