"""What the commands print and write, as text or JSON. Everything here is for this machine and this user."""

from __future__ import annotations

import json
import re
import secrets
import tempfile
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

from recast import vault
from recast.capture.files import table_csv
from recast.errors import ReCastError, UsageError
from recast.pipeline import Asked, Shielded
from recast.recover.receipt import to_json
from recast.storage import private_folder, storage, write_private
from recast.types import Answer, Table
from recast.wire import log as wire_log
from recast.wire.log import Log, read_log


def answer_json(asked: Asked, policy: str) -> dict[str, Any]:
    """interfaces §4."""
    return to_json(asked.answer, policy=policy, checks=asked.shielded.release.checks, releases=asked.releases)


def recovered_json(answer: Answer) -> dict[str, Any]:
    """The same for an answer whose release was sent by other means."""
    return to_json(answer, policy="as released")


def error_json(error: BaseException, policy: str = "") -> dict[str, Any]:
    """The same object for an end without an answer. A bug is named by its class only."""
    if isinstance(error, ReCastError):
        return to_json(None, policy=policy, error=error)
    cancelled = isinstance(error, KeyboardInterrupt)
    shown = to_json(
        None, policy=policy, error=ReCastError("cancelled" if cancelled else f"a bug: {type(error).__name__}")
    )
    shown["error"]["exit_code"] = 130 if cancelled else 1
    return shown


def dry_run(shielded: Shielded, out: Path | None, as_json: bool) -> str:
    """Exactly what would leave: the medium as a file, question, destination and bytes."""
    picture = _picture(shielded, out)
    release = shielded.release
    shown = {
        "status": "dry_run",
        "destination": release.request.destination,
        "model": release.request.model,
        "question": release.request.question,
        "medium": str(picture),
        "bytes": len(release.body),
        "checks": [{"name": check.name, "passed": check.passed} for check in release.checks],
    }
    if as_json:
        return json.dumps(shown, ensure_ascii=False)
    return (
        f"would send {shown['bytes']} bytes to {shown['destination']} (model {shown['model']}); nothing was sent\n"
        f"question: {shown['question']}\nmedium: {picture}\nchecks passed: {', '.join(c.name for c in release.checks)}"
    )


def _picture(shielded: Shielded, out: Path | None) -> Path:
    folder = out or Path(tempfile.mkdtemp(prefix="recast-"))
    path = folder / f"protected-{secrets.token_hex(4)}.png"
    with storage("writing the protected medium"):
        write_private(path, shielded.medium.data)
    return path


def explanation(asked: Asked, out: Path | None) -> str:
    """What left, what it stood for, and how sure each operand is."""
    answer, release = asked.answer, asked.releases[-1]
    lines = [
        f"sent: {sum(len(each.body) for each in asked.releases)} bytes in {len(asked.releases)} requests to {release.request.destination}"
    ]
    lines.append(f"question as sent: {release.request.question}")
    if out is not None:
        lines.append(f"medium as sent: {_picture(asked.shielded, out)}")
    lines.append(f"checks passed: {', '.join(check.name for check in asked.shielded.release.checks)}")
    lines.append(f"operation: {answer.operation}")
    for operand in answer.operands:
        sure = f"{operand.origin}, confidence {operand.confidence:.2f}"
        lines.append(f"  {operand.protected} stands for {operand.source} ({operand.label}; {sure})")
    lines += [f"unconfirmed: {finding.message}" for finding in answer.findings]
    return "\n".join(lines)


def protected(shielded: Shielded, out: Path, as_json: bool) -> str:
    """Writes the release into ``out`` and the vault elsewhere; says where both are."""
    with storage("writing the release"):
        private_folder(out)
        write_private(out / "protected.png", shielded.medium.data)
        write_private(out / "question.txt", shielded.protected.question.encode())
        write_private(out / "request.json", shielded.release.body)
    kept = vault.save(shielded.vault, release_folder=out)
    if as_json:
        return json.dumps({"status": "protected", "release": str(out), "vault": str(kept)})
    return f"release: {out} (protected.png, question.txt, request.json)\nvault: {kept}\nthen: recast recover {kept} REPLY"


def table(read: Table, out: Path | None, as_json: bool) -> str:
    """The table with the confidence of each cell; as CSV into ``out`` if given."""
    if out is not None:
        with storage("writing the table"):
            out.write_text(table_csv(read), encoding="utf-8")
    if as_json:
        cells = [
            {
                "series": series.label,
                "category": category,
                "value": None if cell.value is None else str(cell.value),
                "origin": cell.origin,
                "confidence": round(cell.confidence, 3),
            }
            for series, row in zip(read.series, read.cells, strict=True)
            for category, cell in zip(read.categories, row, strict=True)
        ]
        shown = {"kind": read.kind, "orientation": read.orientation, "title": read.title, "cells": cells}
        return json.dumps(shown, ensure_ascii=False)
    return _aligned(read)


def _aligned(read: Table) -> str:
    header = [
        "",
        *(
            f"{series.label or 'value'} {f'[{series.unit}]' if series.unit else ''}".strip()
            for series in read.series
        ),
    ]
    rows = [
        [category, *(_cell(read, s, c) for s in range(len(read.series)))]
        for c, category in enumerate(read.categories)
    ]
    widths = [max(len(row[i]) for row in [header, *rows]) for i in range(len(header))]
    lines = [f"{read.kind}, {read.orientation}" + (f": {read.title}" if read.title else "")]
    lines += [
        "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
        for row in [header, *rows]
    ]
    return "\n".join(lines)


def _cell(read: Table, s: int, c: int) -> str:
    cell = read.cells[s][c]
    if cell.value is None:
        return "-"
    about = "~" if cell.origin == "axis" else ""
    return f"{about}{cell.value}" + ("" if cell.confidence >= 0.9 else f" (unsure, {cell.confidence:.2f})")


def log_lines(log: Log, last: int, as_json: bool) -> Iterator[str]:
    """The last entries, oldest first."""
    for entry in list(read_log(log))[-last:]:
        shown = {"kind": entry.kind, "event": entry.event, "at": entry.at.isoformat(), **entry.fields}
        if as_json:
            yield json.dumps(shown, ensure_ascii=False, default=str)
        else:
            size = f" {shown['bytes']} bytes" if "bytes" in shown else ""
            where = f" {shown['boundary']} → {shown['endpoint']}" if "endpoint" in shown else ""
            yield f"{entry.at:%Y-%m-%d %H:%M:%S} {entry.kind:8} {entry.event[:12]}{where}{size}"


_AGE = re.compile(r"(\d+)\s*([dhm])")
_UNITS = {"d": "days", "h": "hours", "m": "minutes"}


def purge(log: Log, older_than: str | None, as_json: bool) -> str:
    """Deletes vaults, log entries and stored media; ``older_than`` such as ``30d``, None for all."""
    age = timedelta(0)
    if older_than is not None:
        match = _AGE.fullmatch(older_than.strip().lower())
        if match is None:
            raise UsageError("--older-than takes a number and d, h or m, such as 30d")
        age = timedelta(**{_UNITS[match.group(2)]: int(match.group(1))})
    purged, vaults = wire_log.purge(log, age), vault.purge(age)
    if as_json:
        return json.dumps({"entries": purged.entries, "files": purged.files, "vaults": vaults})
    return f"deleted {purged.entries} log entries, {purged.files} stored bodies and media, {vaults} vaults"
