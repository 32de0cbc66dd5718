"""Printed tables, painted with Pillow: ruled, striped or plain, numbers flush right or centred."""

from __future__ import annotations

from random import Random

from styles.data import Data, Drawing, all_printed, as_displayed, require
from styles.sheet import typeface, width_of, wrapped


def printed_table(data: Data, rng: Random) -> Drawing:
    """A title, a row of column headers and one row a category."""
    from PIL import Image, ImageDraw

    require(1 <= len(data.columns) <= 5 and 3 <= len(data.rows) <= 20)
    data, numbers = as_displayed(data, rng, plain=True)
    font = (
        "DejaVu Sans"
        if not "".join((data.title, *data.rows, *data.columns)).isascii()
        else rng.choice(("Aileron", "DejaVu Sans", "DejaVu Serif"))
    )
    size = rng.choice((14, 16, 20))
    line = round(size * 1.35)
    face, bold = typeface(font, size), typeface(font, size, True)
    headers = [wrapped(name, size * 9, font, size, True) for name in data.columns]
    first = max(width_of(text, font, size, True) for text in (data.row_header, *data.rows)) + size * 2
    texts = [[numbers.write(value) for value in row] for row in data.values]
    widths = [
        max([width_of(header, font, size, True), *(width_of(row[place], font, size) for row in texts)])
        + size * 2
        for place, header in enumerate(headers)
    ]
    total = first + sum(widths) + 24
    require(total <= 1400)
    title = wrapped(data.title, total - 30, font, size + 3, True)
    head = (max(header.count("\n") for header in headers) + 1) * line + 12
    top = 16 + (title.count("\n") + 1) * (line + 4)
    row_height = line + rng.choice((8, 14))
    height = top + head + row_height * len(data.rows) + 18
    image = Image.new("RGB", (round(total), round(height)), "white")
    draw = ImageDraw.Draw(image)
    draw.multiline_text((12, 10), title, fill="#111111", font=typeface(font, size + 3, True), spacing=4)
    look = rng.choice(("ruled", "striped", "boxed"))
    filled = look == "striped"
    if filled:
        draw.rectangle((8, top, total - 8, top + head), fill=rng.choice(("#1f4e79", "#3d5a45", "#5a3d55")))
    edges = [8.0, 8 + first]
    for width in widths:
        edges.append(edges[-1] + width)
    ink = "#ffffff" if filled else "#111111"
    draw.text((edges[0] + size * 0.6, top + head / 2), data.row_header, fill=ink, font=bold, anchor="lm")
    flush = rng.random() < 0.6
    for place, header in enumerate(headers):
        middle = (edges[place + 1] + edges[place + 2]) / 2
        draw.multiline_text(
            (middle, top + head / 2), header, fill=ink, font=bold, anchor="mm", align="center"
        )
    for number, (row, cells) in enumerate(zip(data.rows, texts, strict=True)):
        y = top + head + row_height * number
        if filled and number % 2:
            draw.rectangle((8, y, total - 8, y + row_height), fill="#eef2f6")
        draw.text((edges[0] + size * 0.6, y + row_height / 2), row, fill="#222222", font=face, anchor="lm")
        for place, text in enumerate(cells):
            if flush:
                at, anchor = edges[place + 2] - size * 0.7, "rm"
            else:
                at, anchor = (edges[place + 1] + edges[place + 2]) / 2, "mm"
            draw.text((at, y + row_height / 2), text, fill="#222222", font=face, anchor=anchor)
        if look in ("ruled", "boxed"):
            draw.line((8, y, total - 8, y), fill="#bbbbbb" if number else "#222222", width=1 if number else 2)
    end = top + head + row_height * len(data.rows)
    if look == "boxed":
        draw.rectangle((8, top, edges[-1], end), outline="#555555")
        for edge in edges[1:-1]:
            draw.line((edge, top, edge, end), fill="#bbbbbb")
    elif look == "ruled":
        draw.line((8, end, total - 8, end), fill="#222222", width=2)
    return Drawing(image, data, "table", all_printed(data))
