"""One amount over the course of a story: what it was at first, what came and went, what it is in the end.

A story is an equation: what was there, and what came, less what went, is what is there. The number that is not told is
found from the others, where exactly one is not told and the question asks for that one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from recast.language.words import word_set
from recast.solve.expression import Expression, Magnitude
from recast.solve.texts.clauses import FINITE, verb_base
from recast.solve.texts.facts import Fact, beside
from recast.solve.texts.problem import EACH, LEFT, MORE, START, TOTAL, Problem, added, clause_of, less, of
from recast.solve.texts.story import NOUNS, content, stem
from recast.types import Private

_ENDS = word_set("now then finished completed left end finally still after will")
_ORDER = re.compile(r"(?<!at )\b(?:first|second|third|fourth|fifth|last)\b")
_AWAY = word_set("away off out from down")
_INTO = word_set("in into on onto to")
_SELLS = word_set("sell sells sold selling earn earned earns")
_STATES = frozenset({"", "be", "end", "finish", "start"})
_UNDONE = re.compile(r"\b(?:have to|has to|had to|left|still|remain\w*)\b")
_STILL = re.compile(r"\b(?:still|left|more|remain\w*)\b.* to ")
_APART = re.compile(r"\b(?:each|every|per|needs?|needed|requires?|required|wants?|wanted)\b")
_TITLES = word_set("mr mrs ms miss")
_ALL_OF_THEM = re.compile(r"\b(?:do|did|will|would|are|were|have) (?:they|we)\b")
_COMES = word_set("come arrive join enter appear")
_GOES = word_set("go leave depart disappear")
_WHEN = word_set("today tonight yesterday now still")
_TAKES = word_set("take took takes taken taking")


@dataclass(frozen=True, slots=True, repr=False)
class _Course(Private):
    """What an amount was, what came and went (with its sign; 0 where that is not certain), what it is in the end."""

    start: tuple[Fact, ...]
    events: tuple[tuple[int, Fact], ...]
    end: Fact | None

    def known(self, sign: int) -> list[Expression]:
        return [of(fact) for one, fact in self.events if one == sign and not fact.open]

    @property
    def open(self) -> tuple[tuple[int, Fact], ...]:
        return tuple((sign, fact) for sign, fact in self.events if fact.open)


def course(problem: Problem) -> Expression | None:
    """How much there was, came, went or is."""
    if EACH.search(problem.low) or "than" in problem.low.split() or _ORDER.search(problem.low):
        return None
    if any(fact.relation or fact.per is not None or fact.percent for fact in problem.facts):
        return None
    told = _course(problem)
    if told is None:
        return None
    if START.search(problem.low):
        return _at_first(told)
    if told.end is not None:
        return _change(problem, told)
    return _in_the_end(problem, told)


def _at_first(told: _Course) -> Expression | None:
    if told.end is None or told.open or any(not fact.open for fact in told.start) or not told.events:
        return None
    if any(sign == 0 for sign, _ in told.events):
        return None
    return less(added([of(told.end), *told.known(-1)]), told.known(1))


def _change(problem: Problem, told: _Course) -> Expression | None:
    """The one change that is not told."""
    if told.end is None or len(told.open) > 1 or any(fact.open for fact in told.start):
        return None
    if not told.start and not told.known(1):
        return None
    if any(sign == 0 and not fact.open for sign, fact in told.events):
        return None
    asked = {"gain": 1, "loss": -1}.get(problem.deed, 0)
    if told.open:
        sign, fact = told.open[0]
        same = stem(fact.verb) == stem(problem.verb) or asked == sign
        if not (same or MORE.search(problem.low)):
            return None
    else:
        sign = 0 if told.start and not told.events else asked
        if not (asked or _is_told_of(problem)) or (MORE.search(problem.low) and asked < 0):
            return None
    before = [*(of(fact) for fact in told.start), *told.known(1)]
    if sign > 0:
        return less(added([of(told.end), *told.known(-1)]), before)
    if sign < 0:
        return less(added(before), [*told.known(-1), of(told.end)])
    if len(before) == 1 and not told.known(-1):
        return Magnitude(less(of(told.end), before))
    return None


def _is_told_of(problem: Problem) -> bool:
    """Whether the story tells, without a number, of what the question asks ("Tim stacked bales there")."""
    silent = [one for one in problem.sentences[:-1] if not any(word.is_data for word in one)]
    return bool(problem.verb) and any(stem(word.low) == stem(problem.verb) for one in silent for word in one)


def _in_the_end(problem: Problem, told: _Course) -> Expression | None:
    if told.open or any(fact.open for fact in told.start) or any(sign == 0 for sign, _ in told.events):
        return None
    if not told.events or (MORE.search(problem.low) and not _UNDONE.search(problem.low)):
        return None
    gains, losses = told.known(1), told.known(-1)
    begun = {stem(fact.verb) for fact in told.start}
    goes_on = stem(problem.verb) in begun and all(fact.more for _, fact in told.events)
    apart = any(is_set_apart(problem, fact) for sign, fact in told.events if sign < 0)
    apart = apart and (problem.deed not in ("gain", "loss") or "can" in problem.low.split())
    holds = problem.deed == "hold" or problem.verb in _STATES or goes_on or apart
    if not (_UNDONE.search(problem.low) or LEFT.search(problem.low) or holds):
        return None
    if not told.start and not gains:
        return None
    if not told.start and told.events[0][0] < 0:
        return None
    if TOTAL.search(problem.low) and losses:
        return None
    return less(added([*(of(fact) for fact in told.start), *gains]), losses)


# ── the story in its order ───────────────────────────────────────────────────────────────────────────────────


def _course(problem: Problem) -> _Course | None:
    """The facts that count alike in their places; None where one of them has none."""
    line = _line(problem)
    apart = any(_APART.search(" ".join(clause_of(problem, fact))) for fact in line)
    if not line or apart or any(fact.rest for fact in problem.opens):
        return None
    owner = _owner(problem, line)
    if owner is None:
        return None
    start: list[Fact] = []
    events: list[tuple[int, Fact]] = []
    end: Fact | None = None
    for fact in line:
        if end is not None and not (fact.deed == problem.deed and stem(fact.verb) == stem(problem.verb)):
            return None
        sign = _sign(problem, fact, owner, bool(start or events))
        if sign is None:
            if _is_elsewhere(fact, owner):
                continue
            return None
        if fact.derived and sign != 0:
            return None
        if sign == 0 and not _counts_as_state(fact):
            events.append((0, fact))
        elif sign != 0:
            events.append((sign, fact))
        elif events or (start and is_end(problem, fact) and not _is_other_place(start[-1], fact)):
            end = fact
        elif start and is_of_them(problem, fact):
            if fact.context & content(problem.asked) - problem.named:
                return None
        elif not start or beside(start[-1], fact):
            start.append(fact)
        else:
            return None
    return _Course(tuple(start), tuple(events), end)


def _line(problem: Problem) -> list[Fact]:
    """The facts that count alike in the order of what they tell: "originally" comes first; without what is said to be
    elsewhere, where the question names a place that another has ("in the box"), and without "some" of what is told later."""
    line = [*problem.alike, *problem.like(problem.opens)]
    line.sort(
        key=lambda fact: (not START.search(" ".join(clause_of(problem, fact))), fact.sentence, fact.place)
    )
    held = [fact for fact in line if fact.deed == "hold" and not fact.open]
    if (
        len(held) == 1
        and held[0] is not line[0]
        and _UNDONE.search(problem.low)
        and not is_end(problem, held[0])
    ):
        line = [held[0], *(fact for fact in line if fact is not held[0])]  # the whole is told last
    here = [fact for fact in line if fact.deed == "hold" and fact.context & problem.names - fact.named]
    if here:
        holders: frozenset[str] = frozenset().union(*(fact.subject for fact in here))
        line = [
            fact
            for fact in line
            if fact.deed != "hold"
            or fact in here
            or not fact.subject
            or fact.subject & (holders | problem.names)
        ]
    done = {(stem(fact.verb), fact.deed) for fact in line if not fact.open}
    return [fact for fact in line if not (fact.open and (stem(fact.verb), fact.deed) in done)]


def _counts_as_state(fact: Fact) -> bool:
    return fact.deed == "hold" or not fact.open


def _is_elsewhere(fact: Fact, owner: frozenset[str]) -> bool:
    """Whether somebody else has it, who is not asked about."""
    return (
        bool(owner)
        and bool(fact.subject)
        and not fact.subject & owner
        and fact.deed in ("hold", "gain")
        and not fact.open
    )


def _is_other_place(before: Fact, fact: Fact) -> bool:
    """Whether two holders are told of in one breath ("one account now has 6 and the other now has 3")."""
    return before.sentence == fact.sentence and fact.stated and fact.subject != before.subject


def is_end(problem: Problem, fact: Fact) -> bool:
    """Whether a clause says how much there is after all."""
    sentence = problem.sentences[fact.sentence]
    said = [*range(*fact.clause), *range(fact.place)]
    return any(
        sentence[at].low in _ENDS
        and not (
            sentence[at].low == "left" and sentence[at + 1 : at + 2] and sentence[at + 1].tag in NOUNS
        )  # "his left ear"
        for at in said
        if at < len(sentence)
    )


def _sign(problem: Problem, fact: Fact, owner: frozenset[str], begun: bool) -> int | None:
    """1 for what comes to the owner, -1 for what goes, 0 for what is there, or for a change of unknown direction;
    None where it is not the owner's, or not certain."""
    words = clause_of(problem, fact)
    if not begun and fact.verb in words and words[words.index(fact.verb) + 1 :][:1] == ["with"]:
        return 0  # "a bus left with 30 people"
    mine = _is_mine(problem, fact, owner)
    if fact.deed == "hold" and not (begun and is_set_apart(problem, fact)):
        return None if not mine else 1 if fact.more and begun else 0
    if begun and fact.deed != "gain" and is_set_apart(problem, fact):
        return None if "new" in words else -1
    passed = bool(fact.recipient & owner) or ("*" in fact.recipient and fact.stated and not mine)
    if problem.unit == "$" and fact.deed and not passed and _is_price(problem, fact):
        return None if not mine else _price_sign(fact)
    moved = _movement(problem, fact)
    if moved and begun:
        return moved
    if fact.deed == "gain":
        if fact.named & owner:
            return -1  # "bought 20 of Ann's cards"
        if mine:
            return 1
        return (-1 if "from" in words else 1) if passed else None
    if fact.deed == "loss":
        if passed:
            return -1 if "from" in words else 1
        if mine:
            return -1
        return -1 if begun and not fact.recipient else None
    if not begun:
        return 0 if mine else None
    place = [words[at + 1 :] for at, word in enumerate(words) if word in _INTO]
    if fact.more:
        return 1
    behind = [word.low for word in problem.sentences[fact.sentence][fact.place + 1 : fact.place + 3]]
    if stem(fact.verb) == stem(problem.verb) and _STILL.search(problem.low):
        return -1  # "she has read 9 … how many does she still have to read"
    if behind[:1] == ["of"] and _UNDONE.search(problem.low) and stem(fact.verb) != stem(problem.verb):
        return -1  # "finished 5 of them … how many does she have to do"
    if not _AWAY.isdisjoint(words) or not _TAKES.isdisjoint({fact.verb}):
        return -1
    if place and any(problem.names & {stem(word) for word in after} for after in place):
        return 1
    return 0 if fact.open else None


def _movement(problem: Problem, fact: Fact) -> int:
    """1 where what is counted comes by itself ("5 came late"), -1 where it goes ("22 had gone"), else 0."""
    behind = problem.sentences[fact.sentence][fact.place + 1 : fact.clause[1] + 3]
    if (
        fact.more
        or stem(fact.verb) == stem(problem.verb)
        or not any(word.low == fact.verb for word in behind)
    ):
        return 0
    base = verb_base(fact.verb)
    return 1 if base in _COMES else -1 if base in _GOES else 0


def is_of_them(problem: Problem, fact: Fact) -> bool:
    """Whether a numeral counts some of those that were told before ("22 children, 12 of them girls")."""
    behind = problem.sentences[fact.sentence][fact.place + 1 : fact.place + 3]
    return [word.low for word in behind] in (["of", "them"], ["of", "these"], ["of", "those"])


def is_set_apart(problem: Problem, fact: Fact) -> bool:
    """Whether a part of what was there is told of by itself ("480 of them were eaten", "6 are blue"), while the question
    asks for those of whom that is not said."""
    sentence = problem.sentences[fact.sentence]
    ahead = [word for word in sentence[fact.clause[0] : fact.place] if word.low != "of"]
    behind = sentence[fact.place + 1 : fact.clause[1]]
    if fact.more or any(word.tag in FINITE for word in ahead) or not any(word.tag == "BE" for word in behind):
        return False
    told = content([word for word in behind if word.low not in _WHEN]) - problem.named - fact.named
    asked = content([word for word in problem.asked if word.low not in _WHEN]) - problem.named
    negated = LEFT.search(problem.low) is not None
    if "not" in {word.low for word in behind}:
        return bool(told & asked) and not negated  # "60 were not sold: how many were sold"
    return bool(told) and (negated or bool(asked)) and (negated or not told & asked)


def _is_price(problem: Problem, fact: Fact) -> bool:
    """Whether a sum is what something was bought or sold for."""
    before = [word.low for word in problem.sentences[fact.sentence][: fact.place] if word.low[:1].isalpha()]
    return before[-1:] in (["for"], ["at"], ["costing"])


def _price_sign(fact: Fact) -> int:
    """What "bought a lamp for $34" and "sold a lamp for $34" do to the money."""
    return 1 if fact.verb in _SELLS else -1


def _is_mine(problem: Problem, fact: Fact, owner: frozenset[str]) -> bool:
    things = problem.named | {stem(problem.unit)} | fact.named
    if (fact.subject & _TITLES) - owner and owner & _TITLES:  # Mr. Hart is not Mrs. Hart
        return False
    return not owner or not fact.subject or bool(fact.subject & owner) or fact.subject <= things


def _owner(problem: Problem, line: Sequence[Fact]) -> frozenset[str] | None:
    """Whose amount it is: of the first who has it in the story, or of the one who is asked about; empty where nobody has it
    by himself; None where one is asked about of whom nothing is told."""
    if _ALL_OF_THEM.search(problem.low):
        return frozenset()
    holders = [
        fact.subject - fact.named for at, fact in enumerate(line)
        if (fact.deed == "hold" or (fact.deed == "" and not at)) and not fact.more
    ]  # fmt: skip
    subjects: frozenset[str] = frozenset().union(*(fact.subject | fact.recipient for fact in line))
    asked = problem.names & subjects
    if problem.doer and not problem.doer & (subjects | problem.named):
        return None
    first = holders[0] if holders else frozenset[str]()
    several = any(one and not one & first for one in holders)
    if several or not first:
        return asked or (None if several else line[0].subject - line[0].named)
    if asked and not asked & first:
        return first if problem.deed in ("gain", "loss") else None
    return first
