"""``recast audit``: every attacker over the examples of one or more evaluations, once, and what came of it.

The result is ``audit.json``: figures, each beside its chance level and with its interval, and a verdict for each example:
``CLEAN`` (all that must be run was run and found nothing), ``LEAK`` (by which attacker, where) or ``NOT MEASURED``. An
example of which nothing was sent is clean. Nothing is sent here but to the judge, where one is named with consent, and
no result carries content of a source.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from recast.audit import (
    active,
    combined,
    encoder,
    judged,
    meaning,
    repeated,
    resources,
    structure,
    values,
    words,
)
from recast.audit.cases import Bools, Case, Floats, Union, groups_of, load, union_of
from recast.audit.figures import Figure, Ranked, rank_figures, ranked, share, shares, unmeasured
from recast.audit.judged import Judging
from recast.audit.pool import gather
from recast.errors import StorageFailed, UsageError
from recast.storage import write_private

#: Attackers that must have been run on an example before it can be called clean.
REQUIRED = ("words", "meaning", "structure", "values")
_SURE = 0.5  # an attacker names the source where its first pick is right with this chance at least
_LEAST_POOL = 20  # candidates; among fewer, a pick says too little


def audit(
    folders: Sequence[Path],
    pool: Path | None,
    out: Path,
    *,
    hostile: bool = True,
    judging: Judging | None = None,
    progress: Callable[[str], None] = lambda stage: None,
) -> dict[str, Any]:
    """Runs every attacker, writes ``audit.json`` into ``out`` and returns what it holds. ``hostile``: also the active
    solver, which takes no example but the pipeline itself. ``judging``: also the judge, which is shown the originals.
    ``progress`` is told each attacker as it begins."""
    progress("gathering what was sent")
    cases = load(folders)
    report = audited(cases, pool, progress)
    if hostile:
        progress("attacking as a hostile solver")
    report["figures"] += [asdict(figure) for figure in _active(hostile)]
    report |= judged.judge_all(report, cases, out, judging)
    report["resources"] = resources.used(folders, pool, cases, judging.solver.model if judging else None)
    try:
        write_private(out / "audit.json", json.dumps(report, indent=1, ensure_ascii=False).encode())
    except OSError as error:
        raise StorageFailed(f"the audit's folder {out} cannot be written: {error.strerror}") from error
    return report


def audited(
    cases: Sequence[Case], path: Path | None, progress: Callable[[str], None] = lambda stage: None
) -> dict[str, Any]:
    """The audit of these cases as it is written to ``audit.json``."""
    measured = [case for case in cases if case.releases]
    pool, truth = gather([known for case in measured for _, known in case.releases], path)
    found = _attacked(measured, pool, truth, progress) if measured else _Found()
    rows = []
    place = 0
    for case in cases:
        if not case.releases:
            rows.append(_row(case, [], [] if case.nothing_sent else list(REQUIRED), {}))
            continue
        told = {name: round(float(ranks.picked[place]), 4) for name, ranks in found.ranks.items()}
        rows.append(_row(case, found.leaks[place], found.missing[place], told))
        place += 1
    return {
        "n": len(cases),
        "sent": len(measured),
        "pool": {"charts": pool.size(chart=True), "texts": pool.size(chart=False)},
        "verdicts": dict(Counter(row["verdict"] for row in rows)),
        "figures": [asdict(figure) for figure in found.figures],
        "examples": rows,
    }


def _row(
    case: Case, leaks: Sequence[Mapping[str, str]], missing: Sequence[str], picked: Mapping[str, float]
) -> dict[str, Any]:
    not_run = [name for name in REQUIRED if name in missing]
    verdict = "LEAK" if leaks else "NOT MEASURED" if not_run else "CLEAN"
    return {
        "folder": case.folder,
        "id": case.row["id"],
        "policy": case.policy,
        "verdict": verdict,
        "leaks": list(leaks),
        "not_measured": list(missing),
        "picked": {name: one for name, one in picked.items() if not np.isnan(one)},
        "nothing_sent": case.nothing_sent,
    }


@dataclass(slots=True)
class _Found:
    """What the attackers have found so far, ``leaks`` and ``missing`` by example."""

    figures: list[Figure] = field(default_factory=list)
    ranks: dict[str, Ranked] = field(default_factory=dict)
    leaks: list[list[dict[str, str]]] = field(default_factory=list)
    missing: list[list[str]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Asked:
    """The examples as attackers' findings are brought together: the right source of each, and its groups."""

    union: Union
    truth: NDArray[np.intp]
    groups: Sequence[tuple[str, Bools]]

    def shares(
        self, found: _Found, attacker: str, measure: str, values: Floats, chance: Floats | float | None
    ) -> None:
        """A share of examples, from what was found of each of their releases."""
        of_example = self.union.mean(values)
        level = self.union.mean(chance) if isinstance(chance, np.ndarray) else chance
        found.figures += shares(attacker, measure, of_example, self.truth, self.groups, level)

    def picks(self, found: _Found, attacker: str, scores: Floats, because: Callable[[int], str]) -> None:
        """How often the right source is picked, and where; ``because`` is asked for the first release of an example."""
        ranks = ranked(self.union.total(scores), self.truth)
        small = ranks.candidates < _LEAST_POOL
        ranks = Ranked(
            *(np.where(small, np.nan, part) for part in (ranks.picked, ranks.rank, ranks.candidates))
        )
        found.ranks[attacker] = ranks
        found.figures += rank_figures(attacker, ranks, self.truth, self.groups)
        firsts = self.union.firsts
        for place in np.flatnonzero(ranks.picked >= _SURE):
            found.leaks[place].append({"attacker": attacker, "where": because(int(firsts[place]))})
        for place in np.flatnonzero(small):
            found.missing[place].append(attacker)

    def skip(self, found: _Found, attacker: str, reason: str) -> None:
        """Notes that an attacker could not be run."""
        found.figures.append(unmeasured(attacker, reason))
        for missing in found.missing:
            missing.append(attacker)


def _attacked(
    cases: Sequence[Case], pool: Any, truth: NDArray[np.intp], progress: Callable[[str], None]
) -> _Found:
    releases = [sent for case in cases for sent, _ in case.releases]
    known = [source for case in cases for _, source in case.releases]
    union = union_of(cases)
    asked = _Asked(union, truth[union.firsts], groups_of(cases))
    found = _Found(leaks=[[] for _ in cases], missing=[[] for _ in cases])

    progress("attacking by words")
    said = words.attack(releases, pool, truth)
    hit = np.array([float(bool(hits)) for hits in said.hits])
    found.figures += shares(
        "words", "a word of the source occurs", (union.total(hit) > 0).astype(float), asked.truth,
        asked.groups, union.mean(said.chance),
    )  # fmt: skip
    for place, hits in enumerate(said.hits):
        if hits:
            where = "; ".join(f"{h.where} ({h.how})" for h in hits[:5])
            found.leaks[union.owner[place]].append({"attacker": "words", "where": where})
    asked.picks(found, "words", said.scores, lambda place: "its words together")

    progress("attacking by meaning")
    likenesses = dict(said.views)
    try:
        meant = meaning.attack(releases, pool, encoder.create())
        likenesses |= meant.views
        asked.picks(found, "meaning", meant.scores, lambda place: "what it says as a whole")
    except UsageError as error:
        asked.skip(found, "meaning", str(error))

    progress("attacking by structure")
    matched = structure.match(releases, pool)
    shaped = structure.likelihoods(matched, truth, structure.policies_of(releases))
    because = structure.because(matched, truth)
    asked.picks(found, "structure", shaped, lambda place: ", ".join(because[place]) or "all views together")

    progress("attacking by values")
    guessed = values.attack(releases, known, truth)
    asked.shares(found, "values", "a number guessed within 5 %", guessed.guessed, guessed.blind)
    asked.shares(found, "values", "advantage over the blind guess", guessed.guessed - guessed.blind, 0.0)
    asked.shares(found, "values", "a year guessed", guessed.years, guessed.years_blind)
    asked.shares(found, "values", "order of two numbers told", guessed.order, 0.5)
    kept = union.total(guessed.kept)
    found.figures += shares(
        "values", "a number went out as it was", (kept > 0).astype(float), asked.truth, asked.groups, 0.0
    )
    for place in map(int, np.flatnonzero(kept)):
        found.leaks[place].append(
            {"attacker": "values", "where": f"{kept[place]} small integers as they were"}
        )

    progress("attacking by all of them together")
    single = {"shapes": shaped}
    try:
        single["combined"] = combined.attack(releases, pool, truth, matched, shaped, likenesses)
        asked.picks(found, "combined", single["combined"], lambda place: "all of them together")
    except UsageError as error:
        asked.skip(found, "combined", str(error))
    progress("attacking by repeated asks")
    found.figures += _repeated(repeated.attack(releases, known, single, pool, truth), asked)
    return found


def _active(run: bool) -> list[Figure]:
    name, measure = "active solver", "hostile programs that told something"
    if not run:
        return [unmeasured(name, "left out", measure)]
    found = active.attack()
    told = np.array([float(bits > 0) for bits in found.bits.values()])
    return [share(name, measure, "all", told, np.arange(len(told)), 0.0)]


def _repeated(found: Mapping[int, repeated.Repeated], asked: _Asked) -> list[Figure]:
    figures = []
    for k in repeated.KS:
        name = f"repeated asks, k = {k}"
        if k not in found:
            figures.append(unmeasured(name, f"no source was asked about {k} times under one policy"))
            continue
        asks = found[k]
        owners = asked.union.owner[asks.places]
        groups: list[tuple[str, Bools]] = []
        for group, members in asked.groups:
            alike: Bools = np.all(members[owners], axis=1)
            groups += [(group, alike)] if alike.any() else []
        for way, scores in asks.scores.items():
            ranks = ranked(scores, asks.truth)
            chance = 1 / np.maximum(ranks.candidates, 1)
            figures += shares(name, f"picked first by {way}", ranks.picked, asks.truth, groups, chance)
        figures += shares(name, "order of two numbers told", asks.order, asks.truth, groups, 0.5)
    return figures
