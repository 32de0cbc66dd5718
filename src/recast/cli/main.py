"""The command line. stdout: the answer, one line (or one JSON object with ``--json``). stderr: progress and remedies.

Exit codes: 0 answered · 1 bug · 2 usage, configuration, missing extra or consent · 3 withheld or refused · 4 solver ·
5 unconfirmed or unknown operand · 6 disk, log or vault · 130 cancelled.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec

import click

from recast.cli.progress import Progress
from recast.errors import ReCastError, UsageError, Withheld

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from recast.api import Session
    from recast.configuration import Configuration
    from recast.pipeline import Asked, Chart

P = ParamSpec("P")


def configured(command: Callable[P, None]) -> Callable[P, None]:
    """The options that choose policy and solver, shared by every command that runs the pipeline."""
    for option in reversed(
        (
            click.option(
                "--config", type=click.Path(path_type=Path), help="Configuration file (default: recast.toml)."
            ),
            click.option("--policy", help="Preset: strict (default) or paper."),
            click.option("--solver", help="offline (default, in this process) or endpoint."),
            click.option(
                "--base-url",
                help="OpenAI-compatible endpoint; usually ends in /v1. Implies --solver endpoint.",
            ),
            click.option("--model", help="Model at the endpoint."),
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
        if base_url and not solver:
            solver = "endpoint"
        overrides = {
            "policy": {"preset": policy},
            "solve": {"use": solver, "base_url": base_url, "model": model},
            "ask": {"exact": exact},
        }
        given["options"] = (path, overrides)
        command(*args, **given)

    return wrapped


@contextmanager
def outcome(as_json: bool) -> Iterator[None]:
    """Every end of a command: its exit code, its sentence on stderr, and with ``--json`` its object on stdout."""
    from recast.cli.shown import error_json

    try:
        yield
    except ReCastError as error:
        if as_json:
            click.echo(json.dumps(error_json(error), ensure_ascii=False))
        click.echo(f"recast: {error}", err=True)
        if isinstance(error, Withheld) and not as_json:
            for finding in error.findings:
                where = f" ({finding.location})" if finding.location else ""
                click.echo(f"  {finding.check}: {finding.message}{where}", err=True)
        sys.exit(error.exit_code)
    except KeyboardInterrupt:
        if as_json:
            click.echo(json.dumps(error_json(KeyboardInterrupt())))
        click.echo("recast: cancelled", err=True)
        sys.exit(130)
    except Exception as error:
        if as_json:
            click.echo(json.dumps(error_json(error)))
        click.echo(f"recast: a bug in ReCast ({type(error).__name__}); nothing more was sent", err=True)
        sys.exit(1)


def _session(options: tuple[Path | None, Mapping[str, Mapping[str, Any]]], progress: Progress) -> Session:
    from recast.api import Session

    return Session(_configuration(options), progress=progress)


def _configuration(options: tuple[Path | None, Mapping[str, Mapping[str, Any]]]) -> Configuration:
    from recast.configuration import load

    path, overrides = options
    return load(path, options=overrides)


def _chart(session: Session, source: Path, table: Path | None) -> Chart:
    """The chart as captured, or as corrected in ``table``."""
    return session.read(table if table is not None else source)


class _Commands(click.Group):
    """Commands whose ``--json`` holds for faulty calls too: one object on stdout, the exit code in it."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        try:
            return super().main(*args, **{**kwargs, "standalone_mode": False})
        except click.ClickException as error:
            if "--json" in sys.argv:
                from recast.cli.shown import error_json

                click.echo(json.dumps(error_json(UsageError(error.format_message()))))
            error.show()
            sys.exit(error.exit_code)
        except click.Abort:
            click.echo("recast: cancelled", err=True)
            sys.exit(130)


@click.group(
    cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110}
)
@click.version_option(package_name="recast-privacy", prog_name="recast")
def main() -> None:
    """Ask a remote model about a private chart without showing it the chart.

    The chart is read here; words and numbers are replaced; the redrawn, checked chart is all that leaves; the program
    that comes back is run here on the original values.
    """


@main.command()
@click.argument("source", type=click.Path(path_type=Path))
@click.argument("questions", nargs=-1, required=True)
@configured
@click.option(
    "--table",
    type=click.Path(path_type=Path),
    help="A corrected table (CSV) to use instead of reading SOURCE.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a question, errors included.")
@click.option("--dry-run", is_flag=True, help="Show exactly what would leave, and send nothing.")
@click.option(
    "--explain", is_flag=True, help="Say on stderr what left, which operands were used and how sure they are."
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="Folder for the protected medium (with --dry-run or --explain).",
)
def ask(
    source: Path,
    questions: tuple[str, ...],
    options: Any,
    table: Path | None,
    as_json: bool,
    dry_run: bool,
    explain: bool,
    out: Path | None,
) -> None:
    """Ask QUESTIONS of the chart in SOURCE (PNG, JPEG, WebP, CSV, TSV or XLSX)."""
    from recast.cli import shown

    with outcome(as_json), Progress() as progress:
        session = _session(options, progress)
        chart = _chart(session, source, table)
        worst = 0
        for question in questions:
            if dry_run:
                click.echo(shown.dry_run(session.protect(chart, question), out, as_json))
                continue
            asked = session.ask(chart, question)
            worst = max(worst, _answered(asked, as_json, explain, out, session.configuration.policy.preset))
        sys.exit(worst)


def _answered(asked: Asked, as_json: bool, explain: bool, out: Path | None, policy: str) -> int:
    from recast.cli import shown

    if as_json:
        click.echo(json.dumps(shown.answer_json(asked, policy), ensure_ascii=False))
    else:
        click.echo(asked.answer.text)
    if explain or not asked.answer.confirmed:
        click.echo(shown.explanation(asked, out), err=True)
    return 0 if asked.answer.confirmed else 5


@main.command()
@click.argument("source", type=click.Path(path_type=Path))
@click.argument("question")
@configured
@click.option(
    "--table",
    type=click.Path(path_type=Path),
    help="A corrected table (CSV) to use instead of reading SOURCE.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    required=True,
    help="Folder for the release; the vault goes elsewhere.",
)
@click.option("--json", "as_json", is_flag=True)
def protect(source: Path, question: str, options: Any, table: Path | None, out: Path, as_json: bool) -> None:
    """Write a checked release to a folder, to be sent by yourself, and keep its encrypted vault."""
    from recast.cli import shown

    with outcome(as_json), Progress() as progress:
        session = _session(options, progress)
        shielded = session.protect(_chart(session, source, table), question)
        click.echo(shown.protected(shielded, out, as_json))


@main.command()
@click.argument("vault", type=click.Path(path_type=Path))
@click.argument("reply", type=click.File("r", encoding="utf-8"))
@click.option("--json", "as_json", is_flag=True)
def recover(vault: Path, reply: Any, as_json: bool) -> None:
    """Run the program in REPLY (a file, or - for stdin) on the original values in VAULT."""
    from recast import api
    from recast.cli import shown
    from recast.vault import load

    with outcome(as_json):
        answer = api.recover(load(vault), reply.read())
        click.echo(json.dumps(shown.recovered_json(answer), ensure_ascii=False) if as_json else answer.text)
        if not answer.confirmed:
            for finding in answer.findings:
                click.echo(f"recast: unconfirmed: {finding.message}", err=True)
            sys.exit(5)


@main.command()
@click.argument("source", type=click.Path(path_type=Path))
@configured
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="Write the table as CSV, to be corrected and used with --table.",
)
@click.option("--json", "as_json", is_flag=True)
def read(source: Path, options: Any, out: Path | None, as_json: bool) -> None:
    """Show what ReCast reads in a chart. Nothing is sent."""
    from recast.cli import shown

    with outcome(as_json), Progress() as progress:
        chart = _session(options, progress).read(source)
        click.echo(shown.table(chart.table, out, as_json))


@main.command()
@click.argument("examples", type=click.Path(path_type=Path))
@configured
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    required=True,
    help="Folder of report.json, rows.jsonl and media.",
)
@click.option("--limit", type=click.IntRange(min=1), help="Only the first N examples.")
@click.option("--half", type=click.Choice(["tuning", "reported"]), help="Only this half of the examples.")
@click.option(
    "--seed", type=int, help="Repeatable draws (P A.3 uses 42). Never for real data: draws can be predicted."
)
@click.option(
    "--i-know-this-sends-the-original",
    "consent",
    is_flag=True,
    help="Also send the unprotected originals to a remote solver, for the native figures.",
)
@click.option("--json", "as_json", is_flag=True)
def evaluate(
    examples: Path,
    options: Any,
    out: Path,
    limit: int | None,
    half: str | None,
    seed: int | None,
    consent: bool,
    as_json: bool,
) -> None:
    """Measure accuracy with and without protection over EXAMPLES (JSON lines). Resumes where it stopped."""
    from recast.evaluate.run import evaluate as run

    with outcome(as_json):
        report = run(
            examples, _configuration(options), out, limit=limit, half=half, seed=seed, consent=consent
        )
        click.echo(json.dumps(report["summary"], indent=None if as_json else 2))


@main.command("evaluate-capture")
@click.argument("examples", type=click.Path(path_type=Path))
@configured
@click.option("--limit", type=click.IntRange(min=1), help="Only the first N examples.")
@click.option("--json", "as_json", is_flag=True)
def evaluate_capture(examples: Path, options: Any, limit: int | None, as_json: bool) -> None:
    """Measure how well charts are read, against the tables that EXAMPLES names. Nothing is sent."""
    from recast.evaluate.capture import evaluate_capture as run

    with outcome(as_json):
        click.echo(
            json.dumps(run(examples, _configuration(options), limit=limit), indent=None if as_json else 2)
        )


@main.command()
@configured
@click.option("--json", "as_json", is_flag=True)
def doctor(options: Any, as_json: bool) -> None:
    """Check that everything a request needs works here. Nothing is sent."""
    from recast.cli.doctor import examine

    with outcome(as_json):
        findings = examine(_configuration(options))
        if as_json:
            click.echo(json.dumps([{"part": f.part, "ok": f.ok, "detail": f.detail} for f in findings]))
        else:
            for finding in findings:
                click.echo(f"{'ok  ' if finding.ok else 'FAIL'}  {finding.part}: {finding.detail}")
        if not all(finding.ok for finding in findings):
            raise UsageError("something that a request needs does not work; see above")


@main.command()
@configured
@click.option("--last", type=click.IntRange(min=1), default=20, show_default=True, help="How many entries.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def log(options: Any, last: int, as_json: bool) -> None:
    """Show what left this machine, newest last."""
    from recast import assembly
    from recast.cli import shown

    with outcome(as_json):
        for line in shown.log_lines(assembly.log(_configuration(options)), last, as_json):
            click.echo(line)


@main.command()
@configured
@click.option("--older-than", metavar="AGE", help="Such as 30d or 12h.")
@click.option("--all", "everything", is_flag=True, help="Whatever its age.")
@click.option("--json", "as_json", is_flag=True)
def purge(options: Any, older_than: str | None, everything: bool, as_json: bool) -> None:
    """Delete vaults, logs and stored media by age, or all."""
    from recast import assembly
    from recast.cli import shown

    with outcome(as_json):
        if everything == (older_than is not None):
            raise UsageError("say either --older-than AGE (such as 30d) or --all")
        click.echo(shown.purge(assembly.log(_configuration(options)), older_than, as_json))
