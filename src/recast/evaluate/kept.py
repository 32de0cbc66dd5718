"""What an audit needs of an example, gathered while it is evaluated: every request with its reply, and the source."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from recast import sent
from recast.numbers.context import table_context
from recast.pipeline import Chart, Evidence
from recast.policy import Policy
from recast.sent import Exchange
from recast.shield import Shielded
from recast.stages import Stages
from recast.types import Release, Reply


def heard(stages: Stages, exchanges: list[Exchange]) -> Stages:
    """The same stages, with every request to the solver and its reply noted in ``exchanges``; a request that failed was
    sent all the same."""

    def transport(release: Release) -> Reply:
        repair = release.request.turns[-1].repair if release.request.turns else ""
        reply: Reply | None = None
        try:
            reply = stages.solver.transport(release)
        finally:
            exchanges.append(Exchange(repair, reply.text if reply is not None else ""))
        return reply

    return replace(stages, solver=replace(stages.solver, transport=transport))


def keep(
    folder: Path,
    example: str,
    evidence: Evidence,
    shielded: Shielded,
    exchanges: Sequence[Exchange],
    policy: Policy,
) -> str:
    """Writes what was sent for an example and its source; the path of the former, relative to ``folder``."""
    record = shielded.vault.record
    strings = (*shielded.medium.drawn, *(shielded.seen.strings if shielded.seen is not None else ()))
    context = table_context(evidence.table) if isinstance(evidence, Chart) else record.context
    return sent.write(
        folder,
        shielded.release.event,
        sent.Sent(example, policy, shielded.protected, strings, tuple(exchanges)),
        sent.Known(
            isinstance(evidence, Chart),
            context,
            record.question,
            record.choices,
            sent.issued(shielded.vault.numbers),
        ),
    )
