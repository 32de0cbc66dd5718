"""What the shape of a release shows, and what that of a candidate would show under the same public policy.

Both sides are brought to one form, ``Seen``, in which nothing of a name is left: sizes, kind, numbers by their order and
not by their value, whether a label holds a numeral, gaps between years.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from recast.audit.pool import Candidate
from recast.numbers.draws import BAND_EDGES
from recast.numbers.numerals import year_labels
from recast.numbers.prose import normalised, prose_numerals
from recast.policy import Policy
from recast.sent import Sent
from recast.types import ChartSpec, Table

_Row = tuple[Hashable, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Seen:
    """One release, or one candidate. ``rows[c][s]`` is a number of category ``c``, None where it is missing; of a text each
    numeral is a row. ``units`` and ``colours`` are None where they are not known."""

    chart: bool
    kind: Hashable
    role: str
    rows: tuple[tuple[Decimal | None, ...], ...]
    row_flags: tuple[bool, ...]
    column_flags: tuple[bool, ...]
    row_years: tuple[int, ...]
    column_years: tuple[int, ...]
    units: Hashable = None
    colours: Hashable = None

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.rows), len(self.column_flags)


def of_release(sent: Sent) -> Seen:
    """What was sent, as its receiver sees it."""
    chart = sent.protected.chart
    if chart is None:
        return _of_text(sent.protected.context)
    values = tuple(tuple(None if v is None else Decimal(v) for v in row) for row in chart.values)
    colours = tuple(series.colour_name for series in chart.series) + chart.category_colours
    return _of_chart(chart, values, tuple(sorted(series.unit for series in chart.series)), colours)


def of_candidate(candidate: Candidate) -> Seen:
    """A candidate, as far as a release of it could show."""
    table = candidate.table
    if table is None:
        return _of_text(normalised(candidate.text))
    values = tuple(tuple(cell.value for cell in row) for row in table.cells)
    colours = tuple(series.colour_name for series in table.series) + table.category_colours
    return _of_chart(table, values, tuple(sorted(series.unit for series in table.series)), colours)


def _of_chart(
    chart: ChartSpec | Table,
    values: tuple[tuple[Decimal | None, ...], ...],
    units: tuple[str, ...],
    colours: tuple[str, ...],
) -> Seen:
    labels = tuple(series.label for series in chart.series)
    return Seen(
        chart=True,
        kind=(chart.kind if chart.kind in ("pie", "line", "table") else "bar", chart.orientation),
        role=chart.category_role,
        rows=tuple(zip(*values, strict=True)) if values else ((),) * len(chart.categories),
        row_flags=_flags(chart.categories),
        column_flags=_flags(labels),
        row_years=_years(chart.categories),
        column_years=_years(labels),
        units=units,
        colours=colours if any(colours) else None,
    )


def _of_text(text: str) -> Seen:
    numerals = prose_numerals(text)
    return Seen(
        chart=False,
        kind="text",
        role="",
        rows=tuple((numeral.value,) for numeral in numerals),
        row_flags=tuple(numeral.role == "year" for numeral in numerals),
        column_flags=(False,),
        row_years=tuple(int(numeral.value) for numeral in numerals if numeral.role == "year"),
        column_years=(),
    )


def _flags(labels: Sequence[str]) -> tuple[bool, ...]:
    return tuple(any(c.isdigit() for c in label) for label in labels)


def _years(labels: Sequence[str]) -> tuple[int, ...]:
    """The years of an axis all of whose labels are one."""
    found = year_labels(labels)
    years = tuple(year for year in found if year is not None)
    return years if years and len(years) == len(found) else ()


def gaps(years: Sequence[int]) -> tuple[int, ...]:
    return tuple(later - earlier for earlier, later in itertools.pairwise(years))


def tokens(seen: Seen, policy: Policy) -> dict[Decimal, Hashable]:
    """For each number what the policy leaves of it: itself (a small integer that stays), its place among the years, its
    rank (in its band), how often it occurs, or nothing."""
    counted = Counter(value for row in seen.rows for value in row if value is not None)
    years = {Decimal(year) for year in (*seen.row_years, *seen.column_years)}
    classes: dict[str, list[Decimal]] = {}
    for value in sorted(counted):
        classes.setdefault(_class(value, years, policy), []).append(value)
    shown: dict[Decimal, Hashable] = {}
    for name, members in classes.items():
        for rank, value in enumerate(members):
            tied = counted[value] if policy.identity == "value" else 1
            if name == "small":
                shown[value] = (name, int(value))
            elif name == "year":
                shown[value] = (name, int(value - members[0]) if policy.years == "offset" else rank)
            else:
                shown[value] = (name, rank) if policy.order != "none" else (name, tied)
    return shown


def _class(value: Decimal, years: set[Decimal], policy: Policy) -> str:
    if value in years and policy.identity == "value":
        return "year"
    if policy.small_integers == "keep" and 0 <= value <= 15 and value == int(value):
        return "small"
    if policy.order != "bands":
        return "data"
    return f"band {0 if value < BAND_EDGES[0] else 1 if value <= BAND_EDGES[1] else 2}"


def pattern(seen: Seen, policy: Policy, ordered: bool, labels: bool = True) -> Hashable:
    """Every place of the release with what is left of its number and, with ``labels``, whether the label of its row and
    column holds a numeral; rows as a set where their order is not to be relied on."""
    shown = tokens(seen, policy)
    rows: list[_Row] = [
        (labels and flag, *(None if value is None else shown[value] for value in row))
        for flag, row in zip(seen.row_flags, seen.rows, strict=True)
    ]
    kept = ordered or (seen.role != "nominal" and seen.chart)
    return (*(rows if kept else sorted(rows, key=repr)), labels and seen.column_flags)


def integers(seen: Seen) -> Counter[int]:
    """The integers 0-15 among the numbers."""
    return Counter(int(v) for row in seen.rows for v in row if v is not None and 0 <= v <= 15 and v == int(v))
