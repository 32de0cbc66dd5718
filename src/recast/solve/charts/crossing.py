"""Where one line or bar lies above, below or level with another, and when a value first or last passes a bound."""

from __future__ import annotations

import re

from recast.solve.charts.scope import Scope, bounds, cells, differences, in_time, labels, timeline
from recast.solve.charts.sketch import Sketch
from recast.solve.charts.thresholds import conditions
from recast.solve.charts.wording import COMPARISONS, GAP, joined
from recast.solve.expression import Bare, Comparison, Expression, Filter, First, Operand

_NONE = Bare(0)
_LEVEL = r"\b(?:equal\w*|same|identical|alike|match(?:ed|es)?)\b"
_SIDES = re.compile(
    r"^(?P<before>.*?)\b(?P<axis>[CS])(?P<one>\d+)\b(?P<between>.*?)\b(?P=axis)(?P<other>\d+)\b(?P<after>.*)$"
)
#: More than one label is asked for.
SEVERAL = re.compile(
    r"(?:years|months|quarters|weeks|days|categories|groups|bars|lines|slices|segments|items|points|options)\b"
)
_REACHED = re.compile(
    r"\b(?:reach(?:ed|es)?|hit|attain(?:ed)?|cross(?:ed|es)?|pass(?:ed|es)?)\b(?: _| the| a| value| of)* N(\d+)\b"
)


def first_moment(sketch: Sketch, text: str, scope: Scope, axis: str) -> Expression | None:
    """The first label at which one series passes another, or a threshold; the last with "last"."""
    if axis != "C" or SEVERAL.match(text) or not (in_time(sketch.table, "C") or _runs_up(sketch)):
        return None
    ordered = Scope(
        tuple(c for c in timeline(sketch.table, "C") if scope.categories is None or c in scope.categories)
    )
    late = re.search(r"\blast\b|\bfinal(?:ly)?\b", text) is not None
    crossing = _SIDES.search(text)
    if (
        crossing
        and crossing["axis"] == "S"
        and scope.series is not None
        and len(scope.series) == 2
        and not re.search(rf"\b{GAP}\b", text)
    ):
        sign = _sign(crossing)
        if sign is None or sign == "==":
            return None
        left, right = Scope(series=(scope.series[0],)), Scope(series=(scope.series[1],))
        pairs = differences(sketch, ordered, "C", right, left)
        return First(Filter(pairs, ((sign, _NONE),)), late) if pairs.items else None
    reached = _REACHED.search(text)
    bounded = conditions(sketch, text, scope)[1]
    if not reached and not (bounded and (re.search(r"\bT1\b", text) or late)):
        return None
    tests = ((">=", Operand(sketch.numbers[int(reached[1])])),) if reached else bounded
    group = cells(sketch, ordered.over(scope), "C")
    several = len(bounds(sketch, scope)[0]) > 1
    return None if several or not group.items else First(Filter(group, tests), late)


def _runs_up(sketch: Sketch) -> bool:
    """Whether the categories are plain numbers in rising order, so that one of them may come first."""
    names = labels(sketch.table, "C")
    if len(names) < 2 or not all(re.fullmatch(r"-?\d+(?:\.\d+)?", name.strip()) for name in names):
        return False
    values = [float(name) for name in names]
    return values == sorted(values)


def _sign(sides: re.Match[str]) -> Comparison | None:
    """How the two sides are compared by what stands between them, or by "A and B ... equal"."""
    for sign, pattern in COMPARISONS[2:4]:
        if re.search(rf"\b{pattern}\b", sides["between"]):
            return sign
    beside = f"{sides['before']} {sides['after']}"
    paired = re.fullmatch(r"(?: the| _| ,)* and(?: the| _| in)* ", sides["between"])
    level = re.search(_LEVEL, sides["between"]) or (paired and re.search(_LEVEL, beside))
    return "==" if level else None


def crossed_axis(sketch: Sketch, text: str) -> str | None:
    """The axis of the labels that are asked for where ``text`` compares two things of the other axis; None where it does not."""
    sided = _SIDES.search(joined(text))
    if sided is None or _sign(sided) is None or re.search(r"\bN\d+\b", text):
        return None
    axis = "C" if sided["axis"] == "S" else "S"
    return axis if len(labels(sketch.table, axis)) > 1 else None


def exceeding(sketch: Sketch, text: str, axis: str) -> Filter | None:
    """The labels at which one series lies above, below or level with another: "in which X do S1 _ more than S0"."""
    sided = _SIDES.search(joined(text))
    if sided is None or sided["axis"] == axis or re.search(r"\bN\d+\b", text):
        return None
    one, two = (
        Scope(series=(int(place),)) if sided["axis"] == "S" else Scope(categories=(int(place),))
        for place in (sided["one"], sided["other"])
    )
    sign = _sign(sided)
    if sign is None:
        return None
    pairs = differences(sketch, Scope(), axis, two, one)
    return Filter(pairs, ((sign, _NONE),)) if len(pairs.items) > 1 else None
