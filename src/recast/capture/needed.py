"""Which cells a question can need, for the second reading: generous, so that no needed cell is left out."""

from __future__ import annotations

from recast.language.mentions import find_mentions
from recast.types import Table

MOST_CELLS = 60


def needed(table: Table, question: str) -> tuple[str, ...]:
    """Keys ``cell:s:c`` of the cells in the series and categories that the question mentions; where it mentions none
    of one kind, of all of that kind. At most ``MOST_CELLS``, those of the first series first."""
    labels = (*table.categories, *(series.label for series in table.series))
    mentioned = {mention.label for mention in find_mentions(question, labels)}
    first = len(table.categories)
    categories = [c for c in range(first) if c in mentioned] or list(range(first))
    series = [s for s in range(len(table.series)) if first + s in mentioned] or list(range(len(table.series)))
    return tuple(f"cell:{s}:{c}" for s in series for c in categories)[:MOST_CELLS]
