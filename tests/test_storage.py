"""Files that only this user may read: whole or not at all, and every failure of the disk as one sentence."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recast import storage
from recast.errors import StorageFailed

POSIX = pytest.mark.skipif(os.name == "nt", reason="modes are of POSIX")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@POSIX
def test_folders_and_files_are_this_users_alone_whatever_the_umask(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        storage.write_private(tmp_path / "a" / "one", b"x")
        with storage.append_private(tmp_path / "b" / "two") as file:
            file.write("y")
    finally:
        os.umask(before)
    assert [mode(tmp_path / name) for name in ("a", "b")] == [0o700, 0o700]
    assert [mode(tmp_path / name) for name in ("a/one", "b/two")] == [0o600, 0o600]


@POSIX
def test_a_file_that_others_could_read_is_theirs_no_more_once_written(tmp_path: Path) -> None:
    path = tmp_path / "one"
    path.write_bytes(b"before")
    path.chmod(0o644)
    storage.write_private(path, b"after")
    assert (path.read_bytes(), mode(path)) == (b"after", 0o600)


def test_what_is_appended_stands_after_what_was_there(tmp_path: Path) -> None:
    for line in ("one\n", "zwei ü\n"):
        with storage.append_private(tmp_path / "log") as file:
            file.write(line)
    assert (tmp_path / "log").read_text(encoding="utf-8") == "one\nzwei ü\n"


@pytest.mark.parametrize("call", ["fsync", "replace", "write"])
def test_a_failure_midway_leaves_the_old_file_and_no_draft(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    path = tmp_path / "one"
    storage.write_private(path, b"before")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, call, full)
        with pytest.raises(OSError, match="No space"):
            storage.write_private(path, b"after")
    assert path.read_bytes() == b"before"
    assert list(tmp_path.iterdir()) == [path]


@given(data=st.binary(max_size=60), most=st.integers(1, 7))
def test_every_byte_is_written_where_the_system_stops_short(data: bytes, most: int) -> None:
    reading, writing = os.pipe()
    real, sync = os.write, os.fsync
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "write", lambda handle, part: real(handle, bytes(part)[:most]))
        patch.setattr(os, "fsync", lambda handle: None if handle == writing else sync(handle))
        storage.write_all(writing, data)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        assert pipe.read() == data


@pytest.mark.parametrize(
    ("number", "remedy"),
    [
        (errno.EACCES, "change its permissions"),
        (errno.EROFS, "can be written to"),
        (errno.ENOENT, "check the path"),
        (errno.EEXIST, "a file stands where a folder is needed"),
        (errno.EISDIR, "give a file"),
        (errno.ENOSPC, "free some space"),
    ],
)
def test_each_failure_of_the_disk_names_its_remedy_and_no_path(number: int, remedy: str) -> None:
    with pytest.raises(StorageFailed, match=remedy) as failed, storage.storage("saving the vault"):
        raise OSError(number, os.strerror(number), "/home/someone/merger-plans.vault")
    assert str(failed.value).startswith(f"saving the vault failed ({os.strerror(number)})")
    assert "merger" not in str(failed.value)
    assert failed.value.__suppress_context__


def test_only_failures_of_the_disk_are_told_so() -> None:
    with pytest.raises(KeyError), storage.storage("saving the vault"):
        raise KeyError("x")


def test_the_state_folder_is_not_made_by_looking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert not storage.state_folder().exists()
    assert storage.private_folder(storage.state_folder()).is_dir()
    storage.sync_folder(storage.state_folder())
