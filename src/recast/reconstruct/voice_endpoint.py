"""Any OpenAI-compatible speech endpoint (``/audio/speech``) as a voice, through ``wire.speech``.

It gets one protected sentence at a time, each of them scanned, sealed and logged as everything that leaves is, and nothing
of a source recording.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from recast.stages import Solver
from recast.wire.client import endpoint_of
from recast.wire.speech import speak


def create(options: Mapping[str, Any]) -> Solver:
    """The stage's factory. Options: ``base_url`` (it usually ends in ``/v1``), ``model``, ``voice`` (a name that the endpoint
    knows), ``key``, ``timeout`` (seconds, for a whole attempt), ``trusted_hosts`` (of [local]: they may be spoken to
    without TLS). Raises ``UsageError`` where one of them cannot be used."""
    endpoint = endpoint_of(options, "speech")
    return Solver(endpoint.base_url, options["model"], speak(endpoint), (("voice", options["voice"]),))
