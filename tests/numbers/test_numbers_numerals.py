"""Numerals in questions: where, worth what, what for."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recast.numbers.numerals import find_numerals, normalise, plain_year, year_labels

Found = list[tuple[str, str, str]]


def found(text: str, *years: int) -> Found:
    return [(n.written, f"{n.value:f}", n.role) for n in find_numerals(text, years)]


@pytest.mark.parametrize(
    ("text", "written", "value"),
    [
        ("more than three point five million lamps", "three point five", "3.5"),
        ("more than 1.2 million", "1.2", "1.2"),
        ("more than ten million", "ten", "10"),
        ("above twelve hundred", "twelve hundred", "1200"),
        ("more than a hundred", "a hundred", "100"),
        ("below minus five", "minus five", "-5"),
        ("below \u22125", "\u22125", "-5"),
        ("two and a half million", "two and a half", "2.5"),
        ("half a million", "half a", "0.5"),
        ("a million and a half", "a million and a half", "1500000"),
        ("one hundred and five lamps", "one hundred and five", "105"),
        ("two hundred thousand lamps", "two hundred", "200"),
        ("thirty-eight percent", "thirty-eight", "38"),
        ("less then 5%?", "5", "5"),
        ("exceeds 20 345 lamps", "20 345", "20345"),
        ("exceeds 20\u2009345 lamps", "20\u2009345", "20345"),
        ("exceeds 12,345.5", "12,345.5", "12345.5"),
        ("is it 0,075", "0,075", "0.075"),
        ("over 1½ hours", "1½", "1.5"),
        ("over 65 years of age", "65", "65"),
        ("is above 1e5", "1e5", "100000"),
        ("more than 2014", "2014", "2014"),
        ("a value of 2000", "2000", "2000"),
        ("which had 2000 visitors", "2000", "2000"),
        ("rose by 2000", "2000", "2000"),
        ("above $2000", "2000", "2000"),
        ("2016%", "2016", "2016"),
        ("sold 1,999", "1,999", "1999"),
        ("has seven lamps", "seven", "7"),
    ],
)
def test_one_data_numeral(text: str, written: str, value: str) -> None:
    assert found(text) == [(written, value, "data")]


@pytest.mark.parametrize(
    "text",
    [
        "no one likes it",
        "which one of them",
        "at one point",
        "a 5th-floor one",
        "two thirds of lamps",
        "by a third",
        "thousands of lamps",
        "one-third",
        "three quarters",
        "per second",
        "in millions",
        "twice as many",
    ],
)
def test_idioms_hold_no_quantity(text: str) -> None:
    assert all(role == "structural" for _, _, role in found(text))


@pytest.mark.parametrize(
    ("text", "years"),
    [
        ("in twenty twenty", "2020"),
        ("in nineteen eighty-four", "1984"),
        ("in nineteen oh five", "1905"),
        ("in two thousand and seventeen", "2017"),
        ("between June 2017 and June 2018", "2017 2018"),
        ("the lamps of 2013- 2015 ?", "2013 2015"),
        ("from 2014 to 2017", "2014 2017"),
        ("fiscal year 2015 and FY2016", "2015 2016"),
        ("in the 2019/20 season", "2019 2020"),
        ("the 1999/00 season", "1999 2000"),
        ("mid-2019", "2019"),
        ("2014's total", "2014"),
        ("By 2026, how much", "2026"),
        ("What do 2021 and 2022 add up to", "2021 2022"),
        ("Q1 2019", "2019"),
        ("later than 2014", "2014"),
        ("growth over 2014 to 2018", "2014 2018"),
        ("in 1492", "1492"),
    ],
)
def test_years(text: str, years: str) -> None:
    assert " ".join(value for _, value, role in found(text) if role == "year") == years
    assert {role for _, _, role in found(text)} <= {"year", "identifier"}


def test_years_of_the_chart_decide_where_words_do_not() -> None:
    assert found("what was it in 02", 2002, 2004) == [("02", "2002", "year")]
    assert found("from '98 to '02", 1998, 2002) == [("98", "1998", "year"), ("02", "2002", "year")]
    assert found("is it 2014", 2014)[0][2] == "year"
    assert found("is it 2014")[0][2] == "data"
    assert found("which exceeds 2014", 2014)[0][2] == "data"
    assert [role for _, _, role in found("was 2019 higher than 2018", 2018, 2019)] == ["year", "year"]
    assert found("in 02", 1902, 2002)[0][2] == "data"  # two years end so: not resolved


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("the top 3 lamps", "3"),
        ("the second highest bar among the six", "2 6"),
        ("the average of the last three years", "3"),
        ("the first 3 months", "1 3"),
        ("the difference between the two lamps", "2"),
        ("average of last two bar", "2"),
        ("the 3 largest", "3"),
        ("which two are alike", "2"),
        ("the 1st and the 2nd", "1 2"),
        ("the third quarter", "3"),
        ("ranked number 3", "3"),
        ("over three years", "3"),
        ("How many of the ten bars are blue", "10"),
    ],
)
def test_structural(text: str, values: str) -> None:
    roles = {role for _, _, role in found(text)}
    assert roles == {"structural"}
    assert set(values.split()) <= {value for _, value, _ in found(text)}


@pytest.mark.parametrize(
    "text",
    [
        "COVID-19",
        "the G20",
        "an iPhone 12",
        "CO2",
        "5G networks",
        "as of November 6",
        "December 3",
        "the Big Four banks",
        "grade 4",
        "km²",
        "at 10:30 pm",
        "twenty-first century",
        "Q3",
    ],
)
def test_identifiers(text: str) -> None:
    assert {role for _, _, role in found(text)} == {"identifier"}


def test_hyphens_between_numbers_are_no_signs() -> None:
    assert [v for _, v, _ in found("0-2.5 or 25 - 34 or 13 -15")] == ["0", "2.5", "25", "34", "13", "15"]
    assert [v for _, v, _ in found("from -5 to -3, (-2)")] == ["-5", "-3", "-2"]
    assert [v for _, v, _ in found("5%-6%")] == ["5", "6"]


def test_runs_are_split_where_they_are_lists_or_two_numbers() -> None:
    assert [v for _, v, _ in found("6, 16, 14, __, 22 and 6,16,14")] == [
        "6",
        "16",
        "14",
        "22",
        "6",
        "16",
        "14",
    ]
    assert [v for _, v, _ in found("between one hundred and two hundred")] == ["100", "200"]
    assert [v for _, v, _ in found("between two and three million")] == ["2", "3"]
    assert [v for _, v, _ in found("nine in ten, 9 out of 10")] == ["9", "10", "9", "10"]


def test_choices() -> None:
    assert found("(1) 2019") == [("1", "1", "choice"), ("2019", "2019", "year")]
    assert found("option 2") == [("2", "2", "choice")]


def test_normalise_replaces_quantities_not_structure() -> None:
    text = "Which of the three lamps sold more than seven million in nineteen ninety-nine?"
    assert normalise(text) == "Which of the three lamps sold more than 7 million in 1999?"
    assert normalise("no one sold 12,345 in Big Four") == "no one sold 12,345 in Big Four"


def test_labels_that_are_years() -> None:
    assert (plain_year("2019"), plain_year("2019*"), plain_year("19"), plain_year("FY2019")) == (
        2019,
        2019,
        None,
        None,
    )
    assert year_labels(["1999", "2005*", "Total"]) == (1999, 2005, None)
    assert year_labels(["500", "1000", "1500", "2000"]) == (None,) * 4


WORDS = st.sampled_from(
    [
        "in",
        "of",
        "the",
        "than",
        "more",
        "2014",
        "3",
        "1,234.5",
        "0,075",
        "-5",
        "−",
        "-",
        "two",
        "hundred",
        "million",
        "and",
        "a",
        "half",
        "point",
        "five",
        "one",
        "%",
        "$",
        "02",
        "'",
        "th",
        "st",
        "K",
        "Q1",
        "2019/20",
        "½",
        "²",
        ",",
        ".",
        "(",
        ")",
        "first",
        "second",
        "third",
        "top",
        "bars",
        "years",
        "November",
        "between",
        "minus",
        "12",
        "345",
        "٣",
        "twenty",
        "nineteen",
        "oh",
    ]
)


@given(
    st.one_of(
        st.text(max_size=30),
        st.lists(WORDS, max_size=12).map(" ".join),
        st.lists(WORDS, max_size=9).map("".join),
    )
)
def test_every_digit_is_covered_once(text: str) -> None:
    numerals = find_numerals(text)
    place = 0
    for numeral in numerals:
        assert numeral.start >= place
        assert numeral.written == text[numeral.start : numeral.end]
        assert isinstance(numeral.value, Decimal)
        place = numeral.end
    covered = {i for n in numerals for i in range(n.start, n.end)}
    assert all(i in covered for i, c in enumerate(text) if c.isdecimal())


@given(st.integers(0, 999_999))
def test_number_words_are_worth_what_they_say(value: int) -> None:
    assert [n.value for n in find_numerals(f"it sold {_spell(value)} percent")] == [
        value
    ] or value % 1000 == 0


def _spell(value: int) -> str:
    small = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
    tens = "twenty thirty forty fifty sixty seventy eighty ninety"
    if value < 20:
        return small.split()[value]
    if value < 100:
        return tens.split()[value // 10 - 2] + (f"-{_spell(value % 10)}" if value % 10 else "")
    if value < 1000:
        return f"{_spell(value // 100)} hundred" + (f" and {_spell(value % 100)}" if value % 100 else "")
    return f"{_spell(value // 1000)} thousand" + (f" {_spell(value % 1000)}" if value % 1000 else "")
