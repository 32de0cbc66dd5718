"""Bars in a chart: which regions are bars, which way they run, and which printed value belongs to which bar.

All geometry is in the frame of the bars: ``along`` grows in the direction of larger values (up, or to the right),
``across`` runs over the categories (left to right, or top to bottom). A value is accepted for a bar by place; then the
lengths of all bars against their values give a straight line, and what does not lie on it is read again.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from statistics import median

import numpy as np

from recast.perception.marks import TOLERANCE, Colour, Region, near
from recast.perception.printed import Printed
from recast.perception.text import Pixels, TextBox
from recast.types import Box, Orientation


@dataclass(frozen=True, slots=True)
class Laid:
    """A rectangle in the frame of the bars."""

    low: float
    high: float
    start: float  # across
    end: float

    @property
    def across(self) -> float:
        return (self.start + self.end) / 2

    @property
    def along(self) -> float:
        return (self.low + self.high) / 2

    @property
    def thickness(self) -> float:
        return self.end - self.start

    @property
    def length(self) -> float:
        return self.high - self.low


def lay(box: Box, orientation: Orientation) -> Laid:
    if orientation == "vertical":
        return Laid(-box.bottom, -box.top, box.left, box.right)
    return Laid(box.left, box.right, box.top, box.bottom)


def unlay(laid: Laid, orientation: Orientation) -> Box:
    if orientation == "vertical":
        return Box(laid.start, -laid.high, laid.end, -laid.low)
    return Box(laid.low, laid.start, laid.high, laid.end)


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar or one segment of a stack. ``negative`` bars lie below the zero line."""

    laid: Laid
    colour: Colour
    negative: bool = False

    @property
    def tip(self) -> float:
        return self.laid.low if self.negative else self.laid.high


@dataclass(frozen=True, slots=True)
class Bars:
    """All bars of one plot. ``columns`` are the places across, in order; several bars in one are a stack."""

    orientation: Orientation
    zero: float
    thickness: float
    columns: tuple[tuple[Bar, ...], ...]
    others: tuple[float, ...] = field(default=())  # zero lines of further plots in the picture

    @property
    def all(self) -> tuple[Bar, ...]:
        return tuple(bar for column in self.columns for bar in column)

    @property
    def stacked(self) -> bool:
        return any(len(column) > 1 for column in self.columns)

    @property
    def places(self) -> tuple[float, ...]:
        return tuple(column[0].laid.across for column in self.columns)

    @property
    def pitch(self) -> float:
        """The smallest distance between neighbouring columns, or twice the thickness of a lone one."""
        places = self.places
        steps = [b - a for a, b in itertools.pairwise(places)]
        return min(steps) if steps else 2 * self.thickness


def find_bars(pixels: Pixels, found: Sequence[Region], texts: Sequence[TextBox]) -> Bars | None:
    """The bars of the picture, or None. Whichever way more regions of one thickness share a zero line wins."""
    candidates = [r for r in found if r.rectangular and not _glyph(r, texts)]
    orientations: tuple[Orientation, Orientation] = ("vertical", "horizontal")
    readings = [_along(candidates, orientation, texts) for orientation in orientations]
    bars = max(readings, key=lambda reading: reading[0])[1]
    return _scanned(pixels, bars, found) if bars is not None else None


def _scanned(pixels: Pixels, bars: Bars, found: Sequence[Region]) -> Bars:
    """The same bars, cut anew along the rims of each column, where no label hides the colour of a slim segment."""
    palette: list[Colour] = []
    for region in found:
        laid = lay(region.box, bars.orientation)
        fits = any(
            abs(laid.start - c[0].laid.start) <= 2 and abs(laid.end - c[0].laid.end) <= 2
            for c in bars.columns
        )
        if fits and not any(near(region.colour, c) for c in palette):
            palette.append(region.colour)
    if not palette:
        return bars
    columns: list[tuple[Bar, ...]] = []
    for column in bars.columns:
        segments = _segments(pixels, column[0].laid, bars, palette)
        columns.append(segments if segments else column)
    return replace(bars, columns=tuple(columns))


def _segments(pixels: Pixels, laid: Laid, bars: Bars, palette: Sequence[Colour]) -> tuple[Bar, ...]:
    """The runs of colour in one column that stand on or hang from the zero line."""
    vertical = bars.orientation == "vertical"
    start, end = round(laid.start), round(laid.end)
    rim = max(1, min(4, (end - start) // 4))
    across = [*range(start + 1, start + 1 + rim), *range(end - 1 - rim, end - 1)]
    limit = pixels.shape[1] if vertical else pixels.shape[0]
    across = [a for a in across if 0 <= a < limit]
    if not across:
        return ()
    strip = pixels[:, across] if vertical else pixels[across].swapaxes(0, 1)  # along × across × 3
    if vertical:
        strip = strip[::-1]
    distance = np.abs(strip[:, :, None, :].astype(np.int16) - np.array(palette, np.int16)).max(axis=3)
    close = distance.min(axis=2) <= 2 * TOLERANCE
    votes = np.where(close, distance.argmin(axis=2), -1)
    which = np.full(len(strip), -1)
    most = np.zeros(len(strip))
    for index in range(len(palette)):
        count = (votes == index).mean(axis=1)
        better = (count > most) & (count >= 0.3)
        which[better], most[better] = index, count[better]
    base = pixels.shape[0] if vertical else 0
    runs: list[tuple[int, int, int]] = []  # colour, low, high in pixels from the start of the strip
    for position, colour in enumerate(which.tolist()):
        if colour < 0:
            continue
        if runs and runs[-1][0] == colour and position - runs[-1][2] <= 3:
            runs[-1] = (colour, runs[-1][1], position + 1)
        else:
            runs.append((colour, position, position + 1))
    bars_here = [
        Bar(Laid(low - base, high - base, laid.start, laid.end), palette[colour])
        for colour, low, high in runs
        if high - low >= 2
    ]
    anchored = _anchored(bars_here, bars.zero)
    spread = [replace(bar, negative=bar.laid.high <= bars.zero + 2) for bar in anchored]
    return tuple(sorted(spread, key=lambda b: b.laid.low))


def _glyph(region: Region, texts: Sequence[TextBox]) -> bool:
    """Whether a region is only a stroke of a letter: inside a box of text and far smaller than it."""
    box = region.box
    for text in texts:
        t = text.box
        inside = (
            t.left - 1 <= box.left
            and box.right <= t.right + 1
            and t.top - 1 <= box.top
            and box.bottom <= t.bottom + 1
        )
        if inside and box.width * box.height < 0.45 * t.width * t.height and box.height < 0.85 * t.height:
            return True
    return False


def _along(
    candidates: Sequence[Region], orientation: Orientation, texts: Sequence[TextBox]
) -> tuple[float, Bars | None]:
    laid = [Bar(lay(r.box, orientation), r.colour) for r in candidates]
    if not laid:
        return 0.0, None
    joined = _join(laid, [lay(t.box, orientation) for t in texts])
    best: tuple[float, float, list[Bar]] | None = None
    for thickness in sorted({round(bar.laid.thickness) for bar in joined if bar.laid.thickness >= 4}):
        slack = max(1.6, 0.07 * thickness)
        members = [bar for bar in joined if abs(bar.laid.thickness - thickness) <= slack]
        zero = _zero_line(members)
        anchored = _anchored(members, zero)
        area = sum(bar.laid.length * bar.laid.thickness for bar in anchored)
        score = len(anchored) + min(0.9, area / 1e5)
        if best is None or score > best[0]:
            best = (score, float(thickness), anchored)
    if best is None:
        return 0.0, None
    score, usual, members = best
    zero = _zero_line(members)
    anchored = _anchored(members, zero)
    if not anchored:
        return 0.0, None
    spread = [replace(bar, negative=bar.laid.high <= zero + 2) for bar in anchored]
    others = tuple(
        line
        for line in {round(e) for bar in joined for e in (bar.laid.low,)}
        if abs(line - zero) > 2 * usual and _second_plot(joined, anchored, line, usual)
    )
    return score, Bars(orientation, zero, usual, _columns(spread, usual), others)


def _second_plot(all_bars: Sequence[Bar], used: Sequence[Bar], line: float, thickness: float) -> bool:
    """Whether at least two unused bars of the same thickness stand on another line: another plot."""
    rest = [
        b
        for b in all_bars
        if b not in used and abs(b.laid.thickness - thickness) <= 2 and abs(b.laid.low - line) <= 2
    ]
    return len(rest) >= 2 and sum(b.laid.length for b in rest) > 4 * thickness


def _zero_line(bars: Sequence[Bar]) -> float:
    """The coordinate that bars of most columns begin or end at, of equals the lowest: in a stack, its foot."""

    def touching(line: float) -> int:
        return len(
            {
                round(b.laid.across)
                for b in bars
                if abs(b.laid.low - line) <= 2 or abs(b.laid.high - line) <= 2
            }
        )

    ends = sorted({end for bar in bars for end in (bar.laid.low, bar.laid.high)})
    best = max(ends, key=lambda end: (touching(end), -end))
    return float(median([e for b in bars for e in (b.laid.low, b.laid.high) if abs(e - best) <= 2]))


def _anchored(members: Sequence[Bar], zero: float) -> list[Bar]:
    """The bars that stand on the zero line, hang from it, or stand on one that does."""
    standing = [b for b in members if abs(b.laid.low - zero) <= 3 or abs(b.laid.high - zero) <= 3]
    rest = [b for b in members if b not in standing]
    grew = True
    while grew and rest:
        grew = False
        for bar in list(rest):
            if any(
                abs(bar.laid.across - other.laid.across) <= 2
                and (-3 <= bar.laid.low - other.laid.high <= 5 or -3 <= other.laid.low - bar.laid.high <= 5)
                for other in standing
            ):
                standing.append(bar)
                rest.remove(bar)
                grew = True
    return standing


def _join(bars: Sequence[Bar], texts: Sequence[Laid]) -> list[Bar]:
    """Pieces of one bar that a label cut in two, joined again."""
    pieces = sorted(bars, key=lambda b: (b.laid.start, b.laid.low))
    joined: list[Bar] = []
    for piece in pieces:
        for index, other in enumerate(joined):
            gap = piece.laid.low - other.laid.high
            if (
                near(piece.colour, other.colour)
                and abs(piece.laid.start - other.laid.start) <= 2
                and abs(piece.laid.end - other.laid.end) <= 2
                and 0 <= gap <= 60
                and any(
                    t.low - 3 <= other.laid.high
                    and piece.laid.low <= t.high + 3
                    and other.laid.start <= t.across <= other.laid.end
                    for t in texts
                )
            ):
                whole = Laid(other.laid.low, piece.laid.high, other.laid.start, other.laid.end)
                joined[index] = replace(other, laid=whole)
                break
        else:
            joined.append(piece)
    return joined


def _columns(bars: Sequence[Bar], thickness: float) -> tuple[tuple[Bar, ...], ...]:
    columns: list[list[Bar]] = []
    for bar in sorted(bars, key=lambda b: b.laid.across):
        if columns and abs(columns[-1][0].laid.across - bar.laid.across) <= 0.3 * thickness:
            columns[-1].append(bar)
        else:
            columns.append([bar])
    return tuple(tuple(sorted(column, key=lambda b: b.laid.low)) for column in columns)


# ── values to bars ───────────────────────────────────────────────────────────────────────────────────────────


def match_values(bars: Bars, values: Sequence[Printed]) -> dict[Bar, Printed]:
    """The printed value of each bar, by place alone; bars without one are left out, no value serves two bars."""
    offers: list[tuple[float, Bar, Printed]] = []
    room = max(bars.pitch, bars.thickness)
    laid = [(value, lay(value.box, bars.orientation)) for value in values]
    for column in bars.columns:
        for bar in column:
            for value, text in laid:
                cost = _cost(bar, text, bars.orientation, room, alone=len(column) == 1)
                if cost is not None:
                    offers.append((cost, bar, value))
    chosen: dict[Bar, Printed] = {}
    taken: set[Box] = set()
    for _cost_of, bar, value in sorted(offers, key=lambda offer: offer[0]):
        if bar not in chosen and value.box not in taken:
            chosen[bar] = value
            taken.add(value.box)
    return chosen


def _cost(bar: Bar, text: Laid, orientation: Orientation, room: float, alone: bool) -> float | None:
    """How far a text is from where the value of a bar would stand, or None where it cannot be it; ``room`` is what a
    column has across."""
    beside = abs(text.across - bar.laid.across) / room
    if beside > 0.55:
        return None
    size = text.length if orientation == "vertical" else text.thickness
    if bar.laid.low - 2 <= text.along <= bar.laid.high + 2:
        off = abs(text.along - bar.laid.along) / max(bar.laid.length, size)
        return beside + (0.35 if alone else 0.0) + 0.5 * off
    gap = bar.tip - text.high if bar.negative else text.low - bar.tip
    if alone:
        if -0.8 * size <= gap <= 2.2 * size:
            return beside + 0.15 * abs(gap) / size
        return None
    # a slim segment of a stack: its label overlaps the neighbours, but is centred on it
    distance = abs(text.along - bar.laid.along)
    limit = 0.5 * bar.laid.length + 0.5 * text.length
    return beside + 0.5 + 0.5 * distance / size if distance <= limit else None


def expected_place(bar: Bar, bars: Bars, matched: dict[Bar, Printed]) -> Box:
    """Where the value of a bar should stand, going by where those of the others stand."""
    vertical = bars.orientation == "vertical"
    laid = [(b, lay(v.box, bars.orientation)) for b, v in matched.items() if b.negative == bar.negative]
    laid = laid or [(b, lay(v.box, bars.orientation)) for b, v in matched.items()]
    long = median([t.length for _, t in laid]) if laid else 16.0
    thick = median([t.thickness for _, t in laid]) if laid else (bars.thickness if vertical else 16.0)
    inside = [b.laid.low <= t.along <= b.laid.high for b, t in laid]
    if bars.stacked or (inside and sum(inside) > len(inside) / 2):
        middle = bar.laid.along
        low, high = middle - long / 2, middle + long / 2
    else:
        gaps = [(b.tip - t.high if b.negative else t.low - b.tip) for b, t in laid]
        gap = median(gaps) if gaps else 4.0
        low = bar.tip - gap - long if bar.negative else bar.tip + gap
        high = low + long
        if not vertical:  # lengths of numbers differ: leave room to the right
            low, high = (low - long / 2, high) if bar.negative else (low, high + long / 2)
    half = thick / 2 + 1
    return unlay(Laid(low, high, bar.laid.across - half, bar.laid.across + half), bars.orientation)


# ── lengths against values ───────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Ruler:
    """``value = rate × length + offset``; what lies within ``slack(value)`` of it agrees with its bar."""

    rate: float
    offset: float
    share: float  # of the bars that agree

    def agrees(self, length: float, value: Decimal, decimals: int) -> bool:
        predicted = self.rate * length + self.offset
        slack = max(2.2 * abs(self.rate), 0.51 * 10.0**-decimals, 0.02 * abs(predicted))
        return abs(float(value) - predicted) <= slack


def signed_length(bar: Bar) -> float:
    return -bar.laid.length if bar.negative else bar.laid.length


def fit(pairs: Sequence[tuple[float, Decimal, int]]) -> Ruler | None:
    """The line through (length, value, decimals) that most pairs agree with: first through zero, then any; None if
    fewer than half agree with any."""
    usable = sorted(
        ((n, float(value)) for n, value, _ in pairs if abs(n) >= 3), key=lambda pair: -abs(pair[0])
    )
    if len(usable) < 2:
        return None
    rulers = [(value / length, 0.0) for length, value in usable]
    best = _best(rulers, pairs)
    if best.share >= 0.75 or len(usable) < 4:
        return best if best.share >= 0.5 else None
    lines = []
    for i, (l1, v1) in enumerate(usable):
        for l2, v2 in usable[i + 1 :]:
            if abs(l2 - l1) >= 8 and (v2 - v1) / (l2 - l1) > 0:
                rate = (v2 - v1) / (l2 - l1)
                lines.append((rate, v1 - rate * l1))
    step = max(1, len(lines) // 400)
    candidate = _best(lines[::step], pairs) if lines else best
    best = candidate if candidate.share > best.share + 0.15 else best
    return best if best.share >= 0.5 else None


def _best(lines: Sequence[tuple[float, float]], pairs: Sequence[tuple[float, Decimal, int]]) -> Ruler:
    """The line that most pairs agree with, drawn anew through all of those at once."""

    def measured(rate: float, offset: float) -> Ruler:
        ruler = Ruler(rate, offset, 0.0)
        return replace(ruler, share=sum(ruler.agrees(*pair) for pair in pairs) / len(pairs))

    best = max((measured(*line) for line in lines), key=lambda ruler: ruler.share)
    agreeing = [
        (length, float(value) - best.offset)
        for length, value, decimals in pairs
        if best.agrees(length, value, decimals)
    ]
    squares = sum(length * length for length, _ in agreeing)
    if not squares:
        return best
    drawn = measured(sum(length * value for length, value in agreeing) / squares, best.offset)
    return drawn if drawn.share >= best.share else best
