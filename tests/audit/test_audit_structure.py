"""The structure attacker names the source where the policy lets it, and guesses where nothing shows."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from audit_sets import releases, tables

from recast.audit.figures import ranked
from recast.audit.pool import gather
from recast.audit.structure import attack, because, likelihoods, match, policies_of
from recast.policy import PRESETS
from recast.sent import Exchange

PAPER, STRICT = PRESETS["paper"], PRESETS["strict"]


def test_order_names_the_source_and_values_without_order_do_not() -> None:
    sources = tables(60, rows=5, columns=2)
    shares = {}
    for policy in (PAPER, STRICT):
        sent, known = releases(sources, policy)
        pool, truth = gather(known, None)
        shares[policy.id] = ranked(attack(sent, pool, truth).scores, truth).picked.mean()
    assert shares[PAPER.id] == 1.0
    assert shares[STRICT.id] < 0.06  # chance is 1 in 60


def test_small_integers_that_stay_are_seen_and_said_to_be_the_reason() -> None:
    sources = tables(30, rows=4, columns=1, most=24)
    sent, known = releases(sources, replace(PAPER, order="none", identity="quantity"))
    pool, truth = gather(known, None)
    found = match(sent, pool)
    picked = ranked(likelihoods(found, truth, policies_of(sent)), truth).picked
    assert picked.mean() > 0.5
    place = int(np.argmax(picked))
    assert "values" in because(found, truth)[place]


def test_a_release_that_shows_only_some_rows_still_fits_its_source() -> None:
    sources = tables(100, rows=6, columns=2)
    sent, known = releases(sources)
    short = [
        replace(
            one,
            protected=replace(
                one.protected,
                chart=replace(
                    one.protected.chart,
                    categories=one.protected.chart.categories[:2],
                    values=tuple(row[:2] for row in one.protected.chart.values),
                ),
            ),
        )
        for one in sent
        if one.protected.chart is not None
    ]
    small = tables(100, seed=9, rows=2, columns=2)  # candidates that look just like the reduced releases
    pool, truth = gather(known + releases(small)[1], None)
    scores = attack(short, pool, truth[: len(short)]).scores
    assert scores[:, :100].max(axis=1).mean() > scores[:, 100:].max(axis=1).mean()


def test_a_program_that_uses_more_values_than_a_candidate_has_rules_it_out() -> None:
    large, small = tables(1, rows=6, columns=3), tables(1, seed=8, rows=3, columns=1)
    sent, known = releases((*large, *small))
    chart = sent[0].protected.chart
    assert chart is not None
    program = "answer = sum([" + ", ".join(f"protected({v})" for row in chart.values for v in row) + "])"
    asked = replace(sent[0], exchanges=(Exchange("", f"```python\n{program}\n```"),))
    pool, truth = gather(known, None)
    assert list(match([asked], pool).matches["size that fits"][0]) == [True, False]
    assert truth.tolist() == [0, 1]
