"""A result that rests on a decoy is refused: it would be a number or a name that the source does not hold.

A program may write down the whole chart, decoys among it, as long as its result does not change with them. That is found
out by running it with other values for all decoys at once, far above and far below. Not covered: a result that depends
on how many entries there are and on no value of theirs (decoys are never added where that is asked).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from decimal import Decimal

from recast.errors import UnknownOperand
from recast.types import AnswerValue, Table

_FAR = (Decimal("1e12"), Decimal("-1e12"))


def require_no_decoy(
    value: AnswerValue,
    table: Table,
    keys: Collection[str],
    run: Callable[[Mapping[str, Decimal]], AnswerValue | None],
) -> None:
    """Raises ``UnknownOperand`` where ``value`` rests on a decoy among the operands ``keys`` or names one. ``run`` gives
    the value where quantities have others."""
    used = [key for key in keys if _is_decoy(table, key)]
    rests = used and any(run(dict.fromkeys(used, far)) != value for far in _FAR)
    told = value if isinstance(value, tuple) else (value,)
    if rests or not _labels(table).isdisjoint(part for part in told if isinstance(part, str)):
        raise UnknownOperand(
            "the program's result rests on a row or series that was added as a decoy: ask again, or leave them out with shape = "
            '"source" in [policy]'
        )


def _is_decoy(table: Table, key: str) -> bool:
    part, _, place = key.partition(":")
    if part != "cell":
        return False
    series, category = map(int, place.split(":"))
    return table.cells[series][category].origin == "decoy"


def _labels(table: Table) -> frozenset[str]:
    rows = {
        label
        for c, label in enumerate(table.categories)
        if all(row[c].origin == "decoy" for row in table.cells)
    }
    series = {
        one.label
        for one, row in zip(table.series, table.cells, strict=True)
        if row and all(cell.origin == "decoy" for cell in row)
    }
    return frozenset(rows | series)
