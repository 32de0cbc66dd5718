"""A second reading confirms what is printed and what is measured, each by its own means, and nothing else."""

from __future__ import annotations

import io
from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from PIL import Image

from recast.capture import second as module
from recast.capture.second import second_reading
from recast.errors import Refused
from recast.perception.text import TextBox
from recast.types import Box, Cell, Series, Source, Table

PRINTED = Box(10, 10, 30, 20)


def picture(width: int = 400) -> Source:
    out = io.BytesIO()
    Image.fromarray(np.full((100, width, 3), 255, np.uint8)).save(out, "PNG")
    return Source(out.getvalue(), "image/png")


def table(*cells: Cell, scale: str = "", labels: tuple[str, ...] = ("Norwick", "Islet")) -> Table:
    series = (Series("Figs", scale=scale),)
    return Table("bar", "vertical", "", "", "", "", "nominal", labels[: len(cells)], series, (cells,))


def axis(value: str, tolerance: str = "0.5", x: float = 50) -> Cell:
    return Cell(Decimal(value), value, "axis", Decimal(tolerance), 0.95, Box(x - 2, 40, x + 2, 44))


@pytest.mark.parametrize(
    ("value", "written", "scale", "seen", "confirmed"),
    [
        ("12.5", "12.5", "", "12.5", True),
        ("12.5", "12.5%", "", "12.5%", True),
        ("12.5", "12.5", "", "12.6", False),
        ("12.5", "12.5", "", "", False),
        ("1500", "1.5M", "thousand", "1.5M", True),
        ("12", "12", "million", "12", True),
        ("-12", "12", "", "12", True),  # the other side of a diverging chart
        ("12", "72", "", "72", False),  # repaired by the length of its mark
        ("12", "72", "", "12", True),
    ],
)
def test_a_printed_value_is_read_from_its_own_pixels(
    value: str, written: str, scale: str, seen: str, confirmed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "read_crops", lambda *_, **__: [TextBox(seen, PRINTED, 0.9)])
    chart = table(Cell(Decimal(value), written, box=PRINTED), scale=scale)
    assert second_reading(picture(), chart, ("cell:0:0",)) == (() if confirmed else ("cell:0:0",))


def test_a_value_off_an_axis_is_measured_again_at_another_size(monkeypatch: pytest.MonkeyPatch) -> None:
    widths = []

    def again(pixels: np.ndarray) -> Table:  # type: ignore[type-arg]
        widths.append(pixels.shape[1])
        return table(axis("41.4"), axis("12.5"))

    monkeypatch.setattr(module, "read_chart", again)
    keys = ("cell:0:0", "cell:0:1")
    chart = table(axis("41"), axis("11"))
    assert second_reading(picture(), chart, keys) == ("cell:0:1",)
    assert second_reading(picture(2000), chart, keys[:1]) == ()
    assert widths == [600, 1500]


def test_a_label_read_otherwise_is_found_by_the_place_of_its_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    misread = table(replace(axis("41"), box=Box(73, 60, 79, 66)), labels=("Norwich",))
    monkeypatch.setattr(module, "read_chart", lambda _: misread)
    assert second_reading(picture(), table(axis("41")), ("cell:0:0",)) == ()
    assert second_reading(picture(), table(axis("41", x=90)), ("cell:0:0",)) == ("cell:0:0",)


def test_what_cannot_be_read_again_is_not_confirmed(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(_: object) -> Table:
        raise Refused("no chart was found")

    monkeypatch.setattr(module, "read_chart", refuses)
    chart = table(axis("41"), Cell(None, None, "missing"))
    assert second_reading(picture(), chart, ("cell:0:0", "cell:0:1")) == ("cell:0:0",)


def test_a_table_file_is_sure_and_a_printed_value_without_a_place_is_not() -> None:
    chart = table(Cell(Decimal(3), "3"))
    assert second_reading(Source(b"a,b\n", "text/csv", "t.csv"), chart, ("cell:0:0",)) == ()
    assert second_reading(picture(), chart, ("cell:0:0",)) == ("cell:0:0",)


def test_no_crop_of_the_first_reading_is_read_again_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = []

    def nothing(*given: object, **more: object) -> list[TextBox]:
        sizes.append((given[2], more["margin"]))
        return [TextBox("", PRINTED, 0.0)]

    monkeypatch.setattr(module, "read_crops", nothing)
    second_reading(picture(), table(Cell(Decimal(3), "3", box=PRINTED)), ("cell:0:0",))
    whole = {(float(scale), float(margin)) for scale in (1, 2, 3) for margin in range(5)}
    assert len(sizes) == 3
    assert not set(sizes) & whole
