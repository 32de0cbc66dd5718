"""The labels of a chart are found in its picture: in line with their values, or in the colour of their series."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest

from recast.capture.places import places
from recast.perception.text import Pixels, TextBox
from recast.types import Box, Cell, Series, Table

BLUE, RED = (0x2F, 0x7E, 0xD8), (0xD6, 0x27, 0x28)


def cell(value: str, box: Box | None) -> Cell:
    return Cell(Decimal(value), value, box=box)


def table(cells: Sequence[Sequence[Cell]], categories: Sequence[str] = ("Norwick", "Islet")) -> Table:
    series = (Series("Figs", "blue", "#2f7ed8"), Series("Pears", "red", "#d62728"))[: len(cells)]
    rows = tuple(map(tuple, cells))
    return Table("grouped_bar", "vertical", "", "", "", "", "nominal", tuple(categories), series, rows)


#: Four values in two columns.
VALUES = (
    (cell("12", Box(40, 100, 70, 112)), cell("30", Box(200, 60, 230, 72))),
    (cell("8", Box(80, 130, 110, 142)), cell("41", Box(240, 50, 250, 60))),
)


def texts(*said: tuple[str, float, float]) -> tuple[TextBox, ...]:
    return tuple(TextBox(text, Box(x, y, x + 9.0 * len(text), y + 14), 0.99) for text, x, y in said)


LABELS = texts(("Norwick", 50, 220), ("Islet", 205, 220), ("Figs", 60, 250), ("Pears", 160, 250))


def paper(*swatches: tuple[int, tuple[int, int, int]]) -> Pixels:
    """White, with squares of ten pixels in the line of the legend, each at a place and in a colour."""
    pixels = np.full((280, 320, 3), 255, np.uint8)
    for left, colour in swatches:
        pixels[252:262, left : left + 10] = colour
    return pixels


def corners(boxes: Sequence[Box | None]) -> list[tuple[float, float] | None]:
    return [box and (box.left, box.top) for box in boxes]


def test_labels_are_found_in_line_with_their_values_not_in_the_title() -> None:
    title = texts(("Islet", 5, 5), ("Figs", 5, 8))
    where = places(table(VALUES), (*title, *LABELS), paper((44, BLUE), (144, RED)))
    assert corners(where.categories) == [(50, 220), (205, 220)]
    assert corners(where.series) == [(60, 250), (160, 250)]


def test_a_wrapped_label_is_all_of_its_lines() -> None:
    chart = table(VALUES, ("North of the river", "Islet"))
    where = places(chart, texts(("North of", 40, 220), ("the river", 40, 236), ("Islet", 205, 220)), paper())
    assert where.categories[0] == Box(40, 220, 121, 250)


def test_a_label_that_does_not_stand_there_has_no_place() -> None:
    where = places(table(VALUES), texts(("Norwich Castle", 50, 220), ("Islet", 50, 220)), paper())
    assert where.categories == (None, None)
    assert where.series == (None, None)


def test_the_rows_of_a_table_are_level_with_their_labels() -> None:
    rows = ((cell("12", Box(200, 100, 230, 114)), cell("30", Box(200, 140, 230, 154))),)
    chart = replace(table(rows), kind="table")
    where = places(chart, texts(("Norwick", 10, 100), ("Islet", 10, 140)), paper())
    assert corners(where.categories) == [(10, 100), (10, 140)]


def test_lying_bars_are_level_with_their_labels_and_a_pies_are_nearest() -> None:
    rows = ((cell("12", Box(200, 100, 230, 114)), cell("30", Box(200, 140, 230, 154))),)
    said = texts(("Islet", 10, 140), ("Norwick", 10, 100), ("Islet", 150, 20))
    lying = replace(table(rows), orientation="horizontal")
    assert corners(places(lying, said, paper()).categories) == [(10, 100), (10, 140)]
    assert corners(places(replace(lying, kind="pie"), said, paper()).categories) == [(10, 100), (150, 20)]


def test_of_two_equal_texts_that_in_the_colour_of_the_series_is_its_label() -> None:
    said = texts(("Figs", 90, 20), ("Figs", 160, 250))
    assert corners(places(table(VALUES[:1]), said, paper((144, BLUE))).series) == [(160, 250)]
    assert corners(places(table(VALUES[:1]), said, paper((144, RED))).series) == [(90, 20)]  # the nearer one


@pytest.mark.parametrize(
    ("said", "found"),
    [("Norwicks", True), ("NORWICK.", True), ("Nor wick", True), ("Norway", False), ("wick", True)],
)
def test_a_label_may_be_read_with_a_sign_or_two_wrong(said: str, found: bool) -> None:
    where = places(table(VALUES), texts((said, 50, 220)), paper())
    assert (where.categories[0] is not None) is found


def test_a_value_that_reads_like_a_label_is_none() -> None:
    chart = table(VALUES[:1], ("12", "30"))
    assert places(chart, texts(("12", 44, 99), ("30", 204, 59)), paper()).categories == (None, None)
    assert corners(places(chart, texts(("12", 44, 220), ("30", 204, 220)), paper()).categories) == [
        (44, 220),
        (204, 220),
    ]


def test_a_category_without_values_has_no_place_and_nothing_is_shown() -> None:
    chart = table(((cell("12", Box(40, 100, 70, 112)), Cell(None, origin="missing")),))
    where = places(chart, LABELS, paper())
    assert corners(where.categories) == [(50, 220), None]
    assert "50" not in repr(where)
