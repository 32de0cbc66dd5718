"""A number said with a scale word is the value that the chart shows, whatever scale the chart is in."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recast.numbers.scale import as_shown, in_shown_scale, scale_named, scaled
from recast.numbers.written import SCALES
from recast.types import Cell, Series, Table


def table(*values: str, scale: str = "", second: str | None = None) -> Table:
    """One series, or two of the same values where the ``second`` has a scale of its own."""
    series = tuple(Series("", scale=each) for each in (scale, second) if each is not None)
    cells = tuple(Cell(Decimal(value)) for value in values)
    names = tuple(map(str, range(len(values))))
    return Table("bar", "vertical", "", "", "", "", "nominal", names, series, (cells,) * len(series))


@pytest.mark.parametrize(
    ("word", "scale"),
    [("million", "million"), ("Millions", "million"), ("mn", "million"), ("mlns", "million"), ("bn", "billion"),
     ("BLN", "billion"), ("trn", "trillion"), ("lakhs", "lakh"), ("hundreds", "hundred")],
)  # fmt: skip
def test_every_form_of_a_scale_word_is_known(word: str, scale: str) -> None:
    assert scale_named(word) == scale


@pytest.mark.parametrize(
    ("said", "scale", "chart", "shown"),
    [
        ("35", "billion", table("12", "40", scale="billion"), "35"),
        ("35", "billion", table("12000", "40000", scale="million"), "35000"),
        ("0.5", "million", table("300", "700", scale="thousand"), "500"),
        ("35", "billion", table("12", "40"), "35"),
        ("35", "billion", table("12000000000", "40000000000"), "35000000000"),
        ("-3", "million", table("-2", "5"), "-3"),
        ("0", "million", table("2", "5"), "0"),
        ("2", "thousand", table(), "2000"),
        ("2", "thousand", table("5", scale="million", second="billion"), "2"),
    ],
)
def test_a_scale_that_is_said_becomes_that_of_the_chart(
    said: str, scale: str, chart: Table, shown: str
) -> None:
    assert in_shown_scale(Decimal(said), scale, chart) == Decimal(shown)


def test_without_a_chart_the_full_number_is_meant() -> None:
    assert in_shown_scale(Decimal("1.5"), "million", None) == 1_500_000
    assert as_shown(Decimal(20_000), None) == 20_000


@pytest.mark.parametrize(
    ("said", "chart", "shown"),
    [
        ("20000", table("15", "30", scale="thousand"), "20"),
        ("20", table("15", "30", scale="thousand"), "20"),
        ("100", table("15", "30", scale="thousand"), "100"),
        ("400", table("15", "30", scale="thousand"), "0.4"),
        ("20000", table("15", "30"), "20000"),
        ("20000", table("15", "30", scale="million"), "0.02"),
        ("900000", table("15", "30", scale="thousand"), "900000"),
        ("20000", table("0", scale="thousand"), "20000"),
    ],
)
def test_a_full_number_is_the_shown_one_only_where_the_charts_values_are_far_below(
    said: str, chart: Table, shown: str
) -> None:
    assert as_shown(Decimal(said), chart) == Decimal(shown)


@given(st.integers(1, 900), st.sampled_from(sorted(SCALES)), st.sampled_from(sorted(SCALES)))
def test_the_quantity_is_the_same_in_every_scale(value: int, said: str, shown: str) -> None:
    found = in_shown_scale(Decimal(value), said, table("5", scale=shown))
    assert found * SCALES[shown] == value * SCALES[said]


@pytest.mark.parametrize(
    ("text", "shown", "rest"),
    [
        ("above 35 billion euros", "35000", " euros"),
        ("above 35-billion", "35000", ""),
        ("above 35 bn.", "35000", "."),
        ("above 35 billionaires", "35", " billionaires"),
        ("above 35", "35", ""),
    ],
)
def test_the_scale_word_behind_a_numeral_is_taken_with_it(text: str, shown: str, rest: str) -> None:
    value, end = scaled(text, text.index("35") + 2, Decimal(35), table("12", "40", scale="million"))
    assert (value, text[end:]) == (Decimal(shown), rest)
