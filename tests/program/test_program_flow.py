"""What the value of a program depends on is found, however the program hands it on."""

from __future__ import annotations

import ast
import time
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recast.program.flow import Flow
from recast.program.parse import parse
from recast.program.steps import steps_of
from recast.program.value import roots, value_of


def reached(program: str) -> set[str]:
    return set(steps_of(parse(program)).operands)


@pytest.mark.parametrize(
    "program",
    [
        "d = {}\nd.update(a=protected(1.5))\nanswer = d['a']",
        "v = [1, 2]\nv.pop(int(protected(1.5)))\nanswer = sum(v)",
        "d = {1: 2, 2: 3}\ni = int(protected(1.5))\ndel d[i]\nanswer = len(d)",
        "x = [1, 2]\nx.sort(key=lambda v: v * protected(1.5))\nanswer = x[0]",
        "a = []\nb = a\nb.append(protected(1.5))\nanswer = sum(a)",
        "a = []\nd = {'k': a}\nd['k'].append(protected(1.5))\nanswer = a",
        "rows = [[1], [2]]\nfor row in rows:\n    row.append(protected(1.5))\nanswer = sum(rows[0])",
        "def put(into, v):\n    into.append(v)\nx = []\nput(x, protected(1.5))\nanswer = sum(x)",
        "t = 0\ndef add(*vs):\n    global t\n    t += sum(vs)\nadd(protected(1.5))\nanswer = t",
        "t = 0\ndef add(**vs):\n    global t\n    t += vs['a']\nadd(a=protected(1.5))\nanswer = t",
        "t = 0\ndef add(a, b):\n    global t\n    t += b\nadd(*[1, protected(1.5)])\nanswer = t",
        "t = 0\ndef add(a, b):\n    global t\n    t += b\nadd(**{'a': 1, 'b': protected(1.5)})\nanswer = t",
        "t = 0\ndef add(*, b=protected(1.5)):\n    global t\n    t += b\nadd()\nanswer = t",
        "t = 0\ndef add(*, b):\n    global t\n    t += b\nadd(b=protected(1.5))\nanswer = t",
    ],
)
def test_what_a_list_is_changed_with_reaches_it_under_every_name(program: str) -> None:
    assert reached(program) == {"1.5"}


@pytest.mark.parametrize(
    "program",
    [
        "for v in [1, 2]:\n    if protected(1.5) > v:\n        break\n    answer = v",
        "answer = 0\nfor v in [1, 2]:\n    answer += v\n    if v > protected(1.5):\n        break",
        "answer = 0\nfor v in [1, 2]:\n    if v > protected(1.5):\n        continue\n    answer += v",
        "answer = 1\nwhile answer < protected(1.5):\n    answer += 1",
        "def f():\n    for v in [1, 2]:\n        if v > protected(1.5):\n            return v\nanswer = f()",
        "answer = 0\ndef f():\n    global answer\n    if protected(1.5) > 1:\n        return\n    answer = 5\nf()",
        "try:\n    x = 1 / protected(1.5)\nexcept ZeroDivisionError:\n    answer = 0\nelse:\n    answer = 1",
        "answer = next(v for v in [1, 2] if v > protected(1.5))",
    ],
)
def test_what_decides_how_far_a_program_goes_reaches_its_value(program: str) -> None:
    assert reached(program) == {"1.5"}


@pytest.mark.parametrize(
    "program",
    [
        "a = protected(1.5)\nanswer = 2",
        "d = {'a': protected(1.5)}\ne = {'b': 2}\ne['b'] += d['a']\nanswer = len('x')",
        "a = [protected(1.5)]\nb = [2]\na.append(b[0])\nanswer = b[0]",
        "def f(x):\n    return 2\nf(protected(1.5))\nanswer = 3",
    ],
)
def test_what_plays_no_part_is_not_said_to(program: str) -> None:
    assert reached(program) == set()


_LINES = st.sampled_from(
    [
        "a.append(#)", "b = a", "c = [*a, #]", "for v in [*a]:\n    if v > #:\n        break\n    b.append(v)",
        "if len(c) > # % 3:\n    a = c", "c[0] = #", "a.sort(key=lambda v: abs(v - #))", "put(b, #)", "b = [a, c][int(#) % 2]",
        "a.insert(0, b[0])", "c.pop(int(#) % len(c))", "del b[int(#) % len(b)]", "c.extend(b[:int(#) % 2])",
        "b = sorted(c, key=lambda v: v % #)", "a[int(#) % len(a)] += 1",
    ]
)  # fmt: skip
_START = "a, b, c = [1], [2], [3]\ndef put(into, v):\n    if v > 50:\n        return\n    into.append(v)\n"


@settings(max_examples=40, deadline=None)
@given(st.lists(_LINES, min_size=1, max_size=6), st.data())
def test_a_value_that_changes_with_an_operand_depends_on_it(lines: list[str], data: st.DataObject) -> None:
    text = _START + "\n".join(lines) + "\nanswer = sum(a)"
    count = text.count("#")
    values = [place + 10 for place in range(count)]

    def run(numbers: list[int]) -> object:
        program, space = _marked(text, numbers), {"protected": lambda number: number}
        with suppress(IndexError, ZeroDivisionError):
            exec(program, space)
        return space.get("answer", "failed")

    found = reached(_marked(text, values))
    for place in range(count):
        changed = [*values]
        changed[place] = data.draw(st.integers(40, 99))
        if "failed" not in (run(changed), run(values)) and run(changed) != run(values):
            assert str(values[place]) in found


def _marked(text: str, numbers: list[int]) -> str:
    for number in numbers:
        text = text.replace("#", f"protected({number})", 1)
    return text


def test_a_slice_ends_on_recursion_and_cycles() -> None:
    tree = ast.parse("a = b\nb = a\ndef f(x):\n    return f(x)\nanswer = f(a)")
    assert Flow(tree).slice_of(roots(value_of(tree)))


@pytest.mark.parametrize("line", ["x = x < 1", "x = x / 1", "x = max(x, protected(1.5))", "x += x / 2 < x"])
def test_long_chains_of_one_name_are_sliced_at_once(line: str) -> None:
    program = parse("x = 0\n" + f"{line}\n" * 450 + "answer = protected(2.5) + x * 0")
    started = time.process_time()
    assert "2.5" in steps_of(program).operands
    assert time.process_time() - started < 2
