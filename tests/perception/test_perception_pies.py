"""Captions and slices put together, from text boxes given by hand."""

from __future__ import annotations

import math
from decimal import Decimal

import numpy as np
import pytest

from recast.errors import Refused
from recast.perception.legends import LegendEntry
from recast.perception.marks import Region
from recast.perception.pies import _belongs, _is_seam, pie_table
from recast.perception.sectors import Pie, Slice
from recast.perception.text import Pixels, TextBox
from recast.types import Box, Table

PAGE: Pixels = np.full((420, 640, 3), 255, np.uint8)
COLOURS = ((40, 118, 221), (15, 40, 62), (166, 11, 11), (74, 140, 33))
NAMES = ("Ferry", "Tram", "Bicycle", "On foot")


def text(words: str, x: float, y: float) -> TextBox:
    half = 4.5 * len(words)
    return TextBox(words, Box(x - half, y - 9, x + half, y + 9), 0.99)


def pie_of(shares: tuple[int, ...], hole: float = 0.0) -> Pie:
    middle, slices = 0.0, []
    for share, colour in zip(shares, COLOURS, strict=False):
        slices.append(Slice(colour, share / 100, 2 * math.pi * (middle + share / 200)))
        middle += share / 100
    return Pie(300, 220, 110, hole, tuple(slices))


def placed(pie: Pie, captions: tuple[str, ...], part: float) -> list[TextBox]:
    return [
        text(
            c, pie.x + part * pie.radius * math.sin(s.middle), pie.y - part * pie.radius * math.cos(s.middle)
        )
        for c, s in zip(captions, pie.slices, strict=True)
        if c
    ]


def read(pie: Pie, texts: list[TextBox], found: tuple[Region, ...] = ()) -> Table:
    return pie_table(PAGE, texts, found, pie)


def cells(table: Table) -> dict[str, Decimal | None]:
    return {name: cell.value for name, cell in zip(table.categories, table.cells[0], strict=True)}


WANT = {"Ferry": 45, "Tram": 30, "Bicycle": 17, "On foot": 8}


def test_label_and_value_in_one_text() -> None:
    pie = pie_of((45, 30, 17, 8))
    assert (
        cells(read(pie, placed(pie, ("Ferry 45%", "Tram: 30%", "17% Bicycle", "On foot (8%)"), 1.5))) == WANT
    )


def test_values_inside_names_outside_and_a_total_in_the_hole() -> None:
    pie = pie_of((45, 30, 17, 8), hole=50)
    texts = (
        placed(pie, ("45%", "30%", "17%", "8%"), 0.75) + placed(pie, NAMES, 1.5) + [text("1 204", 300, 220)]
    )
    assert cells(read(pie, texts)) == WANT


@pytest.mark.parametrize("valued", [False, True])
def test_a_legend_names_slices_and_may_hold_the_values(valued: bool) -> None:
    pie = pie_of((45, 30, 17, 8))
    swatches, texts = [], []
    for row, (name, colour) in enumerate(zip(NAMES, COLOURS, strict=True)):
        y = 60 + 26 * row
        swatches.append(Region(Box(480, y - 6, 492, y + 6), colour, 1.0, 144))
        line = f"{name} ({WANT[name]}%)" if valued else name
        texts.append(TextBox(line, Box(500, y - 9, 500 + 9 * len(line), y + 9), 0.99))
    if not valued:
        texts += placed(pie, ("45%", "30%", "17%", "8%"), 0.6)
    assert cells(read(pie, texts, tuple(swatches))) == WANT


def test_angles_are_shares_only_of_a_known_whole() -> None:
    pie = pie_of((45, 30, 17, 8))
    title = text("Share of trips (%)", 300, 30)
    table = read(pie, [*placed(pie, NAMES, 1.5), title])
    assert all(cell.origin == "axis" and cell.tolerance > 0 for cell in table.cells[0])
    assert {name: round(value or 0) for name, value in cells(table).items()} == WANT
    with pytest.raises(Refused, match="nothing that says what its whole is"):
        read(pie, [*placed(pie, NAMES, 1.5), text("Trips by means", 300, 30)])


def test_one_slice_without_a_value_is_the_rest_of_the_angle() -> None:
    pie = pie_of((45, 30, 17, 8))
    table = read(pie, placed(pie, ("45%", "30%", "17%", ""), 0.6) + placed(pie, NAMES, 1.5))
    assert [cell.origin for cell in table.cells[0]] == ["printed", "printed", "printed", "axis"]
    assert table.cells[0][3].value == Decimal("8.0")


def test_percentages_that_do_not_make_a_whole_are_doubted() -> None:
    pie = pie_of((45, 30, 17, 8))
    table = read(pie, placed(pie, ("Ferry 47%", "Tram 32%", "Bicycle 19%", "On foot 9%"), 1.5))
    assert all(cell.confidence <= 0.5 for cell in table.cells[0])


def test_values_that_are_not_the_slices_are_refused() -> None:
    pie = pie_of((45, 30, 17, 8))
    with pytest.raises(Refused, match="do not match"):
        read(pie, placed(pie, ("Ferry 10%", "Tram 20%", "Bicycle 60%", "On foot 10%"), 1.5))


def test_a_value_below_its_label_ends_a_block() -> None:
    first = [TextBox("Roads", Box(10, 10, 60, 26), 1.0), TextBox("40%", Box(30, 28, 60, 44), 1.0)]
    assert not _belongs(TextBox("Schools", Box(5, 47, 60, 63), 1.0), first, 16.0)
    assert _belongs(first[1], first[:1], 16.0)


def test_a_seam_between_slices_is_no_slice() -> None:
    entry = LegendEntry("Roads", (10, 90, 160), (Box(0, 0, 9, 9),))
    assert _is_seam(Slice((120, 140, 150), 0.004, 1.0), [entry])
    assert not _is_seam(Slice((10, 90, 160), 0.004, 1.0), [entry])
    assert not _is_seam(Slice((120, 140, 150), 0.02, 1.0), [entry])
