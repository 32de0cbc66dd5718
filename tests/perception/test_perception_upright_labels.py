from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw

from recast.perception.text import Pixels, TextBox
from recast.perception.upright_labels import upright_labels
from recast.types import Box

NAMES = ("Oslo", "Bergen", "Skien", "Narvik")


def drawn(names: tuple[str, ...]) -> tuple[Pixels, list[TextBox]]:
    """Words written upwards below y = 200, forty pixels apart, and the places where they stand, ill read."""
    page = Image.new("RGB", (400, 300), "white")
    texts = []
    for i, name in enumerate(names):
        flat = Image.new("RGB", (70, 24), "white")
        ImageDraw.Draw(flat).text((66, 3), name, fill="black", font_size=16, anchor="ra")
        page.paste(flat.rotate(90, expand=True), (60 + 40 * i, 206))
        texts.append(TextBox("1l|", Box(60 + 40 * i, 208, 84 + 40 * i, 276), 0.5))
    return np.asarray(page), texts


def test_upright_labels_are_read_level_and_a_missed_one_by_its_place() -> None:
    pixels, texts = drawn(NAMES)
    for seen in (texts, [texts[0], texts[1], texts[3]]):
        labels = upright_labels(pixels, seen, 60, 220, 200)
        assert tuple(label for label, _, _ in labels) == NAMES
        assert [x for _, x, _ in labels] == [72 + 40 * i for i in range(4)]


def test_level_labels_are_left_to_others() -> None:
    pixels, texts = drawn(NAMES)
    level = [TextBox("Oslo", Box(40 + 60 * i, 208, 80 + 60 * i, 222), 1.0) for i in range(4)]
    assert upright_labels(pixels, level, 60, 220, 200) == []
    assert upright_labels(pixels, texts[:2], 60, 220, 200) == []  # too few to tell
