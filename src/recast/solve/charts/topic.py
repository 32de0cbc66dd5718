"""Whether the content words of a question say no more than the chart does, and the tree of what it asks takes in.

Where every value of the tree is named by its labels, other words can mostly only describe it: they make the tree unsure where
they limit or turn round what is counted ("outside", "refused"), name a measure, a unit or a thing counted that the chart does not
have ("how many hours" of a chart in percent), or a label that the tree does not use. Where the tree takes all values of a
chart or a series ("how many doctors are there in total"), each content word must be one of the chart, or tell nothing
(``topic_words``).

Not covered: a verb of another topic beside the name of a value ("how many passengers complained in 2016" where the chart counts
those who travelled).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import takewhile

from recast.language.atoms import home_keys, kin_keys, word_keys
from recast.language.mentions import find_mentions
from recast.language.scale_ends import in_plain_words
from recast.language.topic_words import (
    family_of,
    is_light,
    is_limiting,
    is_measure,
    is_turning,
    is_unit_name,
    unit_names,
)
from recast.language.vocabulary import is_reasoning
from recast.language.words import data_words, fold, lemmas_by_class, tokens
from recast.numbers.number_words import number_words
from recast.numbers.numerals import find_numerals
from recast.solve.charts.picks import shows_changes
from recast.solve.charts.scope import in_time
from recast.solve.charts.sketch import Sketch
from recast.solve.charts.wording import CHANGE
from recast.solve.expression import (
    Arithmetic,
    Expression,
    Filter,
    First,
    Labels,
    Names,
    Operand,
    Rank,
    Size,
    parts_of,
)
from recast.types import Table

_OPPOSITES = ("un", "non", "dis", "in", "im")
_SIGNS = {"$": "dollar", "€": "euro", "£": "pound", "%": "percent"}
#: What comes out of a calculation.
_LEFT = frozenset({"net", "margin"})


def says_no_more(question: str, drawn: Sketch, asked: Expression) -> bool:
    """Whether no content word of ``question``, whose sketch is ``drawn``, asks for more or other than ``asked``."""
    table = drawn.table
    asking = _words(question, table)
    if not _numerals_stand_in_chart(question, drawn):
        return False
    strange, named = _strange(drawn, asked), _names_every_cell(drawn, asked)
    unused = _words_of_unused_labels(table, asked, heads=not named)
    if any(not unused.isdisjoint(word_keys(word)) for word in drawn.content):
        return False
    if any(_turns(word, drawn) or _compares(word) for word in strange):
        return False
    if (
        _means_another_series(drawn, asked)
        or _is_of_another_head(question, drawn)
        or _is_of_another_time(drawn)
    ):
        return False
    if not _says_its_topic(table):
        return True
    if _measuring(drawn) or any(_limits(word, drawn, asked) for word in strange):
        return False
    sought = set(_sought(asking, drawn, asked))
    said = [word for word in strange if not is_light(word) and word not in sought]
    if not said:
        return True
    if not named or _is_named_by_a_head(question, drawn):
        return False
    return not any(word in said for word in _counted(asking, drawn))


def _says_its_topic(table: Table) -> bool:
    """Whether the chart has a title, without which it does not say what it is about, and a question may."""
    return len(table.title.strip()) > 1


def _words(question: str, table: Table) -> list[str]:
    """The words of the question in the spelling of its sketch."""
    return [token.text for token in tokens(in_plain_words(question, table)) if token.is_word]


def _strange(drawn: Sketch, asked: Expression) -> list[str]:
    """The content words that the chart does not say in any form."""
    table = drawn.table
    chart = _words_of_chart(table)
    counts = {Decimal(len(table.categories)), Decimal(len(table.series))}
    strange = []
    for word in drawn.content:
        keys = (*word_keys(word), *kin_keys(word), *home_keys(word))
        said = unit_names(word) if is_unit_name(word) else family_of(word)
        stem = fold(word)
        longer = len(stem) > 5 and any(
            known.startswith(stem) for known in chart
        )  # "punctual", of punctuality
        if not longer and chart.isdisjoint((*keys, *said)):
            strange.append(word)
    if not table.x_title or in_time(table, "C"):
        kinds = frozenset(data_words("kind_nouns.txt"))
        strange = [word for word in strange if kinds.isdisjoint(word_keys(word))]
    moves = shows_changes(drawn)
    left = any(isinstance(node, Arithmetic) for node in parts_of(asked))
    return [
        word
        for word in strange
        if not (moves and re.fullmatch(CHANGE, fold(word)))
        and not (left and fold(word) in _LEFT)
        and not any(value in counts for _, _, value in number_words(word, between=False))
    ]


def _words_of_chart(table: Table) -> frozenset[str]:
    """The keys of every word that stands in the chart, units and signs of currency as words."""
    units = [f"{series.unit} {series.scale}" for series in table.series]
    labels = [*table.categories, *(series.label for series in table.series)]
    text = " ".join((table.title, table.subtitle, table.x_title, table.y_title, *labels, *units))
    words = [token.text for token in tokens(text) if token.is_word]
    words += [word for sign, word in _SIGNS.items() if sign in text]
    return frozenset(key for word in words for key in (fold(word), *word_keys(word)))


def _turns(word: str, drawn: Sketch) -> bool:
    """Whether a word that the chart does not have turns what is counted into its opposite, or is the opposite of a word of the
    chart ("unused" beside "used")."""
    chart = _words_of_chart(drawn.table)
    folded = fold(word)
    turned = [folded.removeprefix(prefix) for prefix in _OPPOSITES if folded.startswith(prefix)]
    turned += [folded.removesuffix("less")] if folded.endswith("less") else []
    return is_turning(word) or any(not chart.isdisjoint(word_keys(rest)) for rest in turned if rest)


def _limits(word: str, drawn: Sketch, asked: Expression) -> bool:
    """Whether a word that the chart does not have limits what is counted, or names a measure or a unit which is not the chart's."""
    if is_limiting(word):
        return True
    if is_unit_name(word):
        return any(is_unit_name(other) or other == "percent" for other in _units_of_chart(drawn.table, asked))
    return is_measure(word) and not is_light(word)


_TIMES = frozenset({"second", "minute", "hour", "day", "week"})


def _is_of_another_time(drawn: Sketch) -> bool:
    """Whether an amount is said in hours where the chart tells another unit of time ("Minutes")."""
    table = drawn.table
    said = re.findall(r"\bN\d+ (second|minute|hour|day|week)s?\b", drawn.text)
    units = _keys_of(" ".join((table.y_title, *(series.unit for series in table.series)))) & _TIMES
    return any(units and word not in units for word in said)


def _units_of_chart(table: Table, asked: Expression) -> set[str]:
    """The words in which the chart may tell the unit of the values that the tree has."""
    used = {node.cell[0] for node in parts_of(asked) if isinstance(node, Operand) and node.cell is not None}
    own = [f"{table.series[s].label} {table.series[s].unit}" for s in used]
    text = " ".join((table.title, table.subtitle, table.y_title, *own))
    return _keys_of(text) | {word for sign, word in _SIGNS.items() if sign in text}


def _compares(word: str) -> bool:
    """Whether the word is a comparative or superlative, which asks for an operation of its own ("slower", "strongest")."""
    folded = fold(word)
    lemmas = dict(lemmas_by_class(folded)).get("ADJ", ())
    return folded.endswith(("er", "est")) and any(lemma != folded for lemma in lemmas)


def _means_another_series(drawn: Sketch, asked: Expression) -> bool:
    """Whether a content word is of the family of some series' labels and the tree has cells of others ("how old": of the series
    "Average age", not of all)."""
    table = drawn.table
    used = {node.cell[0] for node in parts_of(asked) if isinstance(node, Operand) and node.cell is not None}
    marked = {int(place) for place in re.findall(r"\bS(\d+)\b", drawn.text)}
    if len(table.series) < 2 or used <= marked:
        return False
    of_each = [_keys_of(series.label) for series in table.series]
    titles = _keys_of(" ".join((table.title, table.subtitle, table.x_title, table.y_title)))
    for word in drawn.content:
        meant = {*word_keys(word), *(family_of(word) if is_measure(word) else ())} - titles
        named = {place for place, keys in enumerate(of_each) if not keys.isdisjoint(meant)}
        if named and not used <= named:
            return True
    return False


def _measuring(drawn: Sketch) -> list[str]:
    """The words of the reasoning vocabulary by which a question asks for a measure ("how long", "how many hours") that the chart
    does not have."""
    text, chart = drawn.text, _words_of_chart(drawn.table)
    words = re.findall(
        r"\bhow (long|far|tall|wide|deep)\b|\bhow (?:many|much) (hours?|minutes?|days?|weeks?)\b", text
    )
    return [
        word
        for pair in words
        for word in pair
        if word and chart.isdisjoint((*word_keys(word), *family_of(word)))
    ]


def _words_of_unused_labels(table: Table, asked: Expression, heads: bool) -> frozenset[str]:
    """The keys of words, their last only with ``heads``, that stand in labels of which the tree has no cell, and nowhere else: in no title, no
    label that it uses, not in most labels of their axis, and in none with a number ("65 and older")."""
    cells = {node.cell for node in parts_of(asked) if isinstance(node, Operand) and node.cell is not None}
    if not cells or any(isinstance(node, Names) for node in parts_of(asked)):
        return frozenset()
    known = _keys_of(" ".join((table.title, table.subtitle, table.x_title, table.y_title)))
    unused: set[str] = set()
    axes = (
        (table.categories, {c for _, c in cells}),
        (tuple(series.label for series in table.series), {s for s, _ in cells}),
    )
    for labels, used in axes:
        of_each = [set() if re.search(r"\d", label) else _keys_of(label) for label in labels]
        last = [_keys_of(label.split()[-1]) if len(label.split()) > 1 else set() for label in labels]
        for place, keys in enumerate(of_each):
            if place in used:
                known |= keys
            else:
                rare = {key for key in keys if 2 * sum(key in other for other in of_each) <= len(labels)}
                unused |= rare if heads else rare - last[place]
    return frozenset(unused - known)


def _keys_of(text: str) -> set[str]:
    return {key for token in tokens(text) if token.is_word for key in word_keys(token.text)}


def _numerals_stand_in_chart(question: str, drawn: Sketch) -> bool:
    """Whether a number that is part of a name ("week 11") stands in the chart."""
    table = drawn.table
    names = [*table.categories, *(series.label for series in table.series)]
    known = set(
        re.findall(r"\d+", " ".join((table.title, table.subtitle, table.x_title, table.y_title, *names)))
    )
    return all(
        digits in known
        for numeral in find_numerals(in_plain_words(question, table))
        if numeral.role == "identifier"
        for digits in re.findall(r"\d+", numeral.written)
    )


def _names_every_cell(drawn: Sketch, asked: Expression) -> bool:
    """Whether the question names a label of each cell that ``asked`` has, on every axis of several labels."""
    marks = set(re.findall(r"\b[CSK]\d+\b", drawn.text))
    rows = {int(mark[1:]) for mark in marks if mark[0] == "C"}
    rows |= {place for mark in marks if mark[0] == "K" for place in drawn.sets[int(mark[1:])]}
    columns = {int(mark[1:]) for mark in marks if mark[0] == "S"}
    table = drawn.table
    cells = [node.cell for node in parts_of(asked) if isinstance(node, Operand) and node.cell is not None]
    return bool(cells) and all(
        (c in rows or len(table.categories) == 1) and (s in columns or len(table.series) == 1)
        for s, c in cells
    )


def _is_named_by_a_head(question: str, drawn: Sketch) -> bool:
    """Whether a label of several words is named by its last alone ("power" for "Solar power"), which others may share."""
    table = drawn.table
    labels = [*table.categories, *(series.label for series in table.series)]
    asked = in_plain_words(question, table)
    for mention in find_mentions(asked, labels):
        words = [token.text for token in tokens(labels[mention.label]) if token.is_word]
        keys = _keys_of(asked[mention.start : mention.end])
        if not mention.whole and len(words) > 1 and keys <= set(word_keys(words[-1])):
            return True
    return False


def _is_of_another_head(question: str, drawn: Sketch) -> bool:
    """Whether one of several series is named without its last word, and the titles have another noun that the question puts in
    its place ("income from tickets" where "Ticket price" is a series)."""
    table = drawn.table
    if len(table.series) < 2 or table.y_title:
        return False
    labels = [series.label for series in table.series]
    asked = in_plain_words(question, table)
    titles = _keys_of(f"{table.title} {table.subtitle}") - set().union(*(_keys_of(label) for label in labels))
    beside = [word for word in drawn.content if not titles.isdisjoint(word_keys(word)) and not is_light(word)]
    for mention in find_mentions(asked, labels):
        words = [token.text for token in tokens(labels[mention.label]) if token.is_word]
        named = _keys_of(asked[mention.start : mention.end])
        if beside and len(words) > 1 and not mention.whole and named.isdisjoint(word_keys(words[-1])):
            return True
    return False


#: Words between which the noun of what is sought stands: "which cuisines bring", "count the industries that", "how many of the".
_ASKING = re.compile(
    r"^(?:which|what|identify|name|list|count|many|number|the|of|these|those|all|different|two|three)$"
)


def _sought(words: Sequence[str], drawn: Sketch, asked: Expression) -> Iterator[str]:
    """The noun by which a question calls the labels that it seeks or counts, which need not stand in the chart."""
    seeks = isinstance(asked, First | Labels) or (isinstance(asked, Rank) and asked.wants == "label")
    for place, word in enumerate(words):
        if place and fold(words[place - 1]) == "both":
            yield word  # of two that the tree has
    if not seeks and not (isinstance(asked, Size) and isinstance(asked.group, Filter)):
        return
    for place, word in enumerate(words):
        if place and _ASKING.match(fold(words[place - 1])) and word in drawn.content:
            yield word


def _counted(words: Sequence[str], drawn: Sketch) -> Iterator[str]:
    """The nouns of which "how many" are asked, where they are content words."""
    folded = [fold(word) for word in words]
    for place in range(len(words) - 1):
        if folded[place : place + 2] == ["how", "many"]:
            run = list(
                takewhile(lambda word: word in drawn.content and not is_reasoning(word), words[place + 2 :])
            )
            yield from run[-1:]
