"""The combined attacker: all that the others see, weighed by a model that was trained on other releases.

Knows: what words, meaning and structure know, and for training releases of which the source is known. Does: describes each
pair of a release and a candidate by every view of the structure attacker (matched, not, unknown; how rare a match is), the
likeness of its words, lemmas, runs of letters, numbers and meaning, the differences in size, and how alike the order of
values is; a gradient-boosted model (scikit-learn) learns which pairs belong together. Five folds by source, for each
policy: a release is never scored by a model that saw another release of its source, or one under another policy.

Not covered: features that nobody described, sources outside the pool, and meaning where it was not run. Needs
``recast[audit]``; without it the attack is not measured.
"""

from __future__ import annotations

import importlib
import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from recast.audit.orders import alike, drawn, orders_of
from recast.audit.pool import Pool
from recast.audit.seen import of_candidate, of_release
from recast.audit.structure import Matched, policies_of
from recast.errors import UsageError
from recast.sent import Sent

Floats = NDArray[np.float64]
Features = NDArray[np.float32]

_FOLDS = 5
_NEGATIVES = 60  # wrong candidates for each release that is trained on, half of them the hardest by structure
_LEAST = 20  # releases that can be learned from
_SEED = 42


@dataclass(frozen=True, slots=True)
class _Described:
    """All that is known of the pairs: what the others saw, the sizes of both sides, and the likeness of orders."""

    matched: Matched
    structure: Floats
    likenesses: Mapping[str, Floats]
    own: Floats
    theirs: Floats
    orders: Floats


def _classifier() -> Any:
    """The model. Raises ``UsageError`` where scikit-learn is missing."""
    try:
        ensemble: Any = importlib.import_module("sklearn.ensemble")
    except ImportError:
        raise UsageError(
            "the combined attacker needs scikit-learn: pip install 'recast-privacy[audit]'"
        ) from None
    return ensemble.HistGradientBoostingClassifier(
        max_iter=120, learning_rate=0.08, max_leaf_nodes=15, l2_regularization=1.0, random_state=_SEED
    )


def attack(
    examples: Sequence[Sent],
    pool: Pool,
    truth: NDArray[np.intp],
    matched: Matched,
    structure: Floats,
    likenesses: Mapping[str, Floats],
) -> Floats:
    """Scores ``[example, candidate]``; ``likenesses`` are the views of words and meaning. Raises ``UsageError`` without the
    extra, or with too few releases to learn from. One thread: on a busy machine several
    mostly wait for each other."""
    _classifier()
    limits: Any = importlib.import_module("threadpoolctl")
    with limits.threadpool_limits(1, user_api="openmp"):
        return _scores(examples, pool, truth, matched, structure, likenesses)


def _scores(
    examples: Sequence[Sent],
    pool: Pool,
    truth: NDArray[np.intp],
    matched: Matched,
    structure: Floats,
    likenesses: Mapping[str, Floats],
) -> Floats:
    sources = np.unique(truth)
    if len(sources) < _LEAST:
        raise UsageError(
            f"the combined attacker learns from at least {_LEAST} sources; there are {len(sources)}"
        )
    described = _Described(matched, structure, likenesses, *_sizes(examples, pool), _orders(examples, pool))
    draw = np.random.default_rng(_SEED)
    scores = np.full(structure.shape, -np.inf)
    fold_of = {int(source): place % _FOLDS for place, source in enumerate(draw.permutation(sources))}
    fold = np.array([fold_of[int(source)] for source in truth])
    policies = policies_of(examples)
    for policy, part in itertools.product(np.unique(policies), range(_FOLDS)):
        model = _classifier()
        trained = np.flatnonzero((fold != part) & (policies == policy))
        pairs, labels = [], []
        for place in trained:
            chosen = _negatives(structure[place], int(truth[place]), draw)
            pairs.append(_features(int(place), chosen, described))
            labels.append(chosen == truth[place])
        model.fit(np.concatenate(pairs), np.concatenate(labels))
        for place in np.flatnonzero((fold == part) & (policies == policy)):
            asked = np.flatnonzero(matched.in_question[place])
            features = _features(int(place), asked, described)
            scores[place, asked] = model.decision_function(features)
    return scores


def _negatives(scores: Floats, right: int, draw: np.random.Generator) -> NDArray[np.intp]:
    """The right candidate and some wrong ones: the likeliest by structure, and others at random."""
    asked = np.flatnonzero(np.isfinite(scores))
    asked = asked[asked != right]
    hard = asked[np.argsort(-scores[asked] + draw.random(len(asked)) * 1e-3)][: _NEGATIVES // 2]
    others = draw.choice(asked, min(len(asked), _NEGATIVES // 2), replace=False) if len(asked) else asked
    return np.unique(np.concatenate([hard, others, [right]]))


def _sizes(examples: Sequence[Sent], pool: Pool) -> tuple[Floats, Floats]:
    own = np.array([of_release(sent).shape for sent in examples], dtype=float)
    theirs = np.array([of_candidate(candidate).shape for candidate in pool.candidates], dtype=float)
    return own, theirs


def _orders(examples: Sequence[Sent], pool: Pool) -> Floats:
    orders = orders_of(pool)
    return np.stack([alike(drawn(sent), orders) for sent in examples])


def _features(
    example: int,
    candidates: NDArray[np.intp],
    described: _Described,
) -> Features:
    """One row a candidate."""
    matched = described.matched
    columns: list[Floats] = [described.structure[example, candidates], described.orders[example, candidates]]
    for view, matches in matched.matches.items():
        here = matches[example]
        known = matched.known[view][example, candidates]
        columns.append(np.where(known, here[candidates], 0.5))
        rare = here[matched.in_question[example]].mean()
        columns.append(np.where(known & here[candidates], rare, 1.0))
    for likeness in described.likenesses.values():
        columns += [likeness[example, candidates], _standing(likeness[example], candidates)]
    own, theirs = described.own, described.theirs
    columns += list((theirs[candidates] - own[example]).T)
    columns += [np.full(len(candidates), value) for value in own[example]]
    return np.stack(columns, axis=1).astype(np.float32)


def _standing(scores: Floats, candidates: NDArray[np.intp]) -> Floats:
    """By how much a candidate stands out among all, in standard deviations."""
    spread = scores.std()
    return (scores[candidates] - scores.mean()) / spread if spread else np.zeros(len(candidates))
