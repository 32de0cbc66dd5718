"""What a word problem asks, reckoned from its entries: shares and comparisons settled, rates times counts, then one balance.

Every numeral takes part once; what nothing says what to do with ends in no answer. Amounts are only added up where they count
one thing, and multiplied where one is so many of a thing for each of what the other counts. What becomes less than nothing on
the way, or a part of what comes in wholes, was read wrong. It shares with ``problems`` how sentences are read and no schema.

Not covered: that a story says what it says by other words than these; whoever must be certain asks both readers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from recast.solve.expression import Arithmetic, Bare, Ceiling, Expression, Magnitude, parts_of
from recast.solve.texts.balance import balance, net, roles_of
from recast.solve.texts.entries import Entry, entries
from recast.solve.texts.facts import MEASURES
from recast.solve.texts.multiplying import multiply, relate
from recast.solve.texts.problem import TIMES
from recast.solve.texts.settling import settle
from recast.solve.texts.story import Sentence, stem
from recast.solve.texts.tally import Query, Tally, Unclear, places_in, read_query, told_apart, value_of

_DIFF = re.compile(
    r"\bhow (?:many|much) (?:more|fewer|less|[a-z]+er)\b.*\bthan\b|\bhow much (?!more|over|other|water)[a-z]+er\b|\bdifference\b"
)
_KEPT = re.compile(r"\b(?:left|remain\w*|still)\b")
_NEEDED = re.compile(r"\b(?:needs?|needed|requires?|required|must|have to|has to)\b")
_MEAN = re.compile(r"\b(?:average|mean)\b")
_SPEED = re.compile(r"\b(?:speed|how fast)\b")
_SHAPE = re.compile(r"\b(area|perimeter)\b")
_VERBS = ("VBD", "VBZ", "HV", "VB")


def reckon(story: Sequence[Sentence], asked: Sequence[Sentence]) -> Expression | None:
    """What the question asks over the numerals, each operand with its place among them as cell; None where the entries do not
    say for certain."""
    if (
        not story
        or not asked
        or any(word.literal and word.role == "year" for one in (*story, *asked) for word in one)
    ):
        return None
    told = entries(story, asked)
    if not told:
        return None
    plain = [one for one in told if not _is_counting(one)]
    tally = Tally(plain, read_query(asked[-1], told))
    try:
        found = _answer(tally)
    except Unclear:
        return None
    used = places_in(found)
    for one in told:
        sized = one not in plain and one.number in tally.sizes
        aside = one.place in tally.asides and len(used) > 1
        if one.place >= 0 and one.place not in used and not sized and not aside:
            return None
    sound = _says_all(told, found) and _is_sound(found, told) and not _is_open((*story, *asked), told)
    return found if sound else None


def _is_counting(one: Entry) -> bool:
    """Whether a numeral of the question only says of how many it asks ("on the 3 days")."""
    if not one.asked or one.place < 0 or one.form != "amount":
        return False
    return one.lows[max(0, one.lows.index("#") - 1)] in ("the", "these", "all")


def _says_all(told: Sequence[Entry], found: Expression) -> bool:
    """Whether every number in words takes part ("half as many")."""
    numbers = {node.number for node in parts_of(found) if isinstance(node, Bare)}
    spelled = [one for one in told if one.place < 0]
    return all(
        numbers & {one.under, *([one.value.number] if isinstance(one.value, Bare) else [])} - {1}
        for one in spelled
    )


def _is_sound(found: Expression, told: Sequence[Entry]) -> bool:
    """Whether nothing becomes less than nothing on the way, and what comes in wholes is not divided into parts."""
    nodes = [node for node in parts_of(found) if isinstance(node, Arithmetic)]
    free = [node.of for node in parts_of(found) if isinstance(node, Magnitude)]
    try:
        below = [node for node in nodes if value_of(node) < 0 and node not in free]
        last = value_of(found)
    except ArithmeticError:
        return False
    measured = {"$", "%", *MEASURES, *TIMES}
    wholes = all(one.number == int(one.number) and one.unit not in measured for one in told)
    return not below and last > 0 and (not wholes or last == int(last))


def _is_open(sentences: Sequence[Sentence], told: Sequence[Entry]) -> bool:
    """Whether something is said that no entry holds: one thing among those that are counted."""
    return any(
        _is_one_more(sentence, at, told) for sentence in sentences[:-1] for at in range(len(sentence) - 1)
    )


def _is_one_more(sentence: Sentence, at: int, told: Sequence[Entry]) -> bool:
    """Whether one of the things that are counted is told of by itself ("one of the pages", "has a bottle")."""
    word, after = sentence[at], sentence[at + 1]
    counted = after.stem in {stem(one.unit) for one in told if one.unit}
    if word.low == "one" and not word.literal:
        known = after.unit in {one.per for one in told} or any(
            one.literal for one in sentence[at + 2 : at + 5]
        )
        return after.low == "of" or (counted and not known)
    had = at > 0 and sentence[at - 1].tag in _VERBS and not sentence[at - 1].low.startswith("cost")
    return word.low in ("another", "a", "an") and after.tag == "NN" and counted and had


# ── the answer ───────────────────────────────────────────────────────────────────────────────────────────────


def _answer(tally: Tally) -> Expression:
    """The tree of what is asked. Raises ``Unclear``."""
    query = tally.query
    settle(tally)
    if _SPEED.search(query.low):
        return _speed(tally.amounts)
    shape = _SHAPE.search(query.low)
    if shape is not None:
        return _rectangle(tally.amounts, shape[1])
    if _DIFF.search(query.low) and not _KEPT.search(query.low) and (found := _difference(tally)) is not None:
        return found
    relate(tally)
    multiply(tally)
    unit = query.unit or _only_unit(tally.amounts, query)
    spans = [
        replace(one, per=None) if one.per in TIMES and one.per == query.per else one for one in tally.amounts
    ]
    if any(one.span not in ("", query.per) for one in spans):
        raise Unclear
    amounts = [one for one in spans if one.unit == unit and one.per is None]
    others = [one for one in spans if not (one.unit == unit and one.per is None)]
    rates = [one for one in others if one.per == unit]
    if rates and not amounts:
        return _groups(rates, others, tally)
    if query.per is not None and query.per != unit:
        parts = [one for one in others if one.unit == query.per and one.per is None]
        if len(parts) == 1 and amounts and len(others) == 1:
            whole = amounts[0].value if len(amounts) == 1 else balance(amounts, query)
            return Arithmetic("/", whole, parts[0].value)
        if len(others) == 1 and others[0].unit == unit and others[0].per == query.per and not amounts:
            return others[0].value
        if query.per not in TIMES or others:
            raise Unclear
    if not amounts:
        return net(_all_kinds(others, tally), tally)
    if _MEAN.search(query.low):
        sized = [one for one in others if one.per is None and one.number == len(amounts)]
        tally.asides |= {one.place for one in sized}
        others = [one for one in others if one not in sized]
    _set_aside(others, tally)
    return net(_of_kind(amounts, unit, tally), tally)


def _only_unit(amounts: Sequence[Entry], query: Query) -> str:
    """What is counted, where the question does not say it."""
    pers = {query.per, *(one.per for one in amounts)}
    units = {one.unit for one in amounts if one.per is None and one.unit not in pers}
    if _MEAN.search(query.low):  # "88, 93 and 77 points in 3 rounds"
        units = {unit for unit in units if sum(one.unit == unit for one in amounts) > 1}
    if len(units) != 1:
        raise Unclear
    return units.pop()


def _set_aside(others: Sequence[Entry], tally: Tally) -> None:
    """Notes what counts another thing than the question names; raises where it can belong to what is asked."""
    query = tally.query
    for one in others:
        said = stem(one.unit) in query.words | {stem(per) for per in tally.pers} or (
            one.unit == "$" and bool(one.per_named & query.words)
        )
        rate = bool(one.per) and (one.unit == "$" or query.unit != "")
        plain = one.per is None and one.unit != "%" and query.unit not in ("", "$") and not one.asked
        if said or not (rate or plain):
            raise Unclear
        tally.asides.add(one.place)


def _all_kinds(others: Sequence[Entry], tally: Tally) -> list[Entry]:
    """Amounts of several kinds, where the question names what they all are ("21 boys and 16 girls: how many children")."""
    kind = stem(tally.query.unit)
    for one in others:
        if one.per is not None or one.unit in {"$", "%", *TIMES, *MEASURES} or kind in one.words | one.named:
            raise Unclear
    if len(others) < 2 or len({one.unit for one in others}) < len(others):
        raise Unclear
    roles = roles_of(others, tally.query)
    if set(roles) != {"S"} and (len({one.verb for one in others}) > 1 or "P" in roles):
        raise Unclear
    return list(others)


def _of_kind(amounts: list[Entry], unit: str, tally: Tally) -> list[Entry]:
    """Those of the kind that the question names ("bottles of water"), and of no kind; the others are set aside."""
    kinds = tally.query.named - {stem(unit)}
    if unit in ("$", "%") or not any(one.named & kinds for one in amounts):
        return amounts
    first = next(one for one in amounts if one.named & kinds)
    fits = [one for one in amounts if one.named & kinds or one.named <= {stem(unit)}]
    for one in fits:
        later = (one.sentence, one.at) >= (first.sentence, first.at)
        hers = one.whose == first.whose or bool(one.to & {"*", *first.whose})
        if not one.named & kinds and not (later and hers):
            raise Unclear  # "14 pears … 9 red pears"
    tally.asides |= {one.place for one in amounts if one not in fits}
    return fits


def _groups(rates: Sequence[Entry], others: Sequence[Entry], tally: Tally) -> Expression:
    """How many parts, of so much each."""
    rate, query = rates[0], tally.query
    wholes = [one for one in others if one.unit == rate.unit and one.per is None]
    spare = [one for one in others if one is not rate and not (one.unit == rate.unit and one.per is None)]
    if len(rates) > 1 or not wholes:
        raise Unclear
    if any(one.per is not None or one.unit == "$" or stem(one.unit) in query.words for one in spare):
        raise Unclear
    kinds = rate.named - {stem(rate.unit)}
    if any(one.named & kinds for one in wholes) and any(
        one.named and not one.named & kinds for one in wholes
    ):
        raise Unclear
    tally.asides |= {one.place for one in spare}
    parts = Arithmetic("/", wholes[0].value if len(wholes) == 1 else balance(wholes, query), rate.value)
    return Ceiling(parts) if _NEEDED.search(query.low) and query.unit not in TIMES else parts


def _speed(amounts: Sequence[Entry]) -> Expression:
    """The way divided by the time."""
    ways = [one for one in amounts if one.unit in MEASURES and one.per is None]
    times = [one for one in amounts if one.unit in TIMES and one.per is None]
    if len(ways) != 1 or len(times) != 1 or len(amounts) != 2:
        raise Unclear
    return Arithmetic("/", ways[0].value, times[0].value)


def _rectangle(amounts: Sequence[Entry], asked: str) -> Expression:
    """The area or the perimeter of what is so long and so wide."""
    sides = [{"long", "length"} & {*one.lows} for one in amounts]
    across = [{"wide", "width"} & {*one.lows} for one in amounts]
    if len(amounts) != 2 or len({one.unit for one in amounts}) != 1:
        raise Unclear
    if sorted(map(bool, sides)) != [False, True] or sorted(map(bool, across)) != [False, True]:
        raise Unclear
    one, other = (side.value for side in amounts)
    return (
        Arithmetic("*", one, other)
        if asked == "area"
        else Arithmetic("*", Arithmetic("+", one, other), Bare(2))
    )


def _difference(tally: Tally) -> Expression | None:
    """By how much one of two amounts exceeds the other, where the question names both sides, or there are only two."""
    plain = [one for one in tally.amounts if one.per is None]
    every, telling = told_apart(plain) if plain else ([], frozenset())
    left, right = (side & telling for side in tally.query.sides)
    first = [
        one
        for one, said in zip(plain, every, strict=True)
        if said & (left - right) and not said & (right - left)
    ]
    second = [
        one
        for one, said in zip(plain, every, strict=True)
        if said & (right - left) and not said & (left - right)
    ]
    joined = "and" in tally.query.low.split() and len(first) + len(second) == len(plain) == len(tally.amounts)
    if first and second and joined and len({one.does for one in plain}) == 1 and first[0].does != "part":
        return Magnitude(Arithmetic("-", tally.sum(first), tally.sum(second)))
    if len(first) != 1 or len(second) != 1:
        return _pair(plain, len(tally.amounts))
    rest = [one for one in plain if one not in (first[0], second[0])]
    if first[0].does == "part" or len(plain) != len(tally.amounts):
        raise Unclear
    if any(one.does != first[0].does for one in (second[0], *rest)):
        raise Unclear
    tally.asides |= {one.place for one in rest}
    return Magnitude(Arithmetic("-", first[0].value, second[0].value))


def _pair(plain: Sequence[Entry], every: int) -> Expression | None:
    if len(plain) != 2 or every != 2:
        return None
    one, other = plain
    if one.unit != other.unit or one.does != other.does or one.does == "part" or one.whose & other.whose:
        raise Unclear
    return Magnitude(Arithmetic("-", one.value, other.value))
