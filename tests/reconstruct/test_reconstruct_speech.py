"""A protected record becomes a waveform: only what was misheard is said again, and what goes out was heard as it goes out."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import voices
from recast.errors import Refused, UsageError, Withheld
from recast.reconstruct.speech import PAUSE, TAKES, joined, speak
from recast.release import read_back
from recast.release.read_back import ReadBack, heard_sentences
from recast.release.wav import MAX_SECONDS, faults, pulses_of, wav
from recast.stages import Compute, Send, Solver, Voice
from recast.types import Medium, Protected, Release, Reply

SENTENCES = ("Orla wove 731.5 baskets.", "Ciaran wove 268.4 baskets.", "The mill has 640.9 ribbons.")
PROTECTED = Protected(
    "audio",
    " ".join(SENTENCES),
    "How many baskets does Orla have?",
    (),
    None,
    frozenset({"731.5", "268.4", "640.9"}),
    frozenset({"Orla", "Ciaran", "baskets"}),
)


@pytest.fixture(autouse=True)
def windows(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The fake recogniser in place of the real one; the seconds of each window that it heard."""
    seconds: list[float] = []

    def hear(sound: Any) -> Any:
        seconds.append(sound.seconds)
        return voices.heard(sound)

    monkeypatch.setattr(read_back, "hear", hear)
    return seconds


def no_seal(text: str, speed: float) -> Release:
    raise AssertionError("a voice in this process is sent nothing")


def driven(
    voice: Voice | Solver, protected: Protected = PROTECTED, seal: Callable[[str, float], Any] = no_seal
) -> tuple[Medium, ReadBack]:
    steps: Generator[Compute | Send, Any, Any] = speak(protected, voice, seal, [])
    result: Any = None
    while True:
        try:
            step = steps.send(result)
        except StopIteration as done:
            medium, seen = done.value
            return medium, seen
        result = step.solver.transport(step.release) if isinstance(step, Send) else step.call(*step.arguments)


def test_every_sentence_is_said_once_and_heard_once(windows: list[float]) -> None:
    voice = voices.FakeVoice()
    medium, seen = driven(voice)
    assert voice.asked == [(sentence, 0, 1.0) for sentence in SENTENCES]
    assert seen.check.passed
    assert seen.strings == SENTENCES
    assert not list(faults(medium.data))
    assert windows == [pytest.approx(len(pulses_of(medium.data)) / 16_000)]


def test_only_the_sentence_that_failed_is_said_again(windows: list[float]) -> None:
    def slips(text: str, seed: int, speed: float) -> str:
        return text.replace("268.4", "286.4") if (seed, speed) == (0, 1.0) else text

    voice = voices.FakeVoice(slips)
    medium, seen = driven(voice)
    assert seen.check.passed
    assert {text for text, *_ in voice.asked[3:]} == {SENTENCES[1]}
    assert len(voice.asked) <= 3 + 2 * len(TAKES)
    assert heard_sentences(medium, {}) == SENTENCES  # the bytes that go out, heard anew


def test_a_word_belongs_to_the_sentence_that_says_it_though_its_time_strays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Every word is heard 0.4 s late, the last of a sentence in the time of the next one."""

    def late(sound: Any) -> Any:
        return tuple(
            replace(word, start=word.start + 0.4, end=word.end + 0.4) for word in voices.heard(sound)
        )

    medium, _ = driven(voices.FakeVoice())
    monkeypatch.setattr(read_back, "hear", late)
    assert heard_sentences(medium, {}) == SENTENCES


def test_a_word_that_nobody_said_stays_where_its_time_puts_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def more(sound: Any) -> Any:
        words = list(voices.heard(sound))
        place = next(k for k, word in enumerate(words) if word.text.startswith("baskets"))
        return (*words[: place + 1], replace(words[place], text="extra"), *words[place + 1 :])

    medium, _ = driven(voices.FakeVoice())
    monkeypatch.setattr(read_back, "hear", more)
    first, *others = heard_sentences(medium, {})
    assert first == f"{SENTENCES[0]} extra"
    assert tuple(others) == SENTENCES[1:]


def test_a_sentence_can_be_said_in_parts() -> None:
    whole = "In the old mill of the valley, Ciaran wove as many as 268.4 baskets."
    voice = voices.FakeVoice(lambda text, seed, speed: "mumble" if text == whole else text)
    medium, seen = driven(voice, replace(PROTECTED, context=whole))
    assert seen.check.passed
    assert seen.strings == (whole,) == tuple(spoken.text for spoken in medium.spoken)
    parts = [text for text, *_ in voice.asked if text != whole]
    assert " ".join(parts[: len(parts) // parts.count(parts[0])]) == whole


def test_what_is_never_heard_right_ends_after_all_takes() -> None:
    voice = voices.FakeVoice(lambda text, seed, speed: text.replace("268.4", "268"))
    medium, seen = driven(voice)
    assert [found.location for found in seen.check.findings] == ["sentence 2"] * len(seen.check.findings)
    assert seen.check.findings
    assert {text for text, *_ in voice.asked[3:]} & {SENTENCES[0], SENTENCES[2]} == set()
    assert heard_sentences(medium, {})[1] == "Ciaran wove 268 baskets."


def test_what_the_recogniser_mishears_in_the_whole_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    def hear(sound: Any) -> Any:
        words = voices.heard(sound)
        return tuple(type(w)(w.text.replace("640.9", "604.9"), w.start, w.end, w.confidence) for w in words)

    monkeypatch.setattr(read_back, "hear", hear)
    assert {found.location for found in driven(voices.FakeVoice())[1].check.findings} == {"sentence 3"}


def test_a_word_that_reaches_into_the_pause_stays_with_its_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Recognisers stretch the last word of a sentence to the first of the next, or that one back."""

    def hear(sound: Any) -> Any:
        words = voices.heard(sound)
        ends = [*(word.start for word in words[1:]), sound.seconds]
        return tuple(replace(word, end=end) for word, end in zip(words, ends, strict=True))

    monkeypatch.setattr(read_back, "hear", hear)
    assert driven(voices.FakeVoice())[1].strings == SENTENCES


def test_parts_that_did_not_change_are_not_heard_again(windows: list[float]) -> None:
    many = tuple(
        f"Orla wove {number}.5 baskets with a great many other things that nobody asked for."
        for number in range(100, 116)
    )
    failed = many[-1]
    voice = voices.FakeVoice(lambda text, seed, speed: "nothing" if (text, seed) == (failed, 0) else text)
    protected = Protected("audio", " ".join(many), PROTECTED.question, (), None, frozenset(), PROTECTED.names)
    medium, seen = driven(voice, protected)
    assert seen.check.passed
    first = len(pulses_of(medium.data)) / 16_000
    assert first > 56  # three windows
    assert sum(windows) < first + 28 + 28 + 28


def raising(error: Exception) -> Voice:
    def voice(text: str, seed: int, speed: float) -> Medium:
        raise error

    return voice


def giving(data: bytes) -> Voice:
    return lambda text, seed, speed: Medium("audio/wav", data)


@pytest.mark.parametrize(
    "voice",
    [
        raising(RuntimeError("Orla wove")),
        raising(MemoryError()),
        giving(b""),
        giving(b"RIFF and no more"),
        giving(wav(np.zeros(10, np.int16))),
    ],
    ids=["raises", "no memory", "nothing", "no sound file", "too short"],
)
def test_a_voice_that_gives_no_sound_is_withheld(voice: Voice) -> None:
    with pytest.raises(Withheld, match="nothing was sent") as caught:
        driven(voice)
    assert "Orla" not in str(caught.value)
    assert [found.check for found in caught.value.findings] == ["voice"]


@pytest.mark.parametrize(
    "voice",
    [
        giving(wav(np.zeros(16_000, np.int16))),
        giving(wav((np.random.default_rng(1).normal(size=2_000) * 3000).astype(np.int16))),
        lambda text, seed, speed: Medium("audio/wav", wav(pulses_of(voices.said(text)), 8_000)),
        voices.FakeVoice(lambda text, seed, speed: "Something else was said here."),
    ],
    ids=["silence", "noise", "another rate than it says", "other words"],
)
def test_a_voice_that_says_something_else_is_found_out(voice: Voice) -> None:
    _, seen = driven(voice)
    assert {found.location for found in seen.check.findings} == {"sentence 1", "sentence 2", "sentence 3"}


def test_a_missing_extra_is_said_as_it_is() -> None:
    with pytest.raises(UsageError, match="extra for speech"):
        driven(raising(UsageError("the voice needs the extra for speech")))


def test_a_record_that_takes_too_long_to_say_is_refused() -> None:
    long = giving(wav((np.random.default_rng(1).normal(size=130 * 16_000) * 3000).astype(np.int16)))
    with pytest.raises(Refused, match=f"at most {MAX_SECONDS // 60} can be released: release it as text"):
        driven(long)


def test_a_remote_voice_is_sent_protected_sentences_one_by_one() -> None:
    sealed: list[tuple[str, float]] = []

    def seal(text: str, speed: float) -> Any:
        sealed.append((text, speed))
        return text

    sent: list[str] = []

    def transport(release: Any) -> Reply:
        sent.append(release)
        text = release.replace("268.4", "286.4") if len(sent) == 2 else release
        return Reply("", data=voices.said(text))

    _, seen = driven(Solver("https://voice.example/v1", "v1", transport), seal=seal)
    assert seen.check.passed
    assert sealed[:3] == [(sentence, 1.0) for sentence in SENTENCES]
    assert len(sealed) > 3
    assert sent == [text for text, _ in sealed]
    assert all(text in SENTENCES[1] for text, _ in sealed[3:])


@given(st.lists(st.lists(st.integers(1, 2000), min_size=1, max_size=50), min_size=1, max_size=8))
def test_joining_loses_nothing_and_tells_when_each_is_said(takes: list[list[int]]) -> None:
    waves = [np.array(take, np.int16) for take in takes]
    medium = joined([str(place) for place in range(len(waves))], waves)
    pulses = pulses_of(medium.data)
    assert len(pulses) == sum(map(len, waves)) + (len(waves) - 1) * int(PAUSE * 16_000)
    for spoken, take in zip(medium.spoken, takes, strict=True):
        start, end = round(spoken.start * 16_000), round(spoken.end * 16_000)
        assert pulses[start:end].tolist() == take
    assert int(np.count_nonzero(pulses)) == sum(map(len, takes))
