from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recast.perception.merged_labels import labels_apart
from recast.perception.text import TextBox
from recast.types import Box


def read(text: str) -> list[str]:
    return [t.text for t in labels_apart(TextBox(text, Box(100, 200, 400, 214), 0.9))]


@pytest.mark.parametrize(
    ("merged", "labels"),
    [
        ("2014 2015 2016*", ["2014", "2015", "2016*"]),
        ("2014/152015/162016/17", ["2014/15", "2015/16", "2016/17"]),
        ("2014/2015 2015/2016", ["2014/2015", "2015/2016"]),
        ("Q3 2019Q4 2019", ["Q3 2019", "Q4 2019"]),
        ("H1 2015 H2 2015", ["H1 2015", "H2 2015"]),
        ("Feb 19 Mar 19", ["Feb 19", "Mar 19"]),
        ("Jan '19Feb '19", ["Jan '19", "Feb '19"]),
    ],
)
def test_labels_in_one_text_are_told_apart(merged: str, labels: list[str]) -> None:
    assert read(merged) == labels


@pytest.mark.parametrize(
    "text", ["2014", "Q3 2019", "2014/15", "2014 2015 total", "12 2014", "Marmalade", "", "May"]
)
def test_one_label_and_anything_else_stay(text: str) -> None:
    assert read(text) == [text]


@given(st.integers(1900, 2080), st.integers(2, 12))
def test_every_year_is_at_its_place(first: int, count: int) -> None:
    years = [str(first + i) for i in range(count)]
    parts = labels_apart(TextBox(" ".join(years), Box(0, 0, 50 * count - 10, 14), 1.0))
    assert [p.text for p in parts] == years
    assert all(abs(p.box.x - (20 + 50 * i)) < 1 for i, p in enumerate(parts))
