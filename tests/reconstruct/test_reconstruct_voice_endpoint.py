from __future__ import annotations

import pytest

from recast.errors import UsageError
from recast.reconstruct.voice_endpoint import create

VOICE = {"base_url": "https://example.org/v1", "model": "tts-1", "voice": "alloy"}


def test_it_is_remote_and_says_which_voice() -> None:
    voice = create({**VOICE, "key": "sk-secret"})
    assert voice.remote
    assert (voice.destination, voice.model) == ("https://example.org/v1", "tts-1")
    assert voice.settings == (("voice", "alloy"),)
    assert "secret" not in repr(voice)


def test_what_cannot_be_used_is_refused_by_its_section() -> None:
    with pytest.raises(UsageError, match=r"speech\.timeout"):
        create({**VOICE, "timeout": "soon"})
    with pytest.raises(UsageError, match=r"key_file in \[speech\]"):
        create({**VOICE, "key": "sk\n"})
    with pytest.raises(UsageError, match="https"):
        create({**VOICE, "base_url": "http://example.org/v1"})
