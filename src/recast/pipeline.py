"""The flow of P Algorithm 1 as two generators: ``protect`` (record → sealed release) and ``ask`` (→ answer).

They yield ``Compute`` and ``Send`` and hold all the logic; ``drivers`` performs the steps, synchronously or not. Whether,
when and what is sent next depends on protected data and replies only: nothing that is computed after restoration ever
causes a send.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import cast

from recast import vault as vaults
from recast.capture import passages, recordings
from recast.capture.needed import needed
from recast.capture.pages import has_pages, page_picture
from recast.capture.records import chart_record, passage_record
from recast.capture.second import second_reading
from recast.capture.second_hearing import second_hearing
from recast.capture.workbooks import MOST_COLUMNS, MOST_ROWS
from recast.errors import ReCastError, SolverFailed, UnknownOperand, UsageError, Withheld
from recast.perception.sound import RATE
from recast.perception.speech import BEAM, hear_window
from recast.program.parse import NotInEvidence
from recast.program.repair import fault_of, repair
from recast.reconstruct.spec import MAX_CATEGORIES, MAX_SERIES
from recast.recovery.agreement import compared
from recast.recovery.answer import recover
from recast.recovery.exact import only_exact
from recast.selection import select
from recast.shield import Shielded, seal, shield, shield_part
from recast.solve.texts.certain_story import calculation_of
from recast.stages import Compute, Send, Stages, Steps
from recast.types import (
    Answer,
    Modality,
    Passage,
    Private,
    Release,
    Reply,
    Source,
    Table,
    Turn,
    Word,
)

FORMAT_REPAIRS = 3  # P Appendix C

#: How many rows and columns of values are drawn or said at most; of a larger chart the part that the question needs.
_LARGEST = {"image": (MAX_CATEGORIES, MAX_SERIES), "audio": (30, 4), "text": (MOST_ROWS, MOST_COLUMNS)}


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
    sound = yield Compute("decode", recordings.open_sound, (source,))
    words: list[Word] = []
    start = 0
    recognise = partial(stages.recognise, beam=BEAM)
    while start < len(sound.samples):
        where = f"hearing minute {start // (60 * RATE) + 1} of {math.ceil(sound.seconds / 60)}"
        heard, start = yield Compute(where, hear_window, (sound, start, recognise))
        words += heard
    read = yield Compute("capture", recordings.heard_passage, (words, source))
    return read


def protect(evidence: Evidence, question: str, choices: tuple[str, ...], stages: Stages) -> Steps:
    """Evidence and question → ``Shielded``; of a passage the question may be its own. Raises ``Withheld`` with the
    findings of the last try, ``Refused`` where a chart is too large to be drawn and the question does not say which part
    of it is needed."""
    evidence = yield from _heard_again(evidence, question, stages)
    shielded = yield from _protect(evidence, question, choices, stages)
    return shielded


def protect_each(
    evidence: Evidence, question: str, choices: tuple[str, ...], stages: Stages, made: list[Shielded]
) -> Steps:
    """Protects the question as often as the ``count`` says, each time in other words and numbers; a recording is heard again
    once. ``made`` gains each as soon as it is there. Raises as ``protect`` does."""
    evidence = yield from _heard_again(evidence, question, stages)
    for _ in range(stages.count):
        made.append((yield from _protect(evidence, question, choices, stages)))


def _heard_again(evidence: Evidence, question: str, stages: Stages) -> Steps:
    """The evidence with the second hearing of a recording, which is the same however often it is protected."""
    if not isinstance(evidence, Passage) or evidence.recording is None:
        return evidence
    asked = question or evidence.question
    again = yield Compute("second hearing", second_hearing, (evidence, asked, stages.recognise))
    return again


def _protect(evidence: Evidence, question: str, choices: tuple[str, ...], stages: Stages) -> Steps:
    modality = _modality(evidence, stages.release)
    if isinstance(evidence, Passage):
        record = replace(passage_record(evidence, question, choices), modality=modality)
        if stages.policy.story in ("calculation", "closed") and not record.choices:
            found = yield Compute("selection", calculation_of, (record.question, record.context))
            if found is not None and (found.certain or stages.policy.story == "closed"):
                record = replace(record, calculation=found.calculation, uncertain=not found.certain)
        shielded = yield from shield(record, (), stages)
        return shielded
    if not question:
        raise UsageError("the question is empty: say what you want to know from the chart")
    whole = evidence.table
    policy = stages.policy
    if choices and policy.question == "canonical":
        policy = replace(policy, question="source")
    sizes = stages.key, _LARGEST[modality]
    chosen = yield Compute("selection", select, (whole, question, policy, *sizes, stages.randomness))
    part, table = chosen.part, chosen.table
    unsure: tuple[str, ...] = ()
    if evidence.source is not None:
        keys = chosen.places(needed(part, chosen.restated or question))
        unsure = yield Compute(
            "second reading", second_reading, (evidence.source, chosen.wider or table, keys)
        )
    record = chart_record(
        chosen.wider or table,
        question,
        choices,
        modality,
        chosen.restated,
        chosen.uncertain,
        _unsent(whole, chosen.wider or part),
    )
    shielded = yield from shield(record, unsure, stages)
    if chosen.wider is not None:
        shielded = yield from shield_part(shielded, table, chosen.rows, chosen.series, stages)
    left_out = len(whole.categories) - len(part.categories), len(whole.series) - len(part.series)
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
    """Evidence and question → ``Asked``. Raises the errors of every stage. With a ``count`` of two the question is
    protected twice, in other words and numbers, and both are sent whatever comes back."""
    shields: list[Shielded] = []
    yield from protect_each(evidence, question, choices, stages, shields)
    asked = yield from solve(shields, stages)
    return asked


@dataclass(frozen=True, slots=True, repr=False)
class _Replied(Private):
    """A reply that protected data has nothing against, or the ``fault`` that was left after all repairs."""

    shielded: Shielded
    releases: tuple[Release, ...]
    kept: Path | None
    reply: Reply | None
    fault: SolverFailed | UnknownOperand | None


def _unsent(whole: Table, part: Table) -> tuple[str, ...]:
    """The labels of the whole that the part has not."""
    kept = {*part.categories, *(series.label for series in part.series)}
    labels = (*whole.categories, *(series.label for series in whole.series))
    return tuple(label for label in labels if label not in kept)


def solve(shields: Sequence[Shielded], stages: Stages) -> Steps:
    """``Shielded``, one or two of one question → ``Asked``: send, repair the form of the reply, restore, run. All replies
    first, then the answers: nothing is sent once ``recover`` has begun. Where a part may be widened and the reply is that it
    does not show what the question needs, the whole is sent once, by itself: no word of that reply goes with it."""
    replies: list[_Replied] = []
    for shielded in shields:
        replied = yield from _replied(shielded, stages)
        if shielded.wider is not None and isinstance(replied.fault, NotInEvidence):
            whole = yield from _replied(shielded.wider, stages)
            replied = replace(whole, releases=(*replied.releases, *whole.releases))
        replies.append(replied)
    releases = tuple(release for replied in replies for release in replied.releases)
    answers: list[Asked] = []
    faults: list[ReCastError] = []
    for replied in replies:
        shielded, reply = replied.shielded, replied.reply
        try:
            if reply is None:
                raise replied.fault or SolverFailed("the solver did not answer")
            answer = yield Compute("recover", recover, (shielded.vault, shielded.protected, reply))
            if stages.exact:
                answer = only_exact(answer)
        except (SolverFailed, UnknownOperand, Withheld) as fault:
            faults.append(fault)
        else:
            answers.append(Asked(answer, shielded, releases, reply, replied.kept))
    if not answers:
        raise faults[0]
    if len(replies) == 1:
        return answers[0]
    first = next((asked for asked in answers if asked.answer.confirmed), answers[0])
    return replace(first, answer=compared([asked.answer for asked in answers], first.answer, len(replies)))


def _replied(shielded: Shielded, stages: Stages) -> Steps:
    """Sends, and repairs the form of the reply at most three times; the repairs are made of protected data alone. A solver
    that fails is a fault of this ask only: another one is sent all the same."""
    kept = (yield Compute("vault", vaults.save, (shielded.vault,))) if stages.keep_vault else None
    release = shielded.release
    turns: tuple[Turn, ...] = ()
    releases = [*shielded.to_voice, release]
    while True:
        try:
            reply = yield Send(release, stages.solver)
        except SolverFailed as failed:
            return _Replied(shielded, tuple(releases), kept, None, failed)
        fault = yield Compute("reply", fault_of, (reply.text, shielded.protected))
        if fault is None or isinstance(fault, NotInEvidence) or len(turns) == FORMAT_REPAIRS:
            return _Replied(shielded, tuple(releases), kept, None if fault else reply, fault)
        turns = (*turns, Turn(reply.text, repair(fault)))
        request = replace(release.request, turns=turns)
        release = yield Compute(
            "release", seal, (request, shielded.protected, shielded.vault, stages, shielded.seen, release)
        )
        releases.append(release)
