"""A copied tree says the same and shares no node with the first."""

from __future__ import annotations

import ast

import pytest

from recast.program.copying import copied

PROGRAMS = [
    "answer = protected(1.5) + 2",
    "d = {'a': [1, 2], **e}\nx, *y = d['a'][0:2]",
    "def f(a, /, b: int = 2, *c, d=None, **e) -> int:\n    return f'{a:.{b}f}'\nanswer = f(1)",
    "try:\n    x = [i for i in (1, 2) if i]\nexcept (KeyError, ValueError) as error:\n    raise\nelse:\n    del d['x']",
    "answer = (lambda k: k if k > 1 else not k)(next(v for v in {1, 2}))",
]


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_copy_says_the_same_at_the_same_places(program: str) -> None:
    tree = ast.parse(program)
    assert ast.dump(copied(tree), include_attributes=True) == ast.dump(tree, include_attributes=True)


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_change_of_the_copy_leaves_the_first_as_it_was(program: str) -> None:
    tree = ast.parse(program)
    other = copied(tree)
    assert not {id(node) for node in ast.walk(tree)} & {id(node) for node in ast.walk(other)}
    before = ast.dump(tree)
    for node in ast.walk(other):
        for _, value in ast.iter_fields(node):
            if isinstance(value, list):
                value.clear()
    assert ast.dump(tree) == before
