"""What is reckoned with: the entries of a story, the question, and what is noted on the way."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import ROUND_CEILING, Decimal

from recast.language.words import word_set
from recast.solve.expression import Arithmetic, Bare, Ceiling, Expression, Magnitude, Operand, parts_of
from recast.solve.texts.entries import Entry
from recast.solve.texts.problem import TIMES, added
from recast.solve.texts.segments import base
from recast.solve.texts.story import NOUNS, Sentence, content, head, noun_after, stem
from recast.types import Private

_COST = re.compile(
    r"\b(?:costs?|pay|paid|spend|spent|earn\w*|money|price|charged?|bill|profit|change|owe|worth|dollars?|euros?|raised?|budget"
    r"|expensive)\b"
)
_UNDONE = re.compile(r"\bnot\b|n't\b|\bstill\b.* to\b|\bleft to\b|\bremain\w* to\b")
_SUBORDINATE = word_set("when if after before while because since than once")
_EACH = word_set("each every per apiece")


class Unclear(Exception):
    """The entries do not say for certain what the question asks."""


@dataclass(frozen=True, slots=True, repr=False)
class Query(Private):
    """The question: ``unit`` is what it asks to be counted ("" where it does not say), ``whose`` of whom, ``per`` for one of what
    (None where for all); ``done`` where it asks for what has not been done; ``sides`` are the words before and after "than"."""

    low: str
    unit: str
    named: frozenset[str]
    words: frozenset[str]
    whose: frozenset[str]
    verb: str
    per: str | None
    done: bool
    passive: bool
    sides: tuple[frozenset[str], frozenset[str]]


@dataclass(slots=True, repr=False)
class Tally(Private):
    """``amounts`` are what is left to be reckoned with; ``asides`` the numerals that the question does not ask for; ``sizes`` of how
    many amounts a sum was made; ``pers`` what rates that were used are for."""

    amounts: list[Entry]
    query: Query
    asides: set[int] = field(default_factory=set)
    sizes: set[Decimal] = field(default_factory=set)
    pers: set[str] = field(default_factory=set)

    def sum(self, amounts: Sequence[Entry]) -> Expression:
        """The amounts added up."""
        self.sizes.add(Decimal(len(amounts)))
        return added([one.value for one in amounts])


def read_query(sentence: Sentence, told: Sequence[Entry]) -> Query:
    """What a question asks, of a story with these entries."""
    low = " ".join(word.low for word in sentence)
    at = next((k for k, word in enumerate(sentence) if word.low in ("how", "what", "which")), 0)
    asks = sentence[at + 1].low if at + 1 < len(sentence) else ""
    noun, end = noun_after(sentence, at + 2) if asks in ("many", "much") else ([], at + 1)
    noun = noun if any(word.tag in NOUNS for word in noun) else []
    named = content(noun)
    if noun and [one.low for one in sentence[end : end + 1]] == ["of"]:
        named |= content(noun_after(sentence, end + 1)[0])
    unit = head(noun)
    money = unit in ("money", "dollar", "euro", "change") or (
        asks != "many" and _COST.search(low) is not None
    )
    if any(entry.unit == "$" for entry in told) and (money or (asks == "much" and not noun)):
        unit = "$"
    elif asks == "much" and unit and not any(entry.unit == unit for entry in told):
        units = {entry.unit for entry in told if named & entry.named}
        unit = units.pop() if len(units) == 1 else ""
    if asks in ("percentage", "percent"):
        unit = "%"
    apart = next((k for k in range(at + 1, len(sentence)) if sentence[k].low in _SUBORDINATE), len(sentence))
    tags = ("VB", "VBD", "VBZ", "VBN", "BE", "HV", "VBG")
    verbs = [word for word in sentence[at:apart] if word.tag in tags and word.low != "left"]
    cut = max((k for k, word in enumerate(sentence) if word.low == "than"), default=len(sentence))
    return Query(
        low, unit, named, content(sentence), _asked_of(sentence, at), base(verbs[-1]) if verbs else "",
        _asked_per(sentence, at, {entry.unit for entry in told}), _UNDONE.search(low) is not None,
        any(word.tag == "VBN" for word in verbs), (content(sentence[at:cut]), content(sentence[cut:])),
    )  # fmt: skip


def _asked_of(sentence: Sentence, at: int) -> frozenset[str]:
    """Who is asked about: between the first helper of a question and its verb."""
    helped = next((k for k in range(at, len(sentence)) if sentence[k].tag in ("DO", "MD", "BE", "HV")), None)
    if helped is None:
        return frozenset()
    ends = ("VB", "VBN", "VBG", "VBD", "IN", "HV", "BE", ".")
    stop = next((k for k in range(helped + 1, len(sentence)) if sentence[k].tag in ends), len(sentence))
    ahead = sentence[helped + 1 : stop]
    mine = frozenset(word.low for word in ahead if word.low in ("i", "we", "you"))
    return mine or content([word for word in ahead if word.tag in NOUNS])


def _asked_per(sentence: Sentence, at: int, units: set[str]) -> str | None:
    """For one of what the question asks ("in each box", "a day", "one crayon"); empty where it does not name it."""
    for k in range(at + 1, len(sentence)):
        after = noun_after(sentence, k + 1, 3)[0]
        if sentence[k].low in _EACH:
            return head(after)
        single = sentence[k].low in ("one", "a", "an") or sentence[k].literal == "1"
        if single and k > at + 1 and after and head(after) in {*TIMES, *units}:
            return head(after)
    return None


def told_apart(amounts: Sequence[Entry]) -> tuple[list[frozenset[str]], frozenset[str]]:
    """The words that are said with each amount, and those that are not said with all."""
    every = [one.whose | one.words | one.named | {stem(one.unit), stem(one.verb)} for one in amounts]
    return every, frozenset[str]().union(*every) - frozenset.intersection(*every)


def asked_for(amounts: Sequence[Entry], query: Query) -> list[Entry]:
    """The amount of whom the question names, else those that a word of it tells from others."""
    mine = [one for one in amounts if one.whose & query.whose]
    if len(mine) == 1:
        return mine
    every, telling = told_apart(amounts)
    said = query.words & telling
    return [one for one, words in zip(amounts, every, strict=True) if words & said]


def places_in(value: Expression) -> set[int]:
    """The places of the numerals of a tree."""
    return {node.cell[1] for node in parts_of(value) if isinstance(node, Operand) and node.cell is not None}


def value_of(found: Expression) -> Decimal:
    """The value of a tree of arithmetic. Raises ``ArithmeticError`` where it has none."""
    match found:
        case Operand(literal, _):
            return Decimal(literal)
        case Bare(number):
            return Decimal(number)
        case Magnitude(of):
            return abs(value_of(of))
        case Ceiling(of):
            return value_of(of).to_integral_value(ROUND_CEILING)
        case Arithmetic("+", left, right):
            return value_of(left) + value_of(right)
        case Arithmetic("-", left, right):
            return value_of(left) - value_of(right)
        case Arithmetic("*", left, right):
            return value_of(left) * value_of(right)
        case Arithmetic("/", left, right):
            return value_of(left) / value_of(right)
    raise ArithmeticError
