"""How far the judge agrees with people: a sheet to be filled in, and agreement with Cohen's κ (P Appendix B.6).

The sheet holds pairs of original and sent, as many that the judge calls leaks as others where there are enough, in a
shuffled order and without the judge's labels or the policy. It carries originals: only its user may read it.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from recast.audit.judge import VIEWS, Asked, everything_sent, original
from recast.errors import UsageError
from recast.storage import storage, write_private

_SEED = 42
_YES, _NO = frozenset({"yes", "y", "1", "true"}), frozenset({"no", "n", "0", "false"})


@dataclass(frozen=True, slots=True)
class Agreement:
    """Between two sides: the share of pairs with the same label, and κ (None where one side uses one label only)."""

    n: int
    share: float
    kappa: float | None


def write_sheet(path: Path, cases: Sequence[Asked], labels: NDArray[np.float64], count: int) -> None:
    """Writes ``count`` pairs to be labelled."""
    positive = np.nanmax(np.where(np.isnan(labels), 0, labels), axis=1) > 0
    judged = ~np.isnan(labels).any(axis=1)
    draw = np.random.default_rng(_SEED)
    sides = [draw.permutation(np.flatnonzero(judged & (positive == side))) for side in (True, False)]
    half = min(len(sides[0]), max(count // 2, count - len(sides[1])))
    chosen = draw.permutation(np.concatenate([sides[0][:half], sides[1][: count - half]]))
    sheet = io.StringIO()
    rows = csv.writer(sheet)
    rows.writerow(["key", "original", "sent", *VIEWS])
    for place in chosen:
        case = cases[int(place)]
        rows.writerow([case.key, original(case), everything_sent(case), *("" for _ in VIEWS)])
    with storage("writing the calibration sheet"):
        write_private(path, sheet.getvalue().encode())


def read_sheet(path: Path) -> dict[str, list[int]]:
    """The labels of a filled sheet by key. Raises ``UsageError`` with the row at fault."""
    try:
        rows = list(csv.DictReader(path.read_text(encoding="utf-8-sig").splitlines(keepends=True)))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise UsageError(f"the sheet {path} cannot be read") from error
    found = {}
    for number, row in enumerate(rows, start=1):
        said = [str(row.get(view) or "").strip().casefold() for view in VIEWS]
        if not row.get("key") or not set(said) <= _YES | _NO:
            raise UsageError(f"the sheet {path}, pair {number}: each view needs yes or no")
        found[str(row["key"])] = [int(one in _YES) for one in said]
    return found


def majority(sheets: Sequence[Mapping[str, Sequence[int]]]) -> dict[str, list[int]]:
    """The label of most annotators for each view of each pair that all have labelled; a tie is no."""
    keys = set.intersection(*(set(sheet) for sheet in sheets)) if sheets else set()
    return {
        key: [int(2 * sum(sheet[key][v] for sheet in sheets) > len(sheets)) for v in range(len(VIEWS))]
        for key in sorted(keys)
    }


def agreement(
    first: Mapping[str, Sequence[int]], second: Mapping[str, Sequence[int]]
) -> dict[str, Agreement]:
    """By view, and for "any" view, over the pairs that both sides labelled."""
    keys = sorted(first.keys() & second.keys())
    if not keys:
        raise UsageError("no pair was labelled by both sides")
    sides = [np.array([[*side[key], int(any(side[key]))] for key in keys]) for side in (first, second)]
    return {
        view: _agreement(sides[0][:, place], sides[1][:, place]) for place, view in enumerate((*VIEWS, "any"))
    }


def _agreement(first: NDArray[np.int64], second: NDArray[np.int64]) -> Agreement:
    same = float((first == second).mean())
    yes = float(first.mean()), float(second.mean())
    by_chance = yes[0] * yes[1] + (1 - yes[0]) * (1 - yes[1])
    return Agreement(len(first), same, (same - by_chance) / (1 - by_chance) if by_chance < 1 else None)
