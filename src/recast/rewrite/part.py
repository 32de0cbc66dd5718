"""A part of a chart that was rewritten whole: the same words and the same literals for the same cells.

For a part that may be widened (policy switch ``widening``): both releases are made of one rewriting under one number map, so
that what both tell together is what the whole would have told alone, and which part of it the question needs, which the
question says itself. Two independent maps would tell more: under a policy that keeps order, two draws bound a value more
closely than one, and under none of them would the solver learn less.

Not covered: that a second release follows at all tells that something had been left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from recast.numbers.context import table_context, write_context
from recast.types import NumberMap, Protected, Quantity, Table, Vault


def part_of(
    protected: Protected, vault: Vault, part: Table, rows: Sequence[int], series: Sequence[int]
) -> tuple[Protected, Vault]:
    """What a release of ``part`` is made of: the rows and series of the record's table at these places, ascending. Raises
    ``ValueError`` for a record without a chart."""
    chart, table = protected.chart, vault.record.table
    if chart is None or table is None:
        raise ValueError("only a chart has a part")
    order = vault.row_order or tuple(range(len(table.categories)))
    shown = [place for place, row in enumerate(order) if row in rows]
    keys = _keys(rows, series)
    numbers = _numbers(vault.numbers, keys)
    spec = replace(
        chart,
        categories=tuple(chart.categories[place] for place in shown),
        series=tuple(chart.series[s] for s in series),
        values=tuple(tuple(chart.values[s][place] for place in shown) for s in series),
        category_colours=tuple(chart.category_colours[place] for place in shown)
        if chart.category_colours
        else (),
    )
    labels = {*spec.categories, *(one.label for one in spec.series)}
    made = replace(
        protected,
        context=write_context(spec),
        chart=spec,
        literals=frozenset(numbers.inverse),
        names=protected.names & labels,
    )
    return made, replace(
        vault,
        record=replace(vault.record, table=part, context=table_context(part)),
        numbers=numbers,
        row_order=tuple(rows.index(order[place]) for place in shown) if vault.row_order else (),
        unsure=tuple(keys[key] for key in vault.unsure if key in keys),
        protected=made,
    )


def _keys(rows: Sequence[int], series: Sequence[int]) -> dict[str, str]:
    """From a key of the whole to that of the same cell or label of the part."""
    cells = {f"cell:{s}:{c}": f"cell:{t}:{r}" for t, s in enumerate(series) for r, c in enumerate(rows)}
    categories = {f"category:{c}": f"category:{r}" for r, c in enumerate(rows)}
    columns = {f"{what}:{s}": f"{what}:{t}" for t, s in enumerate(series) for what in ("series", "unit")}
    return cells | categories | columns


def _moved(key: str, keys: Mapping[str, str]) -> str | None:
    """The key of a quantity in the part; that of a numeral inside a label follows its label, that of one in a text stays."""
    what, _, rest = key.partition(":")
    if what not in ("cell", "category", "series", "unit"):
        return key
    if what == "cell":
        return keys.get(key)
    place, _, numeral = rest.partition(":")
    label = keys.get(f"{what}:{place}")
    return f"{label}:{numeral}" if label and numeral else label


def _numbers(numbers: NumberMap, keys: Mapping[str, str]) -> NumberMap:
    """The map without the quantities that are not of the part."""
    moved = {key: _moved(key, keys) for key in numbers.literals}
    literals = {new: numbers.literals[key] for key, new in moved.items() if new is not None}
    inverse: dict[str, tuple[Quantity, ...]] = {}
    for literal, held in numbers.inverse.items():
        kept = tuple(replace(one, key=new) for one in held if (new := _moved(one.key, keys)) is not None)
        if kept:
            inverse[literal] = kept
    return replace(numbers, literals=MappingProxyType(literals), inverse=MappingProxyType(inverse))
