"""Both drivers run the same generators to the same results and hand every error back to the generator."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import pytest

from recast.drivers import drive, drive_async
from recast.errors import Cancelled
from recast.stages import Compute, Send, Solver
from recast.types import Release, Reply
from recast.wire.log import Log, read_log
from recast.wire.send import Transient
from releases import sealed


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


class Down:
    """A transport that never comes through."""

    def __init__(self) -> None:
        self.calls, self.called = 0, threading.Event()

    def __call__(self, release: Release) -> Reply:
        self.calls += 1
        self.called.set()
        raise Transient("down", retry_after=30.0)


def sending(transport: Down, after: list[str]) -> Generator[Any, Any, None]:
    try:
        yield Send(sealed("in this process"), Solver("in this process", "solver-1", transport))
    except Cancelled:
        after.append("cancelled")
        yield Compute("more", lambda: after.append("more"))


def test_another_thread_cancels_what_waits_to_be_tried_again(tmp_path: Path) -> None:
    transport, after, cancelled = Down(), [], threading.Event()
    threading.Thread(target=lambda: transport.called.wait(5) and cancelled.set()).start()
    started = time.monotonic()
    with pytest.raises(Cancelled):
        drive(sending(transport, after), Log(tmp_path), cancelled=cancelled)
    assert time.monotonic() - started < 5
    assert (transport.calls, after) == (1, ["cancelled"])


def test_a_cancelled_task_cancels_its_request(tmp_path: Path) -> None:
    transport = Down()

    async def run() -> None:
        task = asyncio.create_task(drive_async(sending(transport, []), Log(tmp_path)))
        await asyncio.to_thread(transport.called.wait, 5)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    started = time.monotonic()
    asyncio.run(run())  # ends only when the thread of the request has ended
    assert time.monotonic() - started < 5
    assert transport.calls == 1
    kinds = [entry.kind for entry in read_log(Log(tmp_path))]
    assert kinds == ["request", "failed"]


def test_nothing_begins_once_it_is_cancelled(tmp_path: Path) -> None:
    cancelled, began = threading.Event(), []
    cancelled.set()

    def steps() -> Generator[Any, Any, None]:
        yield Compute("one", lambda: began.append(1))

    with pytest.raises(Cancelled):
        drive(steps(), Log(tmp_path), cancelled=cancelled)
    assert began == []
