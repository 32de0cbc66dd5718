"""The source check: does the chart that would go out say what the source says? (P 3.4, B.4, part (a) of ours)

Substitutions and number map are inverted on the spec that is drawn, and the result is compared with the Record: every
assignment value by value, the labels of categories and series, their order modulo the recorded row permutation, the
colours if the question names one, and what the question mentions and counts. It shares no code with the rewriter.

Not covered: whether the Record says what the source *medium* says (the second reading in ``capture`` looks at that), and
titles, which are invented and carry no assignment. A finding says where, never what.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from recast.language.colours import find_colours
from recast.language.mentions import find_mentions, group_mentions, without_title_words
from recast.numbers.mapping import literal_key
from recast.numbers.numerals import find_numerals, year_labels
from recast.numbers.scale import as_shown
from recast.numbers.written import SCALES, in_scale
from recast.release.passage_check import passage_check
from recast.types import ChartSpec, Check, Finding, Protected, Quantity, Table, Vault

_NAME = "source"


def source_check(protected: Protected, vault: Vault, spec: ChartSpec | None = None) -> Check:
    """Compares ``spec`` (default: the chart of ``protected``) and the protected question with the vault's Record; a passage
    by ``passage_check``."""
    chart, table = spec or protected.chart, vault.record.table
    if table is None:
        return passage_check(protected, vault)
    if chart is None:
        return Check(_NAME, (Finding(_NAME, "there is no chart to compare", "chart"),))
    if not _same_shape(chart, table, vault.row_order):
        return Check(_NAME, (Finding(_NAME, "rows or series were lost, added or repeated", "chart"),))
    order = vault.row_order or tuple(range(len(table.categories)))
    findings = (
        *_labels(chart, table, order, vault),
        *_values(chart, table, order, vault),
        *_colours(chart, table, order, vault.record.asked),
        *_question(protected, chart, table, order, vault),
    )
    return Check(_NAME, findings)


def _same_shape(chart: ChartSpec, table: Table, row_order: Sequence[int]) -> bool:
    rows = len(table.categories)
    return (
        len(chart.categories) == rows
        and len(chart.series) == len(chart.values) == len(table.series)
        and all(len(values) == rows for values in chart.values)
        and sorted(row_order or range(rows)) == list(range(rows))
        and chart.category_role == table.category_role
        and chart.kind in (table.kind, "table")
    )


def _labels(chart: ChartSpec, table: Table, order: Sequence[int], vault: Vault) -> Iterator[Finding]:
    source_series = [series.label for series in table.series]
    rows, columns = year_labels(table.categories), year_labels(source_series)
    categories = [
        (f"category {i + 1}", f"category:{c}", chart.categories[i], table.categories[c], rows[c])
        for i, c in enumerate(order)
    ]
    series = [
        (f"series {s + 1}", f"series:{s}", chart.series[s].label, source, columns[s])
        for s, source in enumerate(source_series)
    ]
    for location, key, drawn, source, year in (*categories, *series):
        if not _stands_for(drawn, source, key, year, vault):
            yield Finding(_NAME, "the label does not stand for the source's label", location)
    for what, labels in (
        ("categories", chart.categories),
        ("series", [series.label for series in chart.series]),
    ):
        if len(set(labels)) != len(labels):
            yield Finding(_NAME, "two labels are the same, so that names cannot be restored", what)


def _stands_for(drawn: str, source: str, key: str, year: int | None, vault: Vault) -> bool:
    """By the number map where it issued this label (a plain ``year``), else by exactly one substitution."""
    if not drawn or not source:
        return drawn == source
    if key in vault.numbers.literals:
        quantity = _restored(drawn, key, vault)
        return quantity is not None and quantity.value == year
    restored = {
        pair.source for pair in vault.substitutions.pairs if pair.protected == drawn and pair.restores
    }
    return {_spaced(label) for label in restored} == {_spaced(source)} or (
        drawn == source and drawn in vault.numbers.structural
    )


def _values(chart: ChartSpec, table: Table, order: Sequence[int], vault: Vault) -> Iterator[Finding]:
    for s, row in enumerate(chart.values):
        for i, drawn in enumerate(row):
            value, key = table.cells[s][order[i]].value, f"cell:{s}:{order[i]}"
            if drawn is None or value is None:
                right = drawn is None and value is None
            else:
                quantity = _restored(drawn, key, vault)
                right = quantity is not None and quantity.value == value
            if not right:
                yield Finding(
                    _NAME, "the value does not stand for the source's value", f"series {s + 1}, row {i + 1}"
                )


def _restored(drawn: str, key: str, vault: Vault) -> Quantity | None:
    """The quantity ``key``, if ``drawn`` is the literal that the map issued for it and the inverse leads back."""
    literal = literal_key(drawn)
    if vault.numbers.literals.get(key) != literal:
        return None
    carried = vault.numbers.inverse.get(literal, ())
    if len({quantity.value for quantity in carried}) != 1:
        return None
    return next((quantity for quantity in carried if quantity.key == key), None)


def _colours(chart: ChartSpec, table: Table, order: Sequence[int], question: str) -> Iterator[Finding]:
    """Colours are compared only where the question names one: else they are drawn afresh on purpose."""
    if not find_colours(question):
        return
    for s, (drawn, source) in enumerate(zip(chart.series, table.series, strict=True)):
        if source.colour_name and drawn.colour_name != source.colour_name:
            yield Finding(_NAME, "the question names a colour and this one was changed", f"series {s + 1}")
    if table.category_colours and chart.category_colours != tuple(table.category_colours[c] for c in order):
        yield Finding(_NAME, "the question names a colour and these were changed", "category colours")


def _question(
    protected: Protected, chart: ChartSpec, table: Table, order: Sequence[int], vault: Vault
) -> Iterator[Finding]:
    """Same labels mentioned, same numerals used. ``order`` leads from protected rows to source rows."""
    asked, source = protected.question, vault.record.asked
    rows, columns = _mentioned(
        asked, chart.categories, [series.label for series in chart.series], (chart.x_title, chart.y_title)
    )
    source_rows, source_columns = _mentioned(
        source, table.categories, [series.label for series in table.series], (table.x_title, table.y_title)
    )
    if {order[i] for i in rows} != source_rows:
        yield Finding(_NAME, "the question does not mention the same categories as the source's", "question")
    if columns != source_columns and len(table.series) > 1:
        yield Finding(_NAME, "the question does not mention the same series as the source's", "question")
    shown = {series.scale for series in table.series if series.scale in SCALES} | {""}
    used = {
        value
        for numeral in find_numerals(source)
        for value in (
            numeral.value,
            as_shown(numeral.value, table),
            *(in_scale(numeral.value, s, t) for s in _scale_after(source, numeral.end) for t in shown),
        )
    }
    written = {literal_key(str(numeral.value)) for numeral in find_numerals(asked)}
    for place, key in enumerate(sorted(key for key in vault.numbers.literals if key.startswith("question:"))):
        literal = vault.numbers.literals[key]
        quantity = _restored(literal, key, vault)
        if quantity is None or quantity.value not in used or literal not in written:
            yield Finding(
                _NAME, "the numeral does not stand for one of the source's question", f"numeral {place + 1}"
            )


def _scale_after(text: str, place: int) -> tuple[str, ...]:
    """The scale word behind a numeral, in which it may have been restated ("35 billion" on a chart in millions)."""
    word = re.match(r"[\s-]*([a-z]+?)s?\b", text[place:], re.IGNORECASE)
    scale = word[1].casefold() if word else ""
    scale = {
        "mn": "million",
        "mln": "million",
        "bn": "billion",
        "bln": "billion",
        "tn": "trillion",
        "trn": "trillion",
    }.get(scale, scale)
    return (scale,) if scale in SCALES else ()


def _mentioned(
    text: str, categories: Sequence[str], series: Sequence[str], titles: Sequence[str]
) -> tuple[set[int], set[int]]:
    """Which categories and which series a text names, one by one or several by a word that they share; ``titles`` are those of
    the axes, of the categories first. Both are looked for at once, so that a word inside the name of one is not taken for a part of another's, nor one inside a title."""
    named = without_title_words(find_mentions(text, (*categories, *series)), find_mentions(text, titles))
    found = {mention.label for mention in named}
    found |= {
        place for group in group_mentions(text, categories, series, titles[0]) for place in group.candidates
    }
    rows = len(categories)
    return {place for place in found if place < rows}, {place - rows for place in found if place >= rows}


def _spaced(text: str) -> str:
    return " ".join(text.split())
