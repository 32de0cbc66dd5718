from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from PIL import Image, ImageDraw

from recast.perception.areas import find_areas, in_panels, without_grid
from recast.perception.marks import flat_colours
from recast.perception.text import Pixels

FLOOR = 280
TEAL, SAND = (40, 150, 140), (225, 180, 90)


def stacked(*layers: tuple[tuple[int, int, int], float]) -> Pixels:
    """Bands one on the other between x = 60 and 540, their edges moving as waves; each with its mean thickness."""
    pixels = np.full((340, 600, 3), 255, np.uint8)
    for x in range(60, 540):
        foot = float(FLOOR)
        for index, (colour, thick) in enumerate(layers):
            head = foot - thick - 20 * np.sin(x / 60 + index)
            pixels[round(head) : round(foot), x] = colour
            foot = head
    return pixels


def test_a_lone_area_is_read_by_its_upper_edge() -> None:
    pixels = stacked((TEAL, 120))
    areas = find_areas(pixels, flat_colours(pixels), None)
    assert areas is not None
    assert areas.bases == (None,)
    read = areas.tops[0].height_at(300, 40)
    assert read is not None
    assert read[0] == pytest.approx(FLOOR - 120 - 20 * np.sin(5), abs=1.5)


def test_the_thickness_of_a_band_is_its_value_in_a_stack() -> None:
    pixels = stacked((TEAL, 80), (SAND, 60))
    areas = find_areas(pixels, flat_colours(pixels), None)
    assert areas is not None
    for top, base, thick, phase in zip(areas.tops, areas.bases, (80, 60), (0, 1), strict=True):
        assert base is not None
        high, low = top.height_at(300, 40), base.height_at(300, 40)
        assert high is not None
        assert low is not None
        assert low[0] - high[0] == pytest.approx(thick + 20 * np.sin(5 + phase), abs=2)


def test_bars_that_touch_and_plain_panels_are_no_areas() -> None:
    pixels = np.full((340, 600, 3), 255, np.uint8)
    for i, high in enumerate((60, 150, 90, 200, 120)):
        pixels[FLOOR - high : FLOOR, 60 + 90 * i : 150 + 90 * i] = TEAL
    assert find_areas(pixels, flat_colours(pixels), None) is None
    panel = np.full((340, 600, 3), 255, np.uint8)
    panel[40:300, 40:560] = SAND
    assert find_areas(panel, flat_colours(panel), None) is None


def test_areas_of_one_colour_side_by_side_are_several_charts() -> None:
    pixels = np.full((340, 600, 3), 255, np.uint8)
    for start in (60, 340):
        for x in range(start, start + 180):
            pixels[round(FLOOR - 60 - 0.4 * (x - start)) : FLOOR, x] = TEAL
    assert in_panels(flat_colours(pixels))
    assert not in_panels(flat_colours(stacked((TEAL, 120))))


def test_round_bars_are_no_areas_side_by_side() -> None:
    image = Image.new("RGB", (600, 340), "white")
    for i, high in enumerate((90, 160, 120)):
        ImageDraw.Draw(image).rounded_rectangle(
            (60 + 160 * i, FLOOR - high, 180 + 160 * i, FLOOR), 24, fill=TEAL
        )
    assert not in_panels(flat_colours(np.asarray(image)))


def test_the_soft_column_at_the_end_of_an_area_is_no_value() -> None:
    pixels = stacked((TEAL, 120))
    pixels[:240, 539] = 255
    areas = find_areas(pixels, flat_colours(pixels), None)
    assert areas is not None
    read = areas.tops[0].height_at(539.5, 80)
    assert read is not None
    assert read[0] == pytest.approx(FLOOR - 120 - 20 * np.sin(539 / 60), abs=2)


def test_a_grid_seen_through_an_area_is_no_line() -> None:
    pixels = stacked((TEAL, 120))
    areas = find_areas(pixels, flat_colours(pixels), None)
    assert areas is not None
    edge = areas.tops[0]
    level = np.where(np.isfinite(edge.path), 240.0, np.nan)
    grid = dataclasses.replace(edge, path=level, colour=(30, 120, 110))
    above = dataclasses.replace(edge, path=level - 200, colour=(200, 60, 50))
    assert without_grid(areas, [edge, grid, above]) == (edge, above)
