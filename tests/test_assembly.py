"""From a configuration to stages: what the configuration says reaches the stage that it is for."""

from __future__ import annotations

from pathlib import Path

import pytest

from recast import assembly, configuration
from recast.errors import UsageError

PLAIN = {"use": "endpoint", "base_url": "http://models.example/v1", "model": "m"}


def test_plain_http_is_spoken_to_trusted_hosts_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    with pytest.raises(UsageError, match="trusted_hosts"):
        assembly.stages(configuration.load(environment={}, options={"solve": PLAIN}))
    trusting = {"solve": PLAIN, "local": {"trusted_hosts": ["models.example"]}}
    assert (
        assembly.stages(configuration.load(environment={}, options=trusting)).solver.destination
        == PLAIN["base_url"]
    )


def test_exact_and_the_vault_reach_the_pipeline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    plain = assembly.stages(configuration.load(environment={}))
    assert (plain.exact, plain.keep_vault) == (False, False)
    asked = {"ask": {"exact": True}, "vault": {"save": True}}
    stages = assembly.stages(configuration.load(environment={}, options=asked))
    assert (stages.exact, stages.keep_vault) == (True, True)
