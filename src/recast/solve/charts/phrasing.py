"""From the tree of a question to sentences of our own that ask for it: nothing of its asker's sentence is in them.

Sentences are built from labels of the chart, numerals of the question and words of the reasoning vocabulary alone; what is
measured and what the categories are is never named. A tree that no sentence here says has none, and a sentence that the
rules would read as another tree is never used (``restated``). All of it is still private: labels are the source's.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import product

from recast.numbers.numerals import normalise, plain_year
from recast.solve.charts.bound_phrases import SIGNS, Tests, bounds
from recast.solve.charts.chosen_phrases import of_those_chosen
from recast.solve.charts.naming import (
    cell_name,
    cells_listed,
    excess,
    folded_each,
    gap_of,
    nearest,
    noun_of,
    steps,
    values_of,
)
from recast.solve.charts.understand import interpret
from recast.solve.expression import (
    Arithmetic,
    Bare,
    Collection,
    Compare,
    Expression,
    Filter,
    First,
    Fold,
    Group,
    Labels,
    Magnitude,
    Name,
    Names,
    Operand,
    Rank,
    Size,
    Top,
)
from recast.types import Table

_COUNTS = {2: "two", 3: "three", 4: "four", 5: "five"}
_PLACES = ("", "second ", "third ", "fourth ", "fifth ")


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
    yield from of_those_chosen(asked, table)
    match asked:
        case Operand() | Fold() | Rank(wants="value") | Magnitude() | Arithmetic():
            yield from _for_value(asked, table)
        case Rank(group, place, largest, _):
            yield from _for_label(group, place, largest, table)
        case Name(label):
            yield from _shown_in(label, table)
        case Compare():
            yield from _whether(asked, table)
        case Size(Names(labels)):
            yield from _for_count(len(labels), table)
        case Size(Filter(group, tests)):
            yield from _how_many(group, tests, table)
        case First(Filter(group, tests), last):
            yield from _first(group, tests, last, table)
        case Labels(Filter(group, tests)):
            yield from _which(group, tests, table)
        case Labels(Top(group, count, largest)) if count in _COUNTS:
            yield from _which_few(group, _COUNTS[count], largest, table)


# ── questions for a value ────────────────────────────────────────────────────────────────────────────────────


def _for_value(asked: Expression, table: Table) -> Iterator[str]:
    match asked:
        case Operand(_, (s, c)):
            yield f"What is the value of {cell_name(table, s, c)}?"
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
        case Arithmetic("*", left, right) if not isinstance(right, Bare):
            yield from (f"What is {one} multiplied by {two}?" for one, two in _pairs(left, right, table))
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
        case Operand(_, (_, _)), Operand(_, (_, _)):
            for one, two in _pairs(part, whole, table):
                yield f"What percentage of {two} is {one}?"
        case _, Fold("sum", group):
            values, listed = values_of(group, table), cells_listed(group, table)
            if listed:
                yield from (
                    f"What percentage of {listed} together is {one}?" for one in _phrases(part, table)
                )
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
            yield cell_name(table, s, c)
            yield f"the value of {cell_name(table, s, c)}"
        case Fold("max" | "min" as how, group):
            yield from _picked("", how == "max", group, table)
        case Rank(group, place, largest, "value") if place < len(_PLACES):
            yield from _picked(_PLACES[place], largest, group, table)
        case Fold("sum" | "mean" | "median" as how, Top(group, count, largest)) if count in _COUNTS:
            values = values_of(group, table)
            if values is not None:
                end = "highest" if largest else "lowest"
                for word in _FOLDS[how]:
                    yield f"the {word} of the {_COUNTS[count]} {end} values{values.of}"
        case Fold("sum" | "mean" | "median" as how, Filter(group, tests)):
            values = values_of(group, table)
            if values is not None:
                for word, bound in product(_FOLDS[how], bounds(tests, group, table)):
                    yield f"the {word} of the values{values.of} {bound}"
        case Fold("sum" | "mean" | "median" as how, group):
            values = values_of(group, table)
            for word in _FOLDS[how] if values is not None else ():
                yield from (f"the {word} of {named}" for named in (values.all if values is not None else ()))
        case Magnitude(Arithmetic("-", left, right)):
            yield from (f"the difference between {one} and {two}" for one, two in _pairs(left, right, table))
        case Arithmetic("+", left, right):
            yield from (f"the sum of {one} and {two}" for one, two in _pairs(left, right, table))
        case Arithmetic("/", Arithmetic("+", left, right), Bare(2)):
            yield from (f"the average of {one} and {two}" for one, two in _pairs(left, right, table))
        case Arithmetic("*", one, Bare(2)):
            yield from (f"twice {phrase}" for phrase in _phrases(one, table))
        case Arithmetic("/", Fold("sum", group), Bare(2)) if (
            table.kind == "pie" and (whole := values_of(group, table)) is not None and whole.every
        ):
            yield "half of the total"
        case Arithmetic("/", one, Bare(2)):
            yield from (f"half of {phrase}" for phrase in _phrases(one, table))


def _pairs(left: Expression, right: Expression, table: Table) -> Iterator[tuple[str, str]]:
    """Phrases for two values, alike where both have as many."""
    one, two = list(_phrases(left, table)), list(_phrases(right, table))
    yield from zip(one, two, strict=True) if len(one) == len(two) else product(one, two)


_FOLDS = {"sum": ("sum", "total"), "mean": ("average", "mean"), "median": ("median",)}


def _picked(place: str, largest: bool, group: Collection, table: Table) -> Iterator[str]:
    values, gap, stepped = values_of(group, table), gap_of(group, table), steps(group, table)
    above = excess(group, table) if gap == "" and stepped is None else None
    for word in ("highest", "largest") if largest else ("lowest", "smallest"):
        if values is not None:
            yield f"the {place}{word} value{values.of}"
        if gap:
            yield f"the {place}{word} difference between {gap}"
        if above is not None:
            yield f"the {place}{word} amount by which {above[0]} exceeds {above[1]}"
        if stepped is not None:
            of, noun = f" of {stepped}" if stepped else "", noun_of(group, table, many=False)
            for change in ("increase", "decrease"):
                yield f"the {place}{word} {change}{of} from one {noun} to the next"
                yield f"the {place}{word} {change}{of} compared with the {noun} before"


# ── yes or no ────────────────────────────────────────────────────────────────────────────────────────────────


def _whether(asked: Compare, table: Table) -> Iterator[str]:
    match asked:
        case Compare(">", Size(Filter(group, tests)), Bare(0)):
            values = values_of(group, table)
            if values is not None:
                yield from (f"Is any value{values.of} {bound}?" for bound in bounds(tests, group, table))
        case Compare("==", Size(Filter(group, tests)), Size(whole)) if whole == group:
            values = values_of(group, table)
            if values is not None:
                yield from (f"Are all values{values.of} {bound}?" for bound in bounds(tests, group, table))
        case Compare("==", subject, Rank(_, place, largest, "value")) if place < len(_PLACES):
            for phrase in _phrases(subject, table):
                yield f"Is {phrase} the {_PLACES[place]}{'highest' if largest else 'lowest'}?"
        case Compare(sign, left, right):
            for one, two in _pairs(left, right, table):
                yield from (f"Is {one} {word} {two}?" for word in SIGNS[sign])


# ── questions for a label, a count ───────────────────────────────────────────────────────────────────────────


def _for_label(group: Collection, place: int, largest: bool, table: Table) -> Iterator[str]:
    if place >= len(_PLACES):
        return
    end = _PLACES[place] + ("highest" if largest else "lowest")
    word = _PLACES[place] + ("largest" if largest else "smallest")
    noun = noun_of(group, table, many=False)
    gap, stepped, folded = gap_of(group, table), steps(group, table), folded_each(group)
    near, pair = nearest(group), excess(group, table)
    if near is not None and (away := values_of(near[1], table)) is not None and not largest:
        yield f"Which {noun} has the value{away.of} closest to {near[0]}?"
        yield f"In which {noun} is the value{away.of} closest to {near[0]}?"
    if pair is not None:
        more, less = pair
        changes = [f"increase from {less} to {more}", f"decrease from {more} to {less}"]
        if plain_year(more) and plain_year(less):  # told forwards in time
            changes = changes[:1] if int(less) < int(more) else changes[1:]
        for change in changes:
            yield f"Which {noun} had the {word} {change}?"
            yield f"In which {noun} was the {change} the {word}?"
    if gap:
        yield f"In which {noun} is the difference between {gap} the {word}?"
        yield f"Which {noun} has the {word} difference between {gap}?"
    if stepped is not None:
        of = f" of {stepped}" if stepped else ""
        for change in ("increase", "decrease"):
            yield f"In which {noun} was the {change}{of} the {word}?"
            yield f"Which {noun} had the {word} {change}{of}?"
    if folded:
        yield f"In which {noun} is the {folded} the {end}?"
        yield f"Which {noun} has the {end} {folded}?"
    values = values_of(group, table)
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


def _shown_in(label: str, table: Table) -> Iterator[str]:
    """A label as asked for by the colour of what it stands for."""
    colours = dict(
        zip((series.label for series in table.series), (one.colour_name for one in table.series), strict=True)
    )
    noun = "series" if len(table.series) > 1 else "category"
    if len(table.series) == 1 and table.category_colours:
        colours = dict(zip(table.categories, table.category_colours, strict=True))
    if colours.get(label):
        yield f"Which {noun} is shown in {colours[label]}?"
        yield f"Which {noun} is depicted in {colours[label]}?"


def _for_count(count: int, table: Table) -> Iterator[str]:
    years = all(map(plain_year, table.categories))
    if count == len(table.categories):
        for noun in ("years", "categories") if years else ("categories",):
            yield f"How many {noun} are shown?"
            yield f"How many {noun} are there in the chart?"
    if count == len(table.series) > 1:
        yield "How many series are shown?"
        yield "How many series are there in the chart?"


def _came_about(group: Collection, tests: Tests, table: Table) -> Iterator[str]:
    """What is so, as asked behind "in which year": that one series rose or fell, or lies above or below another."""
    if len(tests) != 1 or tests[0][1] != Bare(0) or tests[0][0] not in (">", "<", "=="):
        return
    up = tests[0][0] == ">"
    pair, stepped = excess(group, table), steps(group, table)
    if pair is not None:
        yield from (f"was {pair[0]} {word} {pair[1]}" for word in SIGNS[tests[0][0]])
    elif stepped is not None and tests[0][0] != "==":
        change = "increase" if up else "decrease"
        yield f"did {stepped or 'the value'} {change}"
        yield f"was there {'an' if up else 'a'} {change}{f' of {stepped}' if stepped else ''}"


def _how_many(group: Collection, tests: Tests, table: Table) -> Iterator[str]:
    values, noun = values_of(group, table), noun_of(group, table, many=True)
    yield from (f"In how many {noun} {so}?" for so in _came_about(group, tests, table))
    if values is None:
        return
    for bound in bounds(tests, group, table):
        yield f"How many {noun} have a value{values.of} {bound}?"
        yield f"How many values{values.of} are {bound}?"
        yield f"In how many {noun} is the value{values.of} {bound}?"


def _first(group: Collection, tests: Tests, last: bool, table: Table) -> Iterator[str]:
    values, noun = values_of(group, table), noun_of(group, table, many=False)
    pair = excess(group, table)
    if pair is not None and tests[0] in ((">", Bare(0)), ("<", Bare(0)), ("==", Bare(0))):
        when = "last" if last else "first"
        for word in SIGNS[tests[0][0]]:
            yield f"In which {noun} was {pair[0]} {when} {word} {pair[1]}?"
    elif not last:
        yield from (f"In which {noun} {so}?" for so in _came_about(group, tests, table))
    if values is None:
        return
    for bound in bounds(tests, group, table):
        when = "last" if last else "first"
        yield f"In which {noun} was the value{values.of} {when} {bound}?"
        yield f"Which was the {when} {noun} in which the value{values.of} was {bound}?"
        if tests[0][0] == "==":
            yield f"Which {noun} has a value{values.of} {bound}?"


def _which(group: Collection, tests: Tests, table: Table) -> Iterator[str]:
    values, noun = values_of(group, table), noun_of(group, table, many=True)
    yield from (f"In which {noun} {so}?" for so in _came_about(group, tests, table))
    if values is None:
        return
    for bound in bounds(tests, group, table):
        yield f"Which {noun} have a value{values.of} {bound}?"
        yield f"In which {noun} is the value{values.of} {bound}?"


def _which_few(group: Collection, count: str, largest: bool, table: Table) -> Iterator[str]:
    values, noun = values_of(group, table), noun_of(group, table, many=True)
    if values is not None:
        for end in ("highest", "largest") if largest else ("lowest", "smallest"):
            yield f"Which {count} {noun} have the {end} values{values.of}?"
