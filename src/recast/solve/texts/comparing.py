"""Schemas of word problems that compare: how many more, how many are missing, "n times as many as"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from recast.language.degrees import FEWER
from recast.language.words import word_set
from recast.solve.expression import Arithmetic, Expression, Magnitude
from recast.solve.texts.clauses import verb_base
from recast.solve.texts.facts import Fact
from recast.solve.texts.problem import (
    COMPARED,
    LEFT,
    MORE,
    NEED,
    Problem,
    added,
    clause_of,
    closest,
    of,
    said_in,
    telling,
)
from recast.solve.texts.story import content

_POINTED = word_set("this last previous")
_FEWER = re.compile(rf"\b(?:{'|'.join(sorted(FEWER))})\b")


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
        named = [fact for fact in named if LEFT.search(said_in(problem, fact))] or named
    for pool in (own, named if "many" in problem.low.split() else ()):
        done = [fact for fact in pool if fact.deed == problem.deed]
        mine = [fact for fact in pool if fact.subject & problem.names]
        pool = mine if any(fact.derived for fact in pool) and len(mine) > 1 else pool
        pool = done if problem.deed in ("gain", "loss") and len(done) > 1 else pool
        sides = _joined_sides(problem, pool, cut)
        if sides is not None:
            return Arithmetic("-", *(sides if not _FEWER.search(problem.low) else sides[::-1]))
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


def _joined_sides(problem: Problem, pool: Sequence[Fact], cut: int) -> tuple[Expression, Expression] | None:
    """Both sides of "than" where one holds several amounts ("on Monday and Tuesday than on Friday")."""
    told = telling(pool) if len(pool) > 2 else frozenset[str]()
    sides = []
    for words in (problem.asked[:cut], problem.asked[cut + 1 :]):
        here = content(words) & told
        chosen = [fact for fact in pool if fact.context & here]
        if not chosen or len(here) != len(chosen) or any(len(fact.context & here) != 1 for fact in chosen):
            return None
        if len(chosen) > 1 and not any(word.low == "and" for word in words):
            return None
        sides.append(chosen)
    if len(sides[0]) + len(sides[1]) < 3 or any(fact in sides[1] for fact in sides[0]):
        return None
    return added([of(fact) for fact in sides[0]]), added([of(fact) for fact in sides[1]])


def more_than_other(problem: Problem) -> Expression | None:
    """ "Ann has 9 pens and Ben has 4: how many more does Ann have": more than the other."""
    if (
        not MORE.search(problem.low)
        or "than" in problem.low.split()
        or NEED.search(problem.low)
        or LEFT.search(problem.low)
    ):
        return None
    told = [fact for fact in problem.facts if fact.per is None]
    if (
        len(told) != 2
        or len(problem.facts) != 2
        or any(fact.percent or fact.asked or fact.more for fact in told)
    ):
        return None
    if told[0].unit != told[1].unit or problem.opens or told[0].deed != told[1].deed:
        return None
    words = telling(told) & content(problem.asked) - problem.named
    when = _POINTED & set(problem.low.split())
    mine = [
        fact
        for fact in told
        if (fact.subject | fact.context) & words or when.intersection(clause_of(problem, fact))
    ]
    apart = told[0].subject != told[1].subject or problem.deed != "hold"
    if len(mine) != 1 or not apart or re.search(r"\b(?:fewer|less)\b", problem.low):
        return None
    other = next(fact for fact in told if fact is not mine[0])
    return Arithmetic("-", of(mine[0]), of(other))


def profit(problem: Problem) -> Expression | None:
    """What something sells for less what it costs."""
    if not re.search(r"\bprofit\b", problem.low) or len(problem.facts) != 2:
        return None
    if any(
        fact.unit != problem.facts[0].unit or fact.per is not None or fact.percent for fact in problem.facts
    ):
        return None
    sold = [fact for fact in problem.facts if verb_base(fact.verb) in ("sell", "earn", "make")]
    paid = [fact for fact in problem.facts if verb_base(fact.verb) in ("cost", "buy", "pay", "spend")]
    return Arithmetic("-", of(sold[0]), of(paid[0])) if len(sold) == len(paid) == 1 else None


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
    needs = [NEED.search(" ".join(clause_of(problem, fact))) is not None for fact in alike]
    if needs == [True, False] and not wanted.asked:
        there, wanted = wanted, there
    elif not wanted.asked and not needs[1]:
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
