"""Categories and series of a bar chart: which columns are one category, what it is called, and what the colours mean."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median

import numpy as np

from recast.errors import Refused
from recast.perception.bars import Bar, Bars, lay
from recast.perception.labels import (
    LegendEntry,
    category_labels,
    coloured_legend,
    heading_legend,
    text_height,
)
from recast.perception.marks import Colour, colour_names, hexadecimal, near
from recast.perception.printed import Printed
from recast.perception.text import Pixels, TextBox


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
    legend: Sequence[LegendEntry],
    values: Sequence[Printed],
    matched: dict[Bar, Printed],
) -> tuple[Slot, ...]:
    """The categories along the axis with their bars."""
    groups = _groups(bars, legend)
    places = [float(np.mean([b.laid.across for b in group])) for group in groups]
    steps = [b - a for a, b in itertools.pairwise(places)]
    pitch = median(steps) if steps else max(2 * bars.thickness, 60.0)
    ends = [bar.laid.low for bar in bars.all] + [bars.zero]
    ends += [lay(matched[b].box, bars.orientation).low for b in matched if b.negative]
    edge = min(ends) if bars.orientation == "vertical" else min(b.laid.low for b in bars.all)
    read = category_labels(pixels, words, places, pitch, edge, bars.orientation)
    slots = [
        Slot(label, boxes, place, group)
        for (label, boxes), place, group in zip(read, places, groups, strict=True)
    ]
    slots = _filled_years(slots)
    nameless = sum(not slot.label for slot in slots)
    if nameless and len(slots) > 1:
        raise Refused(f"{nameless} of {len(slots)} bars have no label that can be read")
    if nameless:
        raise Refused("the bar has no label that can be read")
    if bars.orientation == "vertical" and _label_without_bar(words, slots, pitch):
        raise Refused("a category label has no bar and no value that could be assigned to it")
    return tuple(slots)


def _label_without_bar(words: Sequence[TextBox], slots: Sequence[Slot], pitch: float) -> bool:
    """Whether words are left in the row of labels below upright bars, a whole number of steps from all places.

    Not covered: labels beside lying bars, where headings of groups stand in the same column.
    """
    used = [box for slot in slots for box in slot.boxes]
    starts = [min(t.box.top for t in slot.boxes) for slot in slots if slot.boxes]
    if len(slots) < 2 or not starts:
        return False
    for text in words:
        steps = (text.box.x - slots[0].place) / pitch
        apart = min(abs(slot.place - text.box.x) for slot in slots)
        if (
            text not in used
            and apart > 0.75 * pitch
            and abs(steps - round(steps)) <= 0.12
            and abs(text.box.top - median(starts)) < 0.3 * text_height(words)
        ):
            return True
    return False


def _groups(bars: Bars, legend: Sequence[LegendEntry]) -> list[tuple[Bar, ...]]:
    """Columns that belong to one category: all of a stack, or neighbours of different colours in a grouped chart."""
    columns = bars.columns
    if bars.stacked or len(legend) < 2:
        return [tuple(column) for column in columns]
    places = bars.places
    gaps = [b - a for a, b in itertools.pairwise(places)]
    if not gaps:
        return [tuple(column) for column in columns]
    step = min(gaps)
    groups: list[list[Bar]] = [[columns[0][0]]]
    for column, gap in zip(columns[1:], gaps, strict=True):
        bar = column[0]
        repeated = any(near(bar.colour, other.colour) for other in groups[-1])
        if repeated or gap > 1.18 * step + 1:
            groups.append([bar])
        else:
            groups[-1].append(bar)
    return [tuple(group) for group in groups]


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
    letters = [t for t in words if any(c.isalpha() for c in t.text)]
    first = slots[0].bars
    heading = heading_legend(
        letters, [(b.laid, b.colour) for b in _longest(slots)], bars.orientation, text_height(words)
    )
    if heading:
        return heading, True
    coloured = coloured_legend(pixels, letters, colours)
    if len(coloured) >= len({hexadecimal(b.colour) for b in first}) and coloured:
        return coloured, True
    return tuple(LegendEntry(name, c) for name, c in zip(colour_names(colours), colours, strict=True)), True


def _longest(slots: Sequence[Slot]) -> tuple[Bar, ...]:
    """The segments of the first slot that has them all."""
    most = max(len(slot.bars) for slot in slots)
    return next(slot.bars for slot in slots if len(slot.bars) == most)
