"""The unprotected reference is the chart as it is: every label, unit and value of it."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from recast.reconstruct.spec import as_table
from recast.release.unprotected import original_spec
from recast.types import Cell, Series
from records import ferries


def test_nothing_of_the_chart_is_replaced() -> None:
    table = replace(ferries(), category_colours=("red", "blue", "green"))
    spec = original_spec(table)
    for name in (
        "kind",
        "orientation",
        "title",
        "x_title",
        "y_title",
        "category_role",
        "categories",
        "category_colours",
    ):
        assert getattr(spec, name) == getattr(table, name), name
    assert [series.label for series in spec.series] == ["2019", "2020"]
    assert [(series.colour_name, series.colour_hex) for series in spec.series] == [
        ("blue", "#2f7ed8"),
        ("navy", "#0f283f"),
    ]
    assert spec.values == (("71", "64", "55"), ("78", "70", "64"))
    assert as_table(spec).values == spec.values


def test_unit_and_scale_stand_together_and_a_missing_cell_stays_missing() -> None:
    units = [("$", "million"), ("", "million"), ("%", ""), ("", "")]
    table = replace(
        ferries(),
        categories=("one",),
        series=tuple(Series("", unit=unit, scale=scale) for unit, scale in units),
        cells=((Cell(None, origin="missing"),),) * 4,
    )
    spec = original_spec(table)
    assert [series.unit for series in spec.series] == ["$ million", "million", "%", ""]
    assert spec.values == ((None,),) * 4


@given(st.decimals(min_value=-(10**12), max_value=10**12, places=4))
def test_a_value_is_written_plainly_and_is_the_same_value(value: Decimal) -> None:
    table = replace(ferries(), categories=("one",), series=(Series(""),), cells=((Cell(value),),))
    ((written,),) = original_spec(table).values
    assert written is not None
    assert Decimal(written) == value
    assert "E" not in written
    assert not (written.endswith("0") and "." in written)
