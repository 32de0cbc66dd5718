"""Labels at slopes and written upwards, drawn and read through the real recogniser."""

from __future__ import annotations

from pathlib import Path

import matplotlib
import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from recast.perception.text import Pixels, read_text
from recast.perception.turned import sloping, turned_by_place, upright_by_place, upright_line
from recast.types import Box

FACE = ImageFont.truetype(Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf", 15)
NAMES = ("IT", "Old Town", "Quayside", "Mill Lane")
PLACES = (100.0, 220.0, 340.0, 460.0)
FLOOR = 120.0


def hung(angle: int) -> Pixels:
    """The names under the line ``FLOOR``, each turned by ``angle`` and hung at its place by the end that is higher."""
    sheet = Image.new("RGB", (560, 300), "white")
    for name, place in zip(NAMES, PLACES, strict=True):
        width = int(FACE.getlength(name)) + 2
        strip = Image.new("RGB", (width, 20), "white")
        ImageDraw.Draw(strip).text((1, 1), name, font=FACE, fill="black")
        turned = strip.rotate(angle, expand=True, fillcolor="white", resample=Image.Resampling.BICUBIC)
        left = place - turned.width / 2 if angle == 90 else place - turned.width if angle > 0 else place
        sheet.paste(turned, (int(left), int(FLOOR) + 4))
    return np.asarray(sheet, dtype=np.uint8)


@pytest.mark.parametrize("angle", [35, -45])
def test_labels_at_a_slope_are_read_at_their_places(angle: int) -> None:
    pixels = hung(angle)
    found = turned_by_place(pixels, read_text(pixels), PLACES, 120, FLOOR, 18)
    assert tuple(found[i].text for i in range(4)) == NAMES


def test_labels_written_upwards_are_read_level() -> None:
    pixels = hung(90)
    texts = read_text(pixels)
    assert not any(sloping(t, 18) for t in texts)
    found = upright_by_place(pixels, texts, PLACES, 120, FLOOR, 18)
    assert tuple(found[i].text for i in range(4)) == NAMES


def test_level_labels_are_neither() -> None:
    sheet = Image.new("RGB", (560, 300), "white")
    for name, place in zip(NAMES, PLACES, strict=True):
        ImageDraw.Draw(sheet).text((place, FLOOR + 20), name, font=FACE, fill="black", anchor="mm")
    pixels = np.asarray(sheet, dtype=np.uint8)
    texts = read_text(pixels)
    assert turned_by_place(pixels, texts, PLACES, 120, FLOOR, 18) == {}
    assert upright_by_place(pixels, texts, PLACES, 120, FLOOR, 18) == {}


def test_a_line_is_followed_beyond_the_box_that_was_found() -> None:
    sheet = Image.new("RGB", (120, 320), "white")
    strip = Image.new("RGB", (int(FACE.getlength("Number of visitors")) + 2, 20), "white")
    ImageDraw.Draw(strip).text((1, 1), "Number of visitors", font=FACE, fill=(110, 110, 110))
    sheet.paste(strip.rotate(90, expand=True), (50, 80))
    pixels = np.asarray(sheet, dtype=np.uint8)
    assert upright_line(pixels, Box(50, 120, 70, 190)) == "Number of visitors"
