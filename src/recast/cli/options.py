"""Options that several commands share, and what they choose."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec

import click

from recast.errors import UsageError

if TYPE_CHECKING:
    from recast.api import Session
    from recast.cli.progress import Progress
    from recast.configuration import Configuration
    from recast.pipeline import Evidence

P = ParamSpec("P")

FILE = click.Path(path_type=Path)

table_option = click.option(
    "--table", type=FILE, help="Use this corrected table (CSV) instead of reading SOURCE."
)
record_option = click.option("--record", type=FILE, help="Use this corrected text instead of reading SOURCE.")
choice_option = click.option(
    "--choice", "choices", multiple=True, help="An answer to choose from; give it once a choice."
)
as_json_option = click.option(
    "--json", "as_json", is_flag=True, help="One JSON object on stdout, errors included."
)


Options = tuple[Path | None, Mapping[str, Mapping[str, Any]]]  # a configuration file, and what goes before it

_config = click.option(
    "--config", type=click.Path(path_type=Path), help="Configuration file (default: recast.toml)."
)


def config_only(command: Callable[P, None]) -> Callable[P, None]:
    """The configuration file alone, for commands that ask nobody."""

    @wraps(command)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> None:
        given: dict[str, Any] = dict(kwargs)
        given["options"] = (given.pop("config"), {})
        command(*args, **given)

    return _config(wrapped)


def configured(command: Callable[P, None]) -> Callable[P, None]:
    """The options that choose policy and solver, shared by every command that runs the pipeline."""
    for option in reversed(
        (
            _config,
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


def session_of(options: Options, progress: Progress) -> Session:
    from recast.api import Session

    return Session(configuration_of(options), progress=progress)


def configuration_of(options: Options) -> Configuration:
    from recast.configuration import load

    path, overrides = options
    return load(path, options=overrides)


def evidence_of(
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
