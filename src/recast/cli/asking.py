"""The commands that work on one piece of evidence: ask, protect, recover, read."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from recast.cli.options import (
    FILE,
    Options,
    as_json_option,
    choice_option,
    config_only,
    configured,
    evidence_of,
    record_option,
    session_of,
    table_option,
)
from recast.cli.outcome import CANCELLED, UNCONFIRMED, ended, in_json, line, outcome, say, tell, worst
from recast.cli.progress import Progress
from recast.errors import SolverFailed, UsageError

if TYPE_CHECKING:
    from recast.api import Session
    from recast.pipeline import Evidence
    from recast.shield import Shielded


@click.command()
@click.argument("source", type=FILE)
@click.argument("questions", nargs=-1, metavar="QUESTION...")
@configured
@table_option
@record_option
@choice_option
@click.option(
    "--json", "as_json", is_flag=True, help="One JSON object a question on stdout, errors included."
)
@click.option("--dry-run", is_flag=True, help="Show exactly what would leave, and send nothing.")
@click.option("--explain", is_flag=True, help="Say on stderr what left and which values the answer rests on.")
@click.option("--out", type=FILE, help="Keep the protected picture, text or recording in this folder.")
def ask(
    source: Path,
    questions: tuple[str, ...],
    options: Options,
    table: Path | None,
    record: Path | None,
    choices: tuple[str, ...],
    as_json: bool,
    dry_run: bool,
    explain: bool,
    out: Path | None,
) -> None:
    """Answer questions about a chart, a text or a recording.

    SOURCE is a picture (PNG, JPEG, WebP), a page of a PDF (report.pdf#3), a table (CSV, TSV, XLSX), a text (plain or
    Markdown), a recording, or - for stdin. The answer is the only thing on stdout, one line a QUESTION; a text that ends with its
    question needs none. Where several are asked, one that fails does not stop the others; the exit code is that of the
    worst.
    """
    from recast.api import check_question

    codes: list[int] = []
    evidence: Evidence | None = None
    with outcome(as_json), Progress() as progress:
        session = session_of(options, progress)
        if not questions:
            _require_question(source, table, record)
            evidence = evidence_of(session, source, table, record)
            questions = (_own_question(evidence),)
        for place, question in enumerate(questions, start=1):
            which = f"question {place}: " if len(questions) > 1 else ""
            try:
                check_question(question)
            except UsageError as error:
                codes.append(ended(error, as_json, question=which))
                continue
            if evidence is None:
                evidence = evidence_of(
                    session, source, table, record, question if len(questions) == 1 else ""
                )
            codes.append(_asked(session, evidence, question, choices, which, as_json, dry_run, explain, out))
            if codes[-1] == CANCELLED:
                break
        sys.exit(worst(codes))


_NOT_BY_RULES = (
    "the built-in solver, which works by rules and knows English alone, does not find what the question asks for: ask in "
    "other words, or ask a model (--base-url, --model)"
)
_NO_QUESTION = (
    "missing argument 'QUESTION...'; only a text or recording that ends with its question needs none"
)


def _require_question(source: Path, table: Path | None, record: Path | None) -> None:
    """Raises ``UsageError`` before anything is read where the evidence cannot hold a question of its own."""
    from recast.api import open_source
    from recast.capture.passages import is_text
    from recast.capture.recordings import is_recording

    if record is not None or str(source) == "-":
        return
    opened = open_source(source)
    if table is not None or not (is_text(opened) or is_recording(opened)):
        raise UsageError(_NO_QUESTION)


def _own_question(evidence: Evidence) -> str:
    """The question that a text ends with."""
    from recast.types import Passage

    if isinstance(evidence, Passage) and evidence.question:
        return evidence.question
    raise UsageError(_NO_QUESTION)


def _asked(
    session: Session,
    evidence: Evidence,
    question: str,
    choices: tuple[str, ...],
    which: str,
    as_json: bool,
    dry_run: bool,
    explain: bool,
    out: Path | None,
) -> int:
    """One question to its end; returns its exit code. The medium is kept before anything is sent, so that an
    unwritable folder costs no answer."""
    from recast.cli import shown
    from recast.program.parse import NotInEvidence

    policy = session.configuration.policy.preset
    shields: list[Shielded] = []
    media: dict[str, Path] = {}
    try:
        if dry_run:
            shown.require_quiet(session.configuration)
        session.protect_each(evidence, question, choices, shields)
        if dry_run:
            planned = [shown.dry_run(each, shown.medium(each, out), policy) for each in shields]
            told = {**planned[0], "second": planned[1]} if len(planned) > 1 else planned[0]
            say(in_json(told) if as_json else "\n".join(map(shown.planned, planned)))
            return 0
        if out is not None:
            media = {each.release.event: shown.medium(each, out) for each in shields}
        asked = session.solve(*shields)
        if asked.reply.unlogged:
            tell(f"recast: {which}the reply is not in the log: {asked.reply.unlogged}")
        if explain:
            tell(which + shown.explanation(asked, shields, media))
        else:
            for reservation in shown.reservations(asked.answer, "; --explain shows what it rests on"):
                tell(f"recast: {which}{reservation}")
        say(in_json(shown.answer_json(asked, policy)) if as_json else line(asked.answer.text))
        return 0 if asked.answer.confirmed else UNCONFIRMED
    except BaseException as error:
        checks = tuple(check for each in shields for check in each.release.checks)
        sent = [entry for each in shields for entry in shown.sent(session.log, each.release.event)]
        if explain and sent:
            gone = [each for each in shields if each.release.event in {entry["event"] for entry in sent}]
            tell("\n".join([which + shown.left(sent), *shown.as_sent(gone, media)]))
        if isinstance(error, NotInEvidence) and not session.stages.solver.remote:
            error = SolverFailed(_NOT_BY_RULES)
        return ended(error, as_json, question=which, policy=policy, checks=checks, sent=sent)


@click.command()
@click.argument("source", type=FILE)
@click.argument("question", default="")
@configured
@table_option
@record_option
@choice_option
@click.option("--out", type=FILE, required=True, help="Folder for the release; the vault goes elsewhere.")
@as_json_option
def protect(
    source: Path,
    question: str,
    options: Options,
    table: Path | None,
    record: Path | None,
    choices: tuple[str, ...],
    out: Path,
    as_json: bool,
) -> None:
    """Write a checked release to send yourself.

    The folder gets the picture, text or recording, the question and the whole request; the encrypted vault that undoes
    them is kept elsewhere on this machine, for `recast recover`. Nothing is sent.
    """
    from recast.api import check_question
    from recast.cli import shown

    with outcome(as_json), Progress() as progress:
        session = session_of(options, progress)
        if question:
            check_question(question)
        evidence = evidence_of(session, source, table, record, question)
        shielded = session.protect(evidence, question or _own_question(evidence), choices)
        written = shown.protected(shielded, out, session.configuration.policy.preset)
        say(in_json(written) if as_json else shown.written(written))


@click.command()
@click.argument("vault", type=FILE)
@click.argument("reply", type=FILE)
@as_json_option
def recover(vault: Path, reply: Path, as_json: bool) -> None:
    """Turn a solver's reply into the answer.

    Runs the program in REPLY (a file, or - for stdin) on the original values in VAULT, both as `recast protect` left
    them. Nothing is sent.
    """
    from recast import api
    from recast.cli import shown
    from recast.vault import load

    with outcome(as_json):
        text = shown.reply_text(reply)
        opened = load(vault)
        answer = api.recover(opened, text)
        for reservation in shown.reservations(answer):
            tell(f"recast: {reservation}")
        say(in_json(shown.recovered_json(answer, opened.numbers.policy)) if as_json else line(answer.text))
        sys.exit(0 if answer.confirmed else UNCONFIRMED)


@click.command()
@click.argument("source", type=FILE)
@config_only
@click.option(
    "--out",
    type=FILE,
    help="Also write it as CSV or text, to be corrected and used with --table or --record.",
)
@click.option("--overlay", type=FILE, help="Also draw what was read over the picture, as PNG.")
@as_json_option
def read(source: Path, options: Options, out: Path | None, overlay: Path | None, as_json: bool) -> None:
    """Show what is read in a chart or text, or heard in a recording.

    Values that were not read surely, or off an axis, are marked; of a text or recording every number is shown with what it
    is taken for. Nothing is sent; what is written only you may read.
    """
    from recast import api
    from recast.cli import passages, shown
    from recast.types import Passage

    with outcome(as_json), Progress() as progress:
        shown.apart(source, out, overlay)
        chart = evidence_of(session_of(options, progress), source, None, None)
        if isinstance(chart, Passage):
            if overlay is not None:
                raise UsageError("a text has no picture to draw over: leave --overlay out")
            if out is not None:
                passages.write(chart, out)
                tell(f"text written to {out}: correct it and ask with --record {out}")
            else:
                for reservation in passages.unsure_numerals(chart):
                    tell(reservation)
            say(in_json(passages.as_json(chart)) if as_json else passages.as_text(chart))
            return
        if out is not None:
            shown.write_table(chart.table, out)
            tell(f"table written to {out}: correct it and ask with --table {out}")
        if overlay is not None:
            shown.write_overlay(api.overlay(chart), overlay)
            tell(f"overlay written to {overlay}: compare it with the chart")
        else:
            for reservation in shown.unsure_cells(chart.table):
                tell(reservation)
        say(in_json(shown.table_json(chart.table)) if as_json else shown.aligned(chart.table))
