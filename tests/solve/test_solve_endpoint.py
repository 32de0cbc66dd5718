from __future__ import annotations

import pytest

from recast.errors import UsageError
from recast.solve.endpoint import create
from recast.wire.chat import SETTINGS


def test_the_solver_is_remote_and_decodes_greedily() -> None:
    solver = create({"base_url": "https://example.org/v1", "model": "a-model", "key": "k"})
    assert solver.remote
    assert solver.destination == "https://example.org/v1"
    assert solver.settings == SETTINGS
    assert dict(solver.settings)["temperature"] == 0


@pytest.mark.parametrize("timeout", ["soon", 0, -3, 10_000, None])
def test_a_timeout_that_is_none_is_refused(timeout: object) -> None:
    with pytest.raises(UsageError, match="timeout"):
        create({"base_url": "https://example.org/v1", "model": "a-model", "timeout": timeout})


def test_plain_http_to_another_machine_is_refused() -> None:
    with pytest.raises(UsageError, match="https"):
        create({"base_url": "http://example.org/v1", "model": "a-model"})


def test_a_dialect_is_a_line_of_configuration() -> None:
    endpoint = {"base_url": "https://example.org/v1", "model": "a-model"}
    plain = dict(create({**endpoint, "dialect": "openai"}).settings)
    assert plain == dict(SETTINGS)
    assert dict(create({**endpoint, "dialect": "dashscope"}).settings) == {
        **plain,
        "audio_as_url": True,
        "text_only": True,
    }
    with pytest.raises(UsageError, match="openai or dashscope"):
        create({**endpoint, "dialect": "klingon"})
