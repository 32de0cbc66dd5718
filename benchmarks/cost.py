"""What protection costs: time beside text recognition, bytes and memory, on real charts in one warm process.

    python benchmarks/cost.py MANIFEST --limit 40

``MANIFEST`` has one example a line, as ``recast evaluate`` reads them. Takes its charts in order, each picture once,
until ``--limit`` questions were answered under ``strict`` by the offline solver, after one that only warms the process
up. Recognition is timed around the recogniser itself, so a reading that is remembered counts as nothing, and it is told
apart by the picture that is read: the source, single cells of it in the second reading, and the released image (check
and solver together). Medians are over the answered questions; those of the targets leave out charts with a repair.
Prints one JSON object; times are seconds of wall clock, so run it on a quiet machine: ``load`` is that of the start, and
``median_rest_cpu_unrepaired`` the processor time of all but recognition, which other processes disturb less. ``bytes_of_children`` is what the sandbox's workers hold at the end.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import resource
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import psutil

from recast.api import Session
from recast.configuration import load
from recast.errors import ReCastError
from recast.evaluate.examples import Example
from recast.evaluate.examples import load as load_examples
from recast.perception import text

_SOURCE, _SECOND, _RELEASED = "source", "second reading", "released image"
_READS = {"capture": _SOURCE, "second reading": _SECOND}  # any other stage reads the released image

TARGETS = {"median_rest_unrepaired": 0.8, "median_ratio_unrepaired": 2.5, "peak_bytes": 1_200_000_000}


@dataclass
class Meter:
    """Wall time by stage and, within it, the time of the recogniser. It is the session's progress, and is told when
    a question is done."""

    stage: str = ""
    since: float = 0.0
    wall: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    recognised: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    recognised_cpu: float = 0.0
    draws: int = 0

    def __call__(self, stage: str) -> None:
        now = time.perf_counter()
        if self.stage:
            self.wall[self.stage] += now - self.since
        self.stage, self.since = stage, now
        self.draws += stage == "draw"

    def watch(self) -> None:
        """From now on the recogniser's time is measured."""
        engine = text._engine()

        def timed(*arguments: Any, **options: Any) -> Any:
            started, cpu = time.perf_counter(), time.process_time()
            try:
                return engine(*arguments, **options)
            finally:
                self.recognised[self.stage] += time.perf_counter() - started
                self.recognised_cpu += time.process_time() - cpu

        text._engine = lambda: timed  # type: ignore[assignment]


@dataclass(frozen=True)
class Cost:
    """One answered question: seconds by what they went into, and bytes of its requests."""

    total: float
    rest_cpu: float
    recognition: dict[str, float]
    stages: dict[str, float]  # recognition left out
    repairs: int
    requests: list[int]

    @property
    def rest(self) -> float:
        return self.total - sum(self.recognition.values())

    @property
    def ratio(self) -> float:
        return self.total / (self.recognition[_SOURCE] + self.recognition[_RELEASED])


def ask(example: Example, session: Session, meter: Meter) -> Cost:
    """Reads the chart and asks its question. Raises as ``Session.ask`` does."""
    meter.wall.clear()
    meter.recognised.clear()
    meter.recognised_cpu, meter.draws, meter.stage = 0.0, 0, ""
    started, cpu = time.perf_counter(), time.process_time()
    asked = session.ask(session.read(example.source, example.question), example.question)
    total = time.perf_counter() - started
    rest_cpu = time.process_time() - cpu - meter.recognised_cpu
    meter("")
    recognition = dict.fromkeys((_SOURCE, _SECOND, _RELEASED), 0.0)
    for stage, seconds in meter.recognised.items():
        recognition[_READS.get(stage, _RELEASED)] += seconds
    stages = {stage: seconds - meter.recognised[stage] for stage, seconds in meter.wall.items()}
    return Cost(total, rest_cpu, recognition, stages, meter.draws - 1, [len(r.body) for r in asked.releases])


def charts(examples: Sequence[Example]) -> Iterator[Example]:
    """The first question of every picture: a picture asked about twice would be read from memory."""
    seen: set[bytes] = set()
    for example in examples:
        data = getattr(example.source, "data", b"")
        key = hashlib.sha256(data).digest()
        if data and key not in seen:
            seen.add(key)
            yield example


def measure(path: Path, limit: int, log: Path) -> dict[str, Any]:
    meter = Meter()
    configuration = load(options={"policy": {"preset": "strict"}, "log": {"folder": str(log)}})
    session = Session(configuration, progress=meter)
    started_under = os.getloadavg()
    meter.watch()
    warm = False
    costs: list[Cost] = []
    unanswered: Counter[str] = Counter()
    for example in charts(load_examples(path)):
        if len(costs) == limit:
            break
        try:
            cost = ask(example, session, meter)
        except ReCastError as error:
            unanswered[type(error).__name__] += 1
            continue
        if warm:
            costs.append(cost)
            print(f"… {len(costs)}/{limit} {example.id} {cost.total:.1f} s", file=sys.stderr, flush=True)
        warm = True
    if not costs:
        raise SystemExit("no question was answered, so there is nothing to measure")
    return {"load": started_under, "unanswered": dict(unanswered), **summary(costs)}


def summary(costs: Sequence[Cost]) -> dict[str, Any]:
    clean = [cost for cost in costs if not cost.repairs]
    unit = 1 if sys.platform == "darwin" else 1024  # of ru_maxrss, in bytes
    sizes = [size for cost in costs for size in cost.requests]
    return {
        "charts": len(costs),
        "repaired": sum(cost.repairs > 0 for cost in costs) / len(costs),
        "median_total": _median([cost.total for cost in costs]),
        "median_recognition": {
            name: _median([cost.recognition[name] for cost in costs]) for name in costs[0].recognition
        },
        "median_rest": _median([cost.rest for cost in costs]),
        "median_rest_unrepaired": _median([cost.rest for cost in clean]),
        "median_rest_cpu_unrepaired": _median([cost.rest_cpu for cost in clean]),
        "median_ratio": _median([cost.ratio for cost in costs]),
        "median_ratio_unrepaired": _median([cost.ratio for cost in clean]),
        "median_rest_by_stage_unrepaired": {
            stage: _median([cost.stages.get(stage, 0.0) for cost in clean])
            for stage in dict.fromkeys(stage for cost in clean for stage in cost.stages)
        },
        "requests": len(sizes),
        "bytes_a_request": {"median": median(sizes), "most": max(sizes)},
        "peak_bytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit,
        "bytes_of_children": sum(
            child.memory_info().rss for child in psutil.Process().children(recursive=True)
        ),
        "targets": TARGETS,
    }


def _median(seconds: Sequence[float]) -> float | None:
    return round(median(seconds), 3) if seconds else None


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("manifest", type=Path)
    arguments.add_argument("--limit", type=int, default=40)
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory() as log:
        print(json.dumps(measure(given.manifest, given.limit, Path(log)), indent=2))


if __name__ == "__main__":
    main()
