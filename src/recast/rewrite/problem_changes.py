"""Clauses that change a sum: a share or an amount that is taken off it, or that comes on top of it.

Whoever makes a ledger of them asks that the story tells of one sum alone, for a ledger says "20% of the coins come off" and not of
which sum (``Setting.changed``).

Not covered: changes of anything but money, and those told as a comparison ("4% less than last year").
"""

from __future__ import annotations

from dataclasses import replace

from recast.language.words import word_set
from recast.rewrite.noun_phrases import Noun
from recast.rewrite.problem_reading import Clause
from recast.rewrite.problem_terms import Setting, Statement, held, is_money
from recast.rewrite.prose_tokens import base_of

_FALLS = word_set("reduce cut discount lower drop fall decrease decline mark")
_RISES = word_set("increase raise rise go climb")
_TAKEN = word_set("discount reduction rebate voucher coupon")
_ADDED = word_set("tip tax surcharge vat gratuity")


def changes(said: Clause, setting: Setting) -> list[Statement] | None:
    """What is taken off a sum or added to it; nothing where the clause tells no such change."""
    found = _change(said)
    money = setting.story.money
    if found is None or money is None or said.negated or said.wished or said.each is not None:
        return None
    kind, amount = found
    share = any(tok.low in ("%", "percent") for tok in amount.figure)
    if amount.joined or not (share or is_money(amount)):
        return None
    setting.changed = True
    told = replace(amount, words=(money,), of=None, partitive=share, more="", article="")
    one = held(kind, told, None, setting.story)
    return None if one is None else [one]


def _change(said: Clause) -> tuple[str, Noun] | None:
    """Whether it is taken off or added, and how much."""
    figured = [(prep, noun) for prep, noun in said.phrases if noun.figure]
    if len(figured) == 1 and figured[0][0] == "by" and (said.object is None or not said.object.figure):
        kind = "come off" if said.base in _FALLS else "on top" if said.base in _RISES else ""
        return (kind, figured[0][1]) if kind else None
    of = figured[0][1] if len(figured) == 1 and figured[0][0] == "of" and said.object is not None else None
    if figured and of is None:
        return None
    if (
        said.object is not None
        and said.aside == "off"
        and said.object.figure
        and said.base in ("get", "take")
    ):
        return "come off", said.object
    for noun in (said.object, said.subject):
        amount = None if noun is None else noun if noun.figure else noun.of or of
        if noun is None or amount is None or not amount.figure or not noun.words:
            continue
        named = base_of(noun.words[-1]).removeprefix("x-")
        if named in _TAKEN or named in _ADDED:
            return ("come off" if named in _TAKEN else "on top"), amount
    return None
