"""Printed values against the lengths of their bars: lost points and doubtful numbers."""

from __future__ import annotations

from decimal import Decimal

import numpy as np
import pytest

from recast.perception.bar_search import find_bars
from recast.perception.bar_values import match_values, read_again, ruler_of
from recast.perception.bars import Bar, Bars
from recast.perception.marks import flat_colours, regions
from recast.perception.printed import Printed, printed_value
from recast.perception.text import Pixels, TextBox
from recast.types import SURE, Box


def drawn(heights: list[int], read: list[str]) -> tuple[Pixels, Bars, dict[Bar, Printed]]:
    """Bars of those heights in pixels, and what was read above each; nothing is drawn there to be read again."""
    pixels = np.full((300, 60 + 60 * len(heights), 3), 255, np.uint8)
    values = []
    for index, (height, text) in enumerate(zip(heights, read, strict=True)):
        left = 40 + 60 * index
        pixels[250 - height : 250, left : left + 30] = (40, 118, 221)
        value = printed_value(TextBox(text, Box(left + 3, 232 - height, left + 27, 246 - height), 1.0))
        assert value is not None
        values.append(value)
    bars = find_bars(pixels, regions(flat_colours(pixels)), ())
    assert bars is not None
    return pixels, bars, match_values(bars, values)


@pytest.mark.parametrize(
    ("heights", "read", "true"),
    [
        ([140, 160, 40, 60], ["28", "32", "0.8", "1.2"], ["2.8", "3.2", "0.8", "1.2"]),
        ([75, 120, 175, 75, 150], ["1.5", "24", "3.5", "1.5", "3.0"], ["1.5", "2.4", "3.5", "1.5", "3.0"]),
    ],
    ids=["half of them", "one of them"],
)
def test_points_that_were_not_read_are_put_back_but_not_counted_sure(
    heights: list[int], read: list[str], true: list[str]
) -> None:
    pixels, bars, matched = drawn(heights, read)
    settled = read_again(pixels, bars, matched, ruler_of(bars, matched, False), False)
    assert [settled[bar].value for bar in bars.all] == [Decimal(value) for value in true]
    for bar, text, value in zip(bars.all, read, true, strict=True):
        assert (settled[bar].confidence < SURE) == (text != value)


def test_whole_numbers_among_decimals_stay() -> None:
    _, bars, matched = drawn([50, 45, 100, 120], ["5", "4.5", "10", "12"])
    ruler = ruler_of(bars, matched, False)
    assert ruler is not None
    assert ruler.share == 1.0
    assert ruler.rate == pytest.approx(0.1, rel=0.02)


def test_values_that_fit_no_line_even_with_points_give_no_other_line() -> None:
    _, bars, matched = drawn([140, 160, 40, 60], ["28", "32", "1.8", "0.3"])
    ruler = ruler_of(bars, matched, False)
    assert ruler is None or ruler.share < 1.0
