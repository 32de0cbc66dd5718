"""Schemas of word problems with one percentage: a part of a whole, what is taken off or added, and amounts that rose or fell."""

from __future__ import annotations

import re

from recast.solve.expression import Arithmetic, Bare, Expression, Magnitude
from recast.solve.texts.facts import Fact
from recast.solve.texts.problem import EACH, LEFT, MORE, START, TOTAL, Problem, of, said_in
from recast.solve.texts.story import content, stem

_OFF = re.compile(
    r"\b(?:discount|rebate|allowance|price cut|off|reduced|reduction|reduces|cheaper|less|fell|falls|fallen|dropped|drops|decreas\w+"
    r"|lower|lowered|deducted|deduction|shrank|shrunk|down)\b"
)
_ON = re.compile(
    r"\b(?:raised|raises|raise|rose|rises|risen|increas\w+|added|adds|grew|grows|grown|higher|dearer|surcharge|tip|interest|up)\b"
)
_ASKS_PART = re.compile(
    r"\b(?:save|saves|saved|discount|reduction|rebate|allowance|price cut|surcharge|tip|interest|increase|decrease|by how)\b"
)
_ASKS_RESULT = re.compile(
    r"\b(?:cost|costs|price|pay|pays|paid|now|new|worth|after|must|total|altogether|charged?)\b|\bhow much (?:is|was|are|were) the\b"
)
_NAMES_PART = re.compile(r"\b(?:tip|tax|surcharge|interest)\b")
_WITH_PART = re.compile(r"\b(?:with|including|include|includes|without|before)\b")


def percentage(problem: Problem) -> Expression | None:
    """ "25% of the 32": the part; with a discount or a surcharge, what is left of it or comes of it."""
    shares = [fact for fact in problem.facts if fact.percent]
    wholes = [fact for fact in problem.facts if not fact.percent]
    if len(shares) != 1 or len(wholes) != 1 or wholes[0].relation or wholes[0].per is not None:
        return None
    if MORE.search(problem.low) or EACH.search(problem.low) or START.search(problem.low):
        return None
    share = Arithmetic("/", Arithmetic("*", of(wholes[0]), of(shares[0])), Bare(100))
    said = said_in(problem, shares[0])
    off, on = _OFF.search(said), _ON.search(said)
    if off or on:
        if wholes[0].unit != problem.unit or (off and on) or "not" in problem.low.split():
            return None
        part = _ASKS_PART.search(problem.low) is not None
        result = _ASKS_RESULT.search(problem.low) is not None and not _NAMES_PART.search(problem.low)
        if part and not _WITH_PART.search(problem.low):
            return share
        return Arithmetic("-" if off else "+", of(wholes[0]), share) if result and not part else None
    if wholes[0].unit != problem.unit or TOTAL.search(problem.low):
        return None
    words = problem.sentences[shares[0].sentence]
    after = content(words[shares[0].place + 2 :]) - {stem(wholes[0].unit)}
    alike = bool(after) and len(after & content(problem.asked)) >= len(after) / 2
    if LEFT.search(problem.low):
        negated = alike and "not" in problem.low.split() and "not" not in said.split()
        return Arithmetic("-", of(wholes[0]), share) if negated else None
    return share if alike and "not" not in said.split() else None


_ASKS_CHANGE = re.compile(
    r"\bby how (?:much|many)\b|\bhow much (?:cheaper|dearer|colder|warmer|lower|higher|shorter|longer)\b(?!.* than\b)"
    r"|\b(?:did|has|have|was|were) .*\b(?:grow|grown|rise|risen|increased?|fall|fallen|dropp?e?d?|decreased?|sink|sunk|shrink|shrunk|change|changed)\b"
)
_ASKS_BEFORE = re.compile(r"\b(?:before|previous|previously|old|original|originally|at first)\b")


def changed(problem: Problem) -> Expression | None:
    """ "The price rose by 2 to 9": what it was; "from 12 to 9", "12 in May and 9 in June": by how much it changed."""
    told = problem.facts
    if len(told) != 2 or problem.opens or EACH.search(problem.low) or TOTAL.search(problem.low):
        return None
    if told[0].unit != told[1].unit or any(
        fact.relation or fact.per is not None or fact.percent for fact in told
    ):
        return None
    ahead = {_before(problem, fact): fact for fact in told}
    if "by" in ahead:
        said = said_in(problem, ahead["by"])
        off, on = _OFF.search(said), _ON.search(said)
        if bool(off) == bool(on):
            return None
        if "to" in ahead and _ASKS_BEFORE.search(problem.low):
            return Arithmetic("+" if off else "-", of(ahead["to"]), of(ahead["by"]))
        return None
    if not _ASKS_CHANGE.search(problem.low) or any(fact.more for fact in told):
        return None
    return Magnitude(Arithmetic("-", of(told[1]), of(told[0])))


def _before(problem: Problem, fact: Fact) -> str:
    """The last word before a numeral and its sign."""
    words = [word.low for word in problem.sentences[fact.sentence][: fact.place] if word.low[:1].isalpha()]
    return words[-1] if words else ""
