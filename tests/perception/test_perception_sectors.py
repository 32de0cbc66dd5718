"""Circles and their sectors on plain drawings, without recognition."""

from __future__ import annotations

import math

import numpy as np
import pytest
from PIL import Image, ImageDraw

from recast.perception.marks import flat_colours, regions
from recast.perception.sectors import Pie, find_pie

BLUE, NAVY, RED, PALE = (40, 118, 221), (15, 40, 62), (166, 11, 11), (236, 236, 240)


def found(picture: Image.Image) -> Pie | None:
    pixels = np.asarray(picture, dtype=np.uint8)
    layers = flat_colours(pixels)
    return find_pie(pixels, layers, regions(layers))


def round_of(
    parts: list[tuple[float, tuple[int, int, int]]], whole: float = 100, hole: float = 0, rim: bool = False
) -> Image.Image:
    sheet = Image.new("RGB", (420, 360), "white")
    pen = ImageDraw.Draw(sheet)
    box, start = (80, 60, 320, 300), -90.0 if whole == 100 else -180.0
    for share, colour in parts:
        end = start + 360 * share / whole
        pen.pieslice(box, start, end, fill=colour, outline="black" if rim else None)
        start = end
    if hole:
        reach = 120 * hole
        pen.ellipse((200 - reach, 180 - reach, 200 + reach, 180 + reach), fill="white")
    return sheet


@pytest.mark.parametrize("hole", [0, 0.55])
def test_shares_directions_and_hole(hole: float) -> None:
    pie = found(round_of([(50, BLUE), (30, NAVY), (18, RED), (2, BLUE)], hole=hole))
    assert pie is not None
    assert abs(pie.x - 200) < 2
    assert abs(pie.radius - 120) < 2
    assert abs(pie.hole - 120 * hole) < 8
    assert [round(100 * s.share) for s in pie.slices] == [
        52,
        30,
        18,
    ]  # two of one colour side by side are one
    assert abs(pie.slices[1].middle - 2 * math.pi * 0.65) < 0.03


def test_a_line_parts_two_slices_of_one_colour() -> None:
    pie = found(round_of([(50, BLUE), (30, BLUE), (20, RED)], rim=True))
    assert pie is not None
    assert [abs(s.share - share) < 0.01 for s, share in zip(pie.slices, (0.5, 0.3, 0.2), strict=True)] == [
        True
    ] * 3


def test_half_a_ring_is_a_whole() -> None:
    pie = found(round_of([(60, BLUE), (40, RED)], whole=200, hole=0.5))
    assert pie is not None
    assert [round(100 * s.share) for s in pie.slices] == [60, 40]


def test_slices_as_pale_as_paper_count_where_they_are_drawn() -> None:
    pale = found(round_of([(50, BLUE), (30, PALE), (20, RED)]))
    white = found(round_of([(50, BLUE), (30, (255, 255, 255)), (20, RED)], rim=True))
    for pie in (pale, white):
        assert pie is not None
        assert [round(100 * s.share) for s in pie.slices] == [50, 30, 20]


def test_bars_and_single_discs_are_no_pie() -> None:
    sheet = Image.new("RGB", (420, 360), "white")
    pen = ImageDraw.Draw(sheet)
    for index in range(4):
        pen.rectangle((60 + 80 * index, 300 - 50 * (index + 1), 110 + 80 * index, 300), fill=BLUE)
    assert found(sheet) is None
    pen.rectangle((0, 0, 420, 360), fill="white")
    pen.ellipse((100, 80, 300, 280), fill=BLUE)
    assert found(sheet) is None
