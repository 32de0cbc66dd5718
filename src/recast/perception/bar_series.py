"""Categories and series of a bar chart: which columns are one category, what it is called, and what the colours mean."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median

import numpy as np

from recast.errors import Refused
from recast.perception.bars import Bar, Bars, lay
from recast.perception.labels import category_labels, text_height, tidy
from recast.perception.legends import LegendEntry, coloured_legend, heading_legend
from recast.perception.marks import Colour, colour_names, hexadecimal, near
from recast.perception.measure import is_time
from recast.perception.printed import Printed
from recast.perception.text import Pixels, TextBox
from recast.types import Orientation


@dataclass(frozen=True, slots=True)
class Slot:
    """One category: its label, the boxes of the label, and its columns of bars."""

    label: str
    boxes: tuple[TextBox, ...]
    place: float
    bars: tuple[Bar, ...]


def slots_of(
    pixels: Pixels,
    words: Sequence[TextBox],
    bars: Bars,
    groups: Sequence[Group],
    matched: dict[Bar, Printed],
) -> tuple[Slot, ...]:
    """The categories along the axis with their bars."""
    places = [group.place for group in groups]
    steps = [b - a for a, b in itertools.pairwise(places)]
    pitch = median(steps) if steps else max(2 * bars.thickness, 60.0)
    ends = [bar.laid.low for bar in bars.all] + [bars.zero]
    ends += [lay(matched[b].box, bars.orientation).low for b in matched if b.negative]
    edge = min(ends) if bars.orientation == "vertical" else min(b.laid.low for b in bars.all)
    read = category_labels(pixels, words, places, pitch, edge, bars.orientation)
    slots = [
        Slot(label, boxes, group.place, group.bars)
        for (label, boxes), group in zip(read, groups, strict=True)
    ]
    if bars.orientation == "vertical" and any(_several_labels(s.boxes, text_height(words)) for s in slots):
        raise Refused("several labels stand under one bar, so bars were missed")
    slots = _filled_years(slots)
    nameless = sum(not slot.label for slot in slots)
    if nameless and bars.stacked and _in_clusters(steps):
        raise Refused("a chart with several stacks a category; give its values as a table with --table")
    if nameless and len(slots) > 1:
        raise Refused(f"{nameless} of {len(slots)} bars have no label that can be read")
    if nameless:
        raise Refused("the bar has no label that can be read")
    if _label_without_bar(words, slots, pitch, bars.orientation):
        raise Refused("a category label has no bar and no value that could be assigned to it")
    return tuple(slots)


def _in_clusters(steps: Sequence[float]) -> bool:
    """Whether the distances between columns say that always as many stand together, with wider gaps between."""
    wide = [i for i, step in enumerate(steps, 1) if step > 1.2 * min(steps)]
    sizes = {b - a for a, b in itertools.pairwise([0, *wide, len(steps) + 1])}
    return bool(wide) and len(sizes) == 1 and sizes != {1}


def _several_labels(boxes: Sequence[TextBox], line: float) -> bool:
    """Whether the boxes of one label stand side by side, farther apart than words do."""
    ordered = sorted(boxes, key=lambda t: t.box.left)
    return any(
        abs(a.box.y - b.box.y) < 0.5 * line and b.box.left - a.box.right > 1.5 * line
        for a, b in itertools.pairwise(ordered)
    )


def _label_without_bar(
    words: Sequence[TextBox], slots: Sequence[Slot], pitch: float, orientation: Orientation
) -> bool:
    """Whether words are left in the row of labels below upright bars, or in a column of labels that end at one edge
    beside lying ones, a whole number of steps from all places.

    Not covered: labels beside lying bars that begin at one edge, for headings of groups stand in the same column.
    """
    used = [box for slot in slots for box in slot.boxes]
    if len(slots) < 2 or not used:
        return False
    upright = orientation == "vertical"
    edges = [t.box.top if upright else t.box.right for t in used]
    edge, line = median(edges), text_height(words)
    if not upright and sum(abs(e - edge) <= 0.3 * line for e in edges) < 0.8 * len(edges):
        return False
    for text in words:
        at = text.box.x if upright else text.box.y
        if not upright and at < slots[0].place and _continues(text, words):
            continue
        steps = (at - slots[0].place) / pitch
        apart = min(abs(slot.place - at) for slot in slots)
        if (
            text not in used
            and apart > 0.75 * pitch
            and abs(steps - round(steps)) <= 0.12
            and abs((text.box.top if upright else text.box.right) - edge) < 0.3 * line
            and (upright or slots[0].place - 1.2 * pitch < at < slots[-1].place + 1.2 * pitch)
        ):
            return True
    return False


def _continues(text: TextBox, words: Sequence[TextBox]) -> bool:
    """Whether a text begins at the same place as a wider one close above it, as a subtitle does under its title."""
    return any(
        abs(t.box.left - text.box.left) <= 4
        and t.box.width > 1.5 * text.box.width
        and 0 < text.box.y - t.box.y < 3 * t.box.height
        for t in words
    )


@dataclass(frozen=True, slots=True)
class Group:
    """The bars of one category and the middle of the place that they share, missing ones counted in.

    ``order`` holds the colours that a full group has, ``step`` is from one bar to the next; both say where a bar that
    is too short to be drawn would stand.
    """

    place: float
    bars: tuple[Bar, ...]
    order: tuple[Colour, ...] = ()
    step: float = 0.0

    def place_of(self, colour: int) -> float:
        """Where the bar of the ``colour``-th colour of a full group stands."""
        return self.place + (colour - (len(self.order) - 1) / 2) * self.step


def groups_of(bars: Bars, legend: Sequence[LegendEntry]) -> tuple[Group, ...]:
    """Columns that belong to one category: all of a stack, or neighbours of different colours in a grouped chart."""
    columns = bars.columns
    single = tuple(Group(column[0].laid.across, column) for column in columns)
    gaps = [b - a for a, b in itertools.pairwise(bars.places)]
    if bars.stacked or not gaps or len(bars.colours) < 2:
        return single
    runs = _runs([column[0] for column in columns], gaps)
    apart = min(gaps) > 1.15 * bars.thickness
    if len(runs) > 1 and apart and max(gaps) <= 1.06 * min(gaps) + 2:
        return single  # bars that stand evenly are one a category, whatever their colours
    if len(legend) < 2 and not _repeating(runs):
        return single
    longest = max(runs, key=len)
    order = tuple(bar.colour for bar in longest)
    if len(longest) < 2:
        return single
    step = (longest[-1].laid.across - longest[0].laid.across) / (len(longest) - 1)
    aligned = _aligned([column[0] for column in columns], order, step)
    if aligned is not None:
        return aligned
    return tuple(Group(float(np.mean([b.laid.across for b in run])), tuple(run)) for run in runs)


def _runs(row: Sequence[Bar], gaps: Sequence[float]) -> list[list[Bar]]:
    """Neighbours of different colours with no wider gap between them than between the nearest two."""
    step = min(gaps)
    runs: list[list[Bar]] = [[row[0]]]
    for bar, gap in zip(row[1:], gaps, strict=True):
        repeated = any(near(bar.colour, other.colour) for other in runs[-1])
        if repeated or gap > 1.18 * step + 1:
            runs.append([bar])
        else:
            runs[-1].append(bar)
    return runs


def _repeating(runs: Sequence[Sequence[Bar]]) -> bool:
    """Whether most runs have the same colours in the same order, so that they are groups without any legend."""
    most = max(len(run) for run in runs)
    full = [run for run in runs if len(run) == most]
    return (
        most >= 2
        and len(full) >= max(2, 0.6 * len(runs))
        and all(near(a.colour, b.colour) for run in full for a, b in zip(run, full[0], strict=True))
    )


def _aligned(row: Sequence[Bar], order: Sequence[Colour], step: float) -> tuple[Group, ...] | None:
    """Groups by where the middle of its group lies for a bar of its colour, so that missing bars leave their gap; None
    where that does not come out even."""
    placed: list[tuple[float, Bar]] = []
    for bar in row:
        rank = next((i for i, colour in enumerate(order) if near(bar.colour, colour)), None)
        if rank is None:
            return None
        placed.append((bar.laid.across - (rank - (len(order) - 1) / 2) * step, bar))
    placed.sort(key=lambda item: item[0])
    groups: list[list[tuple[float, Bar]]] = []
    for middle, bar in placed:
        if groups and middle - groups[-1][0][0] < 0.4 * step:
            groups[-1].append((middle, bar))
        else:
            groups.append([(middle, bar)])
    for group in groups:
        colours = [bar.colour for _, bar in group]
        if any(near(a, b) for a, b in itertools.combinations(colours, 2)):
            return None
    return tuple(
        Group(
            float(median([middle for middle, _ in group])),
            tuple(sorted((bar for _, bar in group), key=lambda b: b.laid.across)),
            tuple(order),
            step,
        )
        for group in groups
    )


def _filled_years(slots: list[Slot]) -> list[Slot]:
    """Where only some years are written under evenly spaced bars, the years between."""
    known = [(i, int(s.label)) for i, s in enumerate(slots) if s.label.isdigit() and len(s.label) == 4]
    if len(known) < 2 or len(known) == len(slots) or any(s.label and not s.label.isdigit() for s in slots):
        return slots
    (i0, y0), (i1, y1) = known[0], known[-1]
    if (y1 - y0) % (i1 - i0) or any((y - y0) * (i1 - i0) != (i - i0) * (y1 - y0) for i, y in known):
        return slots
    step = (y1 - y0) // (i1 - i0)
    return [s if s.label else replace(s, label=str(y0 + (i - i0) * step)) for i, s in enumerate(slots)]


def series_of(
    pixels: Pixels,
    words: Sequence[TextBox],
    bars: Bars,
    legend: tuple[LegendEntry, ...],
    slots: Sequence[Slot],
    colours: Sequence[Colour],
) -> tuple[tuple[LegendEntry, ...], bool]:
    """The named series; none where the chart has one. The flag says whether bars of one category differ in colour."""
    several = any(len(slot.bars) > 1 for slot in slots)
    if legend:
        return legend, several
    if not several:
        return (), False
    letters = [t for t in words if any(c.isalpha() for c in t.text) or is_time(t.text)]
    first = slots[0].bars
    heading = heading_legend(
        letters, [(b.laid, b.colour) for b in _longest(slots)], bars.orientation, text_height(words)
    )
    if heading:
        return heading, True
    beside = _beside_last(letters, bars, text_height(words))
    if beside:
        return beside, True
    coloured = coloured_legend(pixels, letters, colours)
    if len(coloured) >= len({hexadecimal(b.colour) for b in first}) and coloured:
        return coloured, True
    return tuple(LegendEntry(name, c) for name, c in zip(colour_names(colours), colours, strict=True)), True


def member(slot: Slot, colour: Colour, slots: Sequence[Slot], bars: Bars) -> Bar | None:
    """The bar of a series in a category: that of its colour; in a stack that is highlighted in other colours
    throughout, the one at the same rank as in the other stacks. None where there is none."""
    own = next((b for b in slot.bars if near(b.colour, colour)), None)
    if own is not None or not bars.stacked:
        return own
    others = [
        s for s in slots if len(s.bars) == len(slot.bars) and any(near(b.colour, colour) for b in s.bars)
    ]
    if not others or any(near(a.colour, b.colour) for a in slot.bars for b in others[0].bars):
        return None
    rank = next(i for i, b in enumerate(others[0].bars) if near(b.colour, colour))
    return slot.bars[rank]


def with_unnamed(
    series: tuple[LegendEntry, ...], slots: Sequence[Slot], bars: Bars
) -> tuple[LegendEntry, ...]:
    """The series, and one named by its colour for every colour of bars that no entry of the legend speaks for: its name
    was not read, but its values must not be left out."""
    if not series:
        return series
    named = {member(slot, entry.colour, slots, bars) for slot in slots for entry in series}
    colours: list[Colour] = []
    for slot in slots:
        for bar in slot.bars:
            if bar not in named and not any(near(bar.colour, c) for c in colours):
                colours.append(bar.colour)
    names = colour_names([*(e.colour for e in series), *colours])[len(series) :]
    return (*series, *(LegendEntry(name, c) for name, c in zip(names, colours, strict=True)))


def _beside_last(texts: Sequence[TextBox], bars: Bars, line: float) -> tuple[LegendEntry, ...]:
    """Series of an upright stack named in words right of the last column, each beside its own segment; none where a
    segment has no words beside it or the column lacks a colour."""
    last = bars.columns[-1]
    if bars.orientation != "vertical" or not bars.stacked or len(last) < len(bars.colours):
        return ()
    names: list[list[TextBox]] = [[] for _ in last]
    for text in texts:
        if text.box.left < bars.extent.right - 4 or text.box.left > bars.extent.right + 4 * line:
            continue
        rank = min(range(len(last)), key=lambda i: abs(last[i].laid.along + text.box.y))
        if last[rank].laid.low - 0.6 * line <= -text.box.y <= last[rank].laid.high + 0.6 * line:
            names[rank].append(text)
    if not all(names):
        return ()
    return tuple(
        LegendEntry(
            tidy(" ".join(t.text.strip() for t in sorted(name, key=lambda t: t.box.top))),
            segment.colour,
            tuple(t.box for t in name),
        )
        for name, segment in zip(names, last, strict=True)
    )


def _longest(slots: Sequence[Slot]) -> tuple[Bar, ...]:
    """The segments of the first slot that has them all."""
    most = max(len(slot.bars) for slot in slots)
    return next(slot.bars for slot in slots if len(slot.bars) == most)
