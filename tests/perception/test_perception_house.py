"""Our own drawings read back: one of every template, from pixels alone."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest

from recast.perception.house import plain_number, read_house
from recast.perception.house_style import mark_units, template
from recast.perception.image import decode
from recast.reconstruct.draw import draw
from recast.types import ChartKind, ChartSpec, Orientation, SpecSeries

_TWO = (
    SpecSeries("Velvet harbour", "black", "#000000", "marks"),
    SpecSeries("2031", "orange", "#f08c1a", "marks"),
)
_ONE = (SpecSeries("", "navy", "#0f283f", "marks"),)
_VALUES = (("873.1", "-268.4", None, "5"), ("640.9", "731.5", "-195.7", "98000000"))
_LABELS = ("Dunmarsh", "Tarns by the copper bridge and garden", "Q", "2019")
_TEMPLATES: tuple[tuple[ChartKind, Orientation], ...] = (
    ("bar", "vertical"),
    ("bar", "horizontal"),
    ("grouped_bar", "vertical"),
    ("stacked_bar", "horizontal"),
    ("line", "vertical"),
    ("pie", "vertical"),
    ("table", "vertical"),
)


@pytest.mark.parametrize(("kind", "orientation"), _TEMPLATES)
def test_every_template_is_read_back(kind: ChartKind, orientation: Orientation) -> None:
    single = kind in ("bar", "pie")
    values = (("873.1", "268.4", "0.03", "5"),) if kind == "pie" else _VALUES[:1] if single else _VALUES
    spec = ChartSpec(
        kind, orientation, "Orchard bloom by district", "District", "Portion", "nominal", _LABELS,
        _ONE if single else _TWO, values, ("red", "navy", "green", "red") if kind == "pie" else (),
    )  # fmt: skip
    table = read_house(decode(draw(spec).data))
    assert table is not None
    assert (table.kind, table.orientation, table.title) == (kind, orientation, "Orchard bloom by district")
    assert (table.x_title, table.y_title) == ("District", "Portion")
    assert tuple("".join(label.split()) for label in table.categories) == tuple(
        "".join(s.split()) for s in _LABELS
    )
    assert tuple(series.unit for series in table.series) == ("marks",) * len(spec.series)
    assert tuple("".join(s.label.split()) for s in table.series) == tuple(
        "".join(s.label.split()) for s in spec.series
    )
    read = tuple(tuple(cell.value for cell in row) for row in table.cells)
    assert read == tuple(tuple(None if v is None else Decimal(v) for v in row) for row in values)
    assert all(cell.box is not None for row in table.cells for cell in row if cell.value is not None)
    if kind == "pie":
        assert table.category_colours == ("red", "navy", "green", "red")
    else:
        assert tuple(s.colour_name for s in table.series) == tuple(s.colour_name for s in spec.series)
        assert tuple(s.colour_hex for s in table.series) == tuple(s.colour_hex for s in spec.series)


def test_highlighted_bars_keep_their_colours() -> None:
    spec = ChartSpec(
        "bar", "vertical", "Bloom", "", "", "nominal", ("Dunmarsh", "Tarns", "Quellar"), _ONE, (("3.1", "4.5", "2.2"),),
        ("navy", "red", "navy"),
    )  # fmt: skip
    table = read_house(decode(draw(spec).data))
    assert table is not None
    assert table.category_colours == ("navy", "red", "navy")
    plain = read_house(decode(draw(replace(spec, category_colours=())).data))
    assert plain is not None
    assert plain.category_colours == ()


def test_a_picture_without_our_signature_is_not_ours() -> None:
    blank = np.full((300, 400, 3), 255, dtype=np.uint8)
    assert read_house(blank) is None
    blank[20:24, 30:50] = (200, 85, 61)  # the second colour alone
    assert read_house(blank) is None


def test_the_signature_names_every_template_once() -> None:
    for kind, orientation in _TEMPLATES:
        assert template(mark_units(kind, orientation)) == (kind, orientation)
    assert mark_units("pie", "horizontal") == mark_units("pie", "vertical")
    assert template(0) is None
    assert template(99) is None


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("873.1", "873.1"),
        ("−3", "-3"),
        (" 1,234.5", "1234.5"),
        ("12,34", None),
        ("8.7.3", None),
        ("O.3", None),
        ("", None),
    ],
)
def test_printed_values_are_plain_decimals_or_nothing(text: str, value: str | None) -> None:
    assert plain_number(text) == (None if value is None else Decimal(value))
