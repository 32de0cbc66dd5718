"""What an audit needs of an example, gathered while it is evaluated: every request with its reply, and the source."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from recast import sent
from recast.numbers.context import table_context
from recast.pipeline import Chart, Evidence
from recast.policy import Policy
from recast.sent import Exchange, Known, Sent
from recast.shield import Shielded
from recast.stages import Solver, Stages
from recast.types import Protected, Release, Reply


@dataclass(slots=True)
class Heard:
    """All requests of one example: for each release, by its event, the exchanges with the solver, the sentences that a
    remote voice was given, the bytes that went out, and the tokens where the solver tells them."""

    asks: dict[str, list[Exchange]] = field(default_factory=dict)
    to_voice: list[str] = field(default_factory=list)
    bytes: int = 0
    tokens: int | None = None


def heard(stages: Stages, found: Heard) -> Stages:
    """The same stages, with every request and its reply noted in ``found``; a request that failed was sent all the same."""

    def to_solver(release: Release) -> Reply:
        turns = release.request.turns
        if not turns:
            found.asks[release.event] = []
        found.bytes += len(release.body)
        reply: Reply | None = None
        try:
            reply = stages.solver.transport(release)
        finally:
            exchange = Exchange(turns[-1].repair if turns else "", reply.text if reply is not None else "")
            next(reversed(found.asks.values())).append(exchange)
        if reply.prompt_tokens is not None and reply.completion_tokens is not None:
            found.tokens = (found.tokens or 0) + reply.prompt_tokens + reply.completion_tokens
        return reply

    noted = replace(stages, solver=replace(stages.solver, transport=to_solver))
    if not isinstance(stages.voice, Solver):
        return noted
    voice = stages.voice

    def to_voice(release: Release) -> Reply:
        found.to_voice.append(release.request.question)
        found.bytes += len(release.body)
        return voice.transport(release)

    return replace(noted, voice=replace(voice, transport=to_voice))


def sent_of(shields: Sequence[Shielded], found: Heard) -> tuple[Shielded, ...]:
    """The releases of an example, those among them by which a part was widened."""
    widened = [one.wider for one in shields if one.wider is not None]
    return (*shields, *(one for one in widened if one.release.event in found.asks))


def keep(
    folder: Path,
    example: str,
    evidence: Evidence,
    question: str,
    shields: Sequence[Shielded],
    found: Heard,
    policy: Policy,
) -> tuple[str, ...]:
    """Writes what was sent for an example and its source, one pair of files a release, or one for what a remote voice was given
    where nothing else left (its sentences then stand for a text); the paths of the former, relative to ``folder``."""
    if not shields:
        if not found.to_voice:
            return ()
        said = tuple(found.to_voice)
        protected = Protected("audio", " ".join(said), "", (), None, frozenset(), frozenset())
        only = Sent(example, policy, protected, to_voice=said)
        return (sent.write(folder, secrets.token_hex(16), only, _known(evidence, question)),)
    paths = []
    for place, shielded in enumerate(sent_of(shields, found)):
        strings = (*shielded.medium.drawn, *(shielded.seen.strings if shielded.seen is not None else ()))
        exchanges = tuple(found.asks.get(shielded.release.event, ()))
        said = tuple(found.to_voice) if place == 0 else ()
        one = Sent(example, policy, shielded.protected, strings, exchanges, said)
        paths.append(sent.write(folder, shielded.release.event, one, _known(evidence, question, shielded)))
    return tuple(paths)


def _known(evidence: Evidence, question: str, shielded: Shielded | None = None) -> Known:
    if isinstance(evidence, Chart):
        context = table_context(evidence.table)
    else:
        context = evidence.text if shielded is None else shielded.vault.record.context
    if shielded is None:
        return Known(isinstance(evidence, Chart), context, question)
    record = shielded.vault.record
    return Known(
        isinstance(evidence, Chart),
        context,
        record.question,
        record.choices,
        sent.issued(shielded.vault.numbers),
    )
