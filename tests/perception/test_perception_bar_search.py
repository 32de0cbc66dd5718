from __future__ import annotations

import numpy as np

from recast.perception.bar_search import fading, find_bars, further_plots, missed_series
from recast.perception.bars import Bars
from recast.perception.marks import flat_colours, regions
from recast.perception.text import Pixels

BLUE, NAVY, WHITE, BLACK = (40, 118, 221), (15, 40, 62), (255, 255, 255), (0, 0, 0)


def page(width: int = 400, height: int = 300) -> Pixels:
    return np.full((height, width, 3), 255, np.uint8)


def paint(pixels: Pixels, box: tuple[int, int, int, int], colour: tuple[int, int, int]) -> None:
    left, top, right, bottom = box
    pixels[top:bottom, left:right] = colour


def found_in(pixels: Pixels) -> Bars:
    bars = find_bars(pixels, regions(flat_colours(pixels)), ())
    assert bars is not None
    return bars


def lengths(bars: Bars) -> list[int]:
    return [round(column[0].laid.length) for column in bars.columns]


def test_touching_bars_of_one_colour_are_told_apart() -> None:
    pixels = page()
    for index, height in enumerate((60, 140, 200, 90, 30)):
        paint(pixels, (40 + 50 * index, 270 - height, 90 + 50 * index, 270), BLUE)
    bars = found_in(pixels)
    assert (bars.orientation, lengths(bars)) == ("vertical", [60, 140, 200, 90, 30])


def test_a_bar_grown_together_with_its_axis_is_found() -> None:
    pixels = page()
    paint(pixels, (30, 269, 380, 271), BLACK)
    for index, height in enumerate((60, 140, 200)):
        paint(pixels, (60 + 100 * index, 270 - height, 110 + 100 * index, 270), BLACK)
    assert [n // 10 for n in lengths(found_in(pixels))] == [6, 14, 20]


def test_hatched_bars_are_whole() -> None:
    pixels = page()
    for index, height in enumerate((80, 150, 210)):
        paint(pixels, (60 + 100 * index, 270 - height, 110 + 100 * index, 270), BLUE)
    rows, columns = np.indices(pixels.shape[:2])
    pixels[((rows + columns) % 14 == 0) & (pixels[:, :, 0] == BLUE[0])] = WHITE
    assert lengths(found_in(pixels)) == [80, 150, 210]


def test_a_shaded_bar_is_no_stack_and_a_stack_of_like_colours_is_one() -> None:
    shaded, stack = page(), page()
    for index, height in enumerate((90, 150, 210)):
        left = 60 + 100 * index
        for row in range(height):
            step = 140 * row // height
            shaded[270 - height + row, left : left + 50] = (60 + step, 140 + step // 2, 180)
        paint(stack, (left, 270 - height, left + 50, 270 - height // 2), (197, 203, 140))
        paint(stack, (left, 270 - height // 2, left + 50, 270), (227, 202, 131))
    assert [len(column) for column in found_in(shaded).columns] == [1, 1, 1]
    assert [len(column) for column in found_in(stack).columns] == [2, 2, 2]


def test_a_bar_of_two_pixels_stands_on_the_line_and_hangs_not_from_it() -> None:
    pixels = page()
    for index, height in enumerate((120, 60, 2)):
        paint(pixels, (60 + 100 * index, 270 - height, 110 + 100 * index, 270), BLUE)
    assert [bar.negative for bar in found_in(pixels).all] == [False, False, False]


def test_a_second_plot_is_seen_and_swatches_are_none() -> None:
    pixels = page(600, 300)
    for index, length in enumerate((120, 60, 90)):
        paint(pixels, (40, 60 + 60 * index, 40 + length, 90 + 60 * index), BLUE)
    for index in range(3):
        paint(pixels, (60 + 100 * index, 250, 72 + 100 * index, 262), NAVY)
    marks = regions(flat_colours(pixels))
    bars = find_bars(pixels, marks, ())
    assert bars is not None
    assert further_plots(pixels, marks, (), bars) == ()
    for index, length in enumerate((50, 80, 110)):
        paint(pixels, (360, 60 + 60 * index, 360 + length, 90 + 60 * index), NAVY)
    marks = regions(flat_colours(pixels))
    bars = find_bars(pixels, marks, ())
    assert bars is not None
    (other,) = further_plots(pixels, marks, (), bars)
    assert sorted({round(bars.zero), round(other.zero)}) == [40, 360]


def test_a_series_of_which_only_the_other_was_made_out_is_missed() -> None:
    pixels = page()
    for index, height in enumerate((90, 150, 210)):
        left = 60 + 100 * index
        paint(pixels, (left + 30, 270 - height // 2, left + 61, 270), NAVY)
        paint(pixels, (left + 33, 273 - height // 2, left + 58, 270), BLUE)
        paint(pixels, (left, 270 - height, left + 30, 270), NAVY)
    marks = regions(flat_colours(pixels))
    blue = [mark for mark in marks if mark.colour == BLUE]
    bars = find_bars(pixels, blue, ())
    assert bars is not None
    assert missed_series(marks, bars)
    assert not missed_series(blue, bars)


def test_bars_that_fade_into_the_paper_have_no_end() -> None:
    sharp, faded = page(), page()
    for index, height in enumerate((90, 150, 210)):
        left = 60 + 100 * index
        paint(sharp, (left, 270 - height, left + 50, 270), (150, 180, 220))
        for row in range(height):
            light = 200 * (height - row) // height
            faded[269 - row, left : left + 50] = (255 - light, 255 - light // 2, 255 - light // 3)
    assert not fading(sharp, found_in(sharp))
    assert fading(faded, found_in(faded))
