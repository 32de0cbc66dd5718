"""The command line in this process, as a user meets it: arguments in; exit code, stdout and stderr out."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from recast.cli import main
from recast.wire.log import Entry, Log, read_log


@dataclass(frozen=True)
class Ran:
    """How one command ended. Progress lines are left out of ``said``."""

    code: int
    out: str
    err: str

    @property
    def said(self) -> list[str]:
        return [line for line in self.err.splitlines() if line and not line.startswith("…")]

    @property
    def sentence(self) -> str:
        """The one sentence on stderr."""
        (only,) = self.said
        assert only.startswith("recast: ")
        return only.removeprefix("recast: ")

    @property
    def shown(self) -> dict[str, Any]:
        """The one JSON object on stdout, which says the same as the exit code and stderr."""
        (only,) = self.out.splitlines()
        shown: dict[str, Any] = json.loads(only)
        if shown.get("error"):
            assert shown["error"]["exit_code"] == self.code
            assert shown["error"]["message"] in self.err
        return shown


@dataclass
class Commands:
    """``recast`` in a folder of its own, with a log and a state folder of its own."""

    folder: Path
    environment: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.environment |= {
            "XDG_STATE_HOME": str(self.folder / "state"),
            "RECAST_LOG_FOLDER": str(self.log.folder),
        }

    @property
    def log(self) -> Log:
        return Log(self.folder / "log")

    def __call__(self, *arguments: str | Path, stdin: str | None = None) -> Ran:
        result = CliRunner(env=self.environment).invoke(
            main, [str(each) for each in arguments], input=stdin, prog_name="recast"
        )
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Ran(result.exit_code, result.stdout, result.stderr)

    def write(self, name: str, content: str | bytes) -> Path:
        path = self.folder / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def requests(self) -> list[Entry]:
        """The log's requests, each of which must have passed every check."""
        found = [entry for entry in read_log(self.log) if entry.kind == "request"]
        for entry in found:
            checks: Mapping[str, bool] = entry.fields["checks"]
            assert {"protected", "source", "leak scan", "form"} <= set(checks)
            assert all(checks.values())
        return found
