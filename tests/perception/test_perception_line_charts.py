from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import matplotlib
import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from recast.perception.chart import read_chart
from recast.perception.text import Pixels

FONT = Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf"
TEAL, SAND = (40, 150, 140), (225, 150, 50)
XS = (90, 210, 330, 450, 570)
LOWER, UPPER = (20, 35, 30, 45, 40), (30, 25, 40, 20, 35)  # thousand
FLOOR, PIXELS = 380, 3.0  # pixels a thousand


def stacked_areas() -> Pixels:
    """Two areas one on the other, a grid with numbers, years below and a legend above."""
    image = Image.new("RGB", (640, 460), "white")
    pen = ImageDraw.Draw(image)

    def text(x: float, y: float, words: str, anchor: str = "mm", size: int = 14) -> None:
        pen.text((x, y), words, font=ImageFont.truetype(FONT, size), anchor=anchor, fill="black")

    text(20, 24, "Visitors of the gardens", "lm", 18)
    for x, name, colour in ((90, "Weekdays", TEAL), (240, "Sundays", SAND)):
        pen.rectangle((x, 54, x + 14, 66), fill=colour)
        text(x + 22, 60, name, "lm")
    for value in (0, 20, 40, 60, 80):
        y = FLOOR - PIXELS * value
        pen.line((70, y, 590, y), fill=(215, 215, 215))
        text(62, y, str(value), "rm")
    for i, x in enumerate(XS):
        text(x, FLOOR + 18, str(2018 + i))
    tops = [FLOOR - PIXELS * low for low in LOWER]
    above = [top - PIXELS * high for top, high in zip(tops, UPPER, strict=True)]
    for heads, feet, colour in ((tops, [FLOOR] * 5, TEAL), (above, tops, SAND)):
        for a, b in pairwise(range(5)):
            pen.polygon(
                [(XS[a], heads[a]), (XS[b], heads[b]), (XS[b], feet[b]), (XS[a], feet[a])], fill=colour
            )
    return np.asarray(image)


def test_a_stack_of_areas_is_read_by_the_thickness_of_its_bands() -> None:
    table = read_chart(stacked_areas())
    assert (table.kind, table.categories) == ("line", tuple(str(2018 + i) for i in range(5)))
    read = {series.label: row for series, row in zip(table.series, table.cells, strict=True)}
    assert set(read) == {"Weekdays", "Sundays"}
    for name, true in (("Weekdays", LOWER), ("Sundays", UPPER)):
        for cell, value in zip(read[name], true, strict=True):
            assert cell.origin == "axis"
            assert float(cell.value or 0) == pytest.approx(value, abs=1)
