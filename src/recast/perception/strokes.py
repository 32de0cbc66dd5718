"""Lines of a chart in pixels: each colour's thin pieces chained from left to right, and the height of the line in
every column to a fraction of a pixel.

A line is told from text by its place, from grid lines and frames by its shape, and from the soft rim of another line by
its neighbourhood. Dashes, dots, markers and what a label or another line hides are bridged.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from recast.perception.bars import Bars
from recast.perception.marks import Colour, Layer, Mask, ink_colour, near
from recast.perception.text import Pixels, TextBox, read_text
from recast.types import Box

_THICKEST = 16  # pixels that a stroke may have in a column, on average
_LEAST_SPAN = 0.25  # share of the width of the picture that a line must cross
_MOST_PIECES = 240
_CUT = 12  # pixels over which both ends run beside each other where another line crosses at a small angle
_CUT_RISE = 24  # pixels between such ends: rims of the other line may hang on one
_PALEST = 0.35  # share of its colour that a pixel on the soft rim of a line must have
_MOST_RULES = 3  # level straight lines of one grey: the frame and the axis; more are a grid
_STEP = 4  # pixels: what rises so much between two columns, level on both sides, is the top of a bar
_LEVEL = 0.9  # of such an outline is level
_LEAST_STEPS = 3
_HAIR = 0.75  # of the thickness of the boldest line: thinner ones, where pale, are of a grid
_FAINT = 64  # of 255: how far the grey of a grid line is from the paper at most
_GREY = 26  # channels of a grey differ at most by this

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Stroke:
    """One line of the chart. ``path`` is its middle in each column of the picture (pixels from the top, the middle of
    row ``r`` being ``r + 0.5``), NaN where it is not seen; ``steady`` are the columns where it is as thick as usual, so
    that no marker and no text touches it; ``thickness`` is measured across the line; ``dots`` are the middles of its
    markers; ``beside`` is the length of what else its colour draws over the same columns, as a share of its own."""

    colour: Colour
    mask: Mask
    box: Box
    path: Floats
    steady: NDArray[np.bool_]
    thickness: float
    dots: tuple[tuple[float, float], ...] = ()
    beside: float = 0.0

    def height_at(self, x: float, pitch: float) -> tuple[float, float] | None:
        """The height at ``x`` of a line whose points are ``pitch`` pixels apart and how far off it may be (both
        pixels), None where it is not seen there.

        A corner is where the straight pieces on both sides meet, so neither a marker nor the joint of a thick line
        moves it. Where something hides the line, the middle between its two ends no further apart than a pitch.
        """
        left, right = (self._side(x, way, pitch) for way in (-1, 1))
        direct, dot = self._near(x, 1.5), self._dot(x)
        hidden = direct is None
        if left is not None and right is not None and not (hidden and self._gap(x) > pitch):
            met = _corner(left, right, x, min(6.0, 0.3 * pitch))
            middle, doubt = (left[1] + right[1]) / 2, max(0.3, abs(left[1] - right[1]) / 2)
            if met is not None:
                middle, doubt = met, 0.4
            if dot is not None and doubt > 0.6 and abs(dot - middle) <= doubt + 3:
                middle, doubt = dot, 0.6
            return middle, doubt + 0.6 * hidden
        if dot is not None:
            return dot, 0.6
        one = left or right
        if direct is not None:
            agrees = one is not None and abs(one[1] - direct) <= max(2.5, self.thickness)
            return (one[1], 0.5) if one is not None and agrees else (direct, 0.8)
        if self._gap(x) <= pitch:
            return self._bridged(x), 2.0
        ends = self.box.left - max(6.0, 1.5 * self.thickness), self.box.right + max(6.0, 1.5 * self.thickness)
        return (one[1], 1.2) if one is not None and ends[0] <= x <= ends[1] else None

    def _side(self, x: float, way: int, pitch: float) -> tuple[float, float] | None:
        """Slope and height at ``x`` of the straight piece on one side, from up to ten columns close by that are
        neither under a marker nor nearer to the next point."""
        clear = max(2.0, 1.2 * self.thickness)
        ends = sorted((x + way * clear, x + way * min(0.5 * pitch, clear + 40.0)))
        first, last = max(0, round(ends[0] - 0.5)), min(len(self.path) - 1, round(ends[1] - 0.5))
        if last - first < 3:
            return None
        every = np.arange(first, last + 1)[::way]
        columns = every[np.isfinite(self.path[every]) & self.steady[every]][:10]
        if columns.size < 3 or abs(columns[-1] - columns[0]) > 24:
            columns = every[np.isfinite(self.path[every])][:10]
        if columns.size < 3:
            return None
        for _ in range(2):
            slope, offset = np.polyfit(columns + 0.5 - x, self.path[columns], 1)
            off = np.abs(self.path[columns] - offset - slope * (columns + 0.5 - x))
            if off.max() <= 1.2 or columns.size < 6:
                break
            columns = columns[off <= max(1.2, float(np.median(off)))]
        return float(slope), float(offset)

    def _near(self, x: float, within: float) -> float | None:
        columns = np.arange(max(0, round(x - within - 0.5)), min(len(self.path), round(x + within - 0.5) + 1))
        heights = self.path[columns]
        heights = heights[np.isfinite(heights)]
        return float(heights.mean()) if heights.size else None

    def _dot(self, x: float) -> float | None:
        near = [(abs(at - x), y) for at, y in self.dots if abs(at - x) <= 2.5]
        return min(near)[1] if near else None

    def _sides_of_gap(self, x: float) -> tuple[int, int] | None:
        """The last column seen before ``x`` and the first seen after it."""
        seen = np.flatnonzero(np.isfinite(self.path))
        after = int(np.searchsorted(seen, x - 0.5))
        return (int(seen[after - 1]), int(seen[after])) if 0 < after < len(seen) else None

    def _gap(self, x: float) -> float:
        sides = self._sides_of_gap(x)
        return float("inf") if sides is None else float(sides[1] - sides[0])

    def _bridged(self, x: float) -> float:
        left, right = self._sides_of_gap(x) or (0, 0)
        return float(np.interp(x - 0.5, [left, right], [self.path[left], self.path[right]]))


def _corner(left: tuple[float, float], right: tuple[float, float], x: float, most: float) -> float | None:
    """Where two straight pieces meet near ``x``, None where they are nearly one line or meet elsewhere."""
    turn = left[0] - right[0]
    if abs(turn) < 0.12:
        return None
    along = (right[1] - left[1]) / turn
    return left[1] + left[0] * along if abs(along) <= most else None


@dataclass(frozen=True, slots=True)
class _Piece:
    """One connected piece of a colour: its rectangle and the rows that it has at either end."""

    number: int
    left: int
    right: int
    top: int
    bottom: int
    first: tuple[int, int]
    last: tuple[int, int]

    @property
    def gain(self) -> float:
        return self.right - self.left + 0.3 * (self.bottom - self.top)


def find_strokes(
    pixels: Pixels, layers: Sequence[Layer], texts: Sequence[TextBox], bars: Bars | None
) -> tuple[Stroke, ...]:
    """The lines of a chart, none beside bars that cover far more ground than the lines do.

    Not covered: several lines of one colour (``Stroke.beside`` tells), lines in the colour of the paper, hairlines of a
    pale grey beside bolder lines.
    """
    width = pixels.shape[1]
    ground = bar_ground(bars)
    if ground > 1.5 * sum(_most_drawn(layer) for layer in layers if layer.count >= 0.06 * width):
        return ()  # told at once: the search below is slow
    strokes = _without_rules(_traced(pixels, layers, read_text(pixels)), paper(pixels))
    if ground > 1.5 * sum(float(np.count_nonzero(s.mask)) for s in strokes):
        return ()
    return tuple(strokes)


def bar_ground(bars: Bars | None) -> float:
    """The area that bars cover, pixels; a lone one does not count."""
    if bars is None or len(bars.all) < 2:
        return 0.0
    return sum(b.laid.length * b.laid.thickness for b in bars.all)


def _most_drawn(layer: Layer) -> int:
    """No stroke of this colour can have more pixels: each column that it crosses has at most so many on average."""
    columns = int(np.count_nonzero((layer.plan == layer.place).any(axis=0)))
    return min(layer.count, _THICKEST * columns)


def paper(pixels: Pixels) -> Colour:
    """The ground that a chart is drawn on: the commonest colour near the sides of the picture, not at its very rim."""
    height, width = pixels.shape[:2]
    near_y, near_x = (slice(int(0.03 * n), max(int(0.03 * n) + 2, int(0.07 * n))) for n in (height, width))
    strips = (pixels[near_y], pixels[::-1][near_y], pixels[:, near_x], pixels[:, ::-1][:, near_x])
    some = np.concatenate([strip[::2, ::2].reshape(-1, 3) for strip in strips]).astype(np.int64)
    codes, counts = np.unique((some[:, 0] << 16) | (some[:, 1] << 8) | some[:, 2], return_counts=True)
    code = int(codes[counts.argmax()])
    return code >> 16, (code >> 8) & 255, code & 255


def _traced(pixels: Pixels, layers: Sequence[Layer], texts: Sequence[TextBox]) -> list[Stroke]:
    canvas = _canvas(pixels, texts)
    least = 0.06 * pixels.shape[1]
    usable = [
        layer
        for layer in layers
        if layer.count >= least and canvas.outside(layer) >= max(least, 0.3 * layer.count)
    ]
    usable.sort(key=lambda layer: -_distance(layer.colour, canvas.ground))
    inks = [(t, ink_colour(pixels, t.box)) for t in texts]
    found: list[Stroke] = []
    rims: dict[int, list[Layer]] = {}
    for index, layer in enumerate(usable):
        bases = [b for b in usable[:index] if _mixed(layer.colour, b.colour, canvas.ground)]
        own_base = next((b for b in bases if _rim_of(layer, b)), None)
        if own_base is not None:
            rims.setdefault(own_base.place, []).append(layer)
    of_rims = {layer.place for group in rims.values() for layer in group}
    for layer in usable:
        if layer.place in of_rims or any(near(layer.colour, s.colour, 24) for s in found):
            continue
        own = [
            t
            for t, ink in inks
            if ink is not None
            and near(ink, layer.colour, 60)
            and written_in(pixels, t.box, layer.colour, canvas.ground)
        ]
        darker = [s.mask for s in found if _mixed(layer.colour, s.colour, canvas.ground)]
        traced = _trace(canvas, layer, rims.get(layer.place, ()), own, darker)
        if traced is not None and not any(_shadows(traced, s, canvas.ground) for s in found):
            found.append(traced)
    return found


def written_in(pixels: Pixels, box: Box, colour: Colour, ground: Colour) -> bool:
    """Whether nearly all ink in a box has a colour or is that colour thinned: no black text that a line runs through."""
    crop = pixels[max(0, int(box.top)) : int(box.bottom) + 1, max(0, int(box.left)) : int(box.right) + 1]
    apart = crop.reshape(-1, 3).astype(np.float64) - np.array(ground, float)
    inked = apart[np.abs(apart).max(axis=1) > 60]
    way = np.array(colour, float) - ground
    share = inked @ way / float(way @ way)
    off = np.abs(inked - share[:, None] * way).max(axis=1)
    return bool(inked.size and np.mean(off <= 45) >= 0.85)


@dataclass(frozen=True, slots=True)
class _Canvas:
    """What is drawn in a picture: the places of the pixels unlike its paper, how they differ from it, and where text
    stands."""

    ground: Colour
    rows: NDArray[np.intp]
    columns: NDArray[np.intp]
    apart: Floats
    worded: NDArray[np.bool_]

    def outside(self, layer: Layer) -> int:
        """How many pixels of a layer lie outside all text."""
        return int(np.count_nonzero((layer.plan == layer.place) & ~self.worded))


def _canvas(pixels: Pixels, texts: Sequence[TextBox]) -> _Canvas:
    ground = paper(pixels)
    apart = pixels.astype(np.int16) - np.array(ground, np.int16)
    rows, columns = np.nonzero(np.abs(apart).max(axis=2) > 20)
    worded = np.zeros(pixels.shape[:2], np.bool_)
    for text in texts:
        box = text.box
        worded[max(0, int(box.top)) : int(box.bottom) + 1, max(0, int(box.left)) : int(box.right) + 1] = True
    return _Canvas(ground, rows, columns, apart[rows, columns].astype(np.float64), worded)


def _shadows(stroke: Stroke, other: Stroke, ground: Colour) -> bool:
    """Whether a line is only the soft rim of another: its colour thinned, on nearly the same path."""
    both = np.isfinite(stroke.path) & np.isfinite(other.path)
    close = np.abs(stroke.path[both] - other.path[both]) <= max(2.5, other.thickness)
    return (
        _mixed(stroke.colour, other.colour, ground)
        and int(close.sum()) > 0.5 * np.isfinite(stroke.path).sum()
    )


def _distance(one: Colour, other: Colour) -> int:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def _mixed(colour: Colour, base: Colour, ground: Colour) -> bool:
    """Whether a colour is ``base`` thinned with the ground, as on the soft rim of a line."""
    way = np.array(base, float) - ground
    apart = np.array(colour, float) - ground
    length = float(way @ way)
    if length == 0:
        return False
    share = float(apart @ way) / length
    return 0.1 <= share <= 0.93 and float(np.abs(apart - share * way).max()) <= 16


def _rim_of(layer: Layer, base: Layer) -> bool:
    """Whether most pixels of a layer lie beside pixels of another: its soft rim, not a line of its own. A level thin
    line may straddle two rows over many columns before its full colour is seen again."""
    import cv2

    own = layer.plan == layer.place
    thin = layer.count <= 2.2 * np.count_nonzero(own.any(axis=0))
    beside = cv2.dilate(base.mask, np.ones((5, own.shape[1] // 3 if thin else 5), np.uint8))
    return int(np.count_nonzero(own & (beside > 0))) > 0.6 * layer.count


def _trace(
    canvas: _Canvas, layer: Layer, rims: Sequence[Layer], own: Sequence[TextBox], darker: Sequence[Mask]
) -> Stroke | None:
    """The line in a colour, if there is one; ``darker`` are lines whose soft rims have this colour."""
    import cv2

    height, width = layer.plan.shape
    grey = max(layer.colour) - min(layer.colour) <= _GREY
    cover = _cover(canvas, layer, rims)
    soft = (cover >= _PALEST).astype(np.uint8)
    rules = _clear_rules(soft, width, height) if grey else 0
    for rim in darker:
        soft[cv2.dilate(rim, np.ones((3, 3), np.uint8)) > 0] = 0
    for text in own:
        if sum(c.isalnum() for c in text.text) > 1:
            # the start of a name is spared: it may hold the last dot of the line
            box, spared = text.box, 4 if any(c.isalpha() for c in text.text) else 0
            top, bottom = max(0, int(box.top)), int(box.bottom) + 1
            soft[top:bottom, max(0, int(box.left) + spared) : int(box.right) + 1] = 0
    _, marked, measured, _ = cv2.connectedComponentsWithStats(
        cv2.dilate(soft, np.ones((3, 3), np.uint8)), connectivity=8
    )
    labels = np.asarray(marked, np.int32)
    pieces = _pieces(layer.mask, soft, labels, np.asarray(measured, np.int32), own)
    if not pieces:
        return None
    chain = _trimmed(_chain(pieces, width, height), canvas.worded)
    if chain[-1].right - chain[0].left < _LEAST_SPAN * width:
        return None
    path, mask = _path(cover, soft, labels, chain)
    seen = np.flatnonzero(np.isfinite(path))
    span = int(np.ptp(seen)) + 1 if seen.size else 0
    if span < _LEAST_SPAN * width or seen.size < 0.4 * span or mask.sum() > _THICKEST * seen.size:
        return None
    if np.count_nonzero(mask & canvas.worded) > 0.6 * np.count_nonzero(mask):
        return None
    others = sum(p.right - p.left for p in pieces if p not in chain and p.right - p.left >= 24)
    if grey and (others > 0.8 * span or rules > _MOST_RULES):
        return None  # a grid
    slopes = np.gradient(path[seen], seen)
    across = np.where(mask, cover, 0).sum(axis=0)[seen] / np.sqrt(1 + slopes**2)
    thickness = float(np.median(across))
    steady = np.zeros(width, np.bool_)
    steady[seen] = across <= 1.5 * thickness + 0.5
    rows = np.flatnonzero(mask.any(axis=1))
    box = Box(float(seen[0]), float(rows[0]), float(seen[-1] + 1), float(rows[-1] + 1))
    whole = np.where(mask, np.uint8(255), np.uint8(0))
    dots = _dots(whole, box, thickness)
    return Stroke(layer.colour, whole, box, path, steady, thickness, dots, others / span)


def _cover(canvas: _Canvas, layer: Layer, rims: Sequence[Layer]) -> Floats:
    """How much of its colour each pixel has, 0-1: all of it where the layer is, a share where the pixel is that colour
    thinned with the ground and belongs to no other flat colour but the rims of this one."""
    plan = layer.plan[canvas.rows, canvas.columns]
    own = plan == layer.place
    free = (plan == 0) | np.isin(plan, [rim.place for rim in rims])
    way = np.array(layer.colour, float) - canvas.ground
    share = canvas.apart @ way / float(way @ way)
    off = np.abs(canvas.apart - share[:, None] * way).max(axis=1)
    thinned = free & (off <= 40) & (share >= 0.15)
    cover = np.zeros(layer.plan.shape)
    cover[canvas.rows, canvas.columns] = np.where(own, 1.0, np.where(thinned, np.clip(share, 0, 1), 0.0))
    return cover


def _clear_rules(soft: Mask, width: int, height: int) -> int:
    """Takes grid lines, frames and axes out of a grey, straight level or upright runs over a quarter of the picture,
    and tells how many of them are level."""
    import cv2

    level = cv2.morphologyEx(soft, cv2.MORPH_OPEN, np.ones((1, max(9, width // 4)), np.uint8))
    upright = cv2.morphologyEx(soft, cv2.MORPH_OPEN, np.ones((max(9, height // 4), 1), np.uint8))
    soft[(level > 0) | (upright > 0)] = 0
    rows = np.flatnonzero(level.any(axis=1))
    return int(np.count_nonzero(np.diff(rows) > 2)) + 1 if rows.size else 0


def _pieces(
    core: Mask, soft: Mask, labels: NDArray[np.int32], stats: NDArray[np.int32], own: Sequence[TextBox]
) -> list[_Piece]:
    """The pieces that have pixels of the full colour and do not lie in text of that colour."""
    inside = _inside(stats, [t.box for t in own])
    inside |= np.bincount(labels.ravel(), weights=(core > 0).ravel(), minlength=len(stats)) < 2
    inside[0] = True  # the background
    order = np.argsort(-(stats[:, 2] + stats[:, 3]))
    order = order[~inside[order]][:_MOST_PIECES]
    pieces: list[_Piece] = []
    for number in order.tolist():
        left, top, wide, high, area = stats[number].tolist()
        if area < 12 or (high > 0.9 * soft.shape[0] and wide <= 6):
            continue
        part = (labels[top : top + high, left : left + wide] == number) & (
            soft[top : top + high, left : left + wide] > 0
        )
        filled = np.flatnonzero(part.any(axis=0))
        if filled.size == 0:
            continue
        ends = [np.flatnonzero(part[:, columns].any(axis=1)) for columns in (filled[:3], filled[-3:])]
        first, last = ((int(e[0]) + top, int(e[-1]) + top) for e in ends)
        pieces.append(
            _Piece(number, left + int(filled[0]), left + int(filled[-1]) + 1, top, top + high, first, last)
        )
    return pieces


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


def _chain(pieces: Sequence[_Piece], width: int, height: int) -> list[_Piece]:
    """The pieces that follow each other from left to right and together are longest for the gaps between them."""
    ordered = sorted(pieces, key=lambda p: (p.left, p.right))
    scores: list[float] = []
    before: list[int] = []
    for index, piece in enumerate(ordered):
        best, via = 0.0, -1
        for j in range(index):
            other = ordered[j]
            gap = piece.left - other.right
            if gap < -_CUT or gap > 0.3 * width or piece.right <= other.right:
                continue
            rise = max(0, piece.first[0] - other.last[1], other.last[0] - piece.first[1])
            if rise > (0.6 * height if gap >= -3 else _CUT_RISE):
                continue
            score = scores[j] - 0.4 * max(0, gap) - 0.3 * rise
            if score > best:
                best, via = score, j
        scores.append(best + piece.gain)
        before.append(via)
    at = int(np.argmax(scores))
    chain: list[_Piece] = []
    while at >= 0:
        chain.append(ordered[at])
        at = before[at]
    return chain[::-1]


def _trimmed(chain: list[_Piece], worded: NDArray[np.bool_]) -> list[_Piece]:
    """The chain without small pieces of text at either end."""

    def of_text(piece: _Piece) -> bool:
        part = worded[piece.top : piece.bottom, piece.left : piece.right]
        return piece.gain < 24 and float(part.mean()) > 0.5

    while len(chain) > 1 and of_text(chain[-1]):
        chain = chain[:-1]
    while len(chain) > 1 and of_text(chain[0]):
        chain = chain[1:]
    return chain


def _path(
    cover: Floats, soft: Mask, labels: NDArray[np.int32], chain: Sequence[_Piece]
) -> tuple[Floats, NDArray[np.bool_]]:
    """The middle of the chain in each column, and its pixels. Where a column has several runs, that which goes on from
    the column before; the two rims of a hollow marker count as one run."""
    path = np.full(cover.shape[1], np.nan)
    mask = np.zeros(cover.shape, np.bool_)
    last: float | None = None
    for piece in chain:
        rows, columns = slice(piece.top, piece.bottom), slice(piece.left, piece.right)
        part = (labels[rows, columns] == piece.number) & (soft[rows, columns] > 0)
        mask[rows, columns] |= part
        weights = np.where(part, cover[rows, columns], 0)
        for at in range(part.shape[1]):
            filled = np.flatnonzero(part[:, at])
            if filled.size == 0 or np.isfinite(path[piece.left + at]):
                continue
            runs = np.split(filled, np.flatnonzero(np.diff(filled) > 1) + 1)
            if len(runs) > 1 and np.ptp(filled) <= 18:
                middle = float(filled[0] + filled[-1] + 1) / 2
            else:
                run = _next_run(runs, None if last is None else last - piece.top)
                middle = float(np.average(run + 0.5, weights=weights[run, at]))
            last = middle + piece.top
            path[piece.left + at] = last
    return path, mask


def _next_run(runs: Sequence[NDArray[np.intp]], height: float | None) -> NDArray[np.intp]:
    """The run of rows nearest to a height, the longest where there is none."""
    if height is None:
        return max(runs, key=len)
    return min(runs, key=lambda run: max(0.0, float(run[0]) - height, height - float(run[-1]) - 1))


def steps(edge: Floats) -> int:
    """How often a line or an edge goes from one level piece to another where it is level nearly all along, as the tops
    of bars are; 0 for any other."""
    level = np.abs(np.diff(edge)) <= 0.34
    ends = np.flatnonzero(np.diff(np.concatenate([[False], level, [False]]).astype(np.int8)))
    runs = [(int(a), int(b)) for a, b in ends.reshape(-1, 2) if b - a >= 5 and abs(edge[b] - edge[a]) <= 1.5]
    if sum(b - a for a, b in runs) < _LEVEL * len(level):
        return 0
    heights = [float(edge[a : b + 1].mean()) for a, b in runs]
    return sum(abs(b - a) >= _STEP for a, b in itertools.pairwise(heights))


def _without_rules(strokes: Sequence[Stroke], ground: Colour) -> list[Stroke]:
    """What goes in steps is the outline of bars; lines that lie level all along are frames or grid lines, unless they
    are coloured and run beside another line from end to end. Pale grey hairlines are what other lines left of a grid."""
    strokes = [s for s in strokes if steps(s.path[np.isfinite(s.path)]) < _LEAST_STEPS]
    boldest = max((s.thickness for s in strokes), default=0.0)
    strokes = [
        s
        for s in strokes
        if s.thickness > _HAIR * boldest
        or max(s.colour) - min(s.colour) > _GREY
        or _distance(s.colour, ground) > _FAINT
    ]
    moving = [s for s in strokes if _wavers(s)]
    flat = [s for s in strokes if s not in moving and max(s.colour) - min(s.colour) > _GREY]
    kept = [
        s
        for s in flat
        if any(
            abs(s.box.left - m.box.left) < 0.06 * m.box.width
            and abs(s.box.right - m.box.right) < 0.06 * m.box.width
            for m in moving
        )
    ]
    return [s for s in strokes if s in moving or s in kept]


def _wavers(stroke: Stroke) -> bool:
    """Whether at least a twelfth of a line lies off the level of the rest."""
    seen = stroke.path[np.isfinite(stroke.path)]
    return float(np.percentile(np.abs(seen - np.median(seen)), 92)) > 1.5


def _dots(mask: Mask, box: Box, thickness: float) -> tuple[tuple[float, float], ...]:
    """The middles of the dots, rings or squares that sit on a line, from left to right; none where it has fewer than
    two. Sharp corners of a thick line may count as dots: they are points of the line too."""
    import cv2

    top, left = max(0, int(box.top) - 3), max(0, int(box.left) - 3)
    part = np.ascontiguousarray(mask[top : int(box.bottom) + 3, left : int(box.right) + 3])
    outlines, _ = cv2.findContours(part, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    for outline in outlines:
        if cv2.contourArea(outline) < 220:  # the inside of a ring
            cv2.drawContours(part, [outline], -1, 255, thickness=cv2.FILLED)
    size = max(3, round(1.35 * thickness + 1.2))
    blobs = cv2.morphologyEx(part, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)))
    count, _, stats, middles = cv2.connectedComponentsWithStats(blobs, connectivity=8)
    found = [
        (float(middles[i][0]) + left + 0.5, float(middles[i][1]) + top + 0.5)
        for i in range(1, count)
        if max(stats[i][2], stats[i][3]) <= 3.2 * size and stats[i][4] >= 0.5 * stats[i][2] * stats[i][3]
    ]
    found.sort()
    return tuple(found) if len(found) >= 2 else ()


def pitch_of(places: Sequence[float]) -> float:
    """The least distance between neighbouring places (pixels), infinite for a lone one."""
    return min((b - a for a, b in itertools.pairwise(sorted(places))), default=float("inf"))
