"""Vertical bars and lines. One series of bars carries its values at the bar ends; several series, and all lines, carry
them in rows aligned below the plot, one row a series, so that no value can stand on a mark or touch another.

Where the categories do not fit side by side, the chart goes on in further panels below, on the same scale.
"""

from __future__ import annotations

from recast.perception.house_style import BASE, RULE
from recast.reconstruct.parts import (
    SWATCH,
    block,
    block_height,
    head,
    head_width,
    heights,
    legend_line,
    named_swatch,
    series_fills,
    slot_bars,
    span,
    widest,
)
from recast.reconstruct.sheet import Mark, Polyline, Rect, Sheet, Size, column_width, wrap
from recast.reconstruct.spec import series_label
from recast.types import ChartSpec

_ROOM = 860  # for the legend and the categories side by side, in pixels at scale 1
_WIDE = 1600  # the same, where the usual room would take more than _PANELS panels
_PANELS = 3
_LABEL = 150  # the widest column that a category label is given
_LEGEND = 170


def vertical(spec: ChartSpec, size: Size) -> Sheet:
    """The sheet of a vertical bar, grouped bar, stacked bar or line chart."""
    rows = spec.kind != "bar"
    names = [wrap(series_label(spec, s), size.px(_LEGEND), size.text) for s in range(len(spec.series))]
    legend = (
        size.px(SWATCH + 12) + widest([line for lines in names for line in lines], size) + size.px(20)
        if rows
        else 0
    )
    per_panel, slot = _slots(spec, size, legend)
    gap = _gap(size)
    labels = [wrap(label, slot - gap, size.text) for label in spec.categories]
    content = max(legend + per_panel * slot, head_width(spec, size))
    marks, bottom = head(spec, content, size)
    if not rows:
        more, bottom = legend_line(spec, size.margin, bottom + size.px(8), size)
        marks += more
    left = size.margin + legend
    starts = range(0, len(spec.categories), per_panel)
    plot = size.px(230 if len(starts) == 1 else 130)
    for first in starts:
        shown = range(first, min(first + per_panel, len(spec.categories)))
        bottom += size.px(22)
        panel, bottom = _plot(spec, shown, left, bottom, slot, plot, size)
        marks += panel
        for place, c in enumerate(shown):
            x = left + place * slot + slot // 2
            marks += block(f"category:{c}", labels[c], x, bottom, size, "name", "centre")
        bottom += block_height(max(len(labels[c]) for c in shown), size) + size.px(4)
        if rows:
            marks, bottom = _rows(spec, marks, names, shown, left, bottom, slot, size)
    if spec.x_title:
        lines = wrap(spec.x_title, content, size.text)
        used = min(len(spec.categories), per_panel) * slot
        width = widest(lines, size)
        centre = max(size.margin + width // 2 + 1, left + used // 2)
        marks += block("x_title", lines, centre, bottom + size.px(8), size, "x_title", "centre")
        bottom += size.px(8) + block_height(len(lines), size)
        content = max(content, centre + width // 2 + 1 - size.margin)
    return Sheet(content + 2 * size.margin, bottom + size.px(22), tuple(marks))


def _gap(size: Size) -> int:
    """Between the texts of neighbouring categories: wide enough that a reader keeps them apart."""
    return size.px(26)


def _slots(spec: ChartSpec, size: Size, legend: int) -> tuple[int, int]:
    """How many categories a panel takes beside a legend of that width, and the width of one."""
    count, gap, room = len(spec.categories), _gap(size), size.px(_ROOM) - legend
    bars = {"bar": 34, "grouped_bar": 11 * len(spec.series), "stacked_bar": 34, "line": 24}[spec.kind]
    least = max(size.px(bars), widest([v for row in spec.values for v in row], size))
    broken = max(column_width(label, size.text) for label in spec.categories)
    narrow = max(least, round(min(broken, size.px(_LABEL)))) + gap
    wide = max(narrow, min(widest(spec.categories, size), size.px(_LABEL)) + gap)
    if count * wide <= room:
        return count, max(wide, min(size.px(120), size.px(520) // count))
    if count * narrow <= room:
        return count, room // count
    if count > _PANELS * (room // narrow):
        room = size.px(_WIDE) - legend
    panels = -(-count // max(1, room // narrow))
    per_panel = -(-count // panels)
    return per_panel, max(narrow, min(wide, room // per_panel))


def _plot(
    spec: ChartSpec, shown: range, left: int, top: int, slot: int, height: int, size: Size
) -> tuple[list[Mark], int]:
    """The marks of one panel and where its category labels may begin."""
    base = [
        (left + place * slot + size.px(4), left + (place + 1) * slot - size.px(4))
        for place in range(len(shown))
    ]
    if spec.kind == "line":
        zero = top + height
        marks: list[Mark] = [Rect(x, zero, right, zero + size.px(2), BASE) for x, right in base]
        return marks + _lines(spec, shown, left, top, slot, height - size.px(12), size), zero + size.px(14)
    low, high = span(spec)
    label = size.capital + size.px(9) if spec.kind == "bar" else 0
    above, below = (label if high > 0 else 0), (label if low < 0 else 0)
    per_unit = height / (high - low)
    zero = top + above + round(high * per_unit)
    marks = []
    thick = _thickness(spec, slot, size)
    for place, c in enumerate(shown):
        middle = left + place * slot + slot // 2
        near = middle - thick // 2
        bars = slot_bars(spec, c, False, zero, per_unit, near, near + thick, size)
        marks += bars
        value = spec.values[0][c]
        if spec.kind == "bar" and value is not None:
            end = bars[0]
            up = end.top < zero
            text_top = end.top - size.px(8) - size.capital if up else end.bottom + size.px(9)
            marks += block(f"value:0:{c}", [value], middle, text_top, size, "value", "centre")
    marks += [Rect(x, zero, right, zero + size.px(2), BASE) for x, right in base]
    return marks, zero + round(-low * per_unit) + below + size.px(14)


def _thickness(spec: ChartSpec, slot: int, size: Size) -> int:
    free = slot - _gap(size)
    if spec.kind == "grouped_bar":
        return min(free, size.px(26) * len(spec.series))
    return min(free, size.px(58))


def _lines(
    spec: ChartSpec, shown: range, left: int, top: int, slot: int, height: int, size: Size
) -> list[Mark]:
    """One line a series; a missing value interrupts it. The scale is that of the whole chart."""
    values, fills = heights(spec), series_fills(spec)
    present = [v for row in values for v in row if v is not None]
    low, high = (min(present), max(present)) if present else (0.0, 1.0)
    spread = (high - low) or 1.0
    marks: list[Mark] = []
    for s, row in enumerate(values):
        run: list[tuple[float, float]] = []
        for place, c in enumerate([*shown, None]):
            value = None if c is None else row[c]
            if value is not None:
                y = top + size.px(6) + (high - value) / spread * (height - size.px(12))
                run.append((left + (place + 0.5) * slot, y))
            elif run:
                marks.append(Polyline(tuple(run), fills[s], 2.4 * size.scale, 7 * size.scale))
                run = []
    return marks


def _rows(
    spec: ChartSpec,
    marks: list[Mark],
    names: list[tuple[str, ...]],
    shown: range,
    left: int,
    top: int,
    slot: int,
    size: Size,
) -> tuple[list[Mark], int]:
    """The values below the plot: a swatch, the name and one value a category for every series."""
    fills = series_fills(spec)
    right = left + len(shown) * slot
    for s, lines in enumerate(names):
        height = max(block_height(len(lines), size), size.capital) + size.px(11)
        marks.append(Rect(size.margin, top, right, top + size.px(1), RULE))
        middle = top + size.px(1) + height // 2
        name_top = middle - size.capital // 2 - max(len(lines) - 1, 0) * size.line // 2
        marks += named_swatch(f"series:{s}", lines, size.margin, name_top, fills[s], size)
        for place, c in enumerate(shown):
            value = spec.values[s][c]
            if value is not None:
                x = left + place * slot + slot // 2
                marks += block(
                    f"value:{s}:{c}", [value], x, middle - size.capital // 2, size, "value", "centre"
                )
        top += height
    return marks, top + size.px(6)
