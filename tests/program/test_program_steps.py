from __future__ import annotations

import pytest

from recast.program.parse import parse
from recast.program.steps import Step, steps_of


def reached(program: str) -> set[str]:
    return set(steps_of(parse(program)).operands)


@pytest.mark.parametrize(
    ("program", "operands"),
    [
        ("a = protected(1.5)\nb = protected(2.5)\nanswer = a", {"1.5"}),
        ("a = protected(1.5)\nif protected(2.5) > 1:\n    answer = a\nelse:\n    answer = 0", {"1.5", "2.5"}),
        ("d = {}\nd['x'] = protected(1.5)\nanswer = d['x']", {"1.5"}),
        ("v = []\nv.append(protected(1.5))\nanswer = sum(v)", {"1.5"}),
        ("def f(a, b=protected(2.5)):\n    return a\nanswer = f(protected(1.5))", {"1.5"}),
        ("def f(a, b=protected(2.5)):\n    return a + b\nanswer = f(a=protected(1.5))", {"1.5", "2.5"}),
        ("t = 0\nfor v in [protected(1.5)]:\n    t += v\nanswer = t", {"1.5"}),
        ("if protected(1.5) > protected(2.5):\n    print('Yes')\nelse:\n    print('No')", {"1.5", "2.5"}),
        ("x = (y := protected(1.5)) + 1\nanswer = y", {"1.5"}),
        (
            "answer = [v for v in [protected(1.5), protected(2.5)] if v > protected(3.5)]",
            {"1.5", "2.5", "3.5"},
        ),
    ],
)
def test_operands_that_reach_the_value(program: str, operands: set[str]) -> None:
    assert reached(program) == operands


def test_steps_count_marks_even_where_literals_are_equal() -> None:
    (step,) = steps_of(parse("answer = max(protected(10), protected(10))")).steps
    assert isinstance(step, Step)
    assert (step.kind, step.operands) == ("max", ("10", "10"))


def test_selection_by_label_or_year_is_no_comparison_of_values() -> None:
    program = (
        "d = {'A': protected(1.5)}\nanswer = [v for n, v in d.items() if n == 'A' or n == protected(2031)]"
    )
    assert steps_of(parse(program), frozenset({"2031"})).of("compare") == ()


def test_a_mean_written_out_is_seen() -> None:
    steps = steps_of(parse("answer = (protected(1.5) + protected(2.5) + protected(2.5)) / 3"))
    assert any(map(steps.divides_by_count, steps.nodes))
    steps = steps_of(parse("answer = (protected(1.5) + protected(2.5)) / 3"))
    assert not any(map(steps.divides_by_count, steps.nodes))
