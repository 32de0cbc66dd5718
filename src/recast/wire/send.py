"""The door: verify the seal, log to disk, then send. Nothing leaves by another way.

``send`` is synchronous and safe to call from several threads; the asynchronous driver runs it in one. It makes up to
five attempts, each a log entry of its own whose parent is the attempt before it (P A.5, Appendix C), and can be
cancelled between them.
"""

from __future__ import annotations

import random
import secrets
import threading
import time
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import replace

from recast.errors import Cancelled, ReCastError, SolverFailed, StorageFailed, Withheld
from recast.types import Finding, Release, Reply
from recast.wire import seal
from recast.wire.log import Log, log_failure, log_reply, log_request

ATTEMPTS = 5
LONGEST_WAIT = 60.0  # seconds; a server that asks for more is not waited for

_logged: ContextVar[bytes | None] = ContextVar("recast_logged_release", default=None)
_jitter = random.SystemRandom()


class Transient(SolverFailed):
    """An attempt failed in a way that may pass: no connection, a time-out, 429, a server error, a cut stream.

    ``retry_after`` is what the server asked to wait, in seconds, or None.
    """

    def __init__(self, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


def new_event() -> str:
    """A random event identifier; it says nothing about the record."""
    return secrets.token_hex(16)


def send(
    release: Release,
    transport: Callable[[Release], Reply],
    log: Log,
    *,
    cancelled: threading.Event | None = None,
    first_wait: float = 0.5,
) -> Reply:
    """Sends ``release`` through ``transport`` and returns the reply; one call of ``transport`` is one attempt.

    ``first_wait`` is the pause before the second attempt in seconds; it doubles each time up to 8, with jitter, unless
    the server asks for more. Raises ``Withheld`` where the seal does not hold, ``StorageFailed`` where the log cannot be
    written (then the attempt is not made; a reply that came is returned and says so), ``SolverFailed`` with the remedy,
    ``Cancelled``.
    """
    _verify(release)
    stop = cancelled or threading.Event()
    event, parent = release.event, release.parent
    for attempt in range(1, ATTEMPTS + 1):
        if stop.is_set():
            raise Cancelled(f"cancelled before attempt {attempt}")
        log_request(log, release, event=event, parent=parent, attempt=attempt)
        try:
            reply = _attempt(release, transport)
        except ReCastError as error:
            log_failure(log, str(error), event=event)
            if not isinstance(error, Transient):
                raise
            if attempt == ATTEMPTS:
                raise SolverFailed(f"{error} (tried {ATTEMPTS} times)") from None
            if error.retry_after is not None and error.retry_after > LONGEST_WAIT:
                wait = f"{error.retry_after:.0f} seconds"
                raise SolverFailed(f"{error}: the endpoint asks to wait {wait}, ask again then") from None
            backoff = min(first_wait * 2 ** (attempt - 1), 8.0) * _jitter.uniform(0.75, 1.0)
            stop.wait(max(backoff, error.retry_after or 0.0))
            event, parent = new_event(), event
        except BaseException as error:
            log_failure(log, f"stopped by {type(error).__name__}", event=event)
            raise
        else:
            seal.remember_reply(release, reply.text)
            return _logged_reply(log, release, reply, event)
    raise AssertionError("unreachable: the last attempt returns or raises")


def _logged_reply(log: Log, release: Release, reply: Reply, event: str) -> Reply:
    """The reply, which is not lost where the log cannot take it: then it says so."""
    try:
        log_reply(log, release, reply, event=event)
    except StorageFailed as error:
        return replace(reply, unlogged=str(error))
    return reply


def require_logged(release: Release) -> None:
    """For transports: refuses a release that ``send`` has not just logged, as when a transport is called directly."""
    _verify(release)
    if _logged.get() != release.seal:
        raise _refused("a transport was called without the log: nothing was sent", "not logged")


def _attempt(release: Release, transport: Callable[[Release], Reply]) -> Reply:
    token = _logged.set(release.seal)
    started = time.perf_counter()
    try:
        reply = transport(release)
    finally:
        _logged.reset(token)
    return replace(reply, text=_valid(reply.text), seconds=time.perf_counter() - started)


def _valid(text: str) -> str:
    """The text without lone surrogates, which JSON can carry but UTF-8 cannot."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _verify(release: Release) -> None:
    if not seal.genuine(release):
        raise _refused(
            "the request is not one that the release gate of this process made: nothing was sent", "seal"
        )


def _refused(message: str, location: str) -> Withheld:
    return Withheld(message, (Finding("seal", message, location),))
