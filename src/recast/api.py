"""The library: ``read``, ``ask``, ``protect`` and ``recover``, synchronous, with ``ask_async`` beside them.

>>> chart = recast.read("report.png")                       # once
>>> recast.ask(chart, "Which region grew most?").answer     # as often as you like
"""

from __future__ import annotations

import mimetypes
import random
import re
from collections.abc import Generator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from recast import assembly, pipeline
from recast.capture import passages, recordings
from recast.capture.files import is_table_file
from recast.capture.overlay import overlay as _overlay
from recast.configuration import Configuration
from recast.drivers import Progress, drive, drive_async, quiet
from recast.errors import UsageError
from recast.perception.image import decode
from recast.pipeline import Asked, Chart, Evidence
from recast.recovery.answer import recover as _recover
from recast.shield import Shielded
from recast.stages import Stages
from recast.types import Answer, Passage, Reply, Source, Table, Vault
from recast.wire.log import Log

LARGEST_SOURCE = 250_000_000  # bytes: two hours of sound at 16 kHz and 16 bits
LONGEST_QUESTION = 2_000  # characters; no chart question needs more

AnySource = str | Path | bytes | Source | Table | Passage | Chart


@dataclass(frozen=True, slots=True)
class Session:
    """One configuration, its stages and its log, for many asks. Safe to share between threads."""

    configuration: Configuration = field(default_factory=Configuration)
    randomness: random.Random | None = None
    progress: Progress = quiet
    stages: Stages = field(init=False)
    log: Log = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "stages", assembly.stages(self.configuration, self.randomness))
        object.__setattr__(self, "log", assembly.log(self.configuration))

    def _drive(self, steps: Generator[Any, Any, Any]) -> Any:
        return drive(steps, self.log, self.progress)

    def read(self, source: AnySource, question: str = "") -> Evidence:
        """The chart as a Table, the text or recording as a Passage, to be asked many times. Raises ``Refused`` with what was seen."""
        opened = _opened(source)
        if isinstance(opened, Chart):
            return opened
        evidence: Evidence = self._drive(pipeline.capture(opened, question, self.stages))
        return evidence

    def protect(self, source: AnySource, question: str = "", choices: tuple[str, ...] = ()) -> Shielded:
        """A sealed release and the vault that undoes its replies; nothing is sent. Without a ``question`` it is the one
        that a text ends with."""
        opened = _opened(source)
        checked = _checked(opened, question)
        evidence = self.read(opened, checked)
        shielded: Shielded = self._drive(pipeline.protect(evidence, checked, choices, self.stages))
        return shielded

    def protect_each(
        self, evidence: Evidence, question: str, choices: tuple[str, ...], made: list[Shielded]
    ) -> None:
        """``protect`` as often as ``ask.count`` says; ``made`` gains each release as soon as it is there."""
        checked = _checked(evidence, question)
        self._drive(pipeline.protect_each(evidence, checked, choices, self.stages, made))

    def solve(self, *shielded: Shielded) -> Asked:
        """Sends what ``protect`` made, and recovers the answer."""
        asked: Asked = self._drive(pipeline.solve(shielded, self.stages))
        return asked

    def ask(self, source: AnySource, question: str = "", choices: tuple[str, ...] = ()) -> Asked:
        """The answer, with all that was sent for it. Without a ``question`` it is the one that a text ends with."""
        opened = _opened(source)
        checked = _checked(opened, question)
        evidence = self.read(opened, checked)
        asked: Asked = self._drive(pipeline.ask(evidence, checked, choices, self.stages))
        return asked

    async def ask_async(self, source: AnySource, question: str = "", choices: tuple[str, ...] = ()) -> Asked:
        """``ask`` off the event loop: every step runs in a bounded thread."""
        opened = _opened(source)
        checked = _checked(opened, question)

        def steps() -> Generator[Any, Any, Asked]:
            evidence = opened
            if not isinstance(evidence, Chart):
                evidence = yield from pipeline.capture(evidence, checked, self.stages)
            asked: Asked = yield from pipeline.ask(evidence, checked, choices, self.stages)
            return asked

        result: Asked = await drive_async(steps(), self.log, self.progress)
        return result


def _opened(source: AnySource) -> Source | Table | Passage | Chart:
    return open_source(source) if isinstance(source, str | Path | bytes) else source


def _checked(source: Source | Table | Passage | Chart, question: str) -> str:
    """The question; an empty one only where the source is a text or a recording, which may end with its own."""
    ends_with_one = isinstance(source, Passage) or (
        isinstance(source, Source) and (recordings.is_recording(source) or passages.is_text(source))
    )
    return "" if ends_with_one and not question else check_question(question)


def open_source(source: str | Path | bytes) -> Source:
    """A file, or bytes, as a source; ``report.pdf#3`` is page 3 of that PDF, unless a file has this very name. Raises
    ``UsageError`` where it cannot be read."""
    if isinstance(source, bytes):
        return Source(source, "application/octet-stream")
    path, page = _page_of(Path(source))
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_SOURCE + 1)
        if len(data) > LARGEST_SOURCE:
            raise UsageError(f"{path} is too large; at most {LARGEST_SOURCE // 1_000_000} MB are read")
        kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        return Source(data, kind, path.name, page)
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from error


def _page_of(path: Path) -> tuple[Path, int | None]:
    """The file and the page that a path names."""
    named = re.fullmatch(r"(.+\.pdf)#(.*)", path.name, re.IGNORECASE)
    if named is None or path.exists():
        return path, None
    if not re.fullmatch(r"[0-9]{1,7}", named[2]):
        raise UsageError(f"the page after # must be a number, such as {named[1]}#3")
    return path.with_name(named[1]), int(named[2])


def check_question(question: str) -> str:
    """The question with its white space made even. Raises ``UsageError`` where it is empty or too long."""
    cleaned = " ".join(question.split())
    if not cleaned:
        raise UsageError("the question is empty: say what you want to know")
    if len(cleaned) > LONGEST_QUESTION:
        raise UsageError(f"the question has {len(cleaned)} characters; at most {LONGEST_QUESTION} are taken")
    return cleaned


def read(source: AnySource, *, configuration: Configuration | None = None) -> Evidence:
    """``Session.read`` with this configuration, the default one if none is given."""
    return Session(configuration or Configuration()).read(source)


def ask(
    source: AnySource,
    question: str = "",
    *,
    choices: tuple[str, ...] = (),
    configuration: Configuration | None = None,
) -> Asked:
    """``Session.ask`` with this configuration, the default one if none is given."""
    return Session(configuration or Configuration()).ask(source, question, choices)


async def ask_async(
    source: AnySource,
    question: str = "",
    *,
    choices: tuple[str, ...] = (),
    configuration: Configuration | None = None,
) -> Asked:
    """``Session.ask_async`` with this configuration, the default one if none is given."""
    return await Session(configuration or Configuration()).ask_async(source, question, choices)


def protect(
    source: AnySource,
    question: str = "",
    *,
    choices: tuple[str, ...] = (),
    configuration: Configuration | None = None,
) -> Shielded:
    """``Session.protect`` with this configuration, the default one if none is given."""
    return Session(configuration or Configuration()).protect(source, question, choices)


def overlay(chart: Chart) -> bytes:
    """A PNG of the chart's picture with every value as it was read, where it was read: for this machine only. Raises
    ``UsageError`` where the chart was given as a table and so has no picture."""
    if chart.source is None or is_table_file(chart.source):
        raise UsageError("an overlay is drawn over a picture, and this chart was given as a table")
    return _overlay(decode(chart.source.data), chart.table)


def recover(vault: Vault, reply: str) -> Answer:
    """The answer from a solver's reply to the release that belongs to this vault."""
    if vault.protected is None:
        raise UsageError("this vault does not say what was released: make it with recast.protect")
    return _recover(vault, vault.protected, Reply(reply))
