"""A part of a chart that was rewritten whole: the same words and literals, and everything restores to the same cells."""

from __future__ import annotations

import random
from decimal import Decimal

from hypothesis import given, settings
from hypothesis import strategies as st

from recast.numbers.mapping import protect
from recast.policy import PRESETS
from recast.release.source_check import source_check
from recast.rewrite.lexicon import lexicon
from recast.rewrite.part import part_of
from recast.solve.charts.disclosure import part_table
from recast.types import Cell, Record, Series, Table, Vault

LABELS = ("Norwick", "Southmoor", "Coastline", "Islet", "Brink", "2019")
NAMES = ("Harvest", "Rain", "Wind")
WHOLE = Table(
    "bar", "vertical", "Harvest by district", "", "District", "", "nominal", LABELS, tuple(map(Series, NAMES)),
    tuple(tuple(Cell(Decimal(10 * s + c)) for c in range(len(LABELS))) for s in range(len(NAMES))),
)  # fmt: skip
QUESTION = "What is the sum of all values?"


@settings(max_examples=30, deadline=None)
@given(
    st.sets(st.integers(0, len(LABELS) - 1), min_size=1),
    st.sets(st.integers(0, len(NAMES) - 1), min_size=1),
    st.integers(0, 99),
)
def test_every_literal_of_the_part_is_the_wholes_and_restores_to_the_same_cell(
    rows: set[int], series: set[int], seed: int
) -> None:
    draw, policy = random.Random(seed), PRESETS["balanced"]
    record = Record("r", "text", "", QUESTION, (), WHOLE)
    rewritten = lexicon(record, policy, draw, b"k" * 32)
    protected, numbers = protect(rewritten, policy, draw)
    vault = Vault(record, numbers, rewritten.substitutions, rewritten.row_order, ("cell:0:0",), protected)
    part = part_table(WHOLE, sorted(rows), sorted(series))
    made, kept = part_of(protected, vault, part, sorted(rows), sorted(series))
    assert made.chart is not None
    assert made.literals <= protected.literals
    assert made.names <= protected.names
    assert not source_check(made, kept).findings
    shown = {value for row in made.chart.values for value in row if value is not None}
    assert {kept.numbers.inverse[literal][0].value for literal in shown} == {
        cell.value for row in part.cells for cell in row
    }
    assert len(shown) == len(rows) * len(series)
    assert kept.unsure == (("cell:0:0",) if 0 in rows and 0 in series else ())
