"""What verbs do to how much there is."""

from __future__ import annotations

import pytest

from recast.solve.texts.effects import effect


@pytest.mark.parametrize(
    ("verb", "particle", "passive", "does"),
    [
        ("land", "", False, "gain"),
        ("get", "on", False, "gain"),
        ("get", "off", False, "loss"),
        ("adopt", "", False, "gain"),
        ("adopt", "", True, "loss"),
        ("hold", "", False, "hold"),
        ("cost", "", False, "price"),
        ("whistle", "", False, ""),
    ],
)
def test_a_verb_brings_takes_or_states(verb: str, particle: str, passive: bool, does: str) -> None:
    assert effect(verb, particle, passive) == does
