"""Questions that pick labels by one series and ask of another: "of the sites with more than 5 larks, which has most wrens",
"how many wrens does the site with the fewest larks have", "does the site with most larks also have most wrens".

What picks is a clause of its own around a noun for the labels. Not covered: a clause that names no series, or by more than
one condition; such a question is refused here, since no other rule would heed the clause.
"""

from __future__ import annotations

import re

from recast.solve.charts.picks import rank
from recast.solve.charts.scope import Scope, cells
from recast.solve.charts.sketch import Sketch
from recast.solve.charts.thresholds import Tests, conditions
from recast.solve.charts.wording import EXTREME, LARGE, LESS, MEAN, MORE, SUM, Unclear
from recast.solve.expression import (
    Compare,
    Expression,
    Filter,
    Fold,
    Group,
    How,
    Rank,
    Top,
    Within,
)

_NOUN = r"(?:X|_|ones?|those|years?|months?|quarters?|categor(?:y|ies)|groups?|bars?|items?)"
_WITH = r"(?:with|having|whose|where|which (?:has|have|had|_)|that (?:has|have|had|is|are|_)|who (?:has|have|had))"
#: "the X with the highest S0", "the Q2 X with the lowest values of S1".
_PICKED = re.compile(
    rf"(?:(?:of|for|in|by|does|do|did|has|have|is|are|among) )?(?:the |those )*(?P<few>Q\d+ )?{_NOUN} {_WITH} (?:the |a |an |its )*(?P<pick>(?:T\d+ )?{EXTREME})(?P<many> Q\d+)?"
    r"(?: (?:_|V|values?|number|amount))*(?: (?:of|in|for))?(?: the)? S(?P<by>\d+)\b(?: (?:_|values?))*"
)
#: "(of) the X with more than N0 S1", "among those with a S1 of N0 or less", "of the X S2 less than N0 _".
_TESTED = re.compile(
    rf"\b(?:of|among|amongst|for|in|from|considering) (?:all |the |those |only |of )*{_NOUN}(?: {_WITH})?(?P<test>(?: (?!which\b|what\b|who\b|how\b|S\d+ and S)[^\s,]+)*?(?: S(?P<by>\d+)(?: (?!which\b|what\b|who\b|how\b)[^\s,]+)*? N\d+| N\d+(?: (?!which\b|what\b|who\b|how\b)[^\s,]+)*? S(?P<of>\d+)\b)"
    r"(?: (?:or (?:more|less|fewer|above|below|higher|lower|over|under)|_|V))*)"
)
#: A clause that picks by a numeral without naming a series.
_UNNAMED = re.compile(
    rf"\b(?:of|among|amongst) (?:all |the |those |of )*{_NOUN}(?: {_WITH})? (?!S\d)[^,]*?\bN\d+\b"
)
_SAME = re.compile(
    r"^(?:is|are|was|were|does|do|did|has|have|had) (?P<one>.+?) (?:also|as well|too|the same (?:X|_|one) (?:as|that)|equally)\b(?P<other>.+)$"
)


def of_those(sketch: Sketch, text: str) -> Expression | None:
    """The tree of a question that picks labels by one series and asks of another. Raises ``Unclear`` where a clause picks
    that is not understood."""
    if len(sketch.table.series) < 2 or len(sketch.table.categories) < 2:
        return None
    same = _SAME.match(text)
    if same:
        return _both_ends(sketch, same["one"], same["other"])
    picked, tested = _PICKED.search(text), _TESTED.search(text)
    if picked and set(_wanted(text, picked)) - {int(picked["by"])}:
        return _of_picked(sketch, text, picked)
    if tested and len(set(re.findall(r"\bS\d+\b", text))) > 1:
        return _of_tested(sketch, text, tested)
    if (
        _UNNAMED.search(text)
        and re.search(r"^(?:which|what|who)\b", text)
        and re.search(rf"\b{EXTREME}\b", text)
    ):
        raise Unclear
    return None


def _wanted(text: str, clause: re.Match[str]) -> list[int]:
    """The series that ``text`` names outside of ``clause``."""
    rest = f"{text[: clause.start()]} _ {text[clause.end() :]}"
    return list(dict.fromkeys(int(place) for place in re.findall(r"\bS(\d+)\b", rest)))


def _groups(sketch: Sketch, wanted: int, by: int, scope: Scope) -> tuple[Group, Group]:
    """The values of two series at the categories at which both have one."""
    one, other = (cells(sketch, Scope(scope.categories, (place,)), "C") for place in (wanted, by))
    known = {key for key, _ in one.items} & {key for key, _ in other.items}
    if len({key for key, _ in one.items}) < len(one.items) or len(known) < 2:
        raise Unclear
    return (
        Group(tuple(item for item in one.items if item[0] in known)),
        Group(tuple(item for item in other.items if item[0] in known)),
    )


def _of_picked(sketch: Sketch, text: str, clause: re.Match[str]) -> Expression:
    wanted, by = _wanted(text, clause), int(clause["by"])
    rest = f"{text[: clause.start()]} _ {text[clause.end() :]}"
    if len(wanted) != 1 or wanted[0] == by or re.search(r"\b[CK]\d+\b|\bN\d+\b", rest):
        raise Unclear
    group, other = _groups(sketch, wanted[0], by, Scope())
    place, largest = rank(clause["pick"])
    few = clause["few"] or clause["many"]
    if place:
        raise Unclear
    chosen = Top(other, int(few.strip()[1:]) if few else 1, largest)
    if few is None:
        folds = re.search(rf"\b(?:{EXTREME}|{MORE}|{LESS}|{MEAN}|median|difference)\b", rest)
        if folds or not re.match(r" *(?:_ )*(?:what|how|find|give|which S\d)|^ *(?:the )?S\d", rest):
            raise Unclear
        return Fold("sum", Within(group, chosen))
    how = _fold(rest)
    if how is None:
        raise Unclear
    return Fold(how, Within(group, chosen))


def _of_tested(sketch: Sketch, text: str, clause: re.Match[str]) -> Expression:
    wanted, by = _wanted(text, clause), int(clause["by"] or clause["of"])
    rest = f"{text[: clause.start()]} _ {text[clause.end() :]}"
    if len(wanted) != 1 or wanted[0] == by or re.search(r"\b[CK]\d+\b|\bN\d+\b", rest):
        raise Unclear
    group, other = _groups(sketch, wanted[0], by, Scope())
    chosen = Filter(other, _tests(sketch, clause["test"], by))
    extreme = re.search(rf"\b{EXTREME}\b", rest)
    asks_label = re.match(r" *(?:_ |, )*(?:in |at )?(?:which|who|what (?:X|_)\b)", rest)
    if extreme and asks_label:
        place, largest = rank(rest)
        return Rank(Within(group, chosen), place, largest, "label")
    how = _fold(rest)
    if how is None or asks_label:
        raise Unclear
    return Fold(how, Within(group, chosen))


def _tests(sketch: Sketch, text: str, by: int) -> Tests:
    tests = conditions(sketch, text, Scope(series=(by,)))[1]
    if not tests:
        raise Unclear
    return tests


def _fold(text: str) -> How | None:
    """What becomes of several values in ``text``."""
    if re.search(rf"\b{MEAN}\b", text):
        return "mean"
    extreme = re.search(rf"\b{EXTREME}\b", text)
    if extreme:
        return "max" if re.fullmatch(LARGE, extreme[0]) else "min"
    return "sum" if re.search(rf"\b(?:{SUM}|how many|how much)\b", text) else None


def _both_ends(sketch: Sketch, one: str, other: str) -> Expression | None:
    """Whether the label at one end of a series is the label at an end of another."""
    ends: list[Rank] = []
    for side in (one, other):
        series = set(re.findall(r"\bS(\d+)\b", side))
        if (
            len(series) != 1
            or len(re.findall(rf"\b{EXTREME}\b", side)) != 1
            or re.search(r"\b[CKN]\d+\b", side)
        ):
            return None
        place, largest = rank(side)
        group = cells(sketch, Scope(series=(int(series.pop()),)), "C")
        if len({key for key, _ in group.items}) < len(group.items):
            return None
        ends.append(Rank(group, place, largest, "label"))
    return Compare("==", ends[0], ends[1]) if ends[0] != ends[1] else None
