"""What is drawn and what is known of it: the table before and after drawing, and how its numbers are written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal
from random import Random
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from PIL.Image import Image

Topic = Literal["bar", "line", "share", "stack", "change"]
Values = tuple[tuple[Decimal, ...], ...]


class NotDrawable(Exception):
    """This data would not be drawn in this style."""


@dataclass(frozen=True, slots=True)
class Data:
    """A table to draw. ``values[row][column]``; ``unit`` is ``%``, a currency sign or empty; ``topic`` says which
    kinds of charts suit it."""

    id: str
    topic: Topic
    title: str
    row_header: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    values: Values
    unit: str = ""

    @property
    def top(self) -> Decimal:
        return max(max(row) for row in self.values)

    @property
    def bottom(self) -> Decimal:
        return min(min(row) for row in self.values)

    @property
    def decimals(self) -> int:
        return max(max(0, -int(value.as_tuple().exponent)) for row in self.values for value in row)

    def column(self, place: int) -> tuple[Decimal, ...]:
        return tuple(row[place] for row in self.values)


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture and its truth. ``values`` of ``data`` are as displayed (in thousands where ``K`` is printed, rounded as
    printed); ``printed[row][column]`` says whether the value stands in the picture; ``per_pixel`` is the value of one
    pixel on the value axis, None where there is none."""

    image: Image
    data: Data
    kind: Literal["bar", "grouped_bar", "stacked_bar", "line", "pie", "table"]
    printed: tuple[tuple[bool, ...], ...]
    per_pixel: float | None = None


@dataclass(frozen=True, slots=True)
class Numbers:
    """How a publisher writes numbers: ``1 234``, ``$1,234``, ``1.2M``, ``45%``."""

    prefix: str = ""
    suffix: str = ""
    grouping: str = ","
    point: str = "."
    decimals: int = 0

    def write(self, value: Decimal, decimals: int | None = None) -> str:
        places = self.decimals if decimals is None else decimals
        whole, _, part = f"{abs(value):,.{places}f}".partition(".")
        digits = whole.replace(",", self.grouping) + (self.point + part if part else "")
        return ("−" if value < 0 and self.grouping == " " else "-" if value < 0 else "") + (
            self.prefix + digits + self.suffix
        )

    def tick(self, value: float) -> str:
        """An axis label: as many decimals as the tick needs."""
        exact = Decimal(repr(round(float(value), 6))).normalize()
        return self.write(exact, max(0, -int(exact.as_tuple().exponent)))


def as_displayed(data: Data, rng: Random, *, plain: bool = False) -> tuple[Data, Numbers]:
    """The table in the unit and rounding of a number format that suits it, and that format."""
    top = max(abs(data.top), abs(data.bottom))
    prefix = data.unit if data.unit in ("$", "€", "£") else ""
    suffix = "%" if data.unit == "%" else ""
    decimals = min(data.decimals, 2)
    scaled = not plain and not suffix and rng.random() < 0.6
    smallest = min(abs(value) for row in data.values for value in row if value)
    for factor, letter in ((Decimal(10) ** 9, "B"), (Decimal(10) ** 6, "M"), (Decimal(10) ** 3, "K")):
        if scaled and top >= 2 * factor and smallest >= factor / 20:
            places = 1 if top < 100 * factor else 0
            return _rounded(data, factor, places), Numbers(prefix, letter, decimals=places)
    style = rng.choice((",", ",", ",", " ", "", "."))
    if style == "." and (prefix == "$" or (decimals == 0 and 0 < top < 10**6) or decimals > 1):
        style = ","
    if style == "" and top >= 10**5:
        style = ","
    point = "," if style == "." or (style == " " and decimals == 1 and rng.random() < 0.3) else "."
    return _rounded(data, Decimal(1), decimals), Numbers(prefix, suffix, style, point, decimals)


def _rounded(data: Data, factor: Decimal, places: int) -> Data:
    step = Decimal(1).scaleb(-places)
    values = tuple(tuple((v / factor).quantize(step, ROUND_HALF_UP) for v in row) for row in data.values)
    return replace(data, values=values)


def all_printed(data: Data, printed: bool = True) -> tuple[tuple[bool, ...], ...]:
    return tuple((printed,) * len(data.columns) for _ in data.rows)


def first_columns(data: Data, count: int) -> Data:
    """The table cut to its first columns."""
    return replace(data, columns=data.columns[:count], values=tuple(row[:count] for row in data.values))


def only_column(data: Data, place: int) -> Data:
    return replace(data, columns=(data.columns[place],), values=tuple((row[place],) for row in data.values))


def first_rows(data: Data, count: int) -> Data:
    return replace(data, rows=data.rows[:count], values=data.values[:count])


def ordered(data: Data, places: Sequence[int]) -> Data:
    """The rows in another order."""
    return replace(
        data, rows=tuple(data.rows[p] for p in places), values=tuple(data.values[p] for p in places)
    )


def require(condition: bool) -> None:
    """Raises ``NotDrawable`` unless the condition holds."""
    if not condition:
        raise NotDrawable
