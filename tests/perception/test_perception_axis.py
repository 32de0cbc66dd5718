from __future__ import annotations

from decimal import Decimal

import numpy as np
import pytest

from recast.errors import Refused
from recast.perception.axis import check_axes, rounded, rule_lines, ticks_of, value_axis
from recast.perception.printed import Printed, printed_value
from recast.perception.text import Pixels, TextBox
from recast.types import Box

PLOT = Box(60, 40, 300, 250)
PLACES = tuple(250.5 - 40 * i for i in range(5))


def tick(text: str, x: float, y: float) -> Printed:
    width = 7 * len(text)
    read = printed_value(TextBox(text, Box(x - width, y - 6, x, y + 6), 0.99))
    assert read is not None
    return read


def column(texts: tuple[str, ...], x: float = 50) -> list[Printed]:
    return [tick(text, x, y) for text, y in zip(texts, PLACES, strict=False) if text]


def ruled(places: tuple[float, ...] = PLACES, dotted: bool = False) -> Pixels:
    """A white picture with a faint level line of one pixel at each place."""
    pixels = np.full((300, 360, 3), 255, np.uint8)
    for place in places:
        pixels[int(place), 60 : 300 : 2 if dotted else 1] = 205
    return pixels


@pytest.mark.parametrize(
    ("texts", "unit", "scale", "top"),
    [
        (("0", "20", "40", "60", "80"), "", "", 80),
        (("$0", "$5", "$10", "$15", "$20"), "$", "", 20),
        (("0%", "25%", "50%", "75%", "100%"), "%", "", 100),
        (("0", "500K", "1M", "1.5M", "2M"), "", "million", 2),
        (("0", "20 000", "40 000", "60 000", "80 000"), "", "", 80000),
        (("-20", "-10", "0", "10", "20"), "", "", 20),
    ],
)
def test_units_and_scales_at_the_ticks(texts: tuple[str, ...], unit: str, scale: str, top: float) -> None:
    axis = value_axis(column(texts), PLOT, "vertical")
    assert axis is not None
    assert (axis.unit, axis.scale) == (unit, scale)
    assert axis.value_at(-PLACES[4]) == pytest.approx(top)


@pytest.mark.parametrize(
    "texts", [("0", "20", "46", "60", "80"), ("0", "", "40", "60", "80"), ("20", "10", "0", "10", "20")]
)
def test_a_tick_that_is_misread_missed_or_without_its_minus(texts: tuple[str, ...]) -> None:
    axis = value_axis(column(texts), PLOT, "vertical")
    assert axis is not None
    assert axis.value_at(-PLACES[4]) - axis.value_at(-PLACES[3]) == pytest.approx(
        float(texts[4]) / (4 if texts[0] == "0" else 2)
    )


def test_grid_lines_give_the_places_to_half_a_pixel() -> None:
    shaken = [tick(str(20 * i), 50, y - 1.5 + (i % 3)) for i, y in enumerate(PLACES)]
    loose = value_axis(shaken, PLOT, "vertical")
    assert loose is not None
    for pixels in (ruled(), ruled(dotted=True)):
        axis = value_axis(shaken, PLOT, "vertical", pixels)
        assert axis is not None
        assert [axis.value_at(-y) for y in PLACES] == pytest.approx([0, 20, 40, 60, 80], abs=0.05)
        assert axis.tolerance == pytest.approx(0.75 * 0.5, rel=0.1)
        assert loose.tolerance > axis.tolerance
        assert loose.confidence < axis.confidence


def test_tick_marks_serve_where_no_grid_is_drawn() -> None:
    pixels = np.full((300, 360, 3), 255, np.uint8)
    for place in PLACES:
        pixels[int(place), 53:59] = 60
    axis = value_axis([tick(str(i), 50, y + 1.4) for i, y in enumerate(PLACES)], PLOT, "vertical", pixels)
    assert axis is not None
    assert axis.value_at(-PLACES[2]) == pytest.approx(2, abs=0.01)


def test_a_level_axis_is_refined_too() -> None:
    plot = Box(60, 40, 300, 250)
    ticks = [tick(str(10 * i), 60 + 50 * i + 9, 266) for i in range(5)]
    pixels = np.full((300, 360, 3), 255, np.uint8)
    for i in range(5):
        pixels[40:250, 60 + 50 * i] = 210
    axis = value_axis(ticks, plot, "horizontal", pixels)
    assert axis is not None
    assert axis.value_at(160.5) == pytest.approx(20, abs=0.05)


def test_two_ticks_serve_only_at_grid_lines() -> None:
    two = column(("0", "", "40"))
    assert value_axis(two, PLOT, "vertical") is None
    assert value_axis(two, PLOT, "vertical", np.full((300, 360, 3), 255, np.uint8)) is None
    axis = value_axis(two, PLOT, "vertical", ruled())
    assert axis is not None
    assert axis.value_at(-PLACES[4]) == pytest.approx(80)


def test_a_line_of_data_is_no_grid_line() -> None:
    pixels = ruled((100.5,))
    for x in range(60, 300):
        pixels[250 - x // 2 : 253 - x // 2, x] = (30, 90, 200)
    assert rule_lines(pixels, (60, 300), (40, 250), 0.2) == [pytest.approx(100.5, abs=0.1)]


@pytest.mark.parametrize(
    ("texts", "named"),
    [(("1", "10", "100", "1000", "10000"), "logarithmic"), (("0", "50", "60", "70", "80"), "broken")],
)
def test_axes_that_are_no_straight_scale_are_refused_by_name(texts: tuple[str, ...], named: str) -> None:
    with pytest.raises(Refused, match=named):
        check_axes(column(texts), PLOT, "vertical")


def test_two_scales_are_refused_and_one_scale_on_both_sides_is_not() -> None:
    left = column(("0", "20", "40", "60", "80"))
    check_axes(left, PLOT, "vertical")
    check_axes([*left, *column(("0", "20", "40", "60", "80"), 330)], PLOT, "vertical")
    with pytest.raises(Refused, match="two value axes"):
        check_axes([*left, *column(("0", "1", "2", "3", "4"), 330)], PLOT, "vertical")


def test_decimal_commas_at_the_ticks() -> None:
    texts = [
        TextBox(text, Box(30, y - 6, 50, y + 6), 0.9)
        for text, y in zip(("0,0", "0,5", "1,0"), PLACES, strict=False)
    ]
    axis = value_axis(ticks_of(texts), PLOT, "vertical")
    assert axis is not None
    assert axis.value_at(-PLACES[1]) == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("value", "tolerance", "shown"),
    [
        (12.3456, 0.4, "12.3"),
        (12.3456, 0.05, "12.35"),
        (12345.6, 30, "12350"),
        (-0.001, 0.1, "0.0"),
        (7.0, 2.0, "7"),
    ],
)
def test_a_measured_value_has_no_more_digits_than_are_known(
    value: float, tolerance: float, shown: str
) -> None:
    assert rounded(value, tolerance)[0] == Decimal(shown)
    assert rounded(value, tolerance)[1] == Decimal(str(tolerance))


def test_a_tick_whose_box_was_drawn_a_little_wider_is_still_in_line() -> None:
    numbers = [
        Printed(
            v.text,
            v.value,
            v.unit,
            v.scale,
            v.decimals,
            Box(b.left, b.top - 4, b.right + off, b.bottom + 4),
            0.9,
        )
        for v, off in zip(column(("0", "20", "40", "60", "80")), (0, 5, 0, 6, 0), strict=True)
        for b in (v.box,)
    ]
    axis = value_axis(numbers, PLOT, "vertical")
    assert axis is not None
    assert len(axis.boxes) == 5
