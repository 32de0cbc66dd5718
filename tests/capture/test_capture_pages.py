"""Which page of a PDF is read, which part of it, and what is said where that is not certain."""

from __future__ import annotations

import functools
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure

from recast.api import open_source
from recast.capture.pages import has_pages, page_picture
from recast.errors import Refused, UsageError
from recast.perception.image import decode
from recast.perception.text import Pixels
from recast.types import Source

A4 = (8.27, 11.69)
LINE = "The orchards of the north gave less than in the years before, as the rains came late and stayed long."
BLUE = (47, 126, 216)


def text(figure: Figure, lines: range) -> None:
    for line in lines:
        figure.text(0.1, 0.95 - 0.022 * line, LINE, size=9)


def chart(figure: Figure, place: tuple[float, float, float, float]) -> None:
    axes = figure.add_axes(place)
    axes.bar(["Norwick", "Southmoor", "Islet"], [12.5, 8.25, 3.0], color="#2f7ed8")
    axes.set_title("Harvest of figs")
    axes.spines[:].set_visible(False)


def picture(figure: Figure, place: tuple[float, float, float, float]) -> None:
    shade = np.full((200, 400, 3), 255, np.uint8)
    shade[50:180, 40:120] = BLUE
    axes = figure.add_axes(place)
    axes.imshow(shade)
    axes.axis("off")


def whole(figure: Figure) -> None:
    chart(figure, (0.1, 0.1, 0.8, 0.8))


def among_text(figure: Figure) -> None:
    text(figure, range(12))
    chart(figure, (0.2, 0.40, 0.5, 0.24))
    text(figure, range(28, 40))


def image_among_text(figure: Figure) -> None:
    text(figure, range(12))
    picture(figure, (0.2, 0.40, 0.5, 0.24))
    text(figure, range(28, 40))


def only_text(figure: Figure) -> None:
    text(figure, range(40))


def two_charts(figure: Figure) -> None:
    text(figure, range(20))
    chart(figure, (0.1, 0.1, 0.3, 0.2))
    chart(figure, (0.6, 0.1, 0.3, 0.2))


def blank(figure: Figure) -> None:
    pass


@functools.cache
def pdf(*pages: Callable[[Figure], None], size: tuple[float, float] = A4) -> bytes:
    out = io.BytesIO()
    with mpl.rc_context({"pdf.fonttype": 42}), PdfPages(out) as book:
        for draw in pages:
            figure = Figure(figsize=size)
            draw(figure)
            book.savefig(figure)
    return out.getvalue()


def shown(data: bytes, page: int | None = None) -> Pixels:
    return decode(page_picture(Source(data, "application/pdf", "report.pdf", page)).data)


def blue(pixels: Pixels) -> float:
    return float((np.abs(pixels.astype(int) - BLUE).max(axis=2) < 20).mean())


def test_a_page_that_is_the_chart_is_taken_whole() -> None:
    pixels = shown(pdf(whole, size=(6, 4)))
    assert pixels.shape[1] / pixels.shape[0] == pytest.approx(1.5, rel=0.01)
    assert blue(pixels) > 0.1


@pytest.mark.parametrize("draw", [among_text, image_among_text])
def test_a_chart_among_text_is_cut_out(draw: Callable[[Figure], None]) -> None:
    pixels = shown(pdf(blank, draw), 2)
    height, width = pixels.shape[:2]
    assert width > height  # the page is upright
    assert blue(pixels) > 0.05
    assert width >= 890  # rendered finer than the page would be


def test_no_line_of_the_text_around_is_cut_through() -> None:
    pixels = shown(pdf(among_text))
    for edge in (pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]):
        assert edge.min() > 200


@pytest.mark.parametrize(
    ("pages", "page", "said"),
    [
        ((whole, whole), None, r"2 pages: say which one holds the chart, such as report\.pdf#1"),
        ((whole, whole), 3, "no page 3: it has pages 1 to 2"),
        ((whole,), 0, "no page 0: it has one page"),
        ((whole, only_text), 2, "page 2 of the PDF holds text and no image or drawing"),
        ((two_charts,), 1, "holds 2 images or drawings: save the one with the chart as a picture"),
    ],
)
def test_what_is_not_certain_is_refused_with_a_remedy(pages: Any, page: int | None, said: str) -> None:
    with pytest.raises(Refused, match=said):
        shown(pdf(*pages), page)


def test_a_huge_page_is_drawn_within_bounds() -> None:
    pixels = shown(pdf(whole, size=(150, 20)))
    assert max(pixels.shape) <= 4000


LOCKED = b"""%%PDF-1.4
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 200 200]>> endobj
4 0 obj <</Filter /Standard /V 1 /R 2 /P -4 /O (%s) /U (%s)>> endobj
trailer <</Root 1 0 R /Encrypt 4 0 R /ID [(0123456789abcdef) (0123456789abcdef)]>>
%%%%EOF
""" % (b"o" * 32, b"u" * 32)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (LOCKED, "locked with a password: save a copy without one"),
        (b"%PDF-1.7\nnothing more", "damaged and cannot be opened"),
        (pdf(whole)[:3000], "damaged and cannot be"),
        (b"\x89PNG\r\n", "no PDF, so it has no pages"),
    ],
)
def test_what_cannot_be_opened_says_why(data: bytes, said: str) -> None:
    with pytest.raises(Refused, match=said):
        shown(data, 1)


def test_a_path_may_name_a_page_and_a_file_may_have_a_hash_in_its_name(tmp_path: Path) -> None:
    (tmp_path / "report.pdf").write_bytes(b"%PDF-")
    (tmp_path / "a#1.png").write_bytes(b"picture")
    (tmp_path / "old.pdf#2").write_bytes(b"named so")
    (tmp_path / "b#c.pdf").write_bytes(b"%PDF-")
    assert open_source(tmp_path / "report.pdf#12").page == 12
    assert open_source(str(tmp_path / "b#c.pdf#3")).page == 3
    assert open_source(tmp_path / "report.pdf").page is None
    assert has_pages(open_source(tmp_path / "report.pdf"))
    for name in ("a#1.png", "old.pdf#2", "b#c.pdf"):
        source = open_source(tmp_path / name)
        assert (source.page, source.name) == (None, name)
    with pytest.raises(UsageError, match=r"a number, such as report\.pdf#3"):
        open_source(tmp_path / "report.pdf#three")
    with pytest.raises(UsageError, match="cannot be read"):
        open_source(tmp_path / "none.pdf#1")
