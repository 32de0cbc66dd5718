"""The text form of a chart: the ``context`` of a Record and of a Protected, with its inverse.

```
kind: grouped_bar, vertical
title: Broadband access by region
x: Region
y: Share of households [%]
series: 2019 (blue) | 2020 (navy)
North | 71 | 78
South | 64 | -
```

``[unit; scale]`` stands after the y title where all series share it, else after each series. Lines that a chart does
not need are left out: ``subtitle:``, and ``categories: time`` (or ``ordinal``) for a role other than nominal. A
category drawn in its own colour carries it in parentheses, as a series does. ``-`` is a missing cell, ``~`` stands
before a value read off an axis.

Escapes: ``\\\\`` backslash, ``\\n`` line feed, ``\\p`` bar, ``\\s`` a space at either end, and a backslash before a closing
bracket at the end of a label or inside a unit. Not carried, so not in the inverse: colours as hex, boxes, confidences,
tolerances and how a cell was written.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import cast, get_args

from recast.types import (
    CategoryRole,
    Cell,
    ChartKind,
    ChartSpec,
    Orientation,
    Private,
    Series,
    SpecSeries,
    Table,
)


@dataclass(frozen=True, slots=True, repr=False)
class ContextSeries(Private):
    label: str
    colour_name: str
    unit: str
    scale: str


@dataclass(frozen=True, slots=True, repr=False)
class Context(Private):
    """What the text form carries. ``values[s][c]`` is the number as text, ``~`` before one read off an axis, or None."""

    kind: ChartKind
    orientation: Orientation
    title: str
    subtitle: str
    x_title: str
    y_title: str
    category_role: CategoryRole
    categories: tuple[str, ...]
    series: tuple[ContextSeries, ...]
    values: tuple[tuple[str | None, ...], ...]
    category_colours: tuple[str, ...]


def write_context(chart: ChartSpec) -> str:
    """The text form of a protected chart, its values as drawn."""
    series = tuple(ContextSeries(s.label, s.colour_name, s.unit, "") for s in chart.series)
    return _write(
        Context(
            chart.kind,
            chart.orientation,
            chart.title,
            "",
            chart.x_title,
            chart.y_title,
            chart.category_role,
            chart.categories,
            series,
            chart.values,
            chart.category_colours,
        )
    )


def table_context(table: Table) -> str:
    """The text form of a source chart, its values as plain decimals. For the private side only."""
    series = tuple(ContextSeries(s.label, s.colour_name, s.unit, s.scale) for s in table.series)
    return _write(
        Context(
            table.kind,
            table.orientation,
            table.title,
            table.subtitle,
            table.x_title,
            table.y_title,
            table.category_role,
            table.categories,
            series,
            tuple(tuple(_cell_text(cell) for cell in row) for row in table.cells),
            table.category_colours,
        )
    )


def read_context(text: str) -> Context:
    """The inverse of ``write_context`` and ``table_context``. Raises ``ValueError`` with the line at fault."""
    lines = text.split("\n")
    head: dict[str, str] = {}
    place = 0
    while place < len(lines) and "series" not in head:
        name, colon, content = lines[place].partition(":")
        if (
            not colon
            or name not in ("kind", "title", "subtitle", "x", "y", "categories", "series")
            or name in head
        ):
            raise ValueError(f"line {place + 1} of the context is not a heading")
        head[name] = content[1:]
        place += 1
    if missing := {"kind", "title", "x", "y", "series"} - head.keys():
        raise ValueError(f"the context has no line '{min(missing)}'")
    kind, _, orientation = head["kind"].partition(", ")
    role = head.get("categories", "nominal")
    if (
        kind not in get_args(ChartKind)
        or orientation not in get_args(Orientation)
        or role not in get_args(CategoryRole)
    ):
        raise ValueError("the context names an unknown kind, orientation or role of categories")
    y_title, unit, scale = _split_unit(head["y"])
    series = []
    for part in head["series"].split(" | ") if head["series"] != _NONE else []:
        rest, own_unit, own_scale = _split_unit(part)
        label, colour = _split_colour(rest)
        series.append(ContextSeries(_plain(label), colour, own_unit or unit, own_scale or scale))
    rows = [line.split(" | ") for line in lines[place:]]
    for number, row in enumerate(rows, start=place + 1):
        if len(row) != len(series) + 1:
            raise ValueError(f"line {number} of the context does not have one value a series")
    labels = [_split_colour(row[0]) for row in rows]
    coloured = any(colour for _, colour in labels)
    return Context(
        cast(ChartKind, kind),
        cast(Orientation, orientation),
        _plain(head["title"]),
        _plain(head.get("subtitle", "")),
        _plain(head["x"]),
        _plain(y_title),
        cast(CategoryRole, role),
        tuple(_plain(label) for label, _ in labels),
        tuple(series),
        tuple(
            tuple(None if row[s + 1] == _MISSING else row[s + 1] for row in rows) for s in range(len(series))
        ),
        tuple(colour for _, colour in labels) if coloured else (),
    )


def context_table(context: Context) -> Table:
    """The Table that a text form describes; what the form does not carry takes its default.

    Raises ``ValueError`` where a value is not a plain decimal.
    """
    return Table(
        context.kind,
        context.orientation,
        context.title,
        context.subtitle,
        context.x_title,
        context.y_title,
        context.category_role,
        context.categories,
        tuple(Series(s.label, s.colour_name, "", s.unit, s.scale) for s in context.series),
        tuple(tuple(_cell(value) for value in row) for row in context.values),
        context.category_colours,
    )


def context_chart(context: Context) -> ChartSpec:
    """The ChartSpec that a text form describes, its values as they stand; colours have names only."""
    return ChartSpec(
        context.kind,
        context.orientation,
        context.title,
        context.x_title,
        context.y_title,
        context.category_role,
        context.categories,
        tuple(SpecSeries(s.label, s.colour_name, "", s.unit) for s in context.series),
        context.values,
        context.category_colours,
    )


# ── writing ──────────────────────────────────────────────────────────────────────────────────────────────────

_MISSING = "-"
_NONE = "-"


def _write(chart: Context) -> str:
    units = {(s.unit, s.scale) for s in chart.series}
    shared = units.pop() if len(units) == 1 else ("", "")
    lines = [f"kind: {chart.kind}, {chart.orientation}", f"title: {_escaped(chart.title)}"]
    if chart.subtitle:
        lines.append(f"subtitle: {_escaped(chart.subtitle)}")
    lines += [f"x: {_escaped(chart.x_title)}", f"y: {_escaped(chart.y_title)}{_unit(*shared)}"]
    if chart.category_role != "nominal":
        lines.append(f"categories: {chart.category_role}")
    heads = (
        f"{_escaped(s.label)}{_colour(s.colour_name)}{_unit(s.unit, s.scale) if (s.unit, s.scale) != shared else ''}"
        for s in chart.series
    )
    lines.append(f"series: {' | '.join(heads) if chart.series else _NONE}")
    colours = chart.category_colours or ("",) * len(chart.categories)
    for c, (label, colour) in enumerate(zip(chart.categories, colours, strict=True)):
        values = (row[c] for row in chart.values)
        lines.append(
            " | ".join([_escaped(label) + _colour(colour), *(_MISSING if v is None else v for v in values)])
        )
    return "\n".join(lines)


def _cell_text(cell: Cell) -> str | None:
    if cell.value is None:
        return None
    return f"{'~' if cell.origin == 'axis' else ''}{cell.value:f}"


def _cell(text: str | None) -> Cell:
    if text is None:
        return Cell(None, None, "missing")
    bare = text.removeprefix("~")
    if not re.fullmatch(r"-?\d+(?:\.\d+)?", bare, re.ASCII):
        raise ValueError("a value of the context is not a plain decimal")
    return Cell(Decimal(bare), None, "axis" if bare != text else "printed")


def _escaped(text: str) -> str:
    """Unambiguous between separators and at the end of a line. A lone "-" is escaped too: it means "none"."""
    return re.sub(r"[)\]]$|^-$", r"\\\g<0>", _escaped_inside(text))


def _escaped_inside(text: str) -> str:
    out = text.replace("\\", "\\\\").replace("\n", "\\n").replace("|", "\\p")
    return re.sub(r"^ | $", r"\\s", out)


def _plain(text: str) -> str:
    return re.sub(r"\\(.)", lambda m: {"n": "\n", "p": "|", "s": " "}.get(m[1], m[1]), text)


def _unit(unit: str, scale: str) -> str:
    if not unit and not scale:
        return ""
    inner = "; ".join(
        re.sub(r"[\[\];]", r"\\\g<0>", _escaped_inside(part))
        for part in ((unit, scale) if scale else (unit,))
    )
    return f" [{inner}]"


def _colour(name: str) -> str:
    return f" ({name})" if name else ""


def _split_unit(text: str) -> tuple[str, str, str]:
    """Text without its unit group, the unit, the scale."""
    match = re.fullmatch(r"(.*?) \[((?:[^\[\]\\;]|\\.)*)(?:; ((?:[^\[\]\\;]|\\.)*))?\]", text, re.DOTALL)
    return (match[1], _plain(match[2]), _plain(match[3] or "")) if match else (text, "", "")


def _split_colour(text: str) -> tuple[str, str]:
    """A label as written and the colour in parentheses after it. Colour names hold letters and spaces only."""
    match = re.fullmatch(r"(.*) \(([a-z][a-z ]*)\)", text, re.DOTALL)
    return (match[1], match[2]) if match else (text, "")
