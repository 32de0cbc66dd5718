"""The program writer: precedence, shared groups, repeated labels, quoting."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from recast.program.parse import parse
from recast.solve.expression import (
    Arithmetic,
    Bare,
    Expression,
    Filter,
    First,
    Fold,
    Group,
    Labels,
    Name,
    Operand,
    Rank,
    Size,
    Top,
)
from recast.solve.write import write

GROUP = Group(((Name("A"), Operand("3")), (Name("B"), Operand("9.5")), (Name("C"), Operand("5"))))
TWINS = Group(((Name("A"), Operand("3")), (Name("A"), Operand("9.5", (1, 0))), (Name("b"), Operand("5"))))


def value(node: Expression) -> Any:
    """What the written program comes to when each operand stands for itself; it is parsed as a reply first."""
    program = write(node)
    parse(f"```python\n{program}```")
    names: dict[str, Any] = {"protected": lambda written: written}
    exec(program, names)
    return names["answer"]


def test_parentheses_follow_precedence() -> None:
    two, three, four = Bare(2), Bare(3), Bare(4)
    assert value(Arithmetic("*", Arithmetic("+", two, three), four)) == 20
    assert value(Arithmetic("-", four, Arithmetic("-", three, two))) == 3
    assert value(Arithmetic("/", four, Arithmetic("*", two, two))) == 1
    assert value(Arithmetic("-", Fold("mean", GROUP), Fold("mean", GROUP))) == 0
    assert value(Arithmetic("/", two, Fold("mean", Group(((Name("A"), four), (Name("B"), four)))))) == 0.5


def test_a_group_is_written_once() -> None:
    program = write(Arithmetic("-", Fold("max", GROUP), Fold("min", GROUP)))
    assert program.count("protected(9.5)") == 1
    assert program.endswith("answer = max(values.values()) - min(values.values())\n")


def test_labels_that_repeat_lose_no_value() -> None:
    assert value(Fold("sum", TWINS)) == 17.5
    assert value(Rank(TWINS, 0, True, "label")) == "A"
    assert value(Rank(TWINS, 1, True, "label")) == "b"
    assert value(Size(Filter(TWINS, ((">", Operand("4")),)))) == 2
    assert value(Labels(Top(TWINS, 2, False))) == ["A", "b"]
    assert value(First(Filter(TWINS, ((">", Operand("4")),)))) == "A"


def test_nested_picks() -> None:
    assert value(Fold("mean", Top(GROUP, 2, False))) == 4
    assert value(Fold("sum", Filter(GROUP, ((">=", Operand("5")),)))) == 14.5
    assert value(Rank(Filter(GROUP, (("<", Operand("9")),)), 0, True, "label")) == "C"
    assert value(Labels(Top(GROUP, 1, True))) == ["B"]
    assert value(Fold("median", GROUP)) == 5


@given(st.text(min_size=1).filter(lambda text: text.strip()))
def test_any_label_is_one_string_literal(label: str) -> None:
    program = write(Name(label))
    names: dict[str, Any] = {"protected": lambda written: written}
    exec(program, names)
    assert names["answer"] == label
    assert program.count("\n") == 1
