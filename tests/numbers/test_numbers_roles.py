"""What a numeral is for is read from the words around it, not from what it counts."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recast.numbers.numerals import find_numerals
from recast.numbers.roles import role_of
from recast.types import Role


def role(text: str, written: str, *years: int) -> tuple[Role, Decimal]:
    start = text.rindex(written)
    value = Decimal(written.replace(",", "")) if written[0].isdecimal() else Decimal(2)
    return role_of(text, start, start + len(written), value, years, None)


@pytest.mark.parametrize(
    ("text", "written", "expected"),
    [
        ("What share was there in 2019?", "2019", "year"),
        ("How did it do from 2017 to 2019?", "2017", "year"),
        ("Was it later than 2015?", "2015", "year"),
        ("What of the 1990s?", "1990", "year"),
        ("What of FY2019?", "2019", "year"),
        ("Did it exceed 2000?", "2000", "data"),
        ("It sold 2019 lamps.", "2019", "data"),
        ("It cost $2019.", "2019", "data"),
        ("It rose to 2019%.", "2019", "data"),
        ("The mean is 2019.5 in all.", "2019.5", "data"),
        ("What are the top 3 sites?", "3", "structural"),
        ("What is the sum of the two bars?", "two", "structural"),
        ("What of the last two years?", "two", "structural"),
        ("Which is the 3rd highest?", "3", "structural"),
        ("How many bars are above 3?", "3", "data"),
        ("How many sites have at least 12 nests?", "12", "data"),
        ("Did more than two sites win?", "two", "data"),
        ("What is the share of COVID-19?", "19", "identifier"),
        ("What of grade 4?", "4", "identifier"),
        ("Who met on November 16?", "16", "identifier"),
        ("Who met on 16 November?", "16", "identifier"),
        ("Who met at 10:30 pm?", "30", "identifier"),
        ("Who met on the 4th of July?", "4", "identifier"),
        ("How did the Falcon 9 do?", "9", "identifier"),
        ("What of the over-65 group?", "65", "data"),
        ("Is it option 2?", "2", "choice"),
        ("2) Fen", "2", "choice"),
        ("It holds 45% of all.", "45", "data"),
    ],
)
def test_the_words_around_a_numeral_tell_what_it_is_for(text: str, written: str, expected: Role) -> None:
    assert role(text, written)[0] == expected


def test_a_year_of_the_chart_is_one_where_words_alone_do_not_tell() -> None:
    assert role("Compare 1066 with the rest.", "1066")[0] == "data"
    assert role("Compare 1066 with the rest.", "1066", 1066)[0] == "year"
    assert role("Did it sell more than 2018?", "2018", 2018)[0] == "data"


def test_a_year_of_two_digits_is_the_one_that_the_chart_has() -> None:
    assert role("What of '02?", "02", 1998, 2002) == ("year", 2002)
    assert role("What of it in 02?", "02", 1998, 2002) == ("year", 2002)
    assert role("What of it in 02?", "02", 1902, 2002)[0] != "year"
    assert role("What of '02?", "02") == ("year", 2)
    assert role("What of 02% in all?", "02", 2002)[0] == "data"


def test_the_second_year_of_a_season_is_of_the_same_century_or_the_next() -> None:
    assert [(n.role, n.value) for n in find_numerals("It won in 2018/19")] == [
        ("year", 2018),
        ("year", 2019),
    ]
    assert [(n.role, n.value) for n in find_numerals("It won in 1999-00")] == [
        ("year", 1999),
        ("year", 2000),
    ]


NOUNS = st.from_regex(r"[b-df-hj-np-rtv-z][aeiou][b-df-hj-np-rtv-z]{1,3}s", fullmatch=True)
FRAMES = (
    "What are the top 3 {}?", "How many {} have more than 12 {}?", "Did the {} exceed 2000?", "What of the {} in 2019?",
    "Is the sum of the two {} above 45?",
)  # fmt: skip


@given(NOUNS, NOUNS, st.sampled_from(FRAMES))
def test_what_is_counted_changes_nothing(one: str, other: str, frame: str) -> None:
    def roles(noun: str) -> list[Role]:
        return [numeral.role for numeral in find_numerals(frame.replace("{}", noun))]

    assert roles(one) == roles(other)
