"""The overlay shows each value in its place, what is unsure in the warning colour, at sizes that can be read."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from PIL import Image, ImageDraw

from recast.capture import overlay as module
from recast.capture.overlay import overlay, value_text
from recast.perception.text import Pixels, TextBox
from recast.types import Box, Cell, Series, Table

WARNING = (214, 81, 8)


def cell(value: str, box: Box | None, **more: object) -> Cell:
    return replace(Cell(Decimal(value), value, box=box), **more)  # type: ignore[arg-type]


def table(cells: Sequence[Sequence[Cell]], categories: Sequence[str] = ("Norwick", "Islet")) -> Table:
    series = (Series("Figs", "blue", "#2f7ed8"), Series("Pears", "red", "#d62728"))[: len(cells)]
    rows = tuple(tuple(row) for row in cells)
    return Table("grouped_bar", "vertical", "", "", "", "", "nominal", tuple(categories), series, rows)


#: Four values in two columns, the second of "Figs" unsure, the second of "Pears" read off an axis.
VALUES = (
    (cell("12", Box(40, 100, 70, 112)), cell("30", Box(200, 60, 230, 72), confidence=0.62)),
    (
        cell("8", Box(80, 130, 110, 142)),
        cell("41", Box(240, 50, 250, 60), origin="axis", tolerance=Decimal("0.5")),
    ),
)


def texts(*said: tuple[str, float, float]) -> tuple[TextBox, ...]:
    return tuple(TextBox(text, Box(x, y, x + 9.0 * len(text), y + 14), 0.99) for text, x, y in said)


LABELS = texts(("Norwick", 50, 220), ("Islet", 205, 220), ("Figs", 60, 250), ("Pears", 160, 250))


def seen(
    pixels: Pixels, chart: Table, monkeypatch: pytest.MonkeyPatch, labels: object = LABELS
) -> Image.Image:
    monkeypatch.setattr(module, "texts_in_place", lambda _: labels)
    return Image.open(io.BytesIO(overlay(pixels, chart)))


def paper(width: int = 320, height: int = 280) -> Pixels:
    return np.full((height, width, 3), 255, np.uint8)


def legend() -> Pixels:
    """A picture with the swatches of both series before their labels."""
    pixels = paper()
    pixels[252:262, 44:54] = (0x2F, 0x7E, 0xD8)
    pixels[252:262, 144:154] = (0xD6, 0x27, 0x28)
    return pixels


def near(image: Image.Image, box: Box, zoom: float, colour: tuple[int, int, int]) -> int:
    """How many pixels within a few of a box of the picture have nearly this colour."""
    left, top, right, bottom = (
        round(side * zoom + grown)
        for side, grown in zip((box.left, box.top, box.right, box.bottom), (-9, -9, 9, 9), strict=True)
    )
    part = np.asarray(image.convert("RGB"))[max(top, 0) : bottom, max(left, 0) : right].astype(int)
    return int((np.abs(part - colour).max(axis=2) < 24).sum())


def test_unsure_values_are_framed_in_the_warning_colour_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    image = seen(paper(), table(VALUES), monkeypatch)
    zoom = image.width / 320
    framed = [[near(image, each.box, zoom, WARNING) > 60 for each in row if each.box] for row in VALUES]
    assert framed == [[False, True], [False, False]]


def test_each_series_has_a_colour_of_its_own_whatever_the_chart_says(monkeypatch: pytest.MonkeyPatch) -> None:
    pale = replace(table(VALUES), series=(Series("Figs", "", "#fdfde0"), Series("Pears", "", "#fdfde0")))
    chosen = module._colours(pale)
    assert len(set(chosen)) == 2
    image = seen(paper(), pale, monkeypatch)
    zoom = image.width / 320
    assert near(image, VALUES[0][0].box or Box(0, 0, 0, 0), zoom, chosen[0]) > 60
    assert near(image, VALUES[1][0].box or Box(0, 0, 0, 0), zoom, chosen[1]) > 60


@pytest.mark.parametrize(("size", "width"), [((300, 220), 1200), ((800, 600), 1200), ((4000, 3000), 2000)])
def test_small_pictures_are_scaled_up_and_large_ones_down(
    size: tuple[int, int], width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    image = seen(paper(*size), table(VALUES), monkeypatch)
    assert image.width == width
    assert image.height > width * size[1] / size[0]  # the strip below


def test_the_picture_inside_a_frame_is_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    picture = Image.new("RGB", (320, 280), "white")
    ImageDraw.Draw(picture).rectangle((45, 102, 65, 110), fill=(10, 20, 30))
    image = seen(np.asarray(picture), table(VALUES), monkeypatch)
    zoom = image.width / 320
    assert near(image, Box(50, 104, 60, 108), zoom, (10, 20, 30)) > 100


def test_many_values_missing_ones_and_foreign_letters_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    many = tuple(
        tuple(cell(str(c * s), Box(4 * c, 40 + 30 * s, 4 * c + 6, 48 + 30 * s)) for c in range(75))
        for s in range(2)
    )
    named = tuple(f"東京 {c}" for c in range(75))
    assert seen(paper(), table(many, named), monkeypatch, ()).width == 1200
    gone = ((Cell(None, None, "missing"), cell("3", None)),)
    assert seen(paper(), table(gone), monkeypatch).width == 1200


def test_values_are_written_as_a_person_reads_them() -> None:
    assert value_text(VALUES[0][0]) == "12"
    assert value_text(VALUES[0][1]) == "30 (unsure, 0.62)"
    assert value_text(VALUES[1][1]) == "~41 ±0.5"
    assert value_text(Cell(None, None, "missing")) == "-"
    assert value_text(Cell(Decimal("1E+3"))) == "1000"


def test_chips_stand_above_upright_marks_and_at_the_right_of_lying_ones() -> None:
    frame, page = Box(100, 100, 140, 120), Box(0, 0, 400, 400)
    above = module._free_place(frame, (30, 14), [frame], page, module._SIDES["vertical"])
    beside = module._free_place(frame, (30, 14), [frame], page, module._SIDES["horizontal"])
    assert above.bottom <= frame.top
    assert beside.left >= frame.right


def test_the_strip_speaks_of_print_only_where_there_is_some() -> None:
    axis = replace(table(VALUES[1:]), series=(Series("", "", ""),))
    printed = replace(table(VALUES[:1]), series=(Series("", "", ""),))
    off_axis = replace(axis, cells=(tuple(replace(c, origin="axis") for c in axis.cells[0]),))
    assert module._series_keys(off_axis, ((0, 0, 0),)) == []
    assert [text for _, text in module._series_keys(printed, ((0, 0, 0),))] == ["value as printed"]
