from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from recast.perception.missed import missed_texts
from recast.perception.text import Pixels, TextBox
from recast.types import Box


def picture() -> Pixels:
    image = Image.new("RGB", (300, 200), "white")
    pen = ImageDraw.Draw(image)
    pen.rectangle((60, 40, 140, 180), fill=(110, 110, 110))
    pen.ellipse((200, 60, 214, 74), fill=(200, 40, 40))  # a patch of a legend, no text
    font = ImageFont.load_default(18)
    pen.text((82, 100), "0.69", fill="white", font=font)
    pen.text((180, 150), "Larch", fill="black", font=font)
    return np.asarray(image)


def test_a_number_on_a_mark_is_found_by_its_strokes_and_known_text_is_not_read_again() -> None:
    known = TextBox("Larch", Box(178, 150, 232, 172), 1.0)
    found = missed_texts(picture(), (known,))
    assert [t.text.strip() for t in found] == ["0.69"]
    box = found[0].box
    assert 75 < box.left < box.right < 130
    assert 95 < box.top < box.bottom < 130


@pytest.mark.parametrize(("beside", "found"), [("Larch", ["UK"]), ("7", [])])
def test_two_capital_letters_are_a_name_only_in_line_with_one(beside: str, found: list[str]) -> None:
    image = Image.new("RGB", (400, 220), "white")
    pen = ImageDraw.Draw(image)
    font = ImageFont.load_default(16)
    pen.rectangle((60, 20, 150, 190), fill=(38, 70, 83))
    pen.text((92, 196), "UK", fill="black", font=font)
    pen.text((240, 196), beside, fill="black", font=font)
    known = TextBox(beside, Box(*map(float, pen.textbbox((240, 196), beside, font=font))), 1.0)
    assert [t.text.strip() for t in missed_texts(np.asarray(image), (known,))] == found
