"""Dot plots: one dot a row with its value, and two dots a row joined by a bar."""

from __future__ import annotations

from random import Random

from styles.data import Data, Drawing, all_printed, as_displayed, first_columns, ordered, require
from styles.lists import names_within
from styles.sheet import dark_enough, finish, legend, look, sheet, value_axis


def dot_plot(data: Data, rng: Random) -> Drawing:
    """One dot a row on a bottom axis with dotted guides; the value stands beside the dot."""
    require(len(data.columns) == 1 and 4 <= len(data.rows) <= 18)
    data, numbers = as_displayed(
        ordered(data, sorted(range(len(data.rows)), key=lambda p: -data.values[p][0])), rng
    )
    style = look(rng, data, size=9, dpi=100, faint="#cccccc")
    names = names_within(data, 640, style.font, style.pixels)
    page = sheet(style, data, 640, 150 + 28 * len(data.rows), subtitle=data.columns[0])
    values = [float(v) for v in data.column(0)]
    value_axis(page, data, numbers, along="x")
    page.axes.set_xlim(0, page.axes.get_xlim()[1] * 1.08)
    page.axes.set_axisbelow(True)
    page.axes.grid(axis="y", color=style.faint, linewidth=0.8, linestyle=":")
    page.axes.plot(values, range(len(values)), "o", color=style.palette[0], markersize=9)
    for place, value in enumerate(data.column(0)):
        page.axes.annotate(
            numbers.write(value), (float(value), place), xytext=(8, 0), textcoords="offset points", va="center",
            fontsize=style.size, fontfamily=style.font, annotation_clip=False,
        )  # fmt: skip
    page.axes.set_yticks(range(len(values)), names)
    page.axes.set_ylim(len(values) - 0.5, -0.5)
    return finish(page, data, "bar", all_printed(data), along="x")


def dot_ranges(data: Data, rng: Random) -> Drawing:
    """Two dots a row, joined; values outside them; the legend above."""
    data = first_columns(data, 2)
    require(len(data.columns) == 2 and 3 <= len(data.rows) <= 12)
    span = data.top - data.bottom
    require(all(abs(a - b) >= span / 16 for a, b in data.values))
    data, numbers = as_displayed(data, rng)
    style = dark_enough(look(rng, data, size=9, dpi=100, faint="#c4c4c4"))
    names = names_within(data, 640, style.font, style.pixels)
    page = sheet(style, data, 640, 140 + 34 * len(data.rows))
    page.axes.set_axisbelow(True)
    for place, (a, b) in enumerate(data.values):
        page.axes.plot([float(a), float(b)], [place, place], color=style.faint, linewidth=3, zorder=1)
    handles = []
    for series in (0, 1):
        values = [float(v) for v in data.column(series)]
        handles += page.axes.plot(
            values, range(len(values)), "o", color=style.palette[series], markersize=9, zorder=2
        )
        for place, value in enumerate(data.column(series)):
            right = value >= data.values[place][1 - series]
            page.axes.annotate(
                numbers.write(value), (float(value), place), xytext=(8 if right else -8, 0), textcoords="offset points",
                va="center", ha="left" if right else "right", fontsize=style.size, fontfamily=style.font,
                color=style.palette[series], annotation_clip=False,
            )  # fmt: skip
    low, high = float(data.bottom), float(data.top)
    page.axes.set_xlim(low - (high - low) * 0.25, high + (high - low) * 0.25)
    page.axes.xaxis.set_visible(False)
    page.axes.set_yticks(range(len(data.rows)), names)
    page.axes.set_ylim(len(data.rows) - 0.5, -0.5)
    legend(page, handles, data.columns, "above")
    return finish(page, data, "grouped_bar", all_printed(data))
