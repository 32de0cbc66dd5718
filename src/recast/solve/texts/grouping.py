"""Schemas of word problems with equal groups: prices and rates, shares, how many groups, averages."""

from __future__ import annotations

import re
from collections.abc import Sequence

from recast.solve.expression import Arithmetic, Bare, Ceiling, Expression
from recast.solve.texts.course import is_end, is_of_them
from recast.solve.texts.facts import Fact, beside
from recast.solve.texts.money import sign_of
from recast.solve.texts.problem import (
    EACH,
    LEFT,
    MORE,
    TIMES,
    TOTAL,
    Problem,
    added,
    closest,
    less,
    of,
    of_its_kind,
    said_in,
    telling,
    times,
)
from recast.solve.texts.story import content, head, noun_after, stem

_SINGLE = re.compile(
    r"\bone\b|\b(?:price|cost) (?:of|for) (?:a|an)\b|\b(?:does|did|would|will) (?:a|an)\b(?=.* cost\b)"
)
_NEEDED = re.compile(r"\b(?:need|needs|needed|require|requires|required)\b")


def priced(problem: Problem) -> Expression | None:
    """Prices and rates times what they are for, added up; with "left" or "change", taken from what there was."""
    if (
        MORE.search(problem.low)
        or EACH.search(problem.low)
        or re.search(r"\b(?:average|profit)\b", problem.low)
    ):
        return None
    rates = [fact for fact in problem.facts if fact.per is not None and problem.counts(fact)]
    if not rates or any(fact.relation or fact.percent for fact in problem.facts):
        return None
    if any(word.unit in TIMES and word.unit not in _units(problem) for word in problem.asked if word.stem):
        return None
    if any(LEFT.search(said_in(problem, rate)) for rate in rates):  # "each player left has 6 lives"
        return None
    used: list[Fact] = []
    terms: list[Expression] = []
    for rate in rates:
        counts = _counts_for(problem, rate, used)
        if not counts or all(count.more for count in counts):
            return None
        used += [rate, *counts]
        amount = added([of(count) for count in counts])
        while counts[0].per:  # "3 floors with 4 rooms on each floor"
            outer = [fact for fact in problem.facts if fact.unit == counts[0].per and fact not in used]
            if len(counts) > 1 or len(outer) != 1:
                return None
            counts = outer
            used += outer
            amount = times(amount, of(outer[0]))
        terms.append(times(amount, of(rate)))
    rest = [fact for fact in problem.facts if fact not in used and problem.counts(fact)]
    if not rest:
        return None if LEFT.search(problem.low) or "change" in problem.low.split() else added(terms)
    if len(rest) != 1:
        return None
    if (
        rest[0].deed == "loss"
        and rest[0].place > 0
        and rest[0].sentence > rates[-1].sentence
        and "many" in problem.low.split()
    ):
        return Arithmetic("-", added(terms), of(rest[0])) if LEFT.search(problem.low) else None
    if sign_of(rest[0]) * sign_of(rates[0]) < 0 and sign_of(rest[0]) < 0:
        return less(added(terms), [of(rest[0])]) if LEFT.search(problem.low) else None
    if re.search(r"\b(?:left|change|remain\w*|get back)\b", problem.low):
        if rest[0].deed == "loss" and all(rate.deed != "loss" for rate in rates) and LEFT.search(problem.low):
            return less(added(terms), [of(rest[0])])
        return less(of(rest[0]), terms)
    return None


def _units(problem: Problem) -> frozenset[str]:
    """All nouns of the story."""
    return frozenset(word.unit for sentence in problem.sentences[:-1] for word in sentence)


def _counts_for(problem: Problem, rate: Fact, used: Sequence[Fact]) -> list[Fact]:
    """The counts that a rate is for: of the noun it names, or the one before it in its sentence, or the only one."""
    others = [
        fact for fact in problem.facts
        if fact is not rate and fact not in used and fact.per is None and not problem.counts(fact)
    ]  # fmt: skip
    if rate.per:
        told = [fact for fact in problem.facts if fact.unit == rate.per and fact not in (rate, *used)]
        named = of_its_kind(
            [fact for fact in told if not (fact.deed == "hold" and is_of_them(problem, fact))], rate
        )
        rates = [fact for fact in problem.facts if fact.per == rate.per and problem.counts(fact)]
        every = [fact for fact in problem.facts if fact.unit == rate.per and fact.per is None]
        if len(rates) > 1 and len(every) == len(rates):  # one after the other, as they are told
            return [every[rates.index(rate)]]
        together = all(beside(named[0], fact) and named[0].deed == fact.deed for fact in named)
        return named if together else []
    near = [fact for fact in others if fact.sentence == rate.sentence and fact.place < rate.place]
    if near:
        return near[-1:]
    named = [fact for fact in others if stem(fact.unit) in rate.subject]  # "tickets were 6 dollars each"
    if named and all(beside(named[0], fact) and named[0].deed == fact.deed for fact in named):
        return named
    return others if len(others) == 1 else []


def duration(problem: Problem) -> Expression | None:
    """ "5 miles at 4 miles per hour: how long": the whole divided by the rate."""
    rates = [fact for fact in problem.facts if fact.per]
    if len(rates) != 1 or not 2 <= len(problem.facts) <= 3:
        return None
    rate = rates[0]
    wholes = [fact for fact in problem.facts if fact is not rate]
    if any(fact.unit != rate.unit or fact.per is not None for fact in wholes) or rate.per not in TIMES:
        return None
    whole = _grouped(problem, wholes)
    if whole is not None and re.search(rf"\bhow long\b|\bhow many {rate.per}s\b", problem.low):
        return Arithmetic("/", whole, of(rate))
    return None


def speed(problem: Problem) -> Expression | None:
    """ "10 miles in 2 hours: how fast": the way divided by the time."""
    if not re.search(r"\bhow (?:fast|quick|speedy)\b|\bspeed\b", problem.low) or len(problem.facts) != 2:
        return None
    times = [fact for fact in problem.facts if fact.unit in TIMES or stem(fact.verb) == "take"]
    ways = [fact for fact in problem.facts if fact not in times]
    if len(times) != 1 or any(fact.per is not None or fact.relation for fact in problem.facts):
        return None
    return Arithmetic("/", of(ways[0]), of(times[0]))


def repeated(problem: Problem) -> Expression | None:
    """ "3 hours for 6 days: how many in total": one times the other."""
    if not TOTAL.search(problem.low) or len(problem.facts) != 2:
        return None
    once, often = problem.facts
    words = problem.sentences[often.sentence]
    if not problem.counts(once) or often.unit not in TIMES or often.sentence != once.sentence:
        return None
    if once.unit == often.unit or once.relation or words[often.place - 1].low != "for":
        return None
    return Arithmetic("*", of(once), of(often))


def in_proportion(problem: Problem) -> Expression | None:
    """ "3 packs for $3.87: how much are 6": the price of one times how many."""
    if len(problem.facts) != 3 or any(
        fact.relation or fact.per is not None or fact.percent for fact in problem.facts
    ):
        return None
    some, price, many = sorted(problem.facts, key=lambda fact: (fact.asked, problem.counts(fact)))
    if not many.asked and many.sentence == some.sentence:
        return None
    if (
        some.unit != many.unit
        or not problem.counts(price)
        or problem.counts(some)
        or LEFT.search(problem.low)
    ):
        return None
    if some.sentence != price.sentence or price.sentence == many.sentence:
        return None
    return Arithmetic("*", Arithmetic("/", of(price), of(some)), of(many))


def shared_out(problem: Problem) -> Expression | None:
    """ "How many … in each …": the whole divided by the number of parts."""
    found = EACH.search(problem.low) or _SINGLE.search(problem.low)
    if found is None or any(fact.relation or fact.per is not None for fact in problem.facts):
        return None
    at = len(problem.low[: found.end()].split()) - 1
    part = head(noun_after(problem.asked, at + 1, 4)[0])
    wholes = [fact for fact in problem.facts if problem.counts(fact)]
    if not part or part == problem.unit:
        return None
    parts = [fact for fact in problem.facts if fact.unit == part and fact not in wholes]
    kinds = [fact for fact in problem.facts if fact not in parts]
    if (
        not wholes
        and len(parts) == 1
        and len(kinds) == 2
        and _is_listed(problem, *kinds)
        and problem.unit not in _units(problem)
    ):
        return Arithmetic("/", added([of(kind) for kind in kinds]), of(parts[0]))
    if len(wholes) == 2 and len(parts) == 1 and len(problem.facts) == 3 and _is_listed(problem, *wholes):
        return Arithmetic("/", added([of(whole) for whole in wholes]), of(parts[0]))
    if len(parts) == 1 and len(wholes) == 1:
        return Arithmetic("/", of(wholes[0]), of(parts[0]))
    if len(parts) == 1 and len(wholes) == 2 and re.search(r"\brest\b|\bremain\w*\b", problem.story):
        if re.search(r"\brest\b|\bremain\w*\b", said_in(problem, wholes[0])):
            return None  # what is taken is told before what there was
        return Arithmetic("/", Arithmetic("-", of(wholes[0]), of(wholes[1])), of(parts[0]))
    if len(parts) > 1 and len(wholes) == len(parts):
        asked = content(problem.asked)
        whole, share = closest(wholes, asked, frozenset()), closest(parts, asked, frozenset())
        if whole is not None and share is not None and whole.sentence == share.sentence:
            return Arithmetic("/", of(whole), of(share))
    return None


def groups(problem: Problem) -> Expression | None:
    """ "How many boxes, if each holds 6": the whole divided by what one part holds."""
    every = [fact for fact in problem.facts if fact.per is not None]
    own = [fact for fact in every if fact.per == problem.unit]
    apart = [fact for fact in own if len(own) > 1 and fact.context & telling(own) & content(problem.asked)]
    rates = apart if len(own) > 1 else own or every
    if len(rates) != 1 or EACH.search(problem.low) or any(fact.relation for fact in problem.facts):
        return None
    rate = rates[0]
    if rate.unit == problem.unit or (rate.per and rate.per != problem.unit):
        return None
    if any(fact.unit == problem.unit for fact in problem.facts):
        return None
    packed = [fact for fact in every if fact not in own and fact.unit == rate.unit]
    if len(packed) == 1 and len(problem.facts) == 3:  # "6 packs of 12 pens each … 9 pens in each row"
        packs = [fact for fact in problem.facts if fact not in (rate, packed[0])]
        named = packed[0].per in ("", packs[0].unit) and packs[0].unit != rate.unit
        return Arithmetic("/", Arithmetic("*", of(packs[0]), of(packed[0])), of(rate)) if named else None
    kinds = rate.named - {stem(rate.unit)}
    if apart:
        wholes = [
            fact
            for fact in problem.facts
            if fact.per is None and fact.unit == rate.unit and fact.named & kinds
        ]
        return Arithmetic("/", of(wholes[0]), of(rate)) if len(wholes) == 1 else None
    wholes = [fact for fact in problem.facts if fact is not rate and fact.unit == rate.unit]
    spare = [fact for fact in problem.facts if fact is not rate and fact not in wholes]
    if len(wholes) == len(spare) == 1 and _is_listed(problem, *wholes, *spare) and rate.per == problem.unit:
        return Arithmetic("/", of(wholes[0]), of(rate)) if spare[0].per is None else None
    others = [fact for fact in problem.facts if fact is not rate]
    if not wholes and len(others) == 1 and rate.per == problem.unit and others[0].per is None:
        wholes = others  # "14 children and 2 seats on each bus"
    if not wholes or len(wholes) + 1 != len(problem.facts) or len(wholes) > 2:
        return None
    whole = _grouped(problem, wholes)
    if whole is None:
        return None
    parts = Arithmetic("/", whole, of(rate))
    return Ceiling(parts) if _NEEDED.search(problem.low) and problem.unit not in (*TIMES, "$") else parts


def _is_listed(problem: Problem, one: Fact, other: Fact) -> bool:
    """Whether two amounts stand in one list ("35 pens and 7 cups")."""
    first, last = sorted((one.place, other.place))
    return (
        one.sentence == other.sentence
        and problem.sentences[one.sentence][last - 1].low == "and"
        and last - first <= 5
    )


def _grouped(problem: Problem, wholes: Sequence[Fact]) -> Expression | None:
    """What is put into groups: one amount, two that come together, or one less a part that goes."""
    first = wholes[0]
    if first.deed == "loss":
        return None
    if len(wholes) == 1:
        return of(first)
    second = wholes[1]
    if is_end(problem, second) and LEFT.search(said_in(problem, second)) and not second.more:
        return Arithmetic("-", of(first), of(second))  # "she had 40, ate 3 a day, and has 10 left"
    words = problem.sentences[second.sentence]
    part = [word.low for word in words[second.place + 1 : second.place + 3]] in (
        ["of", "them"],
        ["of", "the"],
    )
    if second.deed == "loss" or (part and "not" not in problem.low.split()):
        return Arithmetic("-", of(first), of(second))
    if (
        second.more
        or beside(first, second)
        or second.deed == "gain"
        or "another" in said_in(problem, second).split()
    ):
        return added([of(first), of(second)])
    return None


def average(problem: Problem) -> Expression | None:
    """The mean of all that is counted alike."""
    if not re.search(r"\b(?:average|mean)\b", problem.low) or any(
        fact.per is not None for fact in problem.facts
    ):
        return None
    alike = [fact for fact in problem.facts if fact.unit == problem.unit or not problem.unit]
    if any(fact.unit == "number" for fact in alike):
        return None
    if len(alike) < 2 or len(alike) != len(problem.facts) or len({fact.unit for fact in alike}) > 1:
        return None
    return Arithmetic("/", added([of(fact) for fact in alike]), Bare(len(alike)))
