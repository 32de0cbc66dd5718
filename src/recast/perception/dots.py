"""Dots of a dot plot or a lollipop chart: round marks of one size, each in the row or column of a label.

Rows run beside their labels (a dot plot, ranges of two dots joined by a line), columns stand on theirs (lollipops). Dots
joined from row to row are the markers of a line and no dot plot.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

import numpy as np

from recast.perception.bars import Bar, Bars, lay
from recast.perception.labels import text_height
from recast.perception.marks import Colour, Layer, Mask, near
from recast.perception.printed import printed_value
from recast.perception.stroke import Stroke
from recast.perception.text import Pixels, TextBox
from recast.types import Box, Orientation

_SCALES = (3, 5, 9, 15)  # pixels: what is thinner is a stem, a joining line or the stroke of a letter
_LEAST = 5  # pixels across
_MOST = 0.12  # of the width of the picture
_ROUND = (0.64, 0.9)  # the share of its box that a disc fills
_LINKED = 60  # of 255: how far a pixel between two dots is from the ground where a line joins them
_LEAST_ROWS = 3


@dataclass(frozen=True, slots=True)
class _Dot:
    """A mark that may be a dot. ``whole`` is false for one that is round on one side only: another may lie over it."""

    box: Box
    colour: Colour
    whole: bool = True

    @property
    def x(self) -> float:
        return self.box.x

    @property
    def y(self) -> float:
        return self.box.y

    @property
    def size(self) -> float:
        return (self.box.width + self.box.height) / 2


def find_dots(pixels: Pixels, layers: Sequence[Layer], texts: Sequence[TextBox]) -> Bars | None:
    """The dots of a dot plot as bars of no length: a column for each dot, one category at each place across. None where
    there are fewer than three rows, or where the dots belong to no labels, are joined to lines, or all stand in one line
    as the patches of a legend do.

    Not covered: dots that lie exactly over each other, markers other than discs and rings, labels right of the dots.
    """
    dots = _without_legend(_round_marks(pixels, layers, texts), texts)
    if len(dots) < _LEAST_ROWS:
        return None
    orientations: tuple[Orientation, Orientation] = ("horizontal", "vertical")
    for orientation in orientations:
        found = _in_rows(pixels, dots, texts, orientation)
        if found is not None:
            return found
    return None


def rows_of(bars: Bars) -> list[list[Bar]]:
    """The dots of each category, those at one place across, from low to high."""
    rows: list[list[Bar]] = []
    for bar in sorted(bars.all, key=lambda b: b.laid.across):
        if rows and bar.laid.across - rows[-1][-1].laid.across <= 0.35 * bars.thickness:
            rows[-1].append(bar)
        else:
            rows.append([bar])
    return [sorted(row, key=lambda b: b.laid.low) for row in rows]


def drawn_with_bars(dots: Bars, bars: Bars | None) -> bool:
    """Whether the picture has about as many bars, thicker than stems and joining lines, as dots: the dots are not what
    it shows."""
    if bars is None:
        return False
    solid = [b for b in bars.all if min(b.laid.length, b.laid.thickness) >= 0.8 * dots.thickness]
    return len(solid) >= 0.5 * len(dots.all)


def on_lines(dots: Bars, strokes: Sequence[Stroke]) -> bool:
    """Whether most dots lie on lines that cross the chart: they are the markers of these lines."""
    upright = dots.orientation == "vertical"
    places = [(b.laid.across, -b.laid.along) if upright else (b.laid.along, b.laid.across) for b in dots.all]
    joined = [
        any(
            (read := stroke.height_at(x, 0.0)) is not None and abs(read[0] - y) <= 0.5 * dots.thickness
            for stroke in strokes
        )
        for x, y in places
    ]
    return sum(joined) > 0.5 * len(joined)


def _round_marks(pixels: Pixels, layers: Sequence[Layer], texts: Sequence[TextBox]) -> list[_Dot]:
    """Discs and filled-in rings of one size, of every colour, at the scale that shows most of them; those that others
    lie over are completed."""
    best: list[_Dot] = []
    most = _MOST * pixels.shape[1]
    masks = [(layer.colour, _filled(layer.mask, most)) for layer in layers]
    for scale in _SCALES:
        found = [dot for colour, mask in masks for dot in _discs(mask, colour, scale, most)]
        found = [dot for dot in found if not _letter(dot, texts)]
        discs = _of_one_size([dot for dot in found if dot.whole])
        if len(discs) > len(best):
            best = discs + _completed(discs, [dot for dot in found if not dot.whole])
    return best


def _filled(mask: Mask, most: float) -> Mask:
    """The mask with small holes filled: the insides of rings, numbers written on dots."""
    import cv2

    mask = np.ascontiguousarray(mask)
    outlines, nested = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    for outline, links in zip(outlines, nested[0] if nested is not None else (), strict=True):
        _, _, wide, high = cv2.boundingRect(outline)
        if links[3] >= 0 and max(wide, high) <= most:
            cv2.drawContours(mask, [outline], -1, 255, thickness=cv2.FILLED)
    return mask


def _discs(mask: Mask, colour: Colour, scale: int, most: float) -> list[_Dot]:
    """The discs of a mask, and what may be the rest of one."""
    import cv2

    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (scale, scale))
    opened = cv2.morphologyEx(mask, cv2.MORPH_OPEN, kernel)
    x_from, y_from, across, down = cv2.boundingRect(opened)  # most colours fill a small part of the picture
    if not across:
        return []
    opened = opened[y_from : y_from + down, x_from : x_from + across]
    count, _, stats, middles = cv2.connectedComponentsWithStats(opened, connectivity=4)
    found: list[_Dot] = []
    for index in range(1, count):
        left, top, wide, high, area = (int(n) for n in stats[index])
        size = max(wide, high)
        if not max(_LEAST, 1.5 * scale) <= size <= most:  # opening makes smaller squares round
            continue
        if abs(wide - high) > max(1.0, 0.14 * size):
            box = Box(x_from + left, y_from + top, x_from + left + wide, y_from + top + high)
            found.append(_Dot(box, colour, whole=False))
            continue
        corner = int(0.08 * size)
        ends = np.ix_((top + corner, top + high - 1 - corner), (left + corner, left + wide - 1 - corner))
        if _ROUND[0] <= area / (wide * high) <= _ROUND[1] and not opened[ends].any():
            middle_x, middle_y = (float(m) + 0.5 for m in middles[index])
            x, y = x_from + middle_x, y_from + middle_y
            found.append(_Dot(Box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2), colour))
    return found


def _completed(discs: Sequence[_Dot], parts: Sequence[_Dot]) -> list[_Dot]:
    """The dots that a part of shows beside a whole one that lies over the rest, in one row or one column with it."""
    found: list[_Dot] = []
    size = median(d.size for d in discs) if discs else 0.0
    for part in parts:
        box = part.box
        slim, full = min(box.width, box.height), max(box.width, box.height)
        over = [d for d in discs if abs(d.x - part.x) + abs(d.y - part.y) < size and d.colour != part.colour]
        if not 0.7 * size <= full <= 1.12 * size or slim < 0.2 * size or len(over) != 1:
            continue
        if box.width < box.height and abs(over[0].y - part.y) <= 2:
            left = box.left if part.x < over[0].x else box.right - size
            found.append(_Dot(Box(left, box.y - size / 2, left + size, box.y + size / 2), part.colour))
        elif box.height < box.width and abs(over[0].x - part.x) <= 2:
            top = box.top if part.y < over[0].y else box.bottom - size
            found.append(_Dot(Box(box.x - size / 2, top, box.x + size / 2, top + size), part.colour))
    return found


def _letter(dot: _Dot, texts: Sequence[TextBox]) -> bool:
    """Whether a round mark is a letter: inside a line of text and lower than it."""
    return any(
        t.box.left - 1 <= dot.x <= t.box.right + 1
        and t.box.top <= dot.y <= t.box.bottom
        and dot.size < 0.75 * t.box.height
        and t.box.width > 1.6 * dot.size
        for t in texts
    )


def _of_one_size(dots: Sequence[_Dot]) -> list[_Dot]:
    """The dots of the size that most have."""
    groups = [[d for d in dots if abs(d.size - one.size) <= max(1.5, 0.12 * one.size)] for one in dots]
    return max(groups, key=len, default=[])


def _without_legend(dots: Sequence[_Dot], texts: Sequence[TextBox]) -> list[_Dot]:
    """The dots without those that stand directly before words, or before numbers in a line that no label begins, as the
    patches of a legend do."""
    line = text_height(texts)

    def names(dot: _Dot) -> bool:
        level = [t for t in texts if abs(t.box.y - dot.y) < 0.5 * line]
        first = min((d.x for d in dots if abs(d.y - dot.y) < 0.5 * line), default=dot.x)
        labelled = any(t.box.x < first for t in level)
        return any(
            -0.6 * dot.size <= t.box.left - dot.x <= 0.5 * dot.size + 1.6 * line
            and (not labelled or (printed_value(t) is None and any(c.isalpha() for c in t.text)))
            for t in level
        )

    return [dot for dot in dots if not names(dot)]


def _in_rows(
    pixels: Pixels, dots: Sequence[_Dot], texts: Sequence[TextBox], orientation: Orientation
) -> Bars | None:
    size = median(d.size for d in dots)
    half = size / 2
    placed = [
        Bar(lay(Box(d.x - half, d.y - half, d.x + half, d.y + half), orientation), d.colour) for d in dots
    ]
    columns = tuple((bar,) for bar in sorted(placed, key=lambda b: (b.laid.across, b.laid.low)))
    bars = Bars(orientation, min(b.laid.low for b in placed), size, columns)
    rows = rows_of(bars)
    doubled = any(near(a.colour, b.colour) for row in rows for a, b in itertools.combinations(row, 2))
    alongs = [b.laid.along for b in placed]
    if len(rows) < _LEAST_ROWS or doubled or max(alongs) - min(alongs) < 0.5 * size:
        return None
    floor = _labels_begin(rows, texts, orientation)
    if floor is None or _linked(pixels, rows, orientation, size):
        return None
    return Bars(orientation, floor, size, columns)


def _labels_begin(
    rows: Sequence[Sequence[Bar]], texts: Sequence[TextBox], orientation: Orientation
) -> float | None:
    """Where the labels of the rows end, along; None where a row has none before its dots, or where labels are left that
    stand in no row of dots, as the numbers of an axis would.

    Upright labels are those of one line below all dots.
    """
    line = text_height(texts)
    lowest = min(bar.laid.low for row in rows for bar in row)
    places = [float(np.mean([b.laid.across for b in row])) for row in rows]
    pitch = min(b - a for a, b in itertools.pairwise(places))
    laid = [lay(t.box, orientation) for t in texts]
    if orientation == "horizontal":
        before = [t for t in laid if t.high <= lowest + 0.3 * line]
        mine = [[t for t in before if abs(t.across - p) <= max(0.3 * line, 0.3 * pitch)] for p in places]
        return max(t.high for row in mine for t in row) if all(mine) else None
    below = sorted((t for t in laid if t.high <= lowest), key=lambda t: -t.high)
    for first in below:
        level = [t for t in below if abs(t.high - first.high) <= 0.5 * line]
        named = [any(abs(t.across - p) <= 0.3 * pitch for t in level) for p in places]
        if sum(named) >= 0.8 * len(places):
            return first.high + 1
    return None


def _linked(pixels: Pixels, rows: Sequence[Sequence[Bar]], orientation: Orientation, size: float) -> bool:
    """Whether lines join the dots of one colour from row to row."""
    upright = orientation == "vertical"

    def at(bar: Bar) -> tuple[float, float]:
        return (bar.laid.across, -bar.laid.along) if upright else (bar.laid.along, bar.laid.across)  # x, y

    everything = [at(bar) for row in rows for bar in row]
    xs, ys = [x for x, _ in everything], [y for _, y in everything]
    around = pixels[
        max(0, int(min(ys) - size)) : int(max(ys) + size), max(0, int(min(xs) - size)) : int(max(xs) + size)
    ]
    ground = np.median(around.reshape(-1, 3), axis=0)
    joined: list[bool] = []
    for row, after in itertools.pairwise(rows):
        for one in row:
            other = next((b for b in after if near(b.colour, one.colour)), None)
            if other is None:
                continue
            (x0, y0), (x1, y1) = at(one), at(other)
            apart = float(np.hypot(x1 - x0, y1 - y0))
            if apart < 2 * size:
                continue
            share = np.linspace(0.8 * size / apart, 1 - 0.8 * size / apart, 24)
            x, y = (x0 + (x1 - x0) * share).astype(int), (y0 + (y1 - y0) * share).astype(int)
            inked = np.abs(pixels[y, x].astype(np.int16) - ground).max(axis=1) > _LINKED
            joined.append(float(inked.mean()) > 0.7)
    return bool(joined) and sum(joined) > 0.3 * len(joined)
