"""Record → ``Shielded``: words and numbers replaced, a medium made of them, checked and sealed (P 3.3, 3.4).

Where a check withholds the release, other words and other numbers are drawn, at most ``REDRAWS`` times. What is drawn
depends on protected data only, except that a draw is repeated where the scan finds a word of the source in it. What a remote
voice said is compared with the sentences that it was sent, and never with the source: were it asked again, or the solver
sent something, because of that, a voice that says words of its own choosing would learn which of them are in the source.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from recast.errors import Refused, Withheld
from recast.numbers import mapping
from recast.numbers.prose import source_quantities
from recast.reconstruct.spec import MAX_CATEGORIES, MAX_SERIES, as_table
from recast.reconstruct.speech import speak
from recast.reconstruct.text import text_medium
from recast.release import gate
from recast.release.read_back import ReadBack, read_back, said_words, unheard
from recast.release.templates import PROMPT_OF
from recast.rewrite.part import part_of
from recast.solve.charts.alike import asks_alike
from recast.stages import Compute, Solver, Stages, Steps
from recast.types import (
    Finding,
    Medium,
    Private,
    Protected,
    Record,
    Release,
    Request,
    Table,
    Vault,
)

REDRAWS = 4  # P 3.4: at most four repairs, then the validated table image
_DRAWS = 3  # of words and literals at one try, until none is among those that were not heard

_ASKS_ELSE = Finding(
    "source", "over its new labels the question is read as asking something else", "question"
)


@dataclass(frozen=True, slots=True, repr=False)
class Shielded(Private):
    """A sealed release and the vault that undoes it. The vault stays here. ``left_out``: how many rows and how many series
    of a chart were not sent. ``to_voice`` is what a remote voice was sent for it. ``wider`` is the release of the whole chart,
    in the same words and literals, that may follow once where the policy widens."""

    release: Release
    protected: Protected
    medium: Medium
    vault: Vault
    seen: ReadBack | None  # what was read or heard back; a text needs none
    left_out: tuple[int, int] = (0, 0)
    to_voice: tuple[Release, ...] = ()
    wider: Shielded | None = None


def shield_part(
    wider: Shielded, part: Table, rows: Sequence[int], series: Sequence[int], stages: Stages
) -> Steps:
    """``Shielded`` of a part of a chart that is shielded whole already, with the same words and literals."""
    drawn = part_of(wider.protected, wider.vault, part, rows, series)
    shielded = yield from shield(drawn[1].record, (), stages, drawn)
    return replace(shielded, wider=wider)


def shield(
    record: Record, unsure: tuple[str, ...], stages: Stages, drawn: tuple[Protected, Vault] | None = None
) -> Steps:
    """Record → ``Shielded``, in the modality of the record. ``unsure`` are the keys of the values on which a second reading
    of the source disagreed. ``drawn``: words and numbers that are not to be drawn again. Raises ``Withheld`` with the findings
    of the last try, ``Refused`` where the evidence is too large for its modality."""

    def rewritten() -> Steps:
        made = drawn if drawn is not None else (yield from _rewritten(record, unsure, stages))
        return made

    if record.modality == "image":
        shielded = yield from _as_image(record, rewritten, stages)
    else:
        shielded = yield from _redrawn(_spoken if record.modality == "audio" else _written, rewritten, stages)
    return shielded


def _redrawn(
    made: Callable[[Protected, Vault, Stages, list[Release]], Steps],
    rewritten: Callable[[], Steps],
    stages: Stages,
) -> Steps:
    """The release of the first draw that passes its checks; ``made`` gives the medium and what was read back of it. Words
    and literals of a draw that were not heard are not drawn again, where others can be had."""
    findings: tuple[Finding, ...] = ()
    to_voice: list[Release] = []
    lost: frozenset[str] = frozenset()
    for _ in range(REDRAWS + 1):
        try:
            for _ in range(_DRAWS):
                protected, vault = yield from rewritten()
                if lost.isdisjoint(_drawn(protected, vault)):
                    break
            medium, seen = yield from made(protected, vault, stages, to_voice)
            lost |= unheard(medium, seen) if seen is not None else frozenset()
            request = _request(protected, medium, stages.solver)
            release = yield Compute("release", seal, (request, protected, vault, stages, seen))
        except Withheld as withheld:
            findings = withheld.findings
        else:
            return Shielded(release, protected, medium, vault, seen, to_voice=tuple(to_voice))
    sent = f"the solver got nothing, the voice {len(to_voice)} sentences" if to_voice else "nothing was sent"
    raise Withheld(f"withheld after {REDRAWS} repairs, {sent}; what was found follows", findings)


def _drawn(protected: Protected, vault: Vault) -> frozenset[str]:
    """The words and numerals that stand for those of the source."""
    phrases = (*protected.literals, *(pair.protected for pair in vault.substitutions.pairs))
    return said_words(" ".join(phrases))


def _written(protected: Protected, vault: Vault, stages: Stages, to_voice: list[Release]) -> Steps:
    """A text, which needs no reading back."""
    medium = yield Compute("text", text_medium, (protected,))
    return medium, None


def _spoken(protected: Protected, vault: Vault, stages: Stages, to_voice: list[Release]) -> Steps:
    """A waveform and what was heard in it. A remote voice is asked for one sentence at a time; ``to_voice`` gains each."""

    def sealed(text: str, speed: float) -> Release:
        voice = stages.voice
        assert isinstance(voice, Solver)  # noqa: S101 - nothing is sent to a voice in this process
        request = Request(
            "reconstruction",
            voice.destination,
            voice.model,
            "",
            text,
            None,
            settings=(*voice.settings, *([] if speed == 1.0 else [("speed", speed)])),  # some know no speed
        )
        return gate.release_to_voice(
            request,
            protected=protected,
            vault=vault,
            policy=stages.policy,
            configured=((voice.destination, voice.model),),
        )

    spoken = yield from speak(protected, stages.voice, sealed, to_voice)
    return spoken


def _as_image(record: Record, rewritten: Callable[[], Steps], stages: Stages) -> Steps:
    assert record.table is not None  # noqa: S101 - only charts are drawn
    _require_size(record.table)
    findings: tuple[Finding, ...] = ()
    for attempt in range(REDRAWS + 2):
        if attempt != 1:  # the first repair only draws larger; each later one takes other words and literals
            protected, vault = yield from rewritten()
            spec = yield Compute("spec", stages.spec, (protected,))
        shown = as_table(spec) if attempt > REDRAWS else spec
        try:
            medium = yield Compute("draw", stages.draw, (shown, min(attempt, REDRAWS)))
            seen = yield Compute("check", read_back, (shown, medium))
            request = _request(protected, medium, stages.solver)
            release = yield Compute("release", seal, (request, protected, vault, stages, seen))
        except Withheld as withheld:
            findings = withheld.findings
        else:
            return Shielded(release, protected, medium, vault, seen)
    raise Withheld(
        f"withheld after {REDRAWS} repairs and the table image, nothing was sent; what was found follows",
        findings,
    )


def _rewritten(record: Record, unsure: tuple[str, ...], stages: Stages) -> Steps:
    """Record → (Protected, Vault): other words, other numbers. Raises ``Withheld`` where no draw of words lets a question of
    ours still ask the same."""
    for _ in range(REDRAWS + 1):
        rewritten = yield Compute("rewrite", stages.rewrite, (record, stages.policy, stages.randomness))
        if not record.restated or record.table is None:
            break
        if (yield Compute("rewrite", asks_alike, (record.restated, record.table, rewritten))):
            break
    else:
        raise Withheld(
            f"withheld after {REDRAWS} repairs, nothing was sent; what was found follows", (_ASKS_ELSE,)
        )
    sources = () if record.table is not None else source_quantities(record)
    protected, numbers = yield Compute(
        "numbers", mapping.protect, (rewritten, stages.policy, stages.randomness, sources)
    )
    substitutions, order = rewritten.substitutions, rewritten.row_order
    return protected, Vault(
        record, numbers, substitutions, order, unsure, protected, rewritten.numeral_sources
    )


def _require_size(table: Table) -> None:
    if len(table.categories) > MAX_CATEGORIES or len(table.series) > MAX_SERIES:
        raise Refused(
            f"the chart has {len(table.categories)} rows and {len(table.series)} columns of values, at most "
            f"{MAX_CATEGORIES} and {MAX_SERIES} can be drawn: give a table of those that the question needs"
        )


def _request(protected: Protected, medium: Medium, solver: Solver) -> Request:
    return Request(
        "solver",
        solver.destination,
        solver.model,
        PROMPT_OF[medium.media_type],
        protected.question,
        medium,
        protected.choices,
        settings=solver.settings,
    )


def seal(
    request: Request,
    protected: Protected,
    vault: Vault,
    stages: Stages,
    seen: ReadBack | None,
    parent: Release | None = None,
) -> Release:
    """The sealed release of a request to the solver; ``parent`` is the one that it repairs. Raises ``Withheld``."""
    return gate.release(
        request,
        protected=protected,
        vault=vault,
        policy=stages.policy,
        configured=((stages.solver.destination, stages.solver.model),),
        read_back=seen,
        parent=parent,
    )
