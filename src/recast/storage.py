"""Files that only this user may read: where they are, and how they are written so that they survive a crash.

Every failure of the disk is a ``StorageFailed`` that names what could not be done and the remedy. Not covered: a file
system that ignores modes (FAT, some network shares) or that acknowledges ``fsync`` without writing.
"""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from platformdirs import user_state_path

from recast.errors import StorageFailed

_REMEDIES = {
    errno.EACCES: "choose a place that you may use, or change its permissions",
    errno.EPERM: "choose a place that you may use, or change its permissions",
    errno.EROFS: "choose a place that can be written to",
    errno.ENOENT: "check the path",
    errno.EEXIST: "check the path: a file stands where a folder is needed",
    errno.EISDIR: "give a file, not a folder",
}


def state_folder() -> Path:
    """The user's state folder of ReCast; it is made when something is first written to it."""
    return user_state_path("recast", appauthor=False)


@contextmanager
def storage(what: str) -> Iterator[None]:
    """Turns an ``OSError`` into ``StorageFailed``: ``what`` could not be done, with the system's reason, no path."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or type(error).__name__
        remedy = _REMEDIES.get(error.errno or 0, "free some space or choose another place for it")
        raise StorageFailed(f"{what} failed ({reason}): {remedy}") from None


def private_folder(folder: Path) -> Path:
    """Makes ``folder`` with mode 0700 where it does not exist yet."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def sync_folder(folder: Path) -> None:
    """Writes the folder's own entries to disk, so that a new file's name survives a crash. No-op on Windows."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def write_all(handle: int, data: bytes) -> None:
    """Writes every byte (``os.write`` may stop short) and flushes to disk."""
    view = memoryview(data)
    while view:
        view = view[os.write(handle, view) :]
    os.fsync(handle)


def append_private(path: Path) -> TextIO:
    """``path`` opened to write text at its end, made with mode 0600 where it does not exist yet. Raises ``OSError``."""
    private_folder(path.parent)
    return open(path, "a", encoding="utf-8", opener=lambda name, flags: os.open(name, flags, 0o600))


def write_private(path: Path, data: bytes) -> None:
    """Writes ``data`` to ``path`` with mode 0600, whole or not at all: a new file, flushed, then renamed into place.

    Raises ``OSError``; wrap it in ``storage``.
    """
    private_folder(path.parent)
    draft = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        try:
            write_all(handle, data)
        finally:
            os.close(handle)
        os.replace(draft, path)
    except BaseException:
        with suppress(OSError):
            draft.unlink()
        raise
    sync_folder(path.parent)
