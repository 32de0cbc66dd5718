from __future__ import annotations

import contextlib
import json
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx2
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from hypothesis import given, settings
from hypothesis import strategies as st

from recast.errors import SolverFailed, UsageError, Withheld
from recast.types import Release, Reply
from recast.wire.chat import Endpoint, _exactly, _messages, chat, is_loopback
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


@pytest.mark.usefixtures("loopback")
class TestBytes:
    def test_exactly_the_body_goes_out_and_only_listed_headers(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "X-Chart: SOURCE\nAuthorization: Bearer other")
        monkeypatch.setenv("OPENAI_ORG_ID", "org-canary")
        with chat_server(whole(TEXT)) as server:
            release = sealed(server.url)
            send(release, chat(Endpoint(server.url, KEY)), Log(tmp_path))
            (seen,) = server.seen
        assert seen.body == release.body
        assert seen.path == "/v1/chat/completions"
        assert seen.headers["authorization"] == f"Bearer {KEY}"
        assert seen.headers["accept-encoding"] == "identity"
        assert seen.headers["content-type"] == "application/json"
        assert set(seen.headers) <= {
            "host", "accept", "accept-encoding", "connection", "user-agent", "content-type", "content-length",
            "authorization",
        }  # fmt: skip
        assert "canary" not in "".join(seen.headers.values()).replace(KEY, "")

    def test_a_redirect_is_not_followed(self, tmp_path: Path) -> None:
        with (
            chat_server(whole("elsewhere")) as other,
            chat_server(raw(b"", 308, Location=other.url + "/chat/completions")) as server,
            pytest.raises(SolverFailed, match="final address"),
        ):
            send(sealed(server.url), chat(Endpoint(server.url)), Log(tmp_path))
        assert other.seen == []

    def test_a_loopback_endpoint_is_reached_without_the_proxy(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with chat_server(whole("from the proxy")) as proxy, chat_server(whole(TEXT)) as server:
            for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
                monkeypatch.setenv(name, proxy.url.removesuffix("/v1"))
            assert send(sealed(server.url), chat(Endpoint(server.url)), Log(tmp_path)).text == TEXT
        assert proxy.seen == []

    def test_another_endpoint_goes_through_the_proxy_of_the_environment(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with chat_server(whole(TEXT)) as proxy:
            monkeypatch.setenv("HTTP_PROXY", proxy.url.removesuffix("/v1"))
            monkeypatch.setenv("http_proxy", proxy.url.removesuffix("/v1"))
            for name in ("NO_PROXY", "no_proxy"):
                monkeypatch.delenv(name, raising=False)
            url = "http://solver.example/v1"
            endpoint = Endpoint(url, trusted_hosts=("solver.example",))
            assert send(sealed(url), chat(endpoint), Log(tmp_path)).text == TEXT
            (seen,) = proxy.seen
        assert seen.headers["host"] == "solver.example"

    def test_a_release_for_another_endpoint_is_refused(self, tmp_path: Path) -> None:
        with chat_server(whole(TEXT)) as server, pytest.raises(Withheld, match="another endpoint"):
            send(sealed("https://elsewhere.example/v1"), chat(Endpoint(server.url)), Log(tmp_path))
        assert server.seen == []

    def test_a_transport_is_not_called_past_the_log(self) -> None:
        with chat_server(whole(TEXT)) as server, pytest.raises(Withheld, match="without the log"):
            chat(Endpoint(server.url))(sealed(server.url))
        assert server.seen == []

    def test_an_untrusted_certificate_is_refused_at_once(self, tmp_path: Path) -> None:
        with chat_server(whole(TEXT), certificate=_certificate(tmp_path)) as server:
            url = server.url.replace("127.0.0.1", "localhost")
            with pytest.raises(SolverFailed, match="certificate is not trusted"):
                send(sealed(url), chat(Endpoint(url, KEY)), Log(tmp_path), first_wait=0.001)
            assert server.seen == []
        assert len([entry for entry in read_log(Log(tmp_path)) if entry.kind == "request"]) == 1


def _certificate(folder: Path) -> Path:
    """A self-signed certificate for ``localhost`` with its key, in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    form = (Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path = folder / "localhost.pem"
    path.write_bytes(key.private_bytes(*form) + certificate.public_bytes(Encoding.PEM))
    return path


def test_the_last_look_refuses_other_bytes_hosts_and_methods() -> None:
    url = "https://solver.example/v1"
    release = sealed(url)
    check = _exactly(release, Endpoint(url))
    right = httpx2.Request("POST", f"{url}/chat/completions", content=release.body, headers={"X-Extra": "1"})
    check(right)
    assert "x-extra" not in right.headers
    wrong = [
        httpx2.Request("POST", f"{url}/chat/completions", content=release.body + b" "),
        httpx2.Request("PUT", f"{url}/chat/completions", content=release.body),
        httpx2.Request("POST", f"{url}/chat/completions?x=1", content=release.body),
        httpx2.Request("POST", "https://other.example/v1/chat/completions", content=release.body),
        httpx2.Request("POST", "http://solver.example/v1/chat/completions", content=release.body),
    ]
    for request in wrong:
        with pytest.raises(Withheld, match="nothing was sent"):
            check(request)


@pytest.mark.parametrize(
    "address",
    [
        "", "solver", "ftp://host.example/v1", "https://", "https://user:key@host.example/v1",
        "https://host.example/v1?key=1", "https://host.example/v1#x", "http://host.example/v1",
        "http://192.0.2.1/v1", "https://[::1", "https://höst.example/v1",
    ],
)  # fmt: skip
def test_addresses_that_are_refused_at_the_start(address: str) -> None:
    with pytest.raises(UsageError, match="base_url"):
        Endpoint(address)


def test_addresses_that_are_taken() -> None:
    for address in (
        "https://host.example/v1",
        "http://127.0.0.1:8000/v1",
        "http://localhost/v1",
        "http://[::1]:1/v1",
    ):
        assert Endpoint(address).base_url == address
    assert Endpoint("http://gpu.lan:8000/v1", trusted_hosts=("gpu.lan",))
    with pytest.raises(UsageError, match="key"):
        Endpoint("https://host.example/v1", "sk-1\nX-Evil: 1")
    assert not any(map(is_loopback, ("localhost.example", "127.0.0.1.example", "10.0.0.1", "0.0.0.0")))


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


def test_replacing_the_destination_after_sealing_sends_nothing(tmp_path: Path) -> None:
    release: Release = sealed("https://solver.example/v1")
    moved = replace(release, request=replace(release.request, destination="https://evil.example/v1"))
    with pytest.raises(Withheld):
        send(moved, chat(Endpoint("https://evil.example/v1")), Log(tmp_path))
