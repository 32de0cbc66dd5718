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
from recast.wire.client import endpoint_of

#: What a dialect of the protocol adds to a request. DashScope's omni models take a recording as a data URL, can also speak,
#: and must stream, which every request of ours does.
DIALECTS: Mapping[str, tuple[tuple[str, bool], ...]] = {
    "openai": (),
    "dashscope": (("audio_as_url", True), ("text_only", True)),
}


def create(options: Mapping[str, Any]) -> Solver:
    """The stage's factory. Options: ``base_url`` (it usually ends in ``/v1``), ``model``, ``key``, ``timeout`` (seconds, for
    a whole attempt), ``dialect`` (one of ``DIALECTS``), ``trusted_hosts`` (of [local]: they may be spoken to without TLS).

    Raises ``UsageError`` where one of them cannot be used."""
    dialect = options.get("dialect", "openai")
    if dialect not in DIALECTS:
        raise UsageError(f"solve.dialect must be {' or '.join(DIALECTS)}")
    endpoint = endpoint_of(options, "solve")
    return Solver(endpoint.base_url, options["model"], chat(endpoint), (*SETTINGS, *DIALECTS[dialect]))
