"""Text recognition on its own: what it reads twice, where its boxes lie, and that nothing about its use leaves."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import matplotlib
import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from recast.perception import text
from recast.perception.text import Pixels
from recast.types import Box

_READS = """
import numpy as np
from recast.perception.text import read_text
read_text(np.full((64, 64, 3), 255, np.uint8))
"""


def test_the_runtime_reports_no_usage(tmp_path: Path) -> None:
    """onnxruntime's wheel keeps a queue of usage events in the user's cache and uploads it, unless told before import."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("XDG_", "ORT_"))}
    subprocess.run([sys.executable, "-c", _READS], env=environment | {"HOME": str(tmp_path)}, check=True)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


class Counted:
    """Stands for the engine: every call is counted and reads the same."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, picture: Pixels, **flags: bool) -> SimpleNamespace:
        self.calls += 1
        return SimpleNamespace(txts=("12",), scores=(0.9,))


def test_crops_once_read_and_crops_without_ink_are_not_recognised(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Counted()
    monkeypatch.setattr(text, "_engine", lambda: engine)
    page = np.full((60, 200, 3), (40, 118, 221), np.uint8)
    page[20:30, 20:60] = 255
    inked, blank = Box(10, 10, 70, 40), Box(100, 10, 160, 40)
    first = text.read_crops(page, [inked, blank, inked], 2.0)
    again = text.read_crops(page, [inked], 2.0)
    assert [reading.text for reading in first] == ["12", "", "12"]
    assert (again, engine.calls) == (first[:1], 1)
    text.read_crops(page, [inked], 3.0)
    assert engine.calls == 2


def test_threads_are_no_more_than_cores() -> None:
    assert 1 <= text.THREADS <= (os.cpu_count() or 1)


def test_boxes_of_a_large_picture_are_in_its_own_pixels() -> None:
    sheet = Image.new("RGB", (4000, 1500), "white")
    face = ImageFont.truetype(Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf", 90)
    pen = ImageDraw.Draw(sheet)
    pen.text((2600, 900), "Harbour", font=face, fill="black")
    left, top, right, bottom = pen.textbbox((2600, 900), "Harbour", font=face)
    found = text.read_text(np.asarray(sheet, dtype=np.uint8))
    assert [t.text for t in found] == ["Harbour"]
    assert abs(found[0].box.x - (left + right) / 2) < 12
    assert abs(found[0].box.y - (top + bottom) / 2) < 20
