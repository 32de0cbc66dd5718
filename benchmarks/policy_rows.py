"""Which source was it? The structure attacker over one pool under seven policies, from ``paper`` to padded shapes.

    python benchmarks/policy_rows.py POOL          # JSON lines: id, rows with a header row

Every table of the pool is released once under each policy by the number map alone: no picture is drawn and no word is
rewritten. Names carry nothing: every label is the same word, with a numeral where the source's label holds one (``labels``:
so that only the position of numerals shows), and years where an axis consists of years. One JSON object on standard
output: the share of tables that the attacker picks first, with its interval and chance.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path
from typing import Literal

import numpy as np

from recast.audit.figures import ranked, share
from recast.audit.pool import Candidate, pool_of, read_candidates
from recast.audit.structure import attack
from recast.numbers.context import table_context
from recast.numbers.mapping import protect
from recast.numbers.numerals import year_labels
from recast.policy import PRESETS, Policy
from recast.rewrite.rows import permutation, permuted
from recast.sent import Known, Sent, issued
from recast.types import Cell, Rewritten, Series, Substitutions, Table

SEED = 42
_KEY = b"policy rows"
_PAPER = PRESETS["paper"]
_PERMUTED = replace(_PAPER, rows="permuted")
_BY_ROLE = replace(_PERMUTED, small_integers="role")
_GLOBAL = replace(_BY_ROLE, order="global")
_NONE = replace(_GLOBAL, order="none", identity="quantity")


@dataclass(frozen=True, slots=True)
class Row:
    """A policy and what its releases show beside the numbers. ``measured``: the share in the design, to compare with."""

    name: str
    policy: Policy
    measured: float
    labels: Literal["numerals", "words"] = "numerals"
    steps: tuple[int, int] = (1, 1)


ROWS = (
    Row("paper", _PAPER, 0.925),
    Row("+ rows permuted", _PERMUTED, 0.849),
    Row("+ small integers mapped by role", _BY_ROLE, 0.732),
    Row("+ no bands", _GLOBAL, 0.699),
    Row("order none: shape, time axis and year gaps", _NONE, 0.133),
    Row("order none: shape only", _NONE, 0.054, "words"),
    Row("order none: shape padded to steps of 4 rows, 2 columns", _NONE, 0.014, "words", (4, 2)),
)


def nameless(table: Table, labels: Literal["numerals", "words"]) -> Table:
    """The table with nothing in its labels but numerals' positions and, on an axis of years, the years."""
    timed = labels == "numerals" and table.category_role == "time"
    return replace(
        table,
        kind="bar",
        title="",
        x_title="",
        y_title="",
        category_role="time" if timed else "nominal",
        categories=_nameless(table.categories, labels),
        series=tuple(
            Series(label) for label in _nameless([s.label or table.y_title for s in table.series], labels)
        ),
    )


def _nameless(labels: Sequence[str], shown: Literal["numerals", "words"]) -> tuple[str, ...]:
    if shown == "words":
        return tuple("name" for _ in labels)
    if all(year is not None for year in year_labels(labels)):
        return tuple(labels)
    return tuple("name 77.7" if re.search(r"\d", label) else "name" for label in labels)


def padded(table: Table, steps: tuple[int, int]) -> Table:
    """The table with decoys up to the next step of rows and columns."""
    rows = -(-len(table.categories) // steps[0]) * steps[0]
    columns = -(-len(table.series) // steps[1]) * steps[1]
    filled = [(*row, *(Cell(Decimal(1)),) * (rows - len(row))) for row in table.cells]
    filled += [(Cell(Decimal(1)),) * rows] * (columns - len(filled))
    return replace(
        table,
        categories=(*table.categories, *("name",) * (rows - len(table.categories))),
        series=(*table.series, *(Series("name"),) * (columns - len(table.series))),
        cells=tuple(filled),
    )


def released(table: Table, row: Row, draw: random.Random) -> tuple[Sent, Known]:
    """What goes out of a table under a row's policy, and its source."""
    order: tuple[int, ...] = ()
    shown = padded(table, row.steps)
    if row.policy.rows == "permuted" and shown.category_role == "nominal":
        order = permutation(shown, _KEY)
        cells = tuple(permuted(cells, order) for cells in shown.cells)
        shown = replace(shown, categories=permuted(shown.categories, order), cells=cells)
    rewritten = Rewritten("image", "", (), shown, "", Substitutions(), order)
    protected, numbers = protect(rewritten, row.policy, draw)
    return Sent("", row.policy, protected), Known(True, table_context(table), "", (), issued(numbers))


def measure(candidates: Sequence[Candidate], row: Row) -> dict[str, object]:
    draw = random.Random(SEED)
    known = [
        replace(candidate, table=nameless(candidate.table, row.labels))
        for candidate in candidates
        if candidate.table is not None
    ]
    sent = [released(candidate.table, row, draw)[0] for candidate in known if candidate.table is not None]
    truth = np.arange(len(known))
    found = ranked(attack(sent, pool_of(known), truth).scores, truth)
    figure = share("structure", "picked first", row.name, found.picked, truth, 1 / len(known))
    assert figure.value is not None
    return {
        "released": row.name,
        "picked": round(figure.value, 4),
        "interval": [figure.low, figure.high],
        "chance": figure.chance,
        "design": row.measured,
        "n": figure.n,
    }


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("pool", type=Path)
    candidates = tuple(read_candidates(arguments.parse_args().pool))
    print(json.dumps([measure(candidates, row) for row in ROWS], indent=2))


if __name__ == "__main__":
    main()
