"""Several processes give the rows in the order of the file, share the cores, and end with one sentence where one dies."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest

from recast import configuration
from recast.errors import StorageFailed, UsageError
from recast.evaluate import parallel
from recast.evaluate.parallel import check_jobs, cores, rows
from recast.perception import speech, text


class Pool:
    """A pool that does its work here, one after another, and what it was told."""

    def __init__(
        self, jobs: int, context: Any, initializer: Callable[..., None], initargs: tuple[Any, ...]
    ) -> None:
        self.jobs, self.shared = jobs, initargs[2]
        self.ended: dict[str, bool] = {}
        Pool.made = self

    made: Pool

    def submit(self, call: Callable[..., Any], *arguments: Any) -> Future[Any]:
        done: Future[Any] = Future()
        try:
            done.set_result(call(*arguments))
        except Exception as error:
            done.set_exception(error)
        return done

    def shutdown(self, **options: bool) -> None:
        self.ended = options


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "ProcessPoolExecutor", Pool)
    monkeypatch.setattr(parallel, "cores", lambda: 8)
    monkeypatch.setattr(parallel, "_here", {"examples": "abcdef", "session": "session"})


def made(work: Callable[..., Any], places: list[int], jobs: int = 3) -> Iterator[Any]:
    loaded = configuration.load(environment={})
    return rows(
        work, Path("rows.jsonl"), places, loaded, Path("media"), jobs=jobs, native=True, consent=False
    )


@pytest.mark.usefixtures("here")
def test_rows_come_in_the_order_of_their_places() -> None:
    found = list(made(lambda *given: given, [4, 0, 2]))
    assert found == [(name, "session", Path("media"), True, False) for name in "eac"]
    assert Pool.made.ended == {"wait": True, "cancel_futures": True}


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(("jobs", "threads"), [(1, 8), (3, 2), (8, 1)])
def test_all_together_use_no_more_threads_than_there_are_cores(jobs: int, threads: int) -> None:
    list(made(lambda *given: {}, [0], jobs))
    assert (Pool.made.jobs, Pool.made.shared) == (jobs, threads)


@pytest.mark.usefixtures("here")
def test_a_process_that_the_system_ended_is_told_with_the_remedy() -> None:
    def dies(example: str, *_: object) -> dict[str, Any]:
        if example == "b":
            raise BrokenProcessPool
        return {"id": example}

    found = made(dies, [0, 1, 2])
    assert next(found) == {"id": "a"}
    with pytest.raises(StorageFailed, match=r"fewer --jobs; the rows so far are kept"):
        next(found)
    assert Pool.made.ended["cancel_futures"]


@pytest.mark.usefixtures("here")
def test_where_the_caller_stops_the_pool_is_closed() -> None:
    found = made(lambda *given: {}, [0, 1, 2])
    next(found)
    found.close()  # type: ignore[attr-defined]
    assert Pool.made.ended == {"wait": True, "cancel_futures": True}


def test_a_worker_gets_its_threads_and_reads_the_file_itself(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text('{"id": "a", "text": "Mara kept 6 jars.", "answer": "6"}\n')
    monkeypatch.setattr(parallel, "_here", {})
    monkeypatch.setattr(parallel.signal, "signal", lambda *_: None)
    monkeypatch.setattr(text, "THREADS", 1)
    monkeypatch.setattr(speech, "THREADS", 1)
    parallel._start(path, configuration.load(environment={}), 3)
    assert (text.THREADS, speech.THREADS) == (3, 3)
    assert [one.id for one in parallel._here["examples"]] == ["a"]


def test_jobs_are_at_most_the_cores_and_a_seed_needs_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "cores", lambda: 4)
    check_jobs(1, 42)
    check_jobs(4, None)
    for jobs, seed, said in ((0, None, "1 to 4"), (5, None, "1 to 4"), (2, 42, "--seed needs --jobs 1")):
        with pytest.raises(UsageError, match=said):
            check_jobs(jobs, seed)


def test_there_is_one_core_at_least_and_no_more_than_the_machine_has() -> None:
    assert 1 <= cores() <= (os.cpu_count() or 1)
