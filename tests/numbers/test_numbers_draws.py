"""Literals are drawn apart and distinct, and say of the values what the policy lets them say, and no more."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import combinations, pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

from recast.errors import Refused
from recast.numbers.draws import draw_data, draw_years, is_said_plainly, literal_key, plain
from recast.policy import PRESETS

VALUES = st.lists(st.decimals(-5000, 99999, places=2), min_size=1, max_size=12)
YEARS = st.lists(st.integers(1700, 2090), min_size=1, max_size=10, unique=True).map(sorted)
FEW = settings(max_examples=40, deadline=None)


def data(
    values: Sequence[Decimal], seed: int = 1, taken: Any = (), spoken: bool = False, **switches: Any
) -> tuple[str, ...]:
    policy = replace(PRESETS["strict"], **switches)
    return draw_data(values, policy, random.Random(seed), frozenset(taken), spoken)


def years(
    given: Sequence[int], seed: int = 1, taken: Any = (), spoken: bool = False, **switches: Any
) -> tuple[str, ...]:
    policy = replace(PRESETS["strict"], **switches)
    return draw_years(given, policy, random.Random(seed), frozenset(taken), spoken)


def ranks(values: Sequence[Any]) -> list[int]:
    return sorted(range(len(values)), key=lambda place: values[place])


@FEW
@given(VALUES, VALUES, st.integers(0, 99))
def test_without_order_only_the_count_of_values_counts(
    one: list[Decimal], two: list[Decimal], seed: int
) -> None:
    least = min(len(one), len(two))
    assert data(one[:least], seed, order="none") == data(two[:least], seed, order="none")


@FEW
@given(
    VALUES,
    st.sampled_from(["none", "bands", "global"]),
    st.sampled_from(["one_form", "two_decimals"]),
    st.booleans(),
)
def test_every_value_has_a_literal_of_its_own_that_is_not_taken(
    values: list[Decimal], order: str, form: str, spoken: bool
) -> None:
    taken = data(values, 7, spoken=spoken, order=order, form=form)
    drawn = data(values, 7, taken, spoken, order=order, form=form)
    assert len(set(drawn)) == len(values)
    assert not set(drawn) & set(taken)
    assert all(literal_key(literal) == literal for literal in drawn)
    assert not spoken or all(map(is_said_plainly, drawn))


@FEW
@given(st.lists(st.decimals(1, 99999, places=2), min_size=2, max_size=12, unique=True))
def test_order_is_kept_as_far_as_the_policy_keeps_it(values: list[Decimal]) -> None:
    assert ranks([Decimal(text) for text in data(values, order="global")]) == ranks(values)
    drawn = [Decimal(text) for text in data(values, order="bands", form="two_decimals")]
    for low, high in ((0, 1262), (1263, 2100), (Decimal("2100.01"), 10**6)):
        places = [place for place, value in enumerate(values) if low <= value <= high]
        assert ranks([drawn[place] for place in places]) == ranks([values[place] for place in places])
        assert all(low <= drawn[place] <= max(high, Decimal("1262.99")) for place in places)


@FEW
@given(st.integers(2, 40), st.integers(0, 99))
def test_literals_are_edits_apart_from_each_other_and_from_those_taken(count: int, seed: int) -> None:
    taken = ("268.4", "731.5")
    drawn = data([Decimal(place) for place in range(count)], seed, taken, spacing="apart")
    assert all(Levenshtein.distance(one, two) >= 2 for one, two in combinations((*drawn, *taken), 2))


def test_which_values_are_drawn_first_cannot_be_told_from_the_literals() -> None:
    first = [data([Decimal(1)] * 6, seed, order="none") for seed in range(60)]
    assert {drawn.index(min(drawn, key=Decimal)) for drawn in first} == set(range(6))


@FEW
@given(YEARS, st.integers(0, 99), st.booleans())
def test_relabelled_years_keep_their_order_and_nothing_else(
    given: list[int], seed: int, spoken: bool
) -> None:
    drawn = years(given, seed, spoken=spoken, years="relabel")
    assert [*drawn] == sorted(set(drawn))
    assert drawn == years(
        [year + 5 * place for place, year in enumerate(given)], seed, spoken=spoken, years="relabel"
    )
    assert all(len(literal) == 4 for literal in drawn)


@FEW
@given(YEARS, st.integers(0, 99))
def test_shifted_years_move_together_and_meet_no_other(given: list[int], seed: int) -> None:
    taken = {str(given[0] + 1)}
    drawn = [int(literal) for literal in years(given, seed, taken, years="offset")]
    assert not {*map(str, drawn)} & taken
    assert len(set(drawn)) == len(given)
    for (one, two), (new, other) in zip(pairwise(given), pairwise(drawn), strict=True):
        assert two - one > 50 or other - new == two - one
    assert all(old != new for old, new in zip(given, drawn, strict=True))


def test_more_than_can_be_told_apart_is_refused() -> None:
    with pytest.raises(Refused, match="part of the table"):
        data([Decimal(1)] * 20_001)
    with pytest.raises(Refused, match="too many years"):
        years(range(1000, 6001), years="relabel")


@pytest.mark.parametrize(("literal", "said"), [("123.4", True), ("113.4", False), ("120", False), ("7", False), ("45.05", False), ("45.5", True)])  # fmt: skip
def test_what_the_ear_confuses_is_not_spoken(literal: str, said: bool) -> None:
    assert is_said_plainly(literal) is said


@given(st.decimals(-(10**9), 10**9, places=3))
def test_a_literal_has_one_form_whatever_it_is_written_with(value: Decimal) -> None:
    assert literal_key(f"{value:.5f}") == literal_key(f"{value:E}") == plain(value)
    assert Decimal(plain(value)) == value
