"""A question about a chart, understood by rules: which form it has, and the program that answers it.

Depends only on the sketch (reasoning words, colours, numerals, mentions of labels) and on the table as read, so that a
rewritten question over a rewritten chart is understood exactly as the original. What the rules do not cover is said
(``NotUnderstood``), never guessed. English only.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from recast.solve.counts import count_shown, count_where
from recast.solve.expression import Compare, Comparison, Expression
from recast.solve.phrases import value
from recast.solve.scope import Scope, scope_of
from recast.solve.sketch import Sketch, sketch
from recast.solve.which import which_label
from recast.solve.wording import COMPARISONS, EXTREME, LESS, MORE, Unclear, joined
from recast.solve.write import write
from recast.types import Table


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """Why there is no program: a fixed sentence, nothing of the question or the chart."""

    reason: str


_UNCLEAR = NotUnderstood("the rules do not cover this form of question")
_NOTHING_NAMED = NotUnderstood("the question names nothing that the chart shows")
_SIDE_MISSING = NotUnderstood("the question compares with something that the chart does not show")
_UNSEEN_COLOUR = NotUnderstood("the question names a colour that the chart does not show")
_EMPTY = NotUnderstood("the question is empty")


def understand(question: str, table: Table) -> str | NotUnderstood:
    """The program that answers ``question`` from ``table``, or why there is none."""
    asked = interpret(question, table)
    return asked if isinstance(asked, NotUnderstood) else write(asked)


def interpret(question: str, table: Table) -> Expression | NotUnderstood:
    """What ``question`` asks of ``table``, as a tree."""
    drawn = sketch(question, table)
    if not drawn.text.strip(" _,-"):
        return _EMPTY
    if _MARK_IN_UNSEEN_COLOUR.search(drawn.text):
        return _UNSEEN_COLOUR
    if _ONE_SIDED.search(drawn.text):
        return _SIDE_MISSING
    text = _CLASS.sub(r"\1_", _LEADING.sub(r"\2 \1", drawn.text))
    try:
        for form in (_yes_or_no, which_label, count_shown, count_where, value):
            found = form(drawn, text)
            if found is not None:
                return found
    except Unclear:
        return _UNCLEAR
    return _NOTHING_NAMED if scope_of(drawn, text) == Scope() else _UNCLEAR


_MARK_IN_UNSEEN_COLOUR = re.compile(
    r"\bU (?:colou?r\w* )?(?:_ )?(?:bars?|lines?|graphs?|slices?|segments?|columns?|areas?|parts?|sections?|series|points?|colou?r\w*)\b|\b(?:is|are|in|colou?red) U\b"
)

_TOGETHER = r"(?:combined|together|altogether)"
_JOINS = rf"(?:and|to|or|versus|vs|minus|exceed\w*|surpass\w*|(?:{MORE}|{LESS}) than|than)"
#: "the difference between _ and C3": one side is named, the other is nothing that the chart shows.
_ONE_SIDED = re.compile(
    rf"\b(?:between|of|do|does|did) _ {_JOINS} (?:the |that |of )*[CS]\d+\b"
    rf"|\b[CS]\d+ {_JOINS} (?:the |that |of )*_(?= ?(?:$|[,?]|in\b|for\b))"
    rf"|\b(?:[CS]\d+ and(?: the)?(?: _)?|_ and (?:the )?[CS]\d+) {_TOGETHER}\b"
)

#: "which C3 had the largest ...": what is asked for is no label, but a word that a label holds.
_CLASS = re.compile(
    r"^((?:(?:in|on|at|for|during|by) )?which )[CS]\d+(?= (?:has|had|have|is|was|were|are|does|did|saw|sees|show\w*)\b)"
)

#: "In 2015, what was ...": the clause goes to the end, where the rules expect it.
_LEADING = re.compile(
    r"^((?:in|for|on|at|among|during|from|between|of|over|across|considering|within) [^,?]*?) , (.+)$"
)


# ── yes or no ────────────────────────────────────────────────────────────────────────────────────────────────

_ASKS_YES = re.compile(r"^(?:is|are|was|were|does|do|did|has|have|had|can|could|will|would)\b (?P<body>.+)$")


def _yes_or_no(sketch: Sketch, text: str) -> Expression | None:
    asked = _ASKS_YES.match(
        re.sub(r"^(?:yes or no ,? |(?:please )?(?:tell|say) (?:me )?(?:if|whether) )", "", text)
    )
    if asked is None:
        return None
    body = joined(asked["body"])
    for sign, pattern in COMPARISONS:
        for cut in re.finditer(rf"\b{pattern}\b", body):
            verdict = _compared(sketch, body[: cut.start()], sign, body[cut.end() :])
            if verdict is not None:
                return verdict
    changed = re.search(
        r"\b(increas\w*|rise|rose|grow|grew|go up|decreas\w*|declin\w*|fall|fell|drop\w*|go down)\b", body
    )
    ends = re.search(r"\b(?:from|between) (.+) (?:to|and) (.+)$", body)
    if changed and ends:
        outer = scope_of(sketch, body[: ends.start()])
        before, after = value(sketch, ends[1], outer), value(sketch, ends[2], outer)
        if before is not None and after is not None:
            up = re.match(r"inc|ris|ros|gr|go up", changed[1]) is not None
            return Compare(">" if up else "<", after, before)
    return None


def _compared(sketch: Sketch, left: str, sign: Comparison, right: str) -> Expression | None:
    """Both sides compared; each side may take over the axis that only the other names."""
    left = re.sub(r"\b(?:much|significantly|slightly|twice|a|there)\b", "", left)
    one, two = scope_of(sketch, left, True), scope_of(sketch, right, True)
    picks = [
        re.search(rf"\b(?:{EXTREME}|sum|total|average|mean|median)\b", side) is not None
        for side in (left, right)
    ]
    two_lent = Scope(None, two.series) if picks[0] and not picks[1] else two
    one_lent = Scope(None, one.series) if picks[1] and not picks[0] else one
    first, second = value(sketch, left, two_lent), value(sketch, right, one_lent)
    if first is None or second is None or first == second:
        return None
    return Compare(sign, first, second)


__all__ = ["NotUnderstood", "interpret", "understand"]
