"""Where a program's value stands: what solvers end a program with, and what they print."""

from __future__ import annotations

import ast

import pytest

from recast.program.parse import parse
from recast.program.value import roots, shown, value_of


@pytest.mark.parametrize(
    ("program", "form", "count"),
    [
        ("answer = 1\nprint(2)", "answer", 1),
        ("if 1:\n    answer = 1\nelse:\n    answer = 2", "answer", 2),
        ("def f():\n    answer = 1\n    print(answer)\nf()", "expression", 2),
        ("print(1)", "print", 1),
        ("x = 1\nx + 1", "expression", 1),
        ("x = 1", "assignment", 1),
        ("x = [2, 1]\nx.sort()", "none", 0),
        ("def f():\n    return 1", "function", 1),
        ("def f(x):\n    return x", "none", 0),
        ("def f():\n    global answer\n    answer = 3\nf()", "answer", 1),
        ("for answer in [1, 2]:\n    pass", "answer", 1),
        ("x = 1\nfor i in [1]:\n    pass", "none", 0),
    ],
)
def test_where_the_value_stands(program: str, form: str, count: int) -> None:
    value = value_of(parse(program).tree)
    assert (value.form, len(value.expressions)) == (form, count)


@pytest.mark.parametrize(
    ("program", "form"),
    [
        ("x = 2\nprint(x)\ny = 3", "print"),
        ("def f():\n    return 1\nprint(f())", "print"),
        ("def f(x=1):\n    return x", "function"),
        ("def f(*, x):\n    return x", "none"),
        ("def f():\n    answer = 3\n    return 4", "function"),
        ("x = {}\nx.update(a=1)", "none"),
        ("'a text'", "expression"),
        ("if (answer := 2) > 1:\n    pass", "answer"),
        ("answer: int = 2", "answer"),
        ("answer = 1\nanswer += 1", "answer"),
        ("x[0] = 1", "none"),
    ],
)
def test_the_last_line_counts_only_where_it_holds_a_value(program: str, form: str) -> None:
    assert value_of(ast.parse(program)).form == form


def test_a_label_that_is_printed_beside_a_value_is_no_value() -> None:
    call = ast.parse("print('The sum is', x, y)").body[0].value  # type: ignore[attr-defined]
    assert [ast.unparse(part) for part in shown(call)] == ["x", "y"]
    alone = ast.parse("print('Yes')").body[0].value  # type: ignore[attr-defined]
    assert [ast.unparse(part) for part in shown(alone)] == ["'Yes'"]


def test_all_values_that_a_program_may_end_with_are_named_in_source_order() -> None:
    value = value_of(ast.parse("if x:\n    answer = 1\nelif y:\n    answer = 2\nfor answer in z:\n    pass"))
    assert [ast.unparse(part) for part in value.expressions] == ["1", "2", "z"]


@pytest.mark.parametrize(
    ("program", "names"),
    [
        ("answer = 1", ["answer"]),
        ("x = 1", ["x"]),
        ("def f():\n    return 1", ["f"]),
        ("print(1)", ["print"]),
        ("x + 1", ["x + 1", "print"]),
        ("x.sort()", []),
    ],
)
def test_a_slice_begins_where_the_value_stands(program: str, names: list[str]) -> None:
    assert [ast.unparse(part) for part in roots(value_of(ast.parse(program)))] == names
