"""Which values a phrase selects or lets compete: named ones, thresholds, the few highest, differences, steps."""

from __future__ import annotations

import re

from recast.solve.charts.scope import (
    Scope,
    axis_places,
    bounds,
    cells,
    combined,
    differences,
    in_time,
    scope_of,
    steps,
    timeline,
)
from recast.solve.charts.sketch import Sketch
from recast.solve.charts.thresholds import conditions
from recast.solve.charts.wording import (
    CHANGE,
    EXTREME,
    FALL,
    GAP,
    LARGE,
    LESS,
    MEAN,
    MORE,
    PER,
    PER_EACH,
    QUOTIENT,
    RANKED,
    RISE,
    SUM,
    Unclear,
)
from recast.solve.expression import (
    Arithmetic,
    Collection,
    Expression,
    Filter,
    Group,
    Magnitude,
    Top,
)


def selection(sketch: Sketch, text: str, outer: Scope) -> Collection | None:
    """The values that a phrase is about: those named, all of a series or category, those that pass a condition, the
    few highest or lowest. None when it names nothing in a chart of several series, unless it says "all"."""
    body, tests = conditions(sketch, text, outer)
    scope = scope_of(sketch, body, ranged=True).over(outer)
    group = cells(sketch, scope)
    if not group.items:
        return None
    if scope == Scope() and len(sketch.table.series) > 1 and not (tests or _ALL.search(text)):
        return None
    if tests:
        return Filter(group, tests) if len(group.items) > 1 else None
    few = re.search(
        rf"\b(?:(?P<a>{EXTREME}) (?P<b>Q\d+)|(?P<c>Q\d+) (?P<d>{EXTREME}|{MORE}|{LESS})(?! than))\b", text
    )
    if few and len(group.items) > 1:
        count = int((few["b"] or few["c"])[1:])
        return Top(group, count, re.fullmatch(rf"{LARGE}|{MORE}", few["a"] or few["d"]) is not None)
    return group


_ALL = re.compile(
    r"\b(?:all|every|each|entire|whole|bars?|lines?|values?|slices?|points?|series|groups?|chart|graph|stacks?)\b"
)


def one_axis(sketch: Sketch, text: str, scope: Scope) -> bool:
    """Whether the cells to be counted lie along one axis, or the question counts marks."""
    series, categories = bounds(sketch, scope)
    marks = re.search(r"\b(?:bars?|values?|points?|slices?|segments?|columns?)\b", text) is not None
    return len(series) == 1 or len(categories) == 1 or marks


def rank(text: str) -> tuple[int, bool]:
    """The place (0 is the extreme) and the direction of the first extreme in ``text``."""
    found = re.search(rf"\b(?:T(\d+) (?:to )?(?:the )?)?({EXTREME})\b", text)
    if found is None:
        ranked = re.search(RANKED, text)
        return (int(ranked[1] or ranked["place"]) - 1 if ranked else 0), True
    return (int(found[1]) - 1 if found[1] else 0), re.fullmatch(LARGE, found[2]) is not None


def value_axis(sketch: Sketch, text: str, scope: Scope) -> str:
    series, categories = bounds(sketch, scope)
    return "S" if len(categories) == 1 and len(series) > 1 else "C"


def contest(sketch: Sketch, text: str, scope: Scope, axis: str) -> Collection | None:
    """The labelled values among which an extreme is sought: plain cells, or differences, totals, means, steps."""
    if _BY_WHICH.search(text):
        return _excess(sketch, text, scope)
    if re.search(rf"\b{GAP}\b", text):
        return gaps(sketch, text, scope, axis)
    if any(re.search(pattern, text) for pattern in (PER, QUOTIENT, PER_EACH)):
        return quotients(sketch, text, scope, axis)
    series, categories = bounds(sketch, scope)
    changed = changes(sketch, text, scope, axis)
    if changed is not None:
        if re.search(rf"\b{FALL}\b", text):
            changed = Group(tuple((key, _negated(item)) for key, item in changed.items))
        return changed
    if re.search(rf"\b{EXTREME} (?:_ )?{FALL}\b", text):
        raise Unclear  # a chart of changes may show falls below zero, or how far things fell
    if _MOST_CHANGED.search(text) and not in_time(sketch.table, axis) and not shows_changes(sketch):
        raise Unclear  # what grew most is told by two points in time, not by what is largest
    many = len(series) > 1 if axis == "C" else len(categories) > 1
    if many and re.search(rf"\b{SUM}\b", text):
        return combined(sketch, scope, axis, "sum")
    if many and re.search(rf"\b{MEAN}\b", text):
        return combined(sketch, scope, axis, "mean")
    _, tests = conditions(sketch, text, scope)
    group = cells(sketch, scope, axis)
    if not group.items:
        return None
    return Filter(group, tests) if tests else group


#: "the largest amount by which S0 exceeds S1".
_BY_WHICH = re.compile(
    r"\bamount by which (?:the )?S(?P<one>\d+) (?:\S+ )?(?:exceed\w*|surpass\w*) (?:the )?S(?P<other>\d+)\b"
)


def _excess(sketch: Sketch, text: str, scope: Scope) -> Group | None:
    """One signed difference a category: how far the one series lies above the other."""
    sides = _BY_WHICH.search(text)
    if sides is None:
        return None
    group = differences(
        sketch,
        Scope(scope.categories),
        "C",
        Scope(series=(int(sides["other"]),)),
        Scope(series=(int(sides["one"]),)),
    )
    return group if len(group.items) > 1 else None


#: "grew the most", "rose in _ by the least", "the largest _ growth".
_MOST_CHANGED = re.compile(
    rf"\b(?:{RISE}|{FALL}) (?:(?:_|the|by|in|V) )*{EXTREME}\b|\b{EXTREME} (?:_ )?(?:{RISE})\b"
)


def shows_changes(sketch: Sketch) -> bool:
    """Whether the chart's own words say that its values are changes ("GDP growth")."""
    table = sketch.table
    said = (table.title, table.subtitle, table.x_title, table.y_title, *(one.label for one in table.series))
    return re.search(rf"\b{CHANGE}\b", " ".join(said), re.IGNORECASE) is not None


def changes(sketch: Sketch, text: str, scope: Scope, axis: str) -> Group | None:
    """One signed change a label of ``axis`` where ``text`` speaks of rising or falling: between the two ends in time that
    it names or that there are, else from each point in time to the next. None where the chart has no time."""
    if not re.search(rf"\b(?:{CHANGE})\b", text):
        return None
    other = "S" if axis == "C" else "C"
    pair = _contrast(sketch, scope, axis) if in_time(sketch.table, other) else None
    if pair is not None:
        group = differences(sketch, _along(scope, axis), axis, *pair)
        return group if group.items else None
    if axis == "S" or not in_time(sketch.table, "C") or len(bounds(sketch, scope)[0]) != 1:
        return None
    group = steps(sketch, scope)
    return group if group.items else None


def gaps(sketch: Sketch, text: str, scope: Scope, axis: str) -> Group | None:
    """One distance a label of ``axis`` between the two things of the other axis that ``text`` speaks of."""
    pair = _contrast(sketch, scope, axis) if re.search(rf"\b{GAP}\b", text) else None
    if pair is None:
        return None
    items = differences(sketch, _along(scope, axis), axis, *pair).items
    return Group(tuple((key, Magnitude(item)) for key, item in items)) if items else None


def _negated(item: Expression) -> Expression:
    return Arithmetic("-", item.right, item.left) if isinstance(item, Arithmetic) else item


def _contrast(sketch: Sketch, scope: Scope, axis: str) -> tuple[Scope, Scope] | None:
    """The two things whose gap is compared along ``axis``: two series, or two categories."""
    other = "S" if axis == "C" else "C"
    named = scope.series if other == "S" else scope.categories
    places = axis_places(sketch, other) if named is None else named
    if len(places) != 2:
        return None
    one, two = sorted(places, key=timeline(sketch.table, other).index)
    if other == "S":
        return Scope(series=(one,)), Scope(series=(two,))
    return Scope(categories=(one,)), Scope(categories=(two,))


def _along(scope: Scope, axis: str) -> Scope:
    return Scope(scope.categories, None) if axis == "C" else Scope(None, scope.series)


def quotients(sketch: Sketch, text: str, scope: Scope, axis: str) -> Group | None:
    """One quotient a label of ``axis`` for "A per B", "for each B" and "the ratio of A to B", where these lie on the other axis."""
    sides = re.search(PER, text) or re.search(QUOTIENT, text)
    if sides is not None:
        across, one, two = sides[1], int(sides["a"]), int(sides["b"])
    else:
        pair = _for_each(sketch, text)
        if pair is None:
            return None
        across, one, two = "S", *pair
    if across == axis:
        return None
    left, right = (
        Scope(series=(place,)) if across == "S" else Scope(categories=(place,)) for place in (one, two)
    )
    group = differences(sketch, _along(scope, axis), axis, right, left)
    quotients = [
        (key, Arithmetic("/", item.left, item.right))
        for key, item in group.items
        if isinstance(item, Arithmetic)
    ]
    return Group(tuple(quotients))


def _for_each(sketch: Sketch, text: str) -> tuple[int, int] | None:
    """The series that is told on each of another one ("how many S0 for each S1"): the only other that is named, or that there is."""
    found = re.search(PER_EACH, text)
    if found is None:
        return None
    each = int(found["each"])
    named = {int(place) for place in re.findall(r"\bS(\d+)\b", text)} - {each}
    others = named or set(axis_places(sketch, "S")) - {each}
    return (others.pop(), each) if len(others) == 1 else None
