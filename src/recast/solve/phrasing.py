"""From the tree of a question to sentences of our own that ask for it: nothing of its asker's sentence is in them.

Sentences are built from labels of the chart, numerals of the question and words of the reasoning vocabulary alone; what is
measured and what the categories are is never named. A tree that no sentence here says has none, and a sentence that the
rules would read as another tree is never used (``restated``). All of it is still private: labels are the source's.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from recast.numbers.numerals import normalise, plain_year
from recast.solve.expression import (
    Arithmetic,
    Bare,
    Collection,
    Compare,
    Comparison,
    Expression,
    Filter,
    First,
    Fold,
    Group,
    Labels,
    Magnitude,
    Names,
    Operand,
    Rank,
    Size,
    Top,
)
from recast.solve.understand import interpret
from recast.types import Private, Table

_MOST_LISTED = 6
_COUNTS = {2: "two", 3: "three", 4: "four", 5: "five"}
_PLACES = ("", "second ", "third ", "fourth ", "fifth ")
_SIGNS: dict[Comparison, tuple[str, ...]] = {
    ">": ("above", "higher than"),
    "<": ("below", "lower than"),
    ">=": ("at least",),
    "<=": ("at most",),
    "==": ("equal to",),
}


def restated(asked: Expression, table: Table, draw: random.Random) -> str:
    """One of the sentences that ask for this tree, drawn among those that are understood as asking for it; empty where
    there is none."""
    sentences = list(dict.fromkeys(_sentences(asked, table)))
    draw.shuffle(sentences)
    forms = (form for text in sentences for form in (_bare(text, table), text))
    return next((form for form in forms if normalise(form) == form and interpret(form, table) == asked), "")


def _bare(text: str, table: Table) -> str:
    """``text`` with the labels of series without what stands behind them in brackets, which may be a numeral in words."""
    for series in table.series:
        name = re.sub(r"\s*\([^)]*\)\s*$", "", series.label)
        text = text.replace(series.label, name) if name else text
    return text


def _sentences(asked: Expression, table: Table) -> Iterator[str]:
    match asked:
        case Operand() | Fold() | Rank(wants="value") | Magnitude() | Arithmetic():
            yield from _for_value(asked, table)
        case Rank(group, place, largest, _):
            yield from _for_label(group, place, largest, table)
        case Compare(sign, left, right):
            for one, two in _pairs(left, right, table):
                yield from (f"Is {one} {word} {two}?" for word in _SIGNS[sign])
        case Size(Names(labels)):
            yield from _for_count(len(labels), table)
        case Size(Filter(group, tests)):
            yield from _how_many(group, tests, table)
        case First(Filter(group, tests), last):
            yield from _first(group, tests, last, table)
        case Labels(Filter(group, tests)):
            yield from _which(group, tests, table)


# ── what the values are called ───────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True, repr=False)
class _Values(Private):
    """What some cells are called: ``series`` and ``at`` may be empty where they need no name. ``every``: they are all
    that their series or category has; ``listed``: the names one by one, where they are few and named."""

    series: str
    at: str
    every: bool
    listed: str = ""

    @property
    def of(self) -> str:
        """Behind "the highest value"."""
        named = f" of {self.series}" if self.series else ""
        return f"{named} {self.at}" if self.at else named

    @property
    def all(self) -> tuple[str, ...]:
        """As what is added up."""
        if self.every:
            return (f"all values{self.of}", f"all the values{self.of}")
        return (self.listed,) if self.listed else (f"the values{self.of}",)


def _at(label: str) -> str:
    return f"in {label}" if plain_year(label) else f"for {label}"


def _joined(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _cell_name(table: Table, series: int, category: int) -> str:
    if len(table.series) == 1 and len(table.categories) > 1:
        return table.categories[category]
    if len(table.categories) == 1:
        return table.series[series].label
    return f"{table.series[series].label} {_at(table.categories[category])}"


def _values(group: Collection, table: Table) -> _Values | None:
    """What the cells of ``group`` are called together, or None for anything but a block of cells."""
    if not isinstance(group, Group):
        return None
    cells = [item.cell for _, item in group.items if isinstance(item, Operand) and item.cell is not None]
    rows, columns = sorted({c for _, c in cells}), sorted({s for s, _ in cells})
    if len(cells) != len(group.items) or not cells or len(set(cells)) < len(cells):
        return None
    shown = {
        (s, c) for s, row in enumerate(table.cells) for c, cell in enumerate(row) if cell.value is not None
    }
    if set(cells) != {(s, c) for s, c in shown if s in columns and c in rows}:
        return None
    whole_rows = rows == sorted({c for s, c in shown if s in columns})
    whole_columns = columns == sorted({s for s, c in shown if c in rows})
    one_series = "" if len(table.series) == 1 else table.series[columns[0]].label
    if whole_rows and whole_columns:
        return _Values("", "", True)
    if whole_rows and len(columns) == 1:
        return _Values(one_series, "", True)
    if whole_columns and len(rows) == 1:
        return _Values("", _at(table.categories[rows[0]]), True)
    names = [table.categories[c] for c in rows]
    if len(columns) == 1:
        if len(rows) <= _MOST_LISTED and not _runs_back(names):
            where = f"{'in' if plain_year(names[0]) else 'for'} {_joined(names)}"
            listed = f"{one_series} {where}" if one_series else _joined(names)
            return _Values(one_series, where, False, listed)
        if all(map(plain_year, names)) and rows == list(range(rows[0], rows[-1] + 1)):
            return _Values(one_series, f"from {min(names)} to {max(names)}", False)
    if len(rows) == 1 and len(columns) <= _MOST_LISTED:
        listed = _joined([table.series[s].label for s in columns])
        at = _at(names[0]) if len(table.categories) > 1 else ""
        return _Values(listed, at, False, f"{listed} {at}".strip())
    return None


def _runs_back(names: Sequence[str]) -> bool:
    """Whether the names are years from late to early: a list of them would be read in the other order."""
    return all(map(plain_year, names)) and list(names) != sorted(names)


# ── questions for a value ────────────────────────────────────────────────────────────────────────────────────


def _for_value(asked: Expression, table: Table) -> Iterator[str]:
    match asked:
        case Operand(_, (s, c)):
            yield f"What is the value of {_cell_name(table, s, c)}?"
        case Arithmetic("*", Arithmetic("/", part, whole), Bare(100)):
            yield from _in_percent(part, whole, table)
        case Arithmetic("-", left, right):
            for one, two in _pairs(left, right, table):
                yield f"How much higher is {one} than {two}?"
                yield f"What is {one} minus {two}?"
                yield f"By how much does {one} exceed {two}?"
        case Arithmetic("/", left, right) if not isinstance(right, Bare):
            for one, two in _pairs(left, right, table):
                yield f"What is the ratio of {one} to {two}?"
                yield f"What is {one} divided by {two}?"
        case _:
            for phrase in _phrases(asked, table):
                yield f"What is {phrase}?"


def _in_percent(part: Expression, whole: Expression, table: Table) -> Iterator[str]:
    """A change in percent, or a share of a total."""
    match part, whole:
        case Arithmetic("-", Operand(_, (s, later)), Operand(_, (t, earlier))), Operand(_, (u, base)) if (
            s == t == u and base in (later, earlier)
        ):
            named = table.series[s].label if len(table.series) > 1 else ""
            first, last = (earlier, later) if base == earlier else (later, earlier)
            word = "increase" if base == earlier else "decrease"
            ends = f"from {table.categories[first]} to {table.categories[last]}"
            of = f" in {named}" if named else ""
            yield f"What is the percentage {word}{of} {ends}?"
            yield f"What is the percentage change{of} {ends}?"
        case _, Fold("sum", group):
            values = _values(group, table)
            if values is not None:
                for one in _phrases(part, table):
                    yield f"What percentage of the total{values.of} is {one}?"
                    yield f"What percentage of the total{values.of} does {one} account for?"
                    if len(table.series) == 1 or len(table.categories) == 1:
                        yield f"What percentage of the total is {one}?"


def _phrases(asked: Expression, table: Table) -> Iterator[str]:
    """Noun phrases for a value, as they stand inside a question."""
    match asked:
        case Operand(literal, None):
            yield literal
        case Operand(_, (s, c)):
            yield _cell_name(table, s, c)
            yield f"the value of {_cell_name(table, s, c)}"
        case Fold("max" | "min" as how, group):
            yield from _picked("", how == "max", group, table)
        case Rank(group, place, largest, "value") if place < len(_PLACES):
            yield from _picked(_PLACES[place], largest, group, table)
        case Fold("sum" | "mean" | "median" as how, Top(group, count, largest)) if count in _COUNTS:
            values = _values(group, table)
            if values is not None:
                end = "highest" if largest else "lowest"
                for word in _FOLDS[how]:
                    yield f"the {word} of the {_COUNTS[count]} {end} values{values.of}"
        case Fold("sum" | "mean" | "median" as how, group):
            values = _values(group, table)
            for word in _FOLDS[how] if values is not None else ():
                yield from (f"the {word} of {named}" for named in (values.all if values is not None else ()))
        case Magnitude(Arithmetic("-", left, right)):
            yield from (f"the difference between {one} and {two}" for one, two in _pairs(left, right, table))
        case Arithmetic("+", left, right):
            yield from (f"the sum of {one} and {two}" for one, two in _pairs(left, right, table))
        case Arithmetic("/", Arithmetic("+", left, right), Bare(2)):
            yield from (f"the average of {one} and {two}" for one, two in _pairs(left, right, table))


def _pairs(left: Expression, right: Expression, table: Table) -> Iterator[tuple[str, str]]:
    """Phrases for two values, alike where both have as many."""
    one, two = list(_phrases(left, table)), list(_phrases(right, table))
    yield from zip(one, two, strict=True) if len(one) == len(two) else product(one, two)


_FOLDS = {"sum": ("sum", "total"), "mean": ("average", "mean"), "median": ("median",)}


def _picked(place: str, largest: bool, group: Collection, table: Table) -> Iterator[str]:
    values = _values(group, table)
    if values is not None:
        for word in ("highest", "largest") if largest else ("lowest", "smallest"):
            yield f"the {place}{word} value{values.of}"


# ── questions for a label, a count ───────────────────────────────────────────────────────────────────────────


def _noun(group: Collection, table: Table, many: bool) -> str:
    """What the labels of ``group`` are, in words of no topic."""
    while not isinstance(group, Group):
        group = group.group
    labels = {name.label for name, _ in group.items}
    if all(map(plain_year, labels)):
        return "years" if many else "year"
    if labels <= {series.label for series in table.series} and len(table.series) > 1:
        return "series"
    return "categories" if many else "category"


def _for_label(group: Collection, place: int, largest: bool, table: Table) -> Iterator[str]:
    if place >= len(_PLACES):
        return
    end = _PLACES[place] + ("highest" if largest else "lowest")
    noun = _noun(group, table, many=False)
    gap = _gap(group, table)
    if gap:
        word = _PLACES[place] + ("largest" if largest else "smallest")
        yield f"In which {noun} is the difference between {gap} the {word}?"
        yield f"Which {noun} has the {word} difference between {gap}?"
    values = _values(group, table)
    if values is None:
        return
    if isinstance(group, Group) and len(group.items) == 2 and place == 0:
        one, two = (name.label for name, _ in group.items)
        more, of = ("higher" if largest else "lower"), values.of if noun == "series" else ""
        of = f" of {values.series}" if noun != "series" and values.series else of
        at = f" {values.at}" if noun == "series" and values.at else ""
        yield f"Which has the {more} value{of}, {one} or {two}?"
        yield f"Which is {more}{at}, {one} or {two}?"
        return
    yield f"Which {noun} has the {end} value{values.of}?"
    yield f"In which {noun} is the value{values.of} the {end}?"


def _gap(group: Collection, table: Table) -> str:
    """The two things whose distance at each label ``group`` holds, or nothing."""
    if not isinstance(group, Group):
        return ""
    pairs = [
        (item.of.left.cell, item.of.right.cell)
        for _, item in group.items
        if isinstance(item, Magnitude)
        and isinstance(item.of, Arithmetic)
        and isinstance(item.of.left, Operand)
        and isinstance(item.of.right, Operand)
    ]
    known = [(one, two) for one, two in pairs if one is not None and two is not None]
    if len(known) < len(group.items) or not known:
        return ""
    if len({(one[0], two[0]) for one, two in known}) == 1:
        one, two = known[0]
        return _joined([table.series[s].label for s in sorted((one[0], two[0]))])
    if len({(one[1], two[1]) for one, two in known}) == 1:
        one, two = known[0]
        return _joined([table.categories[c] for c in sorted((one[1], two[1]))])
    return ""


def _for_count(count: int, table: Table) -> Iterator[str]:
    years = all(map(plain_year, table.categories))
    if count == len(table.categories):
        for noun in ("years", "categories") if years else ("categories",):
            yield f"How many {noun} are shown?"
            yield f"How many {noun} are there in the chart?"
    if count == len(table.series) > 1:
        yield "How many series are shown?"
        yield "How many series are there in the chart?"


def _bounds(tests: Sequence[tuple[Comparison, Expression]], group: Collection, table: Table) -> Iterator[str]:
    """One test in words: a numeral of the question, or the average of what is tested."""
    if len(tests) != 1:
        return
    sign, bound = tests[0]
    for word in _SIGNS[sign]:
        if isinstance(bound, Operand) and bound.cell is None:
            yield f"{word} {bound.literal}"
        if isinstance(bound, Fold) and bound.how in ("mean", "median") and bound.group == group:
            yield f"{word} the {'average' if bound.how == 'mean' else 'median'}"


def _how_many(
    group: Collection, tests: Sequence[tuple[Comparison, Expression]], table: Table
) -> Iterator[str]:
    values, noun = _values(group, table), _noun(group, table, many=True)
    if values is None:
        return
    for bound in _bounds(tests, group, table):
        yield f"How many {noun} have a value{values.of} {bound}?"
        yield f"How many values{values.of} are {bound}?"
        yield f"In how many {noun} is the value{values.of} {bound}?"


def _first(
    group: Collection, tests: Sequence[tuple[Comparison, Expression]], last: bool, table: Table
) -> Iterator[str]:
    values, noun = _values(group, table), _noun(group, table, many=False)
    if values is None:
        return
    for bound in _bounds(tests, group, table):
        when = "last" if last else "first"
        yield f"In which {noun} was the value{values.of} {when} {bound}?"
        yield f"Which was the {when} {noun} in which the value{values.of} was {bound}?"
        if tests[0][0] == "==":
            yield f"Which {noun} has a value{values.of} {bound}?"


def _which(group: Collection, tests: Sequence[tuple[Comparison, Expression]], table: Table) -> Iterator[str]:
    values, noun = _values(group, table), _noun(group, table, many=True)
    if values is None:
        return
    for bound in _bounds(tests, group, table):
        yield f"Which {noun} have a value{values.of} {bound}?"
        yield f"In which {noun} is the value{values.of} {bound}?"
