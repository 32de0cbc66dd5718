"""Schemas of word problems that compare: how many more, how many are missing, "n times as many as"."""

from __future__ import annotations

import re

from recast.language.degrees import FEWER
from recast.language.words import word_set
from recast.solve.expression import Arithmetic, Bare, Expression, Magnitude
from recast.solve.facts import Fact
from recast.solve.problem import (
    COMPARED,
    LEFT,
    MORE,
    NEED,
    TIMES,
    TOTAL,
    Problem,
    added,
    closest,
    of,
    said_in,
    telling,
)
from recast.solve.story import Sentence, content, noun_after, stem

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


def in_words(problem: Problem) -> Expression | None:
    """ "twice as many as", "half as many as": the factor is no numeral."""
    text = re.search(
        r"\b(twice|half|double|triple)\b(?: as (?:many|much|old|aged|long|tall|far|big|high)| the)",
        problem.story,
    )
    if text is None or len(problem.facts) != 1:
        return None
    number, sentence = next(
        (number, sentence)
        for number, sentence in enumerate(problem.sentences)
        if any(word.low == text[1] for word in sentence)
    )
    base = problem.facts[0]
    if number == base.sentence or base.per is not None:
        return None
    cut = max((place for place, word in enumerate(sentence) if word.low in ("as", "than")), default=None)
    if cut is None:
        return None
    factor = {"twice": Bare(2), "double": Bare(2), "triple": Bare(3), "half": Bare(2)}[text[1]]
    sign, back = ("/", "*") if text[1] == "half" else ("*", "/")
    return _by_relation(problem, base, sentence, cut, sign, back, factor, frozenset())


def related(problem: Problem) -> Expression | None:
    """ "n times as many as", "n more than": one is told, the other follows."""
    every = [fact for fact in problem.facts if fact.relation]
    relations = [fact for fact in every if problem.counts(fact)] if len(every) > 1 else every
    if len(relations) != 1:
        return None
    relation = relations[0]
    sentence = problem.sentences[relation.sentence]
    if NEED.search(said_in(problem, relation)):
        return None
    cut = max((place for place, word in enumerate(sentence) if word.low in ("than", "as")), default=None)
    if cut is None:
        return None
    known = [
        fact
        for fact in problem.facts
        if fact not in every and (fact.per is None or fact.per in TIMES) and not fact.percent
    ]
    if len(every) > 1:
        known = [fact for fact in known if fact.unit == relation.unit]
    sign, back = {"times": ("*", "/"), "more": ("+", "-"), "fewer": ("-", "+")}[relation.relation]
    found = [
        made
        for base in known
        if (made := _by_relation(problem, base, sentence, cut, sign, back, of(relation), relation.subject))
    ]
    return found[0] if len(found) == 1 else None


def _by_relation(
    problem: Problem,
    base: Fact,
    sentence: Sentence,
    cut: int,
    sign: str,
    back: str,
    factor: Expression,
    subject: frozenset[str],
) -> Expression | None:
    """What the relation of one sentence gives from the one value that is told elsewhere; ``back`` undoes ``sign``."""
    start = cut + 1
    while start < len(sentence) and sentence[start].tag in ("IN", "DT", "PP$"):
        start += 1
    than, compared = content(noun_after(sentence, start)[0]), content(sentence[:cut]) | subject
    verbs = {stem(base.verb)} if base.verb else set()
    than, compared = than - compared - verbs, compared - than - base.named - verbs - _EXTENTS
    if not than:
        return None
    if than & base.named:  # "3 times as many sheep as cows", of one owner
        compared -= base.subject
    to_base = len(base.context & than) + len(base.named & than) + 2 * len(base.subject & than)
    of_base = len(base.context & compared) + len(base.named & compared) + 2 * len(base.subject & compared)
    if not to_base and not of_base:
        return None
    inverse = of_base > to_base and not than & (base.context - base.subject)
    other = _signed(back if inverse else sign, _in_unit(base, problem.unit), factor)
    if TOTAL.search(problem.low):
        return Arithmetic("+", of(base), other)
    asked = content(problem.asked)
    mine, theirs = (than, compared) if inverse else (compared, than)
    if (
        len(asked & mine) > len(asked & theirs)
        and not LEFT.search(problem.low)
        and not MORE.search(problem.low)
    ):
        return other
    return None


def chained(problem: Problem) -> Expression | None:
    """ "9 more elms than oaks, and 4 fewer limes than elms": one is told, each of the others follows from one before."""
    relations = [fact for fact in problem.facts if fact.relation]
    bases = [fact for fact in problem.facts if not fact.relation]
    if len(relations) < 2 or len(bases) != 1 or bases[0].per is not None or bases[0].percent:
        return None
    known: list[tuple[frozenset[str], Expression]] = [(bases[0].named | bases[0].subject, of(bases[0]))]
    for fact in relations:
        sentence = problem.sentences[fact.sentence]
        cut = next(
            (at for at in range(fact.place, len(sentence)) if sentence[at].low in ("than", "as")), None
        )
        while cut is not None and any(word.low in ("than", "as") for word in sentence[cut + 1 : cut + 4]):
            cut += 1  # "times as many as"
        if cut is None:
            return None
        than = content(noun_after(sentence, cut + 1)[0])
        target = (fact.named | fact.subject) - than
        apart = than - target - fact.subject
        apart = apart - {stem(fact.unit)} or apart  # "than oak stamps" among stamps
        to = [made for key, made in known if apart & key]
        if len(to) != 1 or not target:
            return None
        sign = {"times": "*", "more": "+", "fewer": "-"}[fact.relation]
        known.append((target, _signed(sign, to[0], of(fact))))
    if TOTAL.search(problem.low):
        return added([made for _, made in known])
    shared = frozenset[str]().union(
        *(one & other for one, _ in known for other, _ in known if one is not other)
    )
    found = [made for key, made in known if (key - shared) & content(problem.asked)]
    return found[0] if len(found) == 1 else None


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


def _in_unit(fact: Fact, unit: str) -> Expression:
    """The value of a fact in the unit that is asked for, where that is a larger one of the same kind."""
    factor = _PARTS.get((fact.unit, unit))
    return of(fact) if factor is None else Arithmetic("/", of(fact), Bare(factor))


def _signed(sign: str, left: Expression, right: Expression) -> Expression:
    match sign:
        case "+":
            return Arithmetic("+", left, right)
        case "-":
            return Arithmetic("-", left, right)
        case "*":
            return Arithmetic("*", left, right)
    return Arithmetic("/", left, right)
