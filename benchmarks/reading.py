"""How well drawn charts are read, by style: the drawings of ``drawn_charts.py`` against their truth.

    python benchmarks/reading.py OUT [--pool POOL] [--half reported] [--seed 1] [--count 6] [--styles a,b] [--jobs 2]

Draws the charts into ``OUT`` unless they are there (the same options as ``drawn_charts.py``), reads each, and prints a line
a style and one over all: relative mapping similarity (mean over charts, a refused one counts 0; tau 0.5, theta 0.5, and
with theta 0.1), the share of printed and of axis cells that are right, and what was refused. ``--list`` prints each chart.
Rows are kept in ``OUT/read.jsonl`` by the digest of the reading code, so a run resumes, and a change reads anew.

A cell that the chart prints is right when the value read is the same. Else it is right within twice the tolerance that the
reader gives, or 2.5 % of the true value.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import json
import sys
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from decimal import Decimal
from pathlib import Path
from statistics import mean
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import drawn_charts
import recast
from recast.errors import Refused
from recast.evaluate.capture import cells_of, reference_cells
from recast.evaluate.rms import NARROW_THETA, compared, rms
from recast.perception import text
from recast.perception.chart import read_chart, read_marks
from recast.perception.confidence import calibrated, scored
from recast.perception.image import decode
from recast.types import Cell, Table

NEAR = Decimal("0.025")  # relative distance within which a value read off an axis counts as right


def read(folder: Path, row: Mapping[str, Any]) -> dict[str, Any]:
    """One drawn chart read and compared."""
    started = time.perf_counter()
    found: dict[str, Any] = {
        "id": row["id"],
        "style": row["style"],
        "refused": None,
        "f1": 0.0,
        "narrow": 0.0,
    }
    expected = reference_cells(folder / row["table"])
    try:
        pixels = decode((folder / row["image"]).read_bytes())
        uncertain = read_marks(pixels)
    except Refused as error:
        return found | {
            "refused": str(error),
            "cells": [],
            "expected": len(expected),
            "seconds": _since(started),
        }
    table = calibrated(uncertain, pixels)
    captured = cells_of(table)
    score, pairs = compared(captured, expected)
    judged = [
        {
            "origin": cell.origin,
            "raw": round(raw.confidence, 4),
            "confidence": round(cell.confidence, 4),
            "tolerance": float(cell.tolerance / max(abs(cell.value or Decimal(0)), Decimal("1e-9"))),
            "right": is_right(cell, expected.get(pairs.get(key, ("", "?")))),
        }
        for (key, cell), (_, raw) in zip(keyed(table), keyed(scored(uncertain, pixels)), strict=True)
    ]
    return found | {
        "f1": score.f1,
        "narrow": rms(captured, expected, NARROW_THETA).f1,
        "kind": table.kind,
        "cells": judged,
        "expected": len(expected),
        "seconds": _since(started),
    }


def keyed(table: Table) -> list[tuple[tuple[str, str], Cell]]:
    """The cells that have a value, under the keys of ``cells_of``."""
    several = len(table.series) > 1
    return [
        ((category, series.label if several else ""), cell)
        for series, row in zip(table.series, table.cells, strict=True)
        for category, cell in zip(table.categories, row, strict=True)
        if cell.value is not None
    ]


def is_right(cell: Cell, true: Decimal | None) -> bool:
    """Whether the value of a cell is the true one, by the rule of its origin."""
    if true is None or cell.value is None:
        return False
    if cell.origin == "printed":
        return cell.value == true
    return abs(cell.value - true) <= max(2 * cell.tolerance, NEAR * abs(true))


def _since(started: float) -> float:
    return round(time.perf_counter() - started, 2)


def digest_of_code() -> str:
    """Of everything that a reading depends on."""
    root = Path(recast.__file__).parent
    files = sorted(
        path for part in ("perception", "numbers", "evaluate") for path in (root / part).rglob("*.py")
    )
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:12]


def read_all(folder: Path, styles: Iterable[str] | None = None, jobs: int = 1) -> list[dict[str, Any]]:
    """The rows of a folder of drawings, read as far as they are not kept."""
    lines = (folder / "manifest.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [row for row in map(json.loads, lines) if styles is None or row.get("style") in styles]
    kept = folder / "read.jsonl"
    code = digest_of_code()
    done = _kept(kept, code)
    left = [row for row in rows if row["id"] not in done]
    if jobs > 1:
        text.THREADS = 1
    with kept.open("a", encoding="utf-8") as file, ProcessPoolExecutor(jobs) as pool:
        results = (
            pool.map(read, [folder] * len(left), left) if jobs > 1 else (read(folder, row) for row in left)
        )
        for place, result in enumerate(results, 1):
            done[result["id"]] = result
            file.write(json.dumps({"code": code, **result}) + "\n")
            file.flush()
            print(f"… {place}/{len(left)} {result['id']} {result['f1']:.3f}", file=sys.stderr, flush=True)
    return [done[row["id"]] for row in rows]


def _kept(path: Path, code: str) -> dict[str, dict[str, Any]]:
    found = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        try:
            row = json.loads(line)
        except json.JSONDecodeError:  # cut short by a crash
            continue
        if row.pop("code") == code:
            found[row["id"]] = row
    return found


def report(rows: Sequence[Mapping[str, Any]]) -> None:
    """Prints the figures of every style and over all."""
    print(
        f"{'style':18}{'charts':>7}{'RMS-F1':>8}{'θ 0.1':>7}{'printed':>9}{'axis':>7}{'refused':>9}{'s':>6}"
    )
    for style in dict.fromkeys(row["style"] for row in rows):
        _line(style, [row for row in rows if row["style"] == style])
    _line("all", rows)
    for reason, count in Counter(row["refused"] for row in rows if row["refused"]).most_common():
        print(f"refused {count}: {reason}")


def _line(name: str, rows: Sequence[Mapping[str, Any]]) -> None:
    def right(origin: str) -> str:
        judged = [cell["right"] for row in rows for cell in row["cells"] if cell["origin"] == origin]
        return f"{100 * mean(judged):.0f}%" if judged else "-"

    refused = sum(row["refused"] is not None for row in rows)
    print(
        f"{name:18}{len(rows):7}{mean(row['f1'] for row in rows):8.3f}{mean(row['narrow'] for row in rows):7.3f}"
        f"{right('printed'):>9}{right('axis'):>7}{refused:9}{mean(row['seconds'] for row in rows):6.1f}"
    )


def print_each(folder: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    for row in rows:
        wrong = sum(not cell["right"] for cell in row["cells"])
        state = row["refused"] or f"{row['kind']}, {len(row['cells'])}/{row['expected']} cells, {wrong} wrong"
        print(f"{row['f1']:.3f} {folder / row['id']}.png: {state}")


def show_wrong(folder: Path, name: str) -> None:
    """The table read beside the truth, for one chart."""
    try:
        captured = read_chart(decode((folder / f"{name}.png").read_bytes()))
    except Refused as error:
        print(f"refused: {error}")
        return
    expected = reference_cells(folder / f"{name}.csv")
    _, pairs = compared(cells_of(captured), expected)
    print(f"{captured.kind} {captured.orientation}; series {[series.label for series in captured.series]}")
    writer = csv.writer(sys.stdout, delimiter="|")
    for key, cell in keyed(captured):
        true = expected.get(pairs.get(key, ("", "?")))
        mark = "" if is_right(cell, true) else "WRONG"
        writer.writerow((*key, cell.value, cell.origin, cell.tolerance, f"{cell.confidence:.2f}", true, mark))
    for key in expected.keys() - pairs.values():
        writer.writerow((*key, "not read", expected[key]))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    drawn_charts.arguments_of_drawing(parser)
    parser.add_argument("--jobs", type=int, default=1, choices=(1, 2))
    parser.add_argument("--list", action="store_true", help="a line a chart, worst first")
    parser.add_argument("--show", metavar="NAME", help="only: the table of this chart, read beside true")
    given = parser.parse_args()
    styles = given.styles.split(",")
    drawn_charts.write(given)
    if given.show:
        show_wrong(given.out, given.show)
        return
    rows = read_all(given.out, styles, given.jobs)
    if given.list:
        print_each(given.out, sorted(rows, key=lambda row: row["f1"]))
    report(rows)


if __name__ == "__main__":
    main()
