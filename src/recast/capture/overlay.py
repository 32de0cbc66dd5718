"""What was read, drawn over the picture it was read from: a PNG for the user's own eyes, never sent.

Every value is framed in the colour of its series and carries a chip with the value as read; a line leads to it from
the label of its category. What is unsure is orange, what was read off an axis has a dashed frame. Small pictures are
scaled up and large ones down, so that frames and chips can be read at any size.

Not shown: missing cells, which have no place (the strip below counts them). A category label that is not found in the
picture as it stands in the table is written on the chips of its values instead.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from recast.capture.places import Places, places
from recast.language.colours import distance, lab
from recast.perception.size import texts_in_place
from recast.perception.text import Pixels
from recast.types import SURE, Box, Cell, Orientation, Private, Table

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

Rgb = tuple[int, int, int]

_NARROWEST, _WIDEST, _TALLEST = 1200, 2000, 4000  # of the picture as shown, in pixels
_FINE = 2  # everything is drawn at twice the size and then reduced, so that lines are smooth
_WARNING: Rgb = (214, 81, 8)
_INK: Rgb = (32, 36, 42)
_FAINT: Rgb = (106, 113, 122)
_PAPER: Rgb = (255, 255, 255)
#: For series whose own colour is unknown, too pale to be seen on paper, or shared by another series.
_PALETTE: tuple[Rgb, ...] = (
    (0, 102, 204), (0, 135, 90), (136, 46, 160), (190, 24, 93), (0, 128, 145), (120, 90, 20), (75, 85, 99),
)  # fmt: skip
_MOST_LISTED = 24  # series in the strip
_APART = 22.0  # of two colours that are told apart at a glance, in CIE L*a*b*
_CROWD = 40  # values: with more, chips say less in smaller type
#: Where a chip is tried around its frame, first to last: above first, beside lying bars to the right first.
_CORNERS = ((1, -1), (-1, -1), (1, 1), (-1, 1))
_SIDES: Mapping[Orientation, tuple[tuple[int, int], ...]] = {
    "vertical": ((0, -1), (0, 1), (1, 0), (-1, 0), *_CORNERS),
    "horizontal": ((1, 0), (0, -1), (0, 1), (-1, 0), *_CORNERS),
}
_LONGEST = 32  # letters of a label on a chip or in the strip


@dataclass(frozen=True, slots=True, repr=False)
class _Sheet(Private):
    """The page being drawn on: ``zoom`` from pixels of the picture to pixels of the page."""

    image: Image
    draw: ImageDraw
    zoom: float

    def scaled(self, box: Box) -> Box:
        z = self.zoom
        return Box(box.left * z, box.top * z, box.right * z, box.bottom * z)


@dataclass(frozen=True, slots=True, repr=False)
class _Value(Private):
    """A cell with a place: its frame on the page, its colour and what its chip says."""

    cell: Cell
    series: int
    category: int
    frame: Box
    said: str

    @property
    def unsure(self) -> bool:
        return self.cell.confidence < SURE


def overlay(pixels: Pixels, table: Table) -> bytes:
    """The PNG that shows what was read and where. Needs the picture's pixels as they were read."""
    from PIL import Image, ImageDraw

    height, width = pixels.shape[:2]
    shown = min(min(max(width, _NARROWEST), _WIDEST) / width, _TALLEST / height, 4.0)
    zoom = shown * _FINE
    size = (max(1, round(width * zoom)), max(1, round(height * zoom)))
    original = Image.fromarray(pixels).resize(size, Image.Resampling.LANCZOS)
    faded = Image.blend(original, Image.new("RGB", size, _PAPER), 0.3)
    sheet = _Sheet(faded, ImageDraw.Draw(faded), zoom)
    where = places(table, texts_in_place(pixels), pixels)
    colours = _colours(table)
    values = list(_values(table, where, sheet))
    _draw_lines(sheet, values, where)
    for value in values:
        _keep(sheet, original, value.frame)
    for box in (box for box in (*where.categories, *where.series) if box is not None):
        _keep(sheet, original, _grown(sheet.scaled(box), 2 * _FINE))
    for category in where.categories:
        if category is not None:
            _outline(sheet.draw, _grown(sheet.scaled(category), 2 * _FINE), _FAINT, 1)
    for series, colour in zip(where.series, colours, strict=True):
        if series is not None:
            _outline(sheet.draw, _grown(sheet.scaled(series), 2 * _FINE), colour, 2)
    for value in values:
        colour = _WARNING if value.unsure else colours[value.series]
        _frame(sheet.draw, value, colour)
    labels = [sheet.scaled(box) for box in (*where.categories, *where.series) if box is not None]
    _draw_chips(sheet, values, labels, colours, _SIDES[table.orientation])
    page = _with_strip(faded, table, colours)
    out = io.BytesIO()
    final = (max(1, page.width // _FINE), max(1, page.height // _FINE))
    page.resize(final, Image.Resampling.LANCZOS).save(out, "PNG")
    return out.getvalue()


# ── values, their frames and chips ───────────────────────────────────────────────────────────────────────────


def _values(table: Table, where: Places, sheet: _Sheet) -> Iterator[_Value]:
    crowded = sum(cell.box is not None for row in table.cells for cell in row) > _CROWD
    for s, row in enumerate(table.cells):
        for c, cell in enumerate(row):
            if cell.box is None or cell.value is None:
                continue
            said = _chip_text(cell, crowded)
            if where.categories[c] is None:
                said = f"{_name(table.categories[c], f'category {c + 1}')}: {said}"
            frame = _grown(sheet.scaled(cell.box), _FINE)
            yield _Value(cell, s, c, frame, said)


def value_text(cell: Cell) -> str:
    """The value as a person reads it: ``41``, ``~41 ±0.5`` off an axis, ``41 (unsure, 0.62)``, ``-`` where missing."""
    text = _number_text(cell)
    return (
        text if cell.value is None or cell.confidence >= SURE else f"{text} (unsure, {cell.confidence:.2f})"
    )


def _chip_text(cell: Cell, crowded: bool) -> str:
    """The same, shorter: ``41 ?0.62``, as in the CSV; without the tolerance where there are many."""
    text = _number_text(replace(cell, tolerance=Decimal(0)) if crowded else cell)
    return text if cell.confidence >= SURE else f"{text} ?{cell.confidence:.2f}"


def _number_text(cell: Cell) -> str:
    if cell.value is None:
        return "-"
    text = format(cell.value, "f")
    if cell.origin != "axis":
        return text
    return f"~{text} ±{cell.tolerance.normalize():f}" if cell.tolerance else f"~{text}"


def _draw_lines(sheet: _Sheet, values: Sequence[_Value], where: Places) -> None:
    """From each category label through its values, nearest first, so that the line shows what belongs together."""
    by_category: dict[int, list[Box]] = {}
    for value in values:
        by_category.setdefault(value.category, []).append(value.frame)
    for category, frames in by_category.items():
        label = where.categories[category]
        if label is None:
            continue
        at = sheet.scaled(label)
        rest = list(frames)
        while rest:
            nearest = min(rest, key=lambda frame: _gap(at, frame))
            rest.remove(nearest)
            line = _ends(at, nearest)
            sheet.draw.line(line, fill=_PAPER, width=4 * _FINE)
            sheet.draw.line(line, fill=_FAINT, width=3 * _FINE // 2)
            at = nearest


def _ends(one: Box, other: Box) -> tuple[float, float, float, float]:
    """The shortest line between two frames, from edge to edge, upright or level where they overlap that way."""
    xs = _facing(one.left, one.right, other.left, other.right)
    ys = _facing(one.top, one.bottom, other.top, other.bottom)
    return xs[0], ys[0], xs[1], ys[1]


def _facing(low: float, high: float, other_low: float, other_high: float) -> tuple[float, float]:
    if high < other_low:
        return high, other_low
    if other_high < low:
        return low, other_high
    middle = (max(low, other_low) + min(high, other_high)) / 2
    return middle, middle


def _gap(one: Box, other: Box) -> float:
    left, top, right, bottom = _ends(one, other)
    return abs(left - right) + abs(top - bottom)


def _keep(sheet: _Sheet, original: Image, frame: Box) -> None:
    """The picture inside a frame as it was: neither faded nor crossed by a line."""
    left, top = max(0, round(frame.left)), max(0, round(frame.top))
    right, bottom = min(original.width, round(frame.right)), min(original.height, round(frame.bottom))
    if right > left and bottom > top:
        sheet.image.paste(original.crop((left, top, right, bottom)), (left, top))


def _frame(draw: ImageDraw, value: _Value, colour: Rgb) -> None:
    if value.cell.origin != "axis":
        _outline(draw, value.frame, colour, 3 if value.unsure else 2)
        return
    _outline(draw, value.frame, _PAPER, 2)
    box, width = value.frame, 2 * _FINE
    step = round(max(2 * _FINE, min(5 * _FINE, box.width / 5, box.height / 5)))
    for left in range(round(box.left), round(box.right), 2 * step):
        for level in (box.top, box.bottom):
            draw.line((left, level, min(left + step, box.right), level), fill=colour, width=width)
    for top in range(round(box.top), round(box.bottom), 2 * step):
        for upright in (box.left, box.right):
            draw.line((upright, top, upright, min(top + step, box.bottom)), fill=colour, width=width)


def _outline(draw: ImageDraw, frame: Box, colour: Rgb, width: int) -> None:
    """A frame with a rim of paper, so that it is seen on a mark of its own colour."""
    rim = _FINE
    box = (frame.left - rim, frame.top - rim, frame.right + rim, frame.bottom + rim)
    draw.rounded_rectangle(box, 4 * _FINE, outline=_PAPER, width=(width + 2) * _FINE)
    draw.rounded_rectangle(
        (frame.left, frame.top, frame.right, frame.bottom), 3 * _FINE, outline=colour, width=width * _FINE
    )


def _draw_chips(
    sheet: _Sheet,
    values: Sequence[_Value],
    labels: Sequence[Box],
    colours: Sequence[Rgb],
    sides: Sequence[tuple[int, int]],
) -> None:
    """One chip a value, beside its frame where it covers no frame, label or chip; unsure ones choose first."""
    font = _font(_chip_size(values))
    pad = 3 * _FINE
    taken = [*(value.frame for value in values), *labels]
    page = Box(0, 0, sheet.image.width, sheet.image.height)
    for value in sorted(values, key=lambda each: not each.unsure):
        left, top, right, bottom = font.getbbox(value.said)
        size = (right - left + 2 * pad, bottom - top + 2 * pad)
        chip = _free_place(value.frame, size, taken, page, sides)
        taken.append(chip)
        colour = _WARNING if value.unsure else colours[value.series]
        if _gap(value.frame, chip) > 3 * _FINE:
            sheet.draw.line(_ends(value.frame, chip), fill=colour, width=_FINE)
        box = (chip.left, chip.top, chip.right, chip.bottom)
        sheet.draw.rounded_rectangle(box, 4 * _FINE, fill=colour, outline=_PAPER, width=_FINE)
        sheet.draw.text((chip.left + pad - left, chip.top + pad - top), value.said, fill=_PAPER, font=font)


def _chip_size(values: Sequence[_Value]) -> int:
    """Type about as high as the values are in the picture, smaller where there are many, always legible."""
    heights = sorted(value.frame.height for value in values) or [0.0]
    most = 17 if len(values) <= _CROWD else 13 if len(values) <= 120 else 11
    return round(min(max(heights[len(heights) // 2] * 0.6, 11 * _FINE), most * _FINE))


def _free_place(
    frame: Box, size: tuple[float, float], taken: Sequence[Box], page: Box, sides: Sequence[tuple[int, int]]
) -> Box:
    """The nearest place around the frame that covers nothing taken, the first of ``sides`` that has one; the least
    covering place where there is none."""
    width, height = size
    best = (float("inf"), frame)
    for ring in range(6):
        gap = (2 + 9 * ring) * _FINE
        for dx, dy in sides:
            x = frame.x + dx * (frame.width / 2 + gap + width / 2)
            y = frame.y + dy * (frame.height / 2 + gap + height / 2)
            x = min(max(x, width / 2), page.right - width / 2)
            y = min(max(y, height / 2), page.bottom - height / 2)
            chip = Box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)
            covered = sum(_shared(chip, other) for other in taken)
            if covered == 0:
                return chip
            if covered < best[0]:
                best = covered, chip
    return best[1]


def _shared(one: Box, other: Box) -> float:
    width = min(one.right, other.right) - max(one.left, other.left)
    height = min(one.bottom, other.bottom) - max(one.top, other.top)
    return max(width, 0.0) * max(height, 0.0)


def _grown(box: Box, by: float) -> Box:
    return Box(box.left - by, box.top - by, box.right + by, box.bottom + by)


# ── the strip below ──────────────────────────────────────────────────────────────────────────────────────────


def _with_strip(picture: Image, table: Table, colours: Sequence[Rgb]) -> Image:
    """The picture with what its marks mean and how much was read surely written under it."""
    from PIL import Image, ImageDraw

    font, bold = _font(15 * _FINE), _font(15 * _FINE, bold=True)
    items = [*_series_keys(table, colours), *_mark_keys(table)]
    margin, line = 18 * _FINE, 28 * _FINE
    places_of: list[tuple[float, float]] = []
    x, y = float(margin), float(margin + line)
    for _, text in items:
        wide = 34 * _FINE + font.getlength(text) + 22 * _FINE
        if x > margin and x + wide > picture.width - margin:
            x, y = float(margin), y + line
        places_of.append((x, y))
        x += wide
    page = Image.new("RGB", (picture.width, round(picture.height + y + line + margin / 2)), _PAPER)
    page.paste(picture, (0, 0))
    draw = ImageDraw.Draw(page)
    top = picture.height
    draw.line((0, top, page.width, top), fill=_FAINT, width=_FINE)
    draw.text((margin, top + margin - 4 * _FINE), _counted(table), fill=_INK, font=bold)
    for ((colour, dashed), text), (x, y) in zip(items, places_of, strict=True):
        swatch = Box(x, top + y + 2 * _FINE, x + 24 * _FINE, top + y + 18 * _FINE)
        cell = Cell(None, None, "axis" if dashed else "printed")
        _frame(draw, _Value(cell, 0, 0, swatch, ""), colour)
        draw.text((x + 34 * _FINE, top + y), text, fill=_INK, font=font)
    return page


def _series_keys(table: Table, colours: Sequence[Rgb]) -> list[tuple[tuple[Rgb, bool], str]]:
    if len(table.series) == 1:
        printed = any(cell.origin == "printed" for cell in table.cells[0])
        label = _name(table.series[0].label, "value as printed" if printed else "")
        return [((colours[0], False), label)] if label else []
    keys = [
        ((colour, False), _name(series.label, f"series {place}"))
        for place, (series, colour) in enumerate(zip(table.series, colours, strict=True), 1)
    ]
    more = len(keys) - _MOST_LISTED
    return keys if more <= 0 else [*keys[:_MOST_LISTED], ((_FAINT, False), f"and {more} more series")]


def _mark_keys(table: Table) -> list[tuple[tuple[Rgb, bool], str]]:
    cells = [cell for row in table.cells for cell in row]
    keys: list[tuple[tuple[Rgb, bool], str]] = []
    if any(cell.origin == "axis" for cell in cells):
        keys.append(((_FAINT, True), "~ read off the axis"))
    if any(cell.value is not None and cell.confidence < SURE for cell in cells):
        keys.append(((_WARNING, False), "? unsure, with its confidence: look at these first"))
    return keys


def _counted(table: Table) -> str:
    cells = [cell for row in table.cells for cell in row]
    read = [cell for cell in cells if cell.value is not None]
    parts = [f"{len(read)} {'value' if len(read) == 1 else 'values'} read"]
    axis = sum(cell.origin == "axis" for cell in read)
    unsure = sum(cell.confidence < SURE for cell in read)
    unplaced = sum(cell.box is None for cell in read)
    for count, what in (
        (axis, "off the axis"),
        (unsure, "unsure"),
        (len(cells) - len(read), "missing"),
        (unplaced, "without a place in the picture"),
    ):
        if count:
            parts.append(f"{count} {what}")
    kind = table.kind.replace("_", " ") + (f", {table.orientation}" if "bar" in table.kind else "")
    return f"{kind}: {len(table.categories)} × {len(table.series)}; " + ", ".join(parts)


# ── colours and type ─────────────────────────────────────────────────────────────────────────────────────────


def _colours(table: Table) -> tuple[Rgb, ...]:
    """One colour a series, dark enough for white type and no two alike; the series' own where that is possible."""
    chosen: list[Rgb] = []
    for series in table.series:
        own = _dark_enough(_rgb(series.colour_hex)) if series.colour_hex else None
        if own is None or distance(own, _WARNING) < _APART / 2 or any(_alike(own, other) for other in chosen):
            spare = (colour for colour in _PALETTE if not any(_alike(colour, other) for other in chosen))
            own = next(spare, _PALETTE[len(chosen) % len(_PALETTE)])
        chosen.append(own)
    return tuple(chosen)


def _rgb(colour: str) -> Rgb:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _dark_enough(colour: Rgb) -> Rgb:
    while lab(colour)[0] > 55:
        red, green, blue = (round(part * 0.9) for part in colour)
        colour = (red, green, blue)
    return colour


def _alike(one: Rgb, other: Rgb) -> bool:
    return distance(one, other) < _APART


def _name(label: str, instead: str) -> str:
    """A label as drawn, cut to ``_LONGEST``; ``instead`` where it is empty or the type has no such letters."""
    text = " ".join(label.split())
    if not text or not all(ord(letter) in _letters() for letter in text):
        return instead
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _type_file(bold: bool) -> Path:
    import matplotlib

    return Path(matplotlib.get_data_path(), "fonts", "ttf", f"DejaVuSans{'-Bold' if bold else ''}.ttf")


@cache
def _font(size: int, bold: bool = False) -> FreeTypeFont:
    from PIL import ImageFont

    return ImageFont.truetype(str(_type_file(bold)), size)


@cache
def _letters() -> frozenset[int]:
    """The code points that the type can draw."""
    from matplotlib.ft2font import FT2Font

    return frozenset(FT2Font(str(_type_file(False))).get_charmap())
