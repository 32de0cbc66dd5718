"""Ranks, ties and intervals."""

from __future__ import annotations

import numpy as np
import pytest

from recast.audit.figures import interval, rank_figures, ranked, share


def test_ties_are_broken_by_lot_and_candidates_out_of_question_do_not_count() -> None:
    scores = np.array([[2.0, 2.0, 1.0, -np.inf], [0.0, 5.0, 1.0, 1.0], [3.0, 0.0, 0.0, 0.0]])
    found = ranked(scores, np.array([0, 2, 0]))
    assert found.picked.tolist() == [0.5, 0.0, 1.0]
    assert found.rank.tolist() == [1.5, 2.5, 1.0]
    assert found.candidates.tolist() == [3.0, 4.0, 4.0]


def test_random_scores_are_picked_at_chance() -> None:
    draw = np.random.default_rng(1)
    truth = draw.integers(0, 20, 4000)
    found = ranked(draw.random((4000, 20)), truth)
    figure = rank_figures("x", found, np.arange(4000), [("all", np.ones(4000, dtype=bool))])[0]
    assert figure.chance == pytest.approx(0.05)
    assert figure.low is not None
    assert figure.high is not None
    assert figure.low < 0.05 < figure.high


def test_examples_of_one_source_are_no_more_than_one() -> None:
    values = np.array([1.0, 1.0, 1.0, 0.0, 0.0, 0.0])
    alone = interval(values, np.arange(6))
    together = interval(values, np.array([0, 0, 0, 1, 1, 1]))
    assert together[1] - together[0] > alone[1] - alone[0]


def test_none_of_a_hundred_is_not_never() -> None:
    low, high = interval(np.zeros(100), np.arange(100))
    assert (low, round(high, 3)) == (0.0, 0.03)


def test_what_was_not_measured_is_left_out_and_nothing_at_all_says_so() -> None:
    some = share("x", "m", "all", np.array([np.nan, 1.0]), np.arange(2), 0.5)
    none = share("x", "m", "all", np.array([np.nan]), np.arange(1), 0.5)
    assert (some.n, some.value) == (1, 1.0)
    assert (none.n, none.value) == (0, None)
    assert none.reason
