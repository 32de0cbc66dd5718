"""Progress: a stage is announced once it has taken long, never when it is quick."""

from __future__ import annotations

import time

import pytest

from recast.cli.progress import Progress


def test_only_a_stage_that_takes_long_is_announced(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("recast.cli.progress._AFTER", 0.05)
    with Progress() as progress:
        progress("draw")
        progress("capture")
        time.sleep(0.2)
        progress("send")
    time.sleep(0.1)
    shown = capsys.readouterr()
    assert shown.err == "… reading the evidence\n"
    assert shown.out == ""
