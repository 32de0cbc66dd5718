"""The text form of a chart and its inverse."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numbers_tables import table

from recast.numbers.context import context_table, read_context, table_context
from recast.types import Cell, Series, Table

TEXT = st.text(st.one_of(st.sampled_from("ab |\\[]();~-\n:psn% \t"), st.characters()), max_size=8)
COLOUR = st.sampled_from(["", "blue", "dark red"])
CELL = st.one_of(
    st.just(Cell(None, None, "missing")),
    st.builds(
        lambda value, origin: Cell(value, None, origin),
        st.decimals(allow_nan=False, allow_infinity=False),
        st.sampled_from(["printed", "axis"]),
    ),
)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Any table, of what the text form carries."""
    width, height = draw(st.integers(1, 4)), draw(st.integers(0, 3))
    colours = tuple(draw(COLOUR) for _ in range(width))
    return Table(
        kind=draw(st.sampled_from(["bar", "pie", "line"])),
        orientation=draw(st.sampled_from(["vertical", "horizontal"])),
        title=draw(TEXT),
        subtitle=draw(TEXT),
        x_title=draw(TEXT),
        y_title=draw(TEXT),
        category_role=draw(st.sampled_from(["nominal", "ordinal", "time"])),
        categories=tuple(draw(TEXT) for _ in range(width)),
        series=tuple(Series(draw(TEXT), draw(COLOUR), "", draw(TEXT), draw(TEXT)) for _ in range(height)),
        cells=tuple(tuple(draw(CELL) for _ in range(width)) for _ in range(height)),
        category_colours=colours if any(colours) and draw(st.booleans()) else (),
    )


@settings(max_examples=300, deadline=None)
@given(tables())
def test_inverse(chart: Table) -> None:
    assert context_table(read_context(table_context(chart))) == chart


def test_reads_as_designed() -> None:
    chart = replace(
        table(
            [["71", "64", "55"], ["78", None, "64.5"]],
            ["North (sea)", "South|East", "Islands"],
            title="Access [all]",
        ),
        series=(
            Series("2019", "blue", "#0000ff", "%", "million"),
            Series("2020", "navy", "", "%", "million"),
        ),
        category_role="time",
    )
    assert table_context(chart).split("\n") == [
        "kind: grouped_bar, vertical",
        "title: Access [all\\]",
        "x: District",
        "y: Portion [%; million]",
        "categories: time",
        "series: 2019 (blue) | 2020 (navy)",
        "North (sea\\) | 71 | 78",
        "South\\pEast | 64 | -",
        "Islands | 55 | 64.5",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "kind: bar, vertical",
        "kind: pyramid, vertical\ntitle: \nx: \ny: \nseries: ",
        "title: a\ntitle: b",
        "kind: bar, vertical\ntitle: \nx: \ny: \nseries: a\nNorth | 1 | 2",
        "kind: bar, vertical\nhello",
    ],
)
def test_what_is_no_context_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="context"):
        read_context(text)


@pytest.mark.parametrize("value", ["NaN", "1e5", "1,000", "", "٣", "--1"])
def test_values_are_plain_decimals(value: str) -> None:
    text = table_context(table([["71"]])).replace("71", value)
    with pytest.raises(ValueError, match="context"):
        context_table(read_context(text))
