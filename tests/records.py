"""A private chart of our own with everything that protects it, for the tests of the boundary."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from decimal import Decimal

from recast.numbers.context import table_context
from recast.numbers.mapping import protect
from recast.policy import PRESETS, Policy
from recast.rewrite.lexicon import lexicon
from recast.types import Cell, Protected, Record, Series, Table, Vault

QUESTION = "By how many percentage points did ferry use in Port Ellery rise from 2019 to 2020?"


@dataclass(frozen=True)
class Shielded:
    record: Record
    policy: Policy
    protected: Protected
    vault: Vault


def ferries() -> Table:
    values = {"2019": ("71", "64", "55"), "2020": ("78", "70", "64")}
    return Table(
        kind="grouped_bar",
        orientation="vertical",
        title="Ferry use by harbour town",
        subtitle="Residents surveyed in spring",
        x_title="Harbour town",
        y_title="Share of residents",
        category_role="nominal",
        categories=("Port Ellery", "Saint Brannoc", "Kilmory"),
        series=(Series("2019", "blue", "#2f7ed8", "%"), Series("2020", "navy", "#0f283f", "%")),
        cells=tuple(tuple(Cell(Decimal(value), f"{value}%") for value in row) for row in values.values()),
    )


def shielded(
    question: str = QUESTION, preset: str = "strict", table: Table | None = None, seed: int = 7
) -> Shielded:
    """The record protected by the preset, but with its question reworded where the rewriter has no sentence of ours."""
    policy = PRESETS[preset] if preset == "paper" else replace(PRESETS[preset], question="canonical")
    draw = random.Random(seed)
    source = table or ferries()
    record = Record("r1", "image", table_context(source), question, (), source)
    rewritten = lexicon(record, policy, draw)
    protected, numbers = protect(rewritten, policy, draw)
    vault = Vault(record, numbers, rewritten.substitutions, rewritten.row_order, (), protected)
    return Shielded(record, policy, protected, vault)
