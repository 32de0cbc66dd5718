"""The size at which a picture is read, and the way back."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import matplotlib
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from recast.perception import chart
from recast.perception.size import letter_height, reading_scale, scaled, table_in_place
from recast.perception.text import Pixels
from recast.types import Box, Cell, Series, Table

FONT = Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf"


def page(width: int, height: int, size: int) -> Pixels:
    """Words in type of ``size`` pixels beside a block of colour."""
    picture = Image.new("RGB", (width, height), "white")
    pen = ImageDraw.Draw(picture)
    for row in range(3):
        pen.text(
            (20, 20 + 2 * size * row),
            "axes, omens and 1475",
            font=ImageFont.truetype(FONT, size),
            fill="black",
        )
    pen.rectangle((width // 2, height // 2, width - 30, height - 30), fill=(20, 80, 160))
    return np.asarray(picture, dtype=np.uint8)


def table(box: Box | None) -> Table:
    cells = ((Cell(Decimal(7), box=box), Cell(None, origin="missing")),)
    return Table("bar", "vertical", "", "", "", "", "nominal", ("a", "b"), (Series(""),), cells)


def test_ordinary_pictures_are_read_as_they_are() -> None:
    assert reading_scale(page(800, 560, 13)) == 1.0
    assert reading_scale(page(2000, 900, 40)) == 1.0


def test_large_pictures_are_read_smaller_but_their_type_stays_legible() -> None:
    large_type, small_type, tiny_type = (reading_scale(page(4000, 2200, size)) for size in (80, 50, 30))
    assert large_type == 1600 / 4000
    assert large_type < small_type < 2000 / 4000
    assert tiny_type == 2000 / 4000


def test_the_height_of_letters_is_that_of_small_letters_and_knows_no_blocks() -> None:
    measured = letter_height(page(1200, 700, 40))
    assert measured is not None
    assert 20 <= measured <= 24  # the x of that face is 22 pixels high
    assert letter_height(np.full((400, 400, 3), 255, np.uint8)) is None


def test_boxes_are_put_back_in_the_pixels_of_the_picture() -> None:
    back = table_in_place(table(Box(10, 20, 30, 45)), 0.5)
    assert back.cells[0][0].box == Box(20, 40, 60, 90)
    assert back.cells[0][1].box is None
    assert back.cells[0][0].value == Decimal(7)


def test_scaling_changes_the_size_and_keeps_the_colours() -> None:
    larger = scaled(page(300, 200, 12), 2.0)
    assert larger.shape == (400, 600, 3)
    assert larger[300, 500].tolist() == [20, 80, 160]


def test_a_chart_of_4000_pixels_is_read_whole_with_boxes_where_its_values_stand() -> None:
    picture = Image.new("RGB", (4000, 2200), "white")
    pen = ImageDraw.Draw(picture)
    type_ = ImageFont.truetype(FONT, 70)
    for index, (label, value) in enumerate(
        (("Larch", 71.5), ("Birch", 48.2), ("Alder", 22.4), ("Rowan", 90.6))
    ):
        x, top = 600 + 900 * index, 1900 - 16 * value
        pen.rectangle((x - 260, top, x + 260, 1900), fill=(40, 118, 221))
        pen.text((x, top - 60), str(value), font=type_, anchor="mm", fill="black")
        pen.text((x, 1990), label, font=type_, anchor="mm", fill="black")
    read = chart.read_chart(np.asarray(picture, dtype=np.uint8))
    assert [str(cell.value) for cell in read.cells[0]] == ["71.5", "48.2", "22.4", "90.6"]
    box = read.cells[0][3].box
    assert box is not None
    assert abs(box.x - 3300) < 20
    assert abs(box.y - (1900 - 16 * 90.6 - 60)) < 20
