"""The boundary as types and as import rules: what must not be handed on is refused before it runs, or when it does."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from recast.types import Answer, Cell, NumberMap, Record, Series, Source, Substitutions, Table, Vault
from records import ferries, shielded

ROOT = Path(__file__).resolve().parents[1]

#: Each snippet hands something on that must not be; the type checker must say so on its last line.
ILLEGAL = {
    "a protected record is no release": """
        from recast.types import Protected, Reply
        from recast.wire.log import Log
        from recast.wire.send import send
        def go(thing: Protected, log: Log) -> Reply:
            return send(thing, lambda release: Reply(""), log)
    """,
    "bytes are no release": """
        from recast.types import Reply
        from recast.wire.log import Log
        from recast.wire.send import send
        def go(thing: bytes, log: Log) -> Reply:
            return send(thing, lambda release: Reply(""), log)
    """,
    "a request is no release": """
        from recast.types import Request, Reply
        from recast.wire.log import Log
        from recast.wire.send import send
        def go(thing: Request, log: Log) -> Reply:
            return send(thing, lambda release: Reply(""), log)
    """,
    "a medium is no release": """
        from recast.types import Medium, Reply
        from recast.wire.log import Log
        from recast.wire.send import send
        def go(thing: Medium, log: Log) -> Reply:
            return send(thing, lambda release: Reply(""), log)
    """,
    "a transport takes a release and no record": """
        from recast.stages import Solver
        from recast.types import Record, Reply
        def transport(record: Record) -> Reply:
            return Reply("")
        solver = Solver("in this process", "", transport)
    """,
    "only a release is sent by the pipeline": """
        from recast.stages import Send, Solver
        from recast.types import Vault
        def go(thing: Vault, solver: Solver) -> Send:
            return Send(thing, solver)
    """,
    "a request takes no table": """
        from recast.types import Request, Table
        def go(thing: Table) -> Request:
            return Request("solver", "", "", "solver", "", thing)
    """,
    "a request takes no source": """
        from recast.types import Request, Source
        def go(thing: Source) -> Request:
            return Request("solver", "", "", "solver", "", thing)
    """,
    "a table is drawn by no one for release": """
        from recast.reconstruct.draw import draw
        from recast.types import Medium, Table
        def go(thing: Table) -> Medium:
            return draw(thing, 0)
    """,
    "a protected record has no vault": """
        from recast.types import Protected, Vault
        def go(thing: Protected) -> Vault:
            return thing.vault
    """,
    "a boundary is one of three": """
        from recast.types import Request
        request = Request("public", "", "", "solver", "", None)
    """,
    "a release does not change": """
        from recast.types import Release
        def go(release: Release) -> None:
            release.body = b""
    """,
}

LEGAL = """
from recast.stages import Send, Solver
from recast.types import Release, Reply
from recast.wire.log import Log
from recast.wire.send import send
def go(release: Release, solver: Solver, log: Log) -> tuple[Send, Reply]:
    return Send(release, solver), send(release, solver.transport, log)
"""


def test_illegal_hand_offs_do_not_type_check(tmp_path: Path) -> None:
    """One run of the checker over all snippets, as each run costs seconds."""
    for place, snippet in enumerate(ILLEGAL.values()):
        lines = [line.removeprefix(" " * 8) for line in snippet.strip("\n").splitlines()]
        (tmp_path / f"illegal_{place}.py").write_text("\n".join(lines).rstrip() + "\n")
    (tmp_path / "legal.py").write_text(LEGAL)
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--no-error-summary",
        "--config-file=",
        "--cache-dir",
    ]
    files = [str(path) for path in sorted(tmp_path.glob("*.py"))]
    done = subprocess.run(
        [*command, str(tmp_path / "cache"), "--follow-imports=silent", *files],
        cwd=ROOT,
        env={"MYPYPATH": str(ROOT / "src"), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
    )
    said = done.stdout
    assert "legal.py" not in said.replace("illegal_", ""), said
    for place, name in enumerate(ILLEGAL):
        last = len((tmp_path / f"illegal_{place}.py").read_text().splitlines())
        assert f"illegal_{place}.py:{last}: error" in said, f"{name}\n{said}"


def test_import_rules() -> None:
    """The one-way order of the layers, the seal, the gate and the network (see ``.importlinter``)."""
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-logo"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_importing_recast_loads_no_network_client() -> None:
    """The wire imports its client inside the function that needs it, and nothing else has one."""
    code = (
        "import sys, recast, recast.pipeline, recast.release.gate, recast.wire.chat, recast.wire.speech, recast.vault\n"
        "print([name for name in ('openai', 'httpx2', 'httpx', 'requests', 'aiohttp') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stderr


def _private() -> list[object]:
    made = shielded()
    table = ferries()
    return [
        Source(b"SECRET", "image/png", "SECRET.png"),
        table,
        table.series[0],
        table.cells[0][0],
        made.record,
        made.vault,
        made.vault.numbers,
        made.vault.substitutions,
        Answer(True, "boolean", "SECRET"),
    ]


@pytest.mark.parametrize("value", _private(), ids=lambda value: type(value).__name__)
def test_private_values_show_nothing_and_are_not_pickled(value: object) -> None:
    kinds = (Source, Table, Series, Cell, Record, Vault, NumberMap, Substitutions, Answer)
    assert isinstance(value, kinds)
    for shown in (repr(value), str(value), f"{value}", repr([value]), repr({"value": value})):
        assert "private" in shown
        assert not [word for word in ("SECRET", "Kilmory", "71") if word in shown]
    for attempt in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="never pickled"):
            attempt(value)


def test_a_traceback_of_a_private_value_shows_nothing() -> None:
    table = ferries()
    with pytest.raises(ValueError, match="cells must be") as caught:
        Table(**{name: getattr(table, name) for name in Table.__slots__ if name != "cells"}, cells=())
    assert "Kilmory" not in str(caught.value)
