"""What every test runs under: no network.

An audit hook refuses every connection and every name look-up that leaves this machine, and refuses loopback too unless
the test asks for the fixture ``loopback``. Unix sockets and pipes between processes are left alone. It does not reach
into child processes.
"""

from __future__ import annotations

import ipaddress
import sys
from collections.abc import Iterator
from typing import Any

import pytest

_loopback_users = 0


class NetworkDenied(Exception):
    """A test tried to reach the network."""


def _is_loopback(host: object) -> bool:
    text = host.decode() if isinstance(host, bytes) else str(host)
    try:
        return ipaddress.ip_address(text).is_loopback
    except ValueError:
        return text == "localhost"


def _deny(event: str, arguments: tuple[Any, ...]) -> None:
    if event in ("socket.connect", "socket.sendto"):
        address = arguments[1]
    elif event == "socket.getaddrinfo":
        address = arguments[:2]
    else:
        return
    if not isinstance(address, tuple):  # a Unix socket
        return
    if not _is_loopback(address[0]):
        raise NetworkDenied("tests do not reach the network")
    if not _loopback_users:
        raise NetworkDenied("this test did not ask for the fixture `loopback`")


sys.addaudithook(_deny)


@pytest.fixture
def loopback() -> Iterator[None]:
    """Lets one test connect to servers on this machine."""
    global _loopback_users
    _loopback_users += 1
    yield
    _loopback_users -= 1


@pytest.fixture(autouse=True, scope="session")
def _state_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keys, logs and vaults of the tests never mix with the user's."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        yield
