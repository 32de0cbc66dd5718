"""Examples done by several processes at once, their rows in the order of the file.

Private objects never cross a process: a worker is given the place of an example, reads the file itself, and returns the
row that is written to the report. Recognition gets its share of the cores in each worker, so that all together never use
more threads than there are.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from pathlib import Path
from typing import Any

from recast.api import Session
from recast.configuration import Configuration
from recast.errors import StorageFailed, UsageError
from recast.evaluate.examples import Example, load
from recast.perception import speech, text

Row = dict[str, Any]
Work = Callable[[Example, Session, Path, bool, bool], Row]

_here: dict[str, Any] = {}  # of a worker: what ``_start`` made


def cores() -> int:
    """The cores that this process may use."""
    with suppress(AttributeError):  # not on every system
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def check_jobs(jobs: int, seed: int | None) -> None:
    """Raises ``UsageError`` for more jobs than cores, and for several where draws must follow one another."""
    if not 1 <= jobs <= cores():
        raise UsageError(f"--jobs takes 1 to {cores()}, the cores of this machine")
    if jobs > 1 and seed is not None:
        raise UsageError("--seed needs --jobs 1: its draws follow one another")


def rows(
    work: Work,
    path: Path,
    places: Sequence[int],
    configuration: Configuration,
    media: Path,
    *,
    jobs: int,
    native: bool,
    consent: bool,
) -> Iterator[Row]:
    """The rows of the examples at ``places`` of the file ``path``, in that order, each as soon as those before it are
    done. Where the caller stops or is cancelled, the workers finish what they have begun, and no row is made of it."""
    pool = ProcessPoolExecutor(
        jobs,
        multiprocessing.get_context("spawn"),
        initializer=_start,
        initargs=(path, configuration, max(1, cores() // jobs)),
    )
    try:
        futures = [pool.submit(_work, work, place, media, native, consent) for place in places]
        for future in futures:
            yield future.result()
    except BrokenProcessPool:
        raise StorageFailed(
            "a process was ended by the system, most likely for want of memory: go on with fewer --jobs; the rows so "
            "far are kept"
        ) from None
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _start(path: Path, configuration: Configuration, threads: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that gives out the work
    text.THREADS = speech.THREADS = threads
    _here["examples"] = load(path)
    _here["session"] = Session(configuration)


def _work(work: Work, place: int, media: Path, native: bool, consent: bool) -> Row:
    return work(_here["examples"][place], _here["session"], media, native, consent)
