"""The original as a ChartSpec, for the unprotected reference of an evaluation only: nothing is replaced.

A request made of it passes ``gate.release_unprotected`` alone, which demands consent for any remote destination.
"""

from __future__ import annotations

from recast.types import Cell, ChartSpec, SpecSeries, Table


def original_spec(table: Table) -> ChartSpec:
    """The table as it would be drawn if nothing were protected."""
    series = tuple(
        SpecSeries(s.label, s.colour_name, s.colour_hex, " ".join((s.unit, s.scale)).strip())
        for s in table.series
    )
    values = tuple(tuple(_plain(cell) for cell in row) for row in table.cells)
    return ChartSpec(
        table.kind,
        table.orientation,
        table.title,
        table.x_title,
        table.y_title,
        table.category_role,
        table.categories,
        series,
        values,
        table.category_colours,
    )


def _plain(cell: Cell) -> str | None:
    return None if cell.value is None else format(cell.value.normalize(), "f")
