"""Lines: with markers and a legend, named at their ends, with every value, and with the last values only."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from styles.data import Data, Drawing, all_printed, as_displayed, require
from styles.sheet import Sheet, dark_enough, finish, legend, look, sheet, value_axis, width_of


def line_markers(data: Data, rng: Random) -> Drawing:
    """Markers, grid and a legend; values are read off the axis."""
    require(1 <= len(data.columns) <= 4 and 4 <= len(data.rows) <= 20)
    data, numbers = as_displayed(data, rng)
    style = look(rng, data, size=9, dpi=rng.choice((90, 100, 130)), faint="#dcdcdc")
    page = sheet(style, data, rng.choice((660, 780)), rng.choice((400, 470)), centred=rng.random() < 0.4)
    markers = rng.sample(("o", "s", "^", "D", "o"), len(data.columns)) if rng.random() < 0.5 else ["o"] * 4
    lines = _lines(page, data, width=rng.choice((1.6, 2.2)), markers=markers)
    value_axis(page, data, numbers, zero=rng.random() < 0.6, ticks=6)
    page.axes.grid(axis=rng.choice(("y", "both")), color=style.faint, linewidth=0.8)
    moment_labels(page, data)
    if len(data.columns) > 1:
        legend(page, lines, data.columns, rng.choice(("right", "below", "above")))
    else:
        page.axes.set_ylabel(data.columns[0], fontsize=style.size, fontfamily=style.font)
    return finish(page, data, "line", all_printed(data, False), along="y")


def line_named(data: Data, rng: Random) -> Drawing:
    """No markers, no legend: each line's name stands at its right end in the line's colour; an axis on the left."""
    require(2 <= len(data.columns) <= 5 and 4 <= len(data.rows) <= 24)
    data, numbers = as_displayed(data, rng)
    style = dark_enough(look(rng, data, size=9.5, dpi=rng.choice((90, 100)), faint="#e0e0e0"))
    page = sheet(style, data, rng.choice((760, 850)), rng.choice((460, 540)), source="Source: own figures")
    _lines(page, data, width=2, markers=None)
    value_axis(page, data, numbers, zero=True)
    page.axes.grid(axis="y", color=style.faint, linewidth=0.8, linestyle=rng.choice(("-", "--")))
    moment_labels(page, data)
    span = page.axes.get_ylim()[1] - page.axes.get_ylim()[0]
    ends = sorted(float(row) for row in data.values[-1])
    require(all(b - a >= span * 0.055 for a, b in pairwise(ends)))
    for place, name in enumerate(data.columns):
        require(width_of(name, style.font, style.pixels) <= page.figure.bbox.width * 0.22)
        _at_end(page, data, place, name)
    return finish(page, data, "line", all_printed(data, False), along="y")


def line_values(data: Data, rng: Random) -> Drawing:
    """One line with a value at every point and no value axis."""
    require(len(data.columns) == 1 and 4 <= len(data.rows) <= 14)
    data, numbers = as_displayed(data, rng)
    style = look(rng, data, size=9, dpi=rng.choice((90, 110)))
    page = sheet(style, data, rng.choice((700, 820)), rng.choice((360, 420)), subtitle=data.columns[0])
    _lines(page, data, width=2, markers=["o"])
    low, high = float(data.bottom), float(data.top)
    start = 0.0 if rng.random() < 0.5 else low - (high - low) * 0.4
    page.axes.set_ylim(start, high + (high - start) * 0.15)
    page.axes.yaxis.set_visible(False)
    page.axes.axhline(start, color="#999999", linewidth=1)
    for place, value in enumerate(data.column(0)):
        _over(page, place, float(value), numbers.write(value), style.ink)
    moment_labels(page, data)
    return finish(page, data, "line", all_printed(data))


def line_ends(data: Data, rng: Random) -> Drawing:
    """First and last values printed, the others read off the axis; a legend above."""
    require(1 <= len(data.columns) <= 2 and 4 <= len(data.rows) <= 16)
    data, numbers = as_displayed(data, rng)
    style = dark_enough(look(rng, data, size=9, dpi=100, faint="#dedede"))
    page = sheet(style, data, 720, rng.choice((400, 460)))
    lines = _lines(page, data, width=2.2, markers=["o"] * 2)
    value_axis(page, data, numbers)
    low, high = page.axes.get_ylim()
    page.axes.set_ylim(low, high + (high - low) * 0.06)
    page.axes.grid(axis="y", color=style.faint, linewidth=0.8)
    last = len(data.rows) - 1
    for end in (0, last):
        values = sorted(float(v) for v in data.values[end])
        require(all(b - a >= (high - low) * 0.12 for a, b in pairwise(values)))
        for place in range(len(data.columns)):
            value = data.values[end][place]
            _over(page, end, float(value), numbers.write(value), style.palette[place], bold=True)
    moment_labels(page, data)
    if len(data.columns) > 1:
        legend(page, lines, data.columns, "above")
    printed = tuple((row in (0, last),) * len(data.columns) for row in range(len(data.rows)))
    return finish(page, data, "line", printed, along="y")


def _lines(page: Sheet, data: Data, *, width: float, markers: list[str] | None) -> list:  # type: ignore[type-arg]
    page.axes.set_axisbelow(True)
    lines = []
    for place in range(len(data.columns)):
        marker = markers[place] if markers else ""
        lines += page.axes.plot(
            range(len(data.rows)),
            [float(v) for v in data.column(place)],
            color=page.look.palette[place],
            linewidth=width,
            marker=marker,
            markersize=5.5,
            solid_joinstyle="round",
        )
    return lines


def moment_labels(page: Sheet, data: Data) -> None:
    """Category labels below, level where they fit, else upright."""
    room = page.figure.bbox.width * 0.72 / len(data.rows) - page.look.pixels * 0.6
    level = max(width_of(row, page.look.font, page.look.pixels) for row in data.rows) <= room
    require(level or max(len(row) for row in data.rows) <= 14)
    page.axes.set_xticks(range(len(data.rows)), data.rows, rotation=0 if level else 90)
    page.axes.set_xlim(-0.4, len(data.rows) - 0.6)


def _over(page: Sheet, x: float, y: float, text: str, colour: str, *, bold: bool = False) -> None:
    page.axes.annotate(
        text,
        (x, y),
        xytext=(0, 6),
        textcoords="offset points",
        ha="center",
        va="bottom",
        color=colour,
        fontsize=page.look.size,
        fontfamily=page.look.font,
        fontweight="bold" if bold and page.look.font != "Aileron" else "normal",
        clip_on=False,
    )


def _at_end(page: Sheet, data: Data, place: int, text: str) -> None:
    page.axes.annotate(
        text,
        (len(data.rows) - 1, float(data.values[-1][place])),
        xytext=(6, 0),
        textcoords="offset points",
        ha="left",
        va="center",
        color=page.look.palette[place],
        fontsize=page.look.size,
        fontfamily=page.look.font,
        annotation_clip=False,
    )
