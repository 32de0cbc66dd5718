"""The reader of our own drawings: pixels → Table, for every template of ``reconstruct``.

Nothing is told to it but the pixels. The signature names the template; exact-coloured landmarks (segments of the
baseline, framed swatches and rules) give the place of every category and series; lines of ink inside those places say
where text stands, and the direction of their colour says in which role (see ``house_style``). The words come from
``perception.text``; a line that the text reader missed, merged with another, or read doubtfully is read once more
alone from its own pixels.
"""

from __future__ import annotations

import hashlib
import re
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

import numpy as np
from numpy.typing import NDArray

from recast.language.colours import nearest_name
from recast.perception.house_style import (
    ACCENT,
    ACCENT_UNITS,
    BASE,
    EDGE,
    INKS,
    MARK,
    RESERVED,
    Ink,
    Rgb,
    hex_of_rgb,
    template,
)
from recast.perception.text import Pixels, TextBox, read_crops, read_text
from recast.types import Box, Cell, ChartKind, Orientation, Series, Table

Mask = NDArray[np.bool_]

_DOUBTFUL = 0.8  # a value read with less confidence is read again
_DARK = 150  # the ink of text has no lighter channel at its core
_KEPT = 8
_memory: OrderedDict[str, Table | None] = OrderedDict()


@dataclass(frozen=True, slots=True)
class _Frame:
    """A swatch or series rule: its box and the colour inside it."""

    box: Box
    colour: Rgb


@dataclass(frozen=True, slots=True, repr=False)
class _Text:
    """A line of ink with what it says."""

    text: str
    box: Box
    ink: Ink
    confidence: float


@dataclass(frozen=True, slots=True, repr=False)
class _Page:
    """What one drawing shows. ``unit`` is the height of the signature in pixels, ``left`` and ``top`` are where the
    signature begins and ends, ``inks`` the pixels of text by role, ``read`` the lines as the text reader found them."""

    pixels: Pixels
    unit: int
    kind: ChartKind
    orientation: Orientation
    left: int
    top: int
    segments: tuple[Box, ...]
    frames: tuple[_Frame, ...]
    inks: dict[Ink, Mask]
    read: tuple[TextBox, ...]


def read_house(pixels: Pixels) -> Table | None:
    """The Table that one of our own drawings shows, or None if the picture does not carry our signature or its marks
    do not fit together. ``colour_name`` is the nearest name of the drawn colour; cells carry the box and the
    confidence of their reading; ``category_role`` is not drawn and comes out as ``time`` where every category is a
    plain year, else ``nominal``."""
    key = hashlib.sha256(repr(pixels.shape).encode() + pixels.tobytes()).hexdigest()
    if key not in _memory:
        page = _look(pixels)
        _memory[key] = _read(page) if page else None
        while len(_memory) > _KEPT:
            _memory.popitem(last=False)
    return _memory[key]


# ── landmarks ────────────────────────────────────────────────────────────────────────────────────────────────


def _is(pixels: Pixels, colour: Rgb) -> Mask:
    import cv2

    mask: Mask = cv2.inRange(pixels, colour, colour) > 0
    return mask


def _signature(pixels: Pixels) -> tuple[Box, int, ChartKind, Orientation] | None:
    """The two-tone rule: its box, its height and which template its second part names."""
    corner = pixels[: pixels.shape[0] // 2]
    rows, columns = np.nonzero(_is(corner, MARK))
    if not len(rows):
        return None
    top, bottom = int(rows.min()), int(rows.max()) + 1
    left, right, unit = int(columns.min()), int(columns.max()) + 1, bottom - top
    start = left - ACCENT_UNITS * unit
    if start < 0 or (right - left) % unit:
        return None
    named = template((right - left) // unit)
    first, second = pixels[top:bottom, start:left], pixels[top:bottom, left:right]
    if named is None or not _is(first, ACCENT).all() or not _is(second, MARK).all():
        return None
    return Box(start, top, right, bottom), unit, *named


def _components(mask: Mask) -> list[Box]:
    import cv2

    count, _, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=4)
    return [Box(float(x), float(y), float(x + w), float(y + h)) for x, y, w, h, _ in stats[1:count].tolist()]


def _look(pixels: Pixels) -> _Page | None:
    signature = _signature(pixels)
    if signature is None:
        return None
    rule, unit, kind, orientation = signature
    below = pixels.copy()
    below[: int(rule.bottom)] = 255
    upright = kind == "table" or orientation == "horizontal"
    segments = [
        box
        for box in _components(_is(below, BASE))
        if max(box.width, box.height) >= 3 * unit and min(box.width, box.height) <= unit
    ]
    segments.sort(key=lambda box: (box.y, box.x))
    frames = []
    for box in _components(_is(below, EDGE)):
        if box.width >= 2 * unit and box.height >= unit:
            red, green, blue = below[int(box.y), int(box.x)].tolist()
            frames.append(_Frame(box, (red, green, blue)))
    bars = {_bar_colour(below, segment, upright) for segment in segments}
    painted = {frame.colour for frame in frames} | {colour for colour in bars if colour is not None}
    inks = _inks(below, painted)
    left, top = int(rule.left), int(rule.bottom)
    read = read_text(pixels)
    return _Page(pixels, unit, kind, orientation, left, top, tuple(segments), tuple(frames), inks, read)


def _bar_colour(pixels: Pixels, segment: Box, upright: bool) -> Rgb | None:
    """The colour of the bar that stands on the middle of a segment, on either side of it."""
    height, width = pixels.shape[:2]
    for away in (segment.right + 1, segment.left - 2) if upright else (segment.top - 2, segment.bottom + 1):
        x, y = (int(away), int(segment.y)) if upright else (int(segment.x), int(away))
        if 0 <= x < width and 0 <= y < height:
            red, green, blue = pixels[y, x].tolist()
            if (red, green, blue) not in RESERVED:
                return red, green, blue
    return None


def _inks(pixels: Pixels, painted: set[Rgb]) -> dict[Ink, Mask]:
    """The core pixels of text by role: dark, not of a fill, and in the direction from white of that role's ink."""
    import cv2

    rows, columns = np.nonzero(cv2.inRange(pixels, (0, 0, 0), (_DARK - 1,) * 3))
    cores = pixels[rows, columns]
    for colour in painted:
        if max(colour) < _DARK:
            other = (cores != np.array(colour, dtype=np.uint8)).any(axis=1)
            rows, columns, cores = rows[other], columns[other], cores[other]
    distance = 255.0 - cores.astype(np.float64)
    distance /= np.maximum(np.linalg.norm(distance, axis=1, keepdims=True), 1e-9)
    directions = 255.0 - np.array(list(INKS.values()), dtype=np.float64)
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    nearest = (distance @ directions.T).argmax(axis=1) if len(rows) else np.zeros(0, dtype=int)
    masks: dict[Ink, Mask] = {}
    for place, ink in enumerate(INKS):
        mask: Mask = np.zeros(pixels.shape[:2], dtype=np.bool_)
        mine = nearest == place
        mask[rows[mine], columns[mine]] = True
        masks[ink] = mask
    return masks


# ── text ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _runs(filled: Mask, gap: int) -> list[tuple[int, int]]:
    """Stretches of True, those with fewer than ``gap`` False between them joined."""
    places = np.nonzero(filled)[0].tolist()
    runs: list[tuple[int, int]] = []
    for place in places:
        if runs and place - runs[-1][1] < gap:
            runs[-1] = (runs[-1][0], place + 1)
        else:
            runs.append((place, place + 1))
    return runs


def _lines(page: _Page, ink: Ink, area: Box) -> list[_Text]:
    """The lines of text of one role in an area, from the top, with what each says."""
    height, width = page.pixels.shape[:2]
    left, top = max(0, int(area.left)), max(0, int(area.top))
    right, bottom = min(width, round(area.right)), min(height, round(area.bottom))
    if right <= left or bottom <= top:
        return []
    mask = page.inks[ink][top:bottom, left:right]
    lines = []
    for first, last in _runs(np.asarray(mask.any(axis=1)), max(2, round(0.7 * page.unit))):
        row = mask[first:last]
        columns = np.nonzero(row.any(axis=0))[0]
        if int(row.sum()) < 2 * page.unit or last - first > 9 * page.unit:
            continue  # specks where two colours blend; marks that are no text
        box = Box(left + int(columns[0]), top + first, left + int(columns[-1]) + 1, top + last)
        text, confidence = _words(page, ink, box)
        lines.append(_Text(text, box, ink, confidence))
    return lines


def _words(page: _Page, ink: Ink, box: Box) -> tuple[str, float]:
    """What a line of ink says: the text reader's line if exactly this ink is in it, else read alone."""
    unit = page.unit
    inside = [
        found
        for found in page.read
        if box.top - unit <= found.box.y <= box.bottom + unit
        and min(found.box.right, box.right) - max(found.box.left, box.left) > 0
    ]
    if len(inside) == 1:
        found = inside[0]
        over = max(found.box.right - box.right, box.left - found.box.left)
        short = max(box.right - found.box.right, found.box.left - box.left)
        sure = ink != "value" or (found.confidence >= _DOUBTFUL and plain_number(found.text) is not None)
        if over <= 5 * unit and short <= 2 * unit and sure:
            return found.text, found.confidence
    (again,) = read_crops(page.pixels, [box], scale=2.0, margin=1.25 * unit)
    return again.text, again.confidence


def plain_number(text: str) -> Decimal | None:
    """A printed value of our drawings as a number: plain decimal, thousands commas and lost minus forms allowed."""
    plain = re.sub(r"\s", "", text).replace("−", "-").replace("–", "-").replace("—", "-")
    if not re.fullmatch(r"-?\d+(\.\d+)?|-?\d{1,3}(,\d{3})+(\.\d+)?", plain):
        return None
    try:
        return Decimal(plain.replace(",", ""))
    except InvalidOperation:
        return None


def _joined(lines: Sequence[_Text]) -> str:
    return " ".join(line.text.strip() for line in lines)


def _cell(lines: Sequence[_Text]) -> Cell:
    """The one value of a place; nothing there is a missing cell, an unreadable one has no value and no confidence."""
    if not lines:
        return Cell(None, None, "missing")
    written = _joined(lines)
    value = plain_number(written)
    confidence = min(line.confidence for line in lines) if value is not None else 0.0
    return Cell(value, written, "printed", confidence=confidence, box=_around([line.box for line in lines]))


def _around(boxes: Sequence[Box]) -> Box:
    lefts, tops = [box.left for box in boxes], [box.top for box in boxes]
    return Box(min(lefts), min(tops), max(box.right for box in boxes), max(box.bottom for box in boxes))


# ── templates ────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True, repr=False)
class _Found:
    """What a template's reader found. ``marks`` are the colours of single bars or sectors, None where none stands."""

    x_title: str
    categories: tuple[str, ...]
    labels: tuple[str, ...]
    colours: tuple[Rgb | None, ...]
    cells: tuple[tuple[Cell, ...], ...]
    marks: tuple[Rgb | None, ...] = ()


def _read(page: _Page) -> Table | None:
    titles, bottom = _head(page, "title", page.top)
    y_titles, bottom = _head(page, "y_title", bottom)
    upright = page.kind == "table" or page.orientation == "horizontal"
    found = _pie(page) if page.kind == "pie" else _rows(page, bottom) if upright else _columns(page)
    if found is None:
        return None
    y_title, unit = _split_unit(_joined(y_titles))
    series = []
    for label, colour in zip(found.labels, found.colours, strict=True):
        name, own = (label, unit) if unit else _split_unit(label)
        hexed = hex_of_rgb(colour) if colour else ""
        series.append(Series(name, nearest_name(hexed) if hexed else "", hexed, own))
    plain = next((colour for colour in found.colours if colour), None)
    marks = tuple(mark or plain for mark in found.marks)
    varied = page.kind == "pie" or len(set(marks)) > 1
    years = all(re.fullmatch(r"(1[89]|20)\d\d", category) for category in found.categories)
    return Table(
        kind=page.kind,
        orientation=page.orientation,
        title=_joined(titles),
        subtitle="",
        x_title=found.x_title,
        y_title=y_title,
        category_role="time" if years else "nominal",
        categories=found.categories,
        series=tuple(series),
        cells=found.cells,
        category_colours=tuple(nearest_name(hex_of_rgb(mark)) for mark in marks if mark) if varied else (),
    )


def _head(page: _Page, ink: Ink, top: int) -> tuple[list[_Text], int]:
    """The lines of one role that follow ``top`` at the left margin, and where they end."""
    limit = min(
        [f.box.top for f in page.frames] + [s.top for s in page.segments], default=page.pixels.shape[0]
    )
    lines = _lines(page, ink, Box(0, top, page.pixels.shape[1], limit))
    kept: list[_Text] = []
    for line in lines:
        if abs(line.box.left - page.left) > page.unit or line.box.top - top > 9 * page.unit:
            break
        kept.append(line)
        top = int(line.box.bottom)
    return kept, top


def _split_unit(text: str) -> tuple[str, str]:
    match = re.fullmatch(r"(.*?)\s*\[([^\[\]]+)\]?", text.strip())
    return (match.group(1), match.group(2).strip()) if match else (text, "")


def _label(page: _Page, frame: _Frame, right: float) -> str:
    """The name beside a swatch, which is as tall as the name."""
    return _joined(_lines(page, "name", _beside(page, frame, right)))


def _beside(page: _Page, frame: _Frame, right: float) -> Box:
    return Box(frame.box.right, frame.box.top - page.unit, right, frame.box.bottom + 2 * page.unit)


def _columns(page: _Page) -> _Found | None:
    """Vertical bars and lines: a segment a category, in one or more panels; rows of values under several series."""
    panels: list[list[Box]] = []
    for segment in page.segments:
        if panels and abs(panels[-1][0].y - segment.y) < 1:
            panels[-1].append(segment)
        else:
            panels.append([segment])
    if not panels:
        return None
    height, width = page.pixels.shape[:2]
    legend = page.kind == "bar"
    frames = sorted(page.frames, key=lambda frame: frame.box.y)
    if not legend and (not frames or len(frames) % len(panels)):
        return None
    count = 1 if legend else len(frames) // len(panels)
    categories: list[str] = []
    rows: list[list[Cell]] = [[] for _ in range(count)]
    last = float(page.top)
    for place, panel in enumerate(panels):
        base = panel[0]
        end = panels[place + 1][0].top if place + 1 < len(panels) else float(height)
        mine = frames[place * count : (place + 1) * count]
        lowest = base.bottom
        for segment in panel:
            under_plot = mine[0].box.top - page.unit if mine and not legend else end
            column = Box(segment.left - page.unit, base.bottom, segment.right + page.unit, under_plot)
            names = _lines(page, "name", column)
            lowest = max([lowest, *(line.box.bottom for line in names)])
            categories.append(_joined(names))
            if legend:
                first = min((line.box.top for line in names), default=end)
                above = Box(column.left, last, column.right, base.top)
                under = Box(column.left, base.bottom, column.right, first)
                rows[0].append(_cell(_lines(page, "value", above) + _lines(page, "value", under)))
            for s, frame in enumerate([] if legend else mine):
                top, bottom = frame.box.y - 2.5 * page.unit, frame.box.y + 2.5 * page.unit
                rows[s].append(_cell(_lines(page, "value", Box(column.left, top, column.right, bottom))))
        last = lowest
    bars = tuple(_bar_colour(page.pixels, segment, False) for segment in page.segments) if legend else ()
    if legend:
        labels, colours = _one_series(page, bars)
    else:
        labels = tuple(_label(page, frame, page.segments[0].left - page.unit) for frame in frames[:count])
        colours = tuple(frame.colour for frame in frames[:count])
    x_title = _joined(_lines(page, "x_title", Box(0, page.segments[-1].bottom, width, height)))
    return _Found(x_title, tuple(categories), labels, colours, tuple(map(tuple, rows)), bars)


def _one_series(page: _Page, bars: Sequence[Rgb | None]) -> tuple[tuple[str, ...], tuple[Rgb | None, ...]]:
    """Name and colour of the one series of simple bars: its legend if there is one, else the commonest bar."""
    if page.frames:
        frame = page.frames[0]
        return (_label(page, frame, page.pixels.shape[1]),), (frame.colour,)
    seen = [bar for bar in bars if bar]
    return ("",), (max(seen, key=seen.count) if seen else None,)


def _rows(page: _Page, head_bottom: int) -> _Found | None:
    """Horizontal bars and tables: a segment a category; columns of values under several series."""
    if not page.segments:
        return None
    legend = page.kind == "bar"
    frames = sorted(page.frames, key=lambda frame: frame.box.x)
    if not legend and not frames:
        return None
    width = page.pixels.shape[1]
    categories: list[str] = []
    rows: list[list[Cell]] = [[] for _ in range(1 if legend else len(frames))]
    for segment in page.segments:
        top, bottom = segment.top - 1, segment.bottom + 1
        categories.append(_joined(_lines(page, "name", Box(0, top, segment.left, bottom))))
        if legend:
            rows[0].append(_cell(_lines(page, "value", Box(0, top, width, bottom))))
        for s, frame in enumerate([] if legend else frames):
            area = Box(frame.box.left - page.unit, top, frame.box.right + page.unit, bottom)
            rows[s].append(_cell(_lines(page, "value", area)))
    bars = tuple(_bar_colour(page.pixels, segment, True) for segment in page.segments) if legend else ()
    if legend:
        labels, colours = _one_series(page, bars)
    else:
        edge = page.unit
        labels = tuple(
            _joined(_lines(page, "name", Box(f.box.left - edge, head_bottom, f.box.right + edge, f.box.top)))
            for f in frames
        )
        colours = tuple(frame.colour for frame in frames)
    header = Box(0, head_bottom, width, page.segments[0].top)
    x_title = _joined(_lines(page, "x_title", header))
    return _Found(x_title, tuple(categories), labels, colours, tuple(map(tuple, rows)), bars)


def _pie(page: _Page) -> _Found | None:
    """A list of swatch, name and value, in one or more columns."""
    frames = sorted(page.frames, key=lambda frame: (frame.box.left, frame.box.top))
    if not frames:
        return None
    width = page.pixels.shape[1]
    starts = sorted({frame.box.left for frame in frames})
    categories, cells = [], []
    for frame in frames:
        right = min((start for start in starts if start > frame.box.left), default=float(width))
        area = _beside(page, frame, right)
        categories.append(_joined(_lines(page, "name", area)))
        cells.append(_cell(_lines(page, "value", area)))
    above = Box(starts[0] - page.unit, page.top, width, frames[0].box.top)
    label = _joined(_lines(page, "name", above))
    x_title = _joined(_lines(page, "x_title", above))
    marks = tuple(frame.colour for frame in frames)
    return _Found(x_title, tuple(categories), (label,), (None,), (tuple(cells),), marks)
