"""The command line. stdout: the answer, one line (or one JSON object with ``--json``). stderr: progress and remedies."""

from __future__ import annotations

import io
import sys
from typing import Any

import click

from recast.cli import asking, measuring, upkeep
from recast.cli.outcome import outcome
from recast.errors import UsageError


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
    """Ask a remote model about a private chart, text or recording without showing it to the model.

    The evidence is read here; words and numbers are replaced; the rewritten, checked evidence is all that leaves; the
    program that comes back is run here on the original values.
    """


for command in (
    asking.ask, asking.protect, asking.recover, asking.read,
    measuring.evaluate, measuring.audit, measuring.report, measuring.evaluate_capture,
    upkeep.doctor, upkeep.log, upkeep.purge,
):  # fmt: skip
    main.add_command(command)
