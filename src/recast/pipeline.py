"""The flow of P Algorithm 1 as two generators: ``protect`` (record → sealed release) and ``ask`` (→ answer).

They yield ``Compute`` and ``Send`` and hold all the logic; ``drivers`` performs the steps, synchronously or not. Whether,
when and what is sent next depends on protected data and replies only: nothing that is computed after restoration ever
causes a send.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Generator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from recast import vault as vaults
from recast.capture.needed import needed
from recast.capture.pages import has_pages, page_picture
from recast.capture.second import second_reading
from recast.errors import Refused, SolverFailed, UnknownOperand, Withheld
from recast.numbers import mapping
from recast.numbers.context import table_context
from recast.policy import Policy
from recast.program.parse import NotInEvidence
from recast.program.review import review
from recast.reconstruct.spec import MAX_CATEGORIES, MAX_SERIES, as_table
from recast.recovery.answer import recover
from recast.recovery.exact import only_exact
from recast.release import gate
from recast.release.read_back import ReadBack, read_back
from recast.solve.disclosure import reduced
from recast.solve.repair import repair
from recast.stages import Capture, Compute, Draw, Rewrite, Send, Solver, SpecMaker
from recast.types import (
    Answer,
    Finding,
    Medium,
    Private,
    Protected,
    Record,
    Release,
    Reply,
    Request,
    Source,
    Table,
    Turn,
    Vault,
)

REDRAWS = 4  # P 3.4: at most four repairs, then the validated table image
FORMAT_REPAIRS = 3  # P Appendix C

Steps = Generator[Compute | Send, Any, Any]


@dataclass(frozen=True, slots=True)
class Stages:
    """The callables of one run, each found by name at the edge."""

    capture: Capture
    rewrite: Rewrite
    spec: SpecMaker
    draw: Draw
    solver: Solver
    policy: Policy
    randomness: random.Random
    exact: bool = False
    keep_vault: bool = False


@dataclass(frozen=True, slots=True, repr=False)
class Chart(Private):
    """A captured chart: its table, and the source that a second reading needs. Many questions can be asked of it."""

    table: Table
    source: Source | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Shielded(Private):
    """A sealed release and the vault that undoes it. The vault stays here. ``left_out``: how many rows and how many series
    of a chart that is too large were not sent."""

    release: Release
    protected: Protected
    medium: Medium
    vault: Vault
    seen: ReadBack
    left_out: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True, repr=False)
class Asked(Private):
    """An answer with all that was sent for it. ``kept`` is where the vault was saved, if it was to be."""

    answer: Answer
    shielded: Shielded
    releases: tuple[Release, ...]
    reply: Reply
    kept: Path | None = None


def capture(source: Source | Table, question: str, stages: Stages) -> Steps:
    """Source → ``Chart``. A Table is a chart already; the page of a PDF becomes the picture that is read twice."""
    if isinstance(source, Table):
        return Chart(source)
    picture: Source = source
    if has_pages(source):
        picture = yield Compute("page", page_picture, (source,))
    table = yield Compute("capture", stages.capture, (picture, question))
    return Chart(table, picture)


def protect(chart: Chart, question: str, choices: tuple[str, ...], stages: Stages) -> Steps:
    """Chart and question → ``Shielded``. Raises ``Withheld`` with the findings of the last try, ``Refused`` where
    the chart is too large to be drawn and the question does not say which part of it is needed."""
    table = reduced(chart.table, question, MAX_CATEGORIES, MAX_SERIES)
    _require_size(table)
    left_out = (
        len(chart.table.categories) - len(table.categories),
        len(chart.table.series) - len(table.series),
    )
    record = Record(secrets.token_hex(8), "image", table_context(table), question, choices, table)
    unsure: tuple[str, ...] = ()
    if chart.source is not None:
        keys = needed(table, question)
        unsure = yield Compute("second reading", second_reading, (chart.source, table, keys))
    findings: tuple[Finding, ...] = ()
    for attempt in range(REDRAWS + 2):
        if attempt != 1:  # the first repair only draws larger; each later one takes other words and literals
            rewritten = yield Compute("rewrite", stages.rewrite, (record, stages.policy, stages.randomness))
            protected, numbers = yield Compute(
                "numbers", mapping.protect, (rewritten, stages.policy, stages.randomness)
            )
            vault = Vault(record, numbers, rewritten.substitutions, rewritten.row_order, unsure, protected)
            spec = yield Compute("spec", stages.spec, (protected,))
        shown = as_table(spec) if attempt > REDRAWS else spec
        try:
            medium = yield Compute("draw", stages.draw, (shown, min(attempt, REDRAWS)))
            seen = yield Compute("check", read_back, (shown, medium))
            request = _request(protected, medium, stages.solver)
            release = yield Compute("release", _seal, (request, protected, vault, stages, seen, None))
        except Withheld as withheld:
            findings = withheld.findings
        else:
            return Shielded(release, protected, medium, vault, seen, left_out)
    raise Withheld(
        f"withheld after {REDRAWS} repairs and the table image, nothing was sent; what was found follows",
        findings,
    )


def _require_size(table: Table) -> None:
    if len(table.categories) > MAX_CATEGORIES or len(table.series) > MAX_SERIES:
        raise Refused(
            f"the chart has {len(table.categories)} rows and {len(table.series)} columns of values, at most "
            f"{MAX_CATEGORIES} and {MAX_SERIES} can be drawn: give a table of those that the question needs"
        )


def ask(chart: Chart, question: str, choices: tuple[str, ...], stages: Stages) -> Steps:
    """Chart and question → ``Asked``. Raises the errors of every stage."""
    shielded = yield from protect(chart, question, choices, stages)
    asked = yield from solve(shielded, stages)
    return asked


def solve(shielded: Shielded, stages: Stages) -> Steps:
    """``Shielded`` → ``Asked``: send, repair the form of the reply at most three times, restore, run. The repairs are
    made of protected data alone, and nothing is sent once ``recover`` has begun."""
    kept = (yield Compute("vault", vaults.save, (shielded.vault,))) if stages.keep_vault else None
    release = shielded.release
    turns: tuple[Turn, ...] = ()
    releases = [release]
    while True:
        reply = yield Send(release, stages.solver)
        fault = yield Compute("reply", _fault, (reply, shielded.protected))
        if fault is None:
            break
        if len(turns) == FORMAT_REPAIRS:
            raise fault
        turns = (*turns, Turn(reply.text, repair(fault)))
        request = replace(release.request, turns=turns)
        release = yield Compute(
            "release", _seal, (request, shielded.protected, shielded.vault, stages, shielded.seen, release)
        )
        releases.append(release)
    answer = yield Compute("recover", recover, (shielded.vault, shielded.protected, reply))
    if stages.exact:
        answer = only_exact(answer)
    return Asked(answer, shielded, tuple(releases), reply, kept)


def _request(protected: Protected, medium: Medium, solver: Solver) -> Request:
    return Request(
        "solver",
        solver.destination,
        solver.model,
        "solver",
        protected.question,
        medium,
        protected.choices,
        settings=solver.settings,
    )


def _seal(
    request: Request,
    protected: Protected,
    vault: Vault,
    stages: Stages,
    seen: ReadBack,
    parent: Release | None,
) -> Release:
    return gate.release(
        request,
        protected=protected,
        vault=vault,
        policy=stages.policy,
        configured=((stages.solver.destination, stages.solver.model),),
        read_back=seen,
        parent=parent,
    )


def _fault(reply: Reply, protected: Protected) -> SolverFailed | UnknownOperand | None:
    """What is wrong with a reply as far as protected data tells, or None. "Not in the evidence" is an answer, not a
    fault: it is raised by ``recover`` and never asked again."""
    try:
        review(reply.text, protected)
    except NotInEvidence:
        return None
    except (SolverFailed, UnknownOperand) as fault:
        return fault
    return None
