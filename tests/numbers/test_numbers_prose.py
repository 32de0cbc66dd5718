"""Numerals of running text: their roles there, and what the words beside them measure."""

from __future__ import annotations

import itertools
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recast.numbers.prose import (
    full_value,
    measured,
    normalised,
    prose_numerals,
    scale_after,
    source_quantities,
    stands_for,
)
from recast.types import Quantity, Record


@pytest.mark.parametrize(
    ("text", "roles"),
    [
        ("She bought five apples and two pears.", "data data"),
        ("The first worker made the 3 largest.", "structural data"),
        ("How many do the two have altogether?", "structural"),
        ("The two boys ate 3 each.", "data data"),
        ("In 1466 the town had 40,000 people.", "year data"),
        ("From 1421 to 1904 it flowed south (1421).", "year year year"),
        ("On Friday 1250 people came, and 1850 ducks.", "data data"),
        ("He paid $1900 in 1900.", "data year"),
        ("One of them ate half a pie, twice a day.", ""),
    ],
)
def test_roles(text: str, roles: str) -> None:
    assert [numeral.role.split("-")[0] for numeral in prose_numerals(text)] == [
        {"identifier": "data"}.get(role, role) for role in roles.split()
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("She has thirty-eight trees.", "She has 38 trees."),
        ("It began in nineteen eighty-four.", "It began in 1984."),
        ("The first of two million people.", "The first of 2 million people."),
        ("Nobody came.", "Nobody came."),
    ],
)
def test_number_words_become_digits(text: str, expected: str) -> None:
    assert normalised(text) == expected
    assert normalised(expected) == expected


@pytest.mark.parametrize(
    ("text", "written", "unit", "scale"),
    [
        ("It cost $18.", "$18", "$", ""),
        ("It cost $ 6 to enter.", "$ 6", "$", ""),
        ("It cost 18 dollars.", "18 dollars", "$", ""),
        ("He ran 3 hours.", "3 hours", "hours", ""),
        ("About 45% of it.", "45%", "%", ""),
        ("It rose by 4 percentage points.", "4 percentage points", "percentage points", ""),
        ("It made $2.3 million.", "$2.3 million", "$", "million"),
        ("Some 2.3 million people came.", "2.3 million people", "people", "million"),
        ("A loan of 5k euros.", "5k euros", "€", "thousand"),
        ("There were 144 red cans.", "144 red cans", "cans", ""),
        ("He bought 5 more cups.", "5 more cups", "cups", ""),
        ("They sold 53 small children tickets.", "53 small children tickets", "tickets", ""),
        ("There are 3 main bus companies here.", "3 main bus companies", "companies", ""),
        ("The road is 20 km long.", "20 km", "km", ""),
        ("He sold 980 of them.", "980", "", ""),
        ("It began in 1984.", "1984", "", ""),
    ],
)
def test_what_a_numeral_is_measured_in(text: str, written: str, unit: str, scale: str) -> None:
    (numeral,) = prose_numerals(text)
    found = measured(text, numeral)
    assert (found.written, found.unit, found.scale) == (written, unit, scale)


def test_quantities_are_counted_through_all_texts_with_the_words_around_them() -> None:
    record = Record("", "text", "Ann had 7 pens. Bo had 9.", "How many more than 2?", ("5 pens", "6 pens"))
    found = source_quantities(record)
    assert [q.key for q in found] == ["context:0", "context:1", "question:0", "choice:0:0", "choice:1:0"]
    assert [q.label for q in found[:3]] == ["Ann had 7 pens", "Bo had 9", "many more than 2"]


@pytest.mark.parametrize(
    ("value", "fits"),
    [
        ("2.3", True),
        ("2300000", True),
        ("5", False),
        ("0.5", False),
        ("2300", True),
        ("138", True),
        ("0", False),
    ],
)
def test_which_values_a_numeral_may_be_rewritten_to(value: str, fits: bool) -> None:
    source = Quantity("context:0", Decimal("2.3"), "2.3 million", "data", "", scale="million")
    assert full_value(source) == 2_300_000
    assert stands_for(Decimal(value), source) is fits


@pytest.mark.parametrize(("after", "scale"), [(" million people", "million"), ("M", "million"), (" mn", "million"), ("m wide", ""), (" thousands", "thousand"), (" bananas", "")])  # fmt: skip
def test_scales(after: str, scale: str) -> None:
    assert scale_after(after)[0] == scale


@given(st.text(alphabet="abc 0123456789.,$%'-two one", max_size=60))
def test_numerals_lie_in_order_and_normalising_is_stable(text: str) -> None:
    found = prose_numerals(text)
    assert all(one.end <= other.start for one, other in itertools.pairwise(found))
    assert all(text[n.start : n.end] == n.written for n in found)


# ── ordinals ─────────────────────────────────────────────────────────────────────────────────────────────────

_UNITS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]


@st.composite
def _ordinals(draw: st.DrawFn) -> tuple[str, int]:
    """An ordinal above every rank in one of the ways of writing it, and its value."""
    tens, unit = (
        draw(st.sampled_from(list(enumerate(_TENS, 2)))),
        draw(st.sampled_from(list(enumerate(_UNITS, 1)))),
    )
    hundreds = draw(st.integers(0, 9))
    value = 100 * hundreds + 10 * tens[0] + unit[0]
    if draw(st.booleans()):
        ending = {1: "st", 2: "nd", 3: "rd"}.get(unit[0], "th")
        return f"{value}{ending}", value
    said = f"{tens[1]}{draw(st.sampled_from('- '))}{unit[1]}"
    names = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
    return (f"{names[hundreds - 1]} hundred and {said}" if hundreds else said), value


@given(_ordinals())
def test_an_ordinal_above_every_rank_is_a_number_of_the_source(ordinal: tuple[str, int]) -> None:
    written, value = ordinal
    found = prose_numerals(f"She counted the {written} boat of the day.")
    assert [(n.value, n.role) for n in found] == [(Decimal(value), "identifier")]


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ("She won the second race.", "structural"),
        ("He sold most in the 3rd quarter.", "structural"),
        ("It is her fifth win.", "structural"),
        ("It is her sixth win.", "identifier"),
        ("On her fifth birthday she ran.", "identifier"),
        ("They live on 4th Street.", "identifier"),
        ("They met on the third of June.", "identifier"),
        ("They met on June 3rd.", "identifier"),
        ("The fortieth and last of them.", "identifier"),
    ],
)
def test_only_small_ordinals_that_rank_are_structural(text: str, role: str) -> None:
    assert [numeral.role for numeral in prose_numerals(text)] == [role]


@pytest.mark.parametrize(
    "text", ["She ate a third of it.", "One tenth of them left.", "Two fifths and one hundredth."]
)
def test_shares_in_words_are_no_numerals(text: str) -> None:
    assert prose_numerals(text) == ()
