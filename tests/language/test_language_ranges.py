"""Dates, ranges and bounds are one atom each, in whatever way they are written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recast.language.ranges import compounds


def keys(text: str) -> list[str]:
    return [atom.keys[0] for atom in compounds(text)]


@pytest.mark.parametrize(
    ("ways", "key"),
    [
        ("25 to 34|25-34|25 – 34|25 and 34|25 through 34|$25 to $34", "<25:34>"),
        ("two to ten|2-10|Two till Ten", "<2:10>"),
        ("1.5 to 2|1.5–2", "<1.5:2>"),
        ("1,000 to 2,500|1000-2500", "<1000:2500>"),
        ("65 and older|65 or over|65+|over 65|at least 65|65 years and above|older than 65|over the age of 65|≥ 65", "<65:>"),
        ("under 18s|18 and younger|below 18|up to 18|< 18|18 years or less|less than $18", "<:18>"),
        ("2016/17|2016-17|2016 to 2017|2016/2017|16/17", "<2016:2017>"),
        ("1999/00|1999-2000|99/00", "<1999:2000>"),
        ("March 3, 2020|3 March 2020|3rd of March 2020|Mar. 3rd 2020", "<date 2020 3 3>"),
    ],
)  # fmt: skip
def test_every_way_of_writing_one_gives_the_same_key(ways: str, key: str) -> None:
    for written in ways.split("|"):
        assert key in keys(f"Of those {written}, how many?"), written
        assert key in keys(written), written


@pytest.mark.parametrize(
    "text",
    [
        "25 to 34%",
        "12/31",
        "Smarch 3, 2020",
        "99/100",
        "from 5 to Foo",
        "",
        "more than Fen",
        "under review",
        "A-12 and B-13",
    ],
)
def test_what_is_no_range_is_none(text: str) -> None:
    assert keys(text) == []


def test_a_date_by_numbers_is_one() -> None:
    assert keys("On 2020-03-04 it closed")[0] == "<date 2020 3 4>"
    assert [atom.kind for atom in compounds("March 3, 2020")] == ["time"]


@given(st.integers(0, 999), st.integers(0, 999), st.sampled_from(["-", " to ", "–", " and "]))
def test_a_range_of_any_two_numbers_is_found_where_it_stands(low: int, high: int, to: str) -> None:
    text = f"Those of {low}{to}{high} years"
    (found,) = [atom for atom in compounds(text) if atom.kind == "range"]
    assert found.keys == (f"<{low}:{high}>",)
    assert text[found.start : found.end] == f"{low}{to}{high}"


@given(st.text(max_size=40))
def test_whatever_is_written_what_is_found_stands_there(text: str) -> None:
    for found in compounds(text):
        assert 0 <= found.start < found.end <= len(text)
        assert found.kind in ("range", "time")
