"""The receipt names what a program computes, by what solvers write for each operation."""

from __future__ import annotations

import pytest

from recast.program.parse import parse
from recast.program.steps import steps_of
from recast.recovery.operation import multiplies_by, operation
from recast.types import AnswerKind

VALUES = "d = {'A': protected(1.5), 'B': protected(2.5), 'C': protected(4)}\n"


def named(program: str, kind: AnswerKind = "number") -> str:
    parsed = parse(VALUES + program)
    return operation(parsed, steps_of(parsed), kind)


@pytest.mark.parametrize(
    ("program", "name"),
    [
        ("answer = d['A']", "lookup"),
        ("answer = d['A'] - d['B']", "difference"),
        ("answer = abs(d['A'] - d['B'])", "difference"),
        ("answer = d['A'] + d['B']", "sum"),
        ("answer = sum(d.values())", "sum"),
        ("answer = 0\nfor v in d.values():\n    answer += v", "sum"),
        ("answer = sum(d.values()) / len(d)", "mean"),
        ("import statistics\nanswer = statistics.mean(d.values())", "mean"),
        ("answer = (protected(1.5) + protected(2.5)) / 2", "mean"),
        ("import statistics\nanswer = statistics.median(d.values())", "median"),
        ("import statistics\nanswer = statistics.median(d.values()) * 2", "expression"),
        ("answer = d['A'] / d['B']", "ratio"),
        ("answer = sum(d.values()) / d['B']", "ratio"),
        ("answer = (d['A'] - d['B']) / d['B'] * 100", "percentage change"),
        ("answer = (sum(d.values()) - d['B']) / d['B']", "expression"),
        ("answer = len([v for v in d.values() if v > protected(2)])", "count"),
        ("answer = sum(1 for v in d.values() if v > protected(2))", "count"),
        ("answer = sum(v > protected(2) for v in d.values())", "count"),
        ("n = len(d)\nanswer = n", "count"),
        ("answer = 0\nfor v in d.values():\n    if v > protected(2):\n        answer += 1", "count"),
        ("answer = max(d.values())", "maximum"),
        ("answer = min(d.values())", "minimum"),
        ("answer = sorted(d.values())[1]", "rank"),
        ("answer = max(d.values()) - min(d.values())", "difference"),
        ("answer = sum(d.values()) - d['A']", "expression"),
        ("answer = d['A'] * d['B']", "expression"),
    ],
)
def test_a_number_is_named_by_how_it_is_computed(program: str, name: str) -> None:
    assert named(program) == name


@pytest.mark.parametrize(
    ("program", "kind", "name"),
    [
        ("answer = max(d, key=d.get)", "label", "which-label"),
        ("answer = [n for n in d if d[n] > protected(2)]", "list", "which-label"),
        ("answer = 'A'", "label", "lookup"),
        ("answer = d['A'] > d['B']", "boolean", "comparison"),
    ],
)
def test_other_answers_are_named_by_what_they_are(program: str, kind: AnswerKind, name: str) -> None:
    assert named(program, kind) == name


@pytest.mark.parametrize(
    ("program", "found"),
    [
        ("answer = d['A'] / d['B'] * 100", True),
        ("answer = 100 * d['A']", True),
        ("answer = d['A'] / 100", True),
        ("answer = 100 / d['A']", False),
        ("answer = d['A'] + 100", False),
        ("x = d['A'] * 100\nanswer = d['B']", False),
    ],
)
def test_a_factor_counts_where_the_value_passes_through_it(program: str, found: bool) -> None:
    assert multiplies_by(steps_of(parse(VALUES + program)), frozenset({100.0})) is found
