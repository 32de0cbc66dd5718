from __future__ import annotations

from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from recast.perception.axis import value_axis
from recast.perception.bar_search import find_bars
from recast.perception.bar_values import match_values
from recast.perception.bars import Bars, fit, lay, signed_length, unlay
from recast.perception.marks import colour_names, flat_colours, regions
from recast.perception.printed import Printed, printed_value
from recast.perception.text import Pixels, TextBox
from recast.types import Box, Orientation

BLUE, NAVY = (40, 118, 221), (15, 40, 62)


def page(width: int = 400, height: int = 300) -> Pixels:
    return np.full((height, width, 3), 255, np.uint8)


def paint(pixels: Pixels, box: tuple[int, int, int, int], colour: tuple[int, int, int]) -> None:
    left, top, right, bottom = box
    pixels[top:bottom, left:right] = colour


def found_in(pixels: Pixels) -> Bars:
    marks = regions(flat_colours(pixels))
    bars = find_bars(pixels, marks, ())
    assert bars is not None
    return bars


def number(text: str, x: float, y: float) -> Printed:
    value = printed_value(TextBox(text, Box(x - 12, y - 7, x + 12, y + 7), 1.0))
    assert value is not None
    return value


def standing(heights: list[int]) -> Pixels:
    pixels = page()
    for index, height in enumerate(heights):
        paint(pixels, (40 + 60 * index, 250 - height, 70 + 60 * index, 250), BLUE)
    return pixels


def test_upright_bars_and_their_values() -> None:
    heights = [100, 50, 150, 20]
    bars = found_in(standing(heights))
    assert bars.orientation == "vertical"
    assert [round(column[0].laid.length) for column in bars.columns] == heights
    values = [number(str(h), 55 + 60 * i, 250 - h - 10) for i, h in enumerate(heights)]
    matched = match_values(bars, values)
    assert [int(matched[bar].value) for bar in bars.all] == heights


def test_lying_bars() -> None:
    pixels = page()
    for index, length in enumerate((200, 80, 140)):
        paint(pixels, (100, 30 + 50 * index, 100 + length, 55 + 50 * index), NAVY)
    bars = found_in(pixels)
    assert bars.orientation == "horizontal"
    assert [round(bar.laid.length) for bar in bars.all] == [200, 80, 140]


def test_bars_below_the_zero_line_are_negative() -> None:
    pixels = page()
    paint(pixels, (40, 60, 70, 150), BLUE)
    paint(pixels, (100, 150, 130, 190), BLUE)
    paint(pixels, (160, 100, 190, 150), BLUE)
    lengths = [round(signed_length(bar)) for bar in found_in(pixels).all]
    assert lengths == [90, -40, 50]


def test_a_label_over_a_slim_segment_does_not_hide_it() -> None:
    pixels = page()
    for index in range(3):
        left = 40 + 80 * index
        paint(pixels, (left, 100, left + 40, 250), BLUE)
        paint(pixels, (left, 88, left + 40, 99), NAVY)
        if index:
            paint(pixels, (left + 8, 89, left + 32, 99), (255, 255, 255))
    bars = found_in(pixels)
    assert bars.stacked
    assert [len(column) for column in bars.columns] == [2, 2, 2]


@given(
    rate=st.floats(0.01, 500),
    lengths=st.lists(st.integers(10, 400), min_size=5, max_size=20, unique=True),
    wrong=st.integers(0, 4),
)
def test_the_ruler_finds_the_one_value_that_is_off(rate: float, lengths: list[int], wrong: int) -> None:
    pairs = [(float(n), Decimal(repr(round(rate * n, 4))), 4) for n in lengths]
    pairs[wrong] = (pairs[wrong][0], pairs[wrong][1] * 10 + 100, 4)
    ruler = fit(pairs)
    assert ruler is not None
    agreeing = [ruler.agrees(*pair) for pair in pairs]
    assert not agreeing[wrong]
    assert sum(agreeing) == len(pairs) - 1


def test_values_that_have_nothing_to_do_with_lengths_give_no_ruler() -> None:
    values = (7, 9000, 31, 2, 650, 88)
    assert fit([(10.0 + 37 * i, Decimal(v), 0) for i, v in enumerate(values)]) is None


@given(st.tuples(*[st.floats(0, 1000)] * 4), st.sampled_from(["vertical", "horizontal"]))
def test_the_frame_of_the_bars_is_one_to_one(sides: tuple[float, ...], orientation: Orientation) -> None:
    box = Box(*sides)
    assert unlay(lay(box, orientation), orientation) == box


def test_ticks_of_an_axis_are_told_from_values() -> None:
    ticks = [number(str(20 * i), 20, 250 - 40 * i) for i in range(5)]
    values = [number("71", 100, 120), number("33", 160, 190)]
    axis = value_axis([*ticks, *values], Box(60, 60, 300, 250), "vertical")
    assert axis is not None
    assert set(axis.boxes) == {t.box for t in ticks}
    assert axis.rate * -130 + axis.offset == pytest.approx(60)
    assert value_axis(values, Box(60, 60, 300, 250), "vertical") is None


@pytest.mark.parametrize(
    ("text", "value", "unit", "scale"),
    [
        ("12 345", "12345", "", ""),
        ("47%", "47", "%", ""),
        ("146 million tonnes", "146", "tonnes", "million"),
        ("31.", "31", "", ""),
        ("0k", "0", "", "thousand"),
        ("ok", "0", "", "thousand"),
    ],
)
def test_printed_values(text: str, value: str, unit: str, scale: str) -> None:
    read = printed_value(TextBox(text, Box(0, 0, 1, 1), 1.0))
    assert read is not None
    assert (read.value, read.unit, read.scale) == (Decimal(value), unit, scale)


@pytest.mark.parametrize("text", ["", "North", "18-29", "Top 10 of all", "1,2,3"])
def test_what_is_no_value(text: str) -> None:
    assert printed_value(TextBox(text, Box(0, 0, 1, 1), 1.0)) is None


def test_colours_of_one_chart_get_different_names() -> None:
    names = colour_names([(214, 169, 47), (150, 118, 40), (214, 169, 47)])
    assert names[0] == names[2] != names[1]
