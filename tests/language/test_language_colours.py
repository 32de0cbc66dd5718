"""Colour names: drawn apart, found again, and recognised in questions."""

from __future__ import annotations

import itertools

import pytest

from recast.language.colours import (
    HEXES,
    NAMES,
    base_of,
    distance,
    find_colours,
    hex_of,
    is_colour,
    name_of,
    nearest_name,
)


def test_every_name_is_found_again_from_its_own_colour() -> None:
    assert all(nearest_name(HEXES[name]) == name for name in NAMES)


def test_the_colours_lie_apart() -> None:
    assert min(distance(HEXES[one], HEXES[other]) for one, other in itertools.combinations(NAMES, 2)) > 14


@pytest.mark.parametrize(
    ("colour", "base"),
    [("#2876dd", "blue"), ("#0f283e", "blue"), ("#bababa", "grey"), ("#a60000", "red"), ("#ff7f0e", "orange"),
     ("#008000", "green"), ("#e377c2", "pink"), ((255, 255, 255), "white"), ((3, 2, 4), "black")],
)  # fmt: skip
def test_colours_of_charts_have_the_names_that_people_use(colour: str, base: str) -> None:
    assert base_of(nearest_name(colour)) == base


def test_mentions() -> None:
    text = "Is the Dark  Gray bar above the navy-blue line, not the reddish or the light green one?"
    assert [(text[c.start : c.end], c.name, c.base) for c in find_colours(text)] == [
        ("Dark  Gray", "grey", "grey"),
        ("navy-blue", "navy", "blue"),
        ("light green", "green", "green"),
    ]
    assert is_colour("Gray")
    assert not is_colour("table")
    assert hex_of("light gray") == HEXES[name_of("light grey")]
    with pytest.raises(KeyError):
        name_of("zumbrella")


def test_a_colour_may_be_written_in_one_word() -> None:
    assert [(m.name, m.base) for m in find_colours("the navyblue bar and the lightblue one")] == [
        ("navy", "blue"),
        ("light blue", "blue"),
    ]
    assert is_colour("darkgreen")
    assert not find_colours("the navyblues")
