from __future__ import annotations

import socket
import threading
from pathlib import Path

import pytest

from recast.errors import UsageError
from recast.wire import local
from recast.wire.local import LocalFailed, post_private
from servers import chat_server, fault, raw


@pytest.mark.usefixtures("loopback")
def test_this_machine_is_reached_past_every_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    with chat_server(raw(b'{"ok":1}')) as proxy, chat_server(raw(b'{"ok":2}')) as server:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(name, proxy.url)
        assert post_private(server.url, "/chat/completions", b"private") == b'{"ok":2}'
        assert server.seen[0].body == b"private"
        assert proxy.seen == []


@pytest.mark.parametrize(
    "address",
    [
        "https://api.example/v1", "http://10.0.0.5:8000", "http://127.0.0.1.example/", "http://localhost.example/",
        "file:///etc/x", "unix:", "", "http://user@127.0.0.1/", "http://0.0.0.0:1/",
    ],
)  # fmt: skip
def test_nothing_private_goes_elsewhere(address: str) -> None:
    with pytest.raises(UsageError):
        post_private(address, "/x", b"private")


def test_a_name_that_resolves_elsewhere_is_not_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("192.0.2.7", 0))]
    monkeypatch.setattr(local.socket, "getaddrinfo", lambda *_: found)
    with pytest.raises(UsageError, match="nothing was sent"):
        post_private("http://localhost:8000", "/x", b"private")


@pytest.mark.usefixtures("loopback")
def test_a_redirect_or_fault_is_not_followed_or_echoed() -> None:
    with chat_server(raw(b"")) as other:
        for bad in (raw(b"", 307, Location=other.url), fault(500), raw(b"x" * (9 << 20))):
            with chat_server(bad) as server, pytest.raises(LocalFailed) as caught:
                post_private(server.url, "/x", b"private")
            assert "SECRET" not in str(caught.value)
        assert other.seen == []


@pytest.mark.usefixtures("loopback")
def test_a_trusted_host_is_taken_by_its_exact_name() -> None:
    with chat_server(raw(b"{}")) as server:
        address = server.url.replace("127.0.0.1", "localhost")
        assert post_private(address, "/x", b"private", trusted_hosts=("localhost",)) == b"{}"
    with pytest.raises(UsageError):
        post_private("http://gpu.lan.example/", "/x", b"private", trusted_hosts=("gpu.lan",))


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="needs Unix sockets")
def test_a_unix_socket(tmp_path: Path) -> None:
    path = tmp_path / "model.sock"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen()
        got: list[bytes] = []

        def serve() -> None:
            connection, _ = listener.accept()
            with connection:
                got.append(connection.recv(65536))
                connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")

        thread = threading.Thread(target=serve)
        thread.start()
        assert post_private(f"unix:{path}", "/v1/x", b"private") == b"{}"
        thread.join()
    assert got[0].startswith(b"POST /v1/x HTTP/1.1")
