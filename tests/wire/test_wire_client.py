"""What goes out to an endpoint, to whom, and what is never let out, whatever is asked of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx2
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from recast.errors import SolverFailed, UsageError, Withheld
from recast.types import Release
from recast.wire.chat import PATH, chat
from recast.wire.client import Endpoint, exactly, is_loopback
from recast.wire.log import Log, read_log
from recast.wire.send import send
from releases import sealed
from servers import chat_server, raw, whole

KEY = "sk-canary-000111"
TEXT = "```python\nanswer = protected(268.4)\n```"


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
    check = exactly(release, Endpoint(url), PATH)
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


def test_replacing_the_destination_after_sealing_sends_nothing(tmp_path: Path) -> None:
    release: Release = sealed("https://solver.example/v1")
    moved = replace(release, request=replace(release.request, destination="https://evil.example/v1"))
    with pytest.raises(Withheld):
        send(moved, chat(Endpoint("https://evil.example/v1")), Log(tmp_path))
