"""Relative mapping similarity: what it must be whatever the tables, and by hand on small ones."""

from __future__ import annotations

import itertools
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from recast.evaluate.rms import Cells, assignment, rms

LABELS = st.text("abcdefgh ", min_size=1, max_size=8)
VALUES = st.integers(-500, 500).map(lambda n: Decimal(n) / 10)


@st.composite
def tables(draw: st.DrawFn) -> dict[tuple[str, str], Decimal]:
    rows = draw(st.lists(LABELS, min_size=1, max_size=5, unique_by=_folded))
    columns = draw(st.lists(LABELS, min_size=1, max_size=4, unique_by=_folded))
    return {(row, column): draw(VALUES) for row in rows for column in columns}


def _folded(label: str) -> str:
    return " ".join(label.split())


@given(tables())
def test_a_table_is_itself(table: Cells) -> None:
    score = rms(table, table)
    assert (score.precision, score.recall, score.f1) == pytest.approx((1, 1, 1))


@given(tables())
def test_nothing_is_in_an_empty_table(table: Cells) -> None:
    assert rms({}, table).f1 == 0
    assert rms(table, {}).f1 == 0
    assert rms({}, {}).f1 == 1


@given(tables(), tables(), st.randoms())
def test_order_does_not_matter(read: Cells, expected: Cells, rng: object) -> None:
    shuffled = list(read.items())
    rng.shuffle(shuffled)  # type: ignore[attr-defined]
    assert rms(dict(shuffled), expected).f1 == pytest.approx(rms(read, expected).f1, abs=1e-6)


@given(tables(), tables())
def test_a_table_may_be_read_the_other_way_round(read: Cells, expected: Cells) -> None:
    turned = {(column, row): value for (row, column), value in read.items()}
    assert rms(turned, expected).f1 == pytest.approx(rms(read, expected).f1, abs=1e-9)


@given(tables(), tables())
def test_it_is_a_share(read: Cells, expected: Cells) -> None:
    score = rms(read, expected)
    assert 0 <= score.precision <= 1
    assert 0 <= score.recall <= 1


def test_a_value_half_as_far_scores_half_as_much_less() -> None:
    expected = {("Pears", ""): Decimal(100)}
    assert rms({("Pears", ""): Decimal(90)}, expected).f1 == pytest.approx(0.9)
    assert rms({("Pears", ""): Decimal(80)}, expected).f1 == pytest.approx(0.8)
    assert rms({("Pears", ""): Decimal(40)}, expected).f1 == 0
    assert rms({("Pears", ""): Decimal(80)}, expected, theta=0.1).f1 == 0


def test_a_label_one_letter_off_and_a_cell_too_many() -> None:
    expected = {("Pears", ""): Decimal(10), ("Plums", ""): Decimal(20)}
    score = rms({("pears", ""): Decimal(10), ("Pluns", ""): Decimal(20), ("Oats", ""): Decimal(5)}, expected)
    assert score.precision == pytest.approx((1 + 0.8) / 3)
    assert score.recall == pytest.approx((1 + 0.8) / 2)


def test_the_name_of_the_only_column_is_not_compared() -> None:
    expected = {("Pears", "Harvest"): Decimal(10), ("Plums", "Harvest"): Decimal(20)}
    read = {("Pears", ""): Decimal(10), ("Plums", ""): Decimal(20)}
    assert rms(read, expected).f1 == pytest.approx(1)


@given(st.integers(1, 4), st.integers(1, 5), st.randoms())
def test_the_assignment_is_the_cheapest(rows: int, columns: int, rng: object) -> None:
    costs = np.array([[rng.random() for _ in range(columns)] for _ in range(rows)])  # type: ignore[attr-defined]
    found = assignment(costs)
    assert len(found) == min(rows, columns)
    assert len({row for row, _ in found}) == len({column for _, column in found}) == len(found)
    wide = costs if rows <= columns else costs.T
    cheapest = min(
        sum(wide[row, column] for row, column in enumerate(chosen))
        for chosen in itertools.permutations(range(wide.shape[1]), wide.shape[0])
    )
    assert sum(costs[row, column] for row, column in found) == pytest.approx(cheapest)
