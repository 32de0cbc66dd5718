"""A filled area under one line, read off its axis."""

from __future__ import annotations

from random import Random

from styles.data import Data, Drawing, all_printed, as_displayed, require
from styles.lines import moment_labels
from styles.sheet import finish, look, sheet, value_axis


def area(data: Data, rng: Random) -> Drawing:
    """Solid or see-through, with or without a darker edge."""
    require(len(data.columns) == 1 and 4 <= len(data.rows) <= 20)
    data, numbers = as_displayed(data, rng)
    style = look(rng, data, serif=rng.random() < 0.3, size=9, dpi=rng.choice((90, 100, 120)), faint="#d9d9d9")
    page = sheet(style, data, rng.choice((600, 720)), rng.choice((360, 420)), subtitle=data.columns[0])
    values = [float(v) for v in data.column(0)]
    page.axes.set_axisbelow(True)
    page.axes.fill_between(
        range(len(values)), values, color=style.palette[0], alpha=rng.choice((1.0, 0.45)), linewidth=0
    )
    if rng.random() < 0.6:
        page.axes.plot(range(len(values)), values, color=style.palette[0], linewidth=2)
    value_axis(page, data, numbers)
    page.axes.grid(axis="y", color=style.faint, linewidth=0.8)
    moment_labels(page, data)
    page.axes.set_xlim(-0.35, len(values) - 0.65)
    return finish(page, data, "line", all_printed(data, False), along="y")
