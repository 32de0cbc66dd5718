"""Small sets of made-up tables and their releases, for the attackers' tests."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from recast.numbers.context import table_context
from recast.numbers.mapping import protect
from recast.policy import PRESETS, Policy
from recast.sent import Exchange, Known, Sent, issued
from recast.types import Cell, Rewritten, Series, Substitutions, Table

NAMES = ("Amber", "Birch", "Cedar", "Dahlia", "Elm", "Fern", "Gorse", "Hazel", "Ivy", "Juniper")


def table(draw: random.Random, rows: int = 0, columns: int = 0, most: int = 9999) -> Table:
    """A table of random values; its words are those of the number ``most`` and the draw."""
    height, width = rows or draw.randint(3, 7), columns or draw.randint(1, 3)
    return Table(
        "bar" if width == 1 else "grouped_bar",
        "vertical",
        f"{draw.choice(NAMES)} in {draw.choice(NAMES)}",
        "",
        "Place",
        "Amount",
        "nominal",
        tuple(draw.sample(NAMES, height)),
        tuple(Series(f"{draw.choice(NAMES)} {'abc'[s]}") for s in range(width)),
        tuple(tuple(Cell(Decimal(draw.randint(1, most)) / 4) for _ in range(height)) for _ in range(width)),
    )


def tables(count: int, seed: int = 7, rows: int = 0, columns: int = 0, most: int = 9999) -> tuple[Table, ...]:
    draw = random.Random(seed)
    return tuple(table(draw, rows, columns, most) for _ in range(count))


def released(
    source: Table, draw: random.Random, policy: Policy = PRESETS["strict"], named: bool = False
) -> tuple[Sent, Known]:
    """What goes out of a table, and its source. ``named`` leaves the words of the source in it."""
    shown = source
    if not named:
        shown = replace(
            source,
            title="Bloom by district",
            x_title="District",
            y_title="Bloom",
            categories=tuple(f"Dun{'abcdefghij'[c]}" for c in range(len(source.categories))),
            series=tuple(Series(f"Tarn{'abc'[s]}") for s in range(len(source.series))),
        )
    protected, numbers = protect(Rewritten("image", "Which?", (), shown, "", Substitutions()), policy, draw)
    sent = Sent("x", policy, protected, (), (Exchange("", "answer = 1"),))
    return sent, Known(True, table_context(source), "Which?", (), issued(numbers))


def releases(
    sources: Sequence[Table], policy: Policy = PRESETS["strict"], seed: int = 3, named: bool = False
) -> tuple[list[Sent], list[Known]]:
    draw = random.Random(seed)
    pairs = [released(source, draw, policy, named) for source in sources]
    return [sent for sent, _ in pairs], [known for _, known in pairs]
