"""Both drivers run the same generators to the same results and hand every error back to the generator."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import pytest

from recast.drivers import drive, drive_async
from recast.stages import Compute
from recast.wire.log import Log


def both(steps: Callable[[], Generator[Any, Any, Any]], folder: Path) -> tuple[Any, Any]:
    return drive(steps(), Log(folder)), asyncio.run(drive_async(steps(), Log(folder)))


def fail() -> None:
    raise ValueError("no")


def test_results_are_sent_back(tmp_path: Path) -> None:
    def steps() -> Generator[Any, Any, int]:
        first = yield Compute("one", lambda: 1)
        second = yield Compute("two", lambda a, b: a + b, (first, 2))
        result: int = second
        return result

    assert both(steps, tmp_path) == (3, 3)


def test_errors_are_thrown_into_the_generator_which_may_go_on(tmp_path: Path) -> None:
    def steps() -> Generator[Any, Any, str]:
        try:
            yield Compute("bad", fail)
        except ValueError:
            caught: str = yield Compute("good", lambda: "caught")
            return caught
        return "missed"

    assert both(steps, tmp_path) == ("caught", "caught")


def test_an_error_that_is_not_caught_reaches_the_caller(tmp_path: Path) -> None:
    def steps() -> Generator[Any, Any, None]:
        yield Compute("bad", fail)

    with pytest.raises(ValueError, match="no"):
        drive(steps(), Log(tmp_path))
    with pytest.raises(ValueError, match="no"):
        asyncio.run(drive_async(steps(), Log(tmp_path)))


def test_the_asynchronous_driver_computes_off_the_event_loop(tmp_path: Path) -> None:
    def steps() -> Generator[Any, Any, str]:
        name: str = yield Compute("where", lambda: threading.current_thread().name)
        return name

    assert asyncio.run(drive_async(steps(), Log(tmp_path))).startswith("recast")
    assert drive(steps(), Log(tmp_path)) == threading.current_thread().name


def test_progress_names_each_stage(tmp_path: Path) -> None:
    seen: list[str] = []

    def steps() -> Generator[Any, Any, None]:
        yield Compute("one", lambda: None)
        yield Compute("two", lambda: None)

    drive(steps(), Log(tmp_path), seen.append)
    assert seen == ["one", "two"]
