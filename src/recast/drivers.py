"""The two drivers of the pipeline's generators: each performs ``Compute`` here and ``Send`` through the wire's door.

Both can be cancelled: no step begins any more, and a request that is waiting to be tried again is not. A step that has begun
is not interrupted.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from recast.errors import Cancelled
from recast.stages import Compute, Send
from recast.wire.log import Log
from recast.wire.send import send

Step = Compute | Send
Progress = Callable[[str], None]

#: Compute steps of all asks at once; recognition uses every core by itself.
_compute = ThreadPoolExecutor(max_workers=2, thread_name_prefix="recast")


def quiet(stage: str) -> None:
    """The default progress: none."""


def perform(step: Step, log: Log, progress: Progress, cancelled: threading.Event) -> Any:
    """One step, to its result. Raises ``Cancelled`` where it may not begin any more."""
    if cancelled.is_set():
        raise Cancelled("cancelled; what had been sent before is in the log (`recast log`)")
    if isinstance(step, Send):
        progress("send")
        return send(step.release, step.solver.transport, log, cancelled=cancelled)
    progress(step.stage)
    return step.call(*step.arguments)


def drive(
    steps: Generator[Step, Any, Any],
    log: Log,
    progress: Progress = quiet,
    cancelled: threading.Event | None = None,
) -> Any:
    """Runs the generator to its end in this thread and returns its result. Another thread may set ``cancelled``."""
    stop = cancelled or threading.Event()
    resume: Callable[[], Step] = partial(next, steps)
    while True:
        try:
            step = resume()
        except StopIteration as done:
            return done.value
        try:
            resume = partial(steps.send, perform(step, log, progress, stop))
        except Exception as error:
            resume = partial(steps.throw, error)


async def drive_async(steps: Generator[Step, Any, Any], log: Log, progress: Progress = quiet) -> Any:
    """The same, with every step in a thread, at most two Compute steps at once in this process. A cancelled task cancels
    the request that it waits for."""
    cancelled = threading.Event()
    resume: Callable[[], Step] = partial(next, steps)
    try:
        while True:
            try:
                step = resume()
            except StopIteration as done:
                return done.value
            try:
                pool = None if isinstance(step, Send) else _compute
                loop = asyncio.get_running_loop()
                result = await loop.run_in_executor(pool, perform, step, log, progress, cancelled)
                resume = partial(steps.send, result)
            except Exception as error:
                resume = partial(steps.throw, error)
    finally:
        cancelled.set()
