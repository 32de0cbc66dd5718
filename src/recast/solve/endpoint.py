"""Any OpenAI-compatible chat endpoint as a solver, through ``wire.chat``.

Greedy decoding, at most 2,000 tokens, streaming (P Appendix C); transport attempts and their log are ``wire.send``'s,
repairs the pipeline's.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from recast.errors import UsageError
from recast.stages import Solver
from recast.wire.chat import SETTINGS, chat
from recast.wire.client import Endpoint

TIMEOUT = 300.0  # seconds, for one whole attempt


def create(options: Mapping[str, Any]) -> Solver:
    """The stage's factory. Options: ``base_url``, ``model``, ``key``, ``timeout`` (seconds, for a whole attempt),
    ``trusted_hosts`` (of [local]: they may be spoken to without TLS).

    Raises ``UsageError`` where the address or the timeout cannot be used."""
    try:
        seconds = float(options.get("timeout", TIMEOUT))
    except (TypeError, ValueError):
        raise UsageError("solve.timeout must be a number of seconds") from None
    if not 0 < seconds <= 3600:
        raise UsageError("solve.timeout must be between 0 and 3600 seconds")
    trusted = tuple(options.get("trusted_hosts", ()))
    return endpoint_solver(options["base_url"], options["model"], options.get("key", ""), seconds, trusted)


def endpoint_solver(
    base_url: str, model: str, key: str = "", timeout: float = TIMEOUT, trusted_hosts: tuple[str, ...] = ()
) -> Solver:
    """A solver at ``base_url`` (it usually ends in ``/v1``). ``timeout`` in seconds, for one whole attempt."""
    endpoint = Endpoint(base_url, key, trusted_hosts, read_timeout=min(120.0, timeout), total_timeout=timeout)
    return Solver(base_url, model, chat(endpoint), SETTINGS)
