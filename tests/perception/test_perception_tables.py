"""Tables from text boxes given by hand: what lines up is read, what is a chart or holds words is not."""

from __future__ import annotations

from decimal import Decimal

import numpy as np
import pytest

from recast.errors import Refused
from recast.perception.marks import Region
from recast.perception.tables import find_grid, grid_table
from recast.perception.text import Pixels, TextBox
from recast.types import Box, Table

PAGE: Pixels = np.full((400, 600, 3), 255, np.uint8)
ENDS = (180.0, 320.0, 440.0, 560.0)  # right edges of the columns
HEAD = ("Region", "2019", "2020", "Change (%)")
ROWS = (
    ("Harbour", "1 204", "1 350", "12.1"),
    ("Meadow", "986", "870", "-11.8"),
    ("Hillside", "2 040", "2 315", "13.5"),
    ("Old Town", "77", "80", "3.9"),
)


def boxes(*lines: tuple[str, ...], top: float = 90, pitch: float = 34) -> list[TextBox]:
    found = []
    for row, line in enumerate(lines):
        for column, text in enumerate(line):
            if text:
                wide = 9.0 * len(text)
                left = 40.0 if column == 0 else ENDS[column] - wide
                y = top + pitch * row
                found.append(TextBox(text, Box(left, y, left + wide, y + 18), 0.99))
    return found


def read(texts: list[TextBox], found: tuple[Region, ...] = ()) -> Table | None:
    grid = find_grid(texts, found)
    return None if grid is None else grid_table(PAGE, texts, grid)


def stripe(top: float, left: float = 30, right: float = 570) -> Region:
    return Region(Box(left, top, right, top + 34), (220, 224, 228), 1.0, 4000)


def test_head_rows_numbers_and_title() -> None:
    title = TextBox("Visitors by region", Box(40, 20, 200, 44), 0.99)
    table = read([title, *boxes(HEAD, *ROWS)], (stripe(116), stripe(184)))
    assert table is not None
    assert (table.kind, table.title, table.x_title) == ("table", "Visitors by region", "Region")
    assert table.categories == ("Harbour", "Meadow", "Hillside", "Old Town")
    assert [s.label for s in table.series] == ["2019", "2020", "Change (%)"]
    assert table.series[2].unit == "%"
    assert [cell.value for cell in table.cells[0]] == [1204, 986, 2040, 77]
    assert [cell.value for cell in table.cells[2]] == [Decimal(v) for v in ("12.1", "-11.8", "13.5", "3.9")]


def test_a_wrapped_name_belongs_to_its_row() -> None:
    texts = [*boxes(HEAD, *ROWS, pitch=52), TextBox("and Quay", Box(40, 160, 110, 178), 0.99)]
    table = read(texts)
    assert table is not None
    assert table.categories[0] == "Harbour and Quay"


def test_a_dash_is_a_missing_cell() -> None:
    table = read(boxes(HEAD, *ROWS[:3], ("Old Town", "-", "80", "3.9")))
    assert table is not None
    assert (table.cells[0][3].value, table.cells[0][3].origin) == (None, "missing")


def test_words_among_numbers_are_refused() -> None:
    with pytest.raises(Refused, match="hold words"):
        read(boxes(HEAD, *ROWS[:3], ("Old Town", "closed", "80", "3.9")))


def test_marks_among_the_text_make_it_a_chart() -> None:
    bars = tuple(
        Region(Box(190, 120 + 34 * i, 240 + 40 * i, 140 + 34 * i), (40, 118, 221), 1.0, 900) for i in range(4)
    )
    assert read(boxes(HEAD, *ROWS), bars) is None


def test_grounds_of_cells_are_no_marks() -> None:
    grounds = tuple(
        Region(Box(ENDS[c] - 100, 118 + 34 * r, ENDS[c] + 8, 150 + 34 * r), (200, 220, 240), 0.97, 3000)
        for c in (1, 2)
        for r in range(4)
    )
    assert read(boxes(HEAD, *ROWS), grounds) is not None


def test_parts_of_stacked_bars_are_no_grounds_of_cells() -> None:
    parts = tuple(
        Region(
            Box(ENDS[c] - 100, 118 + 34 * r + 9 * c, ENDS[c] + 8, 150 + 34 * r + 9 * c),
            (200, 220, 240),
            0.97,
            3000,
        )
        for c in (1, 2)
        for r in range(4)
    )
    assert read(boxes(HEAD, *ROWS), parts) is None


@pytest.mark.parametrize(
    "lines",
    [
        (("only", "some", "words"), ("that", "line", "up"), ("in", "three", "columns")),
        (("Harbour", "12"), ("Meadow", "30")),
    ],
)
def test_words_alone_or_two_numbers_are_no_table(lines: tuple[tuple[str, ...], ...]) -> None:
    assert read(boxes(*lines)) is None
