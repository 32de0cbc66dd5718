from __future__ import annotations

import time
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recast.errors import SolverFailed
from recast.program.parse import NotInEvidence, ProgramRefused, format_plain, parse, plain_number

_LINE = "answer = protected(268.4)"


@pytest.mark.parametrize(
    "reply",
    [
        _LINE,
        f"```python\n{_LINE}\n```",
        f"```py\r\n{_LINE}\r\n```",
        f"```\n{_LINE}\n```",
        f"~~~python\n{_LINE}\n~~~",
        f"Here it is:\n\n```python\n{_LINE}\n```\nIt takes the value of the blue bar.",
        f"<think>maybe ```python\nx = 1\n``` no</think>\n```Python\n{_LINE}\n```",
        f"```python\n{_LINE}\n```\nwhich prints\n```text\n55\n```",
        f"```python\n{_LINE}\n```\nAgain:\n```python\n{_LINE}\n```",
        f"1. So:\n   ```python\n   {_LINE}\n   ```",
        f"```python\n{_LINE}",
        f"python\n{_LINE}",
        f"def protected(x):\n    return x\n\n{_LINE}",
        f"protected = lambda x: x\n{_LINE}",
        "answer = protected(“268.4”)",
        "answer = protected( '268.40' )",
        "answer = protected('268.4%')",
    ],
)
def test_takes_the_one_program_of_a_reply(reply: str) -> None:
    program = parse(reply)
    assert program.operands in (("268.4",), ("268.40",))
    assert program.names == ()


@pytest.mark.parametrize(
    ("text", "operand"),
    [
        ("protected(2031)", "2031"),
        ("protected('2031')", "2031"),
        ("protected(-12.3)", "-12.3"),
        ("-protected(12.3)", "12.3"),
        ("protected('1,234.5')", "1234.5"),
        ("protected('12 345')", "12345"),
        ("protected('$12')", "12"),
        ("protected('−3')", "-3"),
        ("protected(1_000.5)", "1000.5"),
        ("protected(0.0000001)", "0.0000001"),
    ],
)
def test_reads_operands_as_drawn(text: str, operand: str) -> None:
    assert parse(f"answer = {text}").operands == (operand,)


def test_operands_and_names_come_in_order_of_first_use_once() -> None:
    program = parse(
        "d = {protected('Tarns'): protected(2), 'Quellar': protected(3)}\nanswer = protected(2) + d[protected('Tarns')]"
    )
    assert set(program.operands) == {"2", "3"}
    assert program.names == ("Tarns",)


@pytest.mark.parametrize(
    ("reply", "says"),
    [
        ("", "empty"),
        ("The answer is 5.", "no Python program"),
        ("def f(:\n", "no Python program"),
        ("```python\ndef f(:\n```", "not valid Python"),
        ("```python\na = 1\n```\n```python\nb = 2\n```", "2 Python blocks"),
        ("```python\n# nothing\n```", "empty"),
        ("answer = foo(1)", "'foo', which is not defined"),
        ("answer = open('x')", "'open', which is not allowed"),
        ("answer = eval('1')", "'eval', which is not allowed"),
        ("answer = __import__('os')", "reserved name"),
        ("import os", "module 'os'"),
        ("from os import path", "module 'os'"),
        ("from . import x", "module '.'"),
        ("from math import *", "math.*"),
        ("import math\nanswer = math.foo(1)", "math.foo"),
        ("answer = ().__class__.__mro__", ".__mro__"),
        ("answer = '{0.__class__}'.format(1)", ".format"),
        ("x = '{}'\nanswer = x.format(1)", ".format"),
        ("class A: pass", "functions and dictionaries"),
        ("async def f(): pass", "plain function"),
        ("def f():\n    yield 1", "return a list"),
        ("with print() as f: pass", "resource"),
        ("@print\ndef f(): pass", "decorator"),
        ("answer = b'x'", "bytes"),
        ("answer = 1j", "complex"),
        ("answer = 10000000000000000000000000000000000000000000", "digits"),
        ("answer = protected()", "one number or one name"),
        ("answer = protected(1, 2)", "one number or one name"),
        ("answer = protected(1 + 2)", "one number or one name"),
        ("answer = protected('')", "one number or one name"),
        ("answer = protected(True)", "one number or one name"),
        ("answer = list(map(protected, [1.5]))", "without a number"),
        ("def protected(x):\n    return 2 * x\nanswer = protected(1)", "another meaning"),
        ("print = 3\nanswer = protected(1)", "another meaning"),
        ("lent_sum = 3", "reserved name"),
        ("x = 1\ndel x", "del of a name"),
        ("answer = " + "-" * 500 + "1", "deep"),
        ("answer = " + "(" * 300 + ")" * 300, ""),
        ("x = 1\n" * 1001, "longer than 1000 statements"),
        ("x = [" + "1, " * 9000 + "]", "write values into one list"),
        ("answer = " + "a" * 30_000, "…"),
        (" " * 50_000, "longer than"),
        ("answer = f'{1:99999999999999999999999}'", "long format"),
    ],
)
def test_refuses_with_what_to_repair(reply: str, says: str) -> None:
    with pytest.raises(ProgramRefused) as refused:
        parse(reply)
    assert says in str(refused.value)
    assert len(str(refused.value)) < 1500


@pytest.mark.parametrize(
    "reply",
    [
        "answer = None",
        "```python\nanswer = None  # not shown\n```",
        "answer = unavailable('the chart has no such year')",
        "unavailable('missing')",
        "answer = 'not available'",
        "print('The evidence is not available.')",
        "raise ValueError('evidence not available')",
        "The chart does not show any value for 2040.",
        "This cannot be determined from the chart.",
    ],
)
def test_evidence_unavailable_is_told_apart(reply: str) -> None:
    with pytest.raises(NotInEvidence):
        parse(reply)


def test_a_variable_that_starts_as_none_is_no_report() -> None:
    parse("answer = None\nfor v in [protected(1.5), protected(2.5)]:\n    if v > 2:\n        answer = v")


@given(st.text(max_size=300))
def test_any_text_is_a_program_or_a_clean_refusal(text: str) -> None:
    with suppress(SolverFailed):
        assert parse(text).tree.body


@given(st.decimals(min_value="-1e12", max_value="1e12", places=4))
def test_plain_number_reads_what_formats_write(value: object) -> None:
    assert plain_number(f"{value:,.4f}") == f"{value:.4f}"
    assert plain_number(f"{value:.4f}%") == f"{value:.4f}"


@given(st.floats(min_value=-1e25, max_value=1e25, allow_nan=False))
def test_a_float_is_the_decimal_that_was_typed(value: float) -> None:
    text = format_plain(value)
    assert "e" not in text
    assert float(text) == value


@pytest.mark.parametrize(
    "reply",
    [
        "`" * 39_000,
        "```\n" * 9_000,
        "<think>" * 5_000,
        "data " * 7_900,
        "(" * 39_000,
        "-" * 39_000,
        "f'{" * 9_000,
        "lambda:" * 5_000,
        "```" + " " * 39_000,
        "```" + "a" * 39_000,
    ],
)
def test_hostile_replies_are_refused_at_once(reply: str) -> None:
    started = time.monotonic()
    with pytest.raises(ProgramRefused):
        parse(reply)
    assert time.monotonic() - started < 5


def test_a_module_that_is_refused_is_named_once() -> None:
    with pytest.raises(ProgramRefused) as refused:
        parse("import os\nanswer = os.getcwd() + os.getpid()")
    assert str(refused.value).count("'os'") == 1
