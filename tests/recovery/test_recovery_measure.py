"""The unit of an answer: that of its values where it grows with them, none where it is a share or a count of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bloom import bloom
from recast.program.parse import parse
from recast.program.restore import Used
from recast.program.steps import steps_of
from recast.recovery.measure import Measure, measure
from recast.recovery.operation import operation
from recast.types import Table

KEYS = ("cell:0:0", "cell:0:1", "cell:0:2")
LITERALS = ("873.1", "412.6", "268.4")


def measured(
    compute: Callable[[Sequence[Decimal]], Decimal | bool],
    program: str,
    unit: str = "$",
    scale: str = "million",
    percent: bool = False,
) -> tuple[str, str]:
    """``compute`` stands for the run of ``program``, whose syntax alone is looked at."""
    made = bloom(unit, scale)
    table = made.vault.record.table
    assert isinstance(table, Table)
    used = [Used(literal, made.vault.numbers.inverse[literal]) for literal in LITERALS]
    values = {key: table.cells[0][place].value or Decimal(0) for place, key in enumerate(KEYS)}
    parsed = parse("v = [protected(873.1), protected(412.6), protected(268.4)]\nanswer = " + program)
    steps = steps_of(parsed)

    def run(change: Mapping[str, Decimal]) -> Decimal | bool:
        return compute([change.get(key, value) for key, value in values.items()])

    value = run({})
    assert isinstance(value, Decimal)
    found = measure(value, percent, operation(parsed, steps, "number"), steps, used, table, run)
    return found.unit, found.scale


@pytest.mark.parametrize(
    ("compute", "program", "expected"),
    [
        (lambda v: v[0], "v[0]", ("$", "million")),
        (sum, "sum(v)", ("$", "million")),
        (lambda v: v[0] - v[1], "v[0] - v[1]", ("$", "million")),
        (max, "max(v)", ("$", "million")),
        (lambda v: sum(v) / 3, "sum(v) / len(v)", ("$", "million")),
        (lambda v: v[0] / v[1], "v[0] / v[1]", ("", "")),
        (lambda v: v[0] / v[1] * 100, "v[0] / v[1] * 100", ("%", "")),
        (lambda v: Decimal(3), "len(v)", ("", "")),
        (lambda v: v[0] * v[1], "v[0] * v[1]", ("", "")),
        (lambda v: v[0] * 1000000, "v[0] * 1000000", ("$", "")),
        (lambda v: v[0] * 1000, "v[0] * 1000", ("", "")),
        (lambda v: Decimal(0), "v[0] - v[0]", ("$", "million")),
        (lambda v: Decimal(0), "v[0] // v[1]", ("", "")),
    ],
)
def test_the_unit_follows_from_how_the_answer_grows(
    compute: Callable[[Sequence[Decimal]], Decimal], program: str, expected: tuple[str, str]
) -> None:
    assert measured(compute, program) == expected


def test_a_difference_of_percentages_is_in_percentage_points() -> None:
    assert measured(lambda v: v[0] - v[1], "v[0] - v[1]", "%", "") == ("percentage points", "")
    assert measured(lambda v: v[0] + v[1], "v[0] + v[1]", "%", "") == ("%", "")
    assert measured(lambda v: v[0], "v[0]", "%", "") == ("%", "")


@given(st.integers(2, 9), st.integers(1, 9))
def test_any_weighted_sum_has_the_unit_of_its_values(one: int, two: int) -> None:
    assert measured(lambda v: one * v[0] + two * v[2], f"{one} * v[0] + {two} * v[2]") == ("$", "million")


def test_what_the_program_wrote_with_a_percent_sign_is_a_percentage() -> None:
    assert measured(lambda v: v[0] / v[1], "v[0] / v[1]", percent=True) == ("%", "")


def test_years_apart_are_counted_in_years() -> None:
    parsed = parse("answer = protected(2031) - protected(2027)")
    steps = steps_of(parsed)
    for value, unit in ((Decimal(4), "years"), (Decimal(1), "year")):
        assert measure(value, False, "difference", steps, (), None, lambda _: None).unit == unit


def test_a_measure_is_never_shown() -> None:
    assert "million" not in repr(Measure("$", "million"))
