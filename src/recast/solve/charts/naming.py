"""What the values and labels that a tree works on are called in a question of ours: by labels of the chart and by words of no
topic. Private, as labels are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from recast.numbers.numerals import plain_year
from recast.solve.expression import (
    Arithmetic,
    Bare,
    Collection,
    Expression,
    Fold,
    Group,
    Magnitude,
    Name,
    Operand,
    parts_of,
)
from recast.types import Private, Table

_MOST_LISTED = 6


@dataclass(frozen=True, slots=True, repr=False)
class Values(Private):
    """What some cells are called: ``series`` and ``at`` may be empty where they need no name. ``every``: they are all
    that their series or category has; ``listed``: the names one by one, where they are few and named."""

    series: str
    at: str
    every: bool
    listed: str = ""

    @property
    def of(self) -> str:
        """Behind "the highest value"."""
        named = f" of {self.series}" if self.series else ""
        return f"{named} {self.at}" if self.at else named

    @property
    def all(self) -> tuple[str, ...]:
        """As what is added up."""
        if self.every:
            return (f"all values{self.of}", f"all the values{self.of}")
        return (self.listed,) if self.listed else (f"the values{self.of}",)


def where(label: str) -> str:
    return f"in {label}" if plain_year(label) else f"for {label}"


def joined(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def cell_name(table: Table, series: int, category: int) -> str:
    if len(table.series) == 1 and len(table.categories) > 1:
        return table.categories[category]
    if len(table.categories) == 1:
        return table.series[series].label
    return f"{table.series[series].label} {where(table.categories[category])}"


def values_of(group: Collection, table: Table) -> Values | None:
    """What the cells of ``group`` are called together, or None for anything but a block of cells."""
    if not isinstance(group, Group):
        return None
    cells = [item.cell for _, item in group.items if isinstance(item, Operand) and item.cell is not None]
    rows, columns = sorted({c for _, c in cells}), sorted({s for s, _ in cells})
    if len(cells) != len(group.items) or not cells or len(set(cells)) < len(cells):
        return None
    shown = {
        (s, c) for s, row in enumerate(table.cells) for c, cell in enumerate(row) if cell.value is not None
    }
    if set(cells) != {(s, c) for s, c in shown if s in columns and c in rows}:
        return None
    whole_rows = rows == sorted({c for s, c in shown if s in columns})
    whole_columns = columns == sorted({s for s, c in shown if c in rows})
    one_series = "" if len(table.series) == 1 else table.series[columns[0]].label
    if whole_rows and whole_columns:
        return Values("", "", True)
    if whole_rows and len(columns) == 1:
        return Values(one_series, "", True)
    if whole_columns and len(rows) == 1:
        return Values("", where(table.categories[rows[0]]), True)
    rows, columns = list(dict.fromkeys(c for _, c in cells)), list(dict.fromkeys(s for s, _ in cells))
    names = [table.categories[c] for c in rows]
    if len(columns) == 1:
        if len(rows) <= _MOST_LISTED and not _runs_back(names):
            at = f"{'in' if plain_year(names[0]) else 'for'} {joined(names)}"
            listed = f"{one_series} {at}" if one_series else joined(names)
            return Values(one_series, at, False, listed)
        if all(map(plain_year, names)) and rows == list(range(rows[0], rows[-1] + 1)):
            return Values(one_series, f"from {min(names)} to {max(names)}", False)
    if len(rows) == 1 and len(columns) <= _MOST_LISTED:
        listed = joined([table.series[s].label for s in columns])
        at = where(names[0]) if len(table.categories) > 1 else ""
        return Values(listed, at, False, f"{listed} {at}".strip())
    return None


def cells_listed(group: Collection, table: Table) -> str:
    """The names one by one of a few cells of one series or one category; empty for anything else."""
    if not isinstance(group, Group) or not 1 < len(group.items) <= _MOST_LISTED:
        return ""
    cells = [item.cell for _, item in group.items if isinstance(item, Operand) and item.cell is not None]
    rows, columns = list(dict.fromkeys(c for _, c in cells)), list(dict.fromkeys(s for s, _ in cells))
    if len(cells) != len(group.items) or (len(rows) > 1 and len(columns) > 1):
        return ""
    if len(rows) == 1:
        at = f" {where(table.categories[rows[0]])}" if len(table.categories) > 1 else ""
        return f"{joined([table.series[s].label for s in columns])}{at}"
    names = [table.categories[c] for c in rows]
    at = f"{'in' if plain_year(names[0]) else 'for'} {joined(names)}"
    return f"{table.series[columns[0]].label} {at}" if len(table.series) > 1 else joined(names)


def _runs_back(names: Sequence[str]) -> bool:
    """Whether the names are years from late to early: a list of them would be read in the other order."""
    return all(map(plain_year, names)) and list(names) != sorted(names)


def noun_of(group: Collection, table: Table, many: bool) -> str:
    """What the labels of ``group`` are, in words of no topic."""
    while not isinstance(group, Group):
        group = group.group
    labels = {name.label for name, _ in group.items}
    if all(map(plain_year, labels)):
        return "years" if many else "year"
    if labels <= {series.label for series in table.series} and len(table.series) > 1:
        return "series"
    return "categories" if many else "category"


Cells = tuple[tuple[int, int], tuple[int, int]]


def _differences(items: Sequence[Expression]) -> list[Cells]:
    """The two cells of each difference (series, category), minuend first; nothing unless all are plain differences."""
    pairs = [
        (item.left.cell, item.right.cell)
        for item in items
        if isinstance(item, Arithmetic)
        and item.sign == "-"
        and isinstance(item.left, Operand)
        and isinstance(item.right, Operand)
    ]
    known = [(one, two) for one, two in pairs if one is not None and two is not None]
    return known if len(known) == len(items) else []


def gap_of(group: Collection, table: Table) -> str:
    """The two things whose distance at each label ``group`` holds, or nothing."""
    if not isinstance(group, Group):
        return ""
    distances = [item.of for _, item in group.items if isinstance(item, Magnitude)]
    pairs = _differences(distances) if len(distances) == len(group.items) else []
    names = _both(pairs, table)
    return joined(names) if names else ""


def _both(pairs: Sequence[Cells], table: Table) -> list[str]:
    """The two series, or the two categories, of which each pair has one, as shown; nothing where it is another two each time."""
    if len({(one[0], two[0]) for one, two in pairs}) == 1 and pairs[0][0][0] != pairs[0][1][0]:
        return [table.series[s].label for s in sorted(cell[0] for cell in pairs[0])]
    if len({(one[1], two[1]) for one, two in pairs}) == 1:
        return [table.categories[c] for c in sorted(cell[1] for cell in pairs[0])]
    return []


def excess(group: Collection, table: Table) -> tuple[str, str] | None:
    """The two series of which ``group`` holds at each category how far the first lies above the second, or the two categories
    of each series; or None."""
    pairs = _differences([item for _, item in group.items]) if isinstance(group, Group) else []
    for along, names in ((0, [one.label for one in table.series]), (1, list(table.categories))):
        ends = {(one[along], two[along]) for one, two in pairs}
        if len(ends) == 1 and all(one[1 - along] == two[1 - along] for one, two in pairs):
            left, right = ends.pop()
            return names[left], names[right]
    return None


def nearest(group: Collection) -> tuple[str, Group] | None:
    """What ``group`` holds how far each value is away from, a numeral of the question or the average of the values, in words, and
    the values; or None."""
    if not isinstance(group, Group):
        return None
    values: list[tuple[Name, Expression]] = []
    given: set[Expression] = set()
    for key, item in group.items:
        match item:
            case Magnitude(
                Arithmetic("-", Operand() as value, Operand(_, None) | Fold("mean" | "median") as target)
            ):
                values.append((key, value))
                given.add(target)
    if len(given) != 1 or len(values) != len(group.items):
        return None
    known = Group(tuple(values))
    match given.pop():
        case Operand(literal, _):
            return literal, known
        case Fold(how, whole) if whole == known:
            return f"the {'average' if how == 'mean' else 'median'}", known
    return None


def steps(group: Collection, table: Table) -> str | None:
    """The label of the one series of which ``group`` holds how far it rose, or fell, at each time (empty where it is the only
    one), or None."""
    pairs = _differences([item for _, item in group.items]) if isinstance(group, Group) else []
    series = {cell[0] for pair in pairs for cell in pair}
    if len(series) != 1:
        return None
    return table.series[series.pop()].label if len(table.series) > 1 else ""


def folded_each(group: Collection) -> str:
    """ "total" or "average", where ``group`` holds that of all values of each label; else nothing."""
    if not isinstance(group, Group) or not group.items:
        return ""
    means = {isinstance(item, Arithmetic) and item.sign == "/" for _, item in group.items}
    parts = [list(parts_of(item)) for _, item in group.items]
    signs = {part.sign for own in parts for part in own if isinstance(part, Arithmetic)}
    plain = all(isinstance(part, Operand | Bare | Arithmetic | str) for own in parts for part in own)
    if not plain or not signs or signs - {"+", "/"} or len(means) > 1:
        return ""
    return "average" if means == {True} else "total"
