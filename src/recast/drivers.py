"""The two drivers of the pipeline's generators: each performs ``Compute`` here and ``Send`` through the wire's door."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from recast.stages import Compute, Send
from recast.wire.log import Log
from recast.wire.send import send

Step = Compute | Send
Progress = Callable[[str], None]

#: Compute steps of all asks at once; recognition uses every core by itself.
_compute = ThreadPoolExecutor(max_workers=2, thread_name_prefix="recast")


def quiet(stage: str) -> None:
    """The default progress: none."""


def perform(step: Step, log: Log, progress: Progress) -> Any:
    """One step, to its result."""
    if isinstance(step, Send):
        progress("send")
        return send(step.release, step.solver.transport, log)
    progress(step.stage)
    return step.call(*step.arguments)


def drive(steps: Generator[Step, Any, Any], log: Log, progress: Progress = quiet) -> Any:
    """Runs the generator to its end in this thread and returns its result."""
    resume: Callable[[], Step] = partial(next, steps)
    while True:
        try:
            step = resume()
        except StopIteration as stop:
            return stop.value
        try:
            resume = partial(steps.send, perform(step, log, progress))
        except Exception as error:
            resume = partial(steps.throw, error)


async def drive_async(steps: Generator[Step, Any, Any], log: Log, progress: Progress = quiet) -> Any:
    """The same, with every step in a thread, at most two Compute steps at once in this process."""
    resume: Callable[[], Step] = partial(next, steps)
    while True:
        try:
            step = resume()
        except StopIteration as stop:
            return stop.value
        try:
            pool = None if isinstance(step, Send) else _compute
            result = await asyncio.get_running_loop().run_in_executor(pool, perform, step, log, progress)
            resume = partial(steps.send, result)
        except Exception as error:
            resume = partial(steps.throw, error)
