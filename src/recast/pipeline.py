"""The flow of P Algorithm 1 as two generators: ``protect`` (record → sealed release) and ``ask`` (→ answer).

They yield ``Compute`` and ``Send`` and hold all the logic; ``drivers`` performs the steps, synchronously or not. Whether,
when and what is sent next depends on protected data and replies only: nothing that is computed after restoration ever
causes a send.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, Literal

from recast import vault as vaults
from recast.capture import passages
from recast.capture.needed import needed
from recast.capture.pages import has_pages, page_picture
from recast.capture.second import second_reading
from recast.errors import Refused, SolverFailed, UnknownOperand, UsageError, Withheld
from recast.numbers import mapping
from recast.numbers.context import table_context
from recast.numbers.prose import normalised, source_quantities
from recast.policy import Policy
from recast.program.parse import NotInEvidence
from recast.program.review import review
from recast.reconstruct.spec import MAX_CATEGORIES, MAX_SERIES, as_table
from recast.reconstruct.text import text_medium
from recast.recovery.answer import recover
from recast.recovery.exact import only_exact
from recast.release import gate
from recast.release.read_back import ReadBack, read_back
from recast.release.templates import PROMPT_OF
from recast.rewrite.shape import canonical, padded
from recast.solve.disclosure import Disclosed, asks_the_same, disclosed
from recast.solve.repair import repair
from recast.stages import Capture, Compute, Draw, Rewrite, Send, Solver, SpecMaker
from recast.types import (
    Answer,
    Finding,
    Medium,
    Passage,
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
    key: bytes = field(repr=False)  # of this installation: orders rows and places decoys alike each time
    exact: bool = False
    keep_vault: bool = False
    release: Literal["", "image", "text"] = (
        ""  # as what evidence goes out; empty: a chart as an image, a passage as text
    )


@dataclass(frozen=True, slots=True, repr=False)
class Chart(Private):
    """A captured chart: its table, and the source that a second reading needs. Many questions can be asked of it."""

    table: Table
    source: Source | None = None


Evidence = Chart | Passage


@dataclass(frozen=True, slots=True, repr=False)
class Shielded(Private):
    """A sealed release and the vault that undoes it. The vault stays here. ``left_out``: how many rows and how many series
    of a chart that is too large were not sent."""

    release: Release
    protected: Protected
    medium: Medium
    vault: Vault
    seen: ReadBack | None  # what was read back from the pixels; a text needs no reading back
    left_out: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True, repr=False)
class Asked(Private):
    """An answer with all that was sent for it. ``kept`` is where the vault was saved, if it was to be."""

    answer: Answer
    shielded: Shielded
    releases: tuple[Release, ...]
    reply: Reply
    kept: Path | None = None


def capture(source: Source | Table | Passage, question: str, stages: Stages) -> Steps:
    """Source → ``Chart`` or ``Passage``. A Table is a chart already; the page of a PDF becomes the picture that is read
    twice."""
    if isinstance(source, Passage):
        return source
    if isinstance(source, Table):
        return Chart(source)
    if passages.is_text(source):
        read = yield Compute("capture", passages.read_text, (source, question))
        return Chart(read) if isinstance(read, Table) else read
    picture: Source = source
    if has_pages(source):
        picture = yield Compute("page", page_picture, (source,))
    table = yield Compute("capture", stages.capture, (picture, question))
    return Chart(table, picture)


def protect(evidence: Evidence, question: str, choices: tuple[str, ...], stages: Stages) -> Steps:
    """Evidence and question → ``Shielded``; of a passage the question may be its own. Raises ``Withheld`` with the
    findings of the last try, ``Refused`` where a chart is too large to be drawn and the question does not say which part
    of it is needed."""
    if isinstance(evidence, Passage):
        if stages.release == "image":
            raise UsageError("a passage holds no chart to draw: leave --release out, or release it as text")
        shielded = yield from _as_text(passage_record(evidence, question, choices), (), stages)
        return shielded
    if not question:
        raise UsageError("the question is empty: say what you want to know from the chart")
    as_text = stages.release == "text"
    whole = evidence.table
    part, table = _to_release(whole, question, stages)
    record = Record(
        secrets.token_hex(8), "text" if as_text else "image", table_context(table), question, choices, table
    )
    unsure: tuple[str, ...] = ()
    if evidence.source is not None:
        keys = _placed(needed(part, question), part, table)
        unsure = yield Compute("second reading", second_reading, (evidence.source, table, keys))
    shielded = yield from (_as_text if as_text else _as_image)(record, unsure, stages)
    left_out = len(whole.categories) - len(part.categories), len(whole.series) - len(part.series)
    return replace(shielded, left_out=left_out)


def _to_release(whole: Table, question: str, stages: Stages) -> tuple[Table, Table]:
    """What of a chart the question can need, and the same in the shape in which it goes out, decoys among it."""
    policy = stages.policy
    too_large = len(whole.categories) > MAX_CATEGORIES or len(whole.series) > MAX_SERIES
    if policy.disclosure == "whole" and not (too_large and stages.release != "text"):
        part = Disclosed(whole)
    else:
        part = disclosed(whole, question, alone=policy.shape == "padded")
    asks_same = partial(asks_the_same, question, part.table)
    table = part.table if policy.kind == "source" else canonical(part.table, question, asks_same)
    if policy.shape == "padded":
        table = padded(
            table, question, stages.key, rows=part.rows_named, series=part.series_named, unchanged=asks_same
        )
    return part.table, table


def _placed(keys: Sequence[str], part: Table, table: Table) -> tuple[str, ...]:
    """The keys in ``table`` of the cells that have these keys in ``part``."""
    places = {id(cell): f"cell:{s}:{c}" for s, row in enumerate(table.cells) for c, cell in enumerate(row)}
    cells = {f"cell:{s}:{c}": cell for s, row in enumerate(part.cells) for c, cell in enumerate(row)}
    return tuple(places[id(cells[key])] for key in keys)


def passage_record(passage: Passage, question: str, choices: tuple[str, ...]) -> Record:
    """The five fields of a passage, numerals normalised (P 3.2). Where ``question`` is the one that the passage ends with,
    or empty, the passage's own is taken. Raises ``UsageError`` where there is none."""
    own = passage.question
    asked = own if not question or _folded(own).endswith(_folded(question)) else question
    if not asked:
        raise UsageError("the text ends with no question: say what you want to know from it")
    return as_record(passage, asked, choices or passage.choices)


def as_record(passage: Passage, question: str, choices: tuple[str, ...]) -> Record:
    """The five fields, with every number word that is a quantity in digits."""
    context, asked, *given = map(normalised, (passage.text, question, *choices))
    return Record(secrets.token_hex(8), "text", context, asked, tuple(given))


def _folded(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(" .?!")


def _as_text(record: Record, unsure: tuple[str, ...], stages: Stages) -> Steps:
    findings: tuple[Finding, ...] = ()
    for _ in range(REDRAWS + 1):
        try:
            protected, vault = yield from _rewritten(record, unsure, stages)
            medium = yield Compute("text", text_medium, (protected,))
            request = _request(protected, medium, stages.solver)
            release = yield Compute("release", _seal, (request, protected, vault, stages, None, None))
        except Withheld as withheld:
            findings = withheld.findings
        else:
            return Shielded(release, protected, medium, vault, None)
    raise Withheld(f"withheld after {REDRAWS} repairs, nothing was sent; what was found follows", findings)


def _as_image(record: Record, unsure: tuple[str, ...], stages: Stages) -> Steps:
    assert record.table is not None  # noqa: S101 - only charts are drawn
    _require_size(record.table)
    findings: tuple[Finding, ...] = ()
    for attempt in range(REDRAWS + 2):
        if attempt != 1:  # the first repair only draws larger; each later one takes other words and literals
            protected, vault = yield from _rewritten(record, unsure, stages)
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
            return Shielded(release, protected, medium, vault, seen)
    raise Withheld(
        f"withheld after {REDRAWS} repairs and the table image, nothing was sent; what was found follows",
        findings,
    )


def _rewritten(record: Record, unsure: tuple[str, ...], stages: Stages) -> Steps:
    """Record → (Protected, Vault): other words, other numbers."""
    rewritten = yield Compute("rewrite", stages.rewrite, (record, stages.policy, stages.randomness))
    sources = () if record.table is not None else source_quantities(record)
    protected, numbers = yield Compute(
        "numbers", mapping.protect, (rewritten, stages.policy, stages.randomness, sources)
    )
    substitutions, order = rewritten.substitutions, rewritten.row_order
    return protected, Vault(
        record, numbers, substitutions, order, unsure, protected, rewritten.numeral_sources
    )


def _require_size(table: Table) -> None:
    if len(table.categories) > MAX_CATEGORIES or len(table.series) > MAX_SERIES:
        raise Refused(
            f"the chart has {len(table.categories)} rows and {len(table.series)} columns of values, at most "
            f"{MAX_CATEGORIES} and {MAX_SERIES} can be drawn: give a table of those that the question needs"
        )


def ask(evidence: Evidence, question: str, choices: tuple[str, ...], stages: Stages) -> Steps:
    """Evidence and question → ``Asked``. Raises the errors of every stage."""
    shielded = yield from protect(evidence, question, choices, stages)
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
        PROMPT_OF[medium.media_type],
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
    seen: ReadBack | None,
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
