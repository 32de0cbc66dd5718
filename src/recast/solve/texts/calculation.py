"""The tree of what a word problem asks as a calculation in steps, and back.

``as_calculation`` puts sums, differences, products and quotients into one form each, whatever the order in which the tree has
them; ``as_expression`` is the tree of a calculation. Only trees of operands, numbers that belong to an operation and
arithmetic have a calculation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from recast.language.calculations import CONSTANTS
from recast.solve.expression import Arithmetic, Bare, Ceiling, Expression, Magnitude, Operand
from recast.types import Calculation, Private, Sign, Step, Term

_HUNDREDTHS = Bare(100)


class _NotSaid(Exception):
    """The tree holds what no step says."""


def as_calculation(asked: Expression, place: Callable[[Operand], int]) -> Calculation | None:
    """The steps of a tree; ``place`` gives the place of an operand among the numerals of its record, and is asked in the order
    of the tree. None for a tree that no steps say: of one operand alone, or with a number that has no words."""
    steps = _Steps(place)
    try:
        last = steps.term(asked)
    except _NotSaid:
        return None
    return Calculation(tuple(steps.made)) if last.kind == "result" else None


@dataclass(slots=True, repr=False)
class _Steps(Private):
    place: Callable[[Operand], int]
    made: list[Step] = field(default_factory=list)

    def term(self, node: Expression) -> Term:
        match node:
            case Operand():
                return Term("numeral", self.place(node))
            case Bare(number):
                return Term("constant", number)
            case Magnitude(Arithmetic("-", left, right)):
                return self._step("distance", [self.term(left), self.term(right)])
            case Ceiling(of):
                return self._step("ceiling", [self.term(of)])
            case Arithmetic("/", Arithmetic("*", whole, share), Bare(100)):
                return self._step("percentage", [self.term(whole), self.term(share)])
            case Arithmetic("/", total, Bare(number)) if number == len(_chain("+", total)) > 1:
                return self._step("mean", [self.term(part) for part in _chain("+", total)])
            case Arithmetic("+" | "-"):
                return self._joined(_signed(node, "+", "-"), "sum", "difference")
            case Arithmetic("*" | "/"):
                return self._joined(_signed(node, "*", "/"), "product", "quotient")
        raise _NotSaid

    def _joined(self, parts: Sequence[tuple[bool, Expression]], many: Sign, two: Sign) -> Term:
        """What is added or multiplied, then what is taken from it or divides it."""
        terms = [(straight, self.term(part)) for straight, part in parts]
        left = self._many(many, [term for straight, term in terms if straight])
        others = [term for straight, term in terms if not straight]
        if not others:
            return left
        if two == "quotient":
            for constant in [term for term in others if term.kind == "constant"]:
                left = self._step(two, [left, constant])
            others = [term for term in others if term.kind != "constant"]
        return self._step(two, [left, self._many(many, others)]) if others else left

    def _many(self, sign: Sign, terms: Sequence[Term]) -> Term:
        numbers = [term for term in terms if term.kind == "constant"]
        rest = [term for term in terms if term.kind != "constant"]
        if not rest or (numbers and sign == "sum"):
            raise _NotSaid
        made = rest[0] if len(rest) == 1 else self._step(sign, rest)
        for number in numbers:
            made = self._step(sign, [made, number])
        return made

    def _step(self, sign: Sign, parts: Sequence[Term]) -> Term:
        constants = [part for part in parts if part.kind == "constant"]
        if constants and (
            parts[-1:] != constants or len(parts) != 2 or (sign, constants[0].number) not in CONSTANTS
        ):
            raise _NotSaid
        self.made.append(Step(sign, tuple(parts)))
        return Term("result", len(self.made) - 1)


def _chain(sign: str, node: Expression) -> list[Expression]:
    """The parts that a sign joins."""
    if isinstance(node, Arithmetic) and node.sign == sign:
        return [*_chain(sign, node.left), *_chain(sign, node.right)]
    return [node]


def _signed(
    node: Expression, sign: str, against: str, straight: bool = True
) -> list[tuple[bool, Expression]]:
    """The parts of a sum or a product in their order, and whether each is added (multiplied) or taken away (divides)."""
    halved = isinstance(node, Arithmetic) and node.sign == "/" and isinstance(node.right, Bare)
    if halved and not straight:  # of "by a tenth of it": there are no words for ten times
        return [(straight, node)]
    if isinstance(node, Arithmetic) and node.sign in (sign, against) and not _is_share(node):
        right = straight == (node.sign == sign)
        return [*_signed(node.left, sign, against, straight), *_signed(node.right, sign, against, right)]
    return [(straight, node)]


def _is_share(node: Arithmetic) -> bool:
    """Whether it is a step of its own inside a product: a percentage or a mean."""
    if node.sign != "/" or not isinstance(node.right, Bare):
        return False
    hundredths = node.right == _HUNDREDTHS and isinstance(node.left, Arithmetic) and node.left.sign == "*"
    return hundredths or node.right.number == len(_chain("+", node.left)) > 1


def as_expression(asked: Calculation, literals: Mapping[int, str]) -> Expression:
    """The tree of a calculation; ``literals`` are the numerals at their places."""
    made: list[Expression] = []
    for step in asked.steps:
        parts: list[Expression] = []
        for part in step.parts:
            match part.kind:
                case "numeral":
                    parts.append(Operand(literals[part.number]))
                case "result":
                    parts.append(made[part.number])
                case "constant":
                    parts.append(Bare(part.number))
        made.append(_tree(step.sign, parts))
    return made[-1]


def _tree(sign: Sign, parts: Sequence[Expression]) -> Expression:
    match sign:
        case "sum":
            return _folded("+", parts)
        case "product":
            return _folded("*", parts)
        case "mean":
            return Arithmetic("/", _folded("+", parts), Bare(len(parts)))
        case "difference":
            return Arithmetic("-", parts[0], parts[1])
        case "quotient":
            return Arithmetic("/", parts[0], parts[1])
        case "distance":
            return Magnitude(Arithmetic("-", parts[0], parts[1]))
        case "ceiling":
            return Ceiling(parts[0])
        case "percentage":
            return Arithmetic("/", Arithmetic("*", parts[0], parts[1]), _HUNDREDTHS)


def _folded(sign: str, parts: Sequence[Expression]) -> Expression:
    made = parts[0]
    for part in parts[1:]:
        made = Arithmetic("+", made, part) if sign == "+" else Arithmetic("*", made, part)
    return made
