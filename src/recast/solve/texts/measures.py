"""Units of one kind: amounts that are told in one of them and asked in another."""

from __future__ import annotations

import re
from dataclasses import replace

from recast.solve.expression import Arithmetic, Bare, Expression, Operand
from recast.solve.texts.facts import Fact
from recast.solve.texts.problem import EACH, LEFT, MORE, TIMES, Problem, clause_of, of
from recast.solve.texts.story import stem

#: The smaller unit, the larger unit → how many of the one are one of the other.
SIZES = {
    ("second", "minute"): 60, ("minute", "hour"): 60, ("hour", "day"): 24, ("day", "week"): 7, ("month", "year"): 12,
    ("week", "year"): 52, ("inch", "foot"): 12, ("foot", "yard"): 3, ("gram", "kilogram"): 1000, ("meter", "kilometer"): 1000,
    ("centimeter", "meter"): 100, ("millimeter", "centimeter"): 10, ("millimeter", "meter"): 1000, ("milliliter", "liter"): 1000,
    ("ounce", "pound"): 16, ("kilogram", "ton"): 1000, ("cent", "$"): 100,
}  # fmt: skip


def converted(value: Expression, told: str, asked: str) -> Expression | None:
    """A value in another unit of its kind; None where the units are not of one kind."""
    if (told, asked) in SIZES:
        return Arithmetic("/", value, Bare(SIZES[told, asked]))
    if (asked, told) in SIZES:
        return Arithmetic("*", value, Bare(SIZES[asked, told]))
    return None


def in_asked_unit(problem: Problem) -> Problem:
    """The problem with its amounts in the unit that is asked for, where they are told in another of its kind, and with spans of
    time in the unit of the only rate that is for one ("2 a day … in 3 weeks")."""
    asked = [fact for fact in problem.facts if fact.unit == problem.unit]
    spans = {fact.per for fact in problem.facts if fact.per in TIMES}
    told = []
    for fact in problem.facts:
        counted = fact.per is None and fact.unit in TIMES and bool(spans)
        span = next(iter(spans)) if len(spans) == 1 else None
        apart = bool(asked) and not any(_is_joined(problem, fact, one) for one in asked)
        if counted and fact.unit not in spans and span is not None and problem.unit not in TIMES:
            told.append(_in_unit(fact, span))
        elif fact.unit in TIMES and (apart or (counted and fact.unit in spans)):
            told.append(fact)
        else:
            told.append(_in_unit(fact, problem.unit))
    return replace(problem, facts=tuple(told))


def _is_joined(problem: Problem, fact: Fact, one: Fact) -> bool:
    """Whether two amounts are told as one ("2 hours and 30 minutes")."""
    first, last = sorted((fact.place, one.place))
    between = [word.low for word in problem.sentences[fact.sentence][first + 2 : last]]
    return fact.sentence == one.sentence and between in ([], ["and"])


def _in_unit(fact: Fact, unit: str) -> Fact:
    made = None if fact.unit == unit else converted(of(fact), fact.unit, unit)
    return fact if made is None else replace(fact, value=made, unit=unit, units=frozenset({unit}))


def rectangle(problem: Problem) -> Expression | None:
    """The area or the perimeter of what is so long and so wide."""
    asked = re.search(r"\b(area|perimeter)\b", problem.low)
    if asked is None or len(problem.facts) != 2 or len({fact.unit for fact in problem.facts}) != 1:
        return None
    if any(fact.per is not None or fact.percent for fact in problem.facts):
        return None
    sides = {
        "long" if re.search(r"\blong\b|\blength\b", words) else "wide"
        for fact in problem.facts
        if re.search(r"\b(?:long|length|wide|width)\b", words := " ".join(clause_of(problem, fact)))
    }
    if len(sides) != 2:
        return None
    one, other = (of(fact) for fact in problem.facts)
    return (
        Arithmetic("*", one, other)
        if asked[1] == "area"
        else Arithmetic("*", Arithmetic("+", one, other), Bare(2))
    )


def one_amount(problem: Problem) -> Expression | None:
    """The one amount of a story that is told in dozens or in another unit."""
    if len(problem.facts) != 1 or problem.opens or LEFT.search(problem.low) or MORE.search(problem.low):
        return None
    fact = problem.facts[0]
    same = stem(fact.verb) == stem(problem.verb) or problem.deed == "hold"
    if EACH.search(" ".join(clause_of(problem, fact))):
        return None
    plain = isinstance(fact.value, Operand) or fact.derived or fact.part or fact.per is not None
    return None if plain or not same or not problem.counts(fact) else of(fact)
