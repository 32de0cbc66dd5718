from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw

from recast.perception.line_names import line_names, marked_names
from recast.perception.marks import Colour, colour_names
from recast.perception.stroke import Stroke
from recast.perception.text import TextBox
from recast.types import Box

RED, BLUE = (200, 50, 40), (30, 60, 230)


def stroke(colour: Colour, y: float) -> Stroke:
    path = np.full(600, np.nan)
    path[60:440] = y
    mask = np.zeros((300, 600), np.uint8)
    mask[int(y) - 1 : int(y) + 2, 60:440] = 255
    return Stroke(colour, mask, Box(60, y - 1, 440, y + 2), path, np.isfinite(path), 3.0)


def picture(*strokes: Stroke) -> Image.Image:
    image = Image.new("RGB", (600, 300), "white")
    for line in strokes:
        ImageDraw.Draw(image).line((60, line.path[60], 440, line.path[60]), fill=line.colour, width=3)
    return image


def word(image: Image.Image, text: str, x: int, y: int, colour: Colour = (0, 0, 0)) -> TextBox:
    pen = ImageDraw.Draw(image)
    pen.text((x, y), text, fill=colour, font_size=14)
    left, top, right, bottom = pen.textbbox((x, y), text, font_size=14)
    return TextBox(text, Box(left, top, right, bottom), 1.0)


def sample(image: Image.Image, x: int, y: int, colour: Colour) -> None:
    ImageDraw.Draw(image).line((x - 28, y + 8, x - 6, y + 8), fill=colour, width=3)


LINES = [stroke(RED, 120), stroke(BLUE, 220)]


def named(image: Image.Image, words: list[TextBox]) -> list[str]:
    marked = marked_names(np.asarray(image), words, [], LINES)
    return [entry.label for entry in line_names(words, LINES, marked)]


def test_a_name_stands_right_of_a_sample_of_its_line() -> None:
    image = picture(*LINES)
    words = [word(image, "Coast", 100, 20), word(image, "North", 240, 20)]
    sample(image, 100, 20, BLUE)
    sample(image, 240, 20, RED)
    assert named(image, words) == ["North", "Coast"]


def test_a_wrapped_name_goes_on_below_its_sample() -> None:
    image = picture(*LINES)
    words = [
        word(image, "Coast and", 100, 20),
        word(image, "islands", 100, 33),
        word(image, "North", 300, 20),
    ]
    sample(image, 100, 20, BLUE)
    sample(image, 300, 20, RED)
    assert named(image, words) == ["North", "Coast and islands"]


def test_a_name_has_the_colour_of_its_line() -> None:
    image = picture(*LINES)
    assert named(image, [word(image, "Coast", 450, 112, BLUE), word(image, "North", 450, 212, RED)]) == [
        "North",
        "Coast",
    ]


def test_a_dark_line_has_the_name_at_its_end_and_not_a_title_in_its_colour() -> None:
    dark = (45, 55, 65)
    lines = [stroke(dark, 120), stroke(BLUE, 220)]
    image = picture(*lines)
    words = [
        word(image, "A title", 60, 8, dark),
        word(image, "North", 450, 112, dark),
        word(image, "Coast", 450, 212, BLUE),
    ]
    marked = marked_names(np.asarray(image), words, [], lines)
    assert [entry.label for entry in line_names(words, lines, marked)] == ["North", "Coast"]


def test_black_words_name_the_line_that_is_nearest() -> None:
    image = picture(*LINES)
    assert named(image, [word(image, "Coast", 200, 196), word(image, "North", 200, 98)]) == ["North", "Coast"]


def test_words_that_might_all_name_one_line_name_none() -> None:
    image = picture(*LINES)
    words = [word(image, "Coast", 200, 196), word(image, "A storm", 320, 198)]
    assert named(image, words) == list(colour_names([RED, BLUE]))


def test_a_line_that_no_words_name_is_called_by_its_colour() -> None:
    image = picture(*LINES)
    words = [word(image, "Coast", 450, 212, BLUE)]
    marked = marked_names(np.asarray(image), words, [], LINES)
    entries = line_names([], LINES, marked)
    assert [(e.label, bool(e.boxes)) for e in entries] == [("red", False), ("Coast", True)]


def test_a_lone_line_needs_no_name() -> None:
    image = picture(LINES[0])
    words = [word(image, "North", 450, 112, RED)]
    assert marked_names(np.asarray(image), words, [], LINES[:1]) == ()
    assert line_names(words, LINES[:1], ()) == ()
