"""A voice and a recogniser of our own that understand each other: for tests of everything around them.

A word is said as a run of pulses whose signs are its number; silence stands between words. Nothing is synthesised or
recognised, so that a test takes no time and can say exactly what is heard.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from recast.perception.sound import RATE, Sound
from recast.release.wav import wav
from recast.types import Medium, Word

_BITS, _BIT, _GAP = 16, 250, 800  # of a word; samples of a bit and of the silence after a word
_words: list[str] = []


def said(text: str) -> bytes:
    """The WAV file in which the text is said."""
    pieces = [piece for word in text.split() for piece in (_pulses(word), np.zeros(_GAP, np.int16))]
    return wav(np.concatenate([np.zeros(3000, np.int16), *pieces, np.zeros(3000, np.int16)]))


def _pulses(word: str) -> np.ndarray:
    if word not in _words:
        _words.append(word)
    bits = [2 * (_words.index(word) >> place & 1) - 1 for place in range(_BITS)]
    slope = np.linspace(6000, 9000, _BIT)  # flat pulses would pass for a recording that is cut off
    return (np.array(bits)[:, None] * slope).astype(np.int16).ravel()


def heard(sound: Sound) -> tuple[Word, ...]:
    """The words of a sound that this voice said; none of any other."""
    found = []
    loud = np.flatnonzero(np.abs(sound.samples) > 0.1)
    if not len(loud):
        return ()
    for run in np.split(loud, np.flatnonzero(np.diff(loud) > 1) + 1):
        signs = sound.samples[run[0] + _BIT // 2 : run[-1] + 1 : _BIT] > 0
        number = sum(int(bit) << place for place, bit in enumerate(signs))
        word = _words[number] if len(signs) == _BITS and number < len(_words) else "noise"
        found.append(Word(word, run[0] / RATE, run[-1] / RATE, 0.9))
    return tuple(found)


class FakeVoice:
    """A voice that notes what it was asked, and says ``slips(text, seed, speed)`` in the place of the text."""

    def __init__(self, slips: Callable[[str, int, float], str] = lambda text, seed, speed: text) -> None:
        self.slips = slips
        self.asked: list[tuple[str, int, float]] = []

    def __call__(self, text: str, seed: int, speed: float) -> Medium:
        self.asked.append((text, seed, speed))
        return Medium("audio/wav", said(self.slips(text, seed, speed)), (text,))
