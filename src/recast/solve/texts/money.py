"""Sums of money by which way they go: what is earned and what is paid; change, profit and what is left of them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from recast.language.words import word_set
from recast.solve.expression import Expression
from recast.solve.texts.clauses import verb_base
from recast.solve.texts.facts import Fact
from recast.solve.texts.problem import EACH, MORE, Problem, added, less, of
from recast.solve.texts.story import stem

_EARNS = word_set("sell earn receive collect win save charge bring deposit raise get")
_PAYS = word_set("buy spend pay purchase cost rent order donate invest")
_COSTS = frozenset(stem(word) for word in ("cost", "price", "bill", "fee", "expense", "rent"))
_HOLDS = word_set("have be start begin own hold")
_KEPT = re.compile(r"\b(?:left|remain\w*|change|back|profit|keep|kept|now|still have)\b")
_TAKEN = re.compile(
    r"\b(?:take|taken|took|earn\w*|get|got|receive\w*|collect\w*|come in|came in|brought in)\b"
)
_PAID = re.compile(r"\b(?:pay|paid|spend|spent|cost|costs)\b")
_TENDERED = word_set("with note bill banknote")


def sign_of(fact: Fact) -> int:
    """1 for a sum that somebody has or gets, -1 for one that is paid, 0 where that is not told."""
    base = verb_base(fact.verb)
    if base == "be" and not _COSTS.isdisjoint(fact.subject):
        return -1  # "the cost for supplies was $54"
    return 1 if base in _EARNS or base in _HOLDS else -1 if base in _PAYS else 0


def money_balance(problem: Problem, terms: Sequence[tuple[Fact, Expression]]) -> Expression | None:
    """What is left of sums that go both ways, or those of one way where the question asks for these; None where they all go one
    way or where that is not certain."""
    come = [term for fact, term in terms if sign_of(fact) > 0]
    gone = [term for fact, term in terms if sign_of(fact) < 0]
    if problem.unit != "$" or not come or not gone or len(come) + len(gone) != len(terms):
        return None
    if _KEPT.search(problem.low):
        return less(added(come), gone)
    asks = (_TAKEN.search(problem.low) is not None, _PAID.search(problem.low) is not None)
    return {(True, False): added(come), (False, True): added(gone)}.get(asks)


def change(problem: Problem) -> Expression | None:
    """ "paid with a 50 euro note for a lamp of 32 euros": how much came back."""
    told = problem.facts
    if (
        not re.search(r"\bchange\b|\bback\b", problem.low)
        or MORE.search(problem.low)
        or EACH.search(problem.low)
    ):
        return None
    if len(told) < 2 or any(
        fact.unit != "$" or fact.per is not None or fact.relation or fact.percent for fact in told
    ):
        return None
    given = [fact for fact in told if _is_tendered(problem, fact)]
    return (
        less(of(given[0]), [of(fact) for fact in told if fact is not given[0]]) if len(given) == 1 else None
    )


def _is_tendered(problem: Problem, fact: Fact) -> bool:
    """Whether a sum is the one that is handed over."""
    near = problem.sentences[fact.sentence][max(0, fact.place - 4) : fact.place + 4]
    base = verb_base(fact.verb)
    return base in ("give", "hand") or (base == "pay" and not _TENDERED.isdisjoint(word.low for word in near))
