"""The log of everything that leaves (P A.5): one JSON line an event, on disk before the request goes.

A request entry holds the event, its parent, the boundary, endpoint, model, template, settings, checks and the digest and
size of the exact body; body and media lie beside it under their SHA-256, as they were sent. A reply entry holds the
reply of a solver, which was made from protected data, or names the waveform that a voice gave. Under the boundary ``unprotected`` neither body, medium nor reply
is stored, only digests and sizes: the log never holds source content. Keys and headers are never logged.

One file a UTC day; every entry is written and flushed to disk in one append, under a lock that also holds between
processes (on Windows between threads only). An entry torn by a crash is reported as ``damaged`` and hides no other.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Lock
from typing import Any, Literal

from recast.storage import private_folder, state_folder, storage, sync_folder, write_all, write_private
from recast.types import Release, Reply

if sys.platform != "win32":
    import fcntl

_EXTENSIONS = {"image/png": "png", "audio/wav": "wav", "text/plain": "txt"}
_threads = Lock()


@dataclass(frozen=True, slots=True)
class Log:
    """A log in a folder, by default in the user's state folder. Safe to share between threads."""

    folder: Path = field(default_factory=lambda: state_folder() / "log")


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log. ``kind`` is ``request``, ``reply``, ``failed`` or ``damaged``; ``fields`` is the rest."""

    kind: Literal["request", "reply", "failed", "damaged"]
    event: str
    at: datetime
    fields: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Purged:
    """What ``purge`` deleted: entries, and stored bodies and media."""

    entries: int
    files: int


def log_request(log: Log, release: Release, *, event: str, parent: str | None, attempt: int) -> None:
    """Stores what is about to be sent and its entry, flushed to disk. Raises ``StorageFailed``: then nothing is sent."""
    request = release.request
    keep = request.boundary != "unprotected"
    fields: dict[str, Any] = {
        "parent": parent,
        "attempt": attempt,
        "boundary": request.boundary,
        "endpoint": request.destination,
        "model": request.model,
        "template": request.template,
        "settings": dict(request.settings),
        "checks": {check.name: check.passed for check in release.checks},
        "sha256": _sha256(release.body),
        "bytes": len(release.body),
        "media": [],
    }
    with storage("writing the request log"), _locked(log.folder):
        if keep:
            _store(log.folder / "sent" / f"{_sha256(release.body)}.json", release.body)
        if request.medium is not None:
            fields["media"] = _media(log, request.medium.media_type, request.medium.data, keep)
        _append(log.folder, "request", event, fields)


def log_reply(log: Log, release: Release, reply: Reply, *, event: str) -> None:
    """Writes the reply of ``event``; raises ``StorageFailed``."""
    data = reply.data or reply.text.encode()
    keep = release.request.boundary != "unprotected"
    fields: dict[str, Any] = {
        "sha256": _sha256(data),
        "bytes": len(data),
        "model": reply.model,
        "prompt_tokens": reply.prompt_tokens,
        "completion_tokens": reply.completion_tokens,
        "seconds": round(reply.seconds, 3),
    }
    if keep:
        fields["text"] = reply.text
    with storage("writing the reply to the log"), _locked(log.folder):
        if reply.data:
            fields["media"] = _media(log, "audio/wav", reply.data, keep)
        _append(log.folder, "reply", event, fields)


def _media(log: Log, media_type: str, data: bytes, keep: bool) -> list[dict[str, Any]]:
    """What an entry says of a medium; to ``keep`` it, it is stored under its digest."""
    if keep:
        _store(log.folder / "media" / f"{_sha256(data)}.{_EXTENSIONS.get(media_type, 'bin')}", data)
    return [{"sha256": _sha256(data), "media_type": media_type, "bytes": len(data)}]


def log_failure(log: Log, message: str, *, event: str) -> None:
    """Writes that the attempt ``event`` failed, and with which of our own messages; raises ``StorageFailed``."""
    with storage("writing the failed attempt to the log"), _locked(log.folder):
        _append(log.folder, "failed", event, {"error": message})


def read_log(log: Log) -> Iterator[Entry]:
    """Every entry, oldest first. A log that does not exist yet is empty. Raises ``StorageFailed``."""
    for path in _days(log.folder):
        with storage("reading the log"):
            lines = path.read_bytes().split(b"\n")
        for line in lines:
            if line:
                yield _entry(line, path)


def purge(log: Log, older_than: timedelta) -> Purged:
    """Deletes the entries that are older, and the bodies and media that no entry left names; ``timedelta(0)`` is all.

    Raises ``StorageFailed``. Not covered: copies that a backup or the file system's own history keeps.
    """
    limit = datetime.now(UTC) - older_than
    entries = files = 0
    if not log.folder.is_dir():
        return Purged(0, 0)
    with storage("purging the log"), _locked(log.folder):
        named: set[str] = set()
        for path in _days(log.folder):
            kept: list[bytes] = []
            for line in filter(None, path.read_bytes().split(b"\n")):
                entry = _entry(line, path)
                if entry.at < limit:
                    entries += 1
                    continue
                kept.append(line)
                named.update(
                    [str(entry.fields.get("sha256")), *(m["sha256"] for m in entry.fields.get("media", ()))]
                )
            if kept:
                write_private(path, b"\n".join(kept) + b"\n")
            else:
                path.unlink()
        for stored in [*log.folder.glob("sent/*"), *log.folder.glob("media/*")]:
            if stored.stem not in named:
                stored.unlink()
                files += 1
    return Purged(entries, files)


def _days(folder: Path) -> list[Path]:
    return sorted(folder.glob("????-??-??.jsonl"))


def _entry(line: bytes, path: Path) -> Entry:
    try:
        fields = json.loads(line)
        return Entry(
            fields.pop("kind"), fields.pop("event"), datetime.fromisoformat(fields.pop("at")), fields
        )
    except (ValueError, KeyError, AttributeError, TypeError):
        day = datetime.strptime(path.stem, "%Y-%m-%d").replace(tzinfo=UTC)
        return Entry("damaged", "", day, {"bytes": len(line)})


def _append(folder: Path, kind: str, event: str, fields: Mapping[str, Any]) -> None:
    now = datetime.now(UTC)
    line = json.dumps({"kind": kind, "event": event, "at": now.isoformat(), **fields}).encode() + b"\n"
    path = folder / f"{now:%Y-%m-%d}.jsonl"
    new = not path.exists()
    handle = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        write_all(handle, (b"" if _ends_clean(handle) else b"\n") + line)
    finally:
        os.close(handle)
    if new:
        sync_folder(folder)


def _ends_clean(handle: int) -> bool:
    """Whether the file is empty or ends with a newline; else an earlier entry was torn."""
    if os.fstat(handle).st_size == 0:
        return True
    os.lseek(handle, -1, os.SEEK_END)
    return os.read(handle, 1) == b"\n"


def _store(path: Path, data: bytes) -> None:
    """Content-addressed: bytes that lie there already, whole, are not written again."""
    if not (path.exists() and _sha256(path.read_bytes()) == path.stem):
        write_private(path, data)


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    private_folder(folder)
    with _threads:
        handle = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            if sys.platform != "win32":
                fcntl.flock(handle, fcntl.LOCK_EX)
            yield
        finally:
            os.close(handle)


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
