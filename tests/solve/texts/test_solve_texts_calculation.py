"""A tree as steps and back: the value stays, whatever the tree, and what no step says has no calculation."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recast.solve.expression import Arithmetic, Bare, Ceiling, Expression, Magnitude, Operand
from recast.solve.texts.calculation import as_calculation, as_expression
from recast.types import Step, Term
from trees import trees

ONE, TWO, THREE = Operand("12"), Operand("5"), Operand("7")


def value(node: Expression) -> Fraction:
    match node:
        case Operand(literal):
            return Fraction(literal)
        case Bare(number):
            return Fraction(number)
        case Magnitude(of):
            return abs(value(of))
        case Ceiling(of):
            return Fraction(math.ceil(value(of)))
        case Arithmetic(sign, left, right):
            one, other = value(left), value(right)
            if sign == "/":
                return one / other
            return {"+": one + other, "-": one - other, "*": one * other}[sign]
    raise AssertionError(node)


TREES = trees(st.integers(1, 999).map(lambda number: Operand(str(number))), most=7)


@given(TREES)
def test_the_steps_have_the_value_of_the_tree(tree: Expression) -> None:
    literals: list[str] = []

    def place(operand: Operand) -> int:
        literals.append(operand.literal)
        return len(literals) - 1

    made = as_calculation(tree, place)
    if made is None:
        assert isinstance(tree, Operand)
        return
    try:
        wanted = value(tree)
    except ZeroDivisionError:
        return
    assert value(as_expression(made, dict(enumerate(literals)))) == wanted


@pytest.mark.parametrize(
    ("tree", "signs"),
    [
        (Arithmetic("-", Arithmetic("-", ONE, TWO), THREE), ["sum", "difference"]),
        (Arithmetic("+", Arithmetic("+", ONE, TWO), THREE), ["sum"]),
        (Arithmetic("/", Arithmetic("+", ONE, TWO), Bare(2)), ["mean"]),
        (
            Arithmetic("-", ONE, Arithmetic("/", Arithmetic("*", ONE, TWO), Bare(100))),
            ["percentage", "difference"],
        ),
        (Arithmetic("*", Arithmetic("/", ONE, TWO), THREE), ["product", "quotient"]),
    ],
)
def test_equal_trees_have_equal_steps(tree: Expression, signs: list[str]) -> None:
    made = as_calculation(tree, lambda operand: [ONE, TWO, THREE].index(operand))
    assert made is not None
    assert [step.sign for step in made.steps] == signs


def test_a_number_of_the_operation_is_a_constant() -> None:
    made = as_calculation(
        Arithmetic("*", Arithmetic("*", ONE, TWO), Bare(3)), lambda operand: int(operand == TWO)
    )
    assert made is not None
    assert made.steps[-1] == Step("product", (Term("result", 0), Term("constant", 3)))


@pytest.mark.parametrize(
    "tree",
    [
        ONE,
        Arithmetic("*", ONE, Bare(17)),
        Arithmetic("/", ONE, Bare(60)),
        Arithmetic("+", ONE, Bare(2)),
        Arithmetic("/", Bare(2), ONE),
    ],
)
def test_what_no_sentence_says_has_no_calculation(tree: Expression) -> None:
    assert as_calculation(tree, lambda _: 0) is None
