"""One page of a PDF as a picture: ``report.pdf#3``.

A page that mainly holds its chart is taken whole. On a page of text the chart is looked for: one image or one cluster of
drawing, large enough and far larger than any other. Where that is not certain, the page is refused with the remedy to
save the chart as a picture.

Not covered: the time that a page with an absurd number of drawing operations takes to render, and layers, forms and
annotations, which are not drawn.
"""

from __future__ import annotations

import io
import math
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from recast.errors import Refused
from recast.types import Box, Private, Source

MOST_PAGES = 5000
_DPI, _FINEST_DPI = 150, 300
_WIDE_ENOUGH = 900  # pixels: a smaller region is rendered finer, up to ``_FINEST_DPI``
_LONGEST_SIDE = 4000  # pixels of a rendered page
_MOST_OBJECTS = 20_000  # looked at when the chart is sought; a page with more is taken whole
_SMALLEST = (100.0, 70.0)  # points: what is smaller is a logo, an icon or a rule, not a chart
_NEAR = 30.0  # points between parts of one drawing
_LABELS = 16.0  # points around a drawing in which its labels and its title stand
_FAR_LARGER = 6.0  # times the next one: the others are ornaments
_MAINLY = 0.45  # of the page: a drawing so large is the page
_FEW = 250  # characters beside a drawing: less is its title and its source, not an article

_lock = threading.Lock()  # the renderer is not safe for use by two threads at once


@dataclass(frozen=True, slots=True, repr=False)
class _Drawn(Private):
    """Something drawn on a page: its box in points from the page's top left, and the pixels of an image."""

    box: Box
    kind: str  # image, path or text
    pixels: int = 0  # width of an image, in its own pixels


def has_pages(source: Source) -> bool:
    """Whether the source is a PDF (its mark may follow a little rubbish), or was called by a page of one."""
    return source.page is not None or _is_pdf(source)


def _is_pdf(source: Source) -> bool:
    return b"%PDF-" in source.data[:1024]


def page_picture(source: Source) -> Source:
    """The page ``source.page`` (the only one where none is named) as a PNG source. Raises ``Refused`` in one sentence
    for what is no PDF, damaged, locked or without that page, and where the chart on the page is not certain."""
    import pypdfium2  # type: ignore[import-untyped]

    if not _is_pdf(source):
        raise Refused("the file is no PDF, so it has no pages: leave out the number after #")
    with _lock:
        try:
            document = pypdfium2.PdfDocument(source.data)
        except pypdfium2.PdfiumError as error:
            raise Refused(_why(error)) from None
        try:
            number = _number(len(document), source)
            try:
                page = document[number - 1]
                png = _rendered(page, number)
            except pypdfium2.PdfiumError:
                raise Refused(f"page {number} of the PDF is damaged and cannot be drawn") from None
        finally:
            document.close()
    return replace(source, data=png, media_type="image/png", name=f"{source.name}#{number}", page=None)


def _why(error: Any) -> str:
    import pypdfium2.raw as pdfium  # type: ignore[import-untyped]

    if getattr(error, "err_code", None) == pdfium.FPDF_ERR_PASSWORD:
        return "the PDF is locked with a password: save a copy without one"
    if getattr(error, "err_code", None) == pdfium.FPDF_ERR_SECURITY:
        return "the PDF is encrypted in a way that cannot be opened: save a copy without encryption"
    return "the PDF is damaged and cannot be opened"


def _number(pages: int, source: Source) -> int:
    """The number of the page meant, from 1."""
    if not pages:
        raise Refused("the PDF has no pages")
    if pages > MOST_PAGES:
        raise Refused(
            f"the PDF has {pages} pages, at most {MOST_PAGES} are taken: save the one page with the chart"
        )
    if source.page is None:
        if pages > 1:
            raise Refused(
                f"the PDF has {pages} pages: say which one holds the chart, such as {source.name}#1"
            )
        return 1
    if not 1 <= source.page <= pages:
        there = "one page" if pages == 1 else f"pages 1 to {pages}"
        raise Refused(f"the PDF has no page {source.page}: it has {there}")
    return source.page


def _rendered(page: Any, number: int) -> bytes:
    width, height = page.get_size()
    if not (math.isfinite(width) and math.isfinite(height) and width >= 1 and height >= 1):
        raise Refused(f"page {number} of the PDF has no size")
    whole = Box(0.0, 0.0, width, height)
    region, pixels = _region(page, whole, number)
    finest = max(_WIDE_ENOUGH, pixels) / region.width
    scale = min(max(_DPI / 72, finest), _FINEST_DPI / 72, _LONGEST_SIDE / max(region.width, region.height))
    cut = (region.left, whole.bottom - region.bottom, whole.right - region.right, region.top)
    bitmap = page.render(scale=scale, crop=cut, may_draw_forms=False)
    out = io.BytesIO()
    bitmap.to_pil().convert("RGB").save(out, "PNG", compress_level=1)
    return out.getvalue()


# ── the chart on the page ────────────────────────────────────────────────────────────────────────────────────


def _region(page: Any, whole: Box, number: int) -> tuple[Box, int]:
    """The part of the page to be read, and the width in pixels of the image that it is, if it is one."""
    drawn = list(_drawn(page, whole)) if page.get_rotation() == 0 else []
    if len(drawn) >= _MOST_OBJECTS or not drawn:
        return whole, 0
    written = page.get_textpage()
    letters = written.count_chars()
    charts = sorted(_charts(drawn), key=lambda chart: -_area(chart.box))
    if not charts:
        if letters > 2 * _FEW:
            raise Refused(
                f"page {number} of the PDF holds text and no image or drawing large enough for a chart: save the chart "
                "as a picture"
            )
        return whole, 0
    chart = charts[0]
    if len(charts) > 1 and _area(chart.box) < _FAR_LARGER * _area(charts[1].box):
        raise Refused(
            f"page {number} of the PDF holds {len(charts)} images or drawings: save the one with the chart as a picture"
        )
    texts = [each.box for each in drawn if each.kind == "text"]
    region = _inside(_labelled(chart.box, texts), whole)
    inside = written.get_text_bounded(*_upwards(region, page))
    beside = letters - len(inside)
    if _area(region) >= _MAINLY * _area(whole) or beside <= _FEW:
        return whole, chart.pixels if chart.pixels > whole.width else 0
    return region, chart.pixels


def _drawn(page: Any, whole: Box) -> Iterator[_Drawn]:
    """What is drawn on the page, in points from its top left; forms are opened, backgrounds and rules left out."""
    import pypdfium2.raw as pdfium

    left, _, _, top = page.get_bbox()
    kinds = {
        pdfium.FPDF_PAGEOBJ_IMAGE: "image",
        pdfium.FPDF_PAGEOBJ_PATH: "path",
        pdfium.FPDF_PAGEOBJ_SHADING: "path",
        pdfium.FPDF_PAGEOBJ_TEXT: "text",
    }
    for count, item in enumerate(page.get_objects(filter=list(kinds))):
        if count >= _MOST_OBJECTS:
            return
        x0, y0, x1, y1 = item.get_bounds()
        form = item.container
        while form is not None:
            corners = [form.get_matrix().on_point(x, y) for x in (x0, x1) for y in (y0, y1)]
            x0, x1 = min(x for x, _ in corners), max(x for x, _ in corners)
            y0, y1 = min(y for _, y in corners), max(y for _, y in corners)
            form = form.container
        box = _inside(Box(x0 - left, top - y1, x1 - left, top - y0), whole)
        if box.width < 0 or box.height < 0:
            continue  # off the page
        kind = kinds[item.type]
        if kind == "path" and _area(box) > 0.8 * _area(whole):
            continue
        yield _Drawn(box, kind, item.get_px_size()[0] if kind == "image" else 0)


def _charts(drawn: Sequence[_Drawn]) -> list[_Drawn]:
    """The images and clusters of drawing that are large enough; those that overlap are one."""
    clusters: list[tuple[Box, list[_Drawn]]] = []
    for each in drawn:
        if each.kind == "text":
            continue
        box, parts = each.box, [each]
        apart = []
        for other, others in clusters:
            if _touch(box, other, _NEAR):
                box, parts = _both(box, other), parts + others
            else:
                apart.append((other, others))
        clusters = [*apart, (box, parts)]
    found = []
    for box, parts in clusters:
        images = [part for part in parts if part.kind == "image"]
        areas = [part for part in parts if min(part.box.width, part.box.height) >= 2]
        large = box.width >= _SMALLEST[0] and box.height >= _SMALLEST[1]
        if large and (images or len(areas) >= 3):
            filled = [image.pixels for image in images if _area(image.box) > 0.8 * _area(box)]
            found.append(_Drawn(box, "image" if filled else "path", max(filled, default=0)))
    return found


def _labelled(box: Box, texts: Sequence[Box]) -> Box:
    """The drawing with the texts around it: labels of its axes, legend, title."""
    region = box
    for reach in (_LABELS, _LABELS / 2):
        for text in texts:
            if text.width <= 1.1 * box.width and _touch(region, text, reach) and text.height <= box.height:
                region = _both(region, text)
    left, top, right, bottom = region.left - 4, region.top - 4, region.right + 4, region.bottom + 4
    for text in texts:  # the margin cuts through no other text
        if _touch(region, text, 4):
            bottom = min(bottom, text.top) if text.top >= region.bottom else bottom
            top = max(top, text.bottom) if text.bottom <= region.top else top
            right = min(right, text.left) if text.left >= region.right else right
            left = max(left, text.right) if text.right <= region.left else left
    return Box(left, top, right, bottom)


def _upwards(box: Box, page: Any) -> tuple[float, float, float, float]:
    """Left, bottom, right and top as the PDF counts, from the bottom left."""
    left, _, _, top = page.get_bbox()
    return box.left + left, top - box.bottom, box.right + left, top - box.top


def _inside(box: Box, whole: Box) -> Box:
    return Box(
        max(box.left, whole.left),
        max(box.top, whole.top),
        min(box.right, whole.right),
        min(box.bottom, whole.bottom),
    )


def _touch(one: Box, other: Box, reach: float) -> bool:
    across = max(one.left, other.left) - min(one.right, other.right)
    down = max(one.top, other.top) - min(one.bottom, other.bottom)
    return across <= reach and down <= reach


def _both(one: Box, other: Box) -> Box:
    return Box(
        min(one.left, other.left),
        min(one.top, other.top),
        max(one.right, other.right),
        max(one.bottom, other.bottom),
    )


def _area(box: Box) -> float:
    return max(box.width, 0.0) * max(box.height, 0.0)
