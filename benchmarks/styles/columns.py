"""Vertical bars of one series: newspaper, report, dark page, right-hand axis, gains and losses, thumbnail, poster."""

from __future__ import annotations

from random import Random

from styles.data import Data, Drawing, Numbers, all_printed, as_displayed, first_rows, require
from styles.sheet import (
    Sheet,
    finish,
    labels_within,
    look,
    no_value_axis,
    sheet,
    value_axis,
)


def newspaper(data: Data, rng: Random) -> Drawing:
    """Thin grid, left axis, no values: they are read off the axis."""
    require(len(data.columns) == 1 and len(data.rows) <= 16 and data.bottom >= data.top / 30)
    data, numbers = as_displayed(data, rng)
    style = look(
        rng, data, serif=True, size=rng.choice((9, 10)), dpi=rng.choice((90, 100, 130)), faint="#cfcfcf"
    )
    page = sheet(
        style,
        data,
        rng.choice((520, 640, 760)),
        rng.choice((380, 430)),
        subtitle=_measure(data),
        source="Source: own figures",
    )
    _bars(page, data, rng.uniform(0.5, 0.8))
    value_axis(page, data, numbers, ticks=rng.choice((4, 5, 7)))
    page.axes.grid(axis="y", color=style.faint, linewidth=0.7)
    page.axes.axhline(0, color=style.ink, linewidth=1)
    _category_labels(page, data)
    return finish(page, data, "bar", all_printed(data, False), along="y")


def report(data: Data, rng: Random) -> Drawing:
    """Every value above its bar, no value axis."""
    require(len(data.columns) == 1 and len(data.rows) <= 14 and data.bottom >= data.top / 100)
    data, numbers = as_displayed(data, rng)
    style = look(rng, data, size=rng.choice((9, 10)), dpi=rng.choice((80, 100, 150)))
    page = sheet(
        style,
        data,
        rng.choice((560, 680, 800)),
        rng.choice((360, 440)),
        subtitle=_measure(data),
        centred=rng.random() < 0.4,
    )
    bars = _bars(page, data, rng.uniform(0.45, 0.8), same=rng.random() < 0.7)
    no_value_axis(page, data)
    page.axes.axhline(0, color="#999999", linewidth=1)
    _above(page, bars, data, numbers, bold=rng.random() < 0.3)
    _category_labels(page, data)
    return finish(page, data, "bar", all_printed(data))


def dark(data: Data, rng: Random) -> Drawing:
    """White on dark, values above the bars, a faint grid."""
    require(len(data.columns) == 1 and len(data.rows) <= 12 and data.bottom >= data.top / 60)
    data, numbers = as_displayed(data, rng)
    ground = rng.choice(("#1c2331", "#20262e", "#0f2a3d", "#2b2b2b"))
    style = look(rng, data, size=9, dpi=100, ink="#f2f2f2", faint="#48505c", background=ground)
    page = sheet(style, data, rng.choice((600, 720)), 400, subtitle=_measure(data))
    bars = _bars(page, data, 0.6, colour=rng.choice(("#4fc3f7", "#ffb74d", "#81c784", "#f06292")))
    value_axis(page, data, numbers)
    page.axes.set_ylim(0, page.axes.get_ylim()[1] * 1.05)
    page.axes.grid(axis="y", color=style.faint, linewidth=0.6)
    _above(page, bars, data, numbers)
    _category_labels(page, data)
    return finish(page, data, "bar", all_printed(data), along="y")


def right_axis(data: Data, rng: Random) -> Drawing:
    """A tinted page, the value axis on the right, no values."""
    require(len(data.columns) == 1 and len(data.rows) <= 14 and data.bottom >= data.top / 25)
    data, numbers = as_displayed(data, rng)
    ground = rng.choice(("#fff1e5", "#e9f0f5", "#f5f2ea", "#eef5ee"))
    style = look(
        rng,
        data,
        serif=rng.random() < 0.4,
        size=9,
        dpi=rng.choice((100, 120)),
        faint="#c9bfb5",
        background=ground,
    )
    page = sheet(
        style,
        data,
        rng.choice((560, 660)),
        rng.choice((380, 440)),
        subtitle=_measure(data),
        source="Source: own figures",
    )
    page.axes.yaxis.tick_right()
    page.axes.tick_params(length=0)
    _bars(page, data, 0.65, colour=rng.choice(("#0f5499", "#990f3d", "#0d7680", "#4e6b3a")))
    value_axis(page, data, numbers)
    page.axes.grid(axis="y", color=style.faint, linewidth=0.8)
    page.axes.axhline(0, color=style.ink, linewidth=1.2)
    _category_labels(page, data)
    return finish(page, data, "bar", all_printed(data, False), along="y")


def diverging(data: Data, rng: Random) -> Drawing:
    """Gains above and losses below a zero line, values outside the bars, labels of the categories below all."""
    require(len(data.columns) == 1 and len(data.rows) <= 12 and data.bottom < 0 < data.top)
    largest = max(data.top, -data.bottom)
    require(all(abs(value) >= largest / 50 for value in data.column(0)))
    data, numbers = as_displayed(data, rng, plain=True)
    style = look(rng, data, size=9.5, dpi=100)
    page = sheet(style, data, rng.choice((600, 700)), 420, subtitle=_measure(data))
    gain, loss = rng.choice((("#2a7f62", "#c0392b"), ("#1f5f99", "#1f5f99"), ("#37474f", "#ef6c00")))
    colours = [gain if value >= 0 else loss for value in data.column(0)]
    bars = page.axes.bar(range(len(data.rows)), [float(v) for v in data.column(0)], 0.6, color=colours)
    no_value_axis(page, data, room=1.14)
    page.axes.axhline(0, color=style.ink, linewidth=1)
    labels = [numbers.write(value) for value in data.column(0)]
    page.axes.bar_label(bars, labels, padding=2, fontsize=style.size, fontfamily=style.font, color=style.ink)
    _category_labels(page, data)
    return finish(page, data, "bar", all_printed(data))


def thumbnail(data: Data, rng: Random) -> Drawing:
    """300 pixels wide, values above the bars, small type."""
    data = first_rows(data, 6)
    require(len(data.columns) == 1 and data.bottom >= data.top / 40)
    data, numbers = as_displayed(data, rng)
    style = look(rng, data, size=rng.choice((7, 7.5)), dpi=100)
    page = sheet(style, data, 300, rng.choice((200, 230, 260)))
    bars = _bars(page, data, 0.6, same=True)
    no_value_axis(page, data, room=1.18)
    page.axes.axhline(0, color="#888888", linewidth=0.8)
    _above(page, bars, data, numbers)
    _category_labels(page, data)
    return finish(page, data, "bar", all_printed(data))


def poster(data: Data, rng: Random) -> Drawing:
    """4,000 pixels wide, values above the bars and an axis."""
    require(len(data.columns) == 1 and len(data.rows) <= 16 and data.bottom >= data.top / 80)
    data, numbers = as_displayed(data, rng)
    style = look(rng, data, serif=rng.random() < 0.3, size=rng.choice((11, 13)), dpi=400)
    page = sheet(style, data, 1000, rng.choice((560, 640)), subtitle=_measure(data))
    bars = _bars(page, data, 0.65)
    value_axis(page, data, numbers)
    page.axes.set_ylim(0, page.axes.get_ylim()[1] * 1.05)
    page.axes.grid(axis="y", color=style.faint, linewidth=0.6)
    _above(page, bars, data, numbers)
    _category_labels(page, data)
    return finish(page, data, "bar", all_printed(data), along="y")


def _measure(data: Data) -> str:
    return data.columns[0] + (f" ({data.unit})" if data.unit and data.unit not in data.columns[0] else "")


def _bars(page: Sheet, data: Data, width: float, *, same: bool = True, colour: str | None = None):  # type: ignore[no-untyped-def]
    palette = page.look.palette
    colours = [colour or palette[0 if same else place % 2] for place in range(len(data.rows))]
    page.axes.set_axisbelow(True)
    return page.axes.bar(range(len(data.rows)), [float(v) for v in data.column(0)], width, color=colours)


def _above(page: Sheet, bars, data: Data, numbers: Numbers, *, bold: bool = False) -> None:  # type: ignore[no-untyped-def]
    labels = [numbers.write(value) for value in data.column(0)]
    page.axes.bar_label(
        bars,
        labels,
        padding=2 * page.look.dpi / 100,
        fontsize=page.look.size,
        fontfamily=page.look.font,
        color=page.look.ink,
        fontweight="bold" if bold and page.look.font != "Aileron" else "normal",
    )


def _category_labels(page: Sheet, data: Data) -> None:
    """Below the bars, wrapped to the room that each has."""
    room = page.figure.bbox.width * 0.86 / len(data.rows) - page.look.pixels * 0.6
    texts = labels_within(data.rows, room, page.look)
    page.axes.set_xticks(range(len(data.rows)), texts)
    page.axes.margins(x=0.02)
