"""Pieces that every template shares: the head of a sheet, blocks of text, swatches, fills, bars."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from recast.language.colours import hex_of
from recast.perception.house_style import (
    ACCENT,
    ACCENT_UNITS,
    EDGE,
    MARK,
    RESERVED,
    Ink,
    Rgb,
    mark_units,
    rgb,
)
from recast.reconstruct.sheet import Line, Mark, Rect, Size, measure, wrap
from recast.reconstruct.spec import number, series_label, y_title
from recast.types import ChartSpec

Align = Literal["left", "centre", "right"]

_PALETTE = ("#2f6f9f", "#d9822b", "#4f9d69", "#9a4c68", "#7a6fb0", "#b5a033", "#4ba3a8", "#8c6d4f")
_LIGHTEST = 240  # no channel of a fill is lighter: a white bar on white paper is no bar
TITLE_WIDTH = 560
SWATCH = 14  # side of a swatch, in pixels at scale 1


def fill(colour: str, place: int) -> Rgb:
    """The fill for a colour written as ``#rrggbb`` or by name; without one, the palette's at that place. Colours that
    the reader uses as landmarks are moved by one step of one channel."""
    code = (
        (colour if colour.startswith("#") else hex_of(colour)) if colour else _PALETTE[place % len(_PALETTE)]
    )
    red, green, blue = (min(channel, _LIGHTEST) for channel in rgb(code))
    while (red, green, blue) in RESERVED:
        blue = blue - 1 if blue else 255
    return red, green, blue


def series_fills(spec: ChartSpec) -> tuple[Rgb, ...]:
    return tuple(fill(series.colour_hex or series.colour_name, s) for s, series in enumerate(spec.series))


def category_fills(spec: ChartSpec) -> tuple[Rgb, ...]:
    """One fill a category: its own colour where the spec names one, else the palette (pie) or the series' (bar)."""
    if spec.kind == "pie":
        colours = spec.category_colours or ("",) * len(spec.categories)
        return tuple(fill(colour, c) for c, colour in enumerate(colours))
    plain = series_fills(spec)[0]
    return tuple(fill(colour, 0) if colour else plain for colour in spec.category_colours) or (plain,) * len(
        spec.categories
    )


def heights(spec: ChartSpec) -> tuple[tuple[float | None, ...], ...]:
    """The values as lengths to draw."""
    return tuple(tuple(None if v is None else float(number(v)) for v in row) for row in spec.values)


def block(
    element: str,
    lines: Sequence[str],
    x: int,
    top: int,
    size: Size,
    ink: Ink,
    align: Align = "left",
) -> list[Line]:
    """Lines of running text; ``x`` is their left end, centre or right end, ``top`` the top of the first capital."""
    placed = []
    for order, line in enumerate(lines):
        width = measure(line, size.text).width
        left = x if align == "left" else x - width / 2 if align == "centre" else x - width
        placed.append(
            Line(element, line, round(left), top + size.capital + order * size.line, size.text, ink)
        )
    return placed


def block_height(lines: int, size: Size) -> int:
    """From the top of the first capital to below the last descender; 0 for no lines."""
    return size.capital + (lines - 1) * size.line + size.px(5) if lines else 0


def widest(texts: Sequence[str | None], size: Size) -> int:
    return round(max((measure(text, size.text).width for text in texts if text), default=0.0))


def head(spec: ChartSpec, width: int, size: Size) -> tuple[list[Mark], int]:
    """Signature, title and value title for a content ``width`` pixels wide, and where they end."""
    unit, left, top = size.px(4), size.margin, size.px(26)
    split, end = (
        left + ACCENT_UNITS * unit,
        left + (ACCENT_UNITS + mark_units(spec.kind, spec.orientation)) * unit,
    )
    marks: list[Mark] = [Rect(left, top, split, top + unit, ACCENT), Rect(split, top, end, top + unit, MARK)]
    bottom = top + unit
    for order, line in enumerate(wrap(spec.title, width, size.title, bold=True)):
        bottom += size.px(31) if order == 0 else size.px(27)
        marks.append(Line("title", line, left, bottom, size.title, "title", bold=True))
    lines = wrap(y_title(spec), width, size.text)
    marks += block("y_title", lines, left, bottom + size.px(15), size, "y_title")
    return marks, bottom + (size.px(15) + block_height(len(lines), size) if lines else size.px(4))


def head_width(spec: ChartSpec, size: Size) -> int:
    """The content width that the head asks for, so that a title is not broken without need and the name of the one series
    of a bar chart has room."""
    widths = [measure(spec.title, size.title, True).width, measure(y_title(spec), size.text).width]
    if spec.kind == "bar":
        widths.append(size.px(SWATCH + 12) + widest(_series_lines(spec, size), size))
    return round(min(max(widths), size.px(TITLE_WIDTH))) + 1


def named_swatch(
    element: str, lines: Sequence[str], left: int, top: int, colour: Rgb, size: Size
) -> list[Mark]:
    """A swatch as tall as the name beside it; ``top`` is the top of the first capital of the name."""
    right = left + size.px(SWATCH)
    bottom = top + size.capital + (max(len(lines), 1) - 1) * size.line + size.px(1)
    return [
        *swatch(left, top - size.px(1), right, bottom, colour, size),
        *block(element, lines, right + size.px(12), top, size, "name"),
    ]


def swatch(left: int, top: int, right: int, bottom: int, colour: Rgb, size: Size) -> list[Mark]:
    edge = size.px(1)
    return [
        Rect(left, top, right, bottom, EDGE),
        Rect(left + edge, top + edge, right - edge, bottom - edge, colour),
    ]


def legend_line(spec: ChartSpec, left: int, top: int, size: Size) -> tuple[list[Mark], int]:
    """The one series of a bar chart by name, if it has one, and where the line ends."""
    lines = _series_lines(spec, size)
    if not lines:
        return [], top
    marks = named_swatch("series:0", lines, left, top + size.px(1), series_fills(spec)[0], size)
    return marks, top + block_height(len(lines), size) + size.px(8)


def _series_lines(spec: ChartSpec, size: Size) -> Sequence[str]:
    label = series_label(spec, 0)
    return wrap(label, size.px(TITLE_WIDTH - 40), size.text) if label else ()


_LEAST = 5  # the shortest bar, in pixels at scale 1: its colour can be seen beside the baseline


def _bar(
    horizontal: bool, zero: int, start: float, end: float, across: int, thick: int, colour: Rgb, least: int
) -> Rect:
    """A bar from ``start`` to ``end`` pixels beyond the zero line (up or right is positive), at least ``least`` long;
    ``across`` is its near edge across the direction of growth."""
    low, high = sorted((start, end))
    if high - low < least:
        low, high = (low, low + least) if end >= start else (high - least, high)
    if horizontal:
        return Rect(zero + round(low), across, zero + round(high), across + thick, colour)
    return Rect(across, zero - round(high), across + thick, zero - round(low), colour)


def slot_bars(
    spec: ChartSpec, c: int, horizontal: bool, zero: int, per_unit: float, near: int, far: int, size: Size
) -> list[Rect]:
    """The bars of category ``c`` between ``near`` and ``far`` across the growth, ``per_unit`` pixels a unit."""
    values, fills, least = heights(spec), series_fills(spec), size.px(_LEAST)
    if spec.kind == "bar":
        value = values[0][c]
        own = category_fills(spec)[c]
        return (
            []
            if value is None
            else [_bar(horizontal, zero, 0, value * per_unit, near, far - near, own, least)]
        )
    marks: list[Rect] = []
    if spec.kind == "grouped_bar":
        pitch = (far - near) / len(values)
        for s, row in enumerate(values):
            value = row[c]
            if value is not None:
                edge, next_edge = near + round(s * pitch), near + round((s + 1) * pitch)
                thick = max(2, next_edge - edge - 1)
                marks.append(_bar(horizontal, zero, 0, value * per_unit, edge, thick, fills[s], least))
        return marks
    up = down = 0.0
    for s, row in enumerate(values):
        value = row[c]
        if value is None:
            continue
        start = up if value >= 0 else down
        end = start + value * per_unit
        marks.append(_bar(horizontal, zero, start, end, near, far - near, fills[s], 1))
        up, down = (end, down) if value >= 0 else (up, end)
    return marks


def span(spec: ChartSpec) -> tuple[float, float]:
    """The lowest and highest end of any bar, with zero between them."""
    columns = list(zip(*heights(spec), strict=True))
    if spec.kind == "stacked_bar":
        lows = [sum(v for v in column if v is not None and v < 0) for column in columns]
        highs = [sum(v for v in column if v is not None and v > 0) for column in columns]
    else:
        lows = highs = [v for column in columns for v in column if v is not None]
    low, high = min([0.0, *lows]), max([0.0, *highs])
    return (low, high) if high > low else (0.0, 1.0)
