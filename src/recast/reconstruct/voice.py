"""The voice in this process: ``hibari``, an open model of 8 MB inside its package.

Nothing is fetched: only the voice that comes with the package is used. It is given numerals in digits, which it says
better than words.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from recast.errors import UsageError
from recast.perception.sound import INSTALL, decode_sound
from recast.release.wav import Pulses, wav
from recast.stages import Voice
from recast.types import Medium

_VOICE = "heart"  # the one inside the package
_lock = Lock()  # one sentence at a time, however many requests are protected in parallel


def create(options: Mapping[str, Any]) -> Voice:
    """The stage's factory; the embedded voice has no options. Its model is loaded with the first sentence."""
    return say


def say(text: str, seed: int, speed: float) -> Medium:
    """One sentence. Raises ``UsageError`` where the extra for speech is missing, ``Refused`` where the voice finds nothing
    in the text that it can say."""
    with _lock:
        voice = _voice()
        spoken = voice(text, speed=speed, seed=seed)
    sound = decode_sound(wav(as_pulses(spoken), voice.sample_rate))  # to our rate
    return Medium("audio/wav", wav(as_pulses(sound.samples)), (text,))


def as_pulses(samples: NDArray[np.float32]) -> Pulses:
    """Samples between -1 and 1 as 16-bit numbers."""
    return (np.clip(samples, -1.0, 1.0) * 32767).astype(np.int16)


@functools.cache
def _voice() -> Any:
    try:
        from hibari import Hibari  # type: ignore[import-not-found, import-untyped, unused-ignore]
    except ImportError:
        raise UsageError(f"the voice in this process needs the extra for speech; run: {INSTALL}") from None
    return Hibari(voice=_VOICE, threads=1)
