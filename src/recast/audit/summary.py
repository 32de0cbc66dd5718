"""Utility beside leakage, for each policy: the data behind the page of ``recast report``.

Reads the reports of one or more evaluations and one audit of them. Nothing of a source is in it: figures, identifiers of
examples, and the labels of groups. What was not measured is ``None``.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from recast.audit.cases import report_rows
from recast.audit.figures import share
from recast.errors import UsageError
from recast.policy import PRESETS

ATTACKERS = ("words", "structure", "meaning", "combined")
KINDS = {"chart_kind": "chart kind", "question_kind": "question kind"}
_PRESETS = {policy.id: name for name, policy in PRESETS.items()}
_ENDS = ("answered", "unconfirmed", "withheld", "refused", "wrong_type", "solver_failed")

Row = Mapping[str, Any]


def summary(folders: Sequence[Path], audit: Path) -> dict[str, Any]:
    """What the page shows. Raises ``UsageError`` where a report or the audit cannot be read, or does not belong to these
    evaluations."""
    try:
        audited = json.loads((audit / "audit.json" if audit.is_dir() else audit).read_text(encoding="utf-8"))
        told = {(one["folder"], one["id"]): one for one in audited["examples"]}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UsageError(f"{audit} holds no audit of `recast audit`") from error
    runs: dict[str, list[tuple[Row, Row, Path]]] = defaultdict(list)
    for folder in folders:
        rows = report_rows(folder)
        pairs = [(row, told.get((folder.name, row["id"])), folder) for row in rows]
        if any(found is None for _, found, _ in pairs):
            raise UsageError(f"the audit does not hold every example of {folder}: audit it again")
        policies = Counter(found["policy"] for _, found, _ in pairs if found and found["policy"])
        usual = policies.most_common(1)[0][0] if policies else "nothing sent"
        for row, found, place in pairs:
            if found is not None:
                runs[found["policy"] or usual].append((row, found, place))
    return {
        "examples": sum(map(len, runs.values())),
        "pool": audited["pool"],
        "policies": {
            _PRESETS.get(name, name): _policy(name, cases, audited["figures"], len(runs))
            for name, cases in runs.items()
        },
        "figures": audited["figures"],
        "agreement": audited.get("agreement", {}),
        "resources": audited.get("resources", {}),
    }


def _policy(
    name: str, cases: Sequence[tuple[Row, Row, Path]], figures: Sequence[Row], policies: int
) -> dict[str, Any]:
    rows = [row for row, _, _ in cases]
    group = f"policy: {name}" if policies > 1 else "all"
    natives = [row["native"] for row in rows if row["native"] is not None]
    native = _mean([float(one["relaxed"]) for one in natives])
    protected = _mean([float(row["protected"]["relaxed"]) for row in rows])
    ends = Counter(row["protected"]["status"] for row in rows)
    return {
        "n": len(rows),
        "native": native,
        "protected": protected,
        "protected_strict": _mean([float(row["protected"]["strict"]) for row in rows]),
        "nacc": _ratio(protected, native),
        "ends": {end: ends[end] / len(rows) for end in _ENDS},
        "losses": dict(Counter(row["loss"] for row in rows if row["loss"])),
        "verdicts": dict(Counter(found["verdict"] for _, found, _ in cases)),
        "leakage": {
            f"{figure['attacker']}: {figure['measure']}": figure
            for figure in figures
            if figure["group"] == group or (figure["group"] == "all" and figure["value"] is None)
        },
        "by": {title: _by(cases, attribute) for attribute, title in KINDS.items()},
        "cost": _cost(cases),
    }


def _mean(values: Sequence[float]) -> dict[str, float] | None:
    """A share with its interval."""
    if not values:
        return None
    found = share("", "", "", np.array(values), np.arange(len(values)), None)
    return {"value": found.value or 0.0, "low": found.low or 0.0, "high": found.high or 0.0}


def _ratio(part: Mapping[str, float] | None, whole: Mapping[str, float] | None) -> float | None:
    return part["value"] / whole["value"] if part and whole and whole["value"] else None


def _by(cases: Sequence[tuple[Row, Row, Path]], attribute: str) -> dict[str, Any]:
    """Utility and leakage of each group of examples that the manifest names."""
    groups: dict[str, list[tuple[Row, Row]]] = defaultdict(list)
    for row, found, _ in cases:
        label = row.get("attributes", {}).get(attribute)
        if label is not None:
            groups[str(label)].append((row, found))
    return {
        label: {
            "n": len(members),
            "protected": _mean([float(row["protected"]["relaxed"]) for row, _ in members]),
            "picked": {
                attacker: _mean(
                    [found["picked"][attacker] for _, found in members if attacker in found["picked"]]
                )
                for attacker in ATTACKERS
            },
            "leaks": _mean([float(found["verdict"] == "LEAK") for _, found in members]),
        }
        for label, members in sorted(groups.items())
    }


def _cost(cases: Sequence[tuple[Row, Row, Path]]) -> dict[str, Any]:
    """Seconds of an ask, protected and native, the bytes of the medium and of all requests, and the tokens that the solver
    told of: median and 95th percentile."""
    sizes = []
    for row, _, folder in cases:
        medium = row["protected"].get("media")
        if medium and (folder / medium).is_file():
            sizes.append(float((folder / medium).stat().st_size))
    sides = [row["protected"] for row, _, _ in cases]
    native = [float(row["native"]["seconds"]) for row, _, _ in cases if row["native"] is not None]
    return {
        "seconds": _quantiles([float(side["seconds"]) for side in sides]),
        "native_seconds": _quantiles(native),
        "medium_bytes": _quantiles(sizes),
        "request_bytes": _quantiles([float(side["bytes"]) for side in sides if side.get("bytes")]),
        "tokens": _quantiles([float(side["tokens"]) for side in sides if side.get("tokens") is not None]),
    }


def _quantiles(values: Sequence[float]) -> dict[str, float] | None:
    if not values:
        return None
    return {"median": float(np.quantile(values, 0.5)), "p95": float(np.quantile(values, 0.95))}
