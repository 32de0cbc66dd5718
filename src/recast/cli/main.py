"""The command line. stdout: the answer, one line (or one JSON object with ``--json``). stderr: progress and remedies."""

from __future__ import annotations

import dataclasses
import io
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec

import click

from recast.cli.outcome import CANCELLED, UNCONFIRMED, ended, in_json, line, outcome, say, tell, worst
from recast.cli.progress import Progress
from recast.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from recast.api import Session
    from recast.configuration import Configuration
    from recast.pipeline import Evidence
    from recast.shield import Shielded

P = ParamSpec("P")

FILE = click.Path(path_type=Path)


def configured(command: Callable[P, None]) -> Callable[P, None]:
    """The options that choose policy and solver, shared by every command that runs the pipeline."""
    for option in reversed(
        (
            click.option(
                "--config", type=click.Path(path_type=Path), help="Configuration file (default: recast.toml)."
            ),
            click.option("--policy", help="Preset: strict (default), balanced or paper."),
            click.option("--solver", help="offline (default, in this process) or endpoint."),
            click.option(
                "--base-url",
                help="OpenAI-compatible endpoint; usually ends in /v1. Implies --solver endpoint.",
            ),
            click.option("--model", help="Model at the endpoint."),
            click.option(
                "--release", help="As what the evidence goes out: image, text or audio (default: as it came)."
            ),
            click.option(
                "--exact",
                is_flag=True,
                default=None,
                help="Stop rather than rest on an unsure or axis-read value.",
            ),
        )
    ):
        command = option(command)

    @wraps(command)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> None:
        given: dict[str, Any] = dict(kwargs)
        path, policy, solver = given.pop("config"), given.pop("policy"), given.pop("solver")
        base_url, model, exact = given.pop("base_url"), given.pop("model"), given.pop("exact")
        release = given.pop("release")
        if base_url and not solver:
            solver = "endpoint"
        overrides = {
            "policy": {"preset": policy},
            "solve": {"use": solver, "base_url": base_url, "model": model},
            "ask": {"exact": exact, "release": release},
        }
        given["options"] = (path, overrides)
        command(*args, **given)

    return wrapped


def _session(options: tuple[Path | None, Mapping[str, Mapping[str, Any]]], progress: Progress) -> Session:
    from recast.api import Session

    return Session(_configuration(options), progress=progress)


def _configuration(options: tuple[Path | None, Mapping[str, Mapping[str, Any]]]) -> Configuration:
    from recast.configuration import load

    path, overrides = options
    return load(path, options=overrides)


def _evidence(
    session: Session, source: Path, table: Path | None, record: Path | None, question: str = ""
) -> Evidence:
    """The evidence as captured, or as corrected in ``table`` or ``record``."""
    from recast.api import open_source
    from recast.capture.files import is_table_file
    from recast.cli import passages

    if table is not None and record is not None:
        raise UsageError("--table corrects a chart and --record a text: give one of them")
    if record is not None:
        return passages.corrected(open_source(record))
    if table is None:
        return session.read(passages.from_stdin() if str(source) == "-" else source, question)
    opened = open_source(table)
    if not is_table_file(opened):
        raise UsageError("--table takes a table file (CSV), such as `recast read --out` writes")
    return session.read(opened, question)


class _Commands(click.Group):
    """Commands whose faulty calls end like all others: one sentence, one exit code, one object with ``--json``."""

    def main(self, args: Any = None, **kwargs: Any) -> Any:  # type: ignore[override]
        given = list(sys.argv[1:] if args is None else args)
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="backslashreplace")  # no terminal's encoding may cost the answer
        with outcome("--json" in given):
            try:
                return super().main(given, **{**kwargs, "standalone_mode": False})
            except click.exceptions.NoArgsIsHelpError as error:
                error.show()
                sys.exit(error.exit_code)
            except click.UsageError as error:
                command = error.ctx.command_path if error.ctx is not None else "recast"
                message = error.format_message().rstrip(".")
                raise UsageError(f"{message[:1].lower()}{message[1:]}; see `{command} --help`") from None


@click.group(
    cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110}
)
@click.version_option(package_name="recast-privacy", prog_name="recast")
def main() -> None:
    """Ask a remote model about a private chart or text without showing it the chart or text.

    The evidence is read here; words and numbers are replaced; the rewritten, checked evidence is all that leaves; the
    program that comes back is run here on the original values.
    """


_table = click.option("--table", type=FILE, help="Use this corrected table (CSV) instead of reading SOURCE.")
_record = click.option("--record", type=FILE, help="Use this corrected text instead of reading SOURCE.")
_choices = click.option(
    "--choice", "choices", multiple=True, help="An answer to choose from; give it once a choice."
)
_json = click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout, errors included.")


@main.command()
@click.argument("source", type=FILE)
@click.argument("questions", nargs=-1, metavar="QUESTION...")
@configured
@_table
@_record
@_choices
@click.option(
    "--json", "as_json", is_flag=True, help="One JSON object a question on stdout, errors included."
)
@click.option("--dry-run", is_flag=True, help="Show exactly what would leave, and send nothing.")
@click.option("--explain", is_flag=True, help="Say on stderr what left and which values the answer rests on.")
@click.option("--out", type=FILE, help="Keep the protected picture, text or recording in this folder.")
def ask(
    source: Path,
    questions: tuple[str, ...],
    options: Any,
    table: Path | None,
    record: Path | None,
    choices: tuple[str, ...],
    as_json: bool,
    dry_run: bool,
    explain: bool,
    out: Path | None,
) -> None:
    """Answer questions about a chart or a text.

    SOURCE is a picture (PNG, JPEG, WebP), a page of a PDF (report.pdf#3), a table (CSV, TSV, XLSX), a text (plain or
    Markdown), or - for stdin. The answer is the only thing on stdout, one line a QUESTION; a text that ends with its
    question needs none. Where several are asked, one that fails does not stop the others; the exit code is that of the
    worst.
    """
    from recast.api import check_question

    codes: list[int] = []
    evidence: Evidence | None = None
    with outcome(as_json), Progress() as progress:
        session = _session(options, progress)
        if not questions:
            evidence = _evidence(session, source, table, record)
            questions = (_own_question(evidence),)
        for place, question in enumerate(questions, start=1):
            which = f"question {place}: " if len(questions) > 1 else ""
            try:
                check_question(question)
            except UsageError as error:
                codes.append(ended(error, as_json, question=which))
                continue
            if evidence is None:
                evidence = _evidence(session, source, table, record, question if len(questions) == 1 else "")
            codes.append(_asked(session, evidence, question, choices, which, as_json, dry_run, explain, out))
            if codes[-1] == CANCELLED:
                break
        sys.exit(worst(codes))


def _own_question(evidence: Evidence) -> str:
    """The question that a text ends with."""
    from recast.types import Passage

    if isinstance(evidence, Passage) and evidence.question:
        return evidence.question
    raise UsageError("missing argument 'QUESTION...'; only a text that ends with its question needs none")


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

    policy = session.configuration.policy.preset
    shields: list[Shielded] = []
    try:
        if dry_run:
            shown.require_quiet(session.configuration)
        for _ in range(session.stages.count):
            shields.append(session.protect(evidence, question, choices))
        if dry_run:
            planned = [shown.dry_run(each, shown.medium(each, out), policy) for each in shields]
            told = {**planned[0], "second": planned[1]} if len(planned) > 1 else planned[0]
            say(in_json(told) if as_json else "\n".join(map(shown.planned, planned)))
            return 0
        media = {each.release.event: shown.medium(each, out) for each in shields} if out is not None else {}
        asked = session.solve(*shields)
        kept = media.get(asked.shielded.release.event)
        if asked.reply.unlogged:
            tell(f"recast: {which}the reply is not in the log: {asked.reply.unlogged}")
        if explain:
            tell(which + shown.explanation(asked, kept))
        else:
            for reservation in shown.reservations(asked.answer, "; --explain shows what it rests on"):
                tell(f"recast: {which}{reservation}")
        say(in_json(shown.answer_json(asked, policy)) if as_json else line(asked.answer.text))
        return 0 if asked.answer.confirmed else UNCONFIRMED
    except BaseException as error:
        checks = tuple(check for each in shields for check in each.release.checks)
        sent = [entry for each in shields for entry in shown.sent(session.log, each.release.event)]
        if explain and sent:
            tell(which + shown.left(sent))
        return ended(error, as_json, question=which, policy=policy, checks=checks, sent=sent)


@main.command()
@click.argument("source", type=FILE)
@click.argument("question", default="")
@configured
@_table
@_record
@_choices
@click.option("--out", type=FILE, required=True, help="Folder for the release; the vault goes elsewhere.")
@_json
def protect(
    source: Path,
    question: str,
    options: Any,
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
        session = _session(options, progress)
        if question:
            check_question(question)
        evidence = _evidence(session, source, table, record, question)
        shielded = session.protect(evidence, question or _own_question(evidence), choices)
        written = shown.protected(shielded, out, session.configuration.policy.preset)
        say(in_json(written) if as_json else shown.written(written))


@main.command()
@click.argument("vault", type=FILE)
@click.argument("reply", type=FILE)
@_json
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


@main.command()
@click.argument("source", type=FILE)
@configured
@click.option(
    "--out",
    type=FILE,
    help="Also write it as CSV or text, to be corrected and used with --table or --record.",
)
@click.option("--overlay", type=FILE, help="Also draw what was read over the picture, as PNG.")
@_json
def read(source: Path, options: Any, out: Path | None, overlay: Path | None, as_json: bool) -> None:
    """Show what is read in a chart or text.

    Values that were not read surely, or off an axis, are marked; of a text every number is shown with what it is taken
    for. Nothing is sent; what is written only you may read.
    """
    from recast import api
    from recast.cli import passages, shown
    from recast.types import Passage

    with outcome(as_json), Progress() as progress:
        shown.apart(source, out, overlay)
        chart = _evidence(_session(options, progress), source, None, None)
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


@main.command()
@click.argument("examples", type=FILE)
@configured
@click.option("--out", type=FILE, required=True, help="Folder of report.json, rows.jsonl and media.")
@click.option("--limit", type=click.IntRange(min=1), help="Only the first N examples.")
@click.option("--half", type=click.Choice(["tuning", "reported"]), help="Only this half of the examples.")
@click.option(
    "--seed", type=int, help="Repeatable draws (P A.3 uses 42). Never for real data: draws can be predicted."
)
@click.option("--jobs", type=int, default=1, show_default=True, help="Examples at once, at most one a core.")
@click.option(
    "--i-know-this-sends-the-original",
    "consent",
    is_flag=True,
    help="Also send the unprotected originals to a remote solver, for the native figures.",
)
@_json
def evaluate(
    examples: Path,
    options: Any,
    out: Path,
    limit: int | None,
    half: str | None,
    seed: int | None,
    jobs: int,
    consent: bool,
    as_json: bool,
) -> None:
    """Measure accuracy with and without protection.

    EXAMPLES is a file of JSON lines. A run that stopped goes on where it was.
    """
    from recast.evaluate.run import evaluate as run

    with outcome(as_json):
        report = run(
            examples,
            _configuration(options),
            out,
            limit=limit,
            half=half,
            seed=seed,
            consent=consent,
            jobs=jobs,
        )
        say(in_json(report["summary"], indent=not as_json))


@main.command()
@click.argument("evaluations", type=FILE, nargs=-1, required=True)
@click.option("--pool", type=FILE, help="Further candidate sources, JSON lines (id, rows | text).")
@click.option("--out", type=FILE, required=True, help="Folder of audit.json.")
@click.option("--groups", is_flag=True, help="Show every group of examples, not policies alone.")
@click.option("--no-active", is_flag=True, help="Leave out the hostile solver (about a minute).")
@configured
@click.option("--judge", is_flag=True, help="Also ask the model: it is shown the originals.")
@click.option(
    "--calibrate", type=click.IntRange(min=0), default=0, help="Pairs to write out for people to label."
)
@click.option("--annotated", type=FILE, multiple=True, help="A filled calibration sheet; once an annotator.")
@click.option(
    "--i-know-this-sends-the-original",
    "consent",
    is_flag=True,
    help="Consent to show the judge the originals.",
)
@_json
def audit(
    evaluations: tuple[Path, ...],
    options: Any,
    pool: Path | None,
    out: Path,
    groups: bool,
    no_active: bool,
    judge: bool,
    calibrate: int,
    annotated: tuple[Path, ...],
    consent: bool,
    as_json: bool,
) -> None:
    """Measure what leaks.

    EVALUATIONS are folders that `recast evaluate` wrote. Attackers look for the source of each example among all sources
    and those of --pool, and guess its values. Nothing is sent, except with --judge.
    """
    from recast.audit import shown
    from recast.audit.judged import Judging
    from recast.audit.run import audit as run

    with outcome(as_json), Progress() as progress:
        judging = None
        if judge:
            session = _session(options, progress)
            judging = Judging(session.stages.solver, session.log, consent, calibrate, annotated)
        elif calibrate or annotated:
            raise UsageError("--calibrate and --annotated go with --judge")
        report = run(evaluations, pool, out, hostile=not no_active, judging=judging)
        say(in_json(report) if as_json else shown.table(report, groups))


@main.command()
@click.argument("evaluations", type=FILE, nargs=-1, required=True)
@click.option(
    "--audit", "audited", type=FILE, required=True, help="Folder that `recast audit` wrote of them."
)
@click.option("--out", type=FILE, required=True, help="Folder of report.html and report.json.")
@_json
def report(evaluations: tuple[Path, ...], audited: Path, out: Path, as_json: bool) -> None:
    """Show utility beside leakage on one page.

    EVALUATIONS are folders that `recast evaluate` wrote. The page needs nothing but itself.
    """
    from recast.audit.page import report as run

    with outcome(as_json):
        found = run(evaluations, audited, out)
        say(in_json(found) if as_json else line(f"{out / 'report.html'}"))


@main.command("evaluate-capture")
@click.argument("examples", type=FILE)
@configured
@click.option("--limit", type=click.IntRange(min=1), help="Only the first N examples.")
@_json
def evaluate_capture(examples: Path, options: Any, limit: int | None, as_json: bool) -> None:
    """Measure how well charts are read.

    EXAMPLES is a file of JSON lines whose rows name an image and its table. Nothing is sent.
    """
    from recast.evaluate.capture import evaluate_capture as run

    with outcome(as_json):
        say(in_json(run(examples, _configuration(options), limit=limit), indent=not as_json))


@main.command()
@configured
@_json
def doctor(options: Any, as_json: bool) -> None:
    """Check that everything works here.

    Every part that a request needs is exercised. Nothing is sent.
    """
    from recast.cli.doctor import Part, examine

    with outcome(as_json):
        parts: list[Part] = []
        for part in examine(_configuration(options)):
            parts.append(part)
            if not as_json:
                say(f"{'ok  ' if part.ok else 'FAIL'}  {part.part}: {line(part.detail)}")
        sound = all(part.ok for part in parts)
        if as_json:
            say(in_json({"ok": sound, "parts": [dataclasses.asdict(part) for part in parts]}))
        sys.exit(0 if sound else UsageError.exit_code)


@main.command()
@configured
@click.option("--last", type=click.IntRange(min=1), default=20, show_default=True, help="How many entries.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object an entry.")
def log(options: Any, last: int, as_json: bool) -> None:
    """Show what left this machine, newest last."""
    from recast import assembly
    from recast.cli import shown

    with outcome(as_json):
        entries = shown.entries(assembly.log(_configuration(options)), last)
        for entry in entries:
            say(in_json(entry) if as_json else shown.entry_line(entry))
        if not entries:
            tell("nothing has been sent")


@main.command()
@configured
@click.option("--older-than", metavar="AGE", help="Such as 30d, 12h or 45m.")
@click.option("--all", "everything", is_flag=True, help="Whatever its age.")
@_json
def purge(options: Any, older_than: str | None, everything: bool, as_json: bool) -> None:
    """Delete vaults, logs and stored media."""
    from recast import assembly
    from recast.cli import shown

    with outcome(as_json):
        if everything == (older_than is not None):
            raise UsageError("say either --older-than AGE (such as 30d) or --all")
        purged = shown.purge(assembly.log(_configuration(options)), older_than)
        say(in_json(purged) if as_json else shown.purged(purged))
