"""Horizontal bars, and the plain table. One series of bars carries its values at the bar ends; several series carry
them in columns to the right of the bars, under a rule in the colour of the series; a table is the same without bars.
"""

from __future__ import annotations

from recast.perception.house_style import BASE, RULE
from recast.reconstruct.parts import (
    block,
    block_height,
    head,
    head_width,
    legend_line,
    series_fills,
    slot_bars,
    span,
    swatch,
    widest,
)
from recast.reconstruct.sheet import Rect, Sheet, Size, column_width, wrap
from recast.reconstruct.spec import series_label
from recast.types import ChartSpec

_LABEL = 240  # the widest column that the category labels are given, in pixels at scale 1
_HEADER = 120
_COLUMN_GAP = 28


def horizontal(spec: ChartSpec, size: Size) -> Sheet:
    """The sheet of a horizontal bar, grouped bar or stacked bar chart, or of a table."""
    columns = spec.kind != "bar"
    labels = [wrap(label, size.px(_LABEL), size.text) for label in spec.categories]
    x_lines = wrap(spec.x_title, size.px(_LABEL), size.text)
    names = widest([line for lines in (*labels, x_lines) for line in lines], size)
    zero_side = size.margin + names + size.px(14)
    value = widest([v for row in spec.values for v in row], size)
    low, high = span(spec)
    plot = 0 if spec.kind == "table" else size.px(270 if columns else 360)
    room = 0 if columns else value + size.px(12)
    before = room if low < 0 else 0
    per_unit = plot / (high - low)
    zero = zero_side + size.px(2) + before + round(-low * per_unit)
    right = zero_side + size.px(2) + before + plot + (room if high > 0 else 0)
    headers = [
        wrap(series_label(spec, s), _header_width(spec, s, size), size.text) for s in range(len(spec.series))
    ]
    places: list[tuple[int, int]] = []
    if columns:
        for lines in headers:
            start = right + size.px(_COLUMN_GAP)
            right = start + max(value, widest(lines, size), size.px(30))
            places.append((start, right))
    content = max(right - size.margin, head_width(spec, size))
    marks, bottom = head(spec, content, size)
    bottom += size.px(8)
    if not columns:
        more, bottom = legend_line(spec, size.margin, bottom, size)
        marks += more
    bottom += size.px(8)
    deepest = max(len(x_lines), max(map(len, headers)) if columns else 0)
    header_bottom = bottom + block_height(deepest, size)
    top_of = header_bottom - block_height(len(x_lines), size)
    marks += block("x_title", x_lines, zero_side - size.px(14), top_of, size, "x_title", "right")
    if columns:
        for s, (lines, (start, end)) in enumerate(zip(headers, places, strict=True)):
            top = header_bottom - block_height(len(lines), size)
            marks += block(f"series:{s}", lines, end, top, size, "name", "right")
            marks += swatch(
                start,
                header_bottom + size.px(4),
                end,
                header_bottom + size.px(10),
                series_fills(spec)[s],
                size,
            )
        header_bottom += size.px(14)
    bottom = header_bottom + size.px(2)
    thick = _thickness(spec, size)
    for c, lines in enumerate(labels):
        height = max(block_height(len(lines), size) + size.px(13), thick + size.px(10))
        middle = bottom + height // 2
        if columns and c:
            marks.append(Rect(size.margin, bottom, right, bottom + size.px(1), RULE))
        name_top = middle - size.capital // 2 - (len(lines) - 1) * size.line // 2
        marks += block(f"category:{c}", lines, zero_side - size.px(14), name_top, size, "name", "right")
        near = middle - thick // 2
        bars = (
            [] if spec.kind == "table" else slot_bars(spec, c, True, zero, per_unit, near, near + thick, size)
        )
        marks += bars
        marks.append(Rect(zero - size.px(2), bottom + size.px(3), zero, bottom + height - size.px(2), BASE))
        text_top = middle - size.capital // 2
        for s, (_, end) in enumerate(places):
            literal = spec.values[s][c]
            if literal is not None:
                marks += block(f"value:{s}:{c}", [literal], end, text_top, size, "value", "right")
        literal = spec.values[0][c]
        if not columns and literal is not None:
            own = bars[0]
            if own.right > zero:
                marks += block(f"value:0:{c}", [literal], own.right + size.px(9), text_top, size, "value")
            else:
                marks += block(
                    f"value:0:{c}", [literal], own.left - size.px(9), text_top, size, "value", "right"
                )
        bottom += height
    return Sheet(content + 2 * size.margin, bottom + size.px(22), tuple(marks))


def _header_width(spec: ChartSpec, s: int, size: Size) -> float:
    return max(size.px(_HEADER), min(column_width(series_label(spec, s), size.text) + 1, size.px(_LABEL)))


def _thickness(spec: ChartSpec, size: Size) -> int:
    if spec.kind == "table":
        return size.capital
    if spec.kind == "grouped_bar":
        each = 11 if len(spec.categories) * len(spec.series) <= 60 else 5
        return size.px(each) * len(spec.series)
    return size.px(20 if len(spec.categories) <= 24 else 16)
