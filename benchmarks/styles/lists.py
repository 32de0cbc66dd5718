"""Horizontal bars: long lists with values at their ends, lists read off an axis, grouped lists."""

from __future__ import annotations

from random import Random

from styles.data import Data, Drawing, all_printed, as_displayed, first_columns, ordered, require
from styles.sheet import finish, legend, look, no_value_axis, sheet, value_axis, width_of, wrapped


def _by_size(data: Data, rng: Random) -> Data:
    """Mostly the largest first, as lists are."""
    places = range(len(data.rows))
    if rng.random() < 0.7:
        return ordered(data, sorted(places, key=lambda p: data.values[p][0], reverse=True))
    return data


def names_within(data: Data, width: float, font: str, pixels: float) -> list[str]:
    """Category labels on one line, or on two where they are long."""
    names = [wrapped(row, width * 0.3, font, pixels) for row in data.rows]
    require(all(name.count("\n") < 2 and width_of(name, font, pixels) <= width * 0.42 for name in names))
    return names


def long_list(data: Data, rng: Random) -> Drawing:
    """Five to forty rows, each value at the end of its bar, no axis."""
    require(len(data.columns) == 1 and 5 <= len(data.rows) <= 40 and data.bottom >= data.top / 150)
    data, numbers = as_displayed(_by_size(data, rng), rng)
    style = look(rng, data, size=9, dpi=rng.choice((80, 100, 120)))
    names = names_within(data, 620 * style.dpi / 100, style.font, style.pixels)
    row = rng.choice((20, 24, 30)) + (12 if any("\n" in name for name in names) else 0)
    page = sheet(
        style, data, 620, 110 + row * len(data.rows), subtitle=data.columns[0], source="Source: own figures"
    )
    values = [float(v) for v in data.column(0)]
    colours = [style.palette[0]] * len(values)
    if rng.random() < 0.3:
        colours[rng.randrange(len(values))] = style.palette[1]
    bars = page.axes.barh(range(len(values)), values, rng.uniform(0.55, 0.78), color=colours)
    page.axes.set_ylim(len(values) - 0.5, -0.5)
    no_value_axis(page, data, along="x", room=1.15)
    page.axes.bar_label(
        bars,
        [numbers.write(v) for v in data.column(0)],
        padding=3,
        fontsize=style.size,
        fontfamily=style.font,
    )
    page.axes.set_yticks(range(len(values)), names)
    return finish(page, data, "bar", all_printed(data))


def list_on_axis(data: Data, rng: Random) -> Drawing:
    """Bars on an axis at the bottom or at the top with vertical grid lines, no values."""
    require(len(data.columns) == 1 and 3 <= len(data.rows) <= 24 and data.bottom >= data.top / 40)
    data, numbers = as_displayed(_by_size(data, rng), rng)
    style = look(rng, data, serif=rng.random() < 0.3, size=9.5, dpi=100, faint="#d8d8d8")
    names = names_within(data, 660, style.font, style.pixels)
    page = sheet(style, data, 660, 150 + 28 * len(data.rows), subtitle=data.columns[0])
    values = [float(v) for v in data.column(0)]
    page.axes.set_axisbelow(True)
    page.axes.barh(range(len(values)), values, 0.65, color=style.palette[0])
    page.axes.set_ylim(len(values) - 0.5, -0.5)
    value_axis(page, data, numbers, along="x", ticks=rng.choice((4, 5, 6)))
    if rng.random() < 0.3:
        page.axes.xaxis.tick_top()
        page.axes.tick_params(length=0)
    page.axes.grid(axis="x", color=style.faint, linewidth=0.8)
    page.axes.set_yticks(range(len(values)), names)
    return finish(page, data, "bar", all_printed(data, False), along="x")


def grouped_list(data: Data, rng: Random) -> Drawing:
    """Two or three bars a row, values at their ends, the legend above."""
    data = first_columns(data, rng.choice((2, 2, 3)))
    require(len(data.columns) >= 2 and 2 <= len(data.rows) <= 10 and data.bottom >= data.top / 80)
    data, numbers = as_displayed(data, rng)
    style = look(rng, data, size=9, dpi=rng.choice((90, 110)))
    names = names_within(data, 640 * style.dpi / 100, style.font, style.pixels)
    count = len(data.columns)
    page = sheet(style, data, 640, 130 + (22 * count + 14) * len(data.rows))
    thickness = 0.8 / count
    handles = []
    for place in range(count):
        at = [row + (place - (count - 1) / 2) * thickness for row in range(len(data.rows))]
        values = [float(v) for v in data.column(place)]
        bars = page.axes.barh(at, values, thickness * 0.92, color=style.palette[place])
        page.axes.bar_label(
            bars,
            [numbers.write(v) for v in data.column(place)],
            padding=3,
            fontsize=style.size,
            fontfamily=style.font,
        )
        handles.append(bars)
    page.axes.set_ylim(len(data.rows) - 0.5, -0.5)
    no_value_axis(page, data, along="x", room=1.16)
    page.axes.set_yticks(range(len(data.rows)), names)
    legend(page, handles, data.columns, "above")
    return finish(page, data, "grouped_bar", all_printed(data))
