from __future__ import annotations

import threading
import time
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from recast.errors import Cancelled, SolverFailed, StorageFailed, Withheld
from recast.types import Protected, Release, Reply
from recast.wire import seal
from recast.wire.log import Log, read_log
from recast.wire.send import ATTEMPTS, Transient, require_logged, send
from releases import sealed

HERE = "in this process"


class Flaky:
    """A transport that fails as told, then answers."""

    def __init__(self, *faults: Exception) -> None:
        self.faults, self.calls = list(faults), 0

    def __call__(self, release: Release) -> Reply:
        require_logged(release)
        self.calls += 1
        if self.faults:
            raise self.faults.pop(0)
        return Reply("answer = 1", "solver-1")


def test_it_is_logged_before_it_is_sent(tmp_path: Path) -> None:
    log, release = Log(tmp_path), sealed(HERE)

    def transport(release: Release) -> Reply:
        (entry,) = read_log(log)
        assert (entry.kind, entry.event) == ("request", release.event)
        return Reply("answer = 1")

    reply = send(release, transport, log)
    assert reply.text == "answer = 1"
    assert reply.seconds > 0
    assert reply.unlogged == ""
    assert [entry.kind for entry in read_log(log)] == ["request", "reply"]
    assert seal.received(release, "answer = 1")


@pytest.mark.parametrize(
    "change", [{"body": b"{}"}, {"event": "0" * 32}, {"seal": b"0" * 32}, {"parent": "x"}, {"checks": ()}]
)
def test_a_changed_release_is_refused_and_not_even_logged(tmp_path: Path, change: dict[str, object]) -> None:
    from recast.types import Check

    asked = sealed(HERE)
    release = seal.sealed(replace(asked, checks=(Check("source"),)))
    transport = Flaky()
    with pytest.raises(Withheld, match="nothing was sent"):
        send(replace(release, **change), transport, Log(tmp_path))
    assert transport.calls == 0
    assert list(read_log(Log(tmp_path))) == []


def test_what_is_no_release_is_refused(tmp_path: Path) -> None:
    protected = Protected("image", "", "question", (), None, frozenset(), frozenset())
    for thing in (protected, b"bytes", "text", None):
        with pytest.raises(Withheld):
            send(thing, Flaky(), Log(tmp_path))  # type: ignore[arg-type]


def test_a_release_forged_elsewhere_is_refused(tmp_path: Path) -> None:
    asked = sealed(HERE).request
    forged = Release("f" * 32, None, asked, b'{"messages":[]}', (), b"\0" * 32)
    with pytest.raises(Withheld):
        send(forged, Flaky(), Log(tmp_path))


def test_no_log_no_send(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    transport = Flaky()
    with pytest.raises(StorageFailed):
        send(sealed(HERE), transport, Log(tmp_path / "file" / "log"))
    assert transport.calls == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_stops_the_send(tmp_path: Path) -> None:
    (tmp_path / f"{datetime.now(UTC):%Y-%m-%d}.jsonl").symlink_to("/dev/full")
    transport = Flaky()
    with pytest.raises(StorageFailed):
        send(sealed(HERE), transport, Log(tmp_path))
    assert transport.calls == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_disk_that_fills_while_waiting_does_not_lose_the_answer(tmp_path: Path) -> None:
    release = sealed(HERE)

    def fills(release: Release) -> Reply:
        (day,) = tmp_path.glob("*.jsonl")
        day.unlink()
        day.symlink_to("/dev/full")
        return Reply("answer = 1")

    reply = send(release, fills, Log(tmp_path))
    assert reply.text == "answer = 1"
    assert "writing the reply to the log failed" in reply.unlogged
    assert seal.received(release, reply.text)
    with pytest.raises(StorageFailed):  # and nothing more is sent
        send(sealed(HERE), Flaky(), Log(tmp_path))


def test_each_attempt_is_an_event_whose_parent_is_the_one_before(tmp_path: Path) -> None:
    log, release = Log(tmp_path), sealed(HERE)
    reply = send(release, Flaky(Transient("down"), Transient("down")), log, first_wait=0.001)
    assert reply.text == "answer = 1"
    asked = [entry for entry in read_log(log) if entry.kind == "request"]
    assert len({entry.event for entry in asked}) == 3
    assert [entry.fields["attempt"] for entry in asked] == [1, 2, 3]
    assert [entry.fields["parent"] for entry in asked] == [None, asked[0].event, asked[1].event]
    assert len({entry.fields["sha256"] for entry in asked}) == 1
    assert [entry.kind for entry in read_log(log)] == [
        "request",
        "failed",
        "request",
        "failed",
        "request",
        "reply",
    ]


def test_five_attempts_and_no_more(tmp_path: Path) -> None:
    transport = Flaky(*(Transient("the endpoint is down") for _ in range(9)))
    with pytest.raises(SolverFailed, match=r"down \(tried 5 times\)"):
        send(sealed(HERE), transport, Log(tmp_path), first_wait=0.001)
    assert transport.calls == ATTEMPTS == 5


def test_what_will_not_pass_is_not_repeated(tmp_path: Path) -> None:
    transport = Flaky(SolverFailed("wrong key"))
    with pytest.raises(SolverFailed, match="wrong key"):
        send(sealed(HERE), transport, Log(tmp_path))
    assert transport.calls == 1


def test_a_crash_of_the_transport_is_logged_by_kind_only(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError):
        send(sealed(HERE), Flaky(RuntimeError("SECRET")), Log(tmp_path))
    failed = [entry for entry in read_log(Log(tmp_path)) if entry.kind == "failed"]
    assert [entry.fields["error"] for entry in failed] == ["stopped by RuntimeError"]


def test_the_server_is_waited_for_but_not_for_ever(tmp_path: Path) -> None:
    started = time.monotonic()
    send(sealed(HERE), Flaky(Transient("busy", retry_after=0.2)), Log(tmp_path), first_wait=0.001)
    assert time.monotonic() - started >= 0.2
    transport = Flaky(Transient("busy", retry_after=3600.0))
    with pytest.raises(SolverFailed, match="3600 seconds"):
        send(sealed(HERE), transport, Log(tmp_path))
    assert transport.calls == 1


def test_it_can_be_cancelled_between_attempts(tmp_path: Path) -> None:
    cancelled = threading.Event()
    transport = Flaky(*(Transient("down") for _ in range(4)))
    threading.Timer(0.1, cancelled.set).start()
    started = time.monotonic()
    with pytest.raises(Cancelled) as caught:
        send(sealed(HERE), transport, Log(tmp_path), cancelled=cancelled, first_wait=60.0)
    assert time.monotonic() - started < 5
    assert transport.calls == 1
    assert caught.value.exit_code == 130


def test_a_transport_refuses_to_be_called_past_the_log(tmp_path: Path) -> None:
    with pytest.raises(Withheld, match="without the log"):
        Flaky()(sealed(HERE))

    def other(release: Release) -> Reply:
        return Flaky()(seal.sealed(replace(release, event="0" * 32)))

    with pytest.raises(Withheld):
        send(sealed(HERE), other, Log(tmp_path))


def test_threads_do_not_lend_each_other_the_door(tmp_path: Path) -> None:
    inside, leave, refused = threading.Event(), threading.Event(), []

    def slow(release: Release) -> Reply:
        inside.set()
        leave.wait(5)
        return Reply("answer = 1")

    release = sealed(HERE)
    thread = threading.Thread(target=send, args=(release, slow, Log(tmp_path)))
    thread.start()
    inside.wait(5)
    try:
        Flaky()(release)
    except Withheld as error:
        refused.append(error)
    leave.set()
    thread.join()
    assert len(refused) == 1


def test_text_that_utf8_cannot_hold_is_mended(tmp_path: Path) -> None:
    release = sealed(HERE)
    reply = send(release, lambda release: Reply("a\ud800b\ud83d\ude00"), Log(tmp_path))
    assert reply.text == "a\ufffdb\U0001f600"
    assert seal.received(release, reply.text)
