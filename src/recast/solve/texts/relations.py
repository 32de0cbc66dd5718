"""Amounts that are told by others: "5 more than Ann", "twice as many", "a third of them".

Each is replaced by an amount of its own, computed from the one it refers to, so that what follows sees plain amounts.
What it refers to must be told, and be the only one that fits; else nothing is understood.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from recast.language.words import word_set
from recast.solve.expression import Arithmetic, Bare, Expression
from recast.solve.texts.facts import Fact
from recast.solve.texts.problem import LEFT, TIMES, TOTAL, Problem, added, less, of
from recast.solve.texts.story import content, noun_after, stem

_REMAINING = word_set("remaining rest remainder left")
_POINTING = word_set("them these those it this that")


def settled(problem: Problem) -> Problem | None:
    """The problem with plain amounts in place of all that refer to others; None where one of them refers to nothing certain."""
    waiting = [fact for fact in (*problem.facts, *problem.factors) if _refers(fact)]
    if not waiting:
        return problem
    waiting.sort(key=_order)
    known = [fact for fact in problem.facts if not _refers(fact)]
    while waiting:
        for fact in waiting:
            found = _share(problem, fact, known) if fact.share else _related(problem, fact, known, waiting)
            if found is not None:
                break
        else:
            return None
        waiting = [one for one in waiting if one not in (fact, *found[1])]
        known = sorted([*known, found[0]], key=_order)
    return replace(problem, facts=tuple(known))


def _refers(fact: Fact) -> bool:
    return bool(fact.relation) or fact.share


def _order(fact: Fact) -> tuple[int, int]:
    return fact.sentence, fact.place


# ── more, fewer, times ───────────────────────────────────────────────────────────────────────────────────────


def _related(
    problem: Problem, fact: Fact, known: Sequence[Fact], waiting: Sequence[Fact]
) -> tuple[Fact, list[Fact]] | None:
    """The amount that a comparison gives, and the comparisons inside it that it has used ("5 less than half as many")."""
    inner = [
        one for one in waiting
        if one is not fact and one.sentence == fact.sentence and not one.share
        and "than" in (word.low for word in problem.sentences[fact.sentence][fact.place : one.place])
        and one.place - fact.place <= 6
    ]  # fmt: skip
    used = inner[:1]
    last = used[0] if used else fact
    than = _compared(problem, last)
    pool = [one for one in known if one.per is None or one.per == fact.per or one.per in TIMES]
    base = _referred(fact, than, pool)
    if base is not None:
        value = of(base) if last is fact else _applied(last, of(base))
        kind = replace(fact, unit=last.unit, units=last.units, named=last.named)
        same = base.context - than - base.subject  # what is not said again is as it was
        return _derived(
            replace(kind, context=kind.context | same), than, _applied(fact, value), fact.subject
        ), used
    if used or not than:
        return None
    own = fact.named - than - {stem(fact.unit)}
    told = [
        one for one in pool
        if one.unit == fact.unit and (own <= one.named if own else bool(fact.subject) and one.subject == fact.subject)
    ]  # fmt: skip
    if len(told) != 1 or fact.percent:
        return None
    return _derived(replace(fact, named=than), frozenset(), _undone(fact, of(told[0])), than), []


def _compared(problem: Problem, fact: Fact) -> frozenset[str]:
    """The words after the last "than" or "as" of a comparison; none where it refers to what was just told."""
    sentence = problem.sentences[fact.sentence]
    cuts = [at for at in range(fact.place, len(sentence)) if sentence[at].low in ("than", "as", "of")]
    cuts = [
        at
        for at in cuts
        if sentence[at].low != "as" or any(word.low == "as" for word in sentence[fact.place : at])
    ]
    stops = [
        at
        for at in range(fact.place, len(sentence))
        if sentence[at].low in (",", "and", ";") or sentence[at].tag == "."
    ]
    near = [at for at in cuts if not stops or at < stops[0]] or [
        at for at in cuts if sentence[at].low != "of"
    ][:1]
    if not near:
        return frozenset()
    at = near[-1] + 1
    while at < len(sentence) and sentence[at].tag in ("IN", "DT", "PP$", "CS"):
        at += 1
    noun, end = noun_after(sentence, at)
    if sentence[end : end + 1] and sentence[end].tag == "POS":
        noun = [*noun, *noun_after(sentence, end + 1)[0]]
    verbs = {stem(fact.verb)}
    return content(noun) - verbs if not any(word.low in ("many", "much") for word in noun) else frozenset()


def _referred(fact: Fact, than: frozenset[str], known: Sequence[Fact]) -> Fact | None:
    """The one amount that a comparison refers to: by its words, or where it has none the only one told before."""
    kinds = than - fact.named  # "pages of math than of reading"
    apart = (kinds or than) - {stem(fact.unit)} - (fact.subject & fact.context) or than
    if not than:
        before = [one for one in known if _order(one) < _order(fact) and one.unit == fact.unit]
        return before[0] if len(before) == 1 else None
    same = [one for one in known if one.unit == fact.unit and apart & (one.subject | one.named | one.context)]
    alike = same or [one for one in known if apart & (one.subject | one.named)]
    scored = [(len(apart & (one.subject | one.named)) * 2 + len(apart & one.context), one) for one in alike]
    best = max((score for score, _ in scored), default=0)
    found = [one for score, one in scored if score == best]
    return found[0] if best and len(found) == 1 else None


def _applied(fact: Fact, base: Expression) -> Expression:
    if fact.percent:
        part = Arithmetic("/", Arithmetic("*", base, of(fact)), Bare(100))
        return Arithmetic("-" if fact.relation == "fewer" else "+", base, part)
    if fact.factor is not None:
        return _scaled(base, fact.factor.over, fact.factor.under)
    match fact.relation:
        case "times":
            return Arithmetic("*", base, of(fact))
        case "more":
            return Arithmetic("+", base, of(fact))
    return Arithmetic("-", base, of(fact))


def _undone(fact: Fact, told: Expression) -> Expression:
    if fact.factor is not None:
        return _scaled(told, fact.factor.under, fact.factor.over)
    match fact.relation:
        case "times":
            return Arithmetic("/", told, of(fact))
        case "more":
            return Arithmetic("-", told, of(fact))
    return Arithmetic("+", told, of(fact))


def _scaled(base: Expression, over: int, under: int) -> Expression:
    made = base if over == 1 else Arithmetic("*", base, Bare(over))
    return made if under == 1 else Arithmetic("/", made, Bare(under))


def _derived(fact: Fact, than: frozenset[str], value: Expression, subject: frozenset[str]) -> Fact:
    context = (fact.context - (than - fact.subject)) | subject
    return replace(
        fact, value=value, subject=subject, context=context, relation="", percent=False, share=False, more=False, derived=True,
    )  # fmt: skip


# ── parts of a whole ─────────────────────────────────────────────────────────────────────────────────────────


def _share(problem: Problem, fact: Fact, known: Sequence[Fact]) -> tuple[Fact, list[Fact]] | None:
    """The part that a share is of the whole it names: the amount inside its own words, the last one told, or what is left."""
    sentence = problem.sentences[fact.sentence]
    at = next(
        (
            at
            for at in range(fact.place + 1, fact.place + 4)
            if sentence[at : at + 1] and sentence[at].low == "of"
        ),
        fact.place,
    )
    near = sentence[at + 1 : at + 4]
    within = [one for one in known if one.sentence == fact.sentence and at < one.place <= at + 3]
    before = [one for one in known if _order(one) < _order(fact)]
    whole: Expression | None = None
    model: Fact | None = within[0] if within else None
    if model is not None:
        whole = of(model)
    elif any(word.low in _REMAINING for word in near):
        model = before[0] if before else None
        gone = before[1:]
        if model is None or any(one.unit != model.unit or one.more or one.deed == "gain" for one in gone):
            return None
        whole = less(of(model), [of(one) for one in gone])
    else:
        said = content(noun_after(sentence, at + 1)[0])
        pointing = any(word.low in _POINTING for word in near) and not said - {
            stem(word.low) for word in near[:1]
        }
        alike = before if pointing else [one for one in before if said & (one.named | {stem(one.unit)})]
        exact = [one for one in alike if said and said <= one.named | one.context]
        alike = (
            [one for one in exact or alike if one.per is None] if not any(one.per for one in alike) else []
        )
        parts = [one for one in alike if one.part]
        if not alike or len({one.unit for one in alike}) > 1 or (len(alike) > 1 and not parts):
            return None
        model = (parts or alike)[-1]
        whole = of(model)
    value = _portion(fact, whole)
    made = replace(
        _derived(fact, frozenset(), value, fact.subject), unit=model.unit, units=model.units, named=model.named, part=True,
    )  # fmt: skip
    return made, []


def _portion(fact: Fact, whole: Expression) -> Expression:
    if fact.factor is not None:
        return _scaled(whole, fact.factor.over, fact.factor.under)
    return Arithmetic("/", Arithmetic("*", whole, of(fact)), Bare(100))


# ── what is asked of them ────────────────────────────────────────────────────────────────────────────────────


def of_a_whole(problem: Problem) -> Expression | None:
    """ "60 pupils … two thirds of them are girls": how many are girls, how many are not."""
    parts = [fact for fact in problem.facts if fact.part]
    if not parts or len(problem.facts) != len(parts) + 1:
        return None
    last = parts[-1]
    sentence = problem.sentences[last.sentence]
    stop = next(
        (at for at in range(last.place + 1, len(sentence)) if sentence[at].low in (",", ";", "and")),
        len(sentence),
    )
    behind = sentence[last.place + 1 : stop]
    told = content(behind) - {stem(last.unit)} - last.named
    asked = content(problem.asked)
    whole = next(fact for fact in problem.facts if not fact.part)
    if not told and last.subject and last.subject != whole.subject and stem(last.verb) == stem(problem.verb):
        mine = bool(last.subject & asked)  # "the insurance paid 75% of it"
        return of(last) if mine else less(of(whole), [of(last)])
    negated = LEFT.search(problem.low) is not None
    if told & asked and not negated:
        return of(last)
    if len(parts) > 1 and not negated:
        return None
    other = bool(problem.named - whole.named - told) or negated
    verbs = {"hold", "loss"} if negated else {"hold"}
    if not other or last.deed not in verbs or not told:
        return None
    return less(of(whole), [of(part) for part in parts])


def asked_one(problem: Problem) -> Expression | None:
    """The one amount of those that refer to others that the question asks for, by its owner or its kind."""
    derived = [fact for fact in problem.facts if fact.derived and not fact.part]
    if not derived or TOTAL.search(problem.low) or "than" in problem.low.split() or LEFT.search(problem.low):
        return None
    alike = [
        fact
        for fact in problem.facts
        if fact.per is None and (problem.counts(fact) or fact.named & problem.named)
    ]
    asked = content(problem.asked)
    shared = (
        frozenset.intersection(*(fact.subject | fact.context for fact in alike))
        if len(alike) > 1
        else frozenset[str]()
    )
    scored = [(len(((fact.subject | fact.context | fact.named) - shared) & asked), fact) for fact in alike]
    best = max((score for score, _ in scored), default=0)
    found = [fact for score, fact in scored if score == best]
    if not best or len(found) != 1 or not found[0].derived:
        return None
    if any(
        fact is not found[0]
        and fact.subject
        and fact.subject == found[0].subject
        and fact.deed in ("gain", "loss")
        and fact.deed != found[0].deed
        for fact in alike
    ):
        return None
    return of(found[0])


def all_of_them(problem: Problem) -> Expression | None:
    """Amounts that refer to each other, added up: of every owner or kind that is told, where the question asks for all."""
    if not TOTAL.search(problem.low) or LEFT.search(problem.low) or len(problem.facts) < 2:
        return None
    if not any(fact.derived for fact in problem.facts) or any(
        fact.per is not None or fact.part for fact in problem.facts
    ):
        return None
    if problem.opens or len({fact.deed in ("gain", "loss") for fact in problem.facts}) > 1:
        return None
    asked = content(problem.asked)
    units = {fact.unit for fact in problem.facts}
    if len(units) > 1 and not all(fact.named & asked for fact in problem.facts) and problem.unit in units:
        return None
    return added([of(fact) for fact in problem.facts])
