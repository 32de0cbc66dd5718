"""Which numerals of a word problem can have to do with what is asked, by their units; the others are left out.

What is asked is counted in a unit; so are the amounts that give it, and rates link units with each other ("3 euros a litre"). A
plain amount whose unit no such link reaches is an aside ("She is 9 years old"), as far as nothing can hang on it unseen: not
where the question names it, nor where it is a count in the sentence of a price, since that may be the price of each.

Not covered: an aside in the unit of what is asked.
"""

from __future__ import annotations

import re
from dataclasses import replace

from recast.solve.texts.facts import MEASURES, Fact
from recast.solve.texts.problem import EACH, LEFT, MORE, TIMES, TOTAL, Problem, said_in, telling
from recast.solve.texts.story import WITHIN, content, noun_after, stem

_MEASURED = frozenset({*MEASURES, *TIMES, "$", "cent"})


def relevant(problem: Problem) -> Problem:
    """The problem without the plain amounts that no unit links to what is asked."""
    wholes = {
        fact.sentence
        for fact in problem.facts
        if problem.counts(fact) and TOTAL.search(said_in(problem, fact))
    }
    linked = _linked(problem)
    kept = tuple(  # of a whole other kinds may be parts
        fact
        for fact in _priced_things(problem)
        if _is_kept(problem, fact, linked) or (wholes and fact.sentence not in wholes)
    )
    return problem if len(kept) == len(problem.facts) else replace(problem, facts=kept)


def _priced_things(problem: Problem) -> tuple[Fact, ...]:
    """The facts without the sums for other things than the one whose price is asked ("How much did the shirts cost?")."""
    sums = [fact for fact in problem.facts if fact.unit == "$" == problem.unit]
    if len(sums) < 2 or TOTAL.search(problem.low) or LEFT.search(problem.low) or MORE.search(problem.low):
        return problem.facts
    lows = [word.low for word in problem.asked]
    start = next((at for at, low in enumerate(lows) if low in ("for", "do", "does", "did")), len(lows)) + 1
    if start <= len(lows) and lows[start - 1] != "for" and "cost" not in lows:
        return problem.facts
    asked = content([word for word in noun_after(problem.asked, start)[0] if word.tag in ("NN", "NNS")])
    told = telling(sums) & asked
    about = [fact for fact in sums if fact.context & told]
    if not asked or told != asked or len(about) == len(sums):
        return problem.facts
    return tuple(fact for fact in problem.facts if fact not in sums or fact in about)


def _linked(problem: Problem) -> frozenset[str]:
    """The units of what the question asks and names, and those to which rates lead from there."""
    found = {problem.unit, *(word.unit for word in problem.asked if word.tag in WITHIN and word.unit)}
    rates = [fact for fact in problem.facts if fact.per is not None]
    told = [fact.unit for fact in problem.facts if not fact.relation]
    while True:
        of_it = [fact for fact in rates if fact.unit in found]
        more = {fact.per for fact in of_it if fact.per} | {
            fact.unit for fact in rates if fact.per == problem.unit and told.count(fact.unit) > 1
        }
        more = more.union(*(_beside_each(problem, fact) for fact in of_it))
        shown = {
            fact.sentence for fact in problem.facts if fact.unit in found and _is_of_every(problem, fact)
        }
        more |= {fact.unit for fact in problem.facts if fact.sentence in shown}
        if more <= found:
            return frozenset(found)
        found |= more


def _is_of_every(problem: Problem, fact: Fact) -> bool:
    """Whether an amount is told for every so many of something ("for every 12 cans you get $2")."""
    return re.search(r"\b(?:each|every) \d", said_in(problem, fact)) is not None


def _beside_each(problem: Problem, rate: Fact) -> frozenset[str]:
    """The units of what an "each" can be about: what its sentence counts, else what the one before it counts."""
    if rate.per and not EACH.search(said_in(problem, rate)):
        return frozenset()
    counts = [fact for fact in problem.facts if fact.per is None and fact.unit != rate.unit]
    own = [fact for fact in counts if stem(fact.unit) in rate.subject]  # "tickets were 6 dollars each"
    near = [
        [fact for fact in counts if fact.sentence == number] for number in (rate.sentence, rate.sentence - 1)
    ]
    return frozenset(fact.unit for fact in next(filter(None, (near[0], own, near[1])), ()))


def _is_kept(problem: Problem, fact: Fact, linked: frozenset[str]) -> bool:
    if fact.unit in linked or fact.units & linked or problem.counts(fact):
        return True
    if fact.asked or fact.relation or fact.percent or fact.derived or fact.part or not fact.unit:
        return True
    if not any(
        problem.counts(one) for one in problem.facts
    ):  # what is asked is made of other kinds, but of no measures
        return fact.unit not in _MEASURED or problem.unit in _MEASURED or not problem.unit
    beside = [one for one in problem.facts if one.sentence == fact.sentence and one is not fact]
    if any(one.rest and one.sentence == fact.sentence for one in problem.opens):
        return True  # "27 pics … and the rest into 3 albums"
    if fact.unit not in _MEASURED and any(
        one.unit in linked and one.per is None and one.unit not in _MEASURED and one.verb != fact.verb
        for one in beside
    ):
        return True  # "there were 13 friends when 8 players quit"
    if (
        fact.unit in TIMES
        and problem.sentences[fact.sentence][fact.place - 1].low == "for"
        and any(problem.counts(one) for one in beside)
    ):
        return True  # "3 hours for 6 days"
    priced = any(one.unit == "$" and one.per is None and problem.unit == "$" for one in beside)
    return priced and fact.unit not in _MEASURED
