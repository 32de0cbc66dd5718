"""The combined attacker learns from other releases of what is known, and is not measured without what it needs."""

from __future__ import annotations

import importlib.util
import sys
from typing import Any

import numpy as np
import pytest
from audit_sets import releases, tables

from recast.audit import combined
from recast.audit.pool import gather
from recast.audit.structure import likelihoods, match, policies_of
from recast.errors import UsageError
from recast.policy import PRESETS

learns = pytest.mark.skipif(importlib.util.find_spec("sklearn") is None, reason="needs recast[audit]")


def scores(count: int, likeness: Any, preset: str = "strict") -> tuple[Any, Any, Any]:
    """Scores, truth and which candidates were in question; ``likeness`` is made of the truth."""
    sent, known = releases(tables(count, rows=4, columns=1), PRESETS[preset])
    pool, truth = gather(known, None)
    matched = match(sent, pool)
    structure = likelihoods(matched, truth, policies_of(sent))
    found = combined.attack(sent, pool, truth, matched, structure, {"words": likeness(truth, len(pool))})
    return found, truth, matched.in_question


def telling(truth: Any, size: int) -> Any:
    """A likeness that is highest at the source."""
    return (truth[:, None] == np.arange(size)).astype(float)


def silent(truth: Any, size: int) -> Any:
    return np.zeros((len(truth), size))


@learns
def test_what_tells_the_source_is_learned() -> None:
    found, truth, _ = scores(32, telling)
    assert (found.argmax(axis=1) == truth).mean() > 0.8


@learns
def test_where_nothing_tells_it_stays_at_chance_and_only_candidates_in_question_are_scored() -> None:
    found, truth, in_question = scores(24, silent)
    assert (found.argmax(axis=1) == truth).mean() < 0.3
    assert np.isfinite(found[in_question]).all()
    assert (found[~in_question] == -np.inf).all()


def test_too_few_sources_to_learn_from_are_said() -> None:
    if importlib.util.find_spec("sklearn") is None:
        pytest.skip("needs recast[audit]")
    with pytest.raises(UsageError, match="at least 20 sources; there are 12"):
        scores(12, silent)


def test_without_the_extra_the_remedy_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sklearn.ensemble", None)
    with pytest.raises(UsageError, match=r"recast-privacy\[audit\]"):
        scores(24, silent)


@learns
def test_no_model_sees_a_release_of_the_source_that_it_scores(monkeypatch: pytest.MonkeyPatch) -> None:
    """The model is one that knows by heart the rows that it was trained on."""

    class ByHeart:
        def fit(self, rows: Any, labels: Any) -> None:
            self.rows = {row.tobytes() for row, label in zip(rows, labels, strict=True) if label}

        def decision_function(self, rows: Any) -> Any:
            return np.array([float(row.tobytes() in self.rows) for row in rows])

    def numbered(truth: Any, size: int) -> Any:
        """Every source has a likeness of its own, by which its rows are known again."""
        return telling(truth, size) * (1 + truth[:, None])

    monkeypatch.setattr(combined, "_classifier", ByHeart)
    found, truth, _ = scores(24, numbered)
    assert found[np.arange(len(truth)), truth].max() == 0


def test_hard_and_random_wrong_candidates_are_trained_on_beside_the_right_one() -> None:
    structure = np.array([0.0, 5.0, -np.inf, 1.0, 2.0])
    chosen = combined._negatives(structure, 3, np.random.default_rng(1))
    assert chosen.tolist() == [0, 1, 3, 4]
    many = combined._negatives(np.arange(500.0), 7, np.random.default_rng(1))
    assert 7 in many
    assert set(range(470, 500)) <= set(many.tolist())
    assert 31 <= len(many) <= 61
