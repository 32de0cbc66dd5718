"""The stages as callables, and the two things that the pipeline yields.

``pipeline.ask`` is a generator: it yields ``Compute`` (work to be done here, off the event loop) or ``Send`` (a Release
for the wire) and is resumed with the result. A stage is anything of the types below, found by name in ``plugins``.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from recast.policy import Policy
from recast.types import ChartSpec, Medium, Protected, Record, Release, Reply, Rewritten, Source, Table, Word


class Capture(Protocol):
    """A chart as a Table, question-aware where the backend is; it never answers. Raises ``Refused``."""

    def __call__(self, source: Source, question: str) -> Table: ...


class Recognise(Protocol):
    """The words of at most 30 seconds of speech (mono, 16 kHz, -1 to 1), with times from their start and confidences;
    none where nobody speaks. ``beam``: how many hypotheses are kept, more for a second hearing."""

    def __call__(self, samples: NDArray[np.float32], beam: int = 1) -> tuple[Word, ...]: ...


class Rewrite(Protocol):
    """Replaces entities, topics and wording across evidence and question together; numerals stay (P 3.3)."""

    def __call__(self, record: Record, policy: Policy, draw: random.Random) -> Rewritten: ...


class SpecMaker(Protocol):
    """The ChartSpec of a Protected (P 3.4). The local one takes it as it stands."""

    def __call__(self, protected: Protected) -> ChartSpec: ...


class Draw(Protocol):
    """A ChartSpec as an image. ``attempt`` 0-4 asks for larger type and canvas each time."""

    def __call__(self, spec: ChartSpec, attempt: int) -> Medium: ...


class Voice(Protocol):
    """A sentence as an ``audio/wav`` of 16 kHz, 16 bit, mono, said in this process. The same ``seed`` gives the same samples;
    ``speed`` 1.0 is the voice's own pace, less is slower."""

    def __call__(self, text: str, seed: int, speed: float) -> Medium: ...


@dataclass(frozen=True, slots=True)
class Solver:
    """Where a release goes and how: ``transport`` gets the Release only, through ``wire.send``. A remote voice is one too:
    its reply carries a waveform instead of a text."""

    destination: str
    model: str
    transport: Callable[[Release], Reply]
    settings: tuple[tuple[str, str | int | float | bool], ...] = ()
    remote: bool = True


@dataclass(frozen=True, slots=True)
class Compute:
    """Work in this process; ``stage`` names it for progress and for losses by stage."""

    stage: str
    call: Callable[..., Any]
    arguments: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Send:
    """An outward request: the only way anything leaves."""

    release: Release
    solver: Solver


#: A part of the flow: it yields steps, is resumed with their results, and returns its own.
Steps = Generator[Compute | Send, Any, Any]


@dataclass(frozen=True, slots=True)
class Stages:
    """The callables of one run, each found by name at the edge. ``release`` says as what evidence goes out; empty is its
    own way: a chart as an image, a text as text, a recording as audio."""

    capture: Capture
    recognise: Recognise
    rewrite: Rewrite
    spec: SpecMaker
    draw: Draw
    voice: Voice | Solver
    solver: Solver
    policy: Policy
    randomness: random.Random
    key: bytes = field(repr=False)  # of this installation: orders rows and places decoys alike each time
    exact: bool = False
    count: int = 1  # how many times the question is asked, each time in other words and numbers
    keep_vault: bool = False
    release: Literal["", "image", "text", "audio"] = ""
