"""Schemas of word problems that join and separate: totals, what came and went, parts of a whole."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from recast.language.words import word_set
from recast.solve.expression import Arithmetic, Expression, Magnitude
from recast.solve.facts import Fact, beside
from recast.solve.problem import (
    EACH,
    LEFT,
    MORE,
    START,
    TIMES,
    TOTAL,
    Problem,
    added,
    closest,
    less,
    of,
    said_in,
    telling,
)
from recast.solve.story import content, stem
from recast.types import Private

_ENDS = word_set("now then finished completed complete finish done left end after will finally")
_ORDER = re.compile(r"(?<!at )\b(?:first|second|third|fourth|fifth|last)\b")
_HAVING = word_set("have has had")


def total(problem: Problem) -> Expression | None:
    """All that is counted alike, added up."""
    together = TOTAL.search(problem.low) or _names_all(problem, problem.alike)
    if not together or LEFT.search(problem.low) or START.search(problem.low) or MORE.search(problem.low):
        return None
    if any(fact.relation or fact.per is not None or fact.percent for fact in problem.facts):
        return None
    alike = problem.alike
    if len(alike) < 2 or any(TOTAL.search(said_in(problem, fact)) and not fact.asked for fact in alike):
        return None
    deeds = {fact.deed for fact in alike}
    if "loss" in deeds and deeds != {"loss"} and not _is_passed(problem, alike):
        return None
    if any(_is_end(problem, fact) for fact in alike[1:]):
        return None
    return added([of(fact) for fact in alike])


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


def _is_passed(problem: Problem, alike: Sequence[Fact]) -> bool:
    """Whether whatever is given away is given to the one who is asked about."""
    owner = _owner(problem, alike)
    return all(
        fact.deed != "loss" or (not fact.subject & owner and bool(fact.recipient & (owner | {"*"})))
        for fact in alike
    )


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
    if len(alike) < 2 or any(fact.relation or fact.per is not None or fact.percent for fact in problem.facts):
        return None
    if any(fact.more for fact in alike):
        return None
    if (
        not problem.verb
        or any(stem(fact.verb) != stem(problem.verb) for fact in alike)
        or problem.deed == "hold"
    ):
        return None
    return added([of(fact) for fact in alike]) if not telling(alike) & content(problem.asked) else None


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
    named: frozenset[str] = frozenset().union(*(fact.named for fact in told))
    shared = content(problem.sentences[told[0].sentence]) & content(problem.asked) - named
    return added([of(fact) for fact in told]) if (shared or done) and "many" in problem.low.split() else None


def other_part(problem: Problem) -> Expression | None:
    """ "16 of them are girls": how many are not."""
    if len(problem.facts) != 2 or problem.facts[0].deed == "loss":
        return None
    whole, part = problem.facts
    if not _is_part(problem, part) or part.deed != "hold" or whole.per is not None or whole.relation:
        return None
    if MORE.search(problem.low) or EACH.search(problem.low) or TOTAL.search(problem.low):
        return None
    said = content(problem.sentences[part.sentence][part.place + 1 :]) - whole.named
    negated = re.search(r"\b(?:not|n't|left|remain\w*)\b", problem.low) is not None
    if bool(said & content(problem.asked)) != negated or "not" in said_in(problem, part).split():
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
    if len(wholes) != 1 or not parts or len(parts) + 1 != len(problem.facts):
        return None
    if any(fact.relation or fact.per is not None or fact.deed == "loss" for fact in (*alike, *parts)):
        return None
    return less(of(wholes[0]), [of(part) for part in parts])


def state(problem: Problem) -> Expression | None:
    """How much there was, is, or came and went, from beginning, changes and end."""
    if _ORDER.search(problem.low) or EACH.search(problem.low) or MORE.search(problem.low):
        return None
    change = _changes(problem)
    if change is None:
        return None
    gains, losses = [of(fact) for fact in change.gains], [of(fact) for fact in change.losses]
    if START.search(problem.low):
        if change.end is None or change.states or not (gains or losses):
            return None
        return less(added([of(change.end), *losses]), gains)
    if change.end is not None:
        if len(change.states) != 1 or (problem.deed == "hold" and problem.verb in _HAVING):
            return None
        if problem.deed == "loss" and gains and not losses:
            return less(added([of(change.states[0]), *gains]), [of(change.end)])
        if problem.deed == "loss" and losses:  # "she spent the rest at the fair"
            return less(added([of(change.states[0]), *gains]), [of(change.end), *losses])
        if problem.deed == "gain" and losses and not gains:
            return less(added([of(change.end), *losses]), [of(change.states[0])])
        if gains or losses:
            return None
        return Magnitude(Arithmetic("-", of(change.end), of(change.states[0])))
    if not change.states:
        asks_rest = LEFT.search(problem.low) or problem.deed == "hold"
        return less(added(gains), losses) if gains and losses and asks_rest else None
    if not gains and not losses:
        return _joined(problem, change)
    states = [of(fact) for fact in change.states]
    if problem.deed in ("gain", "loss") and not LEFT.search(problem.low):
        if len(states) == len(losses) == 1 and not gains and problem.deed == "gain":
            return Arithmetic("-", states[0], losses[0])
        return None
    return less(added([*states, *gains]), losses)


def _joined(problem: Problem, change: _Change) -> Expression | None:
    """ "7 red and 2 green apples are in the basket": all of them."""
    owners = {fact.subject for fact in change.states}
    if len(change.states) == len(problem.facts) > 1 and len(owners) == 1 and all(owners):
        apart = telling(change.states) & content(problem.asked)  # "in her case … on her desk": all of them
        if problem.deed == "hold" and not apart and not LEFT.search(problem.low):
            return added([of(fact) for fact in change.states])
    kinds = [fact.named - {stem(problem.unit)} for fact in change.states]
    if len(kinds) < 2 or len(kinds) != len(problem.facts) or not all(kinds) or kinds[0] == kinds[1]:
        return None
    if any(kind & content(problem.asked) for kind in kinds) or LEFT.search(problem.low):
        return None
    return added([of(fact) for fact in change.states])


@dataclass(frozen=True, slots=True, repr=False)
class _Change(Private):
    states: tuple[Fact, ...]
    gains: tuple[Fact, ...]
    losses: tuple[Fact, ...]
    end: Fact | None


def _changes(problem: Problem) -> _Change | None:
    """The facts counted alike as beginning, changes and end of what one owner has; None where that is not certain."""
    alike = _of_place(problem, problem.alike)
    if not alike or any(fact.relation or fact.per is not None or fact.percent for fact in problem.facts):
        return None
    measured = re.search(r"\bhow (?:long|tall|high|deep|wide|heavy)\b", problem.low)
    owner = frozenset() if measured else _owner(problem, alike)
    states: list[Fact] = []
    gains: list[Fact] = []
    losses: list[Fact] = []
    end: Fact | None = None
    some = [
        number
        for number, sentence in enumerate(problem.sentences[:-1])
        if any(word.low in ("some", "several", "few") for word in sentence)
        or (not any(word.is_data for word in sentence) and number)
    ]
    for place, fact in enumerate(sorted(alike, key=lambda fact: not START.search(said_in(problem, fact)))):
        mine = (
            not owner
            or not fact.subject
            or bool(fact.subject & owner)
            or not _is_owner(problem, fact.subject)
        )
        if not mine and not fact.recipient and fact.deed in ("gain", "hold") and len(alike) > 2:
            continue
        if fact.deed == "hold" and not fact.more:
            if not mine:
                return None
            after = bool(states) and any(states[-1].sentence <= number < fact.sentence for number in some)
            if place and end is None and (_is_end(problem, fact) or (after and not gains and not losses)):
                end = fact
            elif not gains and not losses and (not states or beside(states[-1], fact)):
                states.append(fact)
            elif _is_part(problem, fact):
                losses.append(fact)
            else:
                return None
        elif fact.deed == "hold":
            gains.append(fact)
        elif fact.deed == "" and states and stem(fact.verb) in ("take", "took") and LEFT.search(problem.low):
            losses.append(fact)
        elif fact.deed == "":
            if place and end is None and states and _is_end(problem, fact):
                end = fact
            elif (place == 0 and mine) or (
                states and beside(states[-1], fact) and states[-1].verb == fact.verb
            ):
                states.append(fact)
            else:
                return None
        elif mine and fact.deed == "gain" and place == 0 and not fact.more and not START.search(problem.low):
            states.append(fact)
        elif mine:
            (gains if fact.deed == "gain" else losses).append(fact)
        elif fact.deed == "loss" and fact.recipient & (owner | {"*"}):
            (losses if "from" in said_in(problem, fact).split() else gains).append(fact)
        elif fact.deed == "loss" and len(alike) == 2 and not fact.recipient and place:
            losses.append(fact)  # "the rabbits ate 6 of the potatoes"
        elif fact.deed == "gain" and (fact.recipient & (owner | {"*"}) or fact.named & owner):
            losses.append(fact)
        else:
            return None
    return _Change(tuple(states), tuple(gains), tuple(losses), end)


def _of_place(problem: Problem, alike: Sequence[Fact]) -> Sequence[Fact]:
    """The facts without what is said to be elsewhere, where the question names a place that others share ("in the box")."""
    here = [fact for fact in alike if fact.context & problem.names]
    if len(here) < 2:
        return alike
    return [fact for fact in alike if fact in here or fact.deed != "hold" or fact.subject & problem.names]


def _is_end(problem: Problem, fact: Fact) -> bool:
    """Whether the fact says how much there is after the changes."""
    lows = {word.low for word in problem.sentences[fact.sentence]}
    held = fact.deed == "hold" or (
        fact.deed == "" and not lows.isdisjoint(("finished", "completed", "done", "now"))
    )
    return held and not fact.more and not lows.isdisjoint(_ENDS)


def _is_part(problem: Problem, fact: Fact) -> bool:
    """ "8 of them were broken"."""
    lows = [word.low for word in problem.sentences[fact.sentence]]
    return lows[fact.place + 1 : fact.place + 3] == ["of", "them"]


def _owner(problem: Problem, alike: Sequence[Fact]) -> frozenset[str]:
    """Who is asked about, among those who do something in the story."""
    subjects: frozenset[str] = frozenset().union(*(fact.subject | fact.recipient for fact in alike))
    return problem.names & subjects


def _is_owner(problem: Problem, subject: frozenset[str]) -> bool:
    """Whether a subject is somebody else than the things that are counted."""
    return not subject <= (problem.named | {problem.unit})
