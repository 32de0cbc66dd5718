"""Ages named by one bound over several bands of a chart."""

from __future__ import annotations

import pytest

from recast.language.bands import bands_named

BANDS = ("Under 18", "18 to 34", "35 to 54", "55 to 74", "75 and over", "Not stated")


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("those of 55 and over", (3, 4)),
        ("visitors under 35", (0, 1)),
        ("people of 35 or older", (2, 3, 4)),
        ("people aged 18 to 54", (1, 2)),
        ("35 to 74 year olds", (2, 3)),
        ("those of 60 and over", ()),  # within a band
    ],
)
def test_bands_that_make_up_what_is_named_are_found(text: str, places: tuple[int, ...]) -> None:
    assert [found[2] for found in bands_named(text, BANDS, "Age of visitors")] == [places]


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        ("a share between 18 and 54", "Age of visitors"),
        ("a share of 55 and over", "Age of visitors"),  # of a value
        ("How many slices are under 35?", "Age of visitors"),
        ("those of 75 and over", "Age of visitors"),  # one label
        ("those of 55 and over", "Spending of visitors"),
    ],
)
def test_anything_else_is_none(text: str, titles: str) -> None:
    assert list(bands_named(text, BANDS, titles)) == []


def test_a_gap_between_the_bands_is_no_whole() -> None:
    found = bands_named("those of 55 and over", ("55 to 64", "75 and over"), "Age")
    assert [places for _, _, places in found] == [()]


def test_the_first_and_last_band_are_all_that_the_chart_shows() -> None:
    labels = ("18-24", "25-34", "35-44", "45-54")
    found = sorted(bands_named("adults younger than 35 and those over 35", labels, "Age of readers"))
    assert [places for _, _, places in found] == [(0, 1), (2, 3)]
