"""Words of the asker are written as the words of the labels that they mean, and only where they can mean but one."""

from __future__ import annotations

from decimal import Decimal

import pytest

from recast.language.own_words import with_words_of_labels
from recast.solve.charts.understand import NotUnderstood, interpret
from recast.types import Cell, Series, Table


def _table(categories: tuple[str, ...], series: tuple[str, ...], title: str = "", x: str = "") -> Table:
    cells = tuple(
        tuple(Cell(Decimal(10 * s + c + 1), str(10 * s + c + 1)) for c in range(len(categories)))
        for s in range(len(series))
    )
    return Table(
        "bar", "vertical", title, "", x, "", "nominal", categories, tuple(map(Series, series)), cells
    )


FIELDS = _table(("Nanotechnology", "Mathematics", "Education", "Healthcare"), ("Projects", "Researchers"))
SALES = _table(("Books", "Apparel"), ("E-commerce Sales", "Store Sales"))
DEVICES = _table(("2020", "2021"), ("Smartphone Usage", "Television Usage"))
APPS = _table(("January", "February"), ("Instagram Users", "Facebook Users"))
WEEKS = _table(("Week 1", "Week 2"), ("Opening Price", "Closing Price", "Low Price"))
STAGES = _table(("Signing Up", "Research & Development", "Delivery"), ("Visits",))


@pytest.mark.parametrize(
    ("table", "asked", "written"),
    [
        (
            FIELDS,
            "How many researchers does nanotech have?",
            "How many researchers does Nanotechnology have?",
        ),
        (FIELDS, "Projects in maths?", "Projects in Mathematics?"),
        (FIELDS, "How many projects has schooling?", "How many projects has Education?"),
        (FIELDS, "How many projects are there in health?", "How many projects are there in Healthcare?"),
        (FIELDS, "How many scientists has Education?", "How many Researchers has Education?"),
        (SALES, "How much clothing was sold on the web?", "How much Apparel was sold on the E-commerce?"),
        (DEVICES, "How high was phone usage in 2020?", "How high was Smartphone usage in 2020?"),
        (APPS, "How many Instagrammers were there in January?", "How many Instagram were there in January?"),
        (
            WEEKS,
            "Which week ended higher than it began?",
            "Which week Closing Price higher than it Opening?",
        ),
        (WEEKS, "Which weeks closed above the open?", "Which weeks Closing Price above the open?"),
        (STAGES, "How many visits has R&D?", "How many visits has Research & Development?"),
        (STAGES, "How many registered?", "How many Signing Up?"),
    ],
)
def test_own_words_are_written_as_the_words_of_labels(table: Table, asked: str, written: str) -> None:
    assert with_words_of_labels(asked, table) == written


@pytest.mark.parametrize(
    ("table", "asked"),
    [
        (FIELDS, "How many researchers does Nanotechnology have?"),
        (FIELDS, "How many researchers does physics have?"),
        (FIELDS, "How many projects does Edward have?"),  # begins as "Education", and is no short form of it
        (DEVICES, "How high was usage in 2020?"),
        (WEEKS, "Which week was closest to 30, or close to it?"),
        (_table(("North", "South"), ("Store Sales", "Shop Rent")), "What does the store in the North take?"),
        (_table(("2020", "2021"), ("House Price", "Home Loans")), "What did a dwelling cost in 2020?"),
        (_table(("A", "B"), ("Workers",), title="Staff and workers"), "How many staff has A?"),
    ],
)
def test_a_word_of_the_chart_and_one_that_may_mean_two_stay(table: Table, asked: str) -> None:
    assert with_words_of_labels(asked, table) == asked


def test_a_question_in_the_askers_words_is_understood_as_in_those_of_the_chart() -> None:
    plain = interpret("How many researchers does Nanotechnology have?", FIELDS)
    assert interpret("How many scientists does nanotech have?", FIELDS) == plain
    assert not isinstance(plain, NotUnderstood)
