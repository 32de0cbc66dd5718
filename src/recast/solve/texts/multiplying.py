"""Products in place of rates and what they are for: so many of a thing for each of what another entry counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from recast.language.words import word_set
from recast.solve.expression import Arithmetic
from recast.solve.texts.balance import net
from recast.solve.texts.entries import Entry
from recast.solve.texts.problem import TIMES
from recast.solve.texts.story import stem
from recast.solve.texts.tally import Tally, Unclear, asked_for

_MAKES = word_set("make build sew knit bake craft fold weave string")
_RATIOS = word_set("cost weigh take need require use last make hold yield fill")


def relate(tally: Tally) -> None:
    """Puts a rate in place of two amounts of which one is for so many of the other ("6 packs cost 27 euros", "72 euros for 8
    lessons"), where the question asks for one of these, or for so many."""
    amounts, query = tally.amounts, tally.query
    for one in amounts:
        counted = one.unit in {query.unit, query.per} or any(
            other.unit == one.unit for other in amounts if other is not one
        )
        if not counted or not one.unit or one.unit in TIMES or one.asked or one.per is not None:
            continue
        for other in amounts:
            pair = other.clause == one.clause and other.unit != one.unit and other.per is None
            said = (one.ahead and not other.ahead and one.verb in _RATIOS) or _is_for(one, other)
            if pair and said:
                value = Arithmetic("/", other.value, one.value)
                amounts[amounts.index(other)] = replace(other, value=value, per=one.unit, per_named=one.named)
                amounts.remove(one)
                return


def _is_for(one: Entry, other: Entry) -> bool:
    """Whether a sum is said to be for so many ("72 euros for 8 lessons")."""
    places = [k for k, low in enumerate(one.lows) if low == "#"]
    return len(places) == 2 and other.at < one.at and other.unit == "$" and one.lows[places[1] - 1] == "for"


def multiply(tally: Tally) -> None:
    """Puts products in place of rates and what they are for. Raises ``Unclear`` where they go round in a ring."""
    for _ in range(len(tally.amounts) + 1):
        if not any(_multiplied(rate, tally) for rate in tally.amounts if rate.per is not None):
            return
    raise Unclear


def _multiplied(rate: Entry, tally: Tally) -> bool:
    """Whether a rate was told for something that is counted, in whose place there is a product now."""
    counts = _counts(rate, tally.amounts)
    if not counts or (rate.per and rate.per == tally.query.unit):
        return False
    if len(counts) > 1 and any(count.per is not None for count in counts):
        raise Unclear
    alike = len({count.verb for count in counts}) == 1 and not asked_for(counts, tally.query)
    amount = tally.sum(counts) if alike else net(counts, tally)
    made = _product(rate, counts[0], Arithmetic("*", amount, rate.value))
    stock = [one for one in tally.amounts if one.unit == rate.unit and one.per is None and one.does == "hold"]
    if made.verb in _MAKES and counts[0].verb in _MAKES and stock and stock[0].sentence < rate.sentence:
        made = replace(made, does="loss")  # "7 bracelets with 15 beads each", of the beads that there were
    tally.amounts[tally.amounts.index(rate)] = made
    tally.pers.add(counts[0].unit)
    shared = [
        one
        for one in tally.amounts
        if one.per is not None and one is not made
        if any(count is other for count in counts for other in _counts(one, tally.amounts))
    ]
    if not shared:
        tally.amounts = [one for one in tally.amounts if not any(one is count for count in counts)]
    return True


def _product(rate: Entry, count: Entry, value: Arithmetic) -> Entry:
    """A rate times what it is for, told by the verb of the rate where that does something, else by that of the count."""
    beside = rate.bare and rate.sentence == count.sentence
    own = rate.unit == "$" or count.unit in TIMES or (rate.does not in ("hold", "price", "") and not beside)
    teller = rate if own else count
    return replace(
        rate,
        value=value,
        per=count.per or rate.span or None,
        per_named=count.per_named,
        span="",
        does="loss" if rate.wished else teller.does,
        verb=teller.verb,
        words=rate.words if count.asked else rate.words | count.words,
        wished=count.wished and not rate.wished,
    )


def _counts(rate: Entry, amounts: Sequence[Entry]) -> list[Entry]:
    """What a rate is for, as it is counted: the noun that it names, or what stands before a bare "each"."""
    others = [one for one in amounts if one is not rate and one.unit != rate.unit]
    if rate.per:
        named = [one for one in others if one.unit == rate.per]
        beside = [one for one in named if one.clause == rate.clause and one.at < rate.at]
        if beside:
            return beside[-1:]
        meant = [one for one in others if stem(one.unit) in rate.per_named and one.unit != rate.per]
        return meant if meant and rate.unit == "$" else named
    near = [one for one in others if one.sentence == rate.sentence and one.at < rate.at]
    if near:
        return near[-1:]
    named = [one for one in others if stem(one.unit) in rate.whose]
    before = [one for one in others if one.sentence == rate.sentence - 1]
    return named or (before if len(before) == 1 else [])
