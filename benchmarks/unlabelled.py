"""What becomes of pictures without a truth: read surely, read in part unsurely, refused, or a crash.

    python benchmarks/unlabelled.py FOLDER [--overlays OUT]

``FOLDER`` holds pictures. Prints one JSON object: how many were read with every value sure, read with at least one unsure
value, and refused, with the count of each reason; how many values were printed, read off an axis, missing and unsure; the
names of pictures on which the reader crashed; median seconds. ``--overlays`` writes for each picture that was read what was
read over it, for comparing by eye: whether a value is right is not known here.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from pathlib import Path
from statistics import median

from recast.capture.overlay import overlay
from recast.errors import Refused
from recast.perception.chart import read_chart
from recast.perception.image import decode
from recast.types import SURE

SUFFIXES = (".png", ".jpg", ".jpeg", ".webp")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--overlays", type=Path, metavar="OUT")
    given = parser.parse_args()
    if given.overlays is not None:
        given.overlays.mkdir(parents=True, exist_ok=True)
    counts: Counter[str] = Counter()
    values: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    crashed: list[str] = []
    seconds: list[float] = []
    for path in sorted(p for p in given.folder.rglob("*") if p.suffix.lower() in SUFFIXES):
        started = time.perf_counter()
        try:
            pixels = decode(path.read_bytes())
            table = read_chart(pixels)
        except Refused as error:
            counts["refused"] += 1
            reasons[str(error)] += 1
            continue
        except Exception as error:  # what is counted here is exactly what must not happen
            crashed.append(f"{path.name}: {type(error).__name__}")
            continue
        finally:
            seconds.append(time.perf_counter() - started)
        cells = [cell for row in table.cells for cell in row]
        unsure = sum(cell.value is not None and cell.confidence < SURE for cell in cells)
        values.update(cell.origin for cell in cells)
        values["unsure"] += unsure
        counts["read_with_unsure_values" if unsure else "read_surely"] += 1
        if given.overlays is not None:
            (given.overlays / f"{path.stem}.png").write_bytes(overlay(pixels, table))
    print(
        json.dumps(
            {
                "pictures": len(seconds),
                **counts,
                "crashed": crashed,
                "reasons": dict(reasons.most_common()),
                "values": values,
                "median_seconds": round(median(seconds), 2) if seconds else None,
            },
            indent=2,
        )
    )


if __name__ == "__main__":
    main()
