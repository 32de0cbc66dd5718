"""Schemas of word problems that compare: how many more, how many are missing, "n times as many as"."""

from __future__ import annotations

import re

from recast.language.degrees import FEWER
from recast.language.words import word_set
from recast.solve.expression import Arithmetic, Expression, Magnitude
from recast.solve.problem import (
    COMPARED,
    LEFT,
    MORE,
    NEED,
    Problem,
    closest,
    of,
    said_in,
    telling,
)
from recast.solve.story import content

_FEWER = re.compile(rf"\b(?:{'|'.join(sorted(FEWER))})\b")
_EXTENTS = word_set("old aged long tall high wide deep far big heavy fast")
_PARTS = {
    ("second", "minute"): 60, ("minute", "hour"): 60, ("hour", "day"): 24, ("day", "week"): 7, ("month", "year"): 12,
    ("inch", "foot"): 12, ("foot", "yard"): 3, ("gram", "kilogram"): 1000, ("meter", "kilometer"): 1000,
}  # fmt: skip


def how_many_more(problem: Problem) -> Expression | None:
    """ "How many more … than …": the two sides are the facts that share most with each side of the question."""
    if not COMPARED.search(problem.low):
        return None
    if any(fact.relation and (not fact.subject or fact.subject & problem.names) for fact in problem.facts):
        return None
    cut = max(place for place, word in enumerate(problem.asked) if word.low == "than")
    left, right = content(problem.asked[:cut]), content(problem.asked[cut + 1 :])
    own = [
        fact
        for fact in problem.facts
        if (fact.per is None or fact.per) and not fact.relation and (problem.counts(fact) or not problem.unit)
    ]
    named = [
        fact
        for fact in problem.facts
        if fact.per is None and not fact.relation and fact.named & (left | right)
    ]
    if LEFT.search(problem.low):  # "how many more lamps than cups are left"
        own = [fact for fact in own if LEFT.search(said_in(problem, fact))] or own
    for pool in (own, named if "many" in problem.low.split() else ()):
        done = [fact for fact in pool if fact.deed == problem.deed]
        mine = [fact for fact in pool if fact.subject & problem.names]
        pool = mine if any(fact.derived for fact in pool) and len(mine) > 1 else pool
        pool = done if problem.deed in ("gain", "loss") and len(done) > 1 else pool
        one, other = closest(pool, left - right, right - left), closest(pool, right - left, left - right)
        deeds = {one.deed, other.deed} if one is not None and other is not None else set()
        if problem.deed in ("gain", "loss") and deeds == {"hold", "gain"}:
            return None  # one of the two sides is what is left, not what was done
        if one is not None and other is not None and one is not other:
            return (
                Arithmetic("-", of(other), of(one))
                if _FEWER.search(problem.low)
                else Arithmetic("-", of(one), of(other))
            )
    return None


def missing(problem: Problem) -> Expression | None:
    """ "How many more does she need to have 43": what is wanted less what there is."""
    if "than" in problem.low.split() or any(fact.relation for fact in problem.facts):
        return None
    if any(
        fact.per is not None and not re.search(r"\bhold|\bcarr|\bcontain", said_in(problem, fact))
        for fact in problem.facts
    ):
        return None
    more = MORE.search(problem.low) is not None
    if not (more or re.search(r"\bneed|\brequire|\bhave to (?!have)|\bhas to ", problem.low)):
        return None
    if not (NEED.search(problem.low) or NEED.search(problem.story)):
        return None
    alike = [fact for fact in problem.alike if fact.named & problem.named or not fact.named]
    if len(alike) != 2:
        return None
    there, wanted = alike
    if (
        not wanted.asked
        and NEED.search(said_in(problem, there))
        and not NEED.search(said_in(problem, wanted))
    ):
        there, wanted = wanted, there
    elif not wanted.asked and not NEED.search(said_in(problem, wanted)):
        return None
    return Arithmetic("-", of(wanted), of(there))


def difference(problem: Problem) -> Expression | None:
    """ "What is the difference of Ann's books and Ben's": between the two that are counted alike."""
    if "difference" not in problem.low.split() or any(
        fact.relation or fact.per is not None or fact.percent for fact in problem.facts
    ):
        return None
    asked = content(problem.asked)
    alike = [fact for fact in problem.facts if fact.unit == problem.facts[0].unit]
    if len(alike) > 2:
        alike = [fact for fact in alike if fact.context & asked & telling(alike)]
    return Magnitude(Arithmetic("-", of(alike[0]), of(alike[1]))) if len(alike) == 2 else None
