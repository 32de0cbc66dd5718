"""The flow of P Algorithm 1 as two generators: ``protect`` (record → sealed release) and ``ask`` (→ answer).

They yield ``Compute`` and ``Send`` and hold all the logic; ``drivers`` performs the steps, synchronously or not. Whether,
when and what is sent next depends on protected data and replies only: nothing that is computed after restoration ever
causes a send.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

from recast import vault as vaults
from recast.capture import passages, recordings
from recast.capture.needed import needed
from recast.capture.pages import has_pages, page_picture
from recast.capture.records import chart_record, passage_record
from recast.capture.second import second_reading
from recast.capture.second_hearing import second_hearing
from recast.errors import SolverFailed, UnknownOperand, UsageError
from recast.perception.sound import RATE, decode_sound
from recast.perception.speech import hear_window
from recast.program.parse import NotInEvidence
from recast.program.review import review
from recast.reconstruct.spec import MAX_CATEGORIES, MAX_SERIES
from recast.recovery.answer import recover
from recast.recovery.exact import only_exact
from recast.shield import Shielded, seal, shield
from recast.solve.disclosure import reduced
from recast.solve.repair import repair
from recast.stages import Compute, Send, Stages, Steps
from recast.types import (
    Answer,
    Modality,
    Passage,
    Private,
    Protected,
    Release,
    Reply,
    Source,
    Table,
    Turn,
    Word,
)

FORMAT_REPAIRS = 3  # P Appendix C

#: How many rows and columns of values are drawn or said at most; of a larger chart the part that the question needs.
_LARGEST = {"image": (MAX_CATEGORIES, MAX_SERIES), "audio": (30, 4)}


@dataclass(frozen=True, slots=True, repr=False)
class Chart(Private):
    """A captured chart: its table, and the source that a second reading needs. Many questions can be asked of it."""

    table: Table
    source: Source | None = None


Evidence = Chart | Passage


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
    if recordings.is_recording(source):
        heard = yield from _heard(source, stages)
        return heard
    if passages.is_text(source):
        read = yield Compute("capture", passages.read_text, (source, question))
        return Chart(read) if isinstance(read, Table) else read
    picture: Source = source
    if has_pages(source):
        picture = yield Compute("page", page_picture, (source,))
    table = yield Compute("capture", stages.capture, (picture, question))
    return Chart(table, picture)


def _heard(source: Source, stages: Stages) -> Steps:
    """Recording → ``Passage``, one step a window, so that a long one shows where it is and can be cancelled."""
    sound = yield Compute("decode", decode_sound, (source.data,))
    words: list[Word] = []
    start = 0
    while start < len(sound.samples):
        where = f"hearing minute {start // (60 * RATE) + 1} of {math.ceil(sound.seconds / 60)}"
        heard, start = yield Compute(where, hear_window, (sound, start, stages.recognise))
        words += heard
    read = yield Compute("capture", recordings.heard_passage, (words, source))
    return read


def protect(evidence: Evidence, question: str, choices: tuple[str, ...], stages: Stages) -> Steps:
    """Evidence and question → ``Shielded``; of a passage the question may be its own. Raises ``Withheld`` with the
    findings of the last try, ``Refused`` where a chart is too large to be drawn and the question does not say which part
    of it is needed."""
    modality = _modality(evidence, stages.release)
    if isinstance(evidence, Passage):
        passage = evidence
        if passage.recording is not None:
            asked = question or passage.question
            passage = yield Compute("second hearing", second_hearing, (passage, asked, stages.recognise))
        record = replace(passage_record(passage, question, choices), modality=modality)
        shielded = yield from shield(record, (), stages)
        return shielded
    if not question:
        raise UsageError("the question is empty: say what you want to know from the chart")
    whole = evidence.table
    table = whole if modality == "text" else reduced(whole, question, *_LARGEST[modality])
    unsure: tuple[str, ...] = ()
    if evidence.source is not None:
        keys = needed(table, question)
        unsure = yield Compute("second reading", second_reading, (evidence.source, table, keys))
    shielded = yield from shield(chart_record(table, question, choices, modality), unsure, stages)
    left_out = len(whole.categories) - len(table.categories), len(whole.series) - len(table.series)
    return replace(shielded, left_out=left_out)


def _modality(evidence: Evidence, wanted: str) -> Modality:
    """As what the evidence goes out: its own way where nothing else is ``wanted``. Raises ``UsageError``."""
    if isinstance(evidence, Chart):
        return cast(Modality, wanted or "image")
    if wanted == "image":
        raise UsageError(
            "a passage holds no chart to draw: leave --release out, or release it as text or audio"
        )
    return cast(Modality, wanted or ("text" if evidence.recording is None else "audio"))


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
            "release", seal, (request, shielded.protected, shielded.vault, stages, shielded.seen, release)
        )
        releases.append(release)
    answer = yield Compute("recover", recover, (shielded.vault, shielded.protected, reply))
    if stages.exact:
        answer = only_exact(answer)
    return Asked(answer, shielded, tuple(releases), reply, kept)


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
