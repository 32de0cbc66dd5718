"""Two orders of numbers are alike where rows may have been moved, and nothing but the order counts."""

from __future__ import annotations

import random
from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from audit_sets import released, tables
from hypothesis import given, settings
from hypothesis import strategies as st

from recast.audit.orders import alike, drawn, orders_of
from recast.audit.pool import Candidate, pool_of
from recast.policy import PRESETS
from recast.types import Cell, Series, Table

FEW = settings(max_examples=30, deadline=None)


def table(rows: list[list[float | None]]) -> Table:
    """``rows[category][series]``."""
    cells = tuple(
        tuple(Cell(None if value is None else Decimal(str(value))) for value in column)
        for column in zip(*rows, strict=True)
    )
    names = tuple(map(str, range(len(rows))))
    return Table("bar", "vertical", "", "", "", "", "nominal", names, (Series(""),) * len(cells), cells)


def likeness(values: list[list[float | None]], *candidates: Table | None) -> list[float]:
    shown = np.array([[np.nan if v is None else v for v in row] for row in values])
    found = alike(shown, orders_of(pool_of([Candidate("", one, "a text") for one in candidates])))
    return [round(float(one), 6) for one in found]


ROWS = (
    st.integers(1, 3)
    .flatmap(
        lambda width: st.lists(
            st.lists(st.integers(-99, 999), min_size=width, max_size=width), min_size=4, max_size=6
        )
    )
    .filter(lambda rows: len({value for row in rows for value in row}) == sum(map(len, rows)))
)


@FEW
@given(ROWS)
def test_the_same_order_is_found_whatever_the_values_are(rows: list[list[float | None]]) -> None:
    grown = [[None if value is None else value**3 + 7 for value in row] for row in rows]
    assert likeness(rows, table(rows), table(grown)) == [1, 1]


@FEW
@given(ROWS, st.randoms())
def test_moved_rows_are_put_by_size(rows: list[list[float | None]], draw: random.Random) -> None:
    ranks = {
        value: rank for rank, value in enumerate(sorted(v for row in rows for v in row if v is not None))
    }
    means = [sum(ranks[value] for value in row if value is not None) for row in rows]
    if len(set(means)) == len(means):
        assert likeness(rows, table(draw.sample(rows, len(rows)))) == [1]


def test_the_other_way_round_is_least_alike_and_another_shape_or_a_text_is_not() -> None:
    rows: list[list[float | None]] = [[1, 8], [2, 7], [3, 6]]
    assert likeness(rows, table([[8, 1], [7, 2], [6, 3]]))[0] < -0.5
    assert likeness(rows, table([[1], [2], [3]]), None, table([[1, 2, 3], [4, 5, 6]])) == [0, 0, 0]


def test_too_few_numbers_say_nothing() -> None:
    assert likeness([[1], [2]], table([[1], [2]])) == [0]
    assert list(alike(None, orders_of(pool_of([Candidate("", table([[1], [2], [3]]))])))) == [0]


def test_a_missing_value_counts_as_the_last() -> None:
    assert likeness([[1], [None], [2], [3]], table([[1], [9], [2], [3]])) == [1]


@pytest.mark.parametrize(("preset", "least", "most"), [("paper", 0.999, 1.001), ("strict", -1, 0.999)])
def test_a_release_shows_the_order_of_its_source_where_the_policy_keeps_it(
    preset: str, least: float, most: float
) -> None:
    (source,) = tables(1, rows=7, columns=3)
    sent, _ = released(source, random.Random(1), PRESETS[preset])
    shown = drawn(sent)
    assert shown is not None
    assert shown.shape == (7, 3)
    (found,) = alike(shown, orders_of(pool_of([Candidate("", source)])))
    assert least <= found < most


def test_a_text_has_no_order() -> None:
    (source,) = tables(1)
    sent, _ = released(source, random.Random(1))
    assert drawn(replace(sent, protected=replace(sent.protected, chart=None))) is None
