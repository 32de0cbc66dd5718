"""Bars painted pixel by pixel with Pillow: hard edges, a boxed plot with tick marks, values at round ticks."""

from __future__ import annotations

import math
from random import Random

from styles.data import Data, Drawing, all_printed, as_displayed, require
from styles.sheet import PALETTES, typeface, width_of, wrapped


def painted(data: Data, rng: Random) -> Drawing:
    """Upright bars in a framed plot with a left axis; the values stand above the bars or are left out."""
    from PIL import Image, ImageDraw

    require(len(data.columns) == 1 and 2 <= len(data.rows) <= 12 and data.bottom >= data.top / 30)
    data, numbers = as_displayed(data, rng)
    font = (
        "DejaVu Sans"
        if not "".join((data.title, *data.rows, *data.columns)).isascii()
        else rng.choice(("Aileron", "DejaVu Sans"))
    )
    size = rng.choice((13, 15))
    width, height = rng.choice(((640, 420), (780, 480)))
    face, head = typeface(font, size), typeface(font, size + 5, True)
    image = Image.new("RGB", (width, height), "#fbfbfb")
    draw = ImageDraw.Draw(image)
    title = wrapped(data.title, width - 40, font, size + 5, True)
    draw.multiline_text((width / 2, 12), title, fill="#111111", font=head, anchor="ma", align="center")
    top = 30 + (size + 9) * (title.count("\n") + 1)
    draw.text((16, top - 6), data.columns[0], fill="#333333", font=face)
    require(width_of(data.columns[0], font, size) < width - 40)
    top += size + 12
    step = _step(float(data.top))
    ticks = [step * place for place in range(math.ceil(float(data.top) * 1.05 / step) + 1)]
    left = 24 + max(width_of(numbers.tick(tick), font, size) for tick in ticks)
    right, room = width - 18, (width - 18 - left) / len(data.rows)
    names = [wrapped(row, room - 8, font, size) for row in data.rows]
    lines = max(name.count("\n") + 1 for name in names)
    require(lines <= 3 and all(width_of(name, font, size) <= room - 4 for name in names))
    bottom = height - 16 - lines * (size + 5)
    plot = bottom - top
    show = rng.random() < 0.5
    grid = rng.random() < 0.6
    for tick in ticks:
        y = bottom - plot * tick / ticks[-1]
        if grid:
            draw.line((left, y, right, y), fill="#dcdcdc")
        draw.line((left - 5, y, left, y), fill="#444444")
        draw.text((left - 8, y), numbers.tick(tick), fill="#333333", font=face, anchor="rm")
    fill = rng.choice(PALETTES)[0]
    for place, value in enumerate(data.column(0)):
        middle = left + room * (place + 0.5)
        y = bottom - plot * float(value) / ticks[-1]
        draw.rectangle(
            (round(middle - room * 0.3), round(y), round(middle + room * 0.3), bottom),
            fill=fill,
            outline="#222222",
        )
        if show:
            text = numbers.write(value)
            require(width_of(text, font, size) <= room - 4 and y - size - 6 >= top)
            draw.text((middle, y - 4), text, fill="#111111", font=face, anchor="mb")
        draw.multiline_text(
            (middle, bottom + 6), names[place], fill="#222222", font=face, anchor="ma", align="center"
        )
    draw.rectangle((left, top, right, bottom), outline="#444444")
    return Drawing(image, data, "bar", all_printed(data, show), ticks[-1] / plot)


def _step(top: float) -> float:
    """The distance of round ticks of which four to eight reach the top."""
    power = 10 ** math.floor(math.log10(top / 4))
    return next(power * factor for factor in (1, 2, 2.5, 5, 10) if top / (power * factor) <= 8)
