"""Kinds of question beyond the plain ones: by equality, by colour, of changes, neighbours, groups, the rest of a whole."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from recast.solve.charts.understand import NotUnderstood, understand
from recast.types import Cell, ChartKind, Series, Table


def table(
    kind: ChartKind,
    categories: list[str],
    rows: dict[str, str],
    time: bool = False,
    colours: str = "",
    marks: str = "",
    unit: str = "",
) -> Table:
    shades = colours.split() or [""] * len(rows)
    cells = tuple(tuple(Cell(Decimal(v), v) for v in values.split()) for values in rows.values())
    series = tuple(Series(label, shade, unit=unit) for label, shade in zip(rows, shades, strict=True))
    role = "time" if time else "nominal"
    return Table(
        kind, "vertical", "", "", "", "", role, tuple(categories), series, cells, tuple(marks.split())
    )


YEARS = table("bar", ["2015", "2016", "2017", "2018", "2019"], {"": "40 45 43 50 62"}, time=True)
QUARTERS = table("bar", ["Q1 2018", "Q2 2018", "Q1 2019", "Q2 2019"], {"": "10 20 30 45"}, time=True)
LINES = table(
    "line", ["2001", "2002", "2003"], {"Owls": "5 9 12", "Hawks": "8 7 6"}, time=True, colours="red green"
)
TOWNS = table("grouped_bar", ["Ashby", "Brent", "Corley"], {"2018": "30 22 14", "2020": "36 20 14.5"})
PARTS = table(
    "pie", ["Very likely", "Rather likely", "Unlikely"], {"": "15 25 60"}, marks="blue red grey", unit="%"
)
MOODS = table(
    "grouped_bar", ["Ashby", "Brent"], {"Good": "60 35", "No opinion": "10 25"}, colours="blue grey"
)
SPORTS = table("pie", ["Motor sports", "Rowing", "Water sports", "Chess"], {"": "40 20 28 12"}, unit="%")
RATES = table("bar", ["2015", "2016", "2017"], {"": "10 30 20"}, time=True, unit="%")
TOWN_SIZES = table("bar", ["Ashby", "Brent", "Corley"], {"": "30 34 13"})
MUSEUMS = table("bar", ["Museum of Salt", "Old Mill", "Sail House", "Town Museum"], {"": "5 9 7 3"})
HEIGHTS = table("bar", ["Elm", "Fir", "Oak", "Ash"], {"": "12000 8000 9500 7000"})


def answer(question: str, over: Table) -> Any:
    program = understand(question, over)
    assert isinstance(program, str), program
    names: dict[str, Any] = {"protected": lambda written: written}
    exec(program, names)
    return names["answer"]


@pytest.mark.parametrize(
    ("question", "over", "expected"),
    [
        ("In which year was the harvest 43?", YEARS, 2017),
        ("Which tree has 9500 leaves?", HEIGHTS, "Oak"),
        ("How many years had a harvest of 45?", YEARS, 1),
        ("How many trees have over 9 thousand leaves?", HEIGHTS, 2),
        ("What does the red line represent?", LINES, "Owls"),
        ("Which bird is shown by the green line?", LINES, "Hawks"),
        ("What does the largest slice represent?", PARTS, "Unlikely"),
        ("How many towns saw a decrease between 2018 and 2020?", TOWNS, 1),
        ("Which town had the largest increase from 2018 to 2020?", TOWNS, "Ashby"),
        ("In which year did the harvest fall?", YEARS, [2017]),
        ("In which year did the harvest go down?", YEARS, [2017]),
        ("What was the harvest in the year before 2018?", YEARS, 43),
        ("What was the harvest in the previous year?", YEARS, 50),
        ("What is the total of 2019?", QUARTERS, 75),
        ("What was the average harvest in 2018?", QUARTERS, 15),
        ("How many people say likely?", PARTS, 40),
        ("What percentage is not very likely?", PARTS, 85),
        ("What percentage of people in Brent have a good view?", MOODS, 35),
        ("Is the highest harvest more than twice the lowest harvest?", YEARS, False),
        ("Is Elm the tallest tree?", HEIGHTS, True),
        ("Is there a year with a harvest above 60?", YEARS, True),
        ("Are all harvests above 41?", YEARS, False),
        ("Is the sum of Owls more than Hawks?", LINES, True),
        ("Does the red line exceed 10 in 2002?", LINES, False),
        ("Add the two highest bars and divide by 2", YEARS, 56),
        ("What is the difference between the first and last value of the red line?", LINES, 7),
        ("What is the range of the values?", YEARS, 22),
        ("Which tree ranks third?", HEIGHTS, "Fir"),
        ("By how many percentage points did Owls rise from 2001 to 2003?", LINES, 7),
        ("How many birds are shown?", LINES, 2),
        ("How many bars are there in total?", TOWNS, 6),
        ("Which year had a higher value in Brent?", TOWNS, 2018),
        ("In which years do Owls have more than Hawks?", LINES, 2002),
        # a label named whole beside words of others
        ("What is the share of Rowing in sports clubs?", SPORTS, 20),
        ("How many people in clubs for sports chose Chess?", SPORTS, 12),
        # amounts that say what is measured
        ("How many people aged 65 and over sailed in 2017?", YEARS, 43),
        ("How many people with less than 5 crowns a day sailed in 2016?", YEARS, 45),
        ("What was the number of people who had more than one boat in 2018?", YEARS, 50),
        ("What was the worth of the top five harbours in 2015?", YEARS, 40),
        # a part of a whole that the chart shows as such
        ("What percentage of the total fleet sailed in 2016?", RATES, 30),
        ("What percentage did the harvest rise from 2015 to 2016?", YEARS, 12.5),
        ("What is the increase from 2015 to 2016 in percent?", YEARS, 12.5),
        ("What is the increase from 2015 to 2016 in percent?", RATES, 20),
        # labels that are asked for by their kind
        ("What is the largest city in the valley?", TOWN_SIZES, "Brent"),
        ("What is the town's second most visited museum?", MUSEUMS, "Sail House"),
        ("What was the leading harvest good?", HEIGHTS, "Elm"),
        ("What is the smallest category by height?", HEIGHTS, "Ash"),
        ("What do most sailors want?", HEIGHTS, "Elm"),
        ("Which museum was visited the most?", MUSEUMS, "Old Mill"),
        ("Where is bread cheapest?", TOWN_SIZES, "Corley"),
        ("What is the difference between the most expensive and the cheapest town?", TOWN_SIZES, 21),
        ("Since when was the harvest above 44?", YEARS, 2016),
    ],
)  # fmt: skip
def test_the_kind_is_understood(question: str, over: Table, expected: object) -> None:
    found = answer(question, over)
    assert found == (
        expected if not isinstance(found, list) or isinstance(expected, list) else [expected, 2003]
    )


@pytest.mark.parametrize(
    ("question", "over"),
    [
        ("What colour is the line of Owls?", LINES),
        ("Which tree is sturdier than Fir?", HEIGHTS),
        ("In the 2010s, which year had the lowest harvest?", YEARS),
        ("Which two trees add up to 16500?", HEIGHTS),
        ("What percentage of people in Brent have an opinion?", MOODS),
        ("Is Elm sturdier than Fir?", HEIGHTS),
        ("What is the percentage difference between Elm and Fir?", table("bar", ["Elm", "Fir"], {"": "4 5"}, unit="m")),
        ("What percentage would not sail?", PARTS),
        ("What percentage of the trees in Elm were old?", table("bar", ["Elm", "Fir"], {"": "4 5"}, unit="m")),
        ("What is the rainfall?", table("bar", ["Elm"], {"": "4"})),
    ],
)  # fmt: skip
def test_what_the_chart_does_not_say_is_not_answered(question: str, over: Table) -> None:
    assert isinstance(understand(question, over), NotUnderstood)
