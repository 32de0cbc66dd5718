"""``recast evaluate``: accuracy with and without protection on the same examples, losses by stage, resumable.

Each example gives one row of ``rows.jsonl``, keyed by a digest of the configuration, so that a run that stopped goes on
where it was and a changed configuration starts anew. ``report.json`` is interfaces §7. Nothing is filtered afterwards:
withheld, refused, unconfirmed and failed count as wrong.

The native side of a recording is the same solver on what was heard in it, in this process; where the row tells what is
said, a third side asks the solver of that transcript, so that what hearing lost is told from what the solver cannot do.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Literal

from recast.api import Session, check_question
from recast.capture.passages import passage
from recast.capture.recordings import is_recording
from recast.configuration import Configuration
from recast.drivers import drive
from recast.errors import (
    ReCastError,
    Refused,
    SolverFailed,
    StorageFailed,
    UnknownOperand,
    Withheld,
)
from recast.evaluate.examples import Example, count_rows, load
from recast.evaluate.kept import Heard, heard, keep, sent_of
from recast.evaluate.leaks import leaks
from recast.evaluate.matching import acceptable, relaxed, strict
from recast.evaluate.native import ask_native
from recast.evaluate.parallel import check_jobs, rows
from recast.evaluate.summary import summarise
from recast.numbers.context import context_table, read_context
from recast.pipeline import Asked, Chart, Evidence, protect_each, solve
from recast.shield import Shielded
from recast.solve.charts.understand import NotUnderstood, understand
from recast.solve.texts.passages import interpret_passage
from recast.solve.write import write
from recast.storage import append_private, private_folder, write_private
from recast.types import Answer, AnswerValue, Protected, Source

Work = Callable[[Sequence[Example], Path], Iterator[dict[str, Any]]]
Loss = Literal["capture", "rewrite and map", "reconstruct", "solve"]
_SUFFIXES = {"text/plain": "txt", "audio/wav": "wav", "image/png": "png"}


@dataclass(frozen=True, slots=True)
class Side:
    """One side of one example, as it stands in the report. ``answer`` is what the user would see."""

    status: str
    answer: str | None = None
    relaxed: bool = False
    strict: bool = False
    value_right: bool = False  # whatever its status: an unconfirmed answer may be right
    seconds: float = 0.0
    question: str | None = None
    media: str | None = None
    program: str | None = None
    finding: str | None = None
    sent: tuple[str, ...] = ()  # all that was sent for it, a file an ask, for ``recast audit``
    bytes: int = 0  # of all requests, also those to a remote voice
    tokens: int | None = None  # where the solver tells them


def evaluate(
    path: Path,
    configuration: Configuration,
    out: Path,
    *,
    limit: int | None = None,
    half: str | None = None,
    seed: int | None = None,
    consent: bool = False,
    jobs: int = 1,
) -> dict[str, Any]:
    """Runs every example that ``out`` does not hold yet, ``jobs`` at a time, writes ``report.json`` and returns it."""
    check_jobs(jobs, seed)
    read = load(path)
    left_out = count_rows(path) - len(read)
    if left_out:
        print(f"… {left_out} rows are no examples: no one number as answer, or too long", file=sys.stderr)
    chosen = [place for place in enumerate(read) if half in (None, place[1].half)][:limit]
    examples = [example for _, example in chosen]
    if jobs == 1:
        return evaluate_examples(examples, configuration, out, seed=seed, consent=consent)
    place_of = {example.id: place for place, example in reversed(chosen)}
    native = consent or not Session(configuration).stages.solver.remote

    def work(open_examples: Sequence[Example], media: Path) -> Iterator[dict[str, Any]]:
        places = [place_of[example.id] for example in open_examples]
        return rows(_row, path, places, configuration, media, jobs=jobs, native=native, consent=consent)

    return _evaluated(examples, out, _digest(configuration, seed), native, work)


def evaluate_examples(
    examples: Sequence[Example],
    configuration: Configuration,
    out: Path,
    *,
    seed: int | None = None,
    consent: bool = False,
    protected_only: bool = False,
) -> dict[str, Any]:
    """``evaluate`` for examples that are already at hand, one after the other; ``protected_only`` without the native side."""
    session = Session(configuration, randomness=None if seed is None else random.Random(seed))  # noqa: S311
    native = (consent or not session.stages.solver.remote) and not protected_only

    def work(open_examples: Sequence[Example], media: Path) -> Iterator[dict[str, Any]]:
        return (_row(example, session, media, native, consent) for example in open_examples)

    return _evaluated(examples, out, _digest(configuration, seed), native, work)


def _evaluated(examples: Sequence[Example], out: Path, key: str, native: bool, work: Work) -> dict[str, Any]:
    """The report of all examples; those that have no row under ``key`` yet are worked on, and each row is kept as soon
    as it is there."""
    media = out / "media"
    try:
        private_folder(out)
        private_folder(media)
        known = _rows(out / "rows.jsonl", key)
        unknown = {example.id: example for example in reversed(examples) if example.id not in known}
        open_examples = [example for example in examples if unknown.get(example.id) is example]
        done = len(examples) - len(open_examples)
        with append_private(out / "rows.jsonl") as file:
            for place, row in enumerate(work(open_examples, media), done + 1):
                known[row["id"]] = row
                file.write(json.dumps({"key": key, **row}, ensure_ascii=False) + "\n")
                file.flush()
                _progress(place, len(examples), row["id"])
        report = summarise([known[example.id] for example in examples], native)
        write_private(out / "report.json", json.dumps(report, indent=2, ensure_ascii=False).encode())
    except OSError as error:
        raise StorageFailed(f"the report folder {out} cannot be written: {error.strerror}") from error
    return report


def _digest(configuration: Configuration, seed: int | None) -> str:
    described = repr(
        (
            configuration.policy,
            configuration.capture_chart.use,
            configuration.rewrite.use,
            configuration.solve.use,
        )
    )
    stages = (configuration.capture_speech, configuration.speech)
    heard_and_said = [(stage.use, stage.options.get("model", "")) for stage in stages]
    model = str(configuration.solve.options.get("model", ""))
    return hashlib.sha256(
        f"{described} {heard_and_said} {model} {configuration.ask} {seed}".encode()
    ).hexdigest()[:16]


def _rows(path: Path, key: str) -> dict[str, dict[str, Any]]:
    """The finished rows of this configuration; a line cut short by a crash is done again."""
    rows: dict[str, dict[str, Any]] = {}
    if path.is_file():
        for line in path.read_text(encoding="utf-8").split("\n"):
            try:
                row = json.loads(line)
            except json.JSONDecodeError:
                continue
            if row.pop("key", None) == key:
                rows[row["id"]] = row
    return rows


def _progress(place: int, total: int, example: str) -> None:
    print(f"… {place}/{total} {example}", file=sys.stderr, flush=True)


def _row(example: Example, session: Session, media: Path, native: bool, consent: bool) -> dict[str, Any]:
    evidence: Evidence | ReCastError
    source = example.source
    try:
        evidence = session.read(source, example.question)
    except ReCastError as error:
        evidence = error
    table = evidence.table if isinstance(evidence, Chart) else None
    references = acceptable(example.reference, example.question, table)
    shields: list[Shielded] = []
    requests = Heard()

    def protected() -> tuple[Answer, str]:
        if isinstance(evidence, ReCastError):
            raise evidence
        asked = check_question(example.question) if example.question else ""
        stages = heard(session.stages, requests)
        made: list[Shielded] = []
        drive(protect_each(evidence, asked, (), stages, made), session.log, session.progress)
        shields.extend(made)
        found: Asked = drive(solve(shields, stages), session.log, session.progress)
        return found.answer, found.reply.text

    def original() -> tuple[Answer, str]:
        if isinstance(evidence, ReCastError) and isinstance(source, Source) and is_recording(source):
            raise evidence  # the solver is given what was heard
        original = source if isinstance(evidence, Chart | ReCastError) else evidence
        answer, reply = ask_native(original, example.question, session, consent)
        return replace(answer, confirmed=True), reply.text

    def side(ask: Callable[[], tuple[Answer, str]]) -> Side:
        started = time.perf_counter()
        try:
            answer, program = ask()
        except ReCastError as error:
            return Side(_status(error), seconds=_since(started), finding=_finding(error))
        right = relaxed(answer.value, references, example.question), strict(answer.value, references)
        return Side(
            "answered" if answer.confirmed else "unconfirmed",
            _text(answer.value),
            answer.confirmed and right[0],
            answer.confirmed and right[1],
            right[0],
            _since(started),
            program=program,
            finding="; ".join(finding.message for finding in answer.findings) or None,
        )

    def transcribed() -> tuple[Answer, str]:
        answer, reply = ask_native(passage(example.transcript), example.question, session, consent)
        return replace(answer, confirmed=True), reply.text

    reference = side(original) if native else None
    local = native and not session.stages.solver.remote
    told = side(transcribed) if local and example.transcript else None
    shown = side(protected)
    if not isinstance(evidence, ReCastError):
        kept = keep(
            media.parent, example.id, evidence, example.question, shields, requests, session.stages.policy
        )
        shown = replace(shown, sent=kept, bytes=requests.bytes, tokens=requests.tokens)
    for shielded in reversed(shields):
        medium = f"media/{shielded.release.event}.{_SUFFIXES[shielded.medium.media_type]}"
        write_private(media.parent / medium, shielded.medium.data)
        shown = replace(shown, question=shielded.protected.question, media=medium)
    return {
        "id": example.id,
        "question": example.question,
        "reference": example.reference,
        "half": example.half,
        "attributes": dict(example.attributes),
        "transcript": _as_row(told),
        "native": _as_row(reference),
        "protected": _as_row(shown),
        "loss": _loss(reference, shown, shields[0] if shields else None, told),
        "leak_findings": sum(
            len(leaks(shielded, session.stages.policy)) for shielded in sent_of(shields, requests)
        ),
    }


def _as_row(side: Side | None) -> dict[str, Any] | None:
    """A side as JSON gives it back."""
    return None if side is None else {**asdict(side), "sent": list(side.sent)}


def _since(started: float) -> float:
    return round(time.perf_counter() - started, 3)


def _status(error: ReCastError) -> str:
    kinds: tuple[tuple[type[ReCastError], str], ...] = (
        (Withheld, "withheld"),
        (Refused, "refused"),
        (UnknownOperand, "solver_failed"),
        (SolverFailed, "solver_failed"),
    )
    for kind, status in kinds:
        if isinstance(error, kind):
            return status
    raise error


def _finding(error: ReCastError) -> str:
    if isinstance(error, Withheld):
        return "; ".join(sorted({f"{finding.check}: {finding.message}" for finding in error.findings}))
    return str(error)


def _text(value: AnswerValue) -> str:
    if isinstance(value, tuple):
        return ", ".join(_text(part) for part in value)
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _loss(
    native: Side | None, protected: Side, shielded: Shielded | None, transcript: Side | None
) -> Loss | None:
    """Where an example was lost that was right natively, or right by the transcript of its recording (or, with no native
    side, where any was lost).

    After capture and release the offline rules are asked the protected question on the protected chart or passage as
    specified: where they say the same as on the picture or waveform, the loss lies before it was drawn or spoken.
    """
    if protected.relaxed:
        return None
    if native is not None and not native.relaxed:
        return "capture" if transcript is not None and transcript.relaxed else None
    if shielded is None:
        return "capture" if protected.status == "refused" else "reconstruct"
    if native is None:
        return "solve"
    if shielded.protected.chart is None and shielded.medium.media_type == "text/plain":
        return "rewrite and map"
    told = _as_specified(shielded.protected)
    same = protected.program is not None and told is not None and told in protected.program
    return "rewrite and map" if same or told is None else "reconstruct"


def _as_specified(protected: Protected) -> str | None:
    """The program of the offline rules for a release as it was specified, before anything was drawn or spoken."""
    if protected.chart is None:
        meant = interpret_passage(protected.question, protected.context)
        return None if isinstance(meant, NotUnderstood) else write(meant)
    told = understand(protected.question, context_table(read_context(protected.context)))
    return told if isinstance(told, str) else None
