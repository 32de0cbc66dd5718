"""What the judge says of the examples of an audit: figures by view, verdicts, the calibration sheet, agreement with people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from recast.audit import calibration, judge
from recast.audit.cases import Case, groups_of
from recast.audit.figures import shares, unmeasured
from recast.stages import Solver
from recast.storage import storage
from recast.wire.log import Log


@dataclass(frozen=True, slots=True)
class Judging:
    """The model that judges, and by whose leave; ``calibrate`` pairs are written out to be labelled by people, and what
    they labelled in ``annotated`` is compared."""

    solver: Solver
    log: Log
    consent: bool
    calibrate: int = 0
    annotated: tuple[Path, ...] = ()


def judge_all(
    report: dict[str, Any], cases: Sequence[Case], out: Path, judging: Judging | None
) -> dict[str, Any]:
    """Adds what the judge says to the figures and verdicts of ``report``; returns the judge's agreement with people, where
    there are labels, and the verdicts anew."""
    if judging is None:
        report["figures"].append(asdict(unmeasured("judge", "no model was asked (--judge)", "any view")))
        return {}
    shown = [case for case in cases if case.releases]
    asked = [judge.Asked(f"{case.folder}/{case.row['id']}", case.releases) for case in shown]
    with storage("keeping the judgements"):
        out.mkdir(parents=True, exist_ok=True)
        labels = judge.attack(asked, judging.solver, judging.log, judging.consent, out / "judge.jsonl")
    groups = groups_of(shown) if shown else []
    everyone = np.arange(len(asked))
    found = {view: labels[:, place] for place, view in enumerate(judge.VIEWS)}
    found["any view"] = labels.max(axis=1, initial=0) if len(labels) else labels.sum(axis=1)
    for view, said in found.items():
        report["figures"] += [asdict(f) for f in shares("judge", view, said, everyone, groups, None)]
    rows = [row for row, case in zip(report["examples"], cases, strict=True) if case.releases]
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
