"""What a question names must take part in what it asks: every label, numeral, place and name of it.

Each label that a question names is one that the tree uses, as often at least as it is named, each numeral takes part, a year
that is no label is that of the whole chart, and a name stands in the chart or contradicts none that does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from recast.language.mentions import find_mentions, group_mentions
from recast.language.vocabulary import is_reasoning, spelled
from recast.language.words import is_english, lemma, tokens
from recast.solve.charts.scope import name
from recast.solve.charts.sketch import Sketch
from recast.solve.expression import Bare, Expression, First, Group, Names, Operand, Rank, Top, parts_of
from recast.types import Table

MARK = re.compile(r"[CSKNYTQ]\d+")
YEAR = re.compile(r"\b\d{4}\b")
_FIRST_FEW = re.compile(r"\bT1 Q\d+\b")
_SET = re.compile(r"\bK(\d+)\b")


def title_years(table: Table) -> set[str]:
    """The years in the titles, which hold for the whole chart."""
    return set(YEAR.findall(" ".join((table.title, table.subtitle, table.y_title))))


def marks_used(text: str, drawn: Sketch, asked: Expression, question: str) -> bool:
    """Whether every mark of the sketch ``text`` is part of what is asked."""
    nodes = list(parts_of(asked))
    operands = [node for node in nodes if isinstance(node, Operand)]
    counted = {one.label for node in nodes if isinstance(node, Names) for one in node.labels}
    rows = {node.cell[1] for node in operands if node.cell is not None}
    rows |= {place for place, label in enumerate(drawn.table.categories) if name(label).label in counted}
    columns = {node.cell[0] for node in operands if node.cell is not None}
    literals = {node.literal for node in operands if node.cell is None}
    places = {node.place for node in nodes if isinstance(node, Rank)} | (
        {0, -1} if any(isinstance(node, First) for node in nodes) else set()
    )
    if len(rows) == 1 == len(drawn.table.series) and not re.search(r"\bC\d+\b", text):  # "the third bar"
        places |= rows
    counts = {node.count for node in nodes if isinstance(node, Top)}
    counts |= {node.number for node in nodes if isinstance(node, Bare)}
    counts |= {len(node.items) for node in nodes if isinstance(node, Group)} | {len(rows), len(columns)}
    years = title_years(drawn.table)
    listed = {len(node.labels) for node in nodes if isinstance(node, Names)}
    in_sets = {place for mark in set(_SET.findall(text)) for place in drawn.sets[int(mark)]}
    table = drawn.table
    names = [*table.categories, *(series.label for series in table.series)]
    groups = group_mentions(
        spelled(question, names), table.categories, names[len(table.categories) :], table.x_title
    )
    if any(
        rows.isdisjoint(group.candidates)
        for group in groups
        if group.candidates[0] < len(drawn.table.categories)
    ):
        return False
    if _overlap(drawn, text):
        return False
    if any(text.split().count(mark) > often for mark, often in _uses(operands, table).items()):
        return False
    for mark in MARK.findall(text):
        kind, place = mark[0], int(mark[1:])
        used = {
            "C": place in rows or not operands,
            "S": place in columns or not operands,
            "K": kind == "K"
            and (
                bool(groups)
                if mark not in drawn.coloured | drawn.bands
                else any(set(drawn.sets[place]) == _rows(node) for node in nodes)
                if mark in drawn.bands
                else rows <= in_sets and not rows.isdisjoint(drawn.sets[place])
                if operands
                else listed == {len(drawn.sets[place])}
            ),
            "N": kind == "N" and place < len(drawn.numbers) and drawn.numbers[place] in literals,
            "Y": kind == "Y" and drawn.years[place] in years and years.issubset(drawn.years),
            "T": place - 1 in places
            or (mark == "T1" and min(rows, default=1) == 0 and _FIRST_FEW.search(text) is not None),
            "Q": place in counts,
        }[kind]
        if not used:
            return False
    return True


def _overlap(drawn: Sketch, text: str) -> bool:
    """Whether two words that each mean several labels share one: "oppose, somewhat and strongly" is no union of them."""
    marks = [f"K{place}" for place in dict.fromkeys(_SET.findall(text))]
    sets = [set(drawn.sets[int(mark[1:])]) for mark in marks if mark not in drawn.coloured | drawn.bands]
    return any(not one.isdisjoint(other) for one, other in combinations(sets, 2))


def _uses(operands: Sequence[Operand], table: Table) -> dict[str, int]:
    """How often the tree has a cell of each label that it has any of, by marks."""
    cells = [one.cell for one in operands if one.cell is not None]
    rows = {f"C{c}": sum(cell[1] == c for cell in cells) for c in range(len(table.categories))}
    columns = {f"S{s}": sum(cell[0] == s for cell in cells) for s in range(len(table.series))}
    return {mark: often for mark, often in (rows | columns).items() if often}


def _rows(node: object) -> set[int]:
    """The rows of a group of cells; none of anything else."""
    cells = [one.cell for _, one in node.items if isinstance(one, Operand)] if isinstance(node, Group) else []
    return {cell[1] for cell in cells if cell is not None}


def is_about(question: str, table: Table) -> bool:
    """Whether every name in the question stands somewhere in the chart, or the chart's title has no name that the question
    does not have, which it could contradict."""
    labels = [*table.categories, *(series.label for series in table.series)]
    titles = (table.title, table.subtitle, table.x_title, table.y_title)
    known = {lemma(token.text) for token in tokens(" ".join((*titles, *labels))) if token.is_word}
    asked = {lemma(token.text) for token in tokens(question) if token.is_word}
    named = [(mention.start, mention.end) for mention in find_mentions(question, labels)]
    unknown = [
        name
        for start, name in _names(question)
        if lemma(name) not in known and not any(first <= start < end for first, end in named)
    ]
    return not unknown or all(lemma(name) in asked for title in titles[:2] for _, name in _names(title))


def _names(text: str) -> Iterator[tuple[int, str]]:
    """Where the words with a capital stand, and the words, but for a first word that is an English one and words of the
    reasoning vocabulary."""
    for token in tokens(text):
        first = token.start == 0 and is_english(token.text.lower())
        name = token.is_word and len(token.text) > 1 and token.text[0].isupper()
        if name and not first and not is_reasoning(token.text):
            yield token.start, token.text
