"""What a question says and its tree overlooks is never certain; the same question without it is."""

from __future__ import annotations

from decimal import Decimal

import pytest

from recast.solve.charts.certain import is_certain
from recast.solve.charts.understand import NotUnderstood, interpret
from recast.types import Cell, Series, Table


def table(
    series: dict[str, tuple[int, ...]], labels: tuple[str, ...], title: str = "Staff of the mill"
) -> Table:
    cells = tuple(tuple(Cell(Decimal(value), str(value)) for value in row) for row in series.values())
    role = "time" if labels[0].isdecimal() else "nominal"
    kind = "bar" if len(series) == 1 else "grouped_bar"
    return Table(kind, "vertical", title, "", "", "", role, labels, tuple(map(Series, series)), cells)  # type: ignore[arg-type]


STAFF = table({"Share (%)": (50, 30, 20)}, ("Weavers", "Dyers", "Clerks"))
TOWNS = table(
    {"Ostrey": (10, 300), "Norwick": (25, 400), "Islet": (15, 120)},
    ("Spending ($)", "Visitors (thousands)"),
    "Travel",
)
YEARS = table({"Income": (40, 55, 70), "Costs": (30, 40, 60)}, ("2019", "2020", "2021"), "The mill")
BANDS = table({"Mills": (9, 4, 2)}, ("1-10", "10-20", "20-30"), "Mills by looms")


def is_sure(question: str, over: Table) -> bool:
    asked = interpret(question, over)
    return not isinstance(asked, NotUnderstood) and is_certain(question, over, asked)


@pytest.mark.parametrize(
    ("question", "over"),
    [
        ("In a mill of 600 people with this split, how many would be dyers?", STAFF),
        ("If the mill had 200 people, how many would be clerks?", STAFF),
        ("By how many $ do visitors of Norwick exceed those of Islet?", TOWNS),
        ("In which year did the costs equal the income of 2019?", YEARS),
        ("In which year were the costs above the costs?", YEARS),
        ("How many mills have 20 looms or more?", BANDS),
        ("What was the size of all costs in 2020?", YEARS),
    ],
)
def test_what_is_overlooked_is_not_certain(question: str, over: Table) -> None:
    assert not is_sure(question, over)


@pytest.mark.parametrize(
    ("question", "over"),
    [
        ("What is the share of dyers?", STAFF),
        ("By how much do visitors of Norwick exceed those of Islet?", TOWNS),
        ("In which year were the costs above 50?", YEARS),
        ("What percentage of income were the costs in 2020?", YEARS),
    ],
)
def test_what_says_all_is_certain(question: str, over: Table) -> None:
    assert is_sure(question, over)
