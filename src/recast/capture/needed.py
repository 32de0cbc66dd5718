"""Which cells a question can need, for the second reading: generous, so that no needed cell is left out.

Not covered: a question that names some values and asks of others without any word that says so.
"""

from __future__ import annotations

import re

from recast.language.mentions import find_mentions
from recast.types import Table

MOST_CELLS = 200

#: Words of a question whose answer may rest on values that it does not name: extremes, ranks, counts, selections,
#: averages, thresholds and exceptions.
_WHOLE = re.compile(
    r"\b(?:most|least|\w{2,}est|max\w*|min\w*|peak\w*|top|bottom|rank\w*|order|sort\w*|first|last|second|third"
    r"|which|who|whose|where|when|what\s+(?:year|month|quarter|country|region|group|categor\w+|label|bar|colou?r|segment|slice)"
    r"|how\s+many|number\s+of|count"
    r"|average|mean|median|mode|typical|range|overall|altogether|entire|whole|all|every|each|any|both|none|only"
    r"|above|below|over|under|exceed\w*|between|at\s+least|at\s+most|than|other|others|rest|remaining|except\w*|exclud\w*"
    r"|besides|without|total|sum|combined|same|equal|trend|increas\w*|decreas\w*|grow\w*|chang\w*)\b",
    re.IGNORECASE,
)
#: Of these, words that speak of the named values alone where the question names two: a comparison, a sum, a change.
_OF_TWO = re.compile(
    r"\b(?:by\s+how\s+many|how\s+many\s+(?:more|fewer|less|times|points|percentage)|above|below|over|under|exceed\w*"
    r"|between|than|total|sum|combined|same|equal|both|increas\w*|decreas\w*|grow\w*|chang\w*"
    r"|(?:high|low|larg|small|great|bigg)er|more|less|fewer)\b",
    re.IGNORECASE,
)


def needed(table: Table, question: str) -> tuple[str, ...]:
    """Keys ``cell:s:c`` of the cells that the question can need: those of the series and categories that it names where
    it asks of them alone, and else all. At most ``MOST_CELLS``, those of the first series first; what lies beyond is
    not read a second time."""
    labels = (*table.categories, *(series.label for series in table.series))
    mentions = find_mentions(question, labels)
    mentioned = {place for mention in mentions for place in (mention.label, *mention.candidates)}
    asking = _without(question, [(mention.start, mention.end) for mention in mentions])
    if len(mentions) > 1:
        asking = _OF_TWO.sub(" ", asking)
    rows, columns = len(table.categories), len(table.series)
    if _WHOLE.search(asking):
        mentioned = set()
    categories = [c for c in range(rows) if c in mentioned] or list(range(rows))
    series = [s for s in range(columns) if rows + s in mentioned] or list(range(columns))
    return tuple(f"cell:{s}:{c}" for s in series for c in categories)[:MOST_CELLS]


def _without(question: str, spans: list[tuple[int, int]]) -> str:
    """The question without the labels in it, whose words ask for nothing."""
    for start, end in sorted(spans, reverse=True):
        question = f"{question[:start]} {question[end:]}"
    return question
