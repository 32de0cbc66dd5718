"""A picture of a table as a Table: rows and columns of text that line up, ruled or not, with or without stripes.

The first column names the rows, the lines above the first row of numbers name the columns. What stands between rules is
found by where the text is, not by the rules, so that a table without any is read the same way.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from recast.errors import Refused
from recast.perception.labels import around, text_height, text_rows, tidy
from recast.perception.marks import Region
from recast.perception.measure import category_role, is_time, unit_and_scale
from recast.perception.printed import Printed, common_scale, common_unit, in_scale, printed_value
from recast.perception.text import Pixels, TextBox, read_crops
from recast.perception.titles import titles
from recast.types import Box, Cell, Series, Table

_NOTHING = re.compile(r"^(?:[-–—−.:•]+|n\.?\s?/?a\.?|nd|x|\*)$", re.IGNORECASE)
_LEAST_NUMBERS = 4
_LEAST_NUMERIC = 0.6  # share of the cells right of the first column that must be numbers


@dataclass(frozen=True, slots=True)
class Grid:
    """Texts by row and column: ``head[c]`` are the lines over column ``c``, ``rows[r][c]`` those of one cell; ``columns``
    are the stretches across that the columns take."""

    head: tuple[tuple[TextBox, ...], ...]
    rows: tuple[tuple[tuple[TextBox, ...], ...], ...]
    columns: tuple[tuple[float, float], ...]

    @property
    def boxes(self) -> list[Box]:
        return [t.box for row in (self.head, *self.rows) for cell in row for t in cell]


def find_grid(texts: Sequence[TextBox], found: Sequence[Region]) -> Grid | None:
    """The rows and columns of a table, or None where the text does not line up, few cells are numbers, or marks other
    than stripes, rules and the grounds of cells stand among it, as in a chart."""
    line = text_height(texts)
    lines = _lines(texts, line)
    full = [row for row in lines if len(row) >= 2]
    if len(full) < 3:
        return None
    count = Counter(len(row) for row in full).most_common(1)[0][0]
    columns = _columns([row for row in full if len(row) == count])
    if len(columns) != count:
        return None
    placed = [(row, _placed(row, columns)) for row in lines]
    numeric = [
        i for i, (_, cells) in enumerate(placed) if cells is not None and any(_value(c) for c in cells[1:])
    ]
    named = [i for i in numeric if _is_row(placed[i][1])]
    if not named:
        return None
    first, last = named[0], named[-1]
    rows, loose = _body(placed[first : last + 1], line)
    head = _head(placed[:first], columns, rows, line)
    grid = Grid(head, rows, columns)
    cells = [cell for row in rows for cell in row[1:]]
    numbers = sum(_value(cell) is not None for cell in cells)
    if loose or len(rows) < 2 or numbers < _LEAST_NUMBERS or numbers < _LEAST_NUMERIC * len(cells):
        return None
    return None if _has_marks(grid, texts, found) else grid


def _lines(texts: Sequence[TextBox], line: float) -> list[list[TextBox]]:
    return [sorted(row, key=lambda t: t.box.left) for row in text_rows(texts, line, 0.45)]


def _columns(rows: Sequence[Sequence[TextBox]]) -> tuple[tuple[float, float], ...]:
    """The stretches that the texts of all rows take across, those that overlap joined."""
    merged: list[tuple[float, float]] = []
    for left, right in sorted((t.box.left, t.box.right) for row in rows for t in row):
        if merged and left < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], right))
        else:
            merged.append((left, right))
    return tuple(merged)


Cells = tuple[tuple[TextBox, ...], ...]


def _placed(row: Sequence[TextBox], columns: Sequence[tuple[float, float]]) -> Cells | None:
    """The texts of a line by column, None where one reaches over more than one column."""
    cells: list[list[TextBox]] = [[] for _ in columns]
    for text in row:
        over = [
            i for i, (left, right) in enumerate(columns) if text.box.left < right and text.box.right > left
        ]
        if len(over) > 1:
            return None
        at = (
            over[0] if over else min(range(len(columns)), key=lambda i: abs(sum(columns[i]) / 2 - text.box.x))
        )
        cells[at].append(text)
    return tuple(tuple(cell) for cell in cells)


def _value(cell: Sequence[TextBox]) -> Printed | None:
    return printed_value(cell[0]) if len(cell) == 1 else None


def _is_row(cells: Cells | None) -> bool:
    """Whether a line is a row of the body: named, and with numbers that are not all years, as a head of years has."""
    if cells is None or not cells[0]:
        return False
    values = [c[0].text for c in cells[1:] if _value(c) is not None]
    return bool(values) and not (len(values) > 1 and all(is_time(v.strip()) for v in values))


def _body(
    placed: Sequence[tuple[Sequence[TextBox], Cells | None]], line: float
) -> tuple[tuple[Cells, ...], int]:
    """The rows of the body, a line with only a name joined to the row it stands close to; and how many lines fit
    nowhere, such as a heading of a group of rows in the middle."""
    rows: list[Cells] = []
    waiting: list[TextBox] = []
    loose = 0
    for texts, cells in placed:
        if cells is None:
            loose += 1
        elif any(cells[1:]):
            name = (*waiting, *cells[0])
            rows.append((name, *cells[1:]))
            waiting = []
        elif rows and cells[0][0].box.top - max(t.box.bottom for t in rows[-1][0] or texts) < 0.3 * line:
            rows[-1] = ((*rows[-1][0], *cells[0]), *rows[-1][1:])
        else:
            waiting.extend(cells[0])
    return tuple(rows), loose + len(waiting)


def _head(
    placed: Sequence[tuple[Sequence[TextBox], Cells | None]],
    columns: Sequence[tuple[float, float]],
    rows: Sequence[Cells],
    line: float,
) -> Cells:
    """The lines right above the body that name columns, the lowest first met; wrapped heads are several lines."""
    head: list[list[TextBox]] = [[] for _ in columns]
    below = min((t.box.top for t in rows[0][0]), default=0.0) if rows else 0.0
    for texts, cells in reversed(placed):
        gap = below - max(t.box.bottom for t in texts)
        if cells is None or gap > (2.2 if not any(head) else 0.5) * line or not any(cells[1:]):
            break
        for column, cell in zip(head, cells, strict=True):
            column[:0] = cell
        below = min(t.box.top for t in texts)
    return tuple(tuple(column) for column in head)


def _shifted(one: tuple[int, float, float], other: tuple[int, float, float]) -> bool:
    """Whether two grounds, each with its column, top and bottom, stand beside each other without sharing both edges, as
    the parts of stacked bars do; the cells of one row share them."""
    (column, top, bottom), (other_column, other_top, other_bottom) = one, other
    shared = min(bottom, other_bottom) - max(top, other_top)
    beside = column != other_column and shared > 0.5 * min(bottom - top, other_bottom - other_top)
    return beside and max(abs(top - other_top), abs(bottom - other_bottom)) > 4


def _has_marks(grid: Grid, texts: Sequence[TextBox], found: Sequence[Region]) -> bool:
    """Whether shapes other than letters, rules, stripes and grounds of cells stand in the grid."""
    whole = around(grid.boxes)
    grounds: dict[int, set[tuple[int, int]]] = {}
    upright: list[tuple[int, float, float]] = []
    for region in found:
        box = region.box
        if (
            box.bottom < whole.top
            or box.top > whole.bottom
            or box.right < whole.left
            or box.left > whole.right
        ):
            continue
        letter = any(
            t.box.left - 2 <= box.left
            and box.right <= t.box.right + 2
            and t.box.top - 2 <= box.top
            and box.bottom <= t.box.bottom + 2
            for t in texts
        )
        if letter or min(box.width, box.height) <= 4 or box.width >= 0.85 * whole.width or region.area < 30:
            continue
        over = [
            i
            for i, (left, right) in enumerate(grid.columns)
            if box.left <= left + 2 and box.right >= right - 2
        ]
        if not region.rectangular or not over:
            return True
        grounds.setdefault(over[0], set()).add((round(box.left / 5), round(box.right / 5)))
        upright.append((over[0], box.top, box.bottom))
    if any(_shifted(one, other) for one, other in itertools.combinations(upright, 2)):
        return True
    # the grounds of the cells of one column are equally wide; bars are not
    return any(max(e) - min(e) > 1 for edges in grounds.values() for e in zip(*edges, strict=True))


def grid_table(pixels: Pixels, texts: Sequence[TextBox], grid: Grid) -> Table:
    """The Table of a grid. A cell without text is read again in its place; what is blank or a dash then is missing.

    Raises ``Refused`` where rows have no names or a cell holds words in a column of numbers.
    """
    names = tuple(_words(row[0]) for row in grid.rows)
    if not all(names):
        raise Refused(f"{sum(not n for n in names)} rows of the table have no name that can be read")
    columns = [_column(pixels, grid, c) for c in range(1, len(grid.columns))]
    series = []
    cells = []
    for index, column in enumerate(columns, 1):
        values = [v for v in column if isinstance(v, Printed)]
        words = sum(isinstance(v, str) for v in column)
        if words:
            raise Refused(f"{words} cells of the table hold words, not numbers, where numbers are expected")
        label = _words(grid.head[index])
        scale, unit = common_scale(values), common_unit(values)
        named, named_scale = unit_and_scale(label)
        series.append(Series(label, "", "", unit or named, scale or named_scale))
        cells.append(tuple(_cell(v, scale) for v in column))
    rest = [t for t in texts if t.box not in set(grid.boxes)]
    title, subtitle = titles(pixels, rest, min(b.top for b in grid.boxes) + 4)
    return Table(
        "table", "vertical", title, subtitle, _words(grid.head[0]), "", category_role(names), names, tuple(series),
        tuple(cells),
    )  # fmt: skip


def _words(cell: Sequence[TextBox]) -> str:
    ordered = sorted(cell, key=lambda t: (round(t.box.y / 6), t.box.left))
    return tidy(" ".join(t.text.strip() for t in ordered))


def _cell(value: Printed | str | None, scale: str) -> Cell:
    if not isinstance(value, Printed):
        return Cell(None, None, "missing")
    return Cell(in_scale(value, scale), value.text, "printed", Decimal(0), value.confidence, value.box)


def _column(pixels: Pixels, grid: Grid, index: int) -> list[Printed | str | None]:
    """Each cell of a column as a number, as words, or None where it is blank or a dash."""
    left, right = grid.columns[index]
    found: list[Printed | str | None] = []
    for row in grid.rows:
        cell = row[index]
        if not cell:
            tall = around([t.box for c in row for t in c if c])
            place = Box(left, tall.y - 0.5 * row[0][0].box.height, right, tall.y + 0.5 * row[0][0].box.height)
            reading = read_crops(pixels, [place], 2.0, margin=2)[0]
            found.append(printed_value(reading))
            continue
        text = _words(cell)
        found.append(_value(cell) or (None if not text or _NOTHING.match(text) else text))
    return found
