"""Charts as different publishers draw them, by code of our own: one module a family of styles.

Each style is a function ``(Data, Random) -> Drawing`` that picks its own variations (fonts, colours, sizes, number
formats) and raises ``NotDrawable`` for data that a sane publisher would not draw so: labels that do not fit, texts that
would overlap, slivers. None of them shares code with the product's own templates.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from styles import areas, columns, dots, groups, lines, lists, painted, rounds, sheets, stacks
from styles.data import Data, Drawing, NotDrawable

Style = Callable[[Data, Random], Drawing]

STYLES: Mapping[str, Style] = {
    "newspaper": columns.newspaper,
    "report": columns.report,
    "dark": columns.dark,
    "right_axis": columns.right_axis,
    "diverging": columns.diverging,
    "thumbnail": columns.thumbnail,
    "poster": columns.poster,
    "painted": painted.painted,
    "long_list": lists.long_list,
    "list_on_axis": lists.list_on_axis,
    "grouped_list": lists.grouped_list,
    "grouped_below": groups.grouped_below,
    "grouped_values": groups.grouped_values,
    "stacked_columns": stacks.stacked_columns,
    "stacked_totals": stacks.stacked_totals,
    "stacked_shares": stacks.stacked_shares,
    "line_markers": lines.line_markers,
    "line_named": lines.line_named,
    "line_values": lines.line_values,
    "line_ends": lines.line_ends,
    "area": areas.area,
    "pie": rounds.pie,
    "doughnut": rounds.doughnut,
    "dot_plot": dots.dot_plot,
    "dot_ranges": dots.dot_ranges,
    "printed_table": sheets.printed_table,
}

__all__ = ["STYLES", "Data", "Drawing", "NotDrawable", "Style"]
