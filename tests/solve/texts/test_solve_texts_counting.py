"""What a numeral counts, and what one of it is for, by the entries that are made of it."""

from __future__ import annotations

import pytest

from recast.solve.texts.entries import Entry, entries
from recast.solve.texts.story import read


def told(story: str, question: str = "How many are there?") -> tuple[Entry, ...]:
    return entries(read(story), read(question)) or ()


@pytest.mark.parametrize(
    ("story", "units"),
    [
        ("Ann had 26 pears. She ate 9.", ["pear", "pear"]),
        ("A lamp costs 12.50 euros.", ["$"]),
        ("Ann cut a 240 cm board.", ["centimeter"]),
        ("Ann is 14.", ["year"]),
        ("There are 14 red, 9 green and 22 yellow sweets.", ["sweet", "sweet", "sweet"]),
        ("Ann pays with a 20 euro note.", ["$"]),
    ],
)
def test_units(story: str, units: list[str]) -> None:
    assert [one.unit for one in told(story)] == units


@pytest.mark.parametrize(
    ("story", "pers"),
    [
        ("Ann earns 14 euros an hour.", ["hour"]),
        ("A crate holds 24 jars. Ann got 15 crates.", ["crate", None]),
        ("There are 8 tables with 6 chairs each.", [None, ""]),
        ("Ann sold 12 tickets at $9.", [None, "ticket"]),
        ("Each of the 12 players scored 3 goals.", [None, "player"]),
        ("Ann puts 4 pens and 6 cups in each box.", ["box", "box"]),
        ("Ann has 6 packs each having 12 pens.", [None, ""]),
        ("It takes Ann 8 minutes to wash one car. She has 9 cars.", ["car", None]),
    ],
)
def test_what_one_of_it_is_for(story: str, pers: list[str | None]) -> None:
    assert [one.per for one in told(story)] == pers


@pytest.mark.parametrize(
    ("story", "forms"),
    [
        ("Ann has 14 pears. Bo has 5 more pears than Ann.", ["amount", "more"]),
        ("Ann has 14 pears. Bo has 3 times as many pears as Ann.", ["amount", "times"]),
        ("Ann is 9. Bo is 4 years younger.", ["amount", "fewer"]),
        ("Ann had 80 pears. She ate 15% of them.", ["amount", "share"]),
        ("Ann had 80 pears. She got 5 more pears.", ["amount", "amount"]),
    ],
)
def test_comparisons_and_shares(story: str, forms: list[str]) -> None:
    assert [one.form for one in told(story)] == forms
