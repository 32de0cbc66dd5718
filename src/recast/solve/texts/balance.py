"""One amount over the course of a story, from its entries: the start, what came and went, the end, what is wanted.

Of these, the one that is not told is what the question asks for. Apart from ``course``, which reads ``facts``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from recast.language.words import word_set
from recast.solve.expression import Arithmetic, Bare, Expression, Magnitude
from recast.solve.texts.effects import effect
from recast.solve.texts.entries import Entry
from recast.solve.texts.problem import added, less
from recast.solve.texts.tally import Query, Tally, Unclear, asked_for, places_in, value_of

_TOTAL = re.compile(r"\b(?:altogether|in all|in total|total|combined|together|both|sum|overall|whole)\b")
_LEFT = re.compile(
    r"\b(?:left|leftover|remain\w*|rest|still|keep|kept|now|unsold|free|empty|un[a-z]+ed|unbroken|intact|good|present|survived?"
    r"|over|at the end|end up|today|after|change|back)\b|\bnot\b|n't\b"
)
_LATER = re.compile(r"\b(?:now|today|after|end|then|afterwards)\b")
_START = re.compile(
    r"\b(?:at first|in the beginning|at the start|(?:start|begin) (?:out )?with|originally|original|to (?:start|begin) with|initially|at the beginning|had had"
    r"|before)\b"
)
_NEED = re.compile(r"\b(?:still|needs?|missing|short|owes?|must|have to|has to|had to|more)\b")
_LACK = re.compile(r"\b(?:short|missing|owes?|still|need)\b")
_MORE = re.compile(r"\bhow (?:many|much) (?:more|fewer|less)\b")
_KEPT = re.compile(r"\b(?:left|still|remain\w*)\b")
_NOT = re.compile(r"\bnot\b|n't\b")
_SUMS = re.compile(r"\b(?:together|altogether|in all|in total|total|combined)\b")
_ENDS = re.compile(r"\b(?:left|now|still|remain\w*|finally|afterwards|at the end|at closing|then)\b")
_SPAN = re.compile(r"\bfrom # (?:\$ |[a-z]+ )?to (?:\$ )?#")
_SPEND = word_set("buy purchase order pay spend cost charge rent donate lose owe book")
_TAKE = word_set("sell earn make receive charge take collect raise win get")
_OPENS = word_set("start begin set bring take leave")
_STATES = word_set("be have hold contain own remain stand live exist keep")
_STAYS = _STATES | word_set("survive arrive stay end finish")
#: What is done to a part of something, of which the rest is left to be done.
_DONE = word_set(
    "see watch read drive walk run ride swim climb cycle paint finish complete solve do clean wash write answer visit check mark "
    "hike travel lay iron fold"
)


def net(amounts: Sequence[Entry], tally: Tally) -> Expression:
    """What the question asks of amounts of one unit. Raises ``Unclear``."""
    if re.search(r"\b(?:average|mean)\b", tally.query.low):
        if len(amounts) < 2 or len({one.does for one in amounts}) > 1:
            raise Unclear
        return Arithmetic("/", tally.sum(amounts), Bare(len(amounts)))
    if len(amounts) == 1:
        return amounts[0].value
    if (
        len(amounts) == 2
        and amounts[0].clause == amounts[1].clause
        and _SPAN.search(" ".join(amounts[0].lows))
    ):
        return Magnitude(Arithmetic("-", amounts[1].value, amounts[0].value))
    return _course(amounts, tally)


def balance(amounts: Sequence[Entry], query: Query) -> Expression:
    """What there is after all that came and went. Raises ``Unclear``."""
    roles = roles_of(amounts, query)
    come = _in_roles(amounts, roles, "S+")
    if set(roles) - set("S+-") or not come:
        raise Unclear
    return less(added(come), _in_roles(amounts, roles, "-"))


def _in_roles(amounts: Sequence[Entry], roles: Sequence[str], wanted: str) -> list[Expression]:
    return [one.value for one, role in zip(amounts, roles, strict=True) if role in wanted]


def roles_of(amounts: Sequence[Entry], query: Query) -> list[str]:
    """What each amount is in the course of the story: S the start, + and - what comes and goes, E the end, W what is wanted,
    T a total, P a part, V what was done. Raises ``Unclear``."""
    made: list[str] = []
    owner = query.whose or next((one.whose for one in amounts if one.does == "hold"), frozenset())
    for k, one in enumerate(amounts):
        made.append(_role(one, amounts[k - 1] if k else None, made, owner, query))
    return made


def _role(one: Entry, before: Entry | None, roles: Sequence[str], owner: frozenset[str], query: Query) -> str:
    lows = " ".join(one.lows)
    if one.wished or one.does == "part":
        return "W" if one.wished else "P"
    if _SUMS.search(lows) and not one.asked and not (before and "now" in one.lows):
        return "T"
    if one.does == "hold" and one.verb != "tender":
        if before and _ENDS.search(lows):
            return "E"
        if _START.search(lows):
            return "S"
    got = bool(one.to & (owner | {"*"})) and not one.whose & owner
    if got and one.does in ("loss", "gain", ""):
        return "+"
    if one.unit == "$" and (paid := _money_role(one, before)):
        return paid
    if before is None and one.verb in _OPENS:
        return "S"
    if one.does in ("loss", "gain"):
        return "-" if one.does == "loss" else "+"
    return _held_role(one, before, roles, query) if one.does == "hold" else "V"


def _money_role(one: Entry, before: Entry | None) -> str:
    """What a sum is: what was there, what was paid, or what was taken; empty where that is as with other things."""
    if one.verb == "tender":
        return "S"
    if one.does == "price" or one.verb in _SPEND or (one.verb == "be" and before and one.whose):
        return "-"
    return "+" if one.verb in _TAKE or one.does == "gain" else ""


def _held_role(one: Entry, before: Entry | None, roles: Sequence[str], query: Query) -> str:
    """Whether it is told how much there was, or how much there is after all."""
    if before is None:
        return "S"
    if set(roles) == {"-"} and not _START.search(query.low):
        return "S"
    if set(roles) & set("+-"):
        return "E"
    words = before.words - one.words and one.words - before.words
    apart = before.sentence == one.sentence or before.whose != one.whose or before.named != one.named or words
    if (set(roles) <= {"S", "T", "W"} and apart) or set(roles) in ({"V"}, {"W"}):
        return "S"
    if effect(query.verb, "", query.passive) in ("gain", "loss"):
        return "E"
    raise Unclear


def _course(amounts: Sequence[Entry], tally: Tally) -> Expression:
    """The one of start, changes and end that is not told."""
    query, low = tally.query, tally.query.low
    roles = roles_of(amounts, query)
    prices = [one.does == "price" for one in amounts]
    if query.unit == "$" and prices.count(True) == 1 and "W" not in roles and _LACK.search(low):
        roles = ["W" if price else "+" for price in prices]  # what was paid of it, and what there is for it
    kinds = set(roles)
    if _MORE.search(low) and not kinds & {"W", "E"} and not _KEPT.search(low):
        return _told_alike(amounts, tally)
    if "W" in kinds:
        if not _NEED.search(low) or roles.count("W") != 1 or kinds - set("WS+V") or len(kinds) < 2:
            raise Unclear
        return less(_in_roles(amounts, roles, "W")[0], _in_roles(amounts, roles, "S+V"))
    if "E" in kinds:
        return _change(amounts, roles, query)
    if "T" in kinds:
        if (
            roles.count("T") != 1
            or "P" in kinds
            or _TOTAL.search(low)
            or len({one.does for one in amounts}) > 2
        ):
            raise Unclear
        return less(_in_roles(amounts, roles, "T")[0], _in_roles(amounts, roles, "SV+-"))
    if "P" in kinds:
        return _of_parts(amounts, roles, query)
    mine = [one for one in amounts if one.verb == query.verb]
    if mine and len(mine) < len(amounts) and query.verb not in _STATES and not query.done:
        rest = [one for one in amounts if one not in mine]
        held = {place for one in mine for place in places_in(one.value)}
        if all(one.place in held for one in rest) and not _LEFT.search(low):
            return tally.sum(mine)  # "how much did she spend", of a share of what she had
        hers = [one for one in mine if one.whose & query.whose]
        if len(hers) == 1 and len(places_in(hers[0].value)) > 1 and not _LEFT.search(low):
            tally.asides |= {one.place for one in amounts if one is not hers[0]}
            return hers[0].value
        if kinds <= set("S+-") and all(roles[amounts.index(one)] == "S" for one in mine):
            return balance(amounts, query)
        if not _LEFT.search(low):
            raise Unclear
    undone = "V" in kinds or (query.done and "+" in kinds)
    if undone and (query.done or _KEPT.search(low)) and "S" in kinds and kinds <= set("SV+"):
        return _undone(amounts, roles, query)
    if _START.search(low):
        raise Unclear
    if "profit" in low.split() and kinds == {"+", "-"}:
        return less(added(_in_roles(amounts, roles, "+")), _in_roles(amounts, roles, "-"))
    if (
        kinds == {"V"}
        and len({one.verb for one in amounts}) == 1
        and _LATER.search(low)
        and not _KEPT.search(low)
    ):
        return tally.sum(amounts)
    if _LEFT.search(low) and (kinds != {"S"} or _KEPT.search(low) or _LATER.search(low)):
        if "V" in kinds or ("-" not in kinds and not _LATER.search(low)):
            raise Unclear
        return balance(amounts, query)
    if (
        kinds == {"S"}
        or len({one.verb for one in amounts}) == 1
        or (kinds == {"-"} and amounts[0].unit == "$")
    ):
        return _told_alike(amounts, tally)
    if kinds <= set("S+-") and "S" in kinds and query.verb in _STAYS:
        return balance(amounts, query)
    if kinds == {"+"} and _TOTAL.search(low):
        return tally.sum(amounts)
    raise Unclear


def _change(amounts: Sequence[Entry], roles: Sequence[str], query: Query) -> Expression:
    """What the start was, or what came or went, where the end is told."""
    start, gone, come = (_in_roles(amounts, roles, role) for role in ("S", "-", "+"))
    end = _in_roles(amounts, roles, "E")
    if len(end) != 1 or set(roles) - set("SE+-"):
        raise Unclear
    if _START.search(query.low):
        if start:
            raise Unclear
        return less(added([*end, *gone]), come)
    if not (start or come) or query.verb in {one.verb for one in amounts}:
        raise Unclear
    if not (gone or come) and query.verb not in _STATES:
        small, large = sorted([added(start), end[0]], key=value_of)
        return Arithmetic("-", large, small)
    match effect(query.verb, "", query.passive):
        case "loss":
            return less(added([*start, *come]), [*gone, *end])
        case "gain":
            return less(added([*end, *gone]), [*start, *come])
    raise Unclear


def _undone(amounts: Sequence[Entry], roles: Sequence[str], query: Query) -> Expression:
    """What is left of something that is done bit by bit ("31 of the 48 minutes watched")."""
    done = [one for one, role in zip(amounts, roles, strict=True) if role in "V+"]
    known = all(one.verb in _DONE or one.verb == query.verb for one in done)
    if not done or not known or roles.count("S") != 1:
        raise Unclear
    return less(_in_roles(amounts, roles, "S")[0], [one.value for one in done])


def _told_alike(amounts: Sequence[Entry], tally: Tally) -> Expression:
    """Amounts that are told alike: those that the question names, or all; "how many more" the one than the other."""
    low = tally.query.low
    if _TOTAL.search(low):
        return tally.sum(amounts)
    fits = asked_for(amounts, tally.query)
    others = [one for one in amounts if one not in fits]
    if _MORE.search(low):
        if len(fits) != 1 or len(others) != 1:
            raise Unclear
        return Magnitude(Arithmetic("-", fits[0].value, others[0].value))
    if _NOT.search(low) and fits and others and len({one.sentence for one in amounts}) == 1:
        tally.asides |= {one.place for one in fits}
        return tally.sum(others)
    if len(fits) == 1:
        return fits[0].value
    joined = "and" in low.split()
    if len(fits) > 1 and others and joined:
        tally.asides |= {one.place for one in others}
        return tally.sum(fits)
    together = len({one.whose for one in amounts}) == 1 or len({one.sentence for one in amounts}) == 1
    of_all = (not fits or any(one.asked for one in amounts)) and together
    they = not fits and re.search(r"\b(?:they|we)\b", low) is not None
    if of_all or they or (not others and joined):
        return tally.sum(amounts)
    raise Unclear


def _of_parts(amounts: Sequence[Entry], roles: Sequence[str], query: Query) -> Expression:
    """What is a part of something, or is not."""
    wholes = [one for one, role in zip(amounts, roles, strict=True) if role == "S"]
    parts = [one for one, role in zip(amounts, roles, strict=True) if role == "P"]
    if len(wholes) != 1 or len(wholes) + len(parts) != len(amounts):
        raise Unclear
    asked = query.words - wholes[0].named
    meant = [one for one in parts if (one.words - wholes[0].named - one.named) & asked]
    if _NOT.search(query.low) or re.search(r"\b(?:left|remain\w*)\b", query.low):
        if len(meant) != len(parts):
            raise Unclear
        return less(wholes[0].value, [one.value for one in parts])
    if len(meant) != 1:
        raise Unclear
    return meant[0].value
