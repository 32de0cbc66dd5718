"""The other door: private payloads for stages that run here, and never anywhere else.

It takes a payload only for a loopback address, a Unix socket, or a host that the configuration names in
``trusted_hosts``. Proxies of the environment are ignored, redirects are not followed, and nothing is logged. The name
``localhost`` must resolve to loopback addresses only. Not covered: what the program that listens there does with it, and
what a trusted host's name resolves to.
"""

from __future__ import annotations

import socket
from collections.abc import Iterable, Mapping
from urllib.parse import urlsplit

from recast.errors import UsageError
from recast.wire.chat import is_loopback

_LARGEST_REPLY = 8 << 20


class LocalFailed(UsageError):
    """The local endpoint of a stage cannot be used; the message says which setting to look at."""


def post_private(
    address: str,
    path: str,
    payload: bytes,
    *,
    trusted_hosts: Iterable[str] = (),
    headers: Mapping[str, str] | None = None,
    timeout: float = 120.0,
) -> bytes:
    """Posts JSON bytes to a local endpoint and returns the reply's bytes.

    ``address`` is ``http://127.0.0.1:8000/v1``, ``https://...`` for a trusted host, or ``unix:/run/model.sock``;
    ``path`` begins with a slash; ``timeout`` in seconds. Raises ``UsageError`` before anything is sent where the address
    is neither local nor trusted, ``LocalFailed`` where the endpoint does not answer with 200.
    """
    import httpx2

    url, unix = _local_address(address, frozenset(trusted_hosts))
    transport = httpx2.HTTPTransport(uds=unix, trust_env=False)
    sent = {"Content-Type": "application/json", "Accept-Encoding": "identity", **(headers or {})}
    try:
        with (
            httpx2.Client(
                transport=transport, trust_env=False, follow_redirects=False, timeout=timeout
            ) as client,
            client.stream("POST", url.rstrip("/") + path, content=payload, headers=sent) as response,
        ):
            if response.status_code != 200:
                raise LocalFailed(
                    f"the local endpoint answered {response.status_code}: check its address and model"
                )
            data = b""
            for chunk in response.iter_bytes():
                data += chunk
                if len(data) > _LARGEST_REPLY:
                    raise LocalFailed("the local endpoint's reply is too large: check its address")
            return data
    except httpx2.HTTPError:
        raise LocalFailed(
            "the local endpoint did not answer: check that it runs at the configured address"
        ) from None


def _local_address(address: str, trusted: frozenset[str]) -> tuple[str, str | None]:
    """The URL to ask and the Unix socket to ask it over, if any."""
    parts = urlsplit(address)
    if parts.scheme == "unix" and parts.path:
        return "http://localhost", parts.path
    host = parts.hostname or ""
    if parts.scheme not in ("http", "https") or not host or parts.username or parts.query:
        raise UsageError("a local endpoint's address is http://127.0.0.1:port, or unix:/path/of/the/socket")
    if host in trusted or (is_loopback(host) and _resolves_here(host)):
        return address, None
    raise UsageError(
        "private data goes only to this machine or to a host in trusted_hosts of [local]: nothing was sent"
    )


def _resolves_here(host: str) -> bool:
    try:
        found = socket.getaddrinfo(host, None)
    except OSError:
        return False
    return bool(found) and all(is_loopback(str(address[0])) for *_, address in found)
