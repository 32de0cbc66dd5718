"""A program in the words of the sandbox: the same value, what it lacks written otherwise, fractions exact."""

from __future__ import annotations

import ast
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recast.program import lent
from recast.program.parse import parse
from recast.program.runnable import exactly_computable, runnable


def value(program: str, *, exact: bool = True) -> object:
    """What the program gives as it is written for the sandbox, run here with what the sandbox lends."""
    *before, last = ast.parse(runnable(parse(program).tree, exact=exact)).body
    space = {name: getattr(lent, name) for name in dir(lent) if name.startswith("lent_")}
    space["lent_shown"].clear()
    exec(compile(ast.Module(before, []), "", "exec"), space)
    assert isinstance(last, ast.Expr)
    return eval(compile(ast.Expression(last.value), "", "eval"), space)


def test_decimals_are_used_only_where_they_mean_the_same() -> None:
    assert exactly_computable(parse("answer = protected(1.5) / 3").tree)
    assert not exactly_computable(parse("answer = protected(1.5) // 3").tree)
    assert not exactly_computable(parse("import math\nanswer = math.sqrt(2)").tree)
    assert "lent_decimal('1.5')" in runnable(parse("answer = 1.5").tree, exact=True)
    assert "decimal" not in runnable(parse("answer = 1.5").tree, exact=False)


@pytest.mark.parametrize(
    ("program", "exact"),
    [
        ("answer = 7 / 2", True),
        ("answer = pow(2, 3)", False),
        ("answer = divmod(7, 2)", False),
        ("answer = 7 % 2", False),
        ("import math as m\nanswer = m.ceil(1.5)", True),
        ("import math as m\nanswer = m.log(1.5)", False),
        ("from math import ceil\nanswer = ceil(1.5)", False),
        ("from decimal import Decimal\nanswer = Decimal(1)", False),
    ],
)
def test_a_program_runs_in_decimals_unless_it_needs_floats(program: str, exact: bool) -> None:
    assert exactly_computable(parse(program).tree) is exact


DECIMALS = st.decimals(min_value="0.1", max_value="9999", places=2)


@given(DECIMALS, DECIMALS, st.sampled_from("+-*"))
def test_fractions_are_computed_as_written(one: Decimal, two: Decimal, sign: str) -> None:
    expected = {"+": one + two, "-": one - two, "*": one * two}[sign]
    assert value(f"answer = protected('{one}') {sign} protected('{two}')") == expected


@given(st.integers(1, 999), st.integers(1, 999))
def test_a_quotient_of_whole_numbers_is_a_decimal_or_a_float_as_asked(one: int, two: int) -> None:
    program = f"answer = protected('{one}') / protected('{two}')"
    assert value(program) == Decimal(one) / two
    assert value(program, exact=False) == one / two


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("x = 1\nx: int\nx /= 8\nanswer = x", Decimal("0.125")),
        ("d = {'a': 1}\ndel d['a']\nanswer = len(d)", 0),
        ("d = {'a': 1, 'b': 2}\nanswer = max(d, key=d.get)", "b"),
        ("d = {'a': 1, 'b': 2}\nanswer = sorted(d, key=d.__getitem__)[0]", "a"),
        ("import numpy as np, math\nanswer = np.max([1, math.floor(2.5)])", 2),
        ("from statistics import mean as m, mode\nanswer = m([1, mode([2, 2])])", Decimal("1.5")),
        ("answer = protected('Tarns')", "Tarns"),
        ("answer = protected('1,234.5') * 2", Decimal("2469.0")),
        ("answer = list(map(float, ['1.1', '2.2']))", [Decimal("1.1"), Decimal("2.2")]),
        ("if __name__ == '__main__':\n    answer = 4", 4),
        ("print('The total is', 2 + 3)", 5),
        ("def f():\n    return 6", 6),
        ("answer = unavailable('x') or protected(3)", 3),
    ],
)
def test_what_solvers_write_has_the_value_that_they_mean(program: str, expected: object) -> None:
    assert value(program) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("f'The share is {x} of all'", Decimal("41.5")),
        ("f'The share is {x:.0f}% of all'", "42%"),
        ("f'{x} million'", "41.5 million"),
        ("f'No, {x}'", "No, 41.5"),
        ("f'{x} and {x}'", "41.5 and 41.5"),
        ("f'a <{x}>'", "a <41.5>"),
        ("f'about {x}' if x > 1 else f'only {x}'", Decimal("41.5")),
    ],
)
def test_text_beside_a_value_goes_only_where_it_changes_nothing(text: str, expected: object) -> None:
    assert value(f"x = 41.5\nanswer = {text}") == expected


def test_the_program_itself_is_left_as_it_was() -> None:
    tree = parse("import math\nanswer: float = protected(1.5) / math.ceil(2.5)").tree
    before = ast.dump(tree)
    runnable(tree, exact=True)
    runnable(tree, exact=False)
    assert ast.dump(tree) == before
