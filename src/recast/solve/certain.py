"""Whether the rules understood a question for certain: nothing in it that the tree of what it asks does not account for.

Words are admitted, not refused: besides grammar without a topic, a question may hold the words of the operations that
stand in its tree, and no others; every colour, position, negation, "each", "other", "per" makes it uncertain. Marks are
accounted for too: each label that it names is one the tree uses, each numeral takes part, a year that is no label is one of
the chart's title, and so is a name.

Not covered: a content word that says an operation ("margin", "halved"). The word-by-word rewriting loses it as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from recast.language.mentions import group_mentions
from recast.language.units import shows_percent
from recast.language.vocabulary import is_reasoning
from recast.language.words import lemma, tokens
from recast.solve.expression import (
    Arithmetic,
    Bare,
    Compare,
    Expression,
    Filter,
    First,
    Fold,
    Group,
    Labels,
    Magnitude,
    Operand,
    Rank,
    Size,
    Top,
    parts_of,
)
from recast.solve.sketch import Sketch, sketch
from recast.solve.wording import CHANGE, EXTREME, GAP, LARGE, LESS, MEAN, MORE, SUM
from recast.types import Table

_IDLE = (
    r"(?:the|a|an|of|in|on|at|by|for|as|during|within|to|with|from|between|among|amongst|across|and|there|it|its|they|their"
    r"|this|that|these|those|is|are|was|were|be|been|being|do|does|did|have|has|had|will|would|can|what|which|who|whose|when"
    r"|where|how|much|many|value|values|number|amount|quantity|data|shown|show|shows|display\w*|report\w*|record\w*"
    r"|represent\w*|account|accounts|accounted|come|comes|get|gets|got|make|makes|made|us(?:e[ds]?|ing)|chart|graph|plot|figure|table|year|years|yearly|annual"
    r"|annually|month|months|monthly|quarter|quarters|week|weeks|day|days|daily|weekly|quarterly|categor\w+|bars?|lines?"
    r"|slices?|columns?|segments?|points?|items?|groups?|series|type|types|kind|kinds|option|options|find|give|tell|calculate|determine"
    r"|compute|please|approximately|roughly|about|around|exactly|according|based|over|time|period|reach|reached|reaches"
    r"|entry|entries|label|labels|name|time|date|dates|_|X|V|,|-|'s|so|then|if|we|you|me|than|compared|comparison|respectively)"
)
_BY_HOW_MUCH = re.compile(r"\bby (?:how (?:much|many)|what)\b")
#: Of which a word may stand in a label, so that it would be looked up.
_COUNTS = re.compile(r"\bhow many\b.*\b(?:chart|graph|plot|figure|table|shown|displayed|there)$")
_MARK = re.compile(r"[CSKNYTQ]\d+")
_COMPARES = re.compile(rf"{EXTREME}|{MORE}|{LESS}|{CHANGE}|{GAP}|high|low|{SUM}")
_ALL = r"(?:all|every|entire|whole|overall|total|the)"
_BOUND = r"(?:at_least|at_most|above|over|beyond|below|under|beneath|exceed\w*|surpass\w*|or|equals?|same)"
_TWO = r"(?:both|two|Q2|or)"


def is_certain(question: str, table: Table, asked: Expression) -> bool:
    """Whether ``asked``, the tree of ``question`` over ``table``, accounts for all that the question says."""
    drawn = sketch(question, table)
    if isinstance(asked, Operand) and _COUNTS.search(drawn.text):
        return False
    if _BY_HOW_MUCH.search(drawn.text) and not any(
        isinstance(n, Arithmetic | Magnitude) for n in parts_of(asked)
    ):
        return False
    admitted = re.compile("|".join((_IDLE, *_operations(asked), *_of_the_chart(asked, table))))
    words = [word for word in drawn.text.split() if not _MARK.fullmatch(word)]
    return (
        all(admitted.fullmatch(word) for word in words)
        and _ends_used(words, asked)
        and _marks_used(drawn, asked, question)
        and _about(question, table)
    )


def _operations(asked: Expression) -> Iterator[str]:
    """Patterns of the words that say what the nodes of a tree do."""
    for node in parts_of(asked):
        match node:
            case Fold("sum"):
                yield from (SUM, _ALL, "up")
            case Fold("mean"):
                yield from (MEAN, _ALL)
            case Fold("median"):
                yield from ("median", "middle", _ALL)
            case Fold("max" | "min") | Rank() | Top():
                yield from (EXTREME, MORE, LESS, _ALL, "rank(?:s|ed)?")
            case Compare() | Filter():
                yield from (MORE, LESS, _BOUND)
            case Arithmetic("-"):
                yield from (
                    GAP,
                    MORE,
                    LESS,
                    CHANGE,
                    "minus",
                    "subtract(?:ed)?",
                    r"exceed\w*|surpass\w*|versus|vs",
                )
            case Magnitude():
                yield from (GAP, CHANGE)
            case Arithmetic("+"):
                yield from (SUM, "plus", MEAN)
            case Arithmetic("/"):
                yield r"ratio|quotient|divide[ds]?|times|fraction|proportion|portion|large\w*|high\w*|as|more|great\w*"
            case Arithmetic("*"):
                yield from ("percentage", "relative", "portion", "part", SUM, _ALL)
            case Size():
                yield from ("count", "how", _ALL, "are", "different")
            case First():
                yield from ("first", "last", "final(?:ly)?", "after", "time")
            case Labels():
                yield "all"
            case Group(items) if len(items) == 2:
                yield _TWO


def _ends_used(words: Sequence[str], asked: Expression) -> bool:
    """Whether each end that is named ("between top and bottom") is one that the tree looks for."""
    ends = set()
    for node in parts_of(asked):
        match node:
            case Fold("max" | "min" as how):
                ends.add(how == "max")
            case Rank(_, _, largest) | Top(_, _, largest):
                ends.add(largest)
    named = {re.fullmatch(LARGE, word) is not None for word in words if re.fullmatch(EXTREME, word)}
    return named <= ends


def _of_the_chart(asked: Expression, table: Table) -> Iterator[str]:
    """Patterns of words that name what this chart shows ("ratio", "mode"), or an end of it."""
    nodes = list(parts_of(asked))
    titles = (table.x_title, table.y_title, *(series.label for series in table.series))
    called = {lemma(token.text) for text in titles for token in tokens(text) if is_reasoning(token.text)}
    if not any(isinstance(node, Arithmetic) and node.sign == "/" for node in nodes):
        yield from (rf"{re.escape(word)}s?" for word in called if not _COMPARES.fullmatch(word))
    if shows_percent(table) and not any(isinstance(node, Bare) and node.number == 100 for node in nodes):
        yield "percentage"
    last = len(table.categories) - 1
    for node in nodes:
        rows = [
            part.cell[1] for part in parts_of(node) if isinstance(part, Operand) and part.cell is not None
        ]
        if isinstance(node, Group | Operand) and rows and max(rows) - min(rows) < last:
            yield from ("first|initial|leftmost",) if min(rows) == 0 else ()
            yield from ("last|final|rightmost",) if max(rows) == last else ()


def _marks_used(drawn: Sketch, asked: Expression, question: str) -> bool:
    """Whether every mark of the sketch is part of what is asked."""
    nodes = list(parts_of(asked))
    operands = [node for node in nodes if isinstance(node, Operand)]
    rows = {node.cell[1] for node in operands if node.cell is not None}
    columns = {node.cell[0] for node in operands if node.cell is not None}
    literals = {node.literal for node in operands if node.cell is None}
    places = {node.place for node in nodes if isinstance(node, Rank)} | (
        {0, -1} if any(isinstance(node, First) for node in nodes) else set()
    )
    if len(rows) == 1 and len(drawn.table.series) == 1:  # "the third bar"
        places |= rows
    counts = {node.count for node in nodes if isinstance(node, Top)}
    counts |= {node.number for node in nodes if isinstance(node, Bare)}
    counts |= {len(node.items) for node in nodes if isinstance(node, Group)}
    years = set(
        re.findall(r"\d{4}", " ".join((drawn.table.title, drawn.table.subtitle, drawn.table.y_title)))
    )
    groups = group_mentions(question, drawn.table.categories, [series.label for series in drawn.table.series])
    if any(
        rows.isdisjoint(group.candidates)
        for group in groups
        if group.candidates[0] < len(drawn.table.categories)
    ):
        return False
    for mark in _MARK.findall(drawn.text):
        kind, place = mark[0], int(mark[1:])
        if mark in drawn.coloured:
            return False
        used = {
            "C": place in rows or not operands,
            "S": place in columns or not operands,
            "K": bool(groups),
            "N": kind == "N" and place < len(drawn.numbers) and drawn.numbers[place] in literals,
            "Y": kind == "Y" and place < len(drawn.years) and drawn.years[place] in years,
            "T": place - 1 in places,
            "Q": place in counts,
        }[kind]
        if not used:
            return False
    return True


def _about(question: str, table: Table) -> bool:
    """Whether every name in the question stands somewhere in the chart, where the chart has a title to say what it is about."""
    if not table.title.strip():
        return True
    labels = [*table.categories, *(series.label for series in table.series)]
    shown = " ".join((table.title, table.subtitle, table.x_title, table.y_title, *labels))
    known = {lemma(token.text) for token in tokens(shown) if token.is_word}
    names = [
        token.text
        for token in tokens(question)
        if token.is_word and token.start > 0 and token.text[0].isupper() and not is_reasoning(token.text)
    ]
    return all(lemma(name) in known for name in names)
