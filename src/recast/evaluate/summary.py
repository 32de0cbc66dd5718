"""The figures of an evaluation, from its rows alone: accuracy on both sides, ends and losses, by every label of the manifest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from recast.evaluate.examples import BREAKDOWN

RULES = ("relaxed", "strict")


def summarise(rows: Sequence[Mapping[str, Any]], native: bool) -> dict[str, Any]:
    """interfaces §7, from the rows alone."""
    summary = _summary(rows, native)
    breakdown = {
        name: {
            str(value): _summary(part, native)
            for value, part in _grouped(rows, [row["attributes"].get(name) for row in rows])
        }
        for name in BREAKDOWN
    }
    breakdown["half"] = {
        str(value): _summary(part, native) for value, part in _grouped(rows, [row["half"] for row in rows])
    }
    return {
        "summary": summary,
        "breakdown": {k: v for k, v in breakdown.items() if v},
        "examples": list(rows),
    }


def _grouped(
    rows: Sequence[Mapping[str, Any]], values: Sequence[Any]
) -> list[tuple[Any, list[Mapping[str, Any]]]]:
    groups: dict[Any, list[Mapping[str, Any]]] = {}
    for row, value in zip(rows, values, strict=True):
        if value is not None:
            groups.setdefault(value, []).append(row)
    return sorted(groups.items(), key=lambda item: str(item[0]))


def _summary(rows: Sequence[Mapping[str, Any]], native: bool) -> dict[str, Any]:
    def share(side: str, rule: str) -> float | None:
        return None if side == "native" and not native else sum(row[side][rule] for row in rows) / len(rows)

    def ratio(rule: str) -> float | None:
        reference = share("native", rule)
        return share("protected", rule) / reference if reference else None  # type: ignore[operator]

    statuses = Counter(row["protected"]["status"] for row in rows)
    losses = Counter(row["loss"] for row in rows if row["loss"])
    told = [row["transcript"] for row in rows if row.get("transcript")]
    turned = sum(
        bool(row["native"] and row["native"]["relaxed"] and not row["protected"]["relaxed"]) for row in rows
    )
    return {
        "n": len(rows),
        "native": {
            "accuracy_relaxed": share("native", "relaxed"),
            "accuracy_strict": share("native", "strict"),
        }
        if native
        else None,
        "protected": {
            "accuracy_relaxed": share("protected", "relaxed"),
            "accuracy_strict": share("protected", "strict"),
        },
        "transcript": {
            "n": len(told),
            **{f"accuracy_{rule}": sum(side[rule] for side in told) / len(told) for rule in RULES},
        }
        if told
        else None,
        "nacc_relaxed": ratio("relaxed"),
        "nacc_strict": ratio("strict"),
        "turned_wrong": turned if native else None,
        "withheld": statuses["withheld"] / len(rows),
        "refused": statuses["refused"] / len(rows),
        "unconfirmed": statuses["unconfirmed"] / len(rows),
        "solver_failed": statuses["solver_failed"] / len(rows),
        "leak_findings": sum(row["leak_findings"] for row in rows),
        "losses": dict(losses),
    }
