from __future__ import annotations

import itertools

import numpy as np
import pytest

from recast.perception.bars import Bars
from recast.perception.dots import drawn_with_bars, find_dots, on_lines, rows_of
from recast.perception.marks import flat_colours
from recast.perception.stroke import Stroke
from recast.perception.text import Pixels, TextBox
from recast.types import Box

TEAL, RUST, GREY = (20, 110, 130), (200, 90, 40), (170, 170, 170)
ROWS = (60, 110, 160, 210)


def page() -> Pixels:
    return np.full((280, 500, 3), 255, np.uint8)


def disc(pixels: Pixels, x: float, y: float, colour: tuple[int, int, int], radius: float = 7) -> None:
    rows, columns = np.indices(pixels.shape[:2]) + 0.5
    pixels[(rows - y) ** 2 + (columns - x) ** 2 <= radius**2] = colour


def word(text: str, left: float, y: float) -> TextBox:
    return TextBox(text, Box(left, y - 8, left + 9 * len(text), y + 8), 0.99)


def labels(rows: tuple[int, ...] = ROWS) -> list[TextBox]:
    return [word(name, 20, y) for name, y in zip(("Oslo", "Rome", "Lima", "Bern"), rows, strict=False)]


def dots_in(pixels: Pixels, texts: list[TextBox]) -> Bars | None:
    return find_dots(pixels, flat_colours(pixels), texts)


def test_one_dot_a_row_stands_where_it_is_drawn() -> None:
    pixels = page()
    for x, y in zip((400, 320, 260.5, 190), ROWS, strict=True):
        disc(pixels, x, y, TEAL)
    dots = dots_in(pixels, labels())
    assert dots is not None
    assert dots.orientation == "horizontal"
    assert [row[0].laid.along for row in rows_of(dots)] == pytest.approx([400, 320, 260.5, 190], abs=0.3)


def test_ranges_joined_by_a_line_have_two_dots_a_row_and_their_legend_is_no_row() -> None:
    pixels = page()
    for x, y in zip((150, 220, 260, 190), ROWS, strict=True):
        pixels[y - 2 : y + 2, x : x + 120] = GREY
        disc(pixels, x, y, TEAL)
        disc(pixels, x + 120, y, RUST)
    disc(pixels, 150, 20, TEAL)
    disc(pixels, 250, 20, RUST)
    texts = [*labels(), word("men", 165, 20), word("women", 265, 20)]
    dots = dots_in(pixels, texts)
    assert dots is not None
    assert [[b.colour for b in row] for row in rows_of(dots)] == [[TEAL, RUST]] * 4


def test_a_dot_half_under_another_keeps_its_place() -> None:
    pixels = page()
    for x, y in zip((150, 220, 260, 190), ROWS, strict=True):
        disc(pixels, x, y, TEAL)
        disc(pixels, x + (8 if y == ROWS[1] else 100), y, RUST)
    dots = dots_in(pixels, labels())
    assert dots is not None
    assert [b.laid.along for b in rows_of(dots)[1]] == pytest.approx([220, 228], abs=1)


def test_stems_stand_on_their_labels() -> None:
    pixels = page()
    for x, y in zip((100, 200, 300, 400), (60, 150, 90, 200), strict=True):
        pixels[y:240, x - 1 : x + 2] = TEAL
        disc(pixels, x, y, TEAL)
    texts = [word(name, x - 18, 256) for name, x in zip("abcd", (100, 200, 300, 400), strict=True)]
    texts = [
        TextBox(t.text * 4, Box(t.box.left, t.box.top, t.box.left + 36, t.box.bottom), 0.9) for t in texts
    ]
    dots = dots_in(pixels, texts)
    assert dots is not None
    assert dots.orientation == "vertical"
    assert [row[0].laid.along for row in rows_of(dots)] == pytest.approx([-60, -150, -90, -200], abs=1.5)


def test_markers_of_a_line_are_no_dot_plot() -> None:
    import cv2

    pixels = page()
    places = list(zip((100, 200, 300, 400), ROWS, strict=True))
    for one, other in itertools.pairwise(places):
        cv2.line(pixels, one, other, TEAL, 3)
    for x, y in places:
        disc(pixels, x, y, TEAL)
    assert dots_in(pixels, labels()) is None


def test_scattered_dots_and_a_legend_of_dots_are_none() -> None:
    scattered = page()
    for x, y in ((80, 50), (150, 83), (230, 190), (310, 132), (380, 228), (430, 70)):
        disc(scattered, x, y, TEAL)
    assert dots_in(scattered, labels()) is None
    legend = page()
    for y, colour in zip(ROWS, (TEAL, RUST, (90, 20, 90), (230, 170, 20)), strict=True):
        disc(legend, 300, y, colour)
    assert dots_in(legend, [*labels(), *(word("name", 320, y) for y in ROWS)]) is None


def test_dots_beside_as_many_bars_are_not_what_a_picture_shows() -> None:
    pixels = page()
    for x, y in zip((400, 320, 260, 190), ROWS, strict=True):
        disc(pixels, x, y, TEAL)
    dots = dots_in(pixels, labels())
    assert dots is not None
    assert not drawn_with_bars(dots, None)
    wide = Bars("horizontal", 100, 30, tuple((b,) for b in dots.all))
    assert drawn_with_bars(dots, wide)


def test_dots_that_a_line_runs_through_are_its_markers() -> None:
    pixels = page()
    for x, y in zip((400, 320, 260.5, 190), ROWS, strict=True):
        disc(pixels, x, y, TEAL)
    dots = dots_in(pixels, labels())
    assert dots is not None
    columns = np.arange(180, 410)
    path = np.full(500, np.nan)
    path[columns] = np.interp(columns + 0.5, (190, 260.5, 320, 400), ROWS[::-1])
    nothing = np.zeros(pixels.shape[:2], np.uint8)
    line = Stroke(TEAL, nothing, Box(180, 58, 410, 212), path, np.isfinite(path), 2.0)
    away = Stroke(TEAL, nothing, Box(180, 18, 410, 172), path - 40, np.isfinite(path), 2.0)
    assert on_lines(dots, [line])
    assert not on_lines(dots, [away])
    assert not on_lines(dots, [])
