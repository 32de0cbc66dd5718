"""A table file goes to the reader of tables, anything else is looked at as a picture."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pytest
from PIL import Image

from recast.capture import reader as module
from recast.capture.reader import create, reader
from recast.errors import Refused
from recast.types import Source

CSV = b"Town,Share (%)\nFen,71\nMoor,29\n"


def test_a_table_file_is_read_by_its_columns_and_drawn_as_the_question_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "read_chart", lambda pixels: pytest.fail("no picture"))
    source = Source(CSV, "text/csv", "t.csv")
    assert reader(source, "What is the value of Fen?").kind == "bar"
    assert create({})(source, "Which slice of the pie is the largest?").kind == "pie"


def test_a_picture_is_read_by_its_pixels_whatever_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []
    monkeypatch.setattr(module, "read_chart", lambda pixels: seen.append(pixels) or "a table")
    out = io.BytesIO()
    Image.new("RGB", (320, 200), "#2f7ed8").save(out, "PNG")
    assert reader(Source(out.getvalue(), "image/png"), "Which slice of the pie?") == "a table"
    (pixels,) = seen
    assert pixels.shape == (200, 320, 3)
    assert np.all(pixels == (0x2F, 0x7E, 0xD8))


def test_what_is_neither_is_refused_in_one_sentence() -> None:
    with pytest.raises(Refused, match="not an image"):
        reader(Source(b"\x7fELF no picture", "image/png"), "?")
