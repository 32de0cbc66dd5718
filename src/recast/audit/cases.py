"""The examples that an audit looks at: each with its row of the evaluation's report, and all that was sent for it.

An example of which several releases went out (two asks, or sentences to a remote voice only) stands for their union:
attackers score each release, and what they found is brought together here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from recast import sent
from recast.errors import UsageError
from recast.sent import Known, Sent

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

_GROUPS = ("chart_kind", "question_kind", "cells", "dataset")


@dataclass(frozen=True, slots=True)
class Case:
    """One example of an evaluation: its row of the report, and each release that was sent for it with its source."""

    folder: str
    row: Mapping[str, Any]
    releases: tuple[tuple[Sent, Known], ...]

    @property
    def policy(self) -> str | None:
        """The policy under which something was sent."""
        return self.releases[0][0].policy.id if self.releases else None

    @property
    def nothing_sent(self) -> bool:
        """Whether the example ended before anything left."""
        return not self.releases and self.row["protected"]["status"] in ("withheld", "refused")


def load(folders: Sequence[Path]) -> tuple[Case, ...]:
    """The examples of each evaluation's folder. Raises ``UsageError`` where one holds no report."""
    cases = []
    for folder in folders:
        for row in report_rows(folder):
            pairs = tuple(sent.read(folder, path) for path in row["protected"].get("sent") or ())
            cases.append(Case(folder.name, row, pairs))
    return tuple(cases)


def report_rows(folder: Path) -> list[dict[str, Any]]:
    """The rows of an evaluation's report, one an example. Raises ``UsageError`` where the folder holds none."""
    try:
        rows = json.loads((folder / "report.json").read_text(encoding="utf-8"))["examples"]
        return [{**row, "id": row["id"], "protected": {**row["protected"]}} for row in rows]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UsageError(f"{folder} holds no report of `recast evaluate`") from error


@dataclass(frozen=True, slots=True)
class Union:
    """Which release belongs to which example: ``owner[release]``, ascending and without a gap."""

    owner: NDArray[np.intp]

    @property
    def firsts(self) -> NDArray[np.intp]:
        """The first release of each example."""
        return np.unique(self.owner, return_index=True)[1].astype(np.intp)

    def total(self, scores: NDArray[Any]) -> NDArray[Any]:
        """What is found of the releases of an example, added up: log-likelihoods of one source, or counts."""
        summed: NDArray[Any] = np.add.reduceat(scores, self.firsts, axis=0)
        return summed

    def mean(self, found: Floats) -> Floats:
        """The mean over the releases of an example of which something was found; NaN where there is none."""
        known = ~np.isnan(found)
        counts = self.total(known.astype(float))
        return np.where(counts > 0, self.total(np.where(known, found, 0.0)) / np.maximum(counts, 1), np.nan)


def union_of(cases: Sequence[Case]) -> Union:
    """The union of the releases of ``cases``, each of which has one at least."""
    return Union(np.repeat(np.arange(len(cases)), [len(case.releases) for case in cases]))


def groups_of(cases: Sequence[Case]) -> list[tuple[str, Bools]]:
    """All, each policy, charts and texts, and the manifest's own labels."""
    found: dict[str, list[str]] = {"all": ["all"] * len(cases)}
    found["policy"] = [case.policy or "" for case in cases]
    found["evidence"] = ["chart" if case.releases[0][1].is_chart else "text" for case in cases]
    for name in _GROUPS:
        found[name] = [str(case.row.get("attributes", {}).get(name, "")) for case in cases]
    groups = []
    for name, labels in found.items():
        for label in sorted(set(labels) - {""}):
            members = np.array([one == label for one in labels], dtype=bool)
            if name == "all" or not members.all():
                groups.append(("all" if name == "all" else f"{name}: {label}", members))
    return groups
