from __future__ import annotations

import contextlib
import json
import threading
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recast.errors import SolverFailed
from recast.types import Reply
from recast.wire.chat import _messages, chat
from recast.wire.client import Endpoint
from recast.wire.log import Log, read_log
from recast.wire.send import send
from releases import sealed
from servers import Answer, chat_server, events, fault, hang_up, raw, silent, stream, whole

KEY = "sk-canary-000111"
TEXT = "```python\nanswer = protected(268.4)\n```"


def ask(
    tmp_path: Path, *answers: Answer, streamed: bool = True, **options: float
) -> tuple[Reply, list[bytes]]:
    """One ask of a server with these answers: the reply, and the bodies that arrived."""
    with chat_server(*answers) as server:
        endpoint = Endpoint(server.url, KEY, **options)  # type: ignore[arg-type]
        reply = send(sealed(server.url, stream=streamed), chat(endpoint), Log(tmp_path), first_wait=0.001)
        return reply, [seen.body for seen in server.seen]


@pytest.mark.usefixtures("loopback")
class TestReplies:
    @pytest.mark.parametrize(
        "answer",
        [
            stream(events(["```python\nanswer =", " protected(268.4)", "\n```"])),
            stream(events([TEXT]), chunked=False),
            stream(events([TEXT], done=False)),
            stream(events([TEXT], done=False), chunked=False),
            stream(events([TEXT], finish=None)),
            stream(events([TEXT], newline="\r\n")),
            stream([b": waking up\n\n", *events([TEXT])]),
            stream([b"".join(events([TEXT]))]),
            stream([bytes([byte]) for line in events([TEXT]) for byte in line]),
            stream([*events([TEXT])[:-1], b"data: [DONE]"], chunked=False),
            whole(TEXT),
            whole(TEXT, finish=None),
            raw(
                json.dumps({"choices": [{"message": {"content": [{"type": "text", "text": TEXT}]}}]}).encode()
            ),
        ],
    )
    def test_whole_replies_in_every_form(self, tmp_path: Path, answer: Answer) -> None:
        reply, bodies = ask(tmp_path, answer)
        assert reply.text == TEXT
        assert len(bodies) == 1

    def test_model_and_tokens_are_kept(self, tmp_path: Path) -> None:
        reply, _ = ask(tmp_path, stream(events([TEXT])))
        assert (reply.model, reply.prompt_tokens, reply.completion_tokens) == ("solver-1", 11, 7)
        reply, _ = ask(tmp_path, whole(TEXT), streamed=False)
        assert (reply.model, reply.prompt_tokens, reply.completion_tokens) == ("solver-1", 11, 7)

    def test_the_end_mark_ends_it_though_the_connection_stays_open(self, tmp_path: Path) -> None:
        started = time.monotonic()
        reply, _ = ask(tmp_path, stream(events([TEXT]), hold=3.0))
        assert reply.text == TEXT
        assert time.monotonic() - started < 2.5

    def test_a_finished_reply_counts_though_the_server_falls_silent(self, tmp_path: Path) -> None:
        reply, bodies = ask(tmp_path, stream(events([TEXT], done=False), hold=2.0), read_timeout=0.3)
        assert reply.text == TEXT
        assert len(bodies) == 1


@pytest.mark.usefixtures("loopback")
class TestFailures:
    @pytest.mark.parametrize(
        "bad",
        [
            stream(events(["answer = 1"], finish=None, done=False)),
            stream(events(["answer = 1"], finish=None, done=False), chunked=False),
            stream(events(["answer = 1"], finish=None, done=False), cut=True),
            stream(
                [*events(["answer = 1"], finish=None, done=False), b'data: {"choices": [{"delta'],
                chunked=False,
            ),
            stream([b'data: {"error": {"message": "SECRET"}}\n\n']),
            raw(b'{"error": {"message": "SECRET"}}'),
            raw(b"<html>SECRET</html>"),
            raw(b"[]"),
            raw(b""),
            raw(b'{"choices": []}'),
            raw(b'{"choices": [{"message'),
            hang_up,
            fault(500),
            fault(503),
            fault(429, retry_after="0"),
            fault(408),
        ],
    )
    def test_what_may_pass_is_tried_again(self, tmp_path: Path, bad: Answer) -> None:
        reply, bodies = ask(tmp_path, bad, whole(TEXT))
        assert reply.text == TEXT
        assert len(bodies) == 2
        assert bodies[0] == bodies[1]
        kinds = [entry.kind for entry in read_log(Log(tmp_path))]
        assert kinds == ["request", "failed", "request", "reply"]

    @pytest.mark.parametrize(
        ("bad", "remedy"),
        [
            (fault(400), "takes images"),
            (fault(401, "invalid_api_key"), "OPENAI_API_KEY"),
            (fault(403), "another model or key"),
            (fault(404, "model_not_found"), "check model"),
            (fault(404), "base_url"),
            (fault(413), "larger context"),
            (fault(422), "settings"),
            (fault(418), "a fault of its own"),
            (fault(429, "insufficient_quota"), "billing"),
            (fault(429, retry_after="7200"), "7200 seconds"),
            (raw(b"", 307, Location="http://127.0.0.1:9/v1"), "not followed"),
            (stream(events(["answer = 1"], finish="length")), "limit of tokens"),
            (whole("answer = 1", finish="content_filter"), "content filter"),
            (whole("x" * 200_001), "too long"),
            (raw(b" " * (9 << 20)), "too large"),
            (stream([b": padding\n" * 100_000] * 10), "too large"),
        ],
    )
    def test_what_will_not_pass_names_the_remedy(self, tmp_path: Path, bad: Answer, remedy: str) -> None:
        with pytest.raises(SolverFailed, match=remedy) as caught:
            ask(tmp_path, bad)
        assert caught.value.exit_code == 4
        assert len([entry for entry in read_log(Log(tmp_path)) if entry.kind == "request"]) == 1

    def test_five_times_500(self, tmp_path: Path) -> None:
        with pytest.raises(SolverFailed, match=r"answered 500.*tried 5 times"):
            ask(tmp_path, fault(500))

    def test_an_endless_error_is_not_read_to_its_end(self, tmp_path: Path) -> None:
        with pytest.raises(SolverFailed, match="401"):
            ask(tmp_path, raw(b"x" * (4 << 20), 401))

    def test_silence_and_dribble_end_in_time(self, tmp_path: Path) -> None:
        with pytest.raises(SolverFailed, match="did not answer in time"):
            ask(tmp_path, silent(1.0), read_timeout=0.05)

        def dribble(handler: object) -> None:
            handler.start(200, {"Connection": "close"})  # type: ignore[attr-defined]
            for _ in range(20):
                handler.wfile.write(b": x\n")  # type: ignore[attr-defined]
                time.sleep(0.05)

        with pytest.raises(SolverFailed, match="did not finish"):
            ask(tmp_path, dribble, total_timeout=0.2)

    @pytest.mark.parametrize(
        "head", [b"HTTP/1.1 200 OK\r\nX-Slow: ", b"HTTP/1.1 400 No\r\nContent-Length: 60000\r\n\r\n"]
    )
    def test_headers_and_errors_that_never_end_are_given_up_in_time(
        self, tmp_path: Path, head: bytes
    ) -> None:
        stop = threading.Event()

        def dribble(handler: object) -> None:
            handler.wfile.write(head)  # type: ignore[attr-defined]
            while not stop.wait(0.05):
                handler.wfile.write(b"x")  # type: ignore[attr-defined]

        started = time.monotonic()
        with pytest.raises(SolverFailed, match="did not answer in time"):
            ask(tmp_path, dribble, total_timeout=0.2)
        stop.set()
        assert time.monotonic() - started < 10

    def test_nobody_listens(self, tmp_path: Path) -> None:
        with chat_server(hang_up) as server:
            url = server.url
        with pytest.raises(SolverFailed, match=r"cannot be reached.*tried 5 times"):
            send(sealed(url), chat(Endpoint(url)), Log(tmp_path), first_wait=0.001)

    def test_nothing_of_key_or_endpoint_is_echoed_or_logged(self, tmp_path: Path) -> None:
        for bad in (
            fault(401, message=f"bad key {KEY}"),
            fault(500),
            raw(b"SECRET"),
            stream([b"data: SECRET\n\n"]),
        ):
            with pytest.raises(SolverFailed) as caught:
                ask(tmp_path, bad)
            assert "SECRET" not in str(caught.value)
            assert KEY not in str(caught.value)
        stored = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
        assert KEY.encode() not in stored
        assert b"SECRET" not in stored
        assert KEY not in repr(Endpoint("https://host.example/v1", KEY))


@settings(deadline=None, max_examples=50)
@given(
    st.lists(st.text(max_size=20), max_size=6),
    st.lists(st.integers(1, 400), max_size=40),
    st.sampled_from(["\n", "\r\n"]),
)
def test_a_stream_reads_the_same_however_it_is_cut(pieces: list[str], cuts: list[int], newline: str) -> None:
    data = b"".join(events(pieces, newline=newline))
    chunks, at = [], 0
    for cut in cuts:
        chunks.append(data[at : at + cut])
        at += cut
    chunks.append(data[at:])
    assert list(_messages(chunks)) == list(_messages([data]))
    said = [
        choice["delta"].get("content", "")
        for message in _messages(chunks)
        if message is not None
        for choice in message["choices"]
    ]
    assert "".join(said) == "".join(pieces)


@given(st.binary(max_size=300))
def test_junk_is_refused_or_empty_never_a_crash(data: bytes) -> None:
    with contextlib.suppress(ValueError, RecursionError):
        list(_messages([data]))
