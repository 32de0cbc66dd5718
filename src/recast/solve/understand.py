"""A question about a chart, understood by rules: which form it has, and the program that answers it.

Depends only on the sketch (reasoning words, colours, numerals, mentions of labels) and on the table as read, so that a
rewritten question over a rewritten chart is understood exactly as the original. What the rules do not cover is said
(``NotUnderstood``), never guessed. English only.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from recast.solve.expression import (
    Bare,
    Compare,
    Comparison,
    Expression,
    Filter,
    First,
    Labels,
    Names,
    Operand,
    Rank,
    Size,
    labels_of,
)
from recast.solve.phrases import value
from recast.solve.picks import conditions, contest, rank, selection
from recast.solve.scope import (
    Scope,
    axis_places,
    bounds,
    cells,
    differences,
    in_time,
    labels,
    name,
    scope_of,
    timeline,
)
from recast.solve.sketch import Sketch, sketch
from recast.solve.wording import COMPARISONS, EXTREME, GAP, LESS, MORE, Unclear
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
        for form in (_yes_or_no, _which_label, _count_shown, _count_where, value):
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
    body = _joined(asked["body"])
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


def _joined(text: str) -> str:
    """``text`` with the two words of a comparison side by side: "more S1 than S0" as "S1 more than S0"."""
    return re.sub(rf"\b({MORE}|{LESS}) ((?:\S+ ){{1,4}}?)than\b", r"\2\1 than", text)


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


# ── which label ──────────────────────────────────────────────────────────────────────────────────────────────

_QUANTITY = r"(?:percentage|number|amount|value|values|quantity|proportion|ratio|average|total|sum|count|difference|median|mean|mode|fraction|portion|range|highest|lowest|change|increase|decrease)"
_WHICH = re.compile(
    r"^(?:(?:in|on|at|for|during|by|of|from|to|within|among|under) )?(?:the )?(?:which|what) (?:of (?:the )?)?(?P<noun>.*)$"
)
_NAMED = re.compile(
    r"^(?:what|which) (?:is|was|are|were) the (?:name |label |title |category |year |month |X |bar |item |_ )+(?:of |with |that |for |in |has |had |which |when |where |show\w* |by )(?P<body>.*)$"
)
_FIND = re.compile(
    r"^(?:name|identify|find|give|tell|list|state|show) (?:me )?(?:the |which )?(?P<noun>(?:year|month|X|category|bar|item|_).*)$"
)


def _asks_label(text: str) -> tuple[str, str] | None:
    """The noun whose label is asked for and the rest of the question; None when the question asks for a value."""
    body = re.sub(r"^(?:.* , )?(?=(?:in )?(?:which|what|when|who|where)\b)", "", text)
    if re.match(r"^(?:when|who|where)\b", body):
        return body.split()[0], body
    named = _NAMED.match(body) or _FIND.match(body)
    if named:
        return body.split()[3] if body.startswith("wh") else body, named.group(1)
    asked = _WHICH.match(body)
    if asked is None:
        return None
    noun = asked["noun"]
    if re.match(rf"^(?:is|was|are|were) (?:the )?(?:{MORE}|{LESS})\b", noun) and re.search(r" or |,", noun):
        return "_", noun
    if re.match(r"^(?:is|was|are|were|'s|would|will|do|does|did|can)\b", noun) and not body.startswith(
        "which"
    ):
        return None
    if re.match(rf"^(?:\S+ )?{_QUANTITY}\b", noun) and not body.startswith("which"):
        return None
    if re.match(r"^(?:_|S\d+|V) (?:of|in|for|on)\b", noun) and body.startswith("what"):
        return None
    return noun.split()[0] if noun else "", noun


def _which_label(sketch: Sketch, text: str) -> Expression | None:
    asked = _asks_label(text)
    if asked is None:
        return None
    noun, rest = asked
    if noun.startswith(("colour", "color")):
        return None
    scope = scope_of(sketch, rest, ranged=True)
    axis = _label_axis(sketch, noun, scope)
    if axis is None:
        return None
    moment = _first_moment(sketch, rest, scope, axis)
    if moment is not None:
        return moment
    comparative = re.search(rf"\b(?:{MORE}|{LESS})\b", rest) if re.search(r" or |,| and ", rest) else None
    if re.search(rf"\b{EXTREME}\b", rest) or (comparative and not re.search(r"\bthan\b", rest)):
        return _extreme_label(sketch, rest, scope, axis, comparative is not None)
    return _labels_where(sketch, rest, scope, axis)


def _label_axis(sketch: Sketch, noun: str, scope: Scope) -> str | None:
    table = sketch.table
    series, categories = bounds(sketch, scope)
    if noun in ("year", "years", "when") and in_time(table, "S") and not in_time(table, "C"):
        return "S"
    if noun in ("line", "lines", "series", "legend") and len(table.series) > 1:
        return "S"
    if noun in ("X", "year", "years", "when", "month", "quarter") or len(table.series) == 1:
        return "C" if len(categories) > 1 else None
    if len(series) == 1:
        return "C" if len(categories) > 1 else None
    if len(categories) == 1 or (scope.categories is None and scope.series is not None and _is_choice(scope)):
        return "S" if scope.series is None or len(categories) == 1 else "C"
    return "C"


def _is_choice(scope: Scope) -> bool:
    return scope.series is not None and len(scope.series) > 1


def _extreme_label(
    sketch: Sketch, text: str, scope: Scope, axis: str, comparative: bool
) -> Expression | None:
    place, largest = rank(text)
    if comparative and not re.search(rf"\b{EXTREME}\b", text):
        place, largest = 0, re.search(rf"\b{LESS}\b", text) is None
    group = contest(sketch, text, scope, axis)
    if group is None or len(labels_of(group)) <= max(place, 1):
        return None
    few = re.search(rf"\b(?:{EXTREME} (Q\d+)|(Q\d+) {EXTREME})\b", text)
    if few:
        chosen = selection(sketch, text, scope)
        return None if chosen is None else Labels(chosen)
    return Rank(group, place, largest, "label")


def _first_moment(sketch: Sketch, text: str, scope: Scope, axis: str) -> Expression | None:
    """The first label at which one series passes another, or a threshold; the last with "last"."""
    if axis != "C" or not in_time(sketch.table, "C"):
        return None
    ordered = Scope(
        tuple(c for c in timeline(sketch.table, "C") if scope.categories is None or c in scope.categories)
    )
    late = re.search(r"\blast\b|\bfinal(?:ly)?\b", text) is not None
    crossing = re.search(r"\bS(\d+)\b(?P<between>.*?)\bS(\d+)\b", text)
    if (
        crossing
        and scope.series is not None
        and len(scope.series) == 2
        and not re.search(rf"\b{GAP}\b", text)
    ):
        for sign, pattern in COMPARISONS[2:4]:
            if re.search(rf"\b{pattern}\b", crossing["between"]):
                left, right = Scope(series=(scope.series[0],)), Scope(series=(scope.series[1],))
                pairs = differences(sketch, ordered, "C", right, left)
                return First(Filter(pairs, ((sign, _NONE),)), late) if pairs.items else None
        return None
    reached = re.search(
        r"\b(?:reach(?:ed|es)?|hit|attain(?:ed)?|cross(?:ed|es)?|pass(?:ed|es)?)\b(?: _| the| a| value| of)* N(\d+)\b",
        text,
    )
    bounded = conditions(sketch, text, scope)[1]
    if not reached and not (bounded and (re.search(r"\bT1\b", text) or late)):
        return None
    tests = ((">=", Operand(sketch.numbers[int(reached[1])])),) if reached else bounded
    group = cells(sketch, ordered.over(scope), "C")
    several = len(bounds(sketch, scope)[0]) > 1
    return None if several or not group.items else First(Filter(group, tests), late)


_NONE = Bare(0)


def _labels_where(sketch: Sketch, text: str, scope: Scope, axis: str) -> Expression | None:
    """The label, or with a plural the labels, whose value passes a condition."""
    tests = conditions(sketch, text, scope)[1]
    if not tests or len(bounds(sketch, scope)[0 if axis == "C" else 1]) > 1:
        return None
    group = cells(sketch, scope, axis)
    if len(group.items) < 2:
        return None
    chosen = Filter(group, tests)
    if tests[0][0] == "==" or re.search(r"\b(?:has|was|is|does)\b", text):
        return First(chosen)
    return Labels(chosen)


# ── counts ───────────────────────────────────────────────────────────────────────────────────────────────────

_SHOWN = r"(?:show\w*|shown|display\w*|represent\w*|present\w*|depict\w*|illustrat\w*|mention\w*|list\w*|includ\w*|report\w*|in (?:the|this) (?:\S+ )?(?:chart|graph|plot|figure|diagram|table|pie|legend)|on (?:the|this) (?:\S+ )?(?:chart|graph|axis)|are there|given|provided|compared)"
_NOUNS = r"(?:bars?|lines?|slices?|segments?|categor(?:y|ies)|groups?|years?|months?|quarters?|columns?|rows?|points?|items?|types?|kinds?|options?|variables?|values?|dates?|days?|weeks?|colou?rs?|series|parts?|sections?|periods?)"


def _count_shown(sketch: Sketch, text: str) -> Expression | None:
    """How many categories, series or colours there are at all."""
    asked = re.search(r"\b(?:how many|count (?:how many|the)|(?:number|count) of)\b (?P<body>.*)$", text)
    if asked is None or _conditional(sketch, text):
        return None
    body = asked["body"]
    if re.match(rf"(?:{MORE}|{LESS}|times)\b", body) or re.search(
        rf"\b(?:{EXTREME}|total|sum|average)\b", body
    ):
        return None
    noun = re.match(
        rf"(?:different |of |the |distinct |unique |various |K\d+ |S\d+ |C\d+ |_ )*?({_NOUNS}|X)\b", body
    )
    scope = scope_of(sketch, body)
    if noun is None and not (
        re.match(r"(?:different |_ )+(?:is|are|do|does|can|was|were)?", body)
        and re.search(rf"\b{_SHOWN}", body)
        and scope == Scope()
    ):
        return None
    word = noun[1] if noun else "_"
    if re.search(r"\bC\d+\b", body) and word not in ("colors", "colours"):
        return None
    table = sketch.table
    if re.fullmatch(r"colou?rs?", word):
        distinct = (
            {s.colour_name for s in table.series} if len(table.series) > 1 else set(table.category_colours)
        )
        shown = (
            [s.colour_name for s in table.series] if len(table.series) > 1 else list(table.category_colours)
        )
        if not distinct:
            return None
        axis = "S" if len(table.series) > 1 else "C"
        return Size(
            Names(tuple(name(labels(table, axis)[shown.index(colour)]) for colour in sorted(distinct)))
        )
    if re.fullmatch(r"lines?|series", word) or (
        re.fullmatch(r"years?", word) and in_time(table, "S") and not in_time(table, "C")
    ):
        return Size(Names(tuple(name(label) for label in labels(table, "S"))))
    if scope.series is not None and word not in ("X",):
        group = cells(sketch, scope)
        return Size(group) if group.items else None
    if re.fullmatch(r"(?:bars?|points?|values?)", word) and len(table.series) > 1:
        return Size(cells(sketch, scope))
    places = axis_places(sketch, "C") if scope.categories is None else scope.categories
    return Size(Names(tuple(name(labels(table, "C")[place]) for place in places)))


def _conditional(sketch: Sketch, text: str) -> bool:
    return bool(conditions(sketch, text, Scope())[1]) or any(
        re.search(rf"\b{pattern}\b", _joined(text)) for _, pattern in COMPARISONS[:4]
    )


def _count_where(sketch: Sketch, text: str) -> Expression | None:
    """How many labels pass a condition: a threshold, the average, or another cell of the same kind."""
    asked = re.search(r"\b(?:how many|count (?:how many|the|all)|(?:number|count) of)\b (?P<body>.*)$", text)
    if asked is None or re.match(rf"(?:{MORE}|{LESS})\b", asked["body"]):
        return None
    body = _joined(asked["body"])
    scope = scope_of(sketch, body, ranged=True)
    tests = conditions(sketch, body, scope)[1]
    if tests:
        chosen = selection(sketch, body, Scope())
        return Size(chosen) if isinstance(chosen, Filter) and _one_axis(sketch, body, scope) else None
    for sign, pattern in COMPARISONS[:4]:
        cut = re.search(rf"\b{pattern}\b (?P<bound>.*)$", body)
        if cut is None:
            continue
        before, after = scope_of(sketch, body[: cut.start()]), scope_of(sketch, cut["bound"])
        if before.categories is None and after.categories is not None and len(after.categories) == 1:
            bound = value(sketch, cut["bound"], before)
            group = cells(sketch, Scope(None, before.series or after.series))
            many = len(bounds(sketch, Scope(None, before.series or after.series))[0]) > 1
            return None if bound is None or many else Size(Filter(group, ((sign, bound),)))
        if before.series is not None and after.series is not None and after.categories is None:
            pairs = differences(
                sketch, Scope(before.categories), "C", Scope(series=after.series), Scope(series=before.series)
            )
            return Size(Filter(pairs, ((sign, _NONE),))) if pairs.items else None
    return None


def _one_axis(sketch: Sketch, text: str, scope: Scope) -> bool:
    """Whether the cells to be counted lie along one axis, or the question counts marks."""
    series, categories = bounds(sketch, scope)
    marks = re.search(r"\b(?:bars?|values?|points?|slices?|segments?|columns?)\b", text) is not None
    return len(series) == 1 or len(categories) == 1 or marks


__all__ = ["NotUnderstood", "interpret", "understand"]
