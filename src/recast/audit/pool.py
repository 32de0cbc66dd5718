"""The candidate sources among which an attacker looks for the one that a release was made from.

A pool is every source of the audited examples and, where given, a file of further ones: JSON lines, each a table
(``id, title, rows`` with a header row, ``chart_kind``) or a text (``id, text``). A table that is ragged, or says the very
same as an earlier one, is left out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from recast.errors import UsageError
from recast.language.words import fold
from recast.numbers.context import context_table, read_context
from recast.numbers.numerals import year_labels
from recast.sent import Known
from recast.types import Cell, ChartKind, Private, Series, Table

_NUMERAL = re.compile(r"-?\d[\d,]*(?:\.\d+)?")
_KINDS: Mapping[str, ChartKind] = {
    "line_chart": "line",
    "line_chart_num": "line",
    "area_chart": "line",
    "pie_chart": "pie",
    "rings": "pie",
}


@dataclass(frozen=True, slots=True, repr=False)
class Candidate(Private):
    """One source as an attacker knows it: a table, or a text. ``question`` is known of the audited sources only, and no
    attacker uses it to tell candidates apart."""

    id: str
    table: Table | None
    text: str = ""
    question: str = ""

    @property
    def strings(self) -> tuple[str, ...]:
        """Every text of the source."""
        if self.table is None:
            return (self.text,)
        table = self.table
        units = (part for series in table.series for part in (series.unit, series.scale))
        labels = (*table.categories, *(series.label for series in table.series))
        return (table.title, table.subtitle, table.x_title, table.y_title, *labels, *units)


@dataclass(frozen=True, slots=True, repr=False)
class Pool(Private):
    """``is_chart`` says of each candidate whether it is a table. Only candidates of a release's own kind are in question
    for it."""

    candidates: tuple[Candidate, ...]
    is_chart: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.candidates)

    def size(self, chart: bool) -> int:
        """How many candidates of a kind there are."""
        return int(np.count_nonzero(self.is_chart == chart))


def pool_of(candidates: Sequence[Candidate]) -> Pool:
    return Pool(tuple(candidates), np.array([found.table is not None for found in candidates], dtype=bool))


def gather(sources: Sequence[Known], path: Path | None) -> tuple[Pool, NDArray[np.intp]]:
    """The pool, and for each source the place of the candidate that it is."""
    candidates = list(read_candidates(path)) if path is not None else []
    places: dict[object, int] = {}
    for place, candidate in enumerate(candidates):
        places.setdefault(_identity(candidate), place)
    own: set[int] = set()
    truth = []
    for number, source in enumerate(sources):
        found = _own(source, f"source {number + 1}")
        place = places.setdefault(_identity(found), len(candidates))
        if place == len(candidates):
            candidates.append(found)
        elif place not in own:
            candidates[place] = replace(found, id=candidates[place].id)
        own.add(place)
        truth.append(place)
    return pool_of(candidates), np.array(truth, dtype=np.intp)


def _own(source: Known, name: str) -> Candidate:
    table = context_table(read_context(source.context)) if source.is_chart else None
    return Candidate(name, table, "" if source.is_chart else source.context, source.question)


def _identity(candidate: Candidate) -> object:
    """What two mentions of one source have in common: labels and first values, or the words of the text."""
    table = candidate.table
    if table is None:
        return " ".join(fold(candidate.text).split())
    first = tuple(cell.value for cell in table.cells[0]) if table.cells else ()
    return tuple(fold(label.strip()) for label in table.categories), first


def read_candidates(path: Path) -> Iterable[Candidate]:
    """The candidates of a file, each once. Raises ``UsageError`` with the line at fault."""
    try:
        lines = [line for line in path.read_text(encoding="utf-8").split("\n") if line.strip()]
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"the pool {path} cannot be read") from error
    seen: set[str] = set()
    for number, line in enumerate(lines, start=1):
        try:
            row: dict[str, Any] = json.loads(line)
            if "text" in row:
                said, candidate = row["text"], Candidate(str(row["id"]), None, str(row["text"]))
            else:
                said, candidate = json.dumps(row["rows"]), Candidate(str(row["id"]), _table(row))
        except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
            raise UsageError(
                f"the pool {path}, line {number}: neither a table (id, rows) nor a text"
            ) from error
        if said not in seen and (candidate.table is not None or candidate.text):
            yield candidate
        seen.add(said)


def _table(row: Mapping[str, Any]) -> Table | None:
    """A header row and data rows as a table, every cell that is not exactly one number missing; None where rows differ in
    length."""
    header, *body = [[str(cell).strip() for cell in line] for line in row["rows"]]
    if len(header) < 2 or not body or any(len(line) != len(header) for line in body):
        return None
    categories = tuple(line[0] for line in body)
    single = len(header) == 2
    kind = _KINDS.get(str(row.get("chart_kind", "")), "bar")
    return Table(
        kind="grouped_bar" if not single and kind != "line" else kind,
        orientation="vertical",
        title=str(row.get("title", "")),
        subtitle="",
        x_title=header[0],
        y_title=header[1] if single else "",
        category_role="time" if all(year is not None for year in year_labels(categories)) else "nominal",
        categories=categories,
        series=tuple(
            Series("" if single else name, unit=_unit(body, c)) for c, name in enumerate(header[1:], 1)
        ),
        cells=tuple(tuple(_cell(line[c]) for line in body) for c in range(1, len(header))),
    )


def _unit(body: Sequence[Sequence[str]], column: int) -> str:
    return next((sign for sign in "%$€£" if all(sign in line[column] for line in body)), "")


def _cell(text: str) -> Cell:
    found = _NUMERAL.findall(text)
    if len(found) != 1:
        return Cell(None, None, "missing")
    return Cell(Decimal(found[0].replace(",", "")), text)
