"""The schema of word problems of several steps: rates times what they are for, added up, and what goes out taken away.

Every numeral of the problem must find its place, once: as an amount of what is asked, as a rate of it ("3 eggs for each
cake"), or as a count of what a rate is for, which may itself be a rate ("12 floors with 6 rooms each"). A day, week, month
or year in the question counts the rates per shorter span. What is left over, compared or a percentage ends in no answer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from recast.language.atoms import MONTH_OF
from recast.solve.expression import Arithmetic, Bare, Expression
from recast.solve.texts.clauses import verb_base
from recast.solve.texts.course import course, is_of_them, is_set_apart
from recast.solve.texts.facts import Fact
from recast.solve.texts.money import money_balance, sign_of
from recast.solve.texts.problem import (
    EACH,
    LEFT,
    MORE,
    START,
    TIMES,
    TOTAL,
    Problem,
    added,
    less,
    of,
    of_its_kind,
    times,
)
from recast.solve.texts.story import content, stem

_KEPT = re.compile(r"\b(?:left|leftover|remain\w*|change|profit|save|back|now|still|have|keep|kept)\b")
_UNDONE = re.compile(r"\b(?:have to|has to|left|still)\b")
_SHARED = re.compile(
    r"\b(?:rest|equally|evenly|average|half|halves|twice|thirds?|quarters?|fifth|sixth|eighth|tenth|some|each other|share\w*|split|divided|groups?|first|last|than|more|less|fewer)\b"
)
_EVERY = re.compile(r"\b(?:a|an|per|each|every) (second|minute|hour|day|week|month|year)\b")
_SPANS = {
    ("day", "week"): 7, ("month", "year"): 12, ("hour", "day"): 24, ("minute", "hour"): 60, ("week", "year"): 52,
}  # fmt: skip


def flow(problem: Problem) -> Expression | None:
    """What comes in less what goes out, each a rate times what it is for, or an amount."""
    if "profit" in problem.low.split() and len(problem.facts) > 3:
        return None
    if (
        (MORE.search(problem.low) and not _UNDONE.search(problem.low))
        or START.search(problem.low)
        or not problem.unit
    ):
        return None
    if any(fact.relation or fact.percent for fact in problem.facts):
        return None
    if _SHARED.search(MORE.sub("", problem.low)) or _SHARED.search(problem.story):
        return None
    asked = content(problem.asked)
    several = TOTAL.search(problem.low) is not None
    rates = [
        fact for fact in problem.facts
        if fact.per is not None and (problem.counts(fact) or (several and fact.named & asked and fact.per != problem.unit))
    ]  # fmt: skip
    for rate in (
        rates if len(rates) == 2 else ()
    ):  # "in rows of 9 pens", of which it is not said how many there are
        if rate.per and not any(fact.unit == rate.per for fact in problem.facts) and rate.per not in TIMES:
            others = [one for one in rates if one is not rate]
            if any(one.per and any(fact.unit == one.per for fact in problem.facts) for one in others):
                return flow(replace(problem, facts=tuple(fact for fact in problem.facts if fact is not rate)))
    if not rates:
        return None
    used: list[Fact] = []
    terms: list[tuple[Fact, Expression]] = []
    for rate in rates:
        made = _times(problem, rate, used)
        if made is None:
            return None
        if rate.per in TIMES:  # "3 in the morning and 2 at noon every day"
            same = [one for one in problem.facts if one not in used and one.sentence == rate.sentence]
            if any(one.per is not None or one.unit != rate.unit or one.derived for one in same):
                return None
            if "plus" in problem.story.split():  # "$50 for a visit plus $35 per hour"
                same = []
            used += same
            made = _scaled(made, [of(one) for one in same])
        terms.append((rate, made))
    plain = [fact for fact in problem.facts if fact not in used and problem.counts(fact)]
    terms += [(fact, of(fact)) for fact in plain]
    spare = [fact for fact in problem.facts if fact not in used and fact not in plain]
    if spare and not (
        rates[0].unit == problem.unit and all(_is_other_kind(problem, fact, rates[0]) for fact in spare)
    ):
        return None
    terms.sort(key=lambda term: (term[0].sentence, term[0].place))
    return _balance(problem, terms, plain)


def _is_other_kind(problem: Problem, fact: Fact, rate: Fact) -> bool:
    """Whether a fact is told of another kind beside a rate that is asked for ("4 pens and 6 cups in each box")."""
    beside = fact.sentence == rate.sentence and abs(fact.place - rate.place) <= 4  # words of a list
    return beside and fact.per == rate.per and not fact.named & content(problem.asked)


def _times(problem: Problem, rate: Fact, used: list[Fact]) -> Expression | None:
    """A rate times all that it is for; None where that is not told. Notes what has been used."""
    used.append(rate)
    counts = _counts(problem, rate, used)
    kept = _what_is_kept(problem, rate, used) if not counts else None
    if kept is not None:
        return times(kept, of(rate))
    factor = _span(problem, rate)
    if factor is None or not (counts or factor > 1 or rate.per in _asked_spans(problem)):
        return None
    if not counts:
        return of(rate) if factor == 1 else times(of(rate), Bare(factor))
    made: list[Expression] = []
    for count in counts:
        outer = _times(problem, count, used) if count.per is not None else of(count)
        if outer is None:
            return None
        if count.per is None:
            used.append(count)
        made.append(outer)
    product = times(added(made), of(rate))
    return product if factor == 1 else times(product, Bare(factor))


def _what_is_kept(problem: Problem, rate: Fact, used: list[Fact]) -> Expression | None:
    """How many there are of what a rate is for, where some of them came or went."""
    told = [
        fact
        for fact in problem.facts
        if fact not in used and rate.per and fact.unit == rate.per and fact.per is None
    ]
    if len(told) < 2 or not rate.per:
        return None
    kept = course(replace(problem, facts=tuple(told), unit=rate.per, named=frozenset({stem(rate.per)})))
    if kept is not None:
        used += told
    return kept


def _scaled(product: Expression, others: Sequence[Expression]) -> Expression:
    """A product of a count and a rate with more that is added to the rate."""
    if not others or not isinstance(product, Arithmetic):
        return product
    if product.sign == "/":
        return Arithmetic("/", _scaled(product.left, others), product.right)
    if isinstance(product.right, Bare):
        return Arithmetic("*", added([product.left, *others]), product.right)
    return Arithmetic("*", product.left, added([product.right, *others]))


def _counts(problem: Problem, rate: Fact, used: Sequence[Fact]) -> list[Fact]:
    """What a rate is for: the counts of the noun that it names, else the one told before it in its sentence or, of "each"
    of what was last told, the one of the sentence before."""
    free = [
        fact
        for fact in problem.facts
        if fact not in used
        and fact.unit != rate.unit
        and not (fact.deed == "hold" and is_of_them(problem, fact))
    ]
    near = [fact for fact in free if fact.sentence == rate.sentence and fact.place < rate.place]
    if near and near[-1].unit == rate.per and rate.place - near[-1].place <= 4:
        return near[-1:]  # "5 boxes of 20 nails and 3 boxes of 15 screws"
    shared = [
        fact
        for fact in used
        if fact.unit == rate.per
        and any(one.per == rate.per and one in used and one is not rate for one in problem.facts)
    ]
    if shared and shared[0].sentence == rate.sentence:
        return shared  # "4 pens and 6 cups in each box"
    if rate.per:
        named = of_its_kind([fact for fact in free if fact.unit == rate.per], rate)
        beside = [fact for fact in named if fact.sentence == rate.sentence]
        several = sum(fact.per == rate.per and problem.counts(fact) for fact in problem.facts) > 1
        alike = named if not several else beside
        return alike if len({fact.deed for fact in alike}) == 1 else []
    if near:
        return near[-1:]
    before = [fact for fact in free if fact.sentence == rate.sentence - 1]
    return before if len(before) == 1 else []


def _span(problem: Problem, rate: Fact) -> int | None:
    """How many of the spans of a rate are in the span that is asked for ("2 a day": 7 in a week); 1 where the rate is for no
    span, for the one that is asked for, or for one that is counted ("for 8 weeks"); None where that is not told."""
    said = " ".join(word.low for word in problem.sentences[rate.sentence])
    found = _EVERY.search(said)
    part = rate.per if rate.per in TIMES else found[1] if found else ""
    asked = _asked_spans(problem)
    if not part or part in asked or any(fact.unit == part for fact in problem.facts):
        return 1
    factors = [_SPANS[part, whole] for whole in asked if (part, whole) in _SPANS]
    return factors[0] if len(factors) == 1 else None


def _asked_spans(problem: Problem) -> set[str]:
    """The spans of time that the question names; "today" is a day, "May" a month."""
    found = {word.unit for word in problem.asked if word.unit in TIMES}
    found |= {"day" for word in problem.asked if word.low in ("today", "yesterday", "tomorrow", "daily")}
    return found | {"month" for word in problem.asked if word.tag == "NP" and word.low in MONTH_OF}


def _balance(
    problem: Problem, terms: Sequence[tuple[Fact, Expression]], plain: Sequence[Fact]
) -> Expression | None:
    """The terms added up; with what is kept asked, those that go out taken from those that come in."""
    apart = EACH.search(problem.low)
    if apart and not re.match(r" (?:day|week|month|year|hour)\b", problem.low[apart.end() :]):
        return None
    if (balanced := money_balance(problem, terms)) is not None:
        return balanced
    if problem.unit == "$" and any(sign_of(fact) * sign_of(terms[0][0]) < 0 for fact, _ in terms):
        return None  # some are earned and some are paid
    kept = _KEPT.search(problem.low) is not None
    others = [fact for fact in plain if is_set_apart(problem, fact)]
    kept = kept or bool(others)
    out = [term for fact, term in terms if fact.deed == "loss" or fact in others]
    come = [term for fact, term in terms if fact.deed != "loss" and fact not in others]
    if re.search(r"\bchange\b|\bback\b", problem.low):
        whole = [fact for fact in plain if fact.deed == "hold"] if len(plain) > 1 else list(plain)
        spent = [term for fact, term in terms if fact not in whole]
        return less(of(whole[0]), spent) if len(whole) == 1 else None
    priced = [fact for fact, _ in terms if fact not in plain]
    earned = any(verb_base(fact.verb) in ("sell", "earn", "charge", "make", "get") for fact in priced)
    first = bool(plain) and all(plain[0].sentence < fact.sentence for fact in priced)
    if (
        kept and problem.unit == "$" and len(plain) == 1 and first and not earned
    ):  # what was given to her less what she buys
        return less(of(plain[0]), [term for fact, term in terms if fact not in plain])
    if kept and out:
        if len(come) == 0:
            return None
        return less(added(come), out)
    if LEFT.search(problem.low):
        return None
    if (
        out
        and come
        and all(stem(fact.verb) == stem(problem.verb) for fact, _ in terms if fact.deed != "loss")
    ):
        return added(come)  # "how many has he laid": those that broke are laid as well
    if out and come and {stem(fact.verb) for fact, _ in terms} != {stem(terms[0][0].verb)}:
        return None
    return added([term for _, term in terms])
