"""The example of interfaces §2 as objects: a chart of three places and two years under an order-free map."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal

from recast.types import (
    Box,
    Cell,
    ChartSpec,
    NumberMap,
    Protected,
    Quantity,
    Record,
    Series,
    SpecSeries,
    Substitution,
    Substitutions,
    Table,
    Vault,
)

PLACES = ("North", "South", "Islands")
NAMES = ("Dunmarsh", "Quellar", "Tarns")
SHOWN = (("71", "64", "55"), ("78", "70", "64"))
DRAWN = (("873.1", "412.6", "268.4"), ("640.9", "195.7", "731.5"))
THRESHOLD = "333.3"  # stands for 65, a number of the question that no cell has


@dataclass(frozen=True)
class Bloom:
    vault: Vault
    protected: Protected

    def asking(self, question: str) -> Protected:
        return replace(self.protected, question=question)


def bloom(
    unit: str = "%", scale: str = "", shown: tuple[tuple[str, ...], ...] = SHOWN, axis: bool = False
) -> Bloom:
    """``unit`` and ``scale`` of both series; ``axis`` has the values read off an axis, each within 0.5."""
    cells = tuple(
        tuple(
            Cell(
                Decimal(text),
                text,
                origin="axis" if axis else "printed",
                tolerance=Decimal("0.5") if axis else Decimal(0),
                confidence=0.99,
                box=Box(10 * c, 20 * s, 10 * c + 8, 20 * s + 6),
            )
            for c, text in enumerate(row)
        )
        for s, row in enumerate(shown)
    )
    series = (Series("2019", "blue", "#0000ff", unit, scale), Series("2020", "navy", "#000080", unit, scale))
    table = Table(
        "grouped_bar",
        "vertical",
        "Broadband by region",
        "",
        "Region",
        "Share",
        "nominal",
        PLACES,
        series,
        cells,
    )
    spec = ChartSpec(
        "grouped_bar",
        "vertical",
        "Orchard bloom by district",
        "District",
        "Portion [tallies]",
        "nominal",
        NAMES,
        (SpecSeries("2027", "blue", "#0000ff", "tallies"), SpecSeries("2031", "navy", "#000080", "tallies")),
        DRAWN,
    )
    quantities = {
        literal: Quantity(
            f"cell:{s}:{c}", Decimal(shown[s][c]), shown[s][c], "data", f"{PLACES[c]}, {series[s].label}"
        )
        for s, row in enumerate(DRAWN)
        for c, literal in enumerate(row)
    }
    quantities["2027"] = Quantity("series:0", Decimal(2019), "2019", "year", "2019")
    quantities["2031"] = Quantity("series:1", Decimal(2020), "2020", "year", "2020")
    quantities[THRESHOLD] = Quantity("question:0", Decimal(65), "65", "data", "")
    numbers = NumberMap(
        "strict.v1",
        {quantity.key: literal for literal, quantity in quantities.items()},
        {literal: (quantity,) for literal, quantity in quantities.items()},
    )
    pairs = tuple(
        Substitution(place, name, "label", restores=True) for place, name in zip(PLACES, NAMES, strict=True)
    )
    vault = Vault(Record("r", "image", "", "What?", (), table), numbers, Substitutions(pairs))
    protected = Protected("image", "", "What is it?", (), spec, frozenset(quantities), frozenset(NAMES))
    return Bloom(vault, protected)
