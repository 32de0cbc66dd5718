"""Phrases with two sides: differences, changes, ratios, and the many ways in which a text holds its sides.

What stands on a side is read by the ``value`` that each rule is given.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from recast.solve.charts.scope import Scope, axis_places, scope_of
from recast.solve.charts.sketch import Sketch
from recast.solve.charts.wording import AGGREGATE, CHANGE, EXTREME, FALL, GAP, LESS, MEAN, MORE, SUM, Unclear
from recast.solve.expression import Arithmetic, Bare, Expression, Magnitude

Pair = tuple[str, str, str]  # what stands before both sides, the left side, the right side
Reader = Callable[[Sketch, str, Scope], Expression | None]

#: The words that asked for two sides; on a side they would ask again.
_ASKED = re.compile(rf"\bhow (?:many|much)(?: times)?\b|\b(?:{MORE}|{LESS})\b(?! than)|\bby how\b")


def pairs(text: str, *extra: str) -> list[Pair]:
    """Every way in which ``text`` may hold two sides, the likeliest first."""
    found: list[Pair] = []
    for pattern in (
        r"^(?P<rest>.*)\bbetween (?P<a>.+) and (?P<b>.+)$",
        r"^(?P<rest>.*)\bbetween (?P<a>.+) (?:to|versus|vs|-) (?P<b>.+)$",
        *extra,
        r"^(?P<rest>)(?P<a>.+) (?:(?:when |as |if )?(?:compared|relative|opposed) (?:to|with)|in comparison (?:to|with)|versus|vs|than|minus) (?P<b>.+)$",
        r"^(?P<rest>.*)\bfrom (?P<a>.+?) (?:to|until|till|through|-) (?P<b>.+)$",
        r"^(?P<rest>.*?\b(?:of|in|for|among)) (?P<a>.+) (?:and|to|from|with) (?P<b>.+)$",
        r"^(?P<rest>)(?P<a>.+) (?:and|or|,) (?P<b>.+)$",
    ):
        whole = re.search(pattern, text)
        if not whole:
            continue
        rest, a, b = whole["rest"], whole["a"], whole["b"]
        joined = f"{a} and {b}"
        if " and " in a and "between" in pattern:
            cuts = [cut.start() for cut in re.finditer(r" and ", joined)]
            balanced = [
                cut
                for cut in cuts
                if re.match(rf" and (?:the |that |all )*(?:{SUM}|{MEAN}|{EXTREME}|median)", joined[cut:])
            ]
            for cut in balanced + cuts[::-1]:
                found.append((rest, joined[:cut], joined[cut + 5 :]))
        else:
            found.append((rest, a, b))
    return found


def two(value: Reader, sketch: Sketch, pair: Pair, outer: Scope) -> tuple[Expression, Expression] | None:
    """Both sides of a pair as values; what one side leaves open is taken from the other or from before both."""
    rest, a, b = pair[0], _ASKED.sub("_", pair[1]), _ASKED.sub("_", pair[2])
    outer = scope_of(sketch, rest).over(outer)
    left, right = scope_of(sketch, a, _folds(a)), scope_of(sketch, b, _folds(b))
    try:
        first = value(sketch, a, lent(a, left, b, right, outer))
        second = value(sketch, b, lent(b, right, a, left, outer))
    except Unclear:  # this is one of several ways to part the text
        return None
    if first is None or second is None or first == second:
        return None
    return first, second


def _folds(text: str) -> bool:
    return AGGREGATE.search(text) is not None


def lent(text: str, own: Scope, other_text: str, other: Scope, outer: Scope) -> Scope:
    """What a side may take over: from before both sides, then from the other side where it does not contrast."""
    categories, series = other.categories, other.series
    if _folds(text) and not _folds(other_text):
        categories = None  # "the highest value and Norland": Norland is the other side, not where to look
    if own == Scope() and not _folds(text):
        return outer
    return outer.over(Scope(categories, series))


def difference(value: Reader, sketch: Sketch, text: str, outer: Scope) -> Expression | None:
    taken = r"^(?P<rest>)subtract(?:ing)? (?P<b>.+) from (?P<a>.+)$"
    by_verb = r"^(?P<rest>)(?P<a>.+) (?:exceed(?:s|ed)?|surpass(?:es|ed)?|outnumber(?:s|ed)?) (?P<b>.+)$"
    for pair in [*pairs(text, taken, by_verb), *_implied(sketch, text, outer)]:
        sides = two(value, sketch, pair, outer)
        if sides is None:
            continue
        left, right = sides
        if re.search(rf"\b{GAP}\b", text):
            return Magnitude(Arithmetic("-", left, right))
        if re.search(rf"\b(?:{CHANGE})\b", text) and not re.search(
            rf"\bhow (?:many|much) (?:{MORE}|{LESS})\b", text
        ):
            return _directed(text, right, left) if _SINCE.search(text) else _directed(text, left, right)
        if re.search(rf"\b{LESS}\b", text) and not re.search(rf"\b{MORE}\b", text):
            return Arithmetic("-", right, left)
        return Arithmetic("-", left, right)
    return None


#: "the increase in C1 compared with C0": what it began with comes second.
_SINCE = re.compile(
    r"\b[CS]\d+\b.*\b(?:compared|relative|comparison|than|versus|vs|over|on|against)\b(?!.*\bfrom\b).*\b[CS]\d+\b"
)


def _directed(text: str, start: Expression, end: Expression) -> Expression:
    """A change from ``start`` to ``end``: a fall is what was lost."""
    return Arithmetic("-", start, end) if re.search(rf"\b{FALL}\b", text) else Arithmetic("-", end, start)


def _implied(sketch: Sketch, text: str, outer: Scope) -> list[Pair]:
    """The two sides of "the gap of the two lines", where exactly two things are in scope."""
    scope = scope_of(sketch, text).over(outer)
    rest = re.sub(r"\b[SC]\d+\b", "_", text)
    for axis, named, other in (("S", scope.series, scope.categories), ("C", scope.categories, scope.series)):
        places = axis_places(sketch, axis) if named is None else named
        words = r"\b(?:lines?|series|two|both|Q2)\b" if axis == "S" else r"\b(?:bars?|slices?|two|both|Q2)\b"
        if len(places) == 2 and (named is not None or re.search(words, text)):
            mark = "C" if axis == "S" else "S"
            fixed = " ".join(f"{mark}{place}" for place in other or ())
            return [(f"{rest} {fixed}", f"{axis}{places[0]}", f"{axis}{places[1]}")]
    return []


def change(value: Reader, sketch: Sketch, text: str, outer: Scope) -> Expression | None:
    """A change over time between two named points; a change word without them is part of what is measured."""
    if not re.search(r"\b(?:from|between|since|compared|than)\b", text):
        return None
    return difference(value, sketch, text, outer)


def ratio(value: Reader, sketch: Sketch, text: str, outer: Scope) -> Expression | None:
    extra = (
        r"^(?P<rest>.*?\b(?:ratio|proportion|quotient)\b(?: of| between)?) (?P<a>.+?) (?:to|over|versus|vs) (?P<b>.+)$",
        r"^(?P<rest>)(?P<a>.+) divided by (?P<b>.+)$",
        rf"^(?P<rest>.*?)\btimes (?:is |was |are |were |as |{MORE} )*(?P<a>.+?) (?:as|than|to|of) (?P<b>.+)$",
    )
    for pair in pairs(text, *extra):
        sides = two(value, sketch, pair, outer)
        if sides is not None:
            return Arithmetic("/", *sides)
    return None


def percentage_change(value: Reader, sketch: Sketch, text: str, outer: Scope) -> Expression | None:
    for pair in [*pairs(text), *_implied(sketch, text, outer)]:
        sides = two(value, sketch, pair, outer)
        if sides is None:
            continue
        start, end = sides
        compared = re.search(rf"\b(?:{MORE}|{LESS})\b", text) and " than " in text
        if not compared and _SINCE.search(text):
            start, end = end, start
        if compared:
            start, end = end, start
            change = (
                Arithmetic("-", start, end)
                if re.search(rf"\b{LESS}\b", text)
                else Arithmetic("-", end, start)
            )
        else:
            change = (
                Arithmetic("-", start, end)
                if re.search(rf"\b{FALL}\b", text)
                else Arithmetic("-", end, start)
            )
        return Arithmetic("*", Arithmetic("/", change, start), Bare(100))
    return None
