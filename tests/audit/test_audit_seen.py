"""Release and candidate look alike to an attacker in what the policy leaves, and in nothing else."""

from __future__ import annotations

import random
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from audit_sets import released, tables
from hypothesis import given, settings
from hypothesis import strategies as st

from recast.audit.pool import Candidate
from recast.audit.seen import Seen, gaps, integers, of_candidate, of_release, pattern, tokens
from recast.policy import PRESETS
from recast.types import Table

PAPER, STRICT = PRESETS["paper"], PRESETS["strict"]


def seen(*rows: tuple[Any, ...], **changes: Any) -> Seen:
    values = tuple(tuple(None if v is None else Decimal(str(v)) for v in row) for row in rows)
    plain = Seen(
        True, ("bar", "vertical"), "nominal", values, (False,) * len(rows), (False,) * len(rows[0]), (), ()
    )
    return replace(plain, **changes)


@settings(max_examples=25, deadline=None)
@given(
    st.integers(0, 999),
    st.sampled_from([PAPER, replace(PAPER, order="global"), replace(PAPER, rows="source")]),
)
def test_a_release_and_its_own_source_show_the_same(seed: int, policy: Any) -> None:
    (source,) = tables(1, seed=seed, rows=5, columns=2)
    shown = of_release(released(source, random.Random(seed), policy)[0])
    own = of_candidate(Candidate("", source))
    assert shown.shape == own.shape == (5, 2)
    assert pattern(shown, policy, ordered=False) == pattern(own, policy, ordered=False)
    assert integers(shown) == integers(own)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 999))
def test_without_order_two_sources_of_one_shape_show_the_same(seed: int) -> None:
    one, other = (of_candidate(Candidate("", source)) for source in tables(2, seed=seed, rows=4, columns=1))
    if len(set(one.rows)) == len(set(other.rows)) == 4:
        assert pattern(one, STRICT, ordered=False, labels=False) == pattern(
            other, STRICT, ordered=False, labels=False
        )


def test_what_is_left_of_a_number_follows_from_the_policy() -> None:
    shown = seen((3, 40), (40, 2000), (None, 5000))
    three, forty, middle, large = map(Decimal, ("3", "40", "2000", "5000"))
    assert tokens(shown, PAPER) == {
        three: ("small", 3),
        forty: ("band 0", 0),
        middle: ("band 1", 0),
        large: ("band 2", 0),
    }
    unordered = replace(PAPER, order="none", small_integers="role")
    assert tokens(shown, unordered) == {
        three: ("data", 1),
        forty: ("data", 2),
        middle: ("data", 1),
        large: ("data", 1),
    }
    assert set(tokens(shown, replace(unordered, identity="quantity")).values()) == {("data", 1)}
    ranked = replace(PAPER, order="global", small_integers="role")
    assert [tokens(shown, ranked)[value] for value in (three, forty, middle, large)] == [
        ("data", n) for n in range(4)
    ]


def test_of_years_the_gaps_are_seen_or_their_order_alone() -> None:
    shown = seen((2011,), (2014,), (2019,), row_years=(2011, 2014, 2019))
    offset, relabelled = tokens(shown, PAPER), tokens(shown, replace(PAPER, years="relabel"))
    assert list(offset.values()) == [("year", 0), ("year", 3), ("year", 8)]
    assert list(relabelled.values()) == [("year", 0), ("year", 1), ("year", 2)]
    assert gaps((2011, 2014, 2019)) == (3, 5)
    assert gaps((2011,)) == ()


def test_the_order_of_rows_counts_only_where_it_is_relied_on() -> None:
    one, other = seen((1,), (20,), (30,)), seen((30,), (1,), (20,))
    assert pattern(one, PAPER, ordered=False) == pattern(other, PAPER, ordered=False)
    assert pattern(one, PAPER, ordered=True) != pattern(other, PAPER, ordered=True)
    over_time = replace(one, role="time"), replace(other, role="time")
    assert pattern(over_time[0], PAPER, ordered=False) != pattern(over_time[1], PAPER, ordered=False)


def test_a_numeral_in_a_label_is_seen_where_labels_are_looked_at() -> None:
    one, other = seen((1,), (20,)), seen((1,), (20,), row_flags=(True, False))
    assert pattern(one, PAPER, True) != pattern(other, PAPER, True)
    assert pattern(one, PAPER, True, labels=False) == pattern(other, PAPER, True, labels=False)


def titled(table: Table, **changes: Any) -> Seen:
    return of_candidate(Candidate("", replace(table, **changes)))


def test_kind_years_units_and_colours_are_seen_and_names_are_not() -> None:
    (table,) = tables(1, rows=3, columns=1)
    plain = titled(table)
    assert titled(table, title="Pears", x_title="Farm", categories=("Moor", "Fen", "Dune")) == plain
    assert titled(table, kind="stacked_bar") == plain
    assert titled(table, kind="line") != plain
    dated = titled(table, categories=("2011", "2014", "2019"))
    assert (dated.row_years, dated.row_flags) == ((2011, 2014, 2019), (True,) * 3)
    assert titled(table, categories=("2011", "Fen", "Dune")).row_years == ()
    coloured = titled(table, category_colours=("red", "blue", "red"))
    assert (plain.colours, coloured.colours) == (None, ("", "red", "blue", "red"))


@pytest.mark.parametrize(("text", "rows"), [("Mara kept 40 jars in 2019.", 2), ("Nobody kept any.", 0)])
def test_of_a_text_its_numerals_are_seen(text: str, rows: int) -> None:
    found = of_candidate(Candidate("", None, text))
    assert (found.chart, found.shape) == (False, (rows, 1))
    assert found.row_years == ((2019,) if rows else ())


def test_only_the_small_integers_are_counted() -> None:
    assert integers(seen((3, 3), (15, 16), (2.5, None), (-1, 0))) == {3: 2, 15: 1, 0: 1}
