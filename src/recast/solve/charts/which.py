"""Questions that ask for a label: which category, series or year has the most, passes a threshold, comes first."""

from __future__ import annotations

import re

from recast.solve.charts.crossing import SEVERAL, crossed_axis, exceeding, first_moment
from recast.solve.charts.picks import changes, contest, rank, selection
from recast.solve.charts.scope import Scope, bounds, cells, in_time, labels, name, scope_of
from recast.solve.charts.sketch import Sketch
from recast.solve.charts.thresholds import TIED, conditions, equality, without_bound_label
from recast.solve.charts.wording import CHANGE, EXTREME, FALL, LESS, MORE, RANKED
from recast.solve.expression import (
    Arithmetic,
    Bare,
    Expression,
    Filter,
    First,
    Fold,
    Group,
    Labels,
    Magnitude,
    Operand,
    Rank,
    labels_of,
)

_QUANTITY = r"(?:percentage|number|amount|value|values|quantity|proportion|ratio|average|total|sum|count|difference|median|mean|mode|fraction|portion|range|highest|lowest|change|increase|decrease)"
_WHICH = re.compile(
    r"^(?:(?:in|on|at|for|during|by|of|from|to|within|among|under|since) )?(?:the )?(?:which|what) (?:of (?:the )?)?(?P<noun>.*)$"
)
_NAMED = re.compile(
    r"^(?:what|which) (?:is|was|are|were) the (?:(?:name |label |title |category |year |month |X |bar |item |_ )*(?:name |label |title |category |year |month |X |bar |item )(?:of |for |in |by )|(?:name |label |title |category |year |month |X |bar |item |_ )+(?:with |that |has |had |have |which |when |where |show\w* ))(?P<body>.*)$"
)
_FIND = re.compile(
    r"^(?:name|identify|find|give|tell|list|state|show) (?:me )?(?:the |which )?(?P<noun>(?:year|month|X|category|bar|item|_).*)$"
)


def _asks_label(sketch: Sketch, text: str) -> tuple[str, str] | None:
    """The noun whose label is asked for and the rest of the question; None when the question asks for a value."""
    body = re.sub(r"^(?:.* , )?(?=(?:in |since )?(?:which|what|when|who|where)\b)", "", text)
    asked_at = re.match(r"^(?:since )?(when|who|where)\b", body)
    if asked_at:
        return asked_at[1], body
    named = _NAMED.match(body) or _FIND.match(body)
    if named:
        return body.split()[3] if body.startswith("wh") else body, named.group(1)
    asked = _WHICH.match(body)
    if asked is None:
        return None
    noun = asked["noun"]
    if re.match(rf"^(?:is|was|are|were) (?:the )?(?:{MORE}|{LESS})\b", noun) and re.search(r" or |,", noun):
        return "_", noun
    if _MAJORITY.match(noun):
        return "_", noun
    if body.startswith("what") and re.match(r"^(?:is|was|are|were|'s)\b", noun):
        nominal = not in_time(sketch.table, "C") and re.match(r"^\w+ the (?:most|least) _$", noun)
        return ("_", noun) if nominal or _MOST_COMMON.match(noun) or _LEADING.match(noun) else None
    if re.match(
        r"^(?:would|will|do|does|did|can|has been|have been|had been)\b", noun
    ) and not body.startswith("which"):
        return None
    if body.startswith("what") and re.search(r"\b(?:make up|makes up|together|combined)\b", noun):
        return None
    if re.match(rf"^(?:\S+ )?{_QUANTITY}\b", noun) and not body.startswith("which"):
        return None
    if re.match(r"^(?:_|S\d+|V) (?:of|in|for|on)\b", noun) and body.startswith("what"):
        return None
    return noun.split()[0] if noun else "", noun


#: "the most common _": what is asked for is the label, unless a value or a number is called common.
_MOST_COMMON = re.compile(
    rf"^\w+ (?:the )?(?:T\d+ )?(?:most|least) (?:(?:common|frequent|popular)(?:ly)? (?!{_QUANTITY}\b|V\b)|(?:_ )?(?:answer|option|choice|type|kind|category|item)\b)"
)
#: "the leading _ in _": it has a name, unless a value leads.
_LEADING = re.compile(
    rf"^\w+ (?:the |_ )*(?:T\d+ )?(?:leading|main|fastest growing) (?!{_QUANTITY}\b|V\b(?! (?:_|goods)\b))"
    rf"|^\w+ (?:the |_ )*(?:T\d+ )?{EXTREME} (?:_ )?(?:X|category|type|kind|option|choice|answer)\b(?! (?:{_QUANTITY}|V)\b)"
    rf"|^\w+ _ (?:in |on )*the (?:most|least) (?!{_QUANTITY}\b)"
)
_MARK = r"(?:bars?|lines?|graphs?|slices?|segments?|wedges?|columns?|areas?|parts?|sections?|points?|colou?rs?|pie)"
_STANDS_FOR = r"(?:represent(?:s|ed)?|show[ns]?|indicate[sd]?|depict(?:s|ed)?|refers?(?: to)?|correspond(?:s)?(?: to)?|describe[sd]?|_(?: for)?)"
#: "what does the S1 line represent", "which _ is represented by the C4 slice".
_REPRESENTED = re.compile(
    rf"^(?:what|which)(?: (?!does\b|is\b|do\b|are\b)\S+){{0,3}} (?:does|do|is|are) (?:the )?(?:colou?r )?(?P<mark>[CS]\d+) (?:{_MARK} )*{_STANDS_FOR}$"
    rf"|^(?:what|which)\b.* (?:is|are) {_STANDS_FOR} (?:by|in|with) (?:the )?(?:colou?r )?(?P<by>[CS]\d+)(?: {_MARK})*$"
    rf"|^(?:what|which)(?: (?!does\b|is\b)\S+){{0,3}} does (?:the )?(?P<pick>(?:T\d+ )?{EXTREME})(?: K\d+)? {_MARK} {_STANDS_FOR}$"
    rf"|^what is {_STANDS_FOR} (?:by|in|with) (?:the )?(?P<picked>(?:T\d+ )?{EXTREME})(?: K\d+)? {_MARK}$"
)


def _represented(sketch: Sketch, text: str) -> Expression | None:
    """What a mark that is named by its colour, or by being the highest, stands for."""
    found = _REPRESENTED.match(text)
    if found is None:
        return None
    mark = found["mark"] or found["by"]
    if mark:
        shown = labels(sketch.table, mark[0])[int(mark[1:])]
        return name(shown) if mark in sketch.coloured and shown.strip() else None
    one = len(sketch.table.series) == 1
    pick = found["pick"] or found["picked"]
    return _extreme_label(sketch, pick, Scope(), "C", comparative=False) if one else None


def which_label(sketch: Sketch, text: str) -> Expression | None:
    represented = _represented(sketch, text)
    if represented is not None:
        return represented
    asked = _asks_label(sketch, text)
    if asked is None:
        return None
    noun, rest = asked
    if noun.startswith(("colour", "color")):
        return None
    scope = _without_kind(
        sketch, rest, scope_of(sketch, without_bound_label(_FIRST_TIME.sub("", rest)), ranged=True)
    )
    axis = crossed_axis(sketch, rest) or _label_axis(sketch, noun, scope)
    open_axis = noun == "_" or axis == "S"
    if open_axis and _FROM_TO.search(rest) and in_time(sketch.table, "C") and len(sketch.table.series) > 1:
        scope, axis = scope_of(sketch, rest), "S"  # "which of them grew most from C0 to C5"
    if axis is None:
        return None
    if _MAJORITY.search(rest):
        return _extreme_label(sketch, "most", scope, axis, comparative=False)
    nearest = _NEAREST.search(rest)
    if nearest:
        return _nearest(sketch, nearest["number"], nearest["fold"] or "", scope, axis)
    if re.search(r"\bmedian\b", rest) and not re.search(rf"\b(?:{EXTREME}|than|of)\b|\bN\d+\b", rest):
        return _median(sketch, scope, axis)
    if TIED.search(rest):
        return _labels_where(sketch, rest, scope, axis)
    moment = first_moment(sketch, rest, scope, axis)
    if moment is not None:
        return moment
    two = len(bounds(sketch, scope)[0 if axis == "S" else 1]) == 2
    comparative = (
        re.search(rf"\b(?:{MORE}|{LESS})\b", rest) if two or re.search(r" or |,| and ", rest) else None
    )
    picks = re.search(rf"\b{EXTREME}\b|{RANKED}", rest)
    if picks or (comparative and not re.search(r"\bthan\b|\bN\d+\b", rest)):
        return _extreme_label(sketch, rest, scope, axis, comparative is not None)
    return _labels_where(sketch, rest, scope, axis)


#: "when did it first pass N0": no first of the things that the chart shows.
_FIRST_TIME = re.compile(r"\bT1 (?=_|time\b|exceed|reach|more|above|below|less|go|fall|fell|rise|rose|over)")
#: A change between two points in time.
_FROM_TO = re.compile(
    rf"\b{CHANGE}\b.*\b(?:from|between) C\d+ (?:to|and|-) C\d+\b|\b(?:from|between) C\d+ (?:to|and|-) C\d+\b.*\b{CHANGE}\b"
)
#: "closest to N0": the label of the value from which that number is the least away.
_NEAREST = re.compile(
    r"\b(?:closest|nearest) to (?:the |a |_ |value |of |V )*(?:N(?P<number>\d+)|(?P<fold>average|mean|median))(?: (?:_|V|X|per|value))*(?: of [CS]\d+)?$"
)


def _median(sketch: Sketch, scope: Scope, axis: str) -> Expression | None:
    """The label in the middle of the order by value, where one is."""
    group = cells(sketch, scope, axis)
    repeats = len({key for key, _ in group.items}) < len(group.items)
    return None if repeats or len(group.items) % 2 == 0 else Rank(group, len(group.items) // 2, True, "label")


def _nearest(sketch: Sketch, number: str | None, fold: str, scope: Scope, axis: str) -> Expression | None:
    group = cells(sketch, scope, axis)
    if len(group.items) < 2 or len({key for key, _ in group.items}) < len(group.items):
        return None
    given = (
        Operand(sketch.numbers[int(number)])
        if number
        else Fold("median" if fold == "median" else "mean", group)
    )
    away = Group(tuple((key, Magnitude(Arithmetic("-", item, given))) for key, item in group.items))
    return Rank(away, 0, False, "label")


_MAJORITY = re.compile(rf"^(?:(?!{_QUANTITY}\b)\S+ )?(?:did|do|does) (?:the )?(?:majority|most)\b")
#: A label within the noun that says what is sought ("the largest C3 company"): it is a word that the noun shares with it.
_KIND = re.compile(rf"\b{EXTREME} C\d+ (?:_|[a-z])|\bin _ C\d+ _")


def _without_kind(sketch: Sketch, text: str, scope: Scope) -> Scope:
    """``scope`` without a single category that is no place to look in, where the answer is to be one of the categories: it
    stands within the noun that says what is sought, or the question has but a word of it."""
    one = scope.categories is not None and len(scope.categories) == 1 and len(sketch.table.series) == 1
    named = re.findall(r"\bC\d+\b", text)
    part = bool(named) and sketch.partial.issuperset(named)
    return Scope(None, scope.series) if one and (part or _KIND.search(text)) else scope


def _label_axis(sketch: Sketch, noun: str, scope: Scope) -> str | None:
    table = sketch.table
    series, categories = bounds(sketch, scope)
    if noun in ("year", "years", "when") and in_time(table, "S") and not in_time(table, "C"):
        return "S"
    if noun == "_" and in_time(table, "C") and scope.categories is None and len(series) > 1:
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
    several = re.match(rf"(Q\d+) (?:\S+ )*?({EXTREME})\b(?! Q)", text)
    if several:
        text = f"{several[2]} {several[1]} {text[several.end() :]}"
    if several or re.search(rf"\b(?:{EXTREME} (Q\d+)|(Q\d+) {EXTREME})\b", text):
        chosen = selection(sketch, text, scope)
        return None if chosen is None else Labels(chosen)
    return Rank(group, place, largest, "label")


_MOMENT = r"^(?:year|month|quarter|week|day)\b|\bT1\b"


def _labels_where(sketch: Sketch, text: str, scope: Scope, axis: str) -> Expression | None:
    """The label, or with a plural the labels, whose value passes a condition."""
    pairs = exceeding(sketch, text, axis)
    several_asked = SEVERAL.match(text) is not None or (
        re.match(r"(?:year|month|quarter|week|day)\b", text) is None
        and re.search(r"\b(?:do|are|were|have)\b", text) is not None
    )
    if pairs is not None:
        once = (
            in_time(sketch.table, axis) or pairs.tests[0][0] == "==" or re.search(_MOMENT, text) is not None
        )
        return First(pairs) if once and not several_asked else Labels(pairs)
    stepped = changes(sketch, text, scope, axis) if not re.search(r"\bN\d+\b", text) else None
    if stepped is not None:
        return Labels(Filter(stepped, (("<" if re.search(rf"\b{FALL}\b", text) else ">", Bare(0)),)))
    tests = conditions(sketch, text, scope)[1] or equality(sketch, text)
    equal = bool(tests) and tests[0][0] == "=="
    several = len(bounds(sketch, scope)[0 if axis == "C" else 1]) > 1
    if not tests or (several and not equal) or _FIRST_TIME.search(text):
        return None
    group = cells(sketch, scope, axis)
    if len(group.items) < 2:
        return None
    chosen = Filter(group, tests)
    passes = re.search(r"\b(?:did|does|will)\b.*\b(?:exceed|surpass|pass|cross|reach|hit)\b", text)
    once = re.match(r"(?:year|month|quarter|when|_|X)\b", text) is not None and not text.startswith("years")
    single = in_time(sketch.table, axis) and re.search(r"\b(?:has|was|is|does)\b", text)
    tied = equal and (several_asked or TIED.search(text) is not None)
    if (equal or single or (passes and once)) and not tied:
        return First(chosen)
    return Labels(chosen)
