"""Several releases of one source tell what one does not, where the map lets them; independent draws tell nothing."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
from audit_sets import released, tables

from recast.audit.figures import ranked
from recast.audit.pool import gather
from recast.audit.repeated import attack
from recast.audit.structure import likelihoods, match, policies_of
from recast.policy import PRESETS
from recast.sent import Known, Sent
from recast.types import Table


def asked(sources: tuple[Table, ...], times: int, noisy: bool) -> tuple[list[Sent], list[Known]]:
    """Releases of each source; ``noisy`` ones show the values with noise instead of a drawn literal."""
    draw = random.Random(5)
    pairs = [released(source, draw) for source in sources for _ in range(times)]
    if not noisy:
        return [sent for sent, _ in pairs], [known for _, known in pairs]
    made = []
    for sent, known in pairs:
        literals = {
            literal: f"{float(value) + draw.gauss(0, 300):.3f}" for literal, value, _ in known.numbers
        }
        chart = sent.protected.chart
        assert chart is not None
        values = tuple(tuple(literals[v or ""] for v in row) for row in chart.values)
        numbers = tuple((literals[literal], value, role) for literal, value, role in known.numbers)
        protected = replace(
            sent.protected, chart=replace(chart, values=values), literals=frozenset(literals.values())
        )
        made.append((replace(sent, protected=protected), replace(known, numbers=numbers)))
    return [sent for sent, _ in made], [known for _, known in made]


def test_noise_is_averaged_away_and_independent_draws_are_not() -> None:
    sources = tables(30, rows=6, columns=2)
    shares = {}
    for noisy in (True, False):
        sent, known = asked(sources, 5, noisy)
        pool, truth = gather(known, None)
        found = attack(
            sent, known, {"shapes": likelihoods(match(sent, pool), truth, policies_of(sent))}, pool, truth
        )
        assert set(found) == {2, 5}
        five = found[5]
        shares[noisy] = ranked(five.scores["averages"], five.truth).picked.mean()
        order = np.nanmean(five.order)
        assert order > 0.7 if noisy else abs(order - 0.5) < 0.1
    assert shares[True] > 0.5
    assert shares[False] < 0.2


def test_values_that_are_never_drawn_name_their_source() -> None:
    sources = tables(20, rows=5, columns=2, most=400)
    sent, known = asked(sources, 5, noisy=False)
    pool, truth = gather(known, None)
    avoiding = [
        replace(
            one,
            protected=replace(
                one.protected,
                literals=frozenset(
                    str(value)
                    for place, candidate in enumerate(pool.candidates)
                    if place != truth[number] and candidate.table is not None
                    for row in candidate.table.cells
                    for value in (cell.value for cell in row)
                ),
            ),
        )
        for number, one in enumerate(sent)
    ]
    scores = likelihoods(match(avoiding, pool), truth, policies_of(avoiding))
    found = attack(avoiding, known, {"shapes": scores}, pool, truth)[5]
    assert ranked(found.scores["elimination"], found.truth).picked.mean() == 1.0


def test_what_was_asked_once_is_no_repeated_ask() -> None:
    sent, known = asked(tables(3), 1, noisy=False)
    pool, truth = gather(known, None)
    assert (
        attack(sent, known, {"shapes": likelihoods(match(sent, pool), truth, policies_of(sent))}, pool, truth)
        == {}
    )
    assert PRESETS["strict"].id == sent[0].policy.id
