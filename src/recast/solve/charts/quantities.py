"""Whether the quantities that a question speaks of are those of its tree: fractions, thresholds, averages, rates, scales, bands.

Each rule names a way in which words that the rules know were once read as less, or as other, than they say: a quarter of what is
compared, an age taken for a threshold of the values ("a 65-year-old" of a chart by age), a rate of two series of which one was
looked up, an average of values that are averages, a level read from a chart of changes.

Not covered: a threshold that lies among the values as well as among the labels, where no word says of which it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from recast.language.atoms import word_keys
from recast.language.mentions import all_mentions
from recast.language.scale_ends import in_plain_words
from recast.language.words import fold, tokens
from recast.numbers.numerals import plain_year
from recast.numbers.scale import SCALE_WORD, scale_named
from recast.solve.charts.picks import shows_changes
from recast.solve.charts.scope import in_time
from recast.solve.charts.sketch import Sketch
from recast.solve.charts.wording import CHANGE, EXTREME, MEAN, SUM
from recast.solve.expression import (
    Arithmetic,
    Bare,
    Compare,
    Expression,
    Filter,
    First,
    Fold,
    Operand,
    Rank,
    Size,
    labels_of,
    parts_of,
)
from recast.types import Table

#: "a quarter of", "one third of": a part, and no time and no place in an order.
_FRACTION = re.compile(
    r"\b(?:a|one|an|Q[1-9]|N\d+) (?P<part>quarters?|T[3-9]|T10)(?= (?:of|as|is|the|that)\b)"
)
_PER = re.compile(r"\b(?:per|each|every) [CS]\d+\b")
_PER_WHAT = re.compile(r"\b(?:per|for each|for every) (?:single )?([^\W\d_]+)", re.IGNORECASE)
_UP_TO = re.compile(r"\b(?:up to|through|throughout|until|till) (?:the |year )?[CKY]\d+\b")
_HOW_LONG = re.compile(
    r"\bhow (?:many (?:years?|months?|weeks?|days?|quarters?|decades?)|long) .*\b(?:tak(?:e|es|en)|took|until|till|pass(?:ed)?|to (?:go|get|reach))\b"
)
#: The title of the categories, where it is not what is counted or sought.
_AXIS_SAID = re.compile(r"(?<!many )(?<!which )(?<!what )(?<!the )\bX\b")
_EQUAL = re.compile(
    r"\b(?:exactly|equal\w*|same|identical|(?:value|values|V|S\d+|percentage|number|amount|count) (?:of|is|was|at|are|were)|at|of) (?:\S+ )?N\d+\b"
)
_OF_THOSE = re.compile(
    r"\b(?:of|among|out of) (?:those|the ones) (?:who|that|which|with)\b(?P<said>(?: [^ ,]+){0,3})"
)
_ITS_HIGHEST = re.compile(
    r"\bS\d+ (?:of|in|for|at) the (?:_ )*(?:X|years?|months?|_) (?:with|that|where|when|in which|having|who)\b"
)
_ON_AVERAGE = re.compile(r"\bon average\b")
_ALREADY = re.compile(r"\b(?:per|average|mean|median|rate|share|percent(?:age)?)\b|%", re.IGNORECASE)


def quantities_agree(question: str, drawn: Sketch, asked: Expression) -> bool:
    """Whether ``asked`` takes in each fraction, threshold and rate of ``question``, whose sketch is ``drawn``, as what it is."""
    return not any(_disagreements(question, drawn, asked))


def _disagreements(question: str, drawn: Sketch, asked: Expression) -> Iterator[bool]:
    text, nodes = drawn.text, list(parts_of(asked))
    rows = {node.cell[1] for node in nodes if isinstance(node, Operand) and node.cell is not None}
    fraction = _FRACTION.search(text)
    yield fraction is not None and not _takes_a_part(fraction["part"], nodes)
    yield _PER.search(text) is not None and not any(
        isinstance(node, Arithmetic) and node.sign == "/" for node in nodes
    )
    yield any(_is_no_rate_of_chart(found[1], drawn, asked) for found in _PER_WHAT.finditer(question))
    yield _UP_TO.search(text) is not None and len(rows) < 2
    yield _HOW_LONG.search(text) is not None
    yield isinstance(asked, Size) and re.search(r"\bhow (?:much|many (?:V|S\d+))\b", text) is not None
    yield any(not re.search(r"\b[CSK]\d", found["said"]) for found in _OF_THOSE.finditer(text))
    yield isinstance(asked, Fold | Rank) and _ITS_HIGHEST.search(text) is not None
    yield (
        isinstance(asked, Compare)
        and len(_cells(asked.left)) == 1
        and _cells(asked.left) == _cells(asked.right)
    )
    yield re.search(r"\b(?:best|worst)\b", text) is not None and _is_two_edged(drawn, asked)
    yield _reads_a_change(question, drawn, asked)
    yield any(_is_of_labels(node, drawn) for node in nodes if isinstance(node, Filter))
    yield any(_is_of_the_axis(node, drawn) for node in nodes if isinstance(node, Filter))
    yield any(_equals_nothing(node, asked, text) for node in nodes if isinstance(node, Filter))
    yield any(isinstance(node, Rank) and _is_of_one_label(node) for node in nodes)
    yield _averages_averages(drawn, asked)
    yield _asks_for_a_band(question, drawn)
    yield _is_of_another_scale(question, drawn, asked)
    yield _has_a_letter_unread(question, drawn)


def _is_no_rate_of_chart(word: str, drawn: Sketch, asked: Expression) -> bool:
    """Whether "per year", "per person" says more than the chart: no word of it, nor what its axis counts."""
    table = drawn.table
    if re.search(r"\b[SC]\d+\b.*\b(?:per|each|every) [SC]\d+", drawn.text):
        return False
    texts = (table.title, table.subtitle, table.x_title, table.y_title, *(one.unit for one in table.series))
    used = {s for s, _ in _cells(asked)} or set(range(len(table.series)))
    said = " ".join((*texts, *table.categories, *(table.series[s].label for s in used)))
    known = {
        key for token in tokens(said) if token.is_word for key in (fold(token.text), *word_keys(token.text))
    }
    if re.search(r"\bN\d+ _ per\b", drawn.text):
        return False  # "areas of 100 people per acre"
    if re.search(r"\bpercent\b|\bcent\b", fold(word)) or not known.isdisjoint(word_keys(word)):
        return False
    heads = {"head", "person", "capita", "inhabitant"}
    if fold(word) in heads and not known.isdisjoint(heads):
        return False
    return not (in_time(table, "C") and fold(word) in ("year", "month", "quarter"))


def _reads_a_change(question: str, drawn: Sketch, asked: Expression) -> bool:
    """Whether the chart shows by how much something changed, and the question asks for how much there is."""
    table = drawn.table
    rows = [node.cell for node in parts_of(asked) if isinstance(node, Operand) and node.cell is not None]
    said = " ".join((table.y_title, *(table.series[s].label for s, _ in rows)))
    below = any(cell.value is not None and cell.value < 0 for row in table.cells for cell in row)
    if re.search(rf"\b{CHANGE}\b", said, re.IGNORECASE) is None and not (below and shows_changes(drawn)):
        return False
    words = f"{drawn.text} {fold(question)}"
    told = re.search(rf"\b(?:{CHANGE}|S\d+|values?)\b", words)
    return bool(rows) and told is None and not any(isinstance(node, Arithmetic) for node in parts_of(asked))


def _takes_a_part(part: str, nodes: list[object]) -> bool:
    """Whether a tree has the number that "a quarter" or "a fifth" stands for."""
    of = 4 if part.startswith("quarter") else int(part[1:])
    bare = {node.number for node in nodes if isinstance(node, Bare)}
    said = {Decimal(node.literal) for node in nodes if isinstance(node, Operand) and node.cell is None}
    return of in bare or not said.isdisjoint(
        times * scale / of for scale in (Decimal(1), Decimal(100)) for times in (1, 2, 3)
    )


def _cells(side: Expression) -> set[tuple[int, int]]:
    return {node.cell for node in parts_of(side) if isinstance(node, Operand) and node.cell is not None}


def _values(node: object) -> list[Decimal]:
    return [
        Decimal(part.literal)
        for part in parts_of(node)
        if isinstance(part, Operand) and part.cell is not None
    ]


def _bounds(tests: tuple[tuple[str, Expression], ...], sign: str = "") -> list[Decimal]:
    return [
        Decimal(bound.literal)
        for how, bound in tests
        if isinstance(bound, Operand) and bound.cell is None and sign in ("", how)
    ]


def _is_of_labels(node: Filter, drawn: Sketch) -> bool:
    """Whether a threshold lies beyond all values and among the numbers of the labels ("lines below 5", "children under 10")."""
    numbers = _numbers_of_labels(drawn.table)
    values = _values(node.group)
    if not numbers or not values:
        return False
    return any(
        not min(values) <= bound <= max(values) and min(numbers) <= bound <= 2 * max(numbers)
        for bound in _bounds(node.tests)
    )


def _is_of_the_axis(node: Filter, drawn: Sketch) -> bool:
    """Whether a threshold lies among the numbers of labels that are bands, and the question has a word of their title ("firms with
    revenue of 50 or more" over bands of revenue)."""
    table = drawn.table
    bands = [label for label in table.categories if len(re.findall(r"\d+(?:[.,]\d+)*", label)) > 1]
    numbers = _numbers_of_labels(table)
    if 2 * len(bands) < len(table.categories) or not numbers:
        return False
    title = {key for token in tokens(table.x_title) if token.is_word for key in word_keys(token.text)}
    said = _AXIS_SAID.search(drawn.text) or not title.isdisjoint(
        key for word in drawn.content for key in word_keys(word)
    )
    if re.search(r"\b(?:V|S\d+)\b", drawn.text):
        return False
    return bool(said) and any(min(numbers) <= bound <= max(numbers) for bound in _bounds(node.tests))


def _numbers_of_labels(table: Table) -> list[Decimal]:
    """The numbers in the names of the categories, where these are no years."""
    if all(plain_year(label) is not None for label in table.categories):
        return []
    found = [re.sub(r",(?=\d{3})", "", label) for label in table.categories]
    return [Decimal(digits) for label in found for digits in re.findall(r"\d+(?:\.\d+)?", label)]


def _equals_nothing(node: Filter, asked: Expression, text: str) -> bool:
    """Whether a test of equality, or of the first that passes a bound, holds for no value, or is one of a count and no word says so."""
    wanted, values = _bounds(node.tests, "=="), _values(node.group)
    if isinstance(asked, First) and any(
        not min(values) <= bound <= max(values) for bound in _bounds(node.tests) if values
    ):
        return True  # in another scale, perhaps
    if not wanted:
        return False
    return set(wanted).isdisjoint(values) or (isinstance(asked, Size) and _EQUAL.search(text) is None)


def _is_of_one_label(node: Rank) -> bool:
    """Whether all things among which one is picked have the same label."""
    return node.wants == "label" and len(set(labels_of(node.group))) < 2


def _averages_averages(drawn: Sketch, asked: Expression) -> bool:
    """Whether several values that are averages or shares are averaged where "on average" only says what they are."""
    table = drawn.table
    said = (
        f"{table.title} {table.subtitle} {table.y_title} {' '.join(series.unit for series in table.series)}"
    )
    folds = any(isinstance(node, Fold) and node.how == "mean" for node in parts_of(asked))
    return folds and _ON_AVERAGE.search(drawn.text) is not None and _ALREADY.search(said) is not None


_OF_THE_AXIS = re.compile(rf"\b(?:{EXTREME}|{MEAN}|{SUM}(?: of)?|median)(?: the| all)? (?:_ )?X\b")
_AGES = re.compile(r"\b(?:young|old)est\b", re.IGNORECASE)


def _asks_for_a_band(question: str, drawn: Sketch) -> bool:
    """Whether "the highest income" or "the oldest group" may be the last band of a chart by income or age."""
    return bool(_numbers_of_labels(drawn.table)) and (
        _OF_THE_AXIS.search(drawn.text) is not None or _AGES.search(question) is not None
    )


def _is_of_another_scale(question: str, drawn: Sketch, asked: Expression) -> bool:
    """Whether an amount is said in another scale than the one that only the titles of the chart tell."""
    table = drawn.table
    if not any(
        _bounds(node.tests) for node in parts_of(asked) if isinstance(node, Filter)
    ) and not isinstance(asked, Compare):
        return False
    told = re.findall(
        rf"\b{SCALE_WORD}\b",
        f"{table.title} {table.x_title} {table.y_title} {' '.join(one.label for one in table.series)}",
        re.IGNORECASE,
    )
    named = re.findall(rf"\b{SCALE_WORD}\b", question, re.IGNORECASE)
    if any(series.scale for series in table.series) or not told:
        return False
    return not {scale_named(word) for word in named} <= {scale_named(word) for word in told}


def _has_a_letter_unread(question: str, drawn: Sketch) -> bool:
    """Whether a letter stands in the question that names something, perhaps as a word ("what did a get", "came in for A"), and
    is part of no label that the question names."""
    table = drawn.table
    labels = [*table.categories, *(series.label for series in table.series)]
    asked = in_plain_words(question, table)
    single = {fold(label.strip()) for label in labels if len(label.strip()) == 1 and label.strip().isalpha()}
    named = [(mention.start, mention.end) for mention in all_mentions(asked, labels)]
    return any(
        (fold(token.text) in single or (token.text.isupper() and token.text != "I" and token.start > 0))
        and not any(start <= token.start < end for start, end in named)
        for token in tokens(asked)
        if len(token.text) == 1
        and token.text.isalpha()
        and "." not in asked[max(0, token.start - 1) : token.end + 1]
    )


_TWO_EDGED = frozenset(
    {"return", "refund", "price", "cost", "expense", "fee", "rent", "duration", "time", "age", "tax"}
)


def _is_two_edged(drawn: Sketch, asked: Expression) -> bool:
    """Whether much of what the tree ranks is good to some and bad to others, so that "the best" may be the least of it."""
    table = drawn.table
    said = " ".join((table.title, table.y_title, *(table.series[s].label for s, _ in _cells(asked))))
    return any(not _TWO_EDGED.isdisjoint(word_keys(token.text)) for token in tokens(said) if token.is_word)
