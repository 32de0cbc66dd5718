"""Which regions of a picture are bars, and which way they run.

Bars are regions of one thickness that share a zero line, or stand on one that does (stacks). What is found from whole
regions is cut anew along the rims of each column, where no label hides the colour of a slim segment.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from statistics import median

import numpy as np

from recast.perception.bars import Bar, Bars, Laid, lay, unlay
from recast.perception.marks import TOLERANCE, Colour, Region, near
from recast.perception.text import Pixels, TextBox
from recast.types import Orientation

_MOST_PLOTS = 3  # beside the first
_SMOOTH = 10  # of 255: largest step from one pixel to the next inside a shaded bar


def find_bars(pixels: Pixels, found: Sequence[Region], texts: Sequence[TextBox]) -> Bars | None:
    """The bars of the picture, or None. Whichever way more regions of one thickness share a zero line wins."""
    bars = _most(found, texts)
    return _scanned(pixels, bars, found) if bars is not None else None


def further_plots(
    pixels: Pixels, found: Sequence[Region], texts: Sequence[TextBox], bars: Bars
) -> tuple[Bars, ...]:
    """Bars of other plots beside, above or below ``bars``: solid regions that are part of none, at least two of unlike
    length on one zero line, with an eighth of the ground of the first plot.

    Not covered: a further plot of one bar or of bars of one length, which look like the patches of a legend.
    """
    plots: list[Bars] = []
    ground = sum(bar.laid.length * bar.laid.thickness for bar in bars.all)
    rest = [r for r in found if r.area >= 0.6 * r.box.width * r.box.height and not _part_of(r, bars)]
    while len(plots) < _MOST_PLOTS:
        other = _most(rest, texts)
        if other is None or len(other.all) < 2:
            break
        lengths = [bar.laid.length for bar in other.all]
        covered = sum(bar.laid.length * bar.laid.thickness for bar in other.all)
        if covered < 0.125 * ground or max(lengths) - min(lengths) <= 2:
            break
        plots.append(_scanned(pixels, other, rest))
        rest = [r for r in rest if not _part_of(r, other)]
    return tuple(plots)


def missed_series(found: Sequence[Region], bars: Bars) -> bool:
    """Whether marks in a colour of no bar, as many as half the columns and as large as bars, stand on the zero line among
    the bars with unlike lengths: bars of a series whose shape was not made out, as beside outlined ones.

    Not covered: a series of which fewer marks are seen, and one in the colour of another.
    """
    ground = median(bar.laid.length * bar.laid.thickness for bar in bars.all)
    first, last = bars.places[0] - bars.pitch, bars.places[-1] + bars.pitch
    seen: dict[Colour, list[float]] = {}
    for region in found:
        laid = lay(region.box, bars.orientation)
        if (
            abs(laid.low - bars.zero) <= 3
            and region.area >= max(200.0, 0.4 * ground)
            and first <= laid.across <= last
            and 0.6 * bars.thickness <= laid.thickness <= 2.6 * bars.thickness
            and not any(near(region.colour, c) for c in bars.colours)
        ):
            seen.setdefault(region.colour, []).append(laid.length)
    least = max(2.0, 0.5 * len(bars.columns))
    return any(len(lengths) >= least and max(lengths) - min(lengths) > 5 for lengths in seen.values())


def _part_of(region: Region, bars: Bars) -> bool:
    """Whether a region is a bar, a part of one, or lies over or behind bars."""
    laid = lay(region.box, bars.orientation)
    return any(
        min(laid.high, b.laid.high) - max(laid.low, b.laid.low) > -1
        and min(laid.end, b.laid.end) - max(laid.start, b.laid.start) > -1
        for b in bars.all
    )


def _most(found: Sequence[Region], texts: Sequence[TextBox]) -> Bars | None:
    candidates = [r for r in found if r.rectangular and not _glyph(r, texts)]
    orientations: tuple[Orientation, Orientation] = ("vertical", "horizontal")
    readings = [_along(candidates, orientation, texts) for orientation in orientations]
    return max(readings, key=lambda reading: reading[0])[1]


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
        columns.append(segments or tuple(_shaded(pixels, column, bars.orientation)))
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
    anchored = _anchored(_shaded(pixels, bars_here, bars.orientation), bars.zero)
    spread = [replace(bar, negative=bar.laid.along < bars.zero) for bar in anchored]
    return tuple(sorted(spread, key=lambda b: b.laid.low))


def _shaded(pixels: Pixels, segments: Sequence[Bar], orientation: Orientation) -> list[Bar]:
    """Segments with no sharp edge between them are one bar, shaded along its length; it has the colour of its longest
    part."""
    merged: list[tuple[Bar, Bar]] = []  # what is one bar so far, and its last part
    for part in sorted(segments, key=lambda b: b.laid.low):
        if merged:
            whole, last = merged[-1]
            if part.laid.low - last.laid.high <= 2 and not _edge(pixels, part, orientation):
                longer = part if part.laid.length > last.laid.length else last
                laid = Laid(whole.laid.low, part.laid.high, whole.laid.start, whole.laid.end)
                merged[-1] = (Bar(laid, longer.colour, part.negative), part)
                continue
        merged.append((part, part))
    return [whole for whole, _ in merged]


def fading(pixels: Pixels, bars: Bars) -> bool:
    """Whether most bars end in no sharp edge but fade into the paper, so that where they end cannot be told."""
    ends = [column[-1] if not column[-1].negative else column[0] for column in bars.columns]
    soft = [
        not _edge(
            pixels, replace(bar, laid=replace(bar.laid, low=bar.tip, high=bar.tip + 1)), bars.orientation
        )
        for bar in ends
    ]
    return sum(soft) > 0.5 * len(soft)


def _edge(pixels: Pixels, part: Bar, orientation: Orientation) -> bool:
    """Whether the colour jumps where a segment begins, along the middle of most of its width."""
    box = unlay(part.laid, orientation)
    upright = pixels if orientation == "vertical" else pixels.swapaxes(0, 1)[::-1]
    foot = round(box.bottom) if orientation == "vertical" else upright.shape[0] - round(box.left)
    start, end = round(part.laid.start), round(part.laid.end)
    around = upright[max(0, foot - 3) : foot + 3, start + 1 : max(end - 1, start + 2)].astype(np.int16)
    if around.shape[0] < 2 or around.shape[1] == 0:
        return True
    return float(np.median(np.abs(np.diff(around, axis=0)).max(axis=(0, 2)))) > _SMOOTH


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
    anchored = _anchored(members, zero, [lay(t.box, orientation) for t in texts])
    if not anchored:
        return 0.0, None
    spread = [replace(bar, negative=bar.laid.along < zero) for bar in anchored]
    others = tuple(
        line
        for line in {round(e) for bar in joined for e in (bar.laid.low,)}
        if abs(line - zero) > 2 * usual and _second_plot(joined, anchored, line, usual)
    )
    return score, Bars(orientation, zero, usual, _columns(spread, usual), others)


def _second_plot(all_bars: Sequence[Bar], used: Sequence[Bar], line: float, thickness: float) -> bool:
    """Whether at least two unused bars of the same thickness, not of one length as swatches are, stand on another
    line: another plot."""
    rest = [
        b
        for b in all_bars
        if b not in used and abs(b.laid.thickness - thickness) <= 2 and abs(b.laid.low - line) <= 2
    ]
    lengths = [b.laid.length for b in rest]
    return len(rest) >= 2 and max(lengths) - min(lengths) > 2 and sum(lengths) > 4 * thickness


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


def _anchored(members: Sequence[Bar], zero: float, texts: Sequence[Laid] = ()) -> list[Bar]:
    """The bars that stand on the zero line, hang from it, or stand on one that does; one of ``texts`` may cover a slim
    one between a bar and the line."""

    def covered(low: float, high: float, across: float) -> bool:
        return any(t.low - 3 <= low and high <= t.high + 3 and t.start <= across <= t.end for t in texts)

    standing = [
        b
        for b in members
        if abs(b.laid.low - zero) <= 3
        or abs(b.laid.high - zero) <= 3
        or (b.laid.low > zero and covered(zero, b.laid.low, b.laid.across))
        or (b.laid.high < zero and covered(b.laid.high, zero, b.laid.across))
    ]
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
