from __future__ import annotations

import cv2
import numpy as np
import pytest

from recast.perception.marks import flat_colours
from recast.perception.stroke import Stroke, steps
from recast.perception.strokes import find_strokes
from recast.perception.text import Pixels

BLUE, RED = (31, 90, 180), (200, 60, 40)
XS = tuple(range(60, 541, 60))
ZIGZAG = (200.0, 120.0, 260.0, 90.0, 240.0, 240.0, 60.0, 150.0, 210.0)
RISING = (280.0, 250.0, 230.0, 200.0, 170.0, 150.0, 120.0, 110.0, 80.0)


def paper() -> Pixels:
    return np.full((340, 600, 3), 255, np.uint8)


def draw(pixels: Pixels, ys: tuple[float, ...], colour: tuple[int, int, int], width: int) -> None:
    """A line with soft rims through the middles of pixels, drawn at a sixteenth of a pixel."""
    at = (
        np.array([[(x - 0.5) * 16, (y - 0.5) * 16] for x, y in zip(XS, ys, strict=True)])
        .round()
        .astype(np.int32)
    )
    cv2.polylines(pixels, [at], False, colour, width, cv2.LINE_AA, shift=4)


def strokes_of(pixels: Pixels) -> tuple[Stroke, ...]:
    return find_strokes(pixels, flat_colours(pixels), (), None)


@pytest.mark.parametrize("width", [2, 3, 4])
def test_corners_are_read_to_a_pixel(width: int) -> None:
    pixels = paper()
    draw(pixels, ZIGZAG, BLUE, width)
    (stroke,) = strokes_of(pixels)
    for x, y in zip(XS, ZIGZAG, strict=True):
        read = stroke.height_at(x, 60)
        assert read is not None
        assert read[0] == pytest.approx(y, abs=1.2)


def test_crossing_lines_are_told_apart_by_colour() -> None:
    pixels = paper()
    draw(pixels, ZIGZAG, BLUE, 2)
    draw(pixels, RISING, RED, 2)
    for stroke in strokes_of(pixels):
        truth = RISING if stroke.colour[0] > stroke.colour[2] else ZIGZAG
        for x, y in zip(XS, truth, strict=True):
            read = stroke.height_at(x, 60)
            assert read is not None
            assert read[0] == pytest.approx(y, abs=1.5)


def test_markers_are_found_and_do_not_move_the_line() -> None:
    pixels = paper()
    draw(pixels, RISING, BLUE, 2)
    for x, y in zip(XS, RISING, strict=True):
        cv2.circle(pixels, (x, int(y)), 5, BLUE, -1, cv2.LINE_AA)
    (stroke,) = strokes_of(pixels)
    assert [x for x, _ in stroke.dots] == pytest.approx(XS, abs=1.5)
    read = stroke.height_at(XS[3], 60)
    assert read is not None
    assert read[0] == pytest.approx(RISING[3], abs=1.2)


def test_dashes_are_one_line_and_a_gap_is_bridged() -> None:
    pixels = paper()
    draw(pixels, RISING, BLUE, 3)
    for x in range(70, 540, 12):
        pixels[:, x : x + 4] = 255
    (stroke,) = strokes_of(pixels)
    read = stroke.height_at(XS[4], 60)
    assert read is not None
    assert read[0] == pytest.approx(RISING[4], abs=1.5)


def test_grid_lines_and_frames_are_no_lines() -> None:
    pixels = paper()
    for y in range(40, 300, 50):
        pixels[y, 60:540] = 200
    pixels[40:300, 60] = pixels[40:300, 540] = 60
    assert strokes_of(pixels) == ()


def test_beyond_its_ends_a_line_has_no_height() -> None:
    pixels = paper()
    draw(pixels, RISING, BLUE, 2)
    pixels[:, :200] = 255
    (stroke,) = strokes_of(pixels)
    assert stroke.height_at(120, 60) is None


def test_tops_of_bars_go_in_steps_and_slopes_do_not() -> None:
    assert steps(np.repeat([90.0, 160.0, 120.0, 220.0], 40)) == 3
    assert steps(np.linspace(90, 120, 160)) == 0
