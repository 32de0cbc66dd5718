"""What a program may be made of; every refusal says in half a sentence what to write instead."""

from __future__ import annotations

import ast
import builtins
from keyword import iskeyword

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recast.program.allowed import FUNCTIONS, METHODS, MODULES, bound_names, module_aliases, problems


def found(program: str) -> list[str]:
    return list(problems(ast.parse(program)))


@pytest.mark.parametrize(
    "program",
    [
        "import math, statistics as s\nfrom numpy import mean\nanswer = math.sqrt(4) + s.mean([1]) + mean([2])",
        "d = {'a': [1, *range(3)]}\nfor k, v in sorted(d.items(), key=lambda p: p[1][0]):\n    d[k] = v[::-1]",
        "def f(x: int = 1, *y, **z) -> float:\n    global t\n    t = x\n    return max(y, default=0)\nanswer = f()",
        "try:\n    assert 1\nexcept (KeyError, ZeroDivisionError) as error:\n    raise\nfinally:\n    answer = f'{1:.2f}'",
        "answer = '{:.1f}% {{}} {name!r}'.format(1.5, name=2)",
        "from itertools import chain\nanswer = list(chain.from_iterable([[1], [2]]))",
        "if __name__ == '__main__':\n    while (n := 1) and not n:\n        continue",
        "from __future__ import annotations\nimport typing",
    ],
)
def test_plain_python_is_allowed(program: str) -> None:
    assert found(program) == []


@pytest.mark.parametrize(
    ("program", "says"),
    [
        ("import math as m\nx = m.__loader__", "math.__loader__"),
        ("from math import __loader__", "math.__loader__"),
        ("x = math.sqrt(2)", "'math', which is not defined"),
        ("import math\nmath.sqrt.__self__", ".__self__"),
        ("x = str.format('{0.__class__}', 1)", "'.format' on something else"),
        ("x = '{0[0]}'.format([1])", "'.format' on something else"),
        ("x = '{:{}}'.format(1, 2)", "'.format' on something else"),
        ("__builtins__", "reserved name '__builtins__'"),
        ("def __init__(): pass", "reserved name"),
        ("lambda lent_value: 1", "reserved name"),
        ("for next in []: pass", "'next' another meaning"),
        ("import math as print", "'print' another meaning"),
        ("try: pass\nexcept* ValueError: pass", "TryStar"),
        ("match 1:\n    case 1: pass", "use if and elif"),
        ("x = ...", "type ellipsis"),
        ("x = " + "9" * 39, "more than 38 digits"),
        (f"x = '{'a' * 4001}'", "very long text"),
        ("x = lambda: [breakpoint]", "'breakpoint', which is not allowed"),
        ("import xml.dom", "module 'xml.dom'"),
        ("del (x)", "del of a name"),
    ],
)
def test_all_else_is_refused_by_what_it_is(program: str, says: str) -> None:
    assert any(says in reason for reason in found(program))


_REACHES_OUT = sorted(
    {name for name in dir(builtins) if name[0].islower()}
    - FUNCTIONS
    - {"copyright", "credits", "exit", "license", "quit"}
)


@pytest.mark.parametrize(
    "name", [*_REACHES_OUT, "BaseException", "SystemExit", "KeyboardInterrupt", "MemoryError"]
)
def test_a_builtin_that_is_not_listed_is_refused(name: str) -> None:
    assert any(f"'{name}', which is not allowed" in reason for reason in found(f"x = {name}"))


def test_what_opens_or_runs_anything_is_among_them() -> None:
    assert {"open", "eval", "exec", "compile", "getattr", "input", "globals", "type", "vars"} <= set(
        _REACHES_OUT
    )


@given(st.from_regex(r"[a-z_]{1,12}", fullmatch=True))
def test_an_attribute_that_is_not_listed_is_refused(name: str) -> None:
    if not iskeyword(name):
        assert bool(found(f"x = [].{name}")) is (name not in METHODS - {"format"})


@given(st.from_regex(r"[a-z]{2,10}", fullmatch=True))
def test_a_module_that_is_not_listed_is_refused(name: str) -> None:
    if not iskeyword(name) and name != "typing":
        assert bool(found(f"import {name}")) is (name not in MODULES)


def test_where_a_reason_stands_is_told_by_line() -> None:
    assert found("x = 1\ny = open(x)") == ["line 2 uses 'open', which is not allowed"]


def test_every_binding_makes_a_name_known() -> None:
    tree = ast.parse(
        "import math as m\nfrom statistics import mean\ndef f(a, *b, c=1, **d):\n    e, *g = a\n"
        "try: pass\nexcept KeyError as h: pass\n[i for i in j]"
    )
    assert bound_names(tree) == set("mfabcdeghi") | {"mean"}
    assert module_aliases(tree) == {"m": "math"}
