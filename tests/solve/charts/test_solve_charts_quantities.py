"""Fractions, thresholds, rates and averages that a tree leaves out or takes for something else."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from recast.solve.charts.quantities import quantities_agree
from recast.solve.charts.sketch import sketch
from recast.solve.expression import (
    Arithmetic,
    Bare,
    Compare,
    Expression,
    Filter,
    Fold,
    Group,
    Name,
    Operand,
    Rank,
    Size,
)
from recast.types import Cell, Series, Table

MILLS = ("North", "South", "East", "West")
SHOWN = (40, 10, 25, 31)


def _table(categories: tuple[str, ...], x: str, y: str, title: str = "") -> Table:
    cells = (tuple(Cell(Decimal(n), str(n)) for n in SHOWN),)
    return Table("bar", "vertical", title, "", x, y, "nominal", categories, (Series("", "blue"),), cells)


FLOUR = _table(MILLS, "Mill", "Sacks")
BY_AGE = _table(("0 to 9", "10 to 39", "40 to 69", "70 and over"), "Age group", "Visits")
RISES = _table(MILLS, "Mill", "Increase in sacks")
CELLS = tuple(Operand(str(n), (0, place)) for place, n in enumerate(SHOWN))
ALL = Group(tuple((Name(mill), cell) for mill, cell in zip(MILLS, CELLS, strict=True)))
QUARTER: Expression = Arithmetic("/", CELLS[0], Bare(4))


def _above(bound: str) -> Filter:
    return Filter(ALL, ((">", Operand(bound)),))


@pytest.mark.parametrize(
    ("question", "shown", "asked"),
    [
        ("What is a quarter of the sacks of North?", FLOUR, QUARTER),
        ("How many mills have more than 30 sacks?", FLOUR, Size(_above("30"))),
        ("How many mills have exactly 25 sacks?", FLOUR, Size(Filter(ALL, (("==", Operand("25")),)))),
        ("How many age groups have more than 20 visits?", BY_AGE, Size(_above("20"))),
        ("What is the increase in sacks in the North?", RISES, CELLS[0]),
        ("Is North higher than South?", FLOUR, Compare(">", CELLS[0], CELLS[1])),
        ("What is the average?", FLOUR, Fold("mean", ALL)),
        ("How many values are above 20?", BY_AGE, Size(_above("20"))),
    ],
)
def test_each_quantity_is_taken_as_what_it_is(question: str, shown: Table, asked: Expression) -> None:
    assert quantities_agree(question, sketch(question, shown), asked)


@pytest.mark.parametrize(
    ("question", "shown", "asked"),
    [
        ("What is a quarter of the sacks of North?", FLOUR, CELLS[0]),
        ("What was the number of sacks up to North?", replace(FLOUR, x_title=""), CELLS[0]),
        ("How many years did it take to get from 10 to 40 sacks?", FLOUR, Size(_above("10"))),
        ("How many sacks are above 30?", FLOUR, Size(_above("30"))),
        ("How many mills have 25 wheels?", FLOUR, Size(Filter(ALL, (("==", Operand("25")),)))),
        ("How many mills have exactly 26 sacks?", FLOUR, Size(Filter(ALL, (("==", Operand("26")),)))),
        ("Which groups are below 9?", BY_AGE, Fold("sum", Filter(ALL, (("<", Operand("9")),)))),
        ("How many people of an age of 20 or more?", BY_AGE, Size(_above("20"))),
        ("How many sacks has the North?", RISES, CELLS[0]),
        ("Is North higher than half of North?", FLOUR, Compare(">", CELLS[0], Arithmetic("/", CELLS[0], Bare(2)))),
        ("What is the average on average?", replace(FLOUR, y_title="Sacks per day"), Fold("mean", ALL)),
        ("Which age group is the highest age group?", BY_AGE, Rank(ALL, 0, True, "label")),
        ("How many of those who are sure took sacks from the North?", FLOUR, CELLS[0]),
        ("How many sacks did A get?", FLOUR, CELLS[0]),
        ("How many sacks did North fill per day?", FLOUR, CELLS[0]),
    ],
)  # fmt: skip
def test_a_quantity_that_is_left_out_or_is_another(question: str, shown: Table, asked: Expression) -> None:
    assert not quantities_agree(question, sketch(question, shown), asked)
