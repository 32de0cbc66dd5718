"""Line charts of publishers: strokes of one colour each, points over the labels of the time axis, values beside them.

The height of every point against the printed values gives a straight line, as for bars: it settles which label belongs
to which of two close strokes, and what does not lie on it is not taken.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from statistics import median

import numpy as np
from numpy.typing import NDArray

from recast.errors import Refused
from recast.perception.bars import Bars, Ruler, fit
from recast.perception.labels import (
    LegendEntry,
    coloured_legend,
    foot_title,
    place_labels,
    side_title,
    swatch_legend,
    text_height,
    tidy,
    titles,
)
from recast.perception.marks import Colour, Layer, Mask, Region, colour_names, hexadecimal, ink_colour, near
from recast.perception.measure import category_role, unit_and_scale
from recast.perception.printed import Printed, common_scale, common_unit, in_scale, printed_value
from recast.perception.text import Pixels, TextBox, read_crops
from recast.types import Box, Cell, Series, Table

_LEAST_LABELLED = 0.5  # share of points that must carry a value
_THICKEST = 16  # pixels that a stroke may have in a column, on average


@dataclass(frozen=True, slots=True)
class Stroke:
    """One line of the chart: its colour, its pixels and the rectangle around them."""

    colour: Colour
    mask: Mask
    box: Box

    def height_at(self, x: float, bridge: float) -> float | None:
        """The middle of the stroke at ``x`` (pixels from the top); where it is hidden there, the middle between its
        two sides no further than ``bridge`` away, else None."""
        here = self._middle(round(x))
        if here is not None:
            return here
        sides: list[tuple[int, float]] = []
        for way in (-1, 1):
            for step in range(1, int(bridge) + 1):
                middle = self._middle(round(x) + way * step)
                if middle is not None:
                    sides.append((step, middle))
                    break
        if len(sides) < 2:
            return sides[0][1] if sides and sides[0][0] <= 4 else None
        (a, left), (b, right) = sides
        return (left * b + right * a) / (a + b)

    def _middle(self, x: int) -> float | None:
        rows: NDArray[np.intp] = np.flatnonzero(self.mask[:, max(0, x - 2) : x + 3].any(axis=1))
        if rows.size == 0:
            return None
        if np.ptp(rows) <= 18:  # the ring of a marker has an upper and a lower rim
            return float(rows[0] + rows[-1]) / 2
        runs = np.split(rows, np.flatnonzero(np.diff(rows) > 3) + 1)
        return float(max(runs, key=len).mean())


@dataclass(frozen=True, slots=True)
class Point:
    series: int
    category: int
    x: float
    y: float


def find_strokes(
    pixels: Pixels, layers: Sequence[Layer], texts: Sequence[TextBox], bars: Bars | None
) -> tuple[Stroke, ...]:
    """The lines of a chart: colours whose long thin pieces together span a third of the picture. None beside bars
    that cover far more ground than the lines do."""
    import cv2

    width = pixels.shape[1]
    layers = [layer for layer in layers if layer.count >= 0.3 * width]
    ground = 0.0
    if bars is not None and len(bars.all) > 1:
        ground = sum(b.laid.length * b.laid.thickness for b in bars.all)
        if ground > 1.5 * sum(_most_drawn(layer) for layer in layers):
            return ()  # told at once: the search below is slow
    strokes: list[Stroke] = []
    inks = [(t, ink_colour(pixels, t.box)) for t in texts]
    for layer in layers:
        whole = layer.mask
        _, labels, measured, _ = cv2.connectedComponentsWithStats(
            cv2.dilate(whole, np.ones((3, 3), np.uint8)), connectivity=8
        )
        stats = np.asarray(measured, np.int32)
        wide, high, area = stats[:, 2], stats[:, 3], stats[:, 4]
        long = ((wide >= 24) | (high >= 40)) & (area <= 0.55 * wide * high + 14 * wide)
        long[0] = False
        if not long.any():
            continue
        own = [t.box for t, ink in inks if ink is not None and near(ink, layer.colour, 60)]
        free = (area >= 6) & ~_inside(stats, own)
        free[0] = False
        long &= free
        if not long.any():
            continue
        keep = long | (free & _continues(stats, stats[long]))
        mask = np.where(keep[labels], whole, np.uint8(0))
        columns = np.flatnonzero(mask.any(axis=0))
        rows = np.flatnonzero(mask.any(axis=1))
        if columns.size == 0:
            continue
        span = int(np.ptp(columns)) + 1
        thick = float(cv2.countNonZero(mask)) / columns.size
        if span < 0.3 * width or columns.size < 0.55 * span or thick > _THICKEST or np.ptp(rows) < 3:
            continue
        runs = _runs_a_column(mask, columns)
        if runs > 1.6 or _straight_rule(mask, rows):
            continue
        box = Box(float(columns[0]), float(rows[0]), float(columns[-1] + 1), float(rows[-1] + 1))
        if not any(near(layer.colour, s.colour, 40) for s in strokes):
            strokes.append(Stroke(layer.colour, mask, box))
    if ground > 1.5 * sum(cv2.countNonZero(s.mask) for s in strokes):
        return ()
    return tuple(strokes)


def _most_drawn(layer: Layer) -> int:
    """No stroke of this colour can have more pixels: each column that it crosses has at most so many on average."""
    columns = int(np.count_nonzero((layer.plan == layer.place).any(axis=0)))
    return min(layer.count, _THICKEST * columns)


def _inside(stats: NDArray[np.int32], boxes: Sequence[Box]) -> NDArray[np.bool_]:
    """Which pieces lie in a box of text."""
    left, top = stats[:, 0], stats[:, 1]
    right, bottom = left + stats[:, 2], top + stats[:, 3]
    inside = np.zeros(len(stats), np.bool_)
    for box in boxes:
        inside |= (
            (box.left - 2 <= left)
            & (right <= box.right + 2)
            & (box.top - 2 <= top)
            & (bottom <= box.bottom + 2)
        )
    return inside


def _continues(stats: NDArray[np.int32], pieces: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Which of ``stats`` lie in or just beside the span of the long ``pieces``: dashes, or what a label left of a
    line."""
    left, top = stats[:, 0], stats[:, 1]
    right, bottom = left + stats[:, 2], top + stats[:, 3]
    low, high = int(pieces[:, 1].min()), int((pieces[:, 1] + pieces[:, 3]).max())
    first, last = int(pieces[:, 0].min()), int((pieces[:, 0] + pieces[:, 2]).max())
    reach, rise = 0.15 * (last - first), 0.5 * (high - low) + 8
    beside: NDArray[np.bool_] = (
        (first - reach <= left) & (right <= last + reach) & (low - rise <= top) & (bottom <= high + rise)
    )
    return beside


def _runs_a_column(mask: Mask, columns: NDArray[np.intp]) -> float:
    """How many separate pieces a column of the mask has on average: one for a line, more for text and grids."""
    on = (mask[:, columns] > 0).astype(np.int8)
    return float((np.diff(on, axis=0, prepend=0) == 1).sum(axis=0).mean())


def _straight_rule(mask: Mask, rows: NDArray[np.intp]) -> bool:
    """Whether nearly all pixels lie in one or two rows: an axis or a frame, not data."""
    counts = np.sort((mask[rows] > 0).sum(axis=1))[::-1]
    return bool(counts[:3].sum() >= 0.9 * counts.sum())


def line_table(
    pixels: Pixels, texts: Sequence[TextBox], found: Sequence[Region], strokes: Sequence[Stroke]
) -> Table:
    """The Table of a line chart whose points are labelled. Raises ``Refused`` where they are not."""
    left, right = min(s.box.left for s in strokes), max(s.box.right for s in strokes)
    floor = max(s.box.bottom for s in strokes)
    labels = place_labels(texts, left, right, floor)
    if len(labels) < 2:
        raise Refused("a line chart whose time axis has no labels that can be read")
    names = tuple(label for label, _, _ in labels)
    used = {t.box for _, _, boxes in labels for t in boxes}
    words = [t for t in texts if t.box not in used]
    values = [p for t in words if (p := printed_value(t)) is not None and p.box.bottom < floor + 60]
    pitch = min(b[1] - a[1] for a, b in itertools.pairwise(labels))
    points = [
        Point(s, c, x, y)
        for c, (_, x, _) in enumerate(labels)
        for s, stroke in enumerate(strokes)
        if (y := stroke.height_at(x, 0.4 * pitch)) is not None
    ]
    line = text_height(texts)
    matched = _match(pixels, points, values, strokes, pitch, line, None)
    ruler = fit([(-points[i].y, v.value, v.decimals) for i, v in matched.items()])
    if ruler is not None:
        matched = _match(pixels, points, values, strokes, pitch, line, ruler)
        matched = _looked_again(pixels, points, matched, ruler, pitch, line)
    if len(matched) < _LEAST_LABELLED * len(points) or ruler is None:
        raise Refused(
            "a line chart without printed values at its points; values are not read off an axis yet"
        )
    # the ring of a marker may be read as "o", which a value may also be
    digits = {t.box for t in words if any(c.isdigit() for c in t.text)}
    if _unassigned(points, matched, [v for v in values if v.box in digits], strokes, line):
        raise Refused("some printed values of the lines stand at points without a label of their own")
    taken = {v.box for v in matched.values()}
    words = [t for t in words if t.box not in taken]
    letters = [t for t in words if any(c.isalpha() for c in t.text)]
    legend = _legend(pixels, letters, found, strokes)
    return _table(pixels, words, strokes, legend, names, points, matched, (left, right, floor))


def _legend(
    pixels: Pixels, letters: Sequence[TextBox], found: Sequence[Region], strokes: Sequence[Stroke]
) -> tuple[LegendEntry, ...]:
    """The names of the strokes: beside a swatch, or in text of their colour; a lone stroke needs none."""
    colours = [s.colour for s in strokes]
    if len(strokes) == 1:
        return ()
    legend = swatch_legend(pixels, letters, found, colours, [s.box for s in strokes])
    if len(legend) < len(strokes):
        coloured = coloured_legend(pixels, letters, colours)
        legend = coloured if len(coloured) > len(legend) else legend
    if len(legend) < len(strokes):
        legend = (*legend, *_beside(letters, strokes, legend))
    return tuple(
        next((e for e in legend if near(e.colour, stroke.colour)), LegendEntry(name, stroke.colour))
        for stroke, name in zip(strokes, colour_names(colours), strict=True)
    )


def _beside(
    letters: Sequence[TextBox], strokes: Sequence[Stroke], known: Sequence[LegendEntry]
) -> tuple[LegendEntry, ...]:
    """Names written in black inside the plot, each by the stroke that it is nearest to, if each has just one."""
    nameless = [s for s in strokes if not any(near(e.colour, s.colour) for e in known)]
    top, floor = min(s.box.top for s in strokes) - 30, max(s.box.bottom for s in strokes) + 12
    left, right = min(s.box.left for s in strokes), max(s.box.right for s in strokes)
    inside = [t for t in letters if left <= t.box.x and t.box.left <= right + 12 and top <= t.box.y <= floor]
    found: dict[int, TextBox] = {}
    for text in inside:
        if any(e.box == text.box for e in known) or len(text.text.strip()) < 2:
            continue
        x = min(max(text.box.x, left + 4), right - 4)
        apart = {
            i: abs(y - text.box.y)
            for i, s in enumerate(nameless)
            if (y := s.height_at(x, 0.2 * (right - left))) is not None
        }
        if not apart:
            continue
        nearest = min(apart, key=lambda i: apart[i])
        if nearest in found:
            return ()
        found[nearest] = text
    return tuple(LegendEntry(tidy(text.text), nameless[i].colour, (text.box,)) for i, text in found.items())


def _match(
    pixels: Pixels,
    points: Sequence[Point],
    values: Sequence[Printed],
    strokes: Sequence[Stroke],
    pitch: float,
    line: float,
    ruler: Ruler | None,
) -> dict[int, Printed]:
    """The value of each point (by index) by distance and colour of the text, and by the ruler once there is one."""
    colours = [s.colour for s in strokes]
    inks = {v.box: _ink_series(pixels, v.box, colours) for v in values}
    offers: list[tuple[float, int, Printed]] = []
    for index, point in enumerate(points):
        for value in values:
            beside = abs(value.box.x - point.x)
            apart = abs(value.box.y - point.y)
            if beside > max(0.55 * pitch, 0.9 * line) or beside > 2.5 * line or apart > 3.2 * line:
                continue
            ink = inks[value.box]
            if ink is not None and ink != point.series:
                continue
            if ruler is not None and not ruler.agrees(-point.y, value.value, value.decimals):
                continue
            offers.append((beside / line + apart / line, index, value))
    chosen: dict[int, Printed] = {}
    taken: set[Box] = set()
    for _, index, value in sorted(offers, key=lambda offer: offer[0]):
        if index not in chosen and value.box not in taken:
            chosen[index] = value
            taken.add(value.box)
    return chosen


def _unassigned(
    points: Sequence[Point],
    matched: dict[int, Printed],
    values: Sequence[Printed],
    strokes: Sequence[Stroke],
    line: float,
) -> bool:
    """Whether a number by a line belongs to no point: one between the labels of the time axis, or one that the
    recogniser ran together with it. Numbers that stand in the box of a value that was read again do not count, nor
    those at a point whose cell is shown as missing."""
    taken = [v.box for v in matched.values()]
    missing = [p for i, p in enumerate(points) if i not in matched]
    for value in values:
        x, y = value.box.x, value.box.y
        if value.box in taken or any(b.left <= x <= b.right and b.top <= y <= b.bottom for b in taken):
            continue
        if any(abs(p.x - x) <= line and abs(p.y - y) <= 3.2 * line for p in missing):
            continue
        heights = [s.height_at(x, line) for s in strokes if s.box.left <= x <= s.box.right]
        if any(h is not None and abs(h - y) <= 2.2 * line for h in heights):
            return True
    return False


def _ink_series(pixels: Pixels, box: Box, colours: Sequence[Colour]) -> int | None:
    """The stroke whose colour a value is written in, None where it is written in black or grey."""
    ink = ink_colour(pixels, box)
    if ink is None or max(ink) - min(ink) < 50 or len(colours) < 2:
        return None
    distances = [max(abs(a - b) for a, b in zip(c, ink, strict=True)) for c in colours]
    best = min(range(len(colours)), key=lambda i: distances[i])
    return best if distances[best] <= 45 else None


def _looked_again(
    pixels: Pixels,
    points: Sequence[Point],
    matched: dict[int, Printed],
    ruler: Ruler,
    pitch: float,
    line: float,
) -> dict[int, Printed]:
    """Points without a value: the places above and below them read again; only what the ruler confirms is taken."""
    missing = [i for i in range(len(points)) if i not in matched]
    if not missing or len(missing) > 0.6 * len(points):
        return matched
    wide = median([v.box.width for v in matched.values()]) if matched else 2 * line
    half = min(wide / 2 + 2, max(pitch / 2, 0.8 * line))
    up = [points[i].y - v.box.y for i, v in matched.items() if v.box.y < points[i].y]
    down = [v.box.y - points[i].y for i, v in matched.items() if v.box.y >= points[i].y]
    offsets = [-median(up)] if up else []
    offsets += [median(down)] if down else []
    settled = dict(matched)
    for offset in offsets:
        left = [i for i in missing if i not in settled]
        boxes = [
            Box(
                points[i].x - half,
                points[i].y + offset - 0.5 * line,
                points[i].x + half,
                points[i].y + offset + 0.5 * line,
            )
            for i in left
        ]
        for index, reading in zip(left, read_crops(pixels, boxes, 2.0, margin=1), strict=True):
            value = printed_value(reading)
            if value is not None and ruler.agrees(-points[index].y, value.value, value.decimals):
                settled[index] = replace(value, confidence=min(value.confidence, 0.8))
    return settled


def _table(
    pixels: Pixels,
    words: Sequence[TextBox],
    strokes: Sequence[Stroke],
    legend: Sequence[LegendEntry],
    names: tuple[str, ...],
    points: Sequence[Point],
    matched: dict[int, Printed],
    plot: tuple[float, float, float],
) -> Table:
    left, right, floor = plot
    printed = list(matched.values())
    drawn_scale = common_scale(printed)
    scale, unit = drawn_scale, common_unit(printed)
    top = min(
        [s.box.top for s in strokes] + [v.box.top for v in printed] + [e.box.top for e in legend if e.boxes]
    )
    legend_boxes = {box for e in legend for box in e.boxes}
    words = [t for t in words if t.box not in legend_boxes]
    title, subtitle = titles(pixels, words, top + 4)
    y_title = side_title(pixels, words, left, min(s.box.top for s in strokes), floor)
    x_title = foot_title(words, (), floor + 4, (left + right) / 2)
    for text in (y_title, subtitle, title):
        named_unit, named_scale = unit_and_scale(text)
        if named_unit or named_scale:
            unit, scale = unit or named_unit, scale or named_scale
            break
    by_place = {(points[i].series, points[i].category): v for i, v in matched.items()}

    def cell(series: int, category: int) -> Cell:
        value = by_place.get((series, category))
        if value is None:
            return Cell(None, None, "missing")
        return Cell(
            in_scale(value, drawn_scale), value.text, "printed", Decimal(0), value.confidence, value.box
        )

    rows = tuple(tuple(cell(s, c) for c in range(len(names))) for s in range(len(strokes)))
    labels = [e.label for e in legend] or [""]
    series = tuple(
        Series(label, name, hexadecimal(stroke.colour), unit, scale)
        for label, name, stroke in zip(
            labels, colour_names([s.colour for s in strokes]), strokes, strict=True
        )
    )
    return Table(
        "line", "vertical", title, subtitle, x_title, y_title, category_role(names), names, series, rows
    )  # fmt: skip
