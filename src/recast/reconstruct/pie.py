"""A pie: the disc without any text on it, beside a list of swatch, name and value in the order of the sectors."""

from __future__ import annotations

from recast.perception.house_style import Ink
from recast.reconstruct.parts import (
    SWATCH,
    block,
    block_height,
    category_fills,
    head,
    head_width,
    heights,
    named_swatch,
    widest,
)
from recast.reconstruct.sheet import Mark, Sheet, Size, Wedge, wrap
from recast.reconstruct.spec import series_label
from recast.types import ChartSpec

_LABEL = 240  # the widest column that the names are given, in pixels at scale 1
_RADIUS = 125
_PER_COLUMN = 20


def pie(spec: ChartSpec, size: Size) -> Sheet:
    """The sheet of a pie chart; sectors run clockwise from the top."""
    fills, values = category_fills(spec), heights(spec)[0]
    labels = [wrap(label, size.px(_LABEL), size.text) for label in spec.categories]
    per_column = -(-len(labels) // -(-len(labels) // _PER_COLUMN))
    value_width = widest(spec.values[0], size)
    name_width = widest([line for lines in labels for line in lines], size)
    entry = size.px(SWATCH) + size.px(12) + name_width + size.px(30) + value_width
    radius = size.px(_RADIUS)
    left = size.margin + 2 * radius + size.px(50)
    columns = -(-len(labels) // per_column)
    series = wrap(series_label(spec, 0), size.px(_LABEL), size.text)
    x_lines = wrap(spec.x_title, size.px(_LABEL), size.text)
    right = left + columns * entry + (columns - 1) * size.px(44)
    right = max(right, left + widest([*series, *x_lines], size))
    content = max(right - size.margin, head_width(spec, size))
    marks, bottom = head(spec, content, size)
    top = bottom + size.px(22)
    list_top = top
    listed: tuple[tuple[str, tuple[str, ...], Ink], ...] = (
        ("series:0", series, "name"),
        ("x_title", x_lines, "x_title"),
    )
    for element, lines, ink in listed:
        if lines:
            marks += block(element, lines, left, list_top, size, ink)
            list_top += block_height(len(lines), size) + size.px(10)
    lowest = list_top
    for column in range(columns):
        y, x = list_top, left + column * (entry + size.px(44))
        for c in range(column * per_column, min((column + 1) * per_column, len(labels))):
            height = block_height(len(labels[c]), size)
            marks += named_swatch(f"category:{c}", labels[c], x, y, fills[c], size)
            literal = spec.values[0][c]
            if literal is not None:
                middle = y + (len(labels[c]) - 1) * size.line // 2
                marks += block(f"value:0:{c}", [literal], x + entry, middle, size, "value", "right")
            y += height + size.px(11)
        lowest = max(lowest, y)
    centre = top + max(radius, (lowest - top) // 2 if lowest - top < 3 * radius else radius)
    marks += _sectors(values, size.margin + size.px(8) + radius, centre, radius, fills)
    return Sheet(content + 2 * size.margin, max(lowest, centre + radius) + size.px(26), tuple(marks))


def _sectors(
    values: tuple[float | None, ...], x: int, y: int, radius: int, fills: tuple[tuple[int, int, int], ...]
) -> list[Mark]:
    total = sum(value for value in values if value)
    start, marks = 0.0, list[Mark]()
    for value, colour in zip(values, fills, strict=True):
        if value:
            end = start + value / total
            marks.append(Wedge(x, y, radius, start, end, colour))
            start = end
    return marks
