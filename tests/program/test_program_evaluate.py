"""A program as a function of its operands gives what the program itself gives, in decimals and in floats."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from decimal import Decimal

import pytest

from recast.program.evaluate import evaluate, evaluator, stand_in
from recast.program.sandbox import RunFailed


def built(program: str, values: Sequence[str]) -> ast.Module:
    return ast.parse(program.format(*(f"protected('{value}')" for value in values)))


@pytest.mark.parametrize("values", [("7", "-2.5"), ("-7", "2.5"), ("0.1", "0.2"), ("12000", "1")])
@pytest.mark.parametrize(
    "program",
    [
        "answer = {0} + {1}",
        "answer = {0} - {1}",
        "answer = -{0} * {1}",
        "answer = max([{0}, {1}])",
        "answer = {0} / {1}",
        "import math\nanswer = math.exp(-abs({0})) + {1}",
        "answer = {1} ** 2",
        "d = {{'a': {0}, 'b': {1}}}\nanswer = max(d, key=d.get)",
    ],
)
def test_values_in_place_of_stand_ins_are_as_if_they_stood_there(program: str, values: Sequence[str]) -> None:
    computed = evaluator(built(program, [stand_in(place) for place in range(len(values))]))
    assert computed(values) == evaluate(built(program, values))
    assert computed(values) == computed(values)


def test_a_failure_for_some_values_is_a_failure_for_those_only() -> None:
    computed = evaluator(built("answer = 1 / {0}", [stand_in(0)]))
    with pytest.raises(RunFailed):
        computed(["0"])
    assert computed(["4"]) == Decimal("0.25")
