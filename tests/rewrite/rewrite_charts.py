"""Small charts of our own for the tests of the rewriter."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from recast.policy import PRESETS
from recast.rewrite.lexicon import lexicon
from recast.types import CategoryRole, Cell, Record, Rewritten, Series, Table


def chart(
    categories: Sequence[str],
    series: Sequence[str | Series] = ("",),
    *,
    title: str = "",
    x: str = "",
    y: str = "",
    role: CategoryRole = "nominal",
    unit: str = "",
    scale: str = "",
) -> Table:
    """A bar chart whose cells count up from 10."""
    made = tuple(
        one if isinstance(one, Series) else Series(one, "blue", "#2f7ed8", unit, scale) for one in series
    )
    cells = tuple(
        tuple(Cell(Decimal(10 + 7 * s + c)) for c in range(len(categories))) for s in range(len(made))
    )
    return Table("bar", "vertical", title, "", x, y, role, tuple(categories), made, cells)


def rewritten(
    question: str, table: Table, *, policy: str = "strict", seed: int = 1, choices: Sequence[str] = ()
) -> Rewritten:
    """The record in the words of another world, its question word by word where it is no plain look-up."""
    record = Record("r", "image", "", question, tuple(choices), table)
    told = PRESETS[policy] if policy == "paper" else replace(PRESETS[policy], question="canonical")
    return lexicon(record, told, random.Random(seed), b"a key of the tests")


def label_of(result: Rewritten, source: str) -> str:
    """The protected label of a source label."""
    return next(
        pair.protected for pair in result.substitutions.pairs if pair.source == source and pair.restores
    )


def said(result: Rewritten) -> str:
    """Every string of the result, run together with newlines."""
    table = result.table
    assert table is not None
    texts = [result.question, *result.choices, table.title, table.subtitle, table.x_title, table.y_title]
    texts += [*table.categories, *(text for s in table.series for text in (s.label, s.unit, s.scale))]
    return "\n".join(texts)
