"""The tests that a question puts to values: bounds in numerals, the average, a part of the whole or of one value, an extreme.

Each is read with the text around it, which names what is tested. Not covered: a bound that is another label's value
("more than Fen"), which the rules for counts and labels read themselves.
"""

from __future__ import annotations

import re

from recast.solve.charts.scope import Scope, bounds, cells, operand, scope_of
from recast.solve.charts.sketch import Sketch
from recast.solve.charts.wording import (
    CHANGE,
    COMPARISONS,
    EXTREME,
    GAP,
    LARGE,
    LESS,
    MEAN,
    MORE,
    NEGATION,
    SUM,
)
from recast.solve.expression import Arithmetic, Bare, Comparison, Expression, Fold, Operand

Tests = tuple[tuple[Comparison, Expression], ...]

_PARTS = {"half": 2, "third": 3, "T3": 3, "quarter": 4, "T4": 4, "fifth": 5, "T5": 5, "tenth": 10, "T10": 10}
_TIMES = {"twice": 2, "double": 2, "triple": 3}
#: "a quarter of the whole": of all that is shown.
_OF_WHOLE = rf"(?:a |an |one )?(?P<part>{'|'.join(_PARTS)}) (?:of )?(?:the |all )*(?:whole|total|pie|sum|overall|all)\b(?: (?:pie|chart|_|V))?"
#: "half as large as C0", "twice C1".
_OF_LABEL = (
    rf"(?:(?P<fraction>half|third|quarter)|(?P<times>twice|double|triple|Q\d+ times|N\d+ times)) (?:(?:as|of|the|that|those|size|value|_|V|much|many"
    rf"|large|big|high|great|good|small|tall|long|{MORE})\b ?)*C(?P<label>\d+)\b"
)
_UPWARD = ("more", "higher", "above", "greater", "over", "larger", "bigger", "longer", "up")
#: "5 nests or more", "5 or less".
_OR_MORE = re.compile(
    rf"\bN(?P<number>\d+)(?P<of>(?: (?:_|V|X|[CS]\d+)){{0,2}}) (?:or|and) (?P<way>{'|'.join(_UPWARD)}|less|lower|below|fewer|under|smaller|shorter|down)\b(?! than\b)"
)
#: "equal to the highest value": those that share it.
_TIED = rf"equal\w*(?: to| with)? the (?P<end>{EXTREME})(?: (?:value|_|V))?\b"
TIED = re.compile(rf"\b{_TIED}")


def conditions(
    sketch: Sketch, text: str, outer: Scope
) -> tuple[str, tuple[tuple[Comparison, Expression], ...]]:
    """The thresholds in ``text`` and the text before them. Between two numerals holds both ends."""
    both = re.search(
        r"\b(?:between|from|in the range (?:of|from)) (?:_ )?N(\d+) (?:_ )?(?:and|to|-) (?:_ )?N(\d+)", text
    )
    if both:
        ends = [Operand(sketch.numbers[int(both[place])]) for place in (1, 2)]
        return text[: both.start()] + text[both.end() :], ((">=", ends[0]), ("<=", ends[1]))
    after = _OR_MORE.search(text)
    if after:
        sign: Comparison = ">=" if after["way"] in _UPWARD else "<="
        kept = f"{text[: after.start()]}{after['of'] or ''}{text[after.end() :]}"
        return kept, ((sign, Operand(sketch.numbers[int(after["number"])])),)
    for sign, pattern in COMPARISONS:
        found = re.search(rf"\b{pattern} (?:the |a |an |_ |value |of |to |only )*N(\d+)\b", text)
        if found:
            bound = Operand(sketch.numbers[int(found[1])])
            return text[: found.start()] + text[found.end() :], ((sign, bound),)
    for sign, pattern in COMPARISONS[:4]:
        found = re.search(
            rf"\b{pattern} (?:that of |those of |the |_ |value |of |in )*({MEAN}|median)\b", text
        )
        if found:
            body = text[: found.start()]
            group = cells(sketch, scope_of(sketch, text, ranged=True).over(outer))
            return body + text[found.end() :], (
                (sign, Fold("median" if found[1] == "median" else "mean", group)),
            )
    return _relative_to_values(sketch, text, outer) or (text, ())


def _relative_to_values(sketch: Sketch, text: str, outer: Scope) -> tuple[str, Tests] | None:
    """The test against a part of the whole, a multiple of one value or an extreme, and the text without it."""
    scope = scope_of(sketch, without_bound_label(text), ranged=True).over(outer)
    if len(bounds(sketch, scope)[0]) > 1:
        return None
    for pattern, read in ((_OF_WHOLE, _part_of_whole), (_OF_LABEL, _multiple_of_label), (_TIED, _extreme)):
        found = re.search(rf"\b{pattern}", text)
        bound = read(sketch, found, scope) if found else None
        if found and bound is not None:
            before = text[: found.start()]
            sign, start = _sign_before(before)
            return before[:start] + text[found.end() :], ((sign, bound),)
    return None


_BY_LABEL = re.compile(rf"({_OF_LABEL[: _OF_LABEL.rindex('C(?P')]})C\d+\b")


def without_bound_label(text: str) -> str:
    """``text`` without the label of which a multiple is the bound: it is not what is tested."""
    return _BY_LABEL.sub(r"\1_", text)


def _sign_before(before: str) -> tuple[Comparison, int]:
    """The comparison at the end of ``before``, to which an exact value is the default, and where its words begin."""
    for sign, pattern in COMPARISONS:
        found = re.search(rf"\b{pattern} (?:a |an |the |only )*$", before)
        if found:
            return sign, found.start()
    return "==", len(before)


def _part_of_whole(sketch: Sketch, found: re.Match[str], scope: Scope) -> Expression | None:
    whole = cells(sketch, Scope(None, scope.series))
    return Arithmetic("/", Fold("sum", whole), Bare(_PARTS[found["part"]])) if len(whole.items) > 1 else None


def _multiple_of_label(sketch: Sketch, found: re.Match[str], scope: Scope) -> Expression | None:
    one = operand(sketch.table, bounds(sketch, scope)[0][0], int(found["label"]))
    if one is None:
        return None
    if found["fraction"]:
        return Arithmetic("/", one, Bare(_PARTS[found["fraction"]]))
    times = found["times"]
    if times in _TIMES:
        return Arithmetic("*", one, Bare(_TIMES[times]))
    number = times.split()[0]
    return Arithmetic(
        "*", one, Bare(int(number[1:])) if number[0] == "Q" else Operand(sketch.numbers[int(number[1:])])
    )


def _extreme(sketch: Sketch, found: re.Match[str], scope: Scope) -> Expression | None:
    group = cells(sketch, scope)
    large = re.fullmatch(LARGE, found["end"]) is not None
    return Fold("max" if large else "min", group) if len(group.items) > 1 else None


def equality(sketch: Sketch, text: str) -> tuple[tuple[Comparison, Expression], ...]:
    """The test that the only numeral in ``text`` stands for: to be that value; none where it may be anything else."""
    found = re.findall(r"\bN(\d+)\b", text)
    other = re.search(
        rf"\b(?:{MORE}|{LESS}|{SUM}|{GAP}|{MEAN}|{CHANGE}|than|{NEGATION}|ratio|median)\b", text
    )
    return () if len(found) != 1 or other else (("==", Operand(sketch.numbers[int(found[0])])),)
