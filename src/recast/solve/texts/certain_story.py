"""Whether the rules understood a word problem for certain: two readings of it agree, and the tree accounts for its words.

``problems`` reads a story by schemas over ``facts``, ``reckoning`` by the course of ``entries``. Both must come to the same value from
the same numerals. Every word that can say an operation must be one that a node of the tree carries out; words that change
what is counted in ways no tree shows (exceptions, conditions, limits, roundings) make it uncertain, whatever the tree.

Not covered: what both readings misunderstand alike, and a content word that says an operation ("halved").
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from recast.language.words import word_set
from recast.numbers.numerals import Numeral
from recast.numbers.prose import prose_numerals, scale_after
from recast.numbers.written import plain_number
from recast.solve.expression import Arithmetic, Bare, Ceiling, Expression, Operand, parts_of
from recast.solve.texts.calculation import as_calculation
from recast.solve.texts.facts import facts
from recast.solve.texts.problem import START, Problem, read_problem
from recast.solve.texts.problems import solve
from recast.solve.texts.reckoning import reckon
from recast.solve.texts.story import read
from recast.solve.texts.tally import value_of
from recast.types import Calculation, Private

_LONGEST = 1500  # characters; a longer text is a passage to look something up in
_MOST_STEPS = 4  # a longer calculation is known again by its own form
_CLOSE = Decimal("1e-9")  # of their value: decimals are rounded where they are divided
#: Words of which no tree tells what they do.
_OPEN = word_set(
    "except excluding without instead unless until or either least most minimum maximum nearest rounded estimate ratio "
    "proportion minus square squared volume fraction probability chance consecutive even odd respectively "
    "cent cents"
)
#: The same where something is divided, since parts may be left over.
_WHOLE = word_set("full fully complete completely completed only need needs needed require required requires")
#: Words that say which of the things are meant; what they pick can be an aside.
_PICKING = word_set("that which who whose where")
_TYPED = re.compile(r"\b(?:more|fewer|less) (?:\w+ ){0,3}that\b")
_SUMS = re.compile(r"\b(?:altogether|in all|in total|total|combined|together|sum)\b")
#: Words of operations and the signs of which the tree must have one.
_SIGNED = (
    (
        word_set("each every per apiece same equal equally evenly daily weekly monthly yearly hourly times"),
        "*/",
    ),
    (word_set("more fewer less additional extra another difference older younger"), "+-"),
    (word_set("than"), "+-*"),
    (word_set("plus"), "+"),
    (word_set("area perimeter"), "*"),
    (word_set("change profit not"), "-"),
)
#: Words of a remainder, which was told where the question asks for the beginning.
_LEFT = word_set("left leftover remaining remain remains remained rest remainder still some")
#: Words of a number, and the number that the tree must hold.
_NUMBERED = {
    "half": 2, "halves": 2, "twice": 2, "double": 2, "doubled": 2, "doubles": 2, "pair": 2, "pairs": 2, "couple": 2,
    "triple": 3, "thrice": 3, "third": 3, "thirds": 3, "quarter": 4, "quarters": 4, "fourth": 4, "fifth": 5, "sixth": 6,
    "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10, "dozen": 12, "dozens": 12, "percent": 100, "%": 100,
}  # fmt: skip
_AVERAGES = word_set("average averages mean")
#: Units of one kind: where two of them are named, the tree must convert, or multiply what both count.
_KINDS = (
    word_set("inch foot yard mile"), word_set("gram kilogram pound ounce ton"), word_set("meter kilometer centimeter"),
    word_set("dollar quarter dime nickel penny"), word_set("second minute hour day week month year"),
    word_set("liter milliliter gallon quart pint cup"),
)  # fmt: skip


@dataclass(frozen=True, slots=True, repr=False)
class Understood(Private):
    """What a question asks over the numerals of context and question. ``certain``: both readings say so; else one does and the
    other understood nothing, which of texts that the rules were not made on is right in three of five."""

    calculation: Calculation
    certain: bool


def calculation_of(question: str, context: str) -> Understood | None:
    """The calculation that the readings agree on, or that one alone has; None where they speak against each other, where
    neither understood it, and where the tree does not account for the words."""
    if len(context) + len(question) > _LONGEST:
        return None
    story, asked = read(context), read(question)
    if not story or not asked:
        return None
    one, other = solve(story, asked), reckon(story, asked)
    certain = one is not None and other is not None and _agree(one, other)
    tree = other if certain or one is None else one if other is None else None
    if tree is None:
        return None
    sentences = (*story, *asked)
    amounts = [*_amounts(context), *_amounts(question)]
    if len(amounts) != sum(bool(word.literal) for sentence in sentences for word in sentence):
        return None  # a numeral in a note in brackets
    operands = [node for node in parts_of(tree) if isinstance(node, Operand)]
    places = {operand: place for operand in operands if (place := _place(operand, amounts)) is not None}
    if not all(operand in places and amounts[places[operand]] for operand in operands):
        return None
    problem = read_problem(sentences, facts(sentences, len(story)))
    whole = {fact.literal for fact in problem.facts} <= set(_literals(tree))
    if not _accounts(tree, problem, whole):
        return None
    made = as_calculation(tree, places.__getitem__)
    return Understood(made, certain) if made is not None and len(made.steps) <= _MOST_STEPS else None


def _agree(one: Expression, other: Expression) -> bool:
    """Whether two trees have one value and hold the same numerals."""
    try:
        same = abs(value_of(one) - value_of(other)) <= abs(value_of(one)) * _CLOSE
    except ArithmeticError:
        return False
    return same and set(_literals(one)) == set(_literals(other))


def _literals(tree: Expression) -> list[str]:
    return [node.literal for node in parts_of(tree) if isinstance(node, Operand)]


def _amounts(text: str) -> Iterator[str]:
    """Each numeral of a text as a plain decimal; an empty string for one that is no amount as it stands."""
    yield from (f"{one.value:f}" if _is_plain(text, one) else "" for one in prose_numerals(text))


def _place(operand: Operand, amounts: Sequence[str]) -> int | None:
    """Which numeral an operand is: the one that the reading names, else the only one of its value."""
    if operand.cell is not None:
        return operand.cell[1]
    held = [place for place, literal in enumerate(amounts) if literal == operand.literal]
    return held[0] if len(held) == 1 else None


def _is_plain(text: str, numeral: Numeral) -> bool:
    """Whether a numeral is an amount that stands as it is: no rank, year, name or clock, no part of a fraction, no scale."""
    beside = text[max(0, numeral.start - 1) : numeral.start] + text[numeral.end : numeral.end + 1]
    plain = numeral.role == "data" and plain_number(numeral.written) == numeral.value
    return plain and not scale_after(text[numeral.end :])[0] and {"/", ":", "-"}.isdisjoint(beside)


# ── words ────────────────────────────────────────────────────────────────────────────────────────────────────


def _signs(tree: Expression) -> set[str]:
    return {node.sign for node in parts_of(tree) if isinstance(node, Arithmetic)}


def _accounts(tree: Expression, problem: Problem, whole: bool) -> bool:
    """Whether every word that can say an operation is said by a node of the tree. ``whole``: every numeral takes part."""
    signs = _signs(tree)
    numbers = {node.number for node in parts_of(tree) if isinstance(node, Bare)}
    words = {word.low for sentence in problem.sentences for word in sentence if not word.literal}
    parts_left = "/" in signs and not isinstance(tree, Ceiling)
    barred = _OPEN | (_WHOLE if parts_left else frozenset()) | (frozenset() if whole else _PICKING)
    if not barred.isdisjoint(words) or _TYPED.search(problem.story):
        return False
    if any(not kind.isdisjoint(words) and signs.isdisjoint(wanted) for kind, wanted in _SIGNED):
        return False
    if not _LEFT.isdisjoint(words) and "-" not in signs and not START.search(problem.low):
        return False
    if any(number not in numbers for word, number in _NUMBERED.items() if word in words):
        return False
    if not _AVERAGES.isdisjoint(words) and (not numbers or len({fact.unit for fact in problem.facts}) > 1):
        return False
    if any(not _converts(kind, signs, problem) for kind in _KINDS) and not numbers:
        return False
    return not _SUMS.search(problem.low) or not signs.isdisjoint("+*") or "not" in problem.low.split()


def _converts(kind: frozenset[str], signs: set[str], problem: Problem) -> bool:
    """Whether units of one kind that are named together are each counted, and multiplied or divided."""
    named = kind & {word.unit for sentence in problem.sentences for word in sentence}
    counted = {unit for fact in problem.facts for unit in (fact.unit, fact.per)}
    return len(named) < 2 or (named <= counted and signs <= {"*", "/"})
