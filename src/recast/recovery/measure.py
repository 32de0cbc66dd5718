"""Unit and scale of a computed number, seen by running the program on other values.

Multiply every value of the chart by eight: a result that grows eightfold has the unit of the values (a sum, a mean, a
maximum), one that stays has none of it (a ratio, a count). Add the same to every value: a result that stays is a
difference. All runs are local, after the answer is computed, and nothing that is sent depends on them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from recast.program.restore import Used
from recast.program.steps import Steps
from recast.recovery.operation import Operation, multiplies_by
from recast.types import AnswerValue, Private, Quantity, Table

Run = Callable[[Mapping[str, Decimal]], AnswerValue | None]

_FACTOR = Decimal(8)
_CLOSE = Decimal("0.02")  # programs round; a unit's power differs by a factor of eight
_KEEPS = frozenset({"lookup", "sum", "difference", "mean", "median", "maximum", "minimum", "rank"})
_SCALES = {"thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}
_RESCALING = frozenset({100, 0.01, 1e3, 1e6, 1e9, 1e12, 1e-3, 1e-6, 1e-9})


@dataclass(frozen=True, slots=True, repr=False)
class Measure(Private):
    unit: str = ""
    scale: str = ""


def measure(
    value: Decimal,
    percent: bool,
    name: Operation,
    steps: Steps,
    used: Sequence[Used],
    table: Table | None,
    run: Run,
) -> Measure:
    """The unit and scale of ``value``. Where the runs do not tell, the operation's name decides; where values
    of several units are mixed, none is given."""
    quantities = [quantity for one in used for quantity in one.quantities if quantity.role != "year"]
    units = {_unit(quantity, table) for quantity in quantities} - {None}
    if percent:
        return Measure("%")
    if not quantities and name == "difference":
        return Measure("years" if abs(value) != 1 else "year")
    if len(units) != 1 or table is None:
        return Measure()
    unit, scale = next(iter(units)) or ("", "")
    power = 1 if name == "lookup" else _power(value, quantities, run)
    if power == 0:
        return Measure("%" if multiplies_by(steps, frozenset({100})) else "")
    if power not in (1, None) or (power is None and name not in _KEEPS):
        return Measure()
    if multiplies_by(steps, _RESCALING):
        whole = bool(scale) and multiplies_by(steps, frozenset({_SCALES.get(scale, 0)}))
        return Measure(unit if whole else "")
    if unit == "%" and name != "lookup" and _is_difference(value, quantities, run):
        unit = "percentage points"
    return Measure(unit, scale)


def _unit(quantity: Quantity, table: Table | None) -> tuple[str, str] | None:
    place = quantity.key.split(":")
    if table is None or place[0] != "cell":
        return None
    series = table.series[int(place[1])]
    return series.unit, series.scale


def _power(value: Decimal, quantities: Sequence[Quantity], run: Run) -> int | None:
    """The power of the values' unit in the result: 1, 0, 2, or None where the runs do not tell."""
    if value == 0:
        return None
    grown = run({quantity.key: quantity.value * _FACTOR for quantity in quantities})
    if not isinstance(grown, Decimal):
        return None
    return next(
        (power for power in (1, 0, 2) if abs(grown / value - _FACTOR**power) <= _CLOSE * _FACTOR**power), None
    )


def _is_difference(value: Decimal, quantities: Sequence[Quantity], run: Run) -> bool:
    more = max((abs(quantity.value) for quantity in quantities), default=Decimal(0)) + 1
    moved = run({quantity.key: quantity.value + more for quantity in quantities})
    return isinstance(moved, Decimal) and abs(moved - value) <= _CLOSE * more
