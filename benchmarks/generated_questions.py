"""Questions with exact answers over known tables: at least a thousand, made from one pool by one seed.

``generate(pool_path, count)`` reads tables (JSON lines: ``id``, ``chart_kind``, ``title``, ``rows`` with a header row)
and asks questions in several wordings of each kind, as people ask them of charts. The reference is computed here from
the exact decimals, by other code than the product's. Ids and texts depend only on the pool, the count and ``SEED``.

    python benchmarks/generated_questions.py POOL            # writes one JSON line an example to standard output
    python benchmarks/generated_questions.py POOL --check    # the offline solver's answers on the exact tables
"""

from __future__ import annotations

import argparse
import json
import random
import re
import statistics
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from recast.language.vocabulary import is_reasoning
from recast.solve.charts.understand import NotUnderstood, understand
from recast.types import Cell, ChartKind, Series, Table

SEED = 42
COUNT = 1100
_MOST_CATEGORIES = 16
_MOST_SERIES = 6

Reference = Decimal | bool | str


@dataclass(frozen=True, slots=True, repr=False)
class Example:
    """One question over one table. ``reference`` is a number, a truth or a category or series label."""

    id: str
    table_id: str
    table: Table
    question: str
    reference: Reference
    kind: str

    def __repr__(self) -> str:
        return f"<Example {self.id}>"


# ── tables ───────────────────────────────────────────────────────────────────────────────────────────────────

_NUMBER = re.compile(r"[$€£]?\s*(-?\d[\d,]*(?:\.\d+)?)\s*%?")
_ONE_SERIES_KINDS: dict[str, ChartKind] = {
    "pie_chart": "pie",
    "rings": "pie",
    "rose": "bar",
    "treemap": "bar",
    "funnel": "bar",
    "histogram": "bar",
    "line_chart": "line",
    "line_chart_num": "line",
}


def table_of(chart_kind: str, title: str, rows: Sequence[Sequence[str]]) -> Table | None:
    """A header row and data rows as a Table; None when a cell is no plain number or the chart would not be drawable."""
    header, *body = [[cell.strip() for cell in row] for row in rows]
    if any(len(row) != len(header) for row in body):
        return None
    kept = [column for column in range(1, len(header)) if header[column] != "Outlier"]
    if not 2 <= len(body) <= _MOST_CATEGORIES or not 1 <= len(kept) <= _MOST_SERIES:
        return None
    found = [[_NUMBER.fullmatch(row[column]) for row in body] for column in kept]
    if any(number is None for column in found for number in column):
        return None
    values = [[Decimal(number[1].replace(",", "")) for number in column if number] for column in found]
    percent = [all("%" in row[column] for row in body) for column in kept]
    single = len(kept) == 1
    kind = _ONE_SERIES_KINDS.get(chart_kind, "bar") if single else _kind_of_several(chart_kind)
    categories = tuple(row[0] for row in body)
    years = all(re.fullmatch(r"(1[89]|20)\d\d", category) for category in categories)
    return Table(
        kind=kind,
        orientation="vertical",
        title=title,
        subtitle="",
        x_title=header[0],
        y_title=header[kept[0]] if single else "",
        category_role="time" if years else "nominal",
        categories=categories,
        series=tuple(
            Series("" if single else header[column], unit="%" if share else "")
            for column, share in zip(kept, percent, strict=True)
        ),
        cells=tuple(tuple(Cell(value, str(value)) for value in column) for column in values),
    )


def _kind_of_several(chart_kind: str) -> ChartKind:
    return "line" if chart_kind in ("line_chart", "line_chart_num", "candlestick") else "grouped_bar"


# ── questions ────────────────────────────────────────────────────────────────────────────────────────────────


class _Sheet:
    """One table as the question makers see it: clean names, exact values, and the draw."""

    def __init__(self, table: Table, draw: random.Random) -> None:
        self.table = table
        self.draw = draw
        self.categories = table.categories
        self.single = len(table.series) == 1
        self.values = [[cell.value or Decimal(0) for cell in row] for row in table.cells]
        self.timed = table.category_role == "time"
        self.noun = "year" if self.timed else _plural_free(table.x_title)

    def measure(self, series: int) -> str:
        """What a person would call a series: its label without the unit in brackets."""
        label = self.table.y_title if self.single else self.table.series[series].label
        name = re.sub(r"\s*\([^)]*\)", "", label).strip()
        return name if name.isupper() or re.match(r"Q\d", name) else name[0].lower() + name[1:]

    def series(self) -> int:
        return self.draw.randrange(len(self.values))

    def pick(self, count: int) -> list[int]:
        return sorted(self.draw.sample(range(len(self.categories)), count))

    def of(self, series: int) -> str:
        """The phrase that names the series in a question; nothing where there is but one without a name."""
        return self.measure(series)

    def at(self, category: int) -> str:
        """A category as it is said in a sentence, with its preposition."""
        return f"in {self.categories[category]}" if self.timed else f"for {self.categories[category]}"


def _plural_free(title: str) -> str:
    name = re.sub(r"\s*\([^)]*\)", "", title).strip().lower()
    return name or "category"


Made = tuple[str, Reference] | None
Maker = Callable[[_Sheet], Made]


def _one(sheet: _Sheet, *wordings: str) -> str:
    return sheet.draw.choice(wordings)


def _look_up(sheet: _Sheet) -> Made:
    s, c = sheet.series(), sheet.pick(1)[0]
    m, at = sheet.of(s), sheet.at(c)
    text = _one(
        sheet,
        f"What is the {m} {at}?",
        f"What was the {m} {at}?",
        f"How much is the {m} {at}?",
        f"What is the value of {m} {at}?",
    )
    return text, sheet.values[s][c]


def _difference(sheet: _Sheet) -> Made:
    s, (a, b) = sheet.series(), sheet.pick(2)
    if sheet.values[s][a] < sheet.values[s][b]:
        a, b = b, a
    m, one, two = sheet.of(s), sheet.categories[a], sheet.categories[b]
    text = _one(
        sheet,
        f"What is the difference in {m} between {one} and {two}?",
        f"How much higher is the {m} {sheet.at(a)} than {sheet.at(b)}?",
        f"By how much does the {m} {sheet.at(a)} exceed that {sheet.at(b)}?",
        f"What's the gap in {m} between {two} and {one}?",
        f"How much more {m} is there {sheet.at(a)} compared to {two}?",
        f"How much lower is the {m} {sheet.at(b)} than {sheet.at(a)}?",
    )
    return text, sheet.values[s][a] - sheet.values[s][b]


def _series_difference(sheet: _Sheet) -> Made:
    if sheet.single:
        return None
    (a, b), c = sheet.draw.sample(range(len(sheet.values)), 2), sheet.pick(1)[0]
    if sheet.values[a][c] < sheet.values[b][c]:
        a, b = b, a
    text = _one(
        sheet,
        f"What is the difference between {sheet.of(a)} and {sheet.of(b)} {sheet.at(c)}?",
        f"{sheet.at(c).capitalize() if sheet.timed else 'For ' + sheet.categories[c]}, how much higher is {sheet.of(a)} than {sheet.of(b)}?",
        f"How much greater is {sheet.of(a)} than {sheet.of(b)} {sheet.at(c)}?",
    )
    return text, sheet.values[a][c] - sheet.values[b][c]


def _change(sheet: _Sheet) -> Made:
    if not sheet.timed:
        return None
    s, (a, b) = sheet.series(), sheet.pick(2)
    first, last, m = sheet.values[s][a], sheet.values[s][b], sheet.of(s)
    one, two = sheet.categories[a], sheet.categories[b]
    word = "increase" if last >= first else "decrease"
    text = _one(
        sheet,
        f"How much did the {m} {word} from {one} to {two}?",
        f"What was the {word} in {m} from {one} to {two}?",
        f"By how much did {m} {'rise' if last >= first else 'fall'} between {one} and {two}?",
    )
    return text, abs(last - first)


def _sum(sheet: _Sheet) -> Made:
    s, (a, b) = sheet.series(), sheet.pick(2)
    m, one, two = sheet.of(s), sheet.categories[a], sheet.categories[b]
    text = _one(
        sheet,
        f"What is the sum of the {m} of {one} and {two}?",
        f"What is the total {m} of {one} and {two} combined?",
        f"How much {m} do {one} and {two} have altogether?",
        f"What is the combined {m} for {one} and {two}?",
        f"Add the {m} {sheet.at(a)} and {two}: what is the sum?",
    )
    return text, sheet.values[s][a] + sheet.values[s][b]


def _sum_all(sheet: _Sheet) -> Made:
    s = sheet.series()
    text = _one(
        sheet,
        f"What is the total {sheet.of(s)} of all {_many(sheet.noun)}?",
        f"What is the sum of all {sheet.of(s)} values?",
        f"What is the overall sum of {sheet.of(s)}?",
    )
    return text, sum(sheet.values[s], Decimal(0))


def _sum_category(sheet: _Sheet) -> Made:
    if sheet.single:
        return None
    c = sheet.pick(1)[0]
    text = _one(
        sheet,
        f"What is the total of all values {sheet.at(c)}?",
        f"What do all the bars {sheet.at(c)} add up to?",
        f"What is the sum of all series {sheet.at(c)}?",
    )
    return text, sum((row[c] for row in sheet.values), Decimal(0))


def _mean(sheet: _Sheet) -> Made:
    s = sheet.series()
    m = sheet.of(s)
    places = list(range(len(sheet.categories)))
    form = sheet.draw.randrange(3 if sheet.timed else 2)
    if form == 0:
        text = _one(
            sheet,
            f"What is the average {m} of all {_many(sheet.noun)}?",
            f"What is the mean {m} across all {_many(sheet.noun)}?",
            f"What is the average value of {m}?",
        )
    elif form == 1:
        places = sheet.pick(2)
        text = _one(
            sheet,
            f"What is the average {m} of {sheet.categories[places[0]]} and {sheet.categories[places[1]]}?",
            f"What is the mean of the {m} for {sheet.categories[places[0]]} and {sheet.categories[places[1]]}?",
        )
    else:
        count = min(3, len(places) - 1)
        places = places[-count:]
        text = f"What is the average {m} of the last {'three' if count == 3 else 'two' if count == 2 else 'one'} years?"
        if count == 1:
            return None
    return text, sum((sheet.values[s][c] for c in places), Decimal(0)) / len(places)


def _range_fold(sheet: _Sheet) -> Made:
    if not sheet.timed or len(sheet.categories) < 4:
        return None
    s, (a, b) = sheet.series(), sheet.pick(2)
    if b - a < 2:
        return None
    part, m = sheet.values[s][a : b + 1], sheet.of(s)
    one, two = sheet.categories[a], sheet.categories[b]
    form = sheet.draw.randrange(3)
    if form == 0:
        return _one(
            sheet,
            f"What is the average {m} from {one} to {two}?",
            f"What was the mean {m} between {one} and {two}?",
        ), sum(part, Decimal(0)) / len(part)
    if form == 1:
        return _one(
            sheet,
            f"What is the total {m} from {one} to {two}?",
            f"What is the sum of {m} between {one} and {two}?",
        ), sum(part, Decimal(0))
    return _one(
        sheet,
        f"What was the highest {m} from {one} to {two}?",
        f"What is the maximum {m} between {one} and {two}?",
    ), max(part)


def _ratio(sheet: _Sheet) -> Made:
    s, (a, b) = sheet.series(), sheet.pick(2)
    if sheet.values[s][b] == 0:
        return None
    m, one, two = sheet.of(s), sheet.categories[a], sheet.categories[b]
    text = _one(
        sheet,
        f"What is the ratio of the {m} of {one} to that of {two}?",
        f"What is the ratio of {m} between {one} and {two}?",
        f"How many times larger is the {m} of {one} than that of {two}?",
        f"What is the {m} of {one} divided by that of {two}?",
    )
    return text, sheet.values[s][a] / sheet.values[s][b]


def _extreme_ratio(sheet: _Sheet) -> Made:
    s = sheet.series()
    low, high = min(sheet.values[s]), max(sheet.values[s])
    if low <= 0:
        return None
    text = _one(
        sheet,
        f"What is the ratio of the highest {sheet.of(s)} to the lowest {sheet.of(s)}?",
        f"What is the ratio between the largest and the smallest {sheet.of(s)}?",
    )
    return text, high / low


def _percentage_change(sheet: _Sheet) -> Made:
    if not sheet.timed:
        return None
    s, (a, b) = sheet.series(), sheet.pick(2)
    first, last, m = sheet.values[s][a], sheet.values[s][b], sheet.of(s)
    if first <= 0 or last == first:
        return None
    one, two = sheet.categories[a], sheet.categories[b]
    word = "increase" if last > first else "decrease"
    text = _one(
        sheet,
        f"What is the percentage {word} in {m} from {one} to {two}?",
        f"By what percentage did the {m} {word} from {one} to {two}?",
        f"What was the percentage {word} of {m} between {one} and {two}?",
    )
    return text, abs(last - first) / first * 100


def _share(sheet: _Sheet) -> Made:
    s, c = sheet.series(), sheet.pick(1)[0]
    whole = sum(sheet.values[s], Decimal(0))
    if whole <= 0 or sheet.timed:
        return None
    m = sheet.of(s)
    text = _one(
        sheet,
        f"What percentage of the total {m} does {sheet.categories[c]} account for?",
        f"What percentage of the total {m} comes from {sheet.categories[c]}?",
    )
    return text, sheet.values[s][c] / whole * 100


def _count_where(sheet: _Sheet) -> Made:
    s = sheet.series()
    ordered = sorted(sheet.values[s])
    place = sheet.draw.randrange(len(ordered) - 1)
    low, high = ordered[place], ordered[place + 1]
    middle = (low + high) / 2
    threshold = middle if middle == middle.to_integral() else middle.to_integral()
    if not low < threshold < high:
        return None
    m, noun, n = sheet.of(s), _many(sheet.noun), format(threshold, "f")
    above = sum(1 for v in ordered if v > threshold)
    if sheet.draw.random() < 0.5:
        return _one(
            sheet,
            f"How many {noun} have a {m} above {n}?",
            f"How many {noun} have a {m} greater than {n}?",
            f"In how many {noun} is the {m} more than {n}?",
            f"How many {noun} exceed {n} in {m}?",
            f"How many {noun} have a {m} of at least {n}?",
        ), Decimal(above)
    return _one(
        sheet,
        f"How many {noun} have a {m} below {n}?",
        f"How many {noun} have a {m} less than {n}?",
        f"In how many {noun} is the {m} under {n}?",
        f"For how many {noun} is the {m} lower than {n}?",
    ), Decimal(len(ordered) - above)


def _count_average(sheet: _Sheet) -> Made:
    s = sheet.series()
    middle = statistics.mean(sheet.values[s])
    text = _one(
        sheet,
        f"How many {_many(sheet.noun)} have a {sheet.of(s)} above the average?",
        f"How many {_many(sheet.noun)} are above the average {sheet.of(s)}?"
        if sheet.single
        else f"How many {_many(sheet.noun)} have {sheet.of(s)} higher than the average?",
    )
    return text, Decimal(sum(1 for value in sheet.values[s] if value > middle))


def _count_all(sheet: _Sheet) -> Made:
    text = _one(
        sheet,
        f"How many {_many(sheet.noun)} are shown in the chart?",
        f"How many {_many(sheet.noun)} are there in the chart?",
    )
    return text, Decimal(len(sheet.categories))


def _extreme(sheet: _Sheet) -> Made:
    s = sheet.series()
    high = sheet.draw.random() < 0.5
    w = _one(sheet, "highest", "largest", "maximum") if high else _one(sheet, "lowest", "smallest", "minimum")
    text = _one(
        sheet,
        f"What is the {w} {sheet.of(s)}?",
        f"What is the {w} value of {sheet.of(s)}?",
        f"What was the {w} {sheet.of(s)} among all {_many(sheet.noun)}?",
    )
    return text, (max if high else min)(sheet.values[s])


def _nth(sheet: _Sheet) -> Made:
    s = sheet.series()
    if len(sheet.categories) < 4 or _tied(sheet.values[s]):
        return None
    place = sheet.draw.choice((1, 2))
    word = "second" if place == 1 else "third"
    high = sheet.draw.random() < 0.6
    w = _one(sheet, "highest", "largest") if high else _one(sheet, "lowest", "smallest")
    text = _one(
        sheet, f"What is the {word} {w} {sheet.of(s)}?", f"What is the {word} {w} value of {sheet.of(s)}?"
    )
    return text, sorted(sheet.values[s], reverse=high)[place]


def _spread(sheet: _Sheet) -> Made:
    s = sheet.series()
    text = _one(
        sheet,
        f"What is the difference between the highest and the lowest {sheet.of(s)}?",
        f"What is the difference between the maximum and minimum value of {sheet.of(s)}?",
        f"What is the gap between the largest and the smallest {sheet.of(s)}?",
    )
    return text, max(sheet.values[s]) - min(sheet.values[s])


def _extreme_sum(sheet: _Sheet) -> Made:
    s = sheet.series()
    ordered = sorted(sheet.values[s])
    form = sheet.draw.randrange(3)
    if form == 0:
        return _one(
            sheet,
            f"What is the sum of the highest and the lowest {sheet.of(s)}?",
            f"What is the sum of the highest value and the lowest value of {sheet.of(s)}?",
        ), ordered[0] + ordered[-1]
    if form == 1:
        return _one(
            sheet,
            f"What is the sum of the two highest {sheet.of(s)} values?",
            f"What is the total of the two largest values of {sheet.of(s)}?",
        ), ordered[-1] + ordered[-2]
    return _one(
        sheet,
        f"What is the average of the two lowest values of {sheet.of(s)}?",
        f"What is the mean of the two smallest {sheet.of(s)} values?",
    ), (ordered[0] + ordered[1]) / 2


def _median(sheet: _Sheet) -> Made:
    s = sheet.series()
    text = _one(
        sheet,
        f"What is the median {sheet.of(s)}?",
        f"What is the median value of {sheet.of(s)}?",
        f"What is the median of {sheet.of(s)} across all {_many(sheet.noun)}?",
    )
    return text, statistics.median(sheet.values[s])


def _tied(values: Sequence[Decimal]) -> bool:
    return len(set(values)) < len(values)


def _which(sheet: _Sheet) -> Made:
    s = sheet.series()
    if _tied(sheet.values[s]):
        return None
    high = sheet.draw.random() < 0.6
    w = _one(sheet, "highest", "largest", "greatest") if high else _one(sheet, "lowest", "smallest")
    place = sheet.draw.choice((0, 0, 1)) if len(sheet.categories) > 3 else 0
    w = f"second {w}" if place else w
    order = sorted(range(len(sheet.categories)), key=lambda c: sheet.values[s][c], reverse=high)
    m, n = sheet.of(s), sheet.noun
    if sheet.timed:
        text = _one(
            sheet,
            f"In which year was the {m} the {w}?",
            f"Which year had the {w} {m}?",
            f"In what year did the {m} reach its {w} value?",
            f"When was the {m} {w}?",
        )
    else:
        text = _one(
            sheet,
            f"Which {n} has the {w} {m}?",
            f"Which {n} had the {w} {m}?",
            f"What {n} has the {w} {m}?",
            f"Which {n} shows the {w} {m}?",
        )
    return text, sheet.categories[order[place]]


def _which_of_two(sheet: _Sheet) -> Made:
    s, (a, b) = sheet.series(), sheet.pick(2)
    if sheet.values[s][a] == sheet.values[s][b] or sheet.timed:
        return None
    one, two = sheet.categories[a], sheet.categories[b]
    text = _one(
        sheet,
        f"Which has a higher {sheet.of(s)}, {one} or {two}?",
        f"Which {sheet.noun} has the higher {sheet.of(s)}: {one} or {two}?",
    )
    return text, one if sheet.values[s][a] > sheet.values[s][b] else two


def _which_series(sheet: _Sheet) -> Made:
    if sheet.single or sheet.timed is False:
        return None
    c = sheet.pick(1)[0]
    column = [row[c] for row in sheet.values]
    if _tied(column):
        return None
    text = _one(
        sheet,
        f"Which line has the highest value in {sheet.categories[c]}?",
        f"Which series was the highest in {sheet.categories[c]}?",
    )
    return text, sheet.table.series[column.index(max(column))].label


def _first_over(sheet: _Sheet) -> Made:
    if not sheet.timed:
        return None
    s = sheet.series()
    values = sheet.values[s]
    place = next((c for c in range(1, len(values)) if values[c] > max(values[:c])), None)
    if place is None:
        return None
    low, high = max(values[:place]), values[place]
    threshold = ((low + high) / 2).to_integral()
    if not low < threshold < high:
        return None
    n = format(threshold, "f")
    text = _one(
        sheet,
        f"In which year did the {sheet.of(s)} first exceed {n}?",
        f"Which year was the first in which the {sheet.of(s)} was above {n}?",
    )
    return text, sheet.categories[place]


def _widest_gap(sheet: _Sheet) -> Made:
    if len(sheet.values) < 2 or not sheet.timed:
        return None
    a, b = sheet.draw.sample(range(len(sheet.values)), 2)
    gaps = [abs(x - y) for x, y in zip(sheet.values[a], sheet.values[b], strict=True)]
    if _tied(gaps):
        return None
    high = sheet.draw.random() < 0.6
    w = _one(sheet, "largest", "greatest") if high else "smallest"
    text = _one(
        sheet,
        f"In which year was the difference between {sheet.of(a)} and {sheet.of(b)} the {w}?",
        f"When was the gap between {sheet.of(a)} and {sheet.of(b)} the {w}?",
    )
    return text, sheet.categories[gaps.index((max if high else min)(gaps))]


def _yes_no(sheet: _Sheet) -> Made:
    s, (a, b) = sheet.series(), sheet.draw.sample(range(len(sheet.categories)), 2)
    m, one, two = sheet.of(s), sheet.categories[a], sheet.categories[b]
    x, y = sheet.values[s][a], sheet.values[s][b]
    form = sheet.draw.randrange(3)
    if form == 0:
        return _one(
            sheet,
            f"Is the {m} {sheet.at(a)} greater than {sheet.at(b)}?",
            f"Is the {m} of {one} higher than that of {two}?",
            f"Was the {m} {sheet.at(a)} more than {sheet.at(b)}?",
        ), x > y
    if form == 1:
        return _one(
            sheet,
            f"Is the {m} {sheet.at(a)} less than {sheet.at(b)}?",
            f"Is the {m} of {one} lower than that of {two}?",
        ), x < y
    ordered = sorted(sheet.values[s])
    if len(ordered) < 4:
        return None
    return f"Is the sum of the two lowest values of {m} greater than the highest value?", ordered[
        0
    ] + ordered[1] > ordered[-1]


def _many(noun: str) -> str:
    head, of, tail = noun.partition(" of ")
    if of:
        return f"{_many(head)} of {tail}"
    head, _, last = noun.rpartition(" ")
    if re.search(r"[^s]s$", last):
        return noun
    plural = (
        last[:-1] + "ies"
        if re.search(r"[^aeiou]y$", last)
        else last + "es"
        if re.search(r"(s|x|ch|sh)$", last)
        else last + "s"
    )
    return f"{head} {plural}".strip()


#: The kinds and how often each is drawn; those that compare values are half of the whole.
KINDS: tuple[tuple[str, Maker, int], ...] = (
    ("look-up", _look_up, 9),
    ("difference", _difference, 7),
    ("difference of series", _series_difference, 3),
    ("change", _change, 5),
    ("sum", _sum, 6),
    ("sum of all", _sum_all, 3),
    ("sum of a category", _sum_category, 2),
    ("average", _mean, 6),
    ("year range", _range_fold, 6),
    ("ratio", _ratio, 5),
    ("ratio of extremes", _extreme_ratio, 3),
    ("percentage change", _percentage_change, 5),
    ("share", _share, 3),
    ("count with condition", _count_where, 7),
    ("count above average", _count_average, 2),
    ("count", _count_all, 2),
    ("extreme", _extreme, 5),
    ("second or third", _nth, 5),
    ("spread", _spread, 4),
    ("sum of extremes", _extreme_sum, 5),
    ("median", _median, 4),
    ("which label", _which, 9),
    ("which of two", _which_of_two, 4),
    ("which series", _which_series, 2),
    ("first over", _first_over, 3),
    ("widest gap", _widest_gap, 4),
    ("yes or no", _yes_no, 7),
)


def _tables(pool_path: Path) -> list[tuple[str, Table]]:
    found = []
    for line in pool_path.read_text("utf-8").splitlines():
        row = json.loads(line)
        table = table_of(row["chart_kind"], row["title"], row["rows"])
        if table is not None and _clear(table):
            found.append((row["id"], table))
    return sorted(found, key=lambda pair: pair[0])


def _clear(table: Table) -> bool:
    """Whether labels can be named without doubt: no two alike, none inside another, none empty, none a bare number
    but for years, none made of words that say what to compute ("Median", "Max"), with which a question would mean either."""
    names = [*table.categories, *(s.label for s in table.series if s.label)]
    if table.category_role != "time" and any(name.isdigit() for name in table.categories):
        return False
    words = [set(re.findall(r"\w+", re.sub(r"\([^)]*\)", "", name).lower())) for name in names]
    if not all(words) or not table.x_title or any(all(map(is_reasoning, own)) for own in words):
        return False
    return not any(i != j and one <= other for i, one in enumerate(words) for j, other in enumerate(words))


def generate(pool_path: Path | str, count: int = COUNT, *, evenly: bool = False) -> list[Example]:
    """``count`` examples, the same for the same pool: kinds in fixed proportion, or ``evenly`` as many of each, each from a
    table drawn afresh."""
    draw = random.Random(SEED)
    tables = _tables(Path(pool_path))
    kinds = [(kind, maker) for kind, maker, weight in KINDS for _ in range(1 if evenly else weight)]
    examples: list[Example] = []
    seen: set[tuple[str, str]] = set()
    while len(examples) < count:
        kind, maker = kinds[len(examples) % len(kinds)]
        for _ in range(400):
            table_id, table = draw.choice(tables)
            made = maker(_Sheet(table, draw))
            if made is not None and (table_id, made[0]) not in seen:
                seen.add((table_id, made[0]))
                name = f"generated-{len(examples):04d}"
                examples.append(Example(name, table_id, table, made[0], made[1], kind))
                break
        else:
            raise ValueError(f"the pool has no table for questions of the kind {kind!r}")
    return examples


# ── the solver on the exact tables ───────────────────────────────────────────────────────────────────────────


def agrees(answer: object, reference: Reference) -> bool:
    """Whether a program's result is the reference: numbers to 1e-6 relative, labels and truths exactly."""
    if isinstance(answer, list) and len(answer) == 1:
        answer = answer[0]
    if isinstance(reference, bool) or isinstance(answer, bool):
        return answer is reference
    if isinstance(reference, str):
        return str(answer) == reference
    if not isinstance(answer, int | float | Decimal):
        return False
    return abs(float(answer) - float(reference)) <= 1e-6 * max(abs(float(reference)), 1e-3)


def check(examples: Sequence[Example]) -> Iterator[tuple[str, int, int, int]]:
    """Per kind: examples, right, not understood. Programs of the offline solver, run on the exact table as it is."""
    asked: Counter[str] = Counter()
    right: Counter[str] = Counter()
    silent: Counter[str] = Counter()
    for example in examples:
        asked[example.kind] += 1
        program = understand(example.question, example.table)
        if isinstance(program, NotUnderstood):
            silent[example.kind] += 1
            continue
        names: dict[str, object] = {"protected": lambda written: written}
        exec(program, names)
        right[example.kind] += agrees(names["answer"], example.reference)
    for kind in asked:
        yield kind, asked[kind], right[kind], silent[kind]


def main() -> None:
    """The command line; see the top of this file."""
    parser = argparse.ArgumentParser(description="Questions with exact answers over known tables.")
    parser.add_argument("pool", type=Path)
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument(
        "--check", action="store_true", help="run the offline solver's programs on the exact tables"
    )
    options = parser.parse_args()
    examples = generate(options.pool, options.count)
    if not options.check:
        for example in examples:
            row = {
                "id": example.id,
                "kind": example.kind,
                "table": example.table_id,
                "question": example.question,
                "reference": example.reference
                if isinstance(example.reference, str | bool)
                else str(example.reference),
            }
            sys.stdout.write(json.dumps(row, ensure_ascii=False) + "\n")
        return
    rows = list(check(examples))
    total = ("all", *(sum(row[place] for row in rows) for place in (1, 2, 3)))
    for kind, asked, right, silent in [*rows, total]:
        sys.stdout.write(f"{kind:22} {asked:5} asked {right:5} right {silent:4} not understood\n")


if __name__ == "__main__":
    main()
