"""Grouped vertical bars: on an axis with rotated labels and the legend below, or with values and the legend above."""

from __future__ import annotations

from random import Random

from styles.data import Data, Drawing, all_printed, as_displayed, first_columns, require
from styles.sheet import (
    Sheet,
    finish,
    labels_within,
    legend,
    look,
    no_value_axis,
    sheet,
    value_axis,
    width_of,
)


def grouped_below(data: Data, rng: Random) -> Drawing:
    """An axis with grid, slanted or upright category labels, the legend below; values are read off the axis."""
    require(2 <= len(data.columns) <= 5 and 2 <= len(data.rows) <= 10 and data.bottom >= data.top / 30)
    data, numbers = as_displayed(data, rng)
    style = look(rng, data, serif=rng.random() < 0.2, size=9, dpi=rng.choice((90, 100, 120)), faint="#dadada")
    page = sheet(style, data, rng.choice((700, 820)), rng.choice((460, 520)), centred=rng.random() < 0.5)
    handles = _groups(page, data, rng.uniform(0.7, 0.84), gap=1.0)
    value_axis(page, data, numbers)
    page.axes.grid(axis="y", color=style.faint, linewidth=0.8)
    if rng.random() < 0.4:
        page.axes.set_ylabel("Value", fontsize=style.size, fontfamily=style.font)
    angle = rng.choice((30, 45, 90))
    require(all(width_of(row, style.font, style.pixels) < 150 * style.dpi / 100 for row in data.rows))
    page.axes.set_xticks(
        range(len(data.rows)),
        data.rows,
        rotation=angle,
        ha="center" if angle == 90 else "right",
        rotation_mode="anchor" if angle != 90 else "default",
    )
    legend(page, handles, data.columns, "below")
    return finish(page, data, "grouped_bar", all_printed(data, False), along="y")


def grouped_values(data: Data, rng: Random) -> Drawing:
    """Each value above its bar, the legend above the plot, no axis."""
    data = first_columns(data, rng.choice((2, 2, 3)))
    require(len(data.columns) >= 2 and 2 <= len(data.rows) <= 8 and data.bottom >= data.top / 60)
    data, numbers = as_displayed(data, rng)
    style = look(rng, data, size=9, dpi=rng.choice((90, 100, 140)))
    page = sheet(style, data, rng.choice((760, 900)), rng.choice((400, 460)))
    count = len(data.columns)
    bar = page.figure.bbox.width * 0.9 / len(data.rows) * 0.84 / count
    widest = max(width_of(numbers.write(v), style.font, style.pixels) for row in data.values for v in row)
    require(widest + 3 <= bar)
    handles = _groups(page, data, 0.84, gap=0.94)
    for bars, place in zip(handles, range(count), strict=True):
        texts = [numbers.write(v) for v in data.column(place)]
        page.axes.bar_label(bars, texts, padding=2, fontsize=style.size, fontfamily=style.font)
    no_value_axis(page, data)
    page.axes.axhline(0, color="#777777", linewidth=1)
    room = page.figure.bbox.width * 0.88 / len(data.rows) - style.pixels
    page.axes.set_xticks(range(len(data.rows)), labels_within(data.rows, room, style))
    legend(page, handles, data.columns, "above")
    return finish(page, data, "grouped_bar", all_printed(data))


def _groups(page: Sheet, data: Data, width: float, *, gap: float) -> list:  # type: ignore[type-arg]
    count = len(data.columns)
    handles = []
    page.axes.set_axisbelow(True)
    for place in range(count):
        at = [row + (place - (count - 1) / 2) * width / count for row in range(len(data.rows))]
        values = [float(v) for v in data.column(place)]
        handles.append(page.axes.bar(at, values, width / count * gap, color=page.look.palette[place]))
    page.axes.set_xlim(-0.55, len(data.rows) - 0.45)
    return handles
