"""The commands that look after the installation and what it keeps: doctor, log, purge."""

from __future__ import annotations

import dataclasses
import sys

import click

from recast.cli.options import Options, as_json_option, config_only, configuration_of, configured
from recast.cli.outcome import in_json, line, outcome, say, tell
from recast.errors import UsageError


@click.command()
@configured
@as_json_option
def doctor(options: Options, as_json: bool) -> None:
    """Check that everything works here.

    Every part that a request needs is exercised. Nothing is sent.
    """
    from recast.cli.doctor import Part, examine

    with outcome(as_json):
        parts: list[Part] = []
        for part in examine(configuration_of(options)):
            parts.append(part)
            if not as_json:
                say(f"{'ok  ' if part.ok else 'FAIL'}  {part.part}: {line(part.detail)}")
        sound = all(part.ok for part in parts)
        if as_json:
            say(in_json({"ok": sound, "parts": [dataclasses.asdict(part) for part in parts]}))
        sys.exit(0 if sound else UsageError.exit_code)


@click.command()
@config_only
@click.option("--last", type=click.IntRange(min=1), default=20, show_default=True, help="How many entries.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object an entry.")
def log(options: Options, last: int, as_json: bool) -> None:
    """Show what left this machine, newest last."""
    from recast import assembly
    from recast.cli import shown

    with outcome(as_json):
        entries = shown.entries(assembly.log(configuration_of(options)), last)
        for entry in entries:
            say(in_json(entry) if as_json else shown.entry_line(entry))
        if not entries:
            tell("nothing has been sent")


@click.command()
@config_only
@click.option("--older-than", metavar="AGE", help="Such as 30d, 12h or 45m.")
@click.option("--all", "everything", is_flag=True, help="Whatever its age.")
@as_json_option
def purge(options: Options, older_than: str | None, everything: bool, as_json: bool) -> None:
    """Delete vaults, logs and stored media."""
    from recast import assembly
    from recast.cli import shown

    with outcome(as_json):
        if everything == (older_than is not None):
            raise UsageError("say either --older-than AGE (such as 30d) or --all")
        purged = shown.purge(assembly.log(configuration_of(options)), older_than)
        say(in_json(purged) if as_json else shown.purged(purged))
