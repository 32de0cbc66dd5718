"""How commands end: the worst of several codes, and lines that stay lines."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recast.cli.outcome import line, worst
from recast.errors import UsageError


@pytest.mark.parametrize(
    ("codes", "code"), [([], 0), ([0, 0], 0), ([0, 3, 2], 3), ([4, 5, 0], 5), ([6, 1, 0], 1), ([0, 130], 130)]
)
def test_the_worst_code_is_the_highest_and_a_bug_before_all(codes: list[int], code: int) -> None:
    assert worst(codes) == code


@given(st.text())
def test_whatever_a_label_holds_it_stays_one_line(text: str) -> None:
    assert len(line(text).splitlines()) <= 1
    assert "\x1b" not in line(text)


def test_a_dry_run_with_a_voice_at_an_endpoint_is_refused() -> None:
    """It would send protected sentences to the voice."""
    from recast import configuration
    from recast.cli.shown import require_quiet

    voice = {"use": "endpoint", "base_url": "http://127.0.0.1:9/v1", "model": "m", "voice": "alloy"}
    with pytest.raises(UsageError, match="hibari"):
        require_quiet(configuration.load(environment={}, options={"speech": voice}))
    require_quiet(configuration.load(environment={}, options={"speech": voice, "ask": {"release": "text"}}))
    require_quiet(configuration.load(environment={}))
