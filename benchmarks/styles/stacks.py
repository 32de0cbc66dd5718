"""Stacked bars: upright with the legend at the right, with totals above, and lying with shares of a whole."""

from __future__ import annotations

from decimal import Decimal
from random import Random

from styles.data import Data, Drawing, Numbers, all_printed, as_displayed, first_columns, require
from styles.sheet import (
    Sheet,
    finish,
    labels_within,
    legend,
    look,
    sheet,
    type_on,
    value_axis,
    width_of,
    wrapped,
)


def stacked_columns(data: Data, rng: Random) -> Drawing:
    """Values in the segments, an axis on the left, the legend at the right."""
    return _upright(data, rng, totals=False)


def stacked_totals(data: Data, rng: Random) -> Drawing:
    """Values in the segments and their total above each bar; no axis, the legend below."""
    return _upright(data, rng, totals=True)


def _upright(data: Data, rng: Random, *, totals: bool) -> Drawing:
    require(2 <= len(data.columns) <= 5 and 2 <= len(data.rows) <= 10 and data.bottom > 0)
    data, numbers = as_displayed(data, rng)
    sums = [sum(row, Decimal(0)) for row in data.values]
    highest = max(sums)
    require(data.bottom >= highest / 18)
    style = look(rng, data, size=8.5, dpi=rng.choice((100, 130)), faint="#dddddd")
    page = sheet(style, data, rng.choice((700, 800)), rng.choice((470, 540)))
    page.axes.set_axisbelow(True)
    bar = page.figure.bbox.width * (0.85 if totals else 0.6) / len(data.rows) * 0.62
    widest = max(width_of(numbers.write(v), style.font, style.pixels) for row in data.values for v in row)
    require(widest + 6 <= bar)
    bases = [0.0] * len(data.rows)
    handles = []
    for place in range(len(data.columns)):
        values = [float(v) for v in data.column(place)]
        bars = page.axes.bar(range(len(values)), values, 0.62, bottom=bases, color=style.palette[place])
        _inside(page, bars, data, numbers, place)
        bases = [base + value for base, value in zip(bases, values, strict=True)]
        handles.append(bars)
    if totals:
        page.axes.bar_label(
            handles[-1],
            [numbers.write(total) for total in sums],
            padding=3,
            fontsize=style.size,
            fontweight="normal" if style.font == "Aileron" else "bold",
            fontfamily=style.font,
        )
        page.axes.set_ylim(0, float(highest) * 1.12)
        page.axes.yaxis.set_visible(False)
    else:
        value_axis(page, data, numbers, top=float(highest))
        page.axes.grid(axis="y", color=style.faint, linewidth=0.8)
    room = page.figure.bbox.width * (0.88 if totals else 0.62) / len(data.rows) - style.pixels * 0.5
    page.axes.set_xticks(range(len(data.rows)), labels_within(data.rows, room, style))
    order = slice(None) if totals else slice(None, None, -1)
    legend(page, handles[order], data.columns[order], "below" if totals else "right")
    return finish(page, data, "stacked_bar", all_printed(data), along=None if totals else "y")


def stacked_shares(data: Data, rng: Random) -> Drawing:
    """Lying bars whose parts make a whole, values inside, names of the parts above in a legend; no axis."""
    data = first_columns(data, 4)
    require(len(data.columns) >= 2 and 2 <= len(data.rows) <= 9 and data.bottom > 0)
    totals = [sum(row, Decimal(0)) for row in data.values]
    require(data.bottom >= max(totals) / 20)
    data, numbers = as_displayed(data, rng)
    style = look(rng, data, size=9, dpi=rng.choice((90, 110)))
    page = sheet(style, data, rng.choice((560, 660)), 120 + 40 * len(data.rows))
    names = [wrapped(row, page.figure.bbox.width * 0.28, style.font, style.pixels) for row in data.rows]
    require(all(name.count("\n") < 2 for name in names))
    bases = [0.0] * len(data.rows)
    handles = []
    for place in range(len(data.columns)):
        values = [float(v) for v in data.column(place)]
        bars = page.axes.barh(range(len(values)), values, 0.66, left=bases, color=style.palette[place])
        per_unit = page.figure.bbox.width * 0.62 / float(max(totals))
        for value in data.column(place):
            require(width_of(numbers.write(value), style.font, style.pixels) + 6 <= float(value) * per_unit)
        _inside(page, bars, data, numbers, place)
        bases = [base + value for base, value in zip(bases, values, strict=True)]
        handles.append(bars)
    page.axes.set_ylim(len(data.rows) - 0.5, -0.5)
    page.axes.set_xlim(0, max(bases) * 1.01)
    page.axes.xaxis.set_visible(False)
    page.axes.set_yticks(range(len(data.rows)), names)
    legend(page, handles, data.columns, "above")
    return finish(page, data, "stacked_bar", all_printed(data))


def _inside(page: Sheet, bars, data: Data, numbers: Numbers, place: int) -> None:  # type: ignore[no-untyped-def]
    page.axes.bar_label(
        bars,
        [numbers.write(value) for value in data.column(place)],
        label_type="center",
        fontsize=page.look.size,
        fontfamily=page.look.font,
        color=type_on(page.look.palette[place]),
    )
