"""Which questions are understood for certain: what may stand beside the name of a cell, and what never may."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from recast.solve.charts.certain import is_certain
from recast.solve.charts.understand import NotUnderstood, interpret
from recast.types import CategoryRole, Cell, ChartKind, Series, Table

SITES = ("Moor", "Fen", "Dune", "Weir")


def table(
    categories: tuple[str, ...] = SITES,
    series: tuple[Series, ...] = (Series("", "blue"),),
    title: str = "",
    kind: ChartKind = "bar",
    time: bool = False,
) -> Table:
    cells = tuple(
        tuple(Cell(Decimal(10 + 37 * c % 100 + s), "1") for c in range(len(categories)))
        for s in range(len(series))
    )
    role: CategoryRole = "time" if time else "nominal"
    return Table(kind, "vertical", title, "", "Site", "Nests", role, categories, series, cells)


def certain(question: str, shown: Table) -> bool:
    asked = interpret(question, shown)
    return not isinstance(asked, NotUnderstood) and is_certain(question, shown, asked)


ONE = table()
SPLIT = replace(table(kind="pie"), category_colours=("blue", "navy", "orange", "grey"))
BIRDS = table(SITES, (Series("Larks", "red"), Series("Wrens", "blue"), Series("Both", "grey")))
BOTH = (Series("Larks", "red"), Series("Wrens", "blue"))
AHEAD = table(("2011", "2012", "2013"), BOTH, time=True)
AGES = replace(
    table(("Under 18", "18 to 34", "35 to 54", "55 to 74", "75 and over"), kind="pie"),
    title="Ages of the visitors",
    y_title="Visitors",
    cells=(tuple(Cell(Decimal(share), str(share)) for share in (16, 9, 24, 38, 13)),),
)
CROSSING = tuple(tuple(Cell(Decimal(n), str(n)) for n in row) for row in ((1, 5, 9), (3, 4, 8)))
DATED = table(("2011", "2012", "2013"), time=True)
SPANS = table(("2000-2010", "2010-2020", "2020-2040"))


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("How many people said they would go to Fen?", ONE),
        ("How many sites still have more than 50 nests?", ONE),
        ("How many larks are there for every wren in Fen?", table(SITES, BOTH)),
        ("How many nests per warden did Fen have?", replace(ONE, title="Nests per warden")),
        ("What was the average number of nests in Fen?", ONE),
        ("What is the highest number of nests in Fen?", ONE),
        ("How many nests did Fen have in 2017?", ONE),
        ("How much did the wardens of Fen get in the 2017/18 season?", ONE),
        ("How many nests took up Fen in the first quarter of 2017?", ONE),
        ("In areas below 100 people per acre, how many nests had Fen?", ONE),
        ("How many of the 87.7 million nests were in Fen?", ONE),
        ("What is the value of the orange slice?", SPLIT),
        ("What is the sum of the red bars?", BIRDS),
        ("What is the largest value of the red bars?", BIRDS),
        ("What is the projected increase in nests between 2020 and 2040?", SPANS),
        ("What was the number of nests in the previous year?", DATED),
        ("How many nests does Norland have in Fen?", ONE),
        ("How much money did FENCO make with Fen in the second quarter?", ONE),
        ("How many nests does the average bird of Fen make every day?", ONE),
        ("How many people in Fen agree that the warden is doing a good job?", ONE),
        ("By how many percentage points did it go up between Fen and Dune?", ONE),
        ("Do visitors of 55 and over make up more than half of the pie?", AGES),
        ("What share of the visitors are under 35?", AGES),
        ("How many kinds of fens are shown?", table(("Low Fen", "High Fen", "Salt Fen"))),
        ("How many times did it fall from one year to the next?", DATED),
        ("Which site has a reading closest to 50?", ONE),
        ("How far is Fen above the average?", ONE),
        ("In what year was the nest count the lowest?", DATED),
        ("By how much had nests increased in 2013 relative to 2012?", DATED),
        ("How many out of 100 nests had Fen?", replace(ONE, y_title="Share of nests")),
        ("What was the biggest drop from one year to the next?", DATED),
        ("Which year had the largest increase over the previous one?", DATED),
        ("How many sites had an average height above 20?", replace(ONE, title="Average height of nests")),
        ("In which site is the gap between both birds smallest?", table(SITES, BOTH)),
        ("What is the spread between top and bottom?", ONE),
        ("In which year did the larks first overtake the wrens?", replace(AHEAD, cells=CROSSING)),
        (
            "How many nests were there in February?",
            replace(ONE, title="Nests of Orm", categories=("Jan", "Feb", "Mar", "Apr")),
        ),
    ],
)
def test_what_can_only_describe_the_value_named_is_certain(question: str, shown: Table) -> None:
    assert certain(question, shown)


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("How far is Fen from the average?", ONE),
        ("What is the average of all nests?", table((*SITES, "Total"))),  # a total among them
        ("Which quarter of 2018 had the most nests?", replace(ONE, title="Nests from 2018 to 2019")),
        ("What share of nests is in Fen?", ONE),  # of no whole that the chart shows
        ("Which site do most prefer?", BIRDS),  # among the values of which birds
        ("How much more than Fen has Moor than Fen and Fen?", ONE),
        ("What share of the visitors are 60 and over?", AGES),  # within a band
        ("How many nests did Fen have in the second quarter?", table((*SITES, "Q3"))),
        ("How much did the nests in Fen increase?", ONE),
        ("How many nests does Fen not have?", ONE),
        ("How many nests do the others than Fen have?", ONE),
        ("How many nests did Fen have in 2017?", table(title="Nests in 2012")),
        ("How many nests did Fen have from 2017 to 2019?", ONE),
        ("What were the nests in 2012 and 1999?", DATED),
        ("How many nests in Fen are in Norland?", table(title="Birds of Orm")),
        ("What is the value of the green slice?", SPLIT),  # nothing is green
        ("What was the number of nests in 2012 and in the previous year?", DATED),
        ("Is the number of nests in Fen 100?", ONE),
        (
            "In which year did the wrens first overtake the larks?",
            AHEAD,
        ),  # they begin ahead, and fall behind later
    ],
)
def test_what_may_ask_for_another_value_is_not(question: str, shown: Table) -> None:
    assert not certain(question, shown)
