"""Draws charts from known tables in unlike styles, each with its truth beside it.

    python benchmarks/drawn_charts.py OUT [--pool POOL] [--half tuning|reported] [--seed 1] [--count 6] [--styles a,b]

``OUT`` gets, for each chart, ``NAME.png``, ``NAME.csv`` (the table as drawn) and one line of ``manifest.jsonl``, the layout
that ``recast evaluate-capture`` reads::

    {"id", "image", "table", "style", "kind", "table_id", "unit",
     "header_drawn": false where the only value column has no name to match,
     "printed": [[true, ...] a row], "per_pixel": value of one pixel on the value axis or null}

``--worn`` hands on each picture as a copy of a copy: made smaller and saved as a coarse JPEG, as it comes out of slides and
mails. Values are as displayed: ``1.2M`` is 1.2, and a value that is not printed is the exact one of the table. ``--count`` is the
number of charts a style. Without a pool the tables are made up here. The same arguments draw the same charts.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice
from pathlib import Path
from random import Random
from typing import Any

from PIL import Image

sys.path.insert(0, str(Path(__file__).parent))

from styles import STYLES, Data, Drawing, NotDrawable
from styles.data import Topic, only_column
from styles.supply import Half, made_up, pool_tables

_BARS: tuple[Topic, ...] = ("bar",)
_ALL: tuple[Topic, ...] = ("bar", "line", "share", "stack")
_SUITS: dict[str, tuple[Topic, ...]] = {
    "diverging": ("change",),
    "stacked_columns": ("bar", "stack"),
    "stacked_totals": ("bar",),
    "stacked_shares": ("stack", "bar"),
    "grouped_below": ("bar", "line"),
    "line_markers": ("line",),
    "line_named": ("line",),
    "line_values": ("line",),
    "line_ends": ("line",),
    "area": ("line",),
    "pie": ("share",),
    "doughnut": ("share",),
    "report": ("bar", "share"),
    "long_list": ("bar", "share"),
    "list_on_axis": ("bar", "share"),
    "printed_table": _ALL,
}
_ONE_COLUMN = frozenset(
    ("newspaper", "report", "dark", "right_axis", "thumbnail", "poster", "painted", "long_list", "list_on_axis",
     "line_values", "area", "dot_plot")
)  # fmt: skip
_TRIES = 400  # tables looked at for one chart before a style is given up


def draw(
    styles: Sequence[str], count: int, seed: int, pool: Path | None = None, half: Half | None = None
) -> Iterator[tuple[str, str, Drawing]]:
    """Name, style and drawing of ``count`` charts a style. A table is used once a style."""
    for style in styles:
        rng = Random(f"{seed} {style}")
        tables = [] if pool is None else list(pool_tables(pool, half))
        rng.shuffle(tables)
        suited = (t for t in chain(tables, made_up(rng)) if t.topic in _SUITS.get(style, _BARS))
        drawn = 0
        for data in islice(suited, _TRIES):
            if drawn == count:
                break
            drawing = _attempt(style, data, rng)
            if drawing is not None:
                drawn += 1
                yield f"{style}-{seed}-{drawn:02}", style, drawing


def _attempt(style: str, data: Data, rng: Random) -> Drawing | None:
    if style in _ONE_COLUMN and len(data.columns) > 1:
        data = only_column(data, rng.randrange(len(data.columns)))
    try:
        return STYLES[style](data, rng)
    except NotDrawable:
        return None


def worn(drawing: Drawing, rng: Random) -> Drawing:
    """A copy of a copy: 60-90 % of the size, compressed until the edges ring."""
    factor = rng.uniform(0.6, 0.9)
    width, height = drawing.image.size
    smaller = drawing.image.resize((round(width * factor), round(height * factor)), Image.Resampling.BILINEAR)
    file = io.BytesIO()
    smaller.save(file, format="jpeg", quality=rng.randint(30, 70))
    per_pixel = None if drawing.per_pixel is None else drawing.per_pixel / factor
    return replace(drawing, image=Image.open(file).convert("RGB"), per_pixel=per_pixel)


def truth(name: str, style: str, drawing: Drawing) -> dict[str, Any]:
    """The manifest row of a drawing."""
    return {
        "id": name,
        "image": f"{name}.png",
        "table": f"{name}.csv",
        "style": style,
        "kind": drawing.kind,
        "table_id": drawing.data.id,
        "unit": drawing.data.unit,
        "header_drawn": len(drawing.data.columns) > 1,
        "printed": [list(row) for row in drawing.printed],
        "per_pixel": drawing.per_pixel,
    }


def save(folder: Path, name: str, style: str, drawing: Drawing) -> dict[str, Any]:
    """Writes picture and table; returns the manifest row."""
    drawing.image.save(folder / f"{name}.png")
    with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow((drawing.data.row_header, *drawing.data.columns))
        for label, values in zip(drawing.data.rows, drawing.data.values, strict=True):
            writer.writerow((label, *(str(value) for value in values)))
    return truth(name, style, drawing)


def write(given: argparse.Namespace) -> Path:
    """Draws what the options of ``arguments_of_drawing`` say, unless it is there, and returns its manifest. The manifest
    is written last, so that a folder with one is whole."""
    folder = given.out
    manifest: Path = folder / "manifest.jsonl"
    if manifest.exists():
        return manifest
    folder.mkdir(parents=True, exist_ok=True)
    rows = []
    for name, style, drawing in draw(
        given.styles.split(","), given.count, given.seed, given.pool, given.half
    ):
        if given.worn:
            drawing = worn(drawing, Random(name))
        rows.append(save(folder, name, style, drawing))
        print(f"… {name}", file=sys.stderr, flush=True)
    manifest.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return manifest


def arguments_of_drawing(parser: argparse.ArgumentParser) -> None:
    """The options that say which charts are drawn."""
    parser.add_argument("out", type=Path)
    parser.add_argument("--pool", type=Path, help="a file of known tables; without it they are made up")
    parser.add_argument(
        "--half", choices=("tuning", "reported"), help="only tables at even or odd places of the pool"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=6, help="charts a style")
    parser.add_argument("--styles", default=",".join(STYLES))
    parser.add_argument("--worn", action="store_true", help="small, coarsely compressed copies")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments_of_drawing(parser)
    print(write(parser.parse_args()))


if __name__ == "__main__":
    main()
