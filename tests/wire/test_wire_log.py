from __future__ import annotations

import errno
import hashlib
import json
import os
import stat
import subprocess
import sys
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from recast.errors import StorageFailed
from recast.types import Reply
from recast.wire.log import Log, Purged, log_failure, log_reply, log_request, purge, read_log
from releases import sealed

HERE = "in this process"


def test_a_request_is_stored_as_sent_and_found_again(tmp_path: Path) -> None:
    log, release = Log(tmp_path / "log"), sealed(HERE)
    log_request(log, release, event="e1", parent="e0", attempt=2)
    log_reply(log, release, Reply("answer = 1", "solver-1", 11, 7, 0.25), event="e1")
    log_failure(log, "it broke", event="e1")
    asked, answered, failed = read_log(log)
    assert (asked.kind, asked.event, asked.fields["parent"], asked.fields["attempt"]) == (
        "request",
        "e1",
        "e0",
        2,
    )
    assert asked.fields["boundary"] == "solver"
    assert asked.fields["settings"]["max_tokens"] == 2000
    digest = hashlib.sha256(release.body).hexdigest()
    assert (asked.fields["sha256"], asked.fields["bytes"]) == (digest, len(release.body))
    assert (log.folder / "sent" / f"{digest}.json").read_bytes() == release.body
    assert release.request.medium is not None
    (medium,) = asked.fields["media"]
    assert (log.folder / "media" / f"{medium['sha256']}.png").read_bytes() == release.request.medium.data
    assert (answered.kind, answered.fields["text"], answered.fields["seconds"]) == (
        "reply",
        "answer = 1",
        0.25,
    )
    assert (failed.kind, failed.fields["error"]) == ("failed", "it broke")


def test_nothing_of_an_original_is_stored(tmp_path: Path) -> None:
    log, release = Log(tmp_path), sealed(HERE, "unprotected")
    log_request(log, release, event="e1", parent=None, attempt=1)
    log_reply(log, release, Reply("SOURCE WORDS"), event="e1")
    stored = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert b"SOURCE" not in stored
    assert b"tallies" not in stored
    assert not [*tmp_path.glob("sent/*"), *tmp_path.glob("media/*")]
    assert [entry.fields["bytes"] for entry in read_log(log)] == [len(release.body), 12]


@pytest.mark.skipif(os.name == "nt", reason="modes are of POSIX")
def test_only_the_user_can_read_it(tmp_path: Path) -> None:
    log = Log(tmp_path / "log")
    log_request(log, sealed(HERE), event="e1", parent=None, attempt=1)
    for path in [log.folder, *log.folder.rglob("*")]:
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path.name


def test_the_entry_is_on_disk_before_the_call_returns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flushed: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda handle: flushed.append(os.fstat(handle).st_ino))
    log_request(Log(tmp_path), sealed(HERE), event="e1", parent=None, attempt=1)
    (day,) = tmp_path.glob("*.jsonl")
    assert {day.stat().st_ino, tmp_path.stat().st_ino} <= set(flushed)
    assert all(
        path.stat().st_ino in flushed for path in [*tmp_path.glob("sent/*"), *tmp_path.glob("media/*")]
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_a_storage_failure_with_a_remedy(tmp_path: Path) -> None:
    (tmp_path / f"{datetime.now(UTC):%Y-%m-%d}.jsonl").symlink_to("/dev/full")
    with pytest.raises(StorageFailed, match="free some space") as caught:
        log_failure(Log(tmp_path), "x", event="e1")
    assert str(tmp_path) not in str(caught.value)
    assert caught.value.exit_code == 6


def test_a_folder_that_cannot_be_made_is_a_storage_failure(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageFailed):
        log_request(Log(tmp_path / "file" / "log"), sealed(HERE), event="e1", parent=None, attempt=1)


def test_a_short_write_is_finished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write
    monkeypatch.setattr(os, "write", lambda handle, data: write(handle, bytes(data)[:7]))
    log_failure(Log(tmp_path), "a longer message", event="e1")
    assert [entry.fields["error"] for entry in read_log(Log(tmp_path))] == ["a longer message"]


def test_a_torn_entry_hides_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log, write = Log(tmp_path), os.write
    log_failure(log, "first", event="e1")

    def tear(handle: int, data: bytes) -> int:
        if len(data) > 20:
            return write(handle, bytes(data)[:20])
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(
            os, "write", lambda handle, data: tear(handle, data) if len(data) > 60 else tear(handle, b"")
        )
        with pytest.raises(StorageFailed):
            log_failure(log, "torn" * 20, event="e2")
    log_failure(log, "third", event="e3")
    assert [entry.kind for entry in read_log(log)] == ["failed", "damaged", "failed"]


def test_many_threads_write_whole_entries(tmp_path: Path) -> None:
    log = Log(tmp_path)
    threads = [
        threading.Thread(
            target=lambda n=n: [log_failure(log, "x" * 500, event=f"{n}-{k}") for k in range(10)]
        )
        for n in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(entry.event for entry in read_log(log)) == sorted(
        f"{n}-{k}" for n in range(8) for k in range(10)
    )


def test_many_processes_write_whole_entries(tmp_path: Path) -> None:
    code = (
        "import sys, pathlib; from recast.wire.log import Log, log_failure\n"
        "for k in range(30): log_failure(Log(pathlib.Path(sys.argv[1])), 'y' * 3000, event=f'{sys.argv[2]}-{k}')"
    )
    running = [subprocess.Popen([sys.executable, "-c", code, str(tmp_path), str(n)]) for n in range(3)]
    assert [process.wait(60) for process in running] == [0, 0, 0]
    assert len({entry.event for entry in read_log(Log(tmp_path)) if entry.kind == "failed"}) == 90


def test_purge_by_age_keeps_the_younger_and_what_they_name(tmp_path: Path) -> None:
    log, release = Log(tmp_path), sealed(HERE)
    log_request(log, release, event="young", parent=None, attempt=1)
    old = datetime.now(UTC) - timedelta(days=3)
    line = {"kind": "request", "event": "old", "at": old.isoformat(), "sha256": "0" * 64, "media": []}
    (tmp_path / f"{old:%Y-%m-%d}.jsonl").write_text(json.dumps(line) + "\n")
    (tmp_path / "sent" / f"{'0' * 64}.json").write_text("{}")
    assert purge(log, timedelta(days=2)) == Purged(entries=1, files=1)
    assert [entry.event for entry in read_log(log)] == ["young"]
    assert len(list(tmp_path.glob("sent/*"))) == len(list(tmp_path.glob("media/*"))) == 1
    assert purge(log, timedelta(0)) == Purged(entries=1, files=2)
    assert list(read_log(log)) == []


def test_purge_cuts_within_a_day(tmp_path: Path) -> None:
    log, now = Log(tmp_path), datetime.now(UTC)
    hours = [now - timedelta(hours=h) for h in (5, 3, 1)]
    for at in hours:
        line = json.dumps({"kind": "failed", "event": f"{at:%H}", "at": at.isoformat(), "error": ""})
        with (tmp_path / f"{at:%Y-%m-%d}.jsonl").open("a") as day:
            day.write(line + "\n")
    assert purge(log, timedelta(hours=2)).entries == 2
    assert [entry.event for entry in read_log(log)] == [f"{hours[2]:%H}"]


def test_a_log_that_was_never_written_is_empty(tmp_path: Path) -> None:
    assert list(read_log(Log(tmp_path / "none"))) == []
    assert purge(Log(tmp_path / "none"), timedelta(0)) == Purged(0, 0)
