"""Pies and doughnuts: values in the slices with a legend, or names and values outside at leader lines."""

from __future__ import annotations

import math
from random import Random

from styles.data import Data, Drawing, Numbers, all_printed, as_displayed, require
from styles.sheet import Sheet, finish, legend, look, sheet, type_on, width_of, wrapped


def pie(data: Data, rng: Random) -> Drawing:
    """Values in the slices, a legend at the right or below."""
    _check(data, smallest=0.045)
    data, numbers = as_displayed(data, rng)
    style = look(rng, data, size=9.5, dpi=rng.choice((90, 100, 130)))
    page = sheet(style, data, rng.choice((560, 640)), rng.choice((380, 430)), centred=rng.random() < 0.5)
    palette = (*style.palette, "#b56576", "#4d908e")
    values = [float(v) for v in data.column(0)]
    wedges, *_ = page.axes.pie(
        values, colors=palette, startangle=rng.choice((90, 90, 0, 140)), counterclock=rng.random() < 0.4,
        wedgeprops={"linewidth": 1.2, "edgecolor": "white"} if rng.random() < 0.7 else None,
    )  # fmt: skip
    for wedge, value, colour in zip(wedges, data.column(0), palette, strict=False):
        middle = math.radians((wedge.theta1 + wedge.theta2) / 2)
        page.axes.text(
            0.72 * math.cos(middle), 0.72 * math.sin(middle), numbers.write(value), ha="center", va="center",
            fontsize=style.size, fontfamily=style.font, color=type_on(colour),
        )  # fmt: skip
    legend(page, wedges, data.rows, rng.choice(("right", "right", "below")))
    return finish(page, data, "pie", all_printed(data))


def doughnut(data: Data, rng: Random) -> Drawing:
    """A ring; names and values stand outside at the ends of leader lines."""
    _check(data, smallest=0.03)
    data, numbers = as_displayed(data, rng)
    style = look(rng, data, size=9.5, dpi=rng.choice((90, 100, 120)))
    page = sheet(style, data, rng.choice((620, 700)), rng.choice((420, 480)))
    palette = (*style.palette, "#b56576", "#4d908e")
    values = [float(v) for v in data.column(0)]
    wedges, *_ = page.axes.pie(
        values, colors=palette, startangle=90, counterclock=False, radius=1,
        wedgeprops={"width": rng.choice((0.35, 0.45, 0.6)), "linewidth": 1.5, "edgecolor": "white"},
    )  # fmt: skip
    joined = rng.random() < 0.4
    _leaders(page, data, numbers, wedges, joined)
    page.axes.set_xlim(-2.3, 2.3)
    page.axes.set_ylim(-1.35, 1.35)
    return finish(page, data, "pie", all_printed(data))


def _leaders(page: Sheet, data: Data, numbers: Numbers, wedges, joined: bool) -> None:  # type: ignore[no-untyped-def]
    """Labels on both sides, pushed apart, each tied to its slice by a bent line."""
    style = page.look
    ends = [math.radians((wedge.theta1 + wedge.theta2) / 2) for wedge in wedges]
    texts = []
    for row, value in zip(data.rows, data.column(0), strict=True):
        name = wrapped(row, page.figure.bbox.width * 0.2, style.font, style.pixels)
        require(
            name.count("\n") < 2 and width_of(name, style.font, style.pixels) < page.figure.bbox.width * 0.24
        )
        texts.append(f"{name}: {numbers.write(value)}" if joined else f"{name}\n{numbers.write(value)}")
    for side in (1, -1):
        mine = sorted(
            (p for p in range(len(ends)) if (math.cos(ends[p]) >= 0) == (side > 0)),
            key=lambda p: math.sin(ends[p]),
        )
        heights = [0.16 + 0.13 * texts[p].count("\n") for p in mine]
        require(sum(heights) * 1.15 < 2.6)
        at = [1.15 * math.sin(ends[p]) for p in mine]
        for _ in range(40):
            for place in range(len(mine) - 1):
                lack = (heights[place] + heights[place + 1]) / 2 * 1.15 - (at[place + 1] - at[place])
                if lack > 0:
                    at[place] -= lack / 2
                    at[place + 1] += lack / 2
        for p, y in zip(mine, at, strict=True):
            x = math.cos(ends[p])
            page.axes.plot(
                [x * 0.98, x * 1.08, side * 1.32], [math.sin(ends[p]) * 0.98, math.sin(ends[p]) * 1.08, y],
                color="#9a9a9a", linewidth=0.9, clip_on=False,
            )  # fmt: skip
            page.axes.text(
                side * 1.38, y, texts[p], ha="left" if side > 0 else "right", va="center",
                fontsize=style.size, fontfamily=style.font, color=style.ink,
            )  # fmt: skip


def _check(data: Data, *, smallest: float) -> None:
    require(len(data.columns) == 1 and 3 <= len(data.rows) <= 8 and data.bottom > 0)
    total = sum(data.column(0))
    require(float(data.bottom) >= float(total) * smallest)
    require(data.unit != "%" or abs(float(total) - 100) <= 1.5)
