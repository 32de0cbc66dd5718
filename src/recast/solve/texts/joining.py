"""Schemas of word problems that join and separate: totals, what came and went, parts of a whole."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from recast.solve.expression import Arithmetic, Expression
from recast.solve.texts.course import is_end
from recast.solve.texts.facts import Fact, beside
from recast.solve.texts.problem import (
    EACH,
    LEFT,
    MORE,
    START,
    TIMES,
    TOTAL,
    Problem,
    added,
    clause_of,
    closest,
    less,
    of,
    said_in,
    telling,
)
from recast.solve.texts.story import content, stem


def total(problem: Problem) -> Expression | None:
    """All that is counted alike, added up."""
    together = TOTAL.search(problem.low) or _names_all(problem, problem.alike)
    if not together or LEFT.search(problem.low) or START.search(problem.low) or MORE.search(problem.low):
        return None
    if any(fact.relation or fact.per is not None or fact.percent for fact in problem.facts):
        return None
    alike = problem.alike
    done = tuple(fact for fact in alike if fact.deed != "hold")
    alike = done if problem.deed in ("gain", "loss") and len(done) > 1 else alike
    if len(alike) < 2 or any(TOTAL.search(said_in(problem, fact)) and not fact.asked for fact in alike):
        return None
    if problem.like(problem.opens) or any(fact.rest for fact in problem.opens):
        return None
    deeds = {fact.deed for fact in alike}
    if "loss" in deeds and deeds != {"loss"}:
        return None
    if any(is_end(problem, fact) for fact in alike[1:]):
        return None
    asked = telling(alike) & content(problem.asked) - problem.named
    if asked:  # "how many did she play tag with": not those with whom she played cards
        chosen = tuple(fact for fact in alike if fact.context & asked)
        places = content([word for word in problem.asked if word.tag == "NP"])
        alike = alike if len(chosen) < 2 and asked <= places else chosen  # "how many landed in Newberg"
    return added([of(fact) for fact in alike]) if len(alike) > 1 else None


def _names_all(problem: Problem, alike: Sequence[Fact]) -> bool:
    """Whether the question is about all owners: "do they have", "did Ann and Ben bake"."""
    owners = [fact.subject for fact in alike]
    apart = not any(one & other for place, one in enumerate(owners) for other in owners[:place])
    if not apart or not all(owners) or any(fact.asked for fact in alike):
        return False
    if re.search(r"\b(?:do|did|will) they\b", problem.low):
        return all(fact.deed == "hold" for fact in alike)
    asked = content(problem.asked)
    return "and" in problem.low.split() and all(owner & asked for owner in owners)


def all_done(problem: Problem) -> Expression | None:
    """ "How much did she save?": all that was done so, where no word of the question tells one from the others."""
    if (
        LEFT.search(problem.low)
        or START.search(problem.low)
        or MORE.search(problem.low)
        or EACH.search(problem.low)
    ):
        return None
    alike = problem.alike
    if any(fact.deed == "hold" for fact in alike) and problem.deed != "hold":  # "his book has 95 pages"
        alike = tuple(fact for fact in alike if fact.deed != "hold")
    if len(alike) < 2 or any(fact.relation or fact.per is not None or fact.percent for fact in problem.facts):
        return None
    if problem.like(problem.opens) or any(fact.rest for fact in problem.opens):
        return None
    if (
        not problem.verb
        or any(stem(fact.verb) != stem(problem.verb) for fact in alike)
        or problem.deed == "hold"
    ):
        return None
    return (
        None
        if telling(alike) & content(problem.asked) - problem.named
        else added([of(fact) for fact in alike])
    )


def selected(problem: Problem) -> Expression | None:
    """ "How many on Tuesday": the one fact of its kind that the question's words tell from the others."""
    if (
        TOTAL.search(problem.low)
        or MORE.search(problem.low)
        or LEFT.search(problem.low)
        or EACH.search(problem.low)
    ):
        return None
    if any(fact.relation or fact.per is not None or fact.percent for fact in problem.facts):
        return None
    alike = [fact for fact in problem.facts if problem.counts(fact)]
    if any(TOTAL.search(said_in(problem, fact)) and not fact.asked for fact in alike):
        return None
    if any(fact.derived or (fact.more and fact.named <= {stem(fact.unit)}) for fact in problem.facts):
        return None
    if len(alike) < 2 or any(stem(fact.verb) != stem(problem.verb) for fact in alike):
        return None
    asked = content(problem.asked)
    several = [fact for fact in alike if fact.context & telling(alike) & asked]
    if len(several) > 1 and _are_joined(problem, several, telling(alike) & asked):
        return added([of(fact) for fact in several])
    best = closest(alike, asked, frozenset())
    if best is None:
        return None
    return of(best) if asked & telling(alike) <= best.context else None


def _are_joined(problem: Problem, several: Sequence[Fact], told: frozenset[str]) -> bool:
    """Whether each of the facts is asked for by a word of its own, and "and" stands between these ("on Monday and
    Tuesday")."""
    own = [fact.context & told for fact in several]
    if any(one & other for place, one in enumerate(own) for other in own[:place]):
        return False
    places = [at for at, word in enumerate(problem.asked) if word.stem in told]
    return any(word.low == "and" for word in problem.asked[min(places) : max(places)])


def bought(problem: Problem) -> Expression | None:
    """ "a flute for $142, a stand for $8": all that was paid."""
    if (
        problem.deed != "loss"
        or LEFT.search(problem.low)
        or START.search(problem.low)
        or MORE.search(problem.low)
    ):
        return None
    alike = problem.alike
    if len(alike) < 2 or len(alike) != len(problem.facts) or any(fact.asked for fact in alike):
        return None
    before = [
        [word for word in problem.sentences[fact.sentence][: fact.place] if word.low[:1].isalpha()][-1:]
        for fact in alike
    ]
    priced = all(words and (words[0].low in ("for", "on") or words[0].unit == "cost") for words in before)
    return added([of(fact) for fact in alike]) if priced else None


def all_kinds(problem: Problem) -> Expression | None:
    """ "21 boys and 16 girls are in the choir": how many children."""
    told = problem.facts
    if any(one.rest or one.sentence in {fact.sentence for fact in told} for one in problem.opens):
        return None
    if len(told) < 2 or not all(beside(one, other) for one, other in pairwise(told)):
        return None
    if any(fact.relation or fact.per is not None or fact.percent or not fact.named for fact in told):
        return None
    done = TOTAL.search(problem.low) is not None and len({stem(fact.verb) for fact in told}) == 1
    if not done and any(problem.counts(fact) for fact in told):
        return None
    if any(fact.named & problem.named and not (done and problem.counts(fact)) for fact in told):
        return None  # "15 columns of seats"
    if not done and any(fact.deed != "hold" for fact in told):
        return None
    if (
        MORE.search(problem.low)
        or EACH.search(problem.low)
        or LEFT.search(problem.low)
        or problem.unit in TIMES
    ):
        return None
    kinds: frozenset[str] = frozenset().union(*(fact.named for fact in told))
    if telling(told) & content(problem.asked) - problem.named - kinds and any(
        problem.counts(fact) for fact in told
    ):
        return None
    shared = content(problem.sentences[told[0].sentence]) & content(problem.asked) - kinds
    return added([of(fact) for fact in told]) if (shared or done) and "many" in problem.low.split() else None


def other_part(problem: Problem) -> Expression | None:
    """ "16 of them are girls": how many are, how many are not."""
    if len(problem.facts) != 2 or problem.facts[0].deed == "loss":
        return None
    whole, part = problem.facts
    if not _is_part(problem, part) or part.deed != "hold" or whole.per is not None or whole.relation:
        return None
    if MORE.search(problem.low) or EACH.search(problem.low) or TOTAL.search(problem.low):
        return None
    said = content(problem.sentences[part.sentence][part.place + 1 :]) - whole.named
    negated = re.search(r"\b(?:not|n't|left|remain\w*)\b", problem.low) is not None
    if "not" in said_in(problem, part).split():
        return None
    if said and said <= content(problem.asked) and not negated:
        return of(part)
    if bool(said & content(problem.asked)) != negated:
        return None
    return Arithmetic("-", of(whole), of(part))


def rest_of_whole(problem: Problem) -> Expression | None:
    """ "Together they weighed 30": the whole less the other part."""
    if MORE.search(problem.low) or EACH.search(problem.low):
        return None
    if TOTAL.search(problem.low) and not LEFT.search(problem.low):
        return None
    alike = problem.alike
    wholes = [fact for fact in alike if TOTAL.search(said_in(problem, fact)) and not fact.asked]
    parts = [fact for fact in alike if fact not in wholes]
    others = [fact for fact in problem.facts if fact not in alike]
    if len(wholes) == 1 and not parts and others and LEFT.search(problem.low):
        parts = others if len({fact.sentence for fact in others}) == 1 else []
    owners = [fact for fact in others if wholes and stem(fact.unit) in wholes[0].subject]
    if len(wholes) != 1 or not parts or len(parts) + 1 != len(problem.facts) - len(owners):
        return None
    if any(
        fact.relation or fact.more or fact.per is not None or fact.deed == "loss" for fact in (*alike, *parts)
    ):
        return None
    return less(of(wholes[0]), [of(part) for part in parts])


def _is_part(problem: Problem, fact: Fact) -> bool:
    """ "8 of them were broken"."""
    lows = [word.low for word in problem.sentences[fact.sentence]]
    return lows[fact.place + 1 : fact.place + 3] == ["of", "them"]


def all_there(problem: Problem) -> Expression | None:
    """ "7 red and 2 green apples are in the basket": all of them."""
    states = problem.alike
    if len(states) != len(problem.facts) or len(states) < 2 or LEFT.search(problem.low):
        return None
    if EACH.search(problem.low) or MORE.search(problem.low) or START.search(problem.low):
        return None
    if problem.like(problem.opens) or any(fact.rest for fact in problem.opens):
        return None
    if any(fact.relation or fact.per is not None or fact.percent or fact.asked for fact in states):
        return None
    if not all(beside(one, other) for one, other in pairwise(states)) or any(
        _is_part(problem, fact) for fact in states
    ):
        return None
    owners = {fact.subject for fact in states}
    apart = telling(states) & content(problem.asked)  # "in her case … on her desk": all of them
    if len(owners) == 1 and all(owners) and problem.deed == "hold" and not apart:
        return added([of(fact) for fact in states])
    kinds = [fact.named - {stem(problem.unit)} for fact in states]
    if not all(kinds) or kinds[0] == kinds[1] or any(kind & content(problem.asked) for kind in kinds):
        return None
    return added([of(fact) for fact in states])


def remainder(problem: Problem) -> Expression | None:
    """ "6 are blue, the rest are green", "won most of them, lost 4": the whole less the parts that are told."""
    rests = [fact for fact in problem.opens if fact.rest]
    if len(rests) != 1 or len(problem.facts) < 2 or MORE.search(problem.low) or EACH.search(problem.low):
        return None
    if any(fact.relation or fact.per is not None or fact.percent or fact.asked for fact in problem.facts):
        return None
    if len({fact.unit for fact in problem.facts}) > 1 or TOTAL.search(problem.low):
        return None
    rest = rests[0]
    whole, *parts = problem.facts
    parts = [part for part in parts if (part.deed == "hold") == (rest.deed == "hold")]
    others: frozenset[str] = frozenset().union(*(fact.context for fact in problem.facts))
    named = (rest.context - others) & content(problem.asked)
    done = rest.deed != "hold" and bool(rest.verb) and stem(rest.verb) == stem(problem.verb)
    alone = {stem(fact.verb) for fact in problem.facts} - {stem(rest.verb)} == {
        stem(fact.verb) for fact in problem.facts
    }
    if not parts or (not named and not (done and alone)):
        return None
    return less(of(whole), [of(part) for part in parts])


def other_kind(problem: Problem) -> Expression | None:
    """ "There are 40 boys and some girls. There are 117 children altogether.": the whole less the kinds that are told."""
    kinds = [fact for fact in problem.opens if fact.unit == problem.unit or fact.named & problem.named]
    wholes = [fact for fact in problem.facts if TOTAL.search(" ".join(clause_of(problem, fact)))]
    parts = [fact for fact in problem.facts if fact not in wholes]
    if (
        len(kinds) != 1
        or len(wholes) != 1
        or not parts
        or START.search(problem.low)
        or MORE.search(problem.low)
    ):
        return None
    if any(
        fact.relation or fact.per is not None or fact.percent or fact.deed == "loss" for fact in problem.facts
    ):
        return None
    together = all(beside(kinds[0], part) for part in parts) and wholes[0].sentence > kinds[0].sentence
    apart = all(part.named != kinds[0].named or telling((part, kinds[0])) for part in parts)
    if not together or not apart or kinds[0].more:
        return None
    return less(of(wholes[0]), [of(part) for part in parts])
