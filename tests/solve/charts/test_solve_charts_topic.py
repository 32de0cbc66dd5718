"""Content words of a question that ask for more or other than its tree gives."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from recast.solve.charts.sketch import sketch
from recast.solve.charts.topic import says_no_more
from recast.solve.charts.understand import NotUnderstood, interpret
from recast.types import Cell, Series, Table


def _table(title: str, x: str, y: str, rows: dict[str, tuple[int, ...]], series: tuple[Series, ...]) -> Table:
    cells = tuple(
        tuple(Cell(Decimal(row[s]), str(row[s])) for row in rows.values()) for s in range(len(series))
    )
    return Table("bar", "vertical", title, "", x, y, "nominal", tuple(rows), series, cells)


FERRIES = _table(
    "Ferries of the bay, week 12", "Ferry", "Passengers", {"Otter": (410,), "Heron": (250,), "Seal": (380,)},
    (Series("", "blue"),),
)  # fmt: skip
FIRMS = _table(
    "Accounts of three firms", "Firm", "Million euros", {"Brock": (120, 90), "Farrow": (80, 50), "Quill": (60, 61)},
    (Series("Revenue", "blue"), Series("Running costs", "red")),
)  # fmt: skip
SHARES = replace(
    FERRIES, title="Travel by ferry", y_title="Share of trips", series=(Series("", "blue", unit="%"),)
)


def _says_no_more(question: str, shown: Table) -> bool:
    asked = interpret(question, shown)
    assert not isinstance(asked, NotUnderstood)
    return says_no_more(question, sketch(question, shown), asked)


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("How many passengers took the Heron?", FERRIES),
        ("How many people in total were passengers?", FERRIES),
        ("How many passengers took the Heron in week 12?", FERRIES),
        ("How many riders took the Heron?", FERRIES),
        ("Which vessel has the most passengers?", FERRIES),
        ("What revenue does Brock report, please?", FIRMS),
        ("How many euros did Farrow spend in running costs?", FIRMS),
        ("What percent of trips were on the Seal?", SHARES),
    ],
)
def test_words_of_the_chart_or_of_no_topic(question: str, shown: Table) -> None:
    assert _says_no_more(question, shown)


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("How many passengers took the Heron in week 11?", FERRIES),
        ("How many passengers used the Heron in summer?", FERRIES),
        ("How many passengers refused the Heron?", FERRIES),
        ("How many sailors took the Heron?", FERRIES),
        ("How many sailors are there in total?", FERRIES),
        ("How much does the Otter cost?", FERRIES),
        ("What is the total of all lorries?", FERRIES),
        ("How many hours is the Seal?", SHARES),
        ("How many miles is the Seal?", SHARES),
        ("What is the revenue margin of Brock?", FIRMS),
        ("How many dollars of revenue had Brock?", FIRMS),
    ],
)
def test_words_that_limit_turn_or_name_another_measure(question: str, shown: Table) -> None:
    assert not _says_no_more(question, shown)
