"""Comparatives of less are told from those of more."""

from __future__ import annotations

import pytest

from recast.language.degrees import FEWER


@pytest.mark.parametrize("word", ["fewer", "less", "younger", "shorter", "cheaper", "lower", "slower"])
def test_these_say_that_there_is_less(word: str) -> None:
    assert word in FEWER


@pytest.mark.parametrize(
    "word", ["more", "older", "longer", "taller", "dearer", "higher", "faster", "few", "lessen"]
)
def test_these_do_not(word: str) -> None:
    assert word not in FEWER


def test_each_is_a_comparative_in_small_letters() -> None:
    assert all(word.islower() and (word.endswith("er") or word == "less") for word in FEWER)
