"""What the commands print and write, as JSON values and as text. Everything here is for this machine and this user."""

from __future__ import annotations

import hashlib
import re
import sys
import time
import unicodedata
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

from recast import vault
from recast.capture.files import table_csv
from recast.capture.overlay import value_text
from recast.cli.outcome import line
from recast.configuration import Configuration
from recast.errors import StorageFailed, UsageError
from recast.pipeline import Asked
from recast.recovery.exact import OFF_AXIS, UNSURE, doubts
from recast.recovery.receipt import box_json, to_json
from recast.shield import Shielded
from recast.storage import state_folder, storage, write_private
from recast.types import SURE, Answer, Series, Table
from recast.wire import log as wire_log
from recast.wire.log import Log, read_log

_MOST_NAMED = 8  # values in one line of the terminal
LONGEST_REPLY = 1_000_000  # bytes


def answer_json(asked: Asked, policy: str) -> dict[str, Any]:
    """interfaces §4."""
    shielded = asked.shielded
    return to_json(
        asked.answer,
        policy=policy,
        checks=shielded.release.checks,
        releases=asked.releases,
        left_out=shielded.left_out,
    )


def recovered_json(answer: Answer, policy: str) -> dict[str, Any]:
    """The same for an answer whose release was sent by other means."""
    return to_json(answer, policy=policy)


def _unanswered(status: str, shielded: Shielded, policy: str, **more: Any) -> dict[str, Any]:
    """The same object where no answer was asked for."""
    plain = to_json(None, policy=policy, checks=shielded.release.checks, left_out=shielded.left_out)
    return {**plain, "status": status, **more}


_SUFFIXES = {"image/png": ".png", "text/plain": ".txt", "audio/wav": ".wav"}
_KINDS = {"image/png": "picture", "text/plain": "text", "audio/wav": "recording"}


def shown_folder() -> Path:
    """Where media that a user wants to look at are put if no folder is named; ``purge`` empties it."""
    return state_folder() / "shown"


def medium(shielded: Shielded, out: Path | None) -> Path:
    """Writes the protected picture, text or recording into ``out`` or ``shown_folder``; returns its path."""
    folder = out or shown_folder()
    suffix = _SUFFIXES[shielded.medium.media_type]
    path = folder / f"protected-{shielded.release.event[:8]}{suffix}"
    with storage(f"writing the protected {_KINDS[shielded.medium.media_type]}"):
        write_private(path, shielded.medium.data)
    return path


def require_quiet(configuration: Configuration) -> None:
    """Raises ``UsageError`` where even a dry run would send something: to a voice at an endpoint."""
    if configuration.speech.use != "hibari" and configuration.ask.release in ("", "audio"):
        raise UsageError(
            "a dry run sends nothing, but the voice of [speech] may be at an endpoint: choose hibari for it, or --release "
            "text or image"
        )


def dry_run(shielded: Shielded, shown: Path, policy: str) -> dict[str, Any]:
    """Exactly what would leave: medium, question, destination and bytes."""
    release = shielded.release
    return _unanswered(
        "dry_run",
        shielded,
        policy,
        would_send={
            "destination": release.request.destination,
            "model": release.request.model,
            "question": release.request.question,
            "choices": list(release.request.choices),
            "medium": str(shown),
            "text": _text(shielded),
            "spoken": [spoken.text for spoken in shielded.medium.spoken],
            "seconds": _seconds(shielded),
            "bytes": len(release.body),
            "sha256": hashlib.sha256(release.body).hexdigest(),
        },
    )


def _text(shielded: Shielded) -> str | None:
    """The evidence as it goes out, where it is text."""
    medium = shielded.medium
    return medium.data.decode() if medium.media_type == "text/plain" else None


def _seconds(shielded: Shielded) -> float | None:
    """How long a recording is."""
    spoken = shielded.medium.spoken
    return round(spoken[-1].end, 1) if spoken else None


def planned(dry: Mapping[str, Any]) -> str:
    """``dry_run`` as text."""
    would = dry["would_send"]
    said = "".join(f"choice: {line(choice)}\n" for choice in would["choices"])
    said += f"text: {line(would['text'])}\n" if would["text"] else ""
    said += (
        f"said in {would['seconds']} seconds: {line(' '.join(would['spoken']))}\n" if would["spoken"] else ""
    )
    return (
        f"question: {line(would['question'])}\n{said}medium: {would['medium']}\n"
        f"would go to: {would['destination']}, model {would['model']}, {would['bytes']} bytes\n"
        f"checks passed: {_passed(dry)}\nnothing was sent"
    )


def _passed(shown: Mapping[str, Any]) -> str:
    return ", ".join(check["name"] for check in shown["receipt"]["checks"] if check["passed"])


def sent(log: Log, event: str) -> list[dict[str, Any]]:
    """What the log says has left for the request ``event``: its attempts and repairs, oldest first."""
    family = {event}
    found: list[dict[str, Any]] = []
    with suppress(StorageFailed):  # a log that cannot be read: the error that the user sees says so
        for entry in read_log(log):
            if entry.kind != "request" or not ({entry.event, entry.fields.get("parent")} & family):
                continue
            family.add(entry.event)
            keys = ("boundary", "endpoint", "sha256", "bytes")
            found.append({"event": entry.event, **{key: entry.fields.get(key) for key in keys}})
    return found


def left(sent: Sequence[Mapping[str, Any]]) -> str:
    """What has left, as one line."""
    size = sum(each["bytes"] for each in sent)
    requests = "1 request" if len(sent) == 1 else f"{len(sent)} requests"
    return (
        f"sent: {size} bytes in {requests}, to: {', '.join(dict.fromkeys(each['endpoint'] for each in sent))}"
    )


def as_sent(shields: Sequence[Shielded], kept: Mapping[str, Path]) -> list[str]:
    """What each ask showed the solver, a line each; ``kept`` are the files of their media by event."""
    lines = []
    for shielded in shields:
        release, medium = shielded.release, shielded.medium
        text = _text(shielded)
        lines.append(f"question as sent: {line(release.request.question)}")
        if text is not None:
            lines.append(f"text as sent: {line(text)}")
        if medium.spoken:
            said = " ".join(spoken.text for spoken in medium.spoken)
            lines.append(f"said as sent, in {_seconds(shielded)} seconds: {line(said)}")
        if release.event in kept:
            what = "file" if text is not None else _KINDS[medium.media_type]
            lines.append(f"{what} as sent: {kept[release.event]}")
    return lines


def explanation(asked: Asked, shields: Sequence[Shielded], kept: Mapping[str, Path]) -> str:
    """What left, what it stood for, and how sure each value is; of several ``shields`` the operands are those of the one
    whose answer is given."""
    answer, shown = asked.answer, answer_json(asked, "")
    sent = {release.event for release in asked.releases}
    gone = [each for shielded in shields for each in (shielded, shielded.wider) if each is not None]
    lines = [left(shown["receipt"]["sent"])]
    lines += as_sent([each for each in gone if each.release.event in sent], kept)
    if asked.kept is not None:
        lines.append(f"vault: {asked.kept}")
    lines.append(f"checks passed: {_passed(shown)}")
    if answer.taken_as:
        lines.append(f"question taken as: {line(answer.taken_as)}")
    lines.append(f"operation: {answer.operation}")
    for operand in answer.operands:
        meaning = line(operand.source)
        if operand.label and operand.label != operand.source:
            meaning += f" ({line(operand.label)})"
        doubt = "" if operand.confidence >= SURE else f", unsure ({operand.confidence:.2f})"
        if operand.origin == "axis":
            doubt += f", read off the axis, ± {operand.tolerance.normalize():f}"
        lines.append(f"  {operand.protected} stands for {meaning}{doubt}")
    lines += [f"unconfirmed: {finding.message}" for finding in answer.findings]
    return "\n".join(lines)


def reservations(answer: Answer, remedy: str = "") -> list[str]:
    """What speaks against relying on the answer, a line each; ``remedy`` follows a finding. The values that it rests on
    are named: the lines are for the user's own terminal."""
    exact = any(finding.check == "exact" for finding in answer.findings)
    drawn = " --overlay" if any(operand.box is not None for operand in answer.operands) else ""
    lines = []
    for reason in (UNSURE, OFF_AXIS):
        labels = [line(label) for label, why in doubts(answer) if why == reason]
        if labels and (exact or reason == UNSURE):
            more = f" and {len(labels) - _MOST_NAMED} more" if len(labels) > _MOST_NAMED else ""
            what = "unconfirmed: the answer" if exact else "the answer"
            named = "; ".join(labels[:_MOST_NAMED])
            lines.append(f"{what} rests on what {reason} ({named}{more}): compare with `recast read{drawn}`")
    others = (finding for finding in answer.findings if finding.check != "exact")
    lines += [f"unconfirmed: {finding.message}{remedy}" for finding in others]
    if answer.taken_as and any(finding.check == "question" for finding in answer.findings):
        lines.append(f"the question was taken as: {line(answer.taken_as)}")
    return lines


def protected(shielded: Shielded, out: Path, policy: str) -> dict[str, Any]:
    """Keeps the vault, then writes the release into ``out``; says where both are. Raises ``UsageError`` where ``out`` holds
    a release already: the vault of that one would no longer fit."""
    if (out / "request.json").exists():
        raise UsageError(f"{out} holds a release already: choose another folder")
    kept = vault.save(shielded.vault, release_folder=out)
    name = f"protected{_SUFFIXES[shielded.medium.media_type]}"
    with storage("writing the release"):
        write_private(out / name, shielded.medium.data)
        write_private(out / "question.txt", shielded.protected.question.encode())
        write_private(out / "request.json", shielded.release.body)
    return _unanswered("protected", shielded, policy, release=str(out), medium=name, vault=str(kept))


def written(kept: Mapping[str, Any]) -> str:
    """``protected`` as text."""
    return (
        f"release: {kept['release']} ({kept['medium']}, question.txt, request.json)\nvault: {kept['vault']}\n"
        f"then: recast recover {kept['vault']} REPLY"
    )


def reply_text(path: Path) -> str:
    """A solver's reply from a file, ``-`` for stdin. Raises ``UsageError``."""
    try:
        if str(path) == "-":
            data = sys.stdin.buffer.read(LONGEST_REPLY + 1)
        else:
            with path.open("rb") as file:
                data = file.read(LONGEST_REPLY + 1)
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from None
    if len(data) > LONGEST_REPLY:
        raise UsageError(
            f"{path} is longer than {LONGEST_REPLY // 1_000_000} MB: give the solver's text only"
        )
    return data.decode("utf-8-sig", "replace")


_PICTURES = (
    ".png",
    ".jpg",
    ".jpeg",
    ".webp",
    ".wav",
    ".pdf",
    ".xlsx",
)  # what a written table or text is never called
_TABLES = (".csv", ".tsv", ".txt", ".md", ".json")  # nor an overlay


def apart(source: Path, table: Path | None, overlay: Path | None) -> None:
    """Raises ``UsageError`` where a file to be written is the source itself or another file to be written, or is named as
    something else."""
    places = [path.resolve() for path in (source, table, overlay) if path is not None]
    if len(set(places)) < len(places):
        raise UsageError("the source and the files to be written must be different files")
    for out, suffixes, what in ((table, _PICTURES, "a table or text"), (overlay, _TABLES, "a picture")):
        if out is not None and out.suffix.lower() in suffixes:
            raise UsageError(f"{out} is to hold {what}: name it so")


def write_table(table: Table, out: Path) -> None:
    """The table as CSV for a person to edit, marked as UTF-8 so that spreadsheets read it as that."""
    with storage("writing the table"):
        write_private(out, table_csv(table).encode("utf-8-sig"))


def write_overlay(png: bytes, out: Path) -> None:
    """The overlay, which shows the source as it is."""
    with storage("writing the overlay"):
        write_private(out, png)


def unsure_cells(table: Table) -> list[str]:
    """How many values were not read surely, and the remedy; nothing where there are none."""
    values = [cell for row in table.cells for cell in row if cell.value is not None]
    unsure = sum(cell.confidence < SURE for cell in values)
    if not unsure:
        return []
    return [f"{unsure} of {len(values)} values were not read surely: --overlay FILE shows where they stand"]


def table_json(read: Table) -> dict[str, Any]:
    """The table with the confidence of each cell."""
    cells = [
        {
            "series": series.label,
            "category": category,
            "value": None if cell.value is None else str(cell.value),
            "unit": series.unit or None,
            "scale": series.scale or None,
            "written": cell.written,
            "origin": cell.origin,
            "tolerance": str(cell.tolerance),
            "confidence": round(cell.confidence, 3),
            "box": box_json(cell.box),
        }
        for series, row in zip(read.series, read.cells, strict=True)
        for category, cell in zip(read.categories, row, strict=True)
    ]
    return {"kind": read.kind, "orientation": read.orientation, "title": read.title, "cells": cells}


def aligned(read: Table) -> str:
    """The table for a terminal; a value that was not read surely is marked."""
    header = ["", *(_heading(series.label or read.y_title or "value", series) for series in read.series)]
    rows = [
        [line(category), *(value_text(row[c]) for row in read.cells)]
        for c, category in enumerate(read.categories)
    ]
    widths = [max(_width(row[i]) for row in [header, *rows]) for i in range(len(header))]
    lines = [
        f"{read.kind.replace('_', ' ')}, {read.orientation}" + (f": {line(read.title)}" if read.title else "")
    ]
    lines += [
        "  ".join(
            text + " " * (width - _width(text)) for text, width in zip(row, widths, strict=True)
        ).rstrip()
        for row in [header, *rows]
    ]
    return "\n".join(lines)


def _heading(label: str, series: Series) -> str:
    measured = " ".join(part for part in (series.scale, series.unit) if part)
    return line(f"{label} [{measured}]" if measured else label)


def _width(text: str) -> int:
    """Columns in a terminal: wide scripts take two, combining marks none."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text
    )


def entries(log: Log, last: int) -> list[dict[str, Any]]:
    """The last entries of the log, oldest first."""
    return [
        {
            "kind": entry.kind,
            "event": entry.event,
            "at": entry.at.isoformat(timespec="seconds"),
            **entry.fields,
        }
        for entry in list(read_log(log))[-last:]
    ]


def entry_line(entry: Mapping[str, Any]) -> str:
    """One entry of the log as text."""
    about = [entry["at"], f"{entry['kind']:8}", f"{entry['event'][:12]:12}"]
    if "endpoint" in entry:
        about.append(f"{entry['boundary']} → {entry['endpoint']}, model {entry['model']}")
    if "bytes" in entry:
        about.append(f"{entry['bytes']} bytes")
    if "error" in entry:
        about.append(entry["error"])
    return line("  ".join(about))


_AGE = re.compile(r"(\d{1,6})\s*([dhm])")
_UNITS = {"d": "days", "h": "hours", "m": "minutes"}
_LONGEST_AGE = timedelta(days=36_500)


def purge(log: Log, older_than: str | None) -> dict[str, int]:
    """Deletes vaults, log entries and stored media; ``older_than`` such as ``30d``, None for all."""
    age = timedelta(0)
    if older_than is not None:
        match = _AGE.fullmatch(older_than.strip().lower())
        if match is None:
            raise UsageError("--older-than takes a number and d, h or m, such as 30d")
        age = min(timedelta(**{_UNITS[match.group(2)]: int(match.group(1))}), _LONGEST_AGE)
    deleted = wire_log.purge(log, age)
    looked_at = _purge_shown(age)
    return {"entries": deleted.entries, "files": deleted.files + looked_at, "vaults": vault.purge(age)}


def _purge_shown(age: timedelta) -> int:
    """Deletes the media in ``shown_folder`` that are older, returns how many."""
    limit = time.time() - age.total_seconds()
    with storage("deleting media that were shown"):
        old = [path for path in shown_folder().glob("protected-*") if path.stat().st_mtime <= limit]
        for path in old:
            path.unlink()
    return len(old)


def purged(deleted: Mapping[str, int]) -> str:
    """``purge`` as text."""
    counted = (("entries", "log entries"), ("files", "stored requests and media"), ("vaults", "vaults"))
    return "deleted: " + ", ".join(f"{deleted[key]} {what}" for key, what in counted)
