from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw

from recast.errors import Refused
from recast.perception.line_losses import check_names, ink_left_over, is_broken
from recast.perception.marks import Colour
from recast.perception.stroke import Stroke
from recast.perception.text import Pixels, TextBox
from recast.types import Box

RED, GREEN = (200, 50, 40), (30, 130, 60)
PLOT = Box(60, 60, 440, 260)


def stroke(colour: Colour, y: float, gap: tuple[int, int] = (0, 0)) -> Stroke:
    """A level line between x = 60 and 440 with a gap, on a picture of 600 × 300."""
    path = np.full(600, np.nan)
    path[60:440] = y
    path[slice(*gap)] = np.nan
    mask = np.zeros((300, 600), np.uint8)
    mask[int(y) - 1 : int(y) + 2, np.isfinite(path)] = 255
    return Stroke(colour, mask, Box(60, y - 1, 440, y + 2), path, np.isfinite(path), 3.0)


def picture(*lines: tuple[Colour, float]) -> Image.Image:
    image = Image.new("RGB", (600, 300), "white")
    for colour, y in lines:
        ImageDraw.Draw(image).line((60, y, 440, y), fill=colour, width=3)
    return image


def word(
    image: Image.Image, text: str, x: int, y: int, colour: Colour, sample: Colour | None = None
) -> TextBox:
    """A word whose left end is at ``x``, with a sample of a line before it if a colour is given for one."""
    pen = ImageDraw.Draw(image)
    pen.text((x, y), text, fill=colour, font_size=14)
    if sample is not None:
        pen.line((x - 26, y + 8, x - 6, y + 8), fill=sample, width=3)
    left, top, right, bottom = pen.textbbox((x, y), text, font_size=14)
    return TextBox(text, Box(left, top, right, bottom), 1.0)


def pixels_of(image: Image.Image) -> Pixels:
    return np.asarray(image)


def test_a_name_at_the_end_of_a_line_that_was_not_found_is_refused() -> None:
    image = picture((RED, 100), (GREEN, 200))
    names = [word(image, "North", 450, 92, RED), word(image, "Coast", 450, 192, GREEN)]
    check_names(pixels_of(image), names, [stroke(RED, 100), stroke(GREEN, 200)], PLOT)
    with pytest.raises(Refused, match="a name has the colour of no line"):
        check_names(pixels_of(image), names, [stroke(RED, 100)], PLOT)


@pytest.mark.parametrize("second", [(220, 20), (86, 38)])
def test_an_entry_of_the_legend_without_a_line_is_refused(second: tuple[int, int]) -> None:
    image = picture((RED, 100), (GREEN, 200))
    names = [
        word(image, "North", 86, 20, (0, 0, 0), RED),
        word(image, "Coast", *second, (0, 0, 0), GREEN),
    ]
    check_names(pixels_of(image), names, [stroke(RED, 100), stroke(GREEN, 200)], PLOT)
    with pytest.raises(Refused, match="a name has the colour of no line"):
        check_names(pixels_of(image), names, [stroke(RED, 100)], PLOT)


def test_a_coloured_heading_is_no_name_of_a_line() -> None:
    image = picture((RED, 100))
    check_names(pixels_of(image), [word(image, "Harvest", 60, 10, GREEN)], [stroke(RED, 100)], PLOT)


def test_a_line_that_no_path_was_found_for_is_noticed() -> None:
    pixels = pixels_of(picture((RED, 100), (GREEN, 200)))
    assert ink_left_over(pixels, [], [stroke(RED, 100)], PLOT)
    assert not ink_left_over(pixels, [], [stroke(RED, 100), stroke(GREEN, 200)], PLOT)


def test_shaded_ground_is_no_line() -> None:
    pixels = pixels_of(picture((RED, 100))).copy()
    pixels[140:260, 60:440] = (255, 220, 150)
    assert not ink_left_over(pixels, [], [stroke(RED, 100)], PLOT)


def test_a_line_with_a_gap_may_be_two_unless_something_hides_it() -> None:
    whole, broken = stroke(RED, 100), stroke(GREEN, 200, (200, 290))
    assert not is_broken(whole, [whole, broken], [], 40)
    assert is_broken(broken, [whole, broken], [], 40)
    assert not is_broken(broken, [whole, broken], [TextBox("Coast", Box(198, 192, 292, 208), 1.0)], 40)
    assert not is_broken(broken, [stroke(RED, 200), broken], [], 40)
    assert not is_broken(broken, [whole, broken], [], 100)  # points lie further apart
