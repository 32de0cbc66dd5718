"""A protected record → one waveform that says it, sentence by sentence, every sentence heard back (P 3.4).

Each sentence is synthesised by itself, the sentences are joined with pauses, and the whole is transcribed once. Only
sentences that were not heard as they were to be said are made again, several takes of each in one window, and the parts
of the waveform that changed are heard again, so that every sample that goes out was heard as it goes out. The voice gets
protected sentences and nothing else; of a source recording nothing enters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from recast.errors import Refused, UsageError, Withheld
from recast.language.told import told
from recast.perception.sound import RATE, decode_sound
from recast.reconstruct.voice import as_pulses
from recast.release.read_back import Heard, ReadBack, hear_back, heard_sentences
from recast.release.speech_check import sentence_faults
from recast.release.wav import MAX_SECONDS, Pulses, wav
from recast.stages import Compute, Send, Solver, Steps, Voice
from recast.types import Finding, Medium, Protected, Release, Spoken

Seal = Callable[[str, float], Release]  # the request to a remote voice for one text at one speed

PAUSE = 0.45  # seconds between sentences
_BREATH = 0.2  # seconds between the parts of a sentence that is said in parts
_EDGE = 0.06  # seconds of silence kept before and after what is said
_LOUDEST = 0.8  # of full scale
_SILENT = 0.01  # of full scale


@dataclass(frozen=True, slots=True)
class Manner:
    """How a sentence is said: with which noise, at which pace, whole or in parts around its numerals."""

    seed: int = 0
    speed: float = 1.0
    parts: bool = False


#: The takes of a sentence that failed; the first that is heard right is used. What fails in all of them is mostly a word
#: that this voice or this recogniser does not keep: then other words are drawn.
TAKES = (Manner(1), Manner(0, 0.9), Manner(0, 1.2), Manner(0, 0.75, True))


def speak(protected: Protected, voice: Voice | Solver, seal: Seal, sent: list[Release]) -> Steps:
    """``(Medium, ReadBack)`` of the protected record said aloud. Where a sentence fails in every take, the check of the
    read-back says so. ``seal`` makes the request to a remote voice, and is not used for one in this process; ``sent`` gains each that goes.

    Raises ``Refused`` where saying the record takes too long, ``Withheld`` where the voice gives no sound."""
    sentences = told(protected)
    heard: Heard = {}
    takes = yield from _said([(sentence, Manner()) for sentence in sentences], voice, seal, sent)
    for last in (False, True):
        medium = yield Compute("voice", joined, (sentences, takes))
        _require_short(medium)
        seen: ReadBack = yield Compute("hear", hear_back, (protected, medium, heard))
        failing = _failing(protected, sentences, seen.strings)
        if not failing or last:
            break
        plan = [(place, manner) for place in failing for manner in TAKES]
        made = yield from _said([(sentences[place], manner) for place, manner in plan], voice, seal, sent)
        tried = [(place, take) for (place, _), take in zip(plan, made, strict=True)]
        right = yield Compute("hear", heard_right, (protected, sentences, tried, heard))
        if len(right) < len(failing):
            break
        for place, take in right.items():
            takes[place] = take
    return medium, replace(seen, made_here=not isinstance(voice, Solver))


def _require_short(medium: Medium) -> None:
    seconds = medium.spoken[-1].end if medium.spoken else 0.0
    if seconds > MAX_SECONDS:
        raise Refused(
            f"saying the evidence takes {seconds / 60:.1f} minutes, at most {MAX_SECONDS // 60} can be released: "
            "release it as text, or give the part that the question needs"
        )


def _failing(protected: Protected, sentences: Sequence[str], heard: Sequence[str]) -> list[int]:
    pairs = zip(sentences, heard, strict=True)
    return [
        place
        for place, (said, got) in enumerate(pairs)
        if any(True for _ in sentence_faults(said, got, protected))
    ]


def heard_right(
    protected: Protected, sentences: Sequence[str], tried: Sequence[tuple[int, Pulses]], heard: Heard
) -> Mapping[int, Pulses]:
    """The first take heard right of each sentence, by its place; none of a sentence that has no such take. All takes are
    heard in as few windows as they fit in."""
    texts = tuple(sentences[place] for place, _ in tried)
    medium = joined(texts, tuple(take for _, take in tried))
    wrong = set(_failing(protected, texts, heard_sentences(medium, heard)))
    return dict(take for number, take in reversed(list(enumerate(tried))) if number not in wrong)


# ── takes ────────────────────────────────────────────────────────────────────────────────────────────────────


def _said(
    plan: Sequence[tuple[str, Manner]], voice: Voice | Solver, seal: Seal, sent: list[Release]
) -> Steps:
    """One take for each text and manner, in order. All requests to a remote voice are sealed before the first is sent."""
    if not isinstance(voice, Solver):
        takes = yield Compute("voice", _takes, (plan, voice))
        return takes
    requests = [[seal(part, manner.speed) for part in _parts(text, manner)] for text, manner in plan]
    made = []
    for number, parts in enumerate(requests, start=1):
        pieces = []
        for release in parts:
            sent.append(release)
            reply = yield Send(release, voice)
            pieces.append((yield Compute("voice", _take, (reply.data, number))))
        made.append(_with_pauses(pieces, _BREATH))
    return made


def _takes(plan: Sequence[tuple[str, Manner]], voice: Voice) -> list[Pulses]:
    return [
        _with_pauses(
            [_take(_voiced(voice, part, manner, number), number) for part in _parts(text, manner)], _BREATH
        )
        for number, (text, manner) in enumerate(plan, start=1)
    ]


def _voiced(voice: Voice, text: str, manner: Manner, number: int) -> bytes:
    try:
        return voice(text, manner.seed, manner.speed).data
    except UsageError:
        raise
    except Exception:  # whatever a voice of another make raises, and nothing of its message
        raise _no_sound(number) from None


def _take(data: bytes, number: int) -> Pulses:
    """The sound in a file that a voice gave, of our rate and loudness, without the silence around it."""
    try:
        samples = decode_sound(data).samples
    except Refused:
        raise _no_sound(number) from None
    loud = np.flatnonzero(np.abs(samples) > _SILENT)
    if not len(loud):
        return as_pulses(np.zeros(int(_EDGE * RATE), np.float32))
    edge = int(_EDGE * RATE)
    kept = samples[max(0, loud[0] - edge) : loud[-1] + edge]
    return as_pulses(kept * (_LOUDEST / np.abs(kept).max()))


def _no_sound(number: int) -> Withheld:
    message = "the voice gives no sound that can be read"
    return Withheld(f"{message}: nothing was sent", (Finding("voice", message, f"take {number}"),))


#: Where a sentence can be said in parts: after a comma, and before a numeral and the word before it.
_SEAM = re.compile(r"(?<=[,;:])\s+|\s+(?=(?:\S+\s+)?\d)")
_LEAST_PART = 12  # characters


def _parts(text: str, manner: Manner) -> list[str]:
    """The text whole, or in parts; joined with spaces they are the text."""
    parts: list[str] = []
    for piece in _SEAM.split(text) if manner.parts else [text]:
        if parts and min(len(parts[-1]), len(piece)) < _LEAST_PART:
            parts[-1] += f" {piece}"
        else:
            parts.append(piece)
    return parts


# ── joining ──────────────────────────────────────────────────────────────────────────────────────────────────


def joined(sentences: Sequence[str], takes: Sequence[Pulses]) -> Medium:
    """The waveform of the takes with pauses between them; ``spoken`` tells when each sentence is said."""
    spoken, place = [], 0
    for sentence, take in zip(sentences, takes, strict=True):
        spoken.append(Spoken(sentence, place / RATE, (place + len(take)) / RATE))
        place += len(take) + int(PAUSE * RATE)
    return Medium("audio/wav", wav(_with_pauses(takes, PAUSE)), tuple(sentences), spoken=tuple(spoken))


def _with_pauses(takes: Sequence[Pulses], pause: float) -> Pulses:
    silence = np.zeros(int(pause * RATE), np.int16)
    pieces = [piece for take in takes for piece in (take, silence)]
    return np.concatenate(pieces[:-1]) if pieces else np.zeros(0, np.int16)
