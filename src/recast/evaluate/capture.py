"""``recast evaluate-capture``: how well charts are read, against the tables that a manifest names.

A reference cell counts as found when the table that was read has a cell of that value (within 0.1 %) whose category and
series labels are those of the reference: equal, or the best match above 80 % similarity. A column header that is not
drawn (the only series of a chart) is not compared. Precision, recall and F1 are over all cells of all charts; a refused
chart has no cell. Beside them stands relative mapping similarity (``rms``), the mean over the charts, a refused one as 0.
"""

from __future__ import annotations

import csv
import json
from collections import Counter
from decimal import Decimal
from pathlib import Path
from typing import Any

from rapidfuzz import fuzz, process

from recast.api import Session
from recast.configuration import Configuration
from recast.errors import Refused, UsageError
from recast.evaluate.examples import json_lines
from recast.evaluate.matching import parse_reference
from recast.evaluate.rms import NARROW_THETA, TAU, THETA, Cells, Key, rms
from recast.pipeline import Chart
from recast.types import Source, Table

_SIMILAR = 80.0  # per cent, normalised indel similarity
_TOLERANCE = Decimal("0.001")


def evaluate_capture(path: Path, configuration: Configuration, *, limit: int | None = None) -> dict[str, Any]:
    """Reads every image whose row names a table and compares. Raises ``UsageError`` where there is none."""
    session = Session(configuration)
    charts = dict.fromkeys(_charts(path))
    if not charts:
        raise UsageError(f"{path} names no image with a table to compare with")
    found = read = reference = 0
    refused: Counter[str] = Counter()
    similar = similar_narrow = 0.0
    for image, table in list(charts)[:limit]:
        expected = reference_cells(table)
        reference += len(expected)
        try:
            chart = session.read(Source(image.read_bytes(), "image", image.name))
        except Refused as error:
            refused[str(error)] += 1
            continue
        captured = cells_of(chart.table) if isinstance(chart, Chart) else {}
        read += len(captured)
        found += _agreeing(captured, expected)
        similar += rms(captured, expected).f1
        similar_narrow += rms(captured, expected, NARROW_THETA).f1
    precision, recall = found / max(read, 1), found / max(reference, 1)
    count = len(list(charts)[:limit])
    return {
        "charts": count,
        "refused": dict(refused),
        "cells": reference,
        "precision": precision,
        "recall": recall,
        "f1": 2 * precision * recall / max(precision + recall, 1e-9),
        "rms": {
            "f1": similar / count,
            "tau": TAU,
            "theta": THETA,
            f"f1_at_theta_{NARROW_THETA}": similar_narrow / count,
        },
    }


def _charts(path: Path) -> list[tuple[Path, Path]]:
    try:
        rows: list[dict[str, Any]] = [{**json.loads(line)} for line in json_lines(path)]
    except (ValueError, TypeError) as error:
        raise UsageError(f"the examples {path} cannot be read") from error
    return [
        (path.parent / row["image"], path.parent / row["table"])
        for row in rows
        if row.get("image") and row.get("table")
    ]


def reference_cells(path: Path) -> Cells:
    """The numbers of a CSV file by row and column label, without the label of an only column."""
    with path.open(encoding="utf-8", newline="") as file:
        header, *rows = list(csv.reader(file))
    cells: dict[Key, Decimal] = {}
    for row in rows:
        for name, text in zip(header[1:], row[1:], strict=False):
            value = parse_reference(text)
            if isinstance(value, Decimal):
                cells[row[0].strip(), name.strip() if len(header) > 2 else ""] = value
    return cells


def cells_of(table: Table) -> Cells:
    """The values of a table by category and series, without the name of an only series."""
    return {
        (category, series.label if len(table.series) > 1 else ""): cell.value
        for series, row in zip(table.series, table.cells, strict=True)
        for category, cell in zip(table.categories, row, strict=True)
        if cell.value is not None
    }


def _agreeing(captured: Cells, expected: Cells) -> int:
    rows = _aligned({c for c, _ in captured}, {c for c, _ in expected})
    columns = _aligned({s for _, s in captured}, {s for _, s in expected})
    agreeing = 0
    for (category, series), value in captured.items():
        wanted = expected.get((rows.get(category, ""), columns.get(series, "")))
        agreeing += wanted is not None and abs(value - wanted) <= _TOLERANCE * max(abs(wanted), Decimal(1))
    return agreeing


def _aligned(captured: set[str], expected: set[str]) -> dict[str, str]:
    aligned: dict[str, str] = {}
    for label in captured:
        best = process.extractOne(
            label, expected, scorer=fuzz.ratio, processor=str.casefold, score_cutoff=_SIMILAR
        )
        if best is not None:
            aligned[label] = best[0]
    return aligned
