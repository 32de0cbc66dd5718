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
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from recast import sent
from recast.audit import active, calibration, combined, judge, repeated, structure, values, words
from recast.audit.figures import Figure, Ranked, rank_figures, ranked, share
from recast.audit.pool import Pool, gather
from recast.errors import StorageFailed, UsageError
from recast.sent import Known, Sent
from recast.stages import Solver
from recast.storage import storage
from recast.wire.log import Log

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

#: Attackers that must have been run on an example before it can be called clean.
REQUIRED = ("words", "structure", "values")
_SURE = 0.5  # an attacker names the source where its first pick is right with this chance at least
_LEAST_POOL = 20  # candidates; among fewer, a pick says too little
_GROUPS = ("chart_kind", "question_kind", "dataset")


@dataclass(frozen=True, slots=True)
class Case:
    """One example of an evaluation: its row of the report, and what was sent for it, if anything."""

    folder: str
    row: Mapping[str, Any]
    sent: Sent | None
    known: Known | None

    @property
    def nothing_sent(self) -> bool:
        """Whether the example ended before anything left."""
        return self.sent is None and self.row["protected"]["status"] in ("withheld", "refused")


def load(folders: Sequence[Path]) -> tuple[Case, ...]:
    """The examples of each evaluation's folder. Raises ``UsageError`` where one holds no report."""
    cases = []
    for folder in folders:
        try:
            report = json.loads((folder / "report.json").read_text(encoding="utf-8"))
            rows = report["examples"]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise UsageError(f"{folder} holds no report of `recast evaluate`") from error
        for row in rows:
            path = row["protected"].get("sent")
            pair = sent.read(folder, path) if path else (None, None)
            cases.append(Case(folder.name, row, *pair))
    return tuple(cases)


@dataclass(frozen=True, slots=True)
class Judging:
    """The model that judges, and by whose leave; ``calibrate`` pairs are written out to be labelled by people, and what
    they labelled in ``annotated`` is compared."""

    solver: Solver
    log: Log
    consent: bool
    calibrate: int = 0
    annotated: tuple[Path, ...] = ()


def audit(
    folders: Sequence[Path],
    pool: Path | None,
    out: Path,
    *,
    hostile: bool = True,
    judging: Judging | None = None,
) -> dict[str, Any]:
    """Runs every attacker, writes ``audit.json`` into ``out`` and returns what it holds. ``hostile``: also the active
    solver, which takes no example but the pipeline itself. ``judging``: also the judge, which is shown the originals."""
    cases = load(folders)
    report = audited(cases, pool)
    report["figures"] += [asdict(figure) for figure in _active(hostile)]
    report |= _judge(report, cases, out, judging)
    try:
        out.mkdir(parents=True, exist_ok=True)
        (out / "audit.json").write_text(json.dumps(report, indent=1, ensure_ascii=False), encoding="utf-8")
    except OSError as error:
        raise StorageFailed(f"the audit's folder {out} cannot be written: {error.strerror}") from error
    return report


def audited(cases: Sequence[Case], path: Path | None) -> dict[str, Any]:
    """The audit of these cases as it is written to ``audit.json``."""
    measured = [case for case in cases if case.sent is not None]
    examples = [case.sent for case in measured if case.sent is not None]
    known = [case.known for case in measured if case.known is not None]
    pool, truth = gather(known, path)
    leaks: list[list[dict[str, str]]] = [[] for _ in examples]
    missing: list[list[str]] = [[] for _ in examples]
    figures: list[Figure] = []
    ranks: dict[str, Ranked] = {}
    if examples:
        figures, ranks = _attacked(measured, examples, known, pool, truth, leaks, missing)
    rows = []
    place = 0
    for case in cases:
        if case.sent is None:
            rows.append(_row(case, [], [] if case.nothing_sent else list(REQUIRED), {}))
            continue
        told = {name: round(float(found.picked[place]), 4) for name, found in ranks.items()}
        rows.append(_row(case, leaks[place], missing[place], told))
        place += 1
    return {
        "n": len(cases),
        "sent": len(examples),
        "pool": {"charts": pool.size(chart=True), "texts": pool.size(chart=False)},
        "verdicts": dict(Counter(row["verdict"] for row in rows)),
        "figures": [asdict(figure) for figure in figures],
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
        "policy": case.sent.policy.id if case.sent is not None else None,
        "verdict": verdict,
        "leaks": list(leaks),
        "not_measured": list(missing),
        "picked": dict(picked),
        "nothing_sent": case.nothing_sent,
    }


def _groups(cases: Sequence[Case]) -> list[tuple[str, Bools]]:
    """All, each policy, charts and texts, and the manifest's own labels."""
    found: dict[str, list[str]] = {"all": ["all"] * len(cases)}
    found["policy"] = [case.sent.policy.id if case.sent else "" for case in cases]
    found["evidence"] = ["chart" if case.sent and case.sent.protected.chart else "text" for case in cases]
    for name in _GROUPS:
        found[name] = [str(case.row.get("attributes", {}).get(name, "")) for case in cases]
    groups = []
    for name, labels in found.items():
        for label in sorted(set(labels) - {""}):
            members = np.array([one == label for one in labels], dtype=bool)
            if name == "all" or not members.all():
                groups.append(("all" if name == "all" else f"{name}: {label}", members))
    return groups


def _attacked(
    cases: Sequence[Case],
    examples: Sequence[Sent],
    known: Sequence[Known],
    pool: Pool,
    truth: NDArray[np.intp],
    leaks: list[list[dict[str, str]]],
    missing: list[list[str]],
) -> tuple[list[Figure], dict[str, Ranked]]:
    groups = _groups(cases)
    figures: list[Figure] = []
    ranks: dict[str, Ranked] = {}

    def shares(attacker: str, measure: str, found: Floats, chance: Floats | float | None) -> None:
        figures.extend(_shares(attacker, measure, found, truth, groups, chance))

    def picks(attacker: str, scores: Floats, because: Callable[[int], str]) -> None:
        found = ranked(scores, truth)
        small = found.candidates < _LEAST_POOL
        found = Ranked(
            *(np.where(small, np.nan, part) for part in (found.picked, found.rank, found.candidates))
        )
        ranks[attacker] = found
        figures.extend(rank_figures(attacker, found, truth, groups))
        for place in np.flatnonzero(found.picked >= _SURE):
            leaks[place].append({"attacker": attacker, "where": because(int(place))})
        for place in np.flatnonzero(small):
            missing[place].append(attacker)

    said = words.attack(examples, pool, truth)
    hit = np.array([float(bool(hits)) for hits in said.hits])
    shares("words", "a word of the source occurs", hit, said.chance)
    for place, hits in enumerate(said.hits):
        if hits:
            leaks[place].append(
                {"attacker": "words", "where": "; ".join(f"{h.where} ({h.how})" for h in hits[:5])}
            )
    picks("words", said.scores, lambda place: "its words together")

    matched = structure.match(examples, pool)
    shaped = structure.likelihoods(matched, truth, structure.policies_of(examples))
    because = structure.because(matched, truth)
    picks("structure", shaped, lambda place: ", ".join(because[place]) or "all views together")

    guessed = values.attack(examples, known, truth)
    shares("values", "a number guessed within 5 %", guessed.guessed, guessed.blind)
    shares("values", "advantage over the blind guess", guessed.guessed - guessed.blind, 0.0)
    shares("values", "a year guessed", guessed.years, guessed.years_blind)
    shares("values", "order of two numbers told", guessed.order, 0.5)
    shares("values", "a number went out as it was", (guessed.kept > 0).astype(float), 0.0)
    for place in map(int, np.flatnonzero(guessed.kept)):
        leaks[place].append(
            {"attacker": "values", "where": f"{guessed.kept[place]} small integers as they were"}
        )

    single = {"shapes": shaped}
    try:
        single["combined"] = combined.attack(examples, pool, truth, matched, shaped, said)
        picks("combined", single["combined"], lambda place: "all of them together")
    except UsageError as error:
        figures.append(_unmeasured("combined", str(error)))
        for one in missing:
            one.append("combined")
    figures.append(_unmeasured("meaning", "no sentence embeddings in this version"))
    figures.extend(_repeated(examples, known, single, pool, truth))
    return figures, ranks


def _shares(
    attacker: str,
    measure: str,
    found: Floats,
    truth: NDArray[np.intp],
    groups: Sequence[tuple[str, Bools]],
    chance: Floats | float | None,
) -> list[Figure]:
    """One share for each group."""
    return [
        share(
            attacker,
            measure,
            group,
            found[members],
            truth[members],
            chance[members] if isinstance(chance, np.ndarray) else chance,
        )
        for group, members in groups
    ]


def _judge(
    report: dict[str, Any], cases: Sequence[Case], out: Path, judging: Judging | None
) -> dict[str, Any]:
    """Adds what the judge says to the figures and verdicts of ``report``; returns the judge's agreement with people, where
    there are labels, and the verdicts anew."""
    if judging is None:
        report["figures"].append(asdict(_unmeasured("judge", "no model was asked (--judge)", "any view")))
        return {}
    asked = [
        judge.Asked(f"{case.folder}/{case.row['id']}", case.sent, case.known)
        for case in cases
        if case.sent is not None and case.known is not None
    ]
    with storage("keeping the judgements"):
        out.mkdir(parents=True, exist_ok=True)
        labels = judge.attack(asked, judging.solver, judging.log, judging.consent, out / "judge.jsonl")
    groups = _by_policy([one.sent.policy.id for one in asked])
    everyone = np.arange(len(asked))
    for place, view in enumerate(judge.VIEWS):
        figures = _shares("judge", view, labels[:, place], everyone, groups, None)
        report["figures"] += [asdict(figure) for figure in figures]
    found = labels.max(axis=1, initial=0) if len(labels) else labels.sum(axis=1)
    report["figures"] += [asdict(f) for f in _shares("judge", "any view", found, everyone, groups, None)]
    rows = [row for row, case in zip(report["examples"], cases, strict=True) if case.sent is not None]
    for row, said in zip(rows, labels, strict=True):
        views = [view for view, yes in zip(judge.VIEWS, said, strict=True) if yes == 1]
        if views:
            row["leaks"].append({"attacker": "judge", "where": ", ".join(views)})
            row["verdict"] = "LEAK"
        elif np.isnan(said).any():
            row["not_measured"].append("judge")
    if judging.calibrate:
        calibration.write_sheet(out / "calibration.csv", asked, labels, judging.calibrate)
    changed: dict[str, Any] = {"verdicts": dict(Counter(row["verdict"] for row in report["examples"]))}
    if judging.annotated:
        sheets = [calibration.read_sheet(path) for path in judging.annotated]
        said_by_judge = {
            one.key: list(map(int, said))
            for one, said in zip(asked, labels, strict=True)
            if not np.isnan(said).any()
        }
        compared = calibration.agreement(said_by_judge, calibration.majority(sheets))
        changed["agreement"] = {view: asdict(one) for view, one in compared.items()}
    return changed


def _active(run: bool) -> list[Figure]:
    name, measure = "active solver", "hostile programs that told something"
    if not run:
        return [_unmeasured(name, "left out", measure)]
    found = active.attack()
    told = np.array([float(bits > 0) for bits in found.bits.values()])
    return [share(name, measure, "all", told, np.arange(len(told)), 0.0)]


def _unmeasured(attacker: str, reason: str, measure: str = "picked first") -> Figure:
    return Figure(attacker, measure, "all", 0, None, reason=reason)


def _repeated(
    examples: Sequence[Sent],
    known: Sequence[Known],
    single: Mapping[str, Floats],
    pool: Pool,
    truth: NDArray[np.intp],
) -> list[Figure]:
    found = repeated.attack(examples, known, single, pool, truth)
    figures = []
    for k in repeated.KS:
        name = f"repeated asks, k = {k}"
        if k not in found:
            figures.append(_unmeasured(name, f"no source was asked about {k} times under one policy"))
            continue
        asks = found[k]
        groups = _by_policy(asks.policies)
        for way, scores in asks.scores.items():
            ranks = ranked(scores, asks.truth)
            chance = 1 / np.maximum(ranks.candidates, 1)
            figures += _shares(name, f"picked first by {way}", ranks.picked, asks.truth, groups, chance)
        figures += _shares(name, "order of two numbers told", asks.order, asks.truth, groups, 0.5)
    return figures


def _by_policy(policies: Sequence[str]) -> list[tuple[str, Bools]]:
    """All, and each policy where there are several."""
    everyone = [("all", np.ones(len(policies), dtype=bool))]
    names = sorted(set(policies))
    each = [(f"policy: {name}", np.array([one == name for one in policies])) for name in names]
    return everyone + (each if len(names) > 1 else [])
