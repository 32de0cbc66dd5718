"""A bar chart of a publisher as a Table: bars, their printed values, categories, series and titles put together."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from statistics import median

import numpy as np

from recast.errors import Refused
from recast.language.colours import nearest_name
from recast.perception.axis import value_axis
from recast.perception.bars import (
    Bar,
    Bars,
    Laid,
    Ruler,
    expected_place,
    fit,
    lay,
    match_values,
    signed_length,
    unlay,
)
from recast.perception.labels import (
    LegendEntry,
    category_labels,
    coloured_legend,
    foot_title,
    heading_legend,
    side_title,
    swatch_legend,
    text_height,
    titles,
)
from recast.perception.marks import PALE, Colour, Region, colour_names, hexadecimal, ink_colour, near
from recast.perception.measure import category_role, unit_and_scale
from recast.perception.printed import Printed, common_scale, common_unit, in_scale, printed_value
from recast.perception.text import Pixels, TextBox, read_crops
from recast.types import Box, Cell, ChartKind, Series, Table

_LEAST_LABELLED = 0.6  # share of bars that must carry a value; below it the chart has none printed


@dataclass(frozen=True, slots=True)
class Slot:
    """One category: its label, the boxes of the label, and its columns of bars."""

    label: str
    boxes: tuple[TextBox, ...]
    place: float
    bars: tuple[Bar, ...]


def bar_table(pixels: Pixels, texts: Sequence[TextBox], found: Sequence[Region], bars: Bars) -> Table:
    """The Table of a bar chart whose values are printed. Raises ``Refused`` saying what does not fit."""
    if bars.others:
        raise Refused("the picture holds two charts; crop it to one")
    if _beside_another(pixels, texts, bars):
        raise Refused("the picture holds two charts side by side; crop it to one")
    values = [p for t in texts if (p := printed_value(t)) is not None]
    axis = value_axis(values, _extent(bars), bars.orientation)
    ticks = set(axis.boxes) if axis is not None else set()
    texts = [t for t in texts if t.box not in ticks]
    values = [v for v in values if v.box not in ticks]
    matched = _values_of(pixels, bars, values)
    if len(matched) < _LEAST_LABELLED * len(bars.all):
        raise Refused("a bar chart without printed values on its bars; values are not read off an axis yet")
    ruler = fit([(signed_length(b), v.value, v.decimals) for b, v in matched.items()])
    matched = _read_again(pixels, bars, matched, ruler)
    bars, matched = _with_flat_bars(pixels, bars, matched, texts, values, ruler)
    digits = {t.box for t in texts if any(c.isdigit() for c in t.text)}
    if _unassigned(bars, matched, [v for v in values if v.box in digits]):
        raise Refused("some printed values could not be assigned to a bar")
    used = {v.box for v in matched.values()}
    words = [t for t in texts if t.box not in used and not _within_bars(t, bars)]

    colours = _colours(bars)
    taken = [unlay(bar.laid, bars.orientation) for bar in bars.all]
    legend = swatch_legend(pixels, words, found, colours, taken)
    if len(legend) < 2:
        legend = ()
    words = [t for t in words if not any(t.box in e.boxes for e in legend)]
    slots = _slots(pixels, words, bars, legend, values, matched)
    words = [t for t in words if all(t not in slot.boxes for slot in slots)]
    series, order = _series(pixels, words, bars, legend, slots, colours)
    words = [t for t in words if not any(t.box in e.boxes for e in series)]
    return _table(pixels, words, bars, slots, series, order, matched, values, ruler)


def _within_bars(text: TextBox, bars: Bars) -> bool:
    """Whether a text stands inside one bar or over several: what is left there is a value read badly."""
    laid = lay(text.box, bars.orientation)
    return printed_value(text) is not None and any(
        b.laid.start <= laid.across <= b.laid.end and b.laid.low <= laid.along <= b.laid.high
        for b in bars.all
    )


# ── values ───────────────────────────────────────────────────────────────────────────────────────────────────


def _values_of(pixels: Pixels, bars: Bars, values: Sequence[Printed]) -> dict[Bar, Printed]:
    """The values by place; a bar without one is looked at again where its value should stand."""
    matched = match_values(bars, values)
    missing = [bar for bar in bars.all if bar not in matched]
    if not matched or not missing or len(matched) < 0.3 * len(bars.all):
        return matched
    places = [expected_place(bar, bars, matched) for bar in missing]
    for bar, reading in zip(missing, read_crops(pixels, places, 2.0, margin=3), strict=True):
        value = printed_value(reading)
        if value is not None and reading.confidence > 0.5:
            matched[bar] = value
    return matched


def _with_flat_bars(
    pixels: Pixels,
    bars: Bars,
    matched: dict[Bar, Printed],
    texts: Sequence[TextBox],
    values: Sequence[Printed],
    ruler: Ruler | None,
) -> tuple[Bars, dict[Bar, Printed]]:
    """Bars too short to be drawn: a value at the zero line, a whole number of steps from the other bars, whose bar
    would be under three pixels long by the ruler of the others. Only where every column has one bar, and where a
    label stands in line with those of the others or, in a chart of other than two colours, at most a step away."""
    if ruler is None and len(bars.all) == 1 and matched:
        (bar, only), *_ = matched.items()
        ruler = Ruler(float(only.value) / signed_length(bar), 0.0, 1.0)
    if bars.stacked or ruler is None:
        return bars, matched
    taken = {v.box for v in matched.values()}
    step, first, last = bars.pitch, bars.places[0], bars.places[-1]
    unlabelled = len(bars.columns) > 1 and len(_colours(bars)) != 2
    flat: dict[Bar, Printed] = {}
    for value in values:
        laid = lay(value.box, bars.orientation)
        size = laid.length if bars.orientation == "vertical" else laid.thickness
        if value.box in taken or not -0.5 * size <= laid.low - bars.zero <= 2.5 * size:
            continue
        if abs(float(value.value)) > 3 * abs(ruler.rate) + abs(ruler.offset):
            continue
        if min(abs(p - laid.across) for p in bars.places) < 0.6 * step:
            continue
        labelled = _labelled(value, texts, bars)
        steps = (laid.across - first) / step
        whole = abs(steps - round(steps)) <= 0.25
        close = first - 1.6 * step <= laid.across <= last + 1.6 * step
        if not ((labelled and (whole or len(bars.columns) == 1)) or (unlabelled and whole and close)):
            continue
        across = first + round(steps) * step if whole else laid.across
        half = bars.thickness / 2
        colour = (
            bars.all[0].colour if len(_colours(bars)) == 1 else ink_colour(pixels, value.box) or (0, 0, 0)
        )
        flat[Bar(Laid(bars.zero, bars.zero, across - half, across + half), colour)] = replace(
            value, confidence=min(value.confidence, 0.8)
        )
    if not flat:
        return bars, matched
    columns = sorted([*bars.columns, *((bar,) for bar in flat)], key=lambda column: column[0].laid.across)
    return replace(bars, columns=tuple(columns)), {**matched, **flat}


def _labelled(value: Printed, texts: Sequence[TextBox], bars: Bars) -> bool:
    """Whether a value at the zero line has a category label in line with the label of a drawn bar."""
    line = text_height(texts)

    def labels(across: float) -> list[Box]:
        if bars.orientation == "horizontal":
            return [
                t.box
                for t in texts
                if t.box.right <= bars.zero + 5 and abs(t.box.y - across) < 0.7 * line and t.box != value.box
            ]
        reach = 0.4 * bars.pitch
        return [
            t.box
            for t in texts
            if -bars.zero - 2 <= t.box.top <= -bars.zero + 4 * line
            and (abs(t.box.x - across) < reach or abs(t.box.right - across) < reach)
            and t.box != value.box
        ]

    own = labels(lay(value.box, bars.orientation).across)
    if bars.orientation == "horizontal":
        return bool(own) and any(labels(place) for place in bars.places)
    return any(abs(a.top - b.top) < 0.7 * line for a in own for place in bars.places for b in labels(place))


def _unassigned(bars: Bars, matched: dict[Bar, Printed], values: Sequence[Printed]) -> bool:
    """Whether a number is left in the plot where a bar is missing, or at a bar that has got no value.

    Totals beyond a stack and second numbers at a bar that has its value do not count. Not covered: a bar without
    both pixels and a readable value.
    """
    taken = {v.box for v in matched.values()}
    step, first, last = bars.pitch, bars.places[0], bars.places[-1]
    tip = max([bar.laid.high for bar in bars.all] + [bars.zero])
    low = min([bar.laid.low for bar in bars.all] + [bars.zero])
    for value in values:
        laid = lay(value.box, bars.orientation)
        size = laid.length if bars.orientation == "vertical" else laid.thickness
        inside = first - 0.5 * step < laid.across < last + 0.5 * step
        inside = inside and low - 0.5 * size <= laid.low and laid.low <= tip + 2.5 * size
        if value.box in taken or not inside:
            continue
        column = min(bars.columns, key=lambda c: abs(c[0].laid.across - laid.across))
        if abs(column[0].laid.across - laid.across) > 0.6 * bars.thickness:
            return True
        foot, head = min(bar.laid.low for bar in column), max(bar.laid.high for bar in column)
        within = foot - size <= laid.along <= head + (0.0 if bars.stacked else 2.2 * size)
        if within and any(bar not in matched for bar in column):
            return True
    return False


def _beside_another(pixels: Pixels, texts: Sequence[TextBox], bars: Bars) -> bool:
    """Whether the widest gap between upright bars holds a strip without ink from the top of the picture to its foot,
    with one line of words centred above the bars on either side: two charts side by side."""
    if bars.orientation == "horizontal" or len(bars.columns) < 2:
        return False
    edges = [(a[0].laid.end, b[0].laid.start) for a, b in itertools.pairwise(bars.columns)]
    end, start = max(edges, key=lambda edge: edge[1] - edge[0])
    gap = pixels[:, round(end) : max(round(start), round(end) + 1)]
    inked = (gap.min(axis=2) < PALE).any(axis=0)
    if max((len(list(run)) for ink, run in itertools.groupby(inked.tolist()) if not ink), default=0) < 6:
        return False
    top = _extent(bars).top
    above = [t.box for t in texts if t.box.y < top and any(c.isalpha() for c in t.text)]

    def centred(left: float, right: float) -> list[Box]:
        return [b for b in above if abs(b.x - (left + right) / 2) < 0.2 * (right - left) + 4]

    return any(
        abs(a.y - b.y) < 0.6 * a.height and a.right <= start and b.left >= end
        for a in centred(_left(bars), end)
        for b in centred(start, _right(bars))
    )


def _read_again(
    pixels: Pixels, bars: Bars, matched: dict[Bar, Printed], ruler: Ruler | None
) -> dict[Bar, Printed]:
    """Values that do not lie on the line of the others, read again at other scales; what agrees then is taken, what
    still disagrees keeps its first reading at low confidence."""
    if ruler is None:
        return {bar: replace(value, confidence=min(value.confidence, 0.6)) for bar, value in matched.items()}
    usual = sorted(v.decimals for v in matched.values())[-2:][0]  # one value alone may not have more decimals
    suspects = [
        b
        for b, v in matched.items()
        if v.decimals > max(usual, 1) or not ruler.agrees(signed_length(b), v.value, v.decimals)
    ]
    settled = dict(matched)
    for scale, inverted in ((2.0, False), (3.0, False), (2.0, True)):
        left = [b for b in suspects if settled[b] is matched[b]]
        if not left or len(left) > max(12, len(matched) // 2):
            break
        source = 255 - pixels if inverted else pixels
        places = [matched[b].box for b in left] + [expected_place(b, bars, matched) for b in left]
        readings = read_crops(source, places, scale, margin=2)
        for bar, one, other in zip(left, readings[: len(left)], readings[len(left) :], strict=True):
            for reading in (one, other):
                value = printed_value(reading)
                if value is not None and ruler.agrees(signed_length(bar), value.value, value.decimals):
                    settled[bar] = replace(value, box=matched[bar].box)
                    break
    for bar in suspects:
        if settled[bar] is matched[bar]:
            repaired = _repaired(bar, matched, ruler)
            if repaired is not None:
                settled[bar] = repaired
    return {
        bar: value
        if ruler.agrees(signed_length(bar), value.value, value.decimals)
        else replace(value, confidence=min(value.confidence, 0.5))
        for bar, value in settled.items()
    }


def _repaired(bar: Bar, matched: dict[Bar, Printed], ruler: Ruler) -> Printed | None:
    """A value whose digits were read but whose point was not, or with one stray digit of its neighbour at either end:
    if just one such change agrees with the length of the bar and with how the other values are written, that change,
    at a confidence below what counts as sure."""
    value = matched[bar]
    decimals = {v.decimals for b, v in matched.items() if b is not bar}
    plain = str(value.value)
    changed = [value.value.scaleb(-d) for d in decimals if d and not value.decimals]
    if len(matched) > 3 and plain.replace(".", "").isdigit():
        changed += [Decimal(part) for part in (plain[1:], plain[:-1]) if part.strip(".") and part[0] != "."]
    fits: set[tuple[Decimal, int]] = set()
    for candidate in changed:
        exponent = candidate.as_tuple().exponent
        places = -exponent if isinstance(exponent, int) and exponent < 0 else 0
        if places in decimals and ruler.agrees(signed_length(bar), candidate, places):
            fits.add((candidate, places))
    if len(fits) != 1:
        return None
    candidate, places = fits.pop()
    return replace(value, value=candidate, decimals=places, confidence=min(value.confidence, 0.6))


def _colours(bars: Bars) -> tuple[Colour, ...]:
    """The colours of the bars, each once, in order of appearance."""
    colours: list[Colour] = []
    for bar in bars.all:
        if not any(near(bar.colour, c) for c in colours):
            colours.append(bar.colour)
    return tuple(colours)


# ── categories ───────────────────────────────────────────────────────────────────────────────────────────────


def _slots(
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


# ── series ───────────────────────────────────────────────────────────────────────────────────────────────────


def _series(
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


# ── together ─────────────────────────────────────────────────────────────────────────────────────────────────


def _table(
    pixels: Pixels,
    words: Sequence[TextBox],
    bars: Bars,
    slots: Sequence[Slot],
    legend: tuple[LegendEntry, ...],
    several: bool,
    matched: dict[Bar, Printed],
    values: Sequence[Printed],
    ruler: Ruler | None,
) -> Table:
    printed = list(matched.values())
    scale, unit = common_scale(printed), common_unit(printed)
    vertical = bars.orientation == "vertical"
    boxes = [v.box for v in printed] + [t.box for slot in slots for t in slot.boxes]
    top = min([b.top for b in boxes] + [_top(bars)])
    top = min([top] + [e.box.top for e in legend if e.boxes])
    bottom = max([b.bottom for b in boxes] + [_bottom(bars)])
    left = min([b.left for b in boxes] + [_left(bars)])
    title, subtitle = titles(pixels, words, top + 4)
    side = side_title(pixels, words, _left(bars), _top(bars), _bottom(bars))
    middle = (_left(bars) + _right(bars)) / 2
    foot = foot_title(words, [t for slot in slots for t in slot.boxes], bottom - 4, middle)
    del left
    value_title, category_title = (side, foot) if vertical else (foot, side)
    for words_of in (value_title, subtitle, title):
        named_unit, named_scale = unit_and_scale(words_of)
        unit, scale_word = unit or named_unit, named_scale
        if not scale and scale_word:
            scale = scale_word
        if named_unit or named_scale:
            break
    drawn_scale = common_scale(printed)

    def cell(bar: Bar | None) -> Cell:
        value = matched.get(bar) if bar is not None else None
        if value is None:
            return Cell(None, None, "missing")
        return Cell(
            in_scale(value, drawn_scale), value.text, "printed", Decimal(0), value.confidence, value.box
        )

    if legend:
        rows = tuple(
            tuple(cell(next((b for b in slot.bars if near(b.colour, e.colour)), None)) for slot in slots)
            for e in legend
        )
        series = tuple(
            Series(e.label, name, hexadecimal(e.colour), unit, scale)
            for e, name in zip(legend, colour_names([e.colour for e in legend]), strict=True)
        )
    else:
        rows = (tuple(cell(slot.bars[0]) for slot in slots),)
        colours = [slot.bars[0].colour for slot in slots]
        one = all(near(c, colours[0]) for c in colours)
        series = (
            Series(
                "",
                nearest_name(colours[0]) if one else "",
                hexadecimal(colours[0]) if one else "",
                unit,
                scale,
            ),
        )
    shades = () if legend or not slots else colour_names([slot.bars[0].colour for slot in slots])
    kind: ChartKind = "stacked_bar" if bars.stacked else "grouped_bar" if several else "bar"
    categories = tuple(slot.label for slot in slots)
    return Table(
        kind,
        bars.orientation,
        title,
        subtitle,
        category_title if vertical else value_title,
        value_title if vertical else category_title,
        category_role(categories),
        categories,
        series,
        rows,
        shades if len(set(shades)) > 1 else (),
    )


def _extent(bars: Bars) -> Box:
    boxes = [unlay(b.laid, bars.orientation) for b in bars.all]
    return Box(
        min(b.left for b in boxes),
        min(b.top for b in boxes),
        max(b.right for b in boxes),
        max(b.bottom for b in boxes),
    )


def _top(bars: Bars) -> float:
    return _extent(bars).top


def _bottom(bars: Bars) -> float:
    return _extent(bars).bottom


def _left(bars: Bars) -> float:
    return _extent(bars).left


def _right(bars: Bars) -> float:
    return _extent(bars).right
