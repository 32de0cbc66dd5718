"""The publishers' reader on small drawings of this test's own, through the real recogniser."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import matplotlib
import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from recast.capture.second import second_reading
from recast.errors import Refused
from recast.perception.chart import read_chart
from recast.perception.text import Pixels
from recast.types import SURE, Source, Table

FONT = Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf"
BLUE, NAVY, GREY, RED = (40, 118, 221), (15, 40, 62), (186, 186, 186), (166, 11, 11)


class Sheet:
    """A white picture to draw a chart on."""

    def __init__(self, width: int = 640, height: int = 440) -> None:
        self.picture = Image.new("RGB", (width, height), "white")
        self.pen = ImageDraw.Draw(self.picture)

    def text(
        self, x: float, y: float, text: str, anchor: str = "mm", size: int = 13, fill: str = "black"
    ) -> None:
        self.pen.text((x, y), text, font=ImageFont.truetype(FONT, size), anchor=anchor, fill=fill)

    def bar(self, left: float, top: float, right: float, bottom: float, colour: tuple[int, int, int]) -> None:
        self.pen.rectangle((left, top, right - 1, bottom - 1), fill=colour)

    @property
    def pixels(self) -> Pixels:
        return np.asarray(self.picture, dtype=np.uint8)


def values(table: Table) -> list[list[Decimal | None]]:
    return [[cell.value for cell in row] for row in table.cells]


def upright() -> Sheet:
    sheet = Sheet()
    for tick in range(0, 101, 25):
        y = 330 - 2.6 * tick
        sheet.pen.line((70, y, 600, y), fill=(225, 225, 225))
        sheet.text(60, y, str(tick), "rm")
    for index, (label, value) in enumerate(
        (("Larch", 71.5), ("Birch", 48.25), ("Alder", 12), ("Rowan", 90.5))
    ):
        x = 130 + 130 * index
        sheet.bar(x - 35, 330 - 2.6 * value, x + 35, 330, BLUE)
        sheet.text(x, 330 - 2.6 * value - 12, str(value))
        sheet.text(x, 348, label)
    sheet.text(320, 28, "Height of planted trees", size=18)
    sheet.text(10, 395, "Source: a survey of this test", "lm", 11)
    return sheet


def test_upright_bars_with_axis_title_and_source() -> None:
    table = read_chart(upright().pixels)
    assert (table.kind, table.orientation, table.title) == ("bar", "vertical", "Height of planted trees")
    assert table.categories == ("Larch", "Birch", "Alder", "Rowan")
    assert values(table) == [[Decimal("71.5"), Decimal("48.25"), Decimal(12), Decimal("90.5")]]
    assert table.series[0].colour_name == "blue"
    assert all(cell.box is not None and cell.confidence > 0.8 for cell in table.cells[0])


def test_second_reading_confirms_and_doubts() -> None:
    import dataclasses
    import io

    sheet = upright()
    out = io.BytesIO()
    sheet.picture.save(out, "PNG")
    source = Source(out.getvalue(), "image/png")
    table = read_chart(sheet.pixels)
    keys = ("cell:0:0", "cell:0:2", "cell:0:3")
    assert second_reading(source, table, keys) == ()
    slip = dataclasses.replace(table.cells[0][2], value=Decimal(17), written="17")
    wrong = dataclasses.replace(table, cells=((*table.cells[0][:2], slip, table.cells[0][3]),))
    assert second_reading(source, wrong, keys) == ("cell:0:2",)


def test_lying_stack_with_legend() -> None:
    sheet = Sheet()
    rows = (("Harbour", 40, 35, 25), ("Meadow", 22, 58, 20), ("Hillside", 61, 9, 30))
    for index, (label, *parts) in enumerate(rows):
        y, x = 80 + 80 * index, 140.0
        sheet.text(130, y, label, "rm")
        for part, colour in zip(parts, (BLUE, NAVY, GREY), strict=True):
            sheet.bar(x, y - 20, x + 4 * part - 1, y + 20, colour)
            sheet.text(x + 2 * part, y, f"{part}%", fill="black" if colour == GREY else "white")
            x += 4 * part
    sheet.text(340, 300, "Share of asked sailors", "mm")
    for index, (name, colour) in enumerate((("Rarely", BLUE), ("Monthly", NAVY), ("Daily", GREY))):
        sheet.pen.ellipse((160 + 120 * index, 340, 171 + 120 * index, 351), fill=colour)
        sheet.text(178 + 120 * index, 346, name, "lm")
    table = read_chart(sheet.pixels)
    assert (table.kind, table.orientation) == ("stacked_bar", "horizontal")
    assert [s.label for s in table.series] == ["Rarely", "Monthly", "Daily"]
    assert table.categories == ("Harbour", "Meadow", "Hillside")
    assert values(table) == [[40, 22, 61], [35, 58, 9], [25, 20, 30]]
    assert (table.x_title, table.y_title) == (
        "",
        "Share of asked sailors",
    )  # of the values, though it is below
    assert {s.unit for s in table.series} == {"%"}


def test_pie() -> None:
    sheet = Sheet()
    start = -90.0
    for name, share, colour in (("Ferry", 45, BLUE), ("Tram", 30, NAVY), ("Bicycle", 25, RED)):
        end = start + 3.6 * share
        sheet.pen.pieslice((200, 80, 440, 320), start, end, fill=colour)
        middle = np.radians((start + end) / 2)
        x, y = 320 + 165 * float(np.cos(middle)), 200 + 165 * float(np.sin(middle))
        sheet.text(x, y, f"{name} {share}%", "lm" if x > 320 else "rm")
        start = end
    table = read_chart(sheet.pixels)
    assert table.kind == "pie"
    assert dict(zip(table.categories, table.cells[0], strict=True)).keys() == {"Ferry", "Tram", "Bicycle"}
    assert {c: cell.value for c, cell in zip(table.categories, table.cells[0], strict=True)} == {
        "Ferry": 45,
        "Tram": 30,
        "Bicycle": 25,
    }
    assert dict(zip(table.categories, table.category_colours, strict=True))["Ferry"] == "blue"


def test_two_lines_with_values() -> None:
    sheet = Sheet()
    for name, points, colour, up in (
        ("Inland", (42, 55, 61, 70), RED, -14),
        ("Coast", (20, 12, 18, 9), BLUE, 14),
    ):
        at = [(100 + 140 * i, 320 - 3.5 * v) for i, v in enumerate(points)]
        sheet.pen.line(at, fill=colour, width=3)
        for (x, y), value in zip(at, points, strict=True):
            sheet.pen.ellipse((x - 4, y - 4, x + 4, y + 4), fill=colour)
            sheet.text(x, y + up, str(value))
        sheet.pen.line(
            (150 if name == "Inland" else 330, 400, 170 if name == "Inland" else 350, 400),
            fill=colour,
            width=4,
        )
        sheet.text(180 if name == "Inland" else 360, 400, name, "lm")
    for i, year in enumerate((2011, 2013, 2016, 2020)):
        sheet.text(100 + 140 * i, 350, str(year))
    table = read_chart(sheet.pixels)
    assert (table.kind, table.category_role) == ("line", "time")
    assert table.categories == ("2011", "2013", "2016", "2020")
    read = {s.label: [cell.value for cell in row] for s, row in zip(table.series, table.cells, strict=True)}
    assert read == {"Inland": [42, 55, 61, 70], "Coast": [20, 12, 18, 9]}


def test_bars_without_values_and_without_an_axis_are_refused() -> None:
    sheet = Sheet()
    for index, label in enumerate(("Larch", "Birch", "Alder")):
        sheet.bar(100 + 150 * index, 300 - 60 * (index + 1), 170 + 150 * index, 300, BLUE)
        sheet.text(135 + 150 * index, 320, label)
    with pytest.raises(Refused, match="no printed values, and no value axis"):
        read_chart(sheet.pixels)


def test_bars_without_values_are_read_off_the_axis() -> None:
    sheet = Sheet()
    heights = (60, 150, 217)
    for index, (label, height) in enumerate(zip(("Larch", "Birch", "Alder"), heights, strict=True)):
        sheet.bar(150 + 150 * index, 310 - height, 220 + 150 * index, 310, BLUE)
        sheet.text(185 + 150 * index, 335, label)
    for step in range(6):
        y = 310 - 50 * step
        sheet.pen.line((90, y, 99, y), fill="black")
        sheet.text(80, y, str(20 * step), "rm")
    table = read_chart(sheet.pixels)
    assert (table.kind, table.orientation) == ("bar", "vertical")
    assert table.categories == ("Larch", "Birch", "Alder")
    for cell, height in zip(table.cells[0], heights, strict=True):
        assert cell.origin == "axis"
        assert cell.value is not None
        assert cell.box is not None
        assert 0 < cell.tolerance <= Decimal("0.8")
        assert abs(cell.value - Decimal(height) * 20 / 50) <= cell.tolerance


def test_picture_without_text_is_refused() -> None:
    with pytest.raises(Refused, match="no text"):
        read_chart(np.full((200, 300, 3), 255, np.uint8))


def test_text_without_a_chart_is_refused() -> None:
    sheet = Sheet()
    for index in range(4):
        sheet.text(320, 80 + 60 * index, "only words stand on this page", size=20)
    with pytest.raises(Refused, match="no chart was found"):
        read_chart(sheet.pixels)


def test_bars_without_length_are_cells_at_the_zero_line() -> None:
    sheet = Sheet()
    for index, (label, value, colour) in enumerate(
        (("Larch", 0, GREY), ("Birch", 0, GREY), ("Alder", 12, NAVY), ("Rowan", 90, RED))
    ):
        x = 110 + 140 * index
        if value:
            sheet.bar(x - 35, 330 - 2.6 * value, x + 35, 330, colour)
        sheet.text(x, 330 - 2.6 * value - 12, f"{value}.0")
        sheet.text(x, 348, label)
    table = read_chart(sheet.pixels)
    assert table.categories == ("Larch", "Birch", "Alder", "Rowan")
    assert values(table) == [[0, 0, 12, 90]]
    assert all(cell.confidence < SURE for cell in table.cells[0][:2])


def test_a_value_without_a_bar_is_refused() -> None:
    sheet = Sheet()
    for index, (label, value) in enumerate(
        (("Larch", 71), ("Birch", 48), ("Alder", 60), ("Rowan", 90), ("Hazel", 55))
    ):
        x = 90 + 110 * index
        if label != "Alder":
            sheet.bar(x - 30, 330 - 2.6 * value, x + 30, 330, BLUE)
        sheet.text(x, 330 - 2.6 * value - 12, str(value))
        sheet.text(x, 348, label)
    with pytest.raises(Refused, match="could not be assigned to a bar"):
        read_chart(sheet.pixels)


def line_with_a_label_missing(labels: tuple[str, ...]) -> Sheet:
    sheet = Sheet()
    at = [(100 + 85 * i, 320 - 3.5 * v, v) for i, v in enumerate((42, 55, 61, 70, 52, 66))]
    sheet.pen.line([(x, y) for x, y, _ in at], fill=RED, width=3)
    for i, (x, y, value) in enumerate(at):
        sheet.text(x, y - 14, str(value))
        if i != 1:
            sheet.text(x, 350, labels[i])
    return sheet


def test_a_point_between_the_labels_is_refused() -> None:
    sheet = line_with_a_label_missing(("Larch", "Birch", "Alder", "Rowan", "Hazel", "Aspen"))
    with pytest.raises(Refused, match="points without a label"):
        read_chart(sheet.pixels)


def test_a_year_that_is_not_written_is_named_by_its_place() -> None:
    table = read_chart(line_with_a_label_missing(tuple(str(2011 + i) for i in range(6))).pixels)
    assert table.categories == ("2011", "2012", "2013", "2014", "2015", "2016")
    assert [cell.value for cell in table.cells[0]] == [42, 55, 61, 70, 52, 66]


def test_two_charts_side_by_side_are_refused() -> None:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 3.6), dpi=100)
    canvas = FigureCanvasAgg(figure)
    for axes, title, names, heights, colour in (
        (figure.add_subplot(1, 2, 1), "Planted trees", ("Larch", "Birch", "Alder"), (30, 45, 20), "#2876dd"),
        (figure.add_subplot(1, 2, 2), "Caught fish", ("Perch", "Trout", "Bream"), (25, 15, 40), "#a60b0b"),
    ):
        axes.bar_label(axes.bar(names, heights, color=colour))
        axes.set_title(title)
    canvas.draw()
    with pytest.raises(Refused, match="two charts"):
        read_chart(np.ascontiguousarray(np.asarray(canvas.buffer_rgba())[:, :, :3]))
