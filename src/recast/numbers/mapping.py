"""The number map: every quantity of a rewritten record gets a literal, and only the map can undo it.

Keys of quantities: ``cell:s:c``, ``category:c``, ``series:s`` with ``c`` counted in the source's order; and for the
k-th numeral of a text ``question:k``, ``choice:i:k``, ``title:k``, ``x_title:k``, ``y_title:k``, ``context:k``,
``unit:s:k``, ``category:c:k``, ``series:s:k`` (numerals inside a label that is no plain year).

Where the paper (P 3.3, A.3) is silent, ``paper`` decides (see ``draws`` for ranges, eras and offsets): the map is a
function of the value alone, so a value that is a year anywhere is one everywhere; integers 0-15 stay whatever their
role, also "5.0"; ordinals (in prose those that pick a rank) and choice indices are no values and stay; other numerals are mapped whatever their role.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from decimal import Decimal
from types import MappingProxyType

from recast.errors import Withheld
from recast.numbers import prose
from recast.numbers.context import write_context
from recast.numbers.draws import draw_data, draw_years, literal_key, plain
from recast.numbers.numerals import Numeral, find_numerals, year_labels
from recast.policy import Policy
from recast.types import (
    ChartSpec,
    Finding,
    NumberMap,
    Private,
    Protected,
    Quantity,
    Rewritten,
    SpecSeries,
    Substitutions,
    Table,
)

__all__ = ["literal_key", "protect", "restore"]


@dataclass(frozen=True, slots=True, repr=False)
class _Text(Private):
    """A text of the record with its numerals. ``kept`` are those that go out as they stand."""

    key: str
    text: str
    numerals: tuple[Numeral, ...]
    kept: frozenset[int]


def protect(
    rewritten: Rewritten, policy: Policy, draw: random.Random, sources: Sequence[Quantity] = ()
) -> tuple[Protected, NumberMap]:
    """Replaces every numeral of a rewritten record by a literal drawn under ``policy``.

    Numerals that are structural by role stay, but only in the question, its choices and prose: inside labels, titles
    and units every digit is replaced. Words are not touched. ``sources`` are the numerals of a Record without a table
    (``prose.source_quantities``), of which ``rewritten.numeral_sources`` speaks. Raises ``Refused`` for more values than
    can be drawn, ``Withheld`` where a numeral of a rewritten passage is not the source's.
    """
    table = rewritten.table
    origins: Mapping[str, int] = {}
    if table is None:
        texts, quantities, origins = _passages(rewritten, policy, sources)
    else:
        texts = _texts(rewritten, table, policy)
        in_texts = (q for text in texts for q in _text_quantities(text))
        quantities = (*_table_quantities(rewritten, table), *in_texts)
    structural = {numeral_form(n) for text in texts for k, n in enumerate(text.numerals) if k in text.kept}
    literals = _literals(quantities, policy, draw, structural, origins, rewritten.modality == "audio")
    if policy.small_integers == "keep":
        structural |= {literals[q.key] for q in quantities if literals[q.key] in _SMALL}
    inverse: dict[str, list[Quantity]] = defaultdict(list)
    for quantity in quantities:
        inverse[literals[quantity.key]].append(quantity)
    numbers = NumberMap(
        policy.id,
        MappingProxyType(literals),
        MappingProxyType({literal: tuple(held) for literal, held in inverse.items()}),
        frozenset(structural),
    )
    written = {text.key: _replaced(text, literals) for text in texts}
    chart = None if table is None else _chart(table, rewritten.row_order, written, literals)
    protected = Protected(
        modality=rewritten.modality,
        context=written["context"] if chart is None else write_context(chart),
        question=written["question"],
        choices=tuple(written[f"choice:{i}"] for i in range(len(rewritten.choices))),
        chart=chart,
        literals=frozenset(inverse),
        names=_restorable(rewritten.substitutions) if chart is None else _names(chart, inverse),
    )
    return protected, numbers


def restore(numbers: NumberMap, literal: str) -> Quantity | None:
    """The quantity that a literal stands for, or None for one that this map never issued; never the nearest one.

    Where several quantities of one value share the literal, the first in the order cells, labels, question.
    """
    try:
        held = numbers.inverse.get(literal_key(literal))
    except ValueError:
        return None
    return held[0] if held else None


# ── quantities ───────────────────────────────────────────────────────────────────────────────────────────────


def _texts(rewritten: Rewritten, table: Table, policy: Policy) -> tuple[_Text, ...]:
    """Every text of a chart's record that can hold numerals, except labels that are plain years."""
    years: set[int] = set()
    free = [
        ("question", rewritten.question),
        *((f"choice:{i}", choice) for i, choice in enumerate(rewritten.choices)),
    ]
    drawn = [("title", table.title), ("x_title", table.x_title), ("y_title", table.y_title)]
    drawn += [(f"unit:{s}", series.unit) for s, series in enumerate(table.series)]
    for axis, labels in _axes(table, rewritten.row_order):
        for key, label, year in zip(axis, labels, year_labels(labels), strict=True):
            if year is None:
                drawn.append((key, label))
            else:
                years.add(year)
    return tuple(_text(key, text, years, policy, key not in dict(drawn)) for key, text in (*free, *drawn))


def _passages(
    rewritten: Rewritten, policy: Policy, sources: Sequence[Quantity]
) -> tuple[tuple[_Text, ...], tuple[Quantity, ...], dict[str, int]]:
    """The texts of a record without a table, their quantities, and for each of these (by key) its place in ``sources``. A
    numeral has the role, unit and label of the source's, whatever now stands around it."""
    places = iter(rewritten.numeral_sources)
    texts: list[_Text] = []
    quantities: list[Quantity] = []
    origins: dict[str, int] = {}
    for key, text in prose.texts(rewritten):
        numerals: list[Numeral] = []
        for k, numeral in enumerate(prose.prose_numerals(text)):
            place = next(places, -1)
            source = sources[place] if 0 <= place < len(sources) else None
            if source is None or not prose.stands_for(numeral.value, source):
                raise _not_aligned(f"{key}, numeral {k + 1}")
            numerals.append(replace(numeral, role=source.role))
            quantities.append(prose.as_rewritten(numeral, text, source, f"{key}:{k}"))
            origins[f"{key}:{k}"] = place
        kept = frozenset(k for k, numeral in enumerate(numerals) if _stays(numeral, text, policy, free=True))
        texts.append(_Text(key, text, tuple(numerals), kept))
    if next(places, None) is not None:
        raise _not_aligned("question")
    free = {f"{text.key}:{k}" for text in texts for k in text.kept}
    return tuple(texts), tuple(q for q in quantities if q.key not in free), origins


def _not_aligned(location: str) -> Withheld:
    message = "a numeral of the rewritten text is not one of the source's"
    return Withheld(f"{message}: nothing was sent", (Finding("numbers", message, location),))


def _axes(table: Table, order: Sequence[int]) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
    """Keys and labels of the categories and of the series. A category's key has its source index."""
    return (
        (tuple(f"category:{c}" for c in order or range(len(table.categories))), table.categories),
        (tuple(f"series:{s}" for s in range(len(table.series))), tuple(s.label for s in table.series)),
    )


def _text(key: str, text: str, years: set[int], policy: Policy, free: bool) -> _Text:
    numerals = find_numerals(text, years)
    kept = frozenset(k for k, numeral in enumerate(numerals) if _stays(numeral, text, policy, free))
    return _Text(key, text, numerals, kept)


def _stays(numeral: Numeral, text: str, policy: Policy, free: bool) -> bool:
    """Whether a numeral goes out as it stands: by role in free text, as a word in a label."""
    if numeral.role not in ("structural", "choice"):
        return False
    if not free:
        return not any(c.isdecimal() for c in numeral.written)
    ordinal = re.search(r"(?:first|second|third|th)$", numeral.written.lower()) or re.match(
        r"(?:st|nd|rd|th)\b", text[numeral.end :]
    )
    return policy.small_integers == "role" or numeral.role == "choice" or bool(ordinal) or numeral.value <= 15


def _text_quantities(text: _Text) -> tuple[Quantity, ...]:
    return tuple(
        Quantity(f"{text.key}:{k}", numeral.value, numeral.written, numeral.role, "")
        for k, numeral in enumerate(text.numerals)
        if k not in text.kept
    )


def _table_quantities(rewritten: Rewritten, table: Table) -> tuple[Quantity, ...]:
    """Cells, then labels that are plain years; labels for receipts are the source's."""
    source = _source_labels(rewritten.substitutions)
    order = rewritten.row_order or range(len(table.categories))
    cells = []
    for s, row in enumerate(table.cells):
        for c, category, cell in zip(order, table.categories, row, strict=True):
            if cell.value is not None:
                names = (source.get(name, name) for name in (category, table.series[s].label) if name)
                written = plain(cell.value) if cell.written is None else cell.written
                cells.append(Quantity(f"cell:{s}:{c}", cell.value, written, "data", ", ".join(names)))
    labels = [
        Quantity(key, Decimal(year), label, "year", label)
        for axis, texts in _axes(table, rewritten.row_order)
        for key, label, year in zip(axis, texts, year_labels(texts), strict=True)
        if year is not None
    ]
    return (*cells, *labels)


def _source_labels(substitutions: Substitutions) -> Mapping[str, str]:
    return {pair.protected: pair.source for pair in substitutions.pairs if pair.restores}


# ── the map ──────────────────────────────────────────────────────────────────────────────────────────────────

_SMALL = frozenset(str(value) for value in range(16))


def _literals(
    quantities: Sequence[Quantity],
    policy: Policy,
    draw: random.Random,
    taken: Set[str],
    origins: Mapping[str, int],
    spoken: bool,
) -> dict[str, str]:
    """The literal of each quantity. Years are drawn first, then data apart from them and from ``taken``.

    With ``identity`` quantity a literal is drawn for every quantity, also for one that then shares a cell's, so that
    equal values in the source do not change what the others get.
    """
    years = sorted({int(q.value) for q in quantities if q.role == "year"})
    year_literals = dict(zip(years, draw_years(years, policy, draw, taken, spoken), strict=True))
    dated = [
        q for q in quantities if q.role == "year" or (policy.identity == "value" and q.value in year_literals)
    ]
    literals = {q.key: year_literals[int(q.value)] for q in dated}
    rest = [q for q in quantities if q.key not in literals]
    if policy.small_integers == "keep":
        literals |= {q.key: plain(q.value) for q in rest if plain(q.value) in _SMALL}
        rest = [q for q in rest if q.key not in literals]
    leaders = _leaders(rest, policy, origins)
    drawn_for = [q for q in rest if policy.identity == "quantity" or leaders[q.key] == q.key]
    apart = taken | set(year_literals.values())
    drawn = draw_data([q.value for q in drawn_for], policy, draw, apart, spoken)
    own = dict(zip((q.key for q in drawn_for), drawn, strict=True))
    return literals | {q.key: own[leaders[q.key]] for q in rest}


def _leaders(quantities: Sequence[Quantity], policy: Policy, origins: Mapping[str, int]) -> dict[str, str]:
    """For each quantity the key of the one whose literal it carries: its own, unless it shares.

    With ``identity`` value equal values share. With ``quantity`` cells and the numerals of a passage never do, but where
    one is the same source numeral said again, and a data numeral of a question shares the literal of a cell or passage
    numeral only where exactly one has its value; so does one that is part of a name in a passage ("the 86th lesson").
    """
    holders: dict[Decimal, list[str]] = defaultdict(list)
    first: dict[tuple[int, Decimal], str] = {}  # for each numeral of the source text the first that says it
    for quantity in quantities:
        key = quantity.key
        said = first.setdefault((origins[key], quantity.value), key) if key in origins else key
        if policy.identity == "value" or (said == key and key.startswith(("cell:", "context:"))):
            holders[quantity.value].append(key)
    roles = {quantity.key: quantity.role for quantity in quantities}
    leaders = {}
    for quantity in quantities:
        key, held = quantity.key, holders[quantity.value]
        said = first[origins[key], quantity.value] if key in origins else key
        named = (
            quantity.role == "identifier" and key in origins and {roles[k] for k in held} == {"identifier"}
        )
        asked = (quantity.role == "data" or named) and len(held) == 1 and not key.startswith("context:")
        leaders[key] = held[0] if policy.identity == "value" or (asked and said == key) else said
    return leaders


# ── the protected record ─────────────────────────────────────────────────────────────────────────────────────


def numeral_form(numeral: Numeral) -> str:
    """How a numeral that stays is listed in ``NumberMap.structural``: digits as their plain decimal, words folded."""
    return plain(numeral.value) if any(c.isdecimal() for c in numeral.written) else numeral.written.casefold()


def _replaced(text: _Text, literals: Mapping[str, str]) -> str:
    pieces, place = [], 0
    for k, numeral in enumerate(text.numerals):
        if k not in text.kept:
            pieces += [text.text[place : numeral.start], literals[f"{text.key}:{k}"]]
            place = numeral.end
    return "".join(pieces) + text.text[place:]


def _chart(
    table: Table, order: Sequence[int], written: Mapping[str, str], literals: Mapping[str, str]
) -> ChartSpec:
    labels = {**written, **literals}  # a label that is a plain year is a literal, any other a text
    rows = order or range(len(table.categories))
    return ChartSpec(
        kind=table.kind,
        orientation=table.orientation,
        title=written["title"],
        x_title=written["x_title"],
        y_title=written["y_title"],
        category_role=table.category_role,
        categories=tuple(labels[f"category:{c}"] for c in rows),
        series=tuple(
            SpecSeries(labels[f"series:{s}"], series.colour_name, series.colour_hex, written[f"unit:{s}"])
            for s, series in enumerate(table.series)
        ),
        values=tuple(tuple(literals.get(f"cell:{s}:{c}") for c in rows) for s in range(len(table.series))),
        category_colours=table.category_colours,
    )


def _restorable(substitutions: Substitutions) -> frozenset[str]:
    """The names of a passage that an answer may name."""
    return frozenset(pair.protected for pair in substitutions.pairs if pair.restores)


def _names(chart: ChartSpec, literals: Collection[str]) -> frozenset[str]:
    """Labels that a program may name: all but empty ones and years, which are operands."""
    return frozenset({*chart.categories, *(s.label for s in chart.series)} - {""} - set(literals))
