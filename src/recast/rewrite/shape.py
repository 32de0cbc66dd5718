"""Shape: one kind of chart for all that a question does not speak of, and decoys up to a standard size (design, section 5).

Decoys are rows and series that no question needs. They are added only along an axis of which the question names every
row (or series) that it uses: never where it counts, ranks, averages or asks for an extreme, a place or a total over all.
Labels, places and values come from a keyed function of the source's digest, so that the same chart looks alike each time
it is asked about; a result that rests on a decoy is refused after restoration, and nobody is told which they are.

Not covered: a solver that tells them by their words (they are rewritten like all others), which axis was padded, and
their values under a policy that keeps order (they are drawn from one range, whatever that of the source).
"""

from __future__ import annotations

import hashlib
import hmac
import random
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from decimal import Decimal

from recast.language.colours import find_colours
from recast.language.inflect import plural
from recast.language.names import coin
from recast.language.words import fold, lemmas
from recast.language.worlds import load_worlds
from recast.numbers.numerals import find_numerals
from recast.rewrite.labels import axis_kind, canonical_years, content_words, has_order
from recast.rewrite.rows import digest, names_position
from recast.types import Cell, ChartKind, Series, Table

ROWS, SERIES = 4, 2  # steps of the standard shape; a single series stays single
_TRIES = 40
_MARKS = re.compile(
    r"\b(?:bars?|columns?|lines?|curves?|slices?|segments?|wedges?|areas?|points?|dots?|pies?|sectors?|stack\w*|horizontal\w*"
    r"|vertical\w*|row|rows|axis|axes)\b",
    re.IGNORECASE,
)


def canonical(table: Table, question: str, unchanged: Callable[[Table], bool]) -> Table:
    """``table`` as bars that stand, or as lines where its categories have an order, unless the question speaks of how it is
    drawn or would then ask something else."""
    if _MARKS.search(question) or names_position(question) or table.kind == "table":
        return table
    bars: ChartKind = "bar" if len(table.series) == 1 else "grouped_bar"
    kind = "line" if has_order(table.categories, table.category_role) and table.kind == "line" else bars
    made = replace(table, kind=kind, orientation="vertical")
    if not find_colours(question):
        made = replace(made, category_colours=())
    return made if made != table and unchanged(made) else table


def padded(
    table: Table,
    question: str,
    key: bytes,
    *,
    rows: bool,
    series: bool,
    unchanged: Callable[[Table], bool],
) -> Table:
    """``table`` with decoys up to the next standard shape along the axes that may be padded. ``unchanged`` says whether
    the question still asks the same; where it never does, or the question names a colour, nothing is added."""
    if find_colours(question):
        return table
    base = digest(table)
    for attempt in range(_TRIES):
        seed = hmac.digest(key, base + attempt.to_bytes(2, "big"), "sha256")
        draw = random.Random(hashlib.sha256(seed).digest())  # noqa: S311 - a keyed function of the source, not a secret
        made = table
        if rows:
            made = _with_rows(made, -len(made.categories) % ROWS, question, draw)
        if series and len(made.series) > 1:
            made = _with_series(made, -len(made.series) % SERIES, question, draw)
        if made is table or unchanged(made):
            return made
    return table


def _with_rows(table: Table, count: int, question: str, draw: random.Random) -> Table:
    labels = _labels(table.categories, count, question, draw)
    rows = [(label, tuple(row[c] for row in table.cells)) for c, label in enumerate(table.categories)]
    rows += [(label, tuple(_cell(draw) for _ in table.series)) for label in labels]
    dated = all(canonical_years([label for label, _ in rows]))
    if dated:
        rows.sort(key=lambda row: int(canonical_years([row[0]])[0] or 0))
    return replace(
        table,
        category_role=table.category_role if dated else "nominal",
        categories=tuple(label for label, _ in rows),
        cells=tuple(tuple(cells[s] for _, cells in rows) for s in range(len(table.series))),
        category_colours=(),
    )


def _with_series(table: Table, count: int, question: str, draw: random.Random) -> Table:
    labels = _labels([one.label for one in table.series], count, question, draw)
    columns = list(zip(table.series, table.cells, strict=True))
    for label in labels:
        beside = table.series[0]
        cells = tuple(_cell(draw) for _ in table.categories)
        columns.insert(
            draw.randint(0, len(columns)), (Series(label, unit=beside.unit, scale=beside.scale), cells)
        )
    if all(canonical_years([one.label for one, _ in columns])):
        columns.sort(key=lambda column: int(canonical_years([column[0].label])[0] or 0))
    return replace(table, series=tuple(one for one, _ in columns), cells=tuple(cells for _, cells in columns))


def _cell(draw: random.Random) -> Cell:
    return Cell(Decimal(draw.randint(1000, 99999)).scaleb(-2), None, "decoy")


def _labels(labels: Sequence[str], count: int, question: str, draw: random.Random) -> list[str]:
    """``count`` labels that pass for further ones of this axis: years among years, else of the kind that most have."""
    if labels and all(canonical_years(labels)):
        known = [int(year) for year in canonical_years(labels) if year]
        asked = {
            int(n.value) for n in find_numerals(question) if n.role in ("year", "data") and n.value < 9999
        }
        free = [y for y in range(min(known) - 12, max(known) + 13) if y not in known and y not in asked]
        return [str(year) for year in draw.sample(free, count)]
    kind, many = axis_kind(labels)
    taken = {form for text in (*labels, question) for word in content_words(text) for form in lemmas(word)}
    made: list[str] = []
    words = [] if kind == "name" else list(draw.choice(load_worlds()).words[kind])
    draw.shuffle(words)
    while len(made) < count:
        word = words.pop() if words else coin(draw)
        if taken.isdisjoint(lemmas(word)) and fold(word) not in taken:
            taken |= {fold(word), *lemmas(word)}
            shown = plural(word) if many and kind in ("thing", "person") else word
            made.append(shown[:1].upper() + shown[1:])
    return made
