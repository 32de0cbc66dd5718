"""The values attacker gains where the map keeps what it should not, and nothing over the blind guess otherwise."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from audit_sets import releases, tables

from recast.audit.pool import gather
from recast.audit.values import attack
from recast.policy import PRESETS


def test_strict_tells_nothing_of_values_and_their_order() -> None:
    sent, known = releases(tables(80, rows=5, columns=2))
    _, truth = gather(known, None)
    found = attack(sent, known, truth)
    assert abs(np.nanmean(found.guessed - found.blind)) < 0.05
    assert abs(np.nanmean(found.order) - 0.5) < 0.1
    assert not found.kept.any()


def test_paper_tells_the_order_and_keeps_small_integers() -> None:
    sent, known = releases(tables(80, rows=5, columns=2, most=60), PRESETS["paper"])
    _, truth = gather(known, None)
    found = attack(sent, known, truth)
    assert np.nanmean(found.guessed - found.blind) > 0.05
    assert found.kept.any()
    sent, known = releases(tables(10, rows=5, columns=2), PRESETS["paper"])
    assert np.nanmean(attack(sent, known, np.arange(10)).order) > 0.9


def test_numbers_that_went_out_unmapped_are_guessed() -> None:
    sent, known = releases(tables(40, rows=4, columns=2))
    plain = [
        replace(one, numbers=tuple((value, value, role) for _, value, role in one.numbers)) for one in known
    ]
    same = [replace(one, numbers=tuple(("5", "20", role) for _ in one.numbers[:3])) for one, (_, _, role) in ((k, k.numbers[0]) for k in known)]  # fmt: skip
    _, truth = gather(known, None)
    assert np.nanmean(attack(sent, plain, truth).order) == 1.0
    assert np.nanmean(attack(sent, same, truth).guessed) == 1.0
