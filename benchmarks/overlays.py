"""Twelve charts chosen by seed, as the product reads them: the pictures and the table of the page on reading.

    python benchmarks/overlays.py OUT [--seed 12] [--count 12]

Draws ``--count`` of the styles of ``benchmarks/styles`` once each, from tables made up here, reads each drawing, and writes
the overlay into ``OUT`` as ``STYLE.png``, at most 1,000 pixels wide and 70 kB large. Prints
one row of a Markdown table a chart: how many values are right (by the rule of ``reading.py``), how many were taken from
print and off an axis, relative mapping similarity, how many are unsure, and what went wrong. A chart that is refused is
written as it was drawn.
"""

from __future__ import annotations

import argparse
import io
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from PIL import Image

sys.path.insert(0, str(Path(__file__).parent))

import drawn_charts
from reading import is_right, keyed
from recast.capture.overlay import overlay
from recast.errors import Refused
from recast.evaluate.capture import cells_of, reference_cells
from recast.evaluate.rms import Cells, compared
from recast.perception.chart import read_chart
from recast.perception.image import decode
from recast.types import SURE, Table
from styles import STYLES, Drawing

WIDEST, TALLEST = 1000, 1400  # pixels of a picture on the page
LARGEST = 70_000  # bytes of a picture
COLOURS = (256, 128, 64)
MOST_TOLD = 2  # faults of one kind that are told one by one


@dataclass(frozen=True, slots=True)
class Shown:
    """What the page says of one chart; ``picture`` is a PNG."""

    style: str
    kind: str
    right: int
    expected: int
    printed: int
    axis: int
    score: float
    unsure: int
    wrong: str
    picture: bytes


def shown(name: str, style: str, drawing: Drawing) -> Shown:
    """The drawing read, compared with its truth, and its overlay."""
    with tempfile.TemporaryDirectory() as folder:
        drawn_charts.save(Path(folder), name, style, drawing)
        data = Path(folder, f"{name}.png").read_bytes()
        expected = reference_cells(Path(folder, f"{name}.csv"))
    pixels = decode(data)
    try:
        table = read_chart(pixels)
    except Refused as error:
        return Shown(style, drawing.kind, 0, len(expected), 0, 0, 0.0, 0, f"refused: {error}", compact(data))
    score, pairs = compared(cells_of(table), expected)
    cells = keyed(table)
    printed, axis = (sum(cell.origin == origin for _, cell in cells) for origin in ("printed", "axis"))
    right = {key for key, cell in cells if is_right(cell, expected.get(pairs.get(key, ("", "?"))))}
    return Shown(
        style,
        table.kind,
        len(right),
        len(expected),
        printed,
        axis,
        score.f1,
        sum(cell.confidence < SURE for _, cell in cells),
        "; ".join((*faults(table, expected, pairs, right), *unprinted(drawing, printed, axis))) or "nothing",
        compact(overlay(pixels, table)),
    )


def faults(
    table: Table,
    expected: Cells,
    pairs: dict[tuple[str, str], tuple[str, str]],
    right: set[tuple[str, str]],
) -> Iterator[str]:
    """In words: values that are wrong, that were not read, and labels that are not the true ones to the letter."""
    wrong = [(key, cell.value) for key, cell in keyed(table) if key not in right]
    yield from _told(
        [
            f"{value} read where {expected.get(pairs.get(key, ('', '?')), 'nothing')} is"
            for key, value in wrong
        ],
        "values wrong",
    )
    yield from _told(
        [f"“{name}” read where nothing is" for name in _valueless(table)], "categories read where nothing is"
    )
    yield from _told(
        [f"“{' '.join(key).strip()}” not read" for key in expected if key not in pairs.values()],
        "values not read",
    )
    labels = {(mine, true) for key, other in pairs.items() for mine, true in _differing(key, other)}
    yield from _told(
        [f"label “{true}” read as “{mine}”" for mine, true in sorted(labels)], "labels not exact"
    )


def unprinted(drawing: Drawing, printed: int, axis: int) -> Iterator[str]:
    """Whether values that stand in the picture were measured instead of read."""
    given = sum(map(sum, drawing.printed))
    if printed < given and axis:
        yield f"{min(given - printed, axis)} of {given} printed values measured instead of read"


def _valueless(table: Table) -> list[str]:
    """The categories without any value: the drawings have none."""
    columns = zip(table.categories, zip(*table.cells, strict=True), strict=True)
    return [name for name, cells in columns if all(cell.value is None for cell in cells)]


def _differing(key: tuple[str, str], other: tuple[str, str]) -> Iterator[tuple[str, str]]:
    """The labels read and true of one cell, where they differ in more than case and spaces, read either way round."""
    if _folded(key[0]) == _folded(other[1]) or _folded(key[1]) == _folded(other[0]):
        other = other[1], other[0]
    for mine, true in zip(key, other, strict=True):
        if _folded(mine) != _folded(true):
            yield mine, true


def _folded(label: str) -> str:
    return "".join(label.casefold().split())


def _told(each: Sequence[str], together: str) -> Sequence[str]:
    return each if len(each) <= MOST_TOLD else [f"{len(each)} {together}, as {each[0]}"]


def compact(data: bytes) -> bytes:
    """The picture small enough for a page: fewer colours first, fewer pixels where that is not enough."""
    picture = Image.open(io.BytesIO(data)).convert("RGB")
    picture.thumbnail((WIDEST, TALLEST), Image.Resampling.LANCZOS)
    while True:
        for colours in COLOURS:
            out = io.BytesIO()
            flat = picture.quantize(colours, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
            flat.save(out, "PNG", optimize=True)
            if out.tell() <= LARGEST:
                return out.getvalue()
        picture = picture.resize(
            (picture.width * 9 // 10, picture.height * 9 // 10), Image.Resampling.LANCZOS
        )


def row(chart: Shown) -> str:
    """One row of the Markdown table."""
    return (
        f"| {chart.style.replace('_', ' ')} | {chart.kind.replace('_', ' ')} | {chart.right} of {chart.expected} "
        f"| {chart.printed} | {chart.axis} | {chart.score:.3f} | {chart.unsure} | {chart.wrong} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("out", type=Path)
    parser.add_argument("--seed", type=int, default=12)
    parser.add_argument("--count", type=int, default=12, help="charts, each of another style")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    drawn = Random(given.seed).sample(list(STYLES), given.count)
    styles = [style for style in STYLES if style in drawn]
    print("| style | read as | right | printed | off the axis | RMS-F1 | unsure | what went wrong |")
    print("|---|---|---|---|---|---|---|---|")
    for name, style, drawing in drawn_charts.draw(styles, 1, given.seed):
        chart = shown(name, style, drawing)
        (given.out / f"{style}.png").write_bytes(chart.picture)
        print(row(chart), flush=True)


if __name__ == "__main__":
    main()
