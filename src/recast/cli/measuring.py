"""The commands that measure: evaluate, audit, report, evaluate-capture."""

from __future__ import annotations

from pathlib import Path

import click

from recast.cli.options import (
    FILE,
    Options,
    as_json_option,
    config_only,
    configuration_of,
    configured,
    session_of,
)
from recast.cli.outcome import in_json, line, outcome, say
from recast.cli.progress import Progress
from recast.errors import UsageError


@click.command()
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
@as_json_option
def evaluate(
    examples: Path,
    options: Options,
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
    from recast.evaluate import shown
    from recast.evaluate.run import evaluate as run

    with outcome(as_json):
        report = run(
            examples,
            configuration_of(options),
            out,
            limit=limit,
            half=half,
            seed=seed,
            consent=consent,
            jobs=jobs,
        )
        say(in_json(report["summary"]) if as_json else shown.table(report["summary"]))


@click.command()
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
@as_json_option
def audit(
    evaluations: tuple[Path, ...],
    options: Options,
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
            session = session_of(options, progress)
            judging = Judging(session.stages.solver, session.log, consent, calibrate, annotated)
        elif calibrate or annotated:
            raise UsageError("--calibrate and --annotated go with --judge")
        report = run(evaluations, pool, out, hostile=not no_active, judging=judging, progress=progress)
        say(in_json(report) if as_json else shown.table(report, groups))


@click.command()
@click.argument("evaluations", type=FILE, nargs=-1, required=True)
@click.option(
    "--audit", "audited", type=FILE, required=True, help="Folder that `recast audit` wrote of them."
)
@click.option("--out", type=FILE, required=True, help="Folder of report.html and report.json.")
@as_json_option
def report(evaluations: tuple[Path, ...], audited: Path, out: Path, as_json: bool) -> None:
    """Show utility beside leakage on one page.

    EVALUATIONS are folders that `recast evaluate` wrote. The page needs nothing but itself.
    """
    from recast.audit.page import report as run

    with outcome(as_json):
        found = run(evaluations, audited, out)
        say(in_json(found) if as_json else line(f"{out / 'report.html'}"))


@click.command("evaluate-capture")
@click.argument("examples", type=FILE)
@config_only
@click.option("--limit", type=click.IntRange(min=1), help="Only the first N examples.")
@as_json_option
def evaluate_capture(examples: Path, options: Options, limit: int | None, as_json: bool) -> None:
    """Measure how well charts are read.

    EXAMPLES is a file of JSON lines whose rows name an image and its table. Nothing is sent.
    """
    from recast.evaluate.capture import evaluate_capture as run

    with outcome(as_json):
        say(in_json(run(examples, configuration_of(options), limit=limit), indent=not as_json))
