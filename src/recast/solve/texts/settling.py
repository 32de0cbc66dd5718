"""Amounts in place of the entries of a story that refer to others: comparisons, and shares of what was told."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from recast.language.words import word_set
from recast.solve.expression import Arithmetic, Bare, Expression
from recast.solve.texts.balance import balance
from recast.solve.texts.entries import Entry
from recast.solve.texts.story import stem
from recast.solve.texts.tally import Tally, Unclear

_CUTS = word_set("off discount reduce rise increase")
_SAVED = re.compile(r"\b(?:save|saved|discount|reduction|off)\b")
_OVER = word_set("more higher longer older")
_UNDER = word_set("fewer less cheaper")


def settle(tally: Tally) -> None:
    """Puts amounts in place of comparisons and shares. Raises ``Unclear`` where one refers to nothing that is told."""
    waiting = [one for one in tally.amounts if one.form != "amount"]
    while waiting:
        for one in waiting:
            made = _shared(one, tally) if one.form == "share" else _compared(one, waiting, tally.amounts)
            if made is not None:
                break
        else:
            raise Unclear
        waiting.remove(one)
        tally.amounts[tally.amounts.index(one)] = made


def _compared(one: Entry, waiting: Sequence[Entry], amounts: Sequence[Entry]) -> Entry | None:
    """The amount of a comparison; None where what it refers to is not known yet."""
    plain = [
        other
        for other in amounts
        if other.form == "amount" and other.per == one.per
        if other.unit == one.unit or stem(other.unit) in one.than
    ]
    before = [other for other in plain if (other.sentence, other.at) < (one.sentence, one.at)]
    refers = one.lows[0] in ("which", "that", "this", "it") or (one.bare and not one.own)
    if one.than and not refers:
        shared = [len((other.whose | other.words | other.named) & (one.than - one.own)) for other in plain]
        best = max(shared, default=0)
        if best and shared.count(best) == 1:
            return _like(one, plain[shared.index(best)], scaled)
        if best or any((other.whose | other.words) & one.than for other in waiting if other is not one):
            return None
    if one.than:  # "7 more than last season", of which nothing else is told
        known = [other for other in before[-1:] if refers or other.whose & one.whose]
        known = [other for other in known if one.sentence - other.sentence < 2]
        if not known and not refers:
            known = [other for other in plain if one.whose and other.whose == one.whose]
        if len(known) != 1 or not (refers or one.whose):
            return None
        made = _like(one, known[0], _unscaled)
        return replace(made, whose=one.than, words=one.than, named=frozenset({stem(known[0].unit)}))
    if not before or refers or (one.whose == before[-1].whose and not one.own - before[-1].words):
        return None
    return _like(one, before[-1], scaled)


def _like(one: Entry, other: Entry, computed: Callable[[Entry, Expression], Expression]) -> Entry:
    """A comparison as an amount of its own, told as the one that it refers to where it has no verb that does something."""
    states = one.does == "hold"
    return replace(
        one,
        form="amount",
        value=computed(one, other.value),
        does=other.does if states else one.does,
        verb=other.verb if states else one.verb,
        words=one.own or one.words - one.than,
    )


def scaled(one: Entry, other: Expression) -> Expression:
    """What a comparison makes of the value that it refers to."""
    if one.form != "times":
        return Arithmetic("+" if one.form == "more" else "-", other, one.value)
    made = other if one.value == Bare(1) else Arithmetic("*", other, one.value)
    return made if one.under == 1 else Arithmetic("/", made, Bare(one.under))


def _unscaled(one: Entry, other: Expression) -> Expression:
    """The value to which a comparison refers, where what it makes of it is told."""
    if one.form != "times":
        return Arithmetic("-" if one.form == "more" else "+", other, one.value)
    made = other if one.under == 1 else Arithmetic("*", other, Bare(one.under))
    return made if one.value == Bare(1) else Arithmetic("/", made, one.value)


# ── shares ───────────────────────────────────────────────────────────────────────────────────────────────────


def _shared(one: Entry, tally: Tally) -> Entry | None:
    """The amount of a share; None where what was told before is not settled."""
    amounts = tally.amounts
    k = amounts.index(one)
    if any(other.form != "amount" for other in amounts[:k]):
        return None
    if one.whole == "numeral":
        after = amounts[k + 1] if k + 1 < len(amounts) else None
        if after is None or after.form != "amount" or after.sentence != one.sentence:
            raise Unclear
        whole = replace(after, does="hold", wished=False, verb="have")
        amounts[k : k + 2] = [whole, one]
        return _part(one, whole.value, whole)
    before = [other for other in amounts[:k] if other.per is None]
    alike = [other for other in before if not one.named or other.unit == one.unit or other.named & one.named]
    alike = [other for other in alike if other.unit == alike[-1].unit]
    if one.whole == "rest" and alike:
        return _part(one, balance(alike, tally.query), alike[-1])
    if len(alike) != 1:
        raise Unclear
    whole = alike[0]
    if whole.unit == "$" and not _CUTS.isdisjoint({*one.lows, one.verb}):
        amounts.remove(whole)
        share = _share_of(one, whole.value)
        price = Arithmetic("+" if one.verb in ("rise", "increase") else "-", whole.value, share)
        return replace(
            one,
            form="amount",
            unit="$",
            does="price",
            value=share if _SAVED.search(tally.query.low) else price,
        )
    return _part(one, whole.value, whole)


def _part(one: Entry, whole: Expression, other: Entry) -> Entry:
    """A share of a whole as an amount; by a share more or less, as the whole is told."""
    share = _share_of(one, whole)
    more, fewer = (not words.isdisjoint(one.lows) for words in (_OVER, _UNDER))
    if more or fewer:
        value = Arithmetic("+" if more else "-", whole, share)
        return replace(one, form="amount", value=value, unit=other.unit, does=other.does, verb=other.verb)
    does = "part" if one.does in ("hold", "") else one.does
    return replace(one, form="amount", value=share, unit=other.unit, named=other.named, does=does)


def _share_of(one: Entry, whole: Expression) -> Expression:
    made = whole if one.value == Bare(1) else Arithmetic("*", whole, one.value)
    return Arithmetic("/", made, Bare(one.under))
