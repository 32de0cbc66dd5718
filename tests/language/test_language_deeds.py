"""A verb gains, loses or holds, in any form and with its particle; what does neither is nothing."""

from __future__ import annotations

import pytest

from recast.language.deeds import deed


@pytest.mark.parametrize(
    "verb",
    ["buys", "bought", "buying", "received", "won", "baked", "found", "earns", "gets", "picked", "adds"],
)
def test_what_adds_is_a_gain(verb: str) -> None:
    assert deed(verb, ()) == "gain"


@pytest.mark.parametrize(
    "verb", ["gives", "gave", "sold", "eaten", "spent", "lost", "broke", "donated", "drank", "threw"]
)
def test_what_takes_away_is_a_loss(verb: str) -> None:
    assert deed(verb, ()) == "loss"


@pytest.mark.parametrize(
    "verb", ["has", "had", "is", "were", "holds", "owned", "weighs", "contains", "remain"]
)
def test_what_keeps_is_a_hold(verb: str) -> None:
    assert deed(verb, ()) == "hold"


@pytest.mark.parametrize("verb", ["walks", "sang", "blue", "", "xyzzy"])
def test_what_changes_nothing_is_nothing(verb: str) -> None:
    assert deed(verb, ()) == ""


@pytest.mark.parametrize(
    ("verb", "following", "expected"),
    [
        ("got", ["on"], "gain"),
        ("got", ["off"], "loss"),
        ("got", ["it", "off"], "loss"),
        ("took", ["out"], "loss"),
        ("took", ["them", "away"], "loss"),
        ("takes", ["home"], ""),
        ("shared", ["it", "with"], "loss"),
        ("shares", ["alike"], ""),
        ("gave", ["away"], "loss"),
    ],
)
def test_a_particle_decides_what_a_loose_verb_does(verb: str, following: list[str], expected: str) -> None:
    assert deed(verb, following) == expected
