from __future__ import annotations

import traceback
from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bloom import Bloom, bloom
from recast.errors import ReCastError, SolverFailed, UnknownOperand
from recast.program.parse import NotInEvidence
from recast.recovery.answer import WrongType, recover
from recast.types import Answer, Reply

_2027 = "d = {'Dunmarsh': protected(873.1), 'Quellar': protected(412.6), 'Tarns': protected(268.4)}\n"
_YEARS = "d = {protected(2027): protected(268.4), protected(2031): protected(731.5)}\n"


def answer(program: str, example: Bloom | None = None, question: str = "What is it?") -> Answer:
    example = example or bloom()
    return recover(example.vault, example.asking(question), Reply(f"```python\n{program}\n```"))


def test_the_example_of_the_interfaces() -> None:
    question = "By how many tallies did bloom in the Tarns rise from 2027 to 2031?"
    found = answer(_YEARS + "answer = d[protected(2031)] - d[protected(2027)]", question=question)
    assert (found.value, found.kind, found.unit, found.text) == (
        Decimal(9),
        "number",
        "percentage points",
        "9 percentage points",
    )
    assert found.confirmed
    assert found.exact
    assert found.operation == "difference"
    cells = {operand.protected: (operand.source, operand.label) for operand in found.operands}
    assert cells["731.5"] == ("64", "Islands, 2020")
    assert cells["2027"] == ("2019", "2019")
    assert all(operand.box for operand in found.operands if "," in operand.label)


def test_where_the_question_was_taken_for_another_sentence_the_answer_is_unconfirmed() -> None:
    example = bloom()
    taken = replace(example.vault, record=replace(example.vault.record, uncertain=True))
    question = "By how many tallies did bloom in the Tarns rise from 2027 to 2031?"
    found = answer(
        _YEARS + "answer = d[protected(2031)] - d[protected(2027)]", replace(example, vault=taken), question
    )
    assert found.value == Decimal(9)
    assert not found.confirmed
    assert [finding.location for finding in found.findings] == ["question"]


@pytest.mark.parametrize(
    ("program", "value", "kind", "text"),
    [
        ("answer = max(d, key=d.get)", "North", "label", "North"),
        ("answer = 'tarnz'", "Islands", "label", "Islands"),
        ("answer = ['Tarns']", "Islands", "label", "Islands"),
        ("answer = [n for n in d if d[n] > protected(333.3)]", ("North",), "label", "North"),
        ("answer = sorted(d, key=d.get)", ("Islands", "South", "North"), "list", "Islands, South, North"),
        (
            "answer = 'Tarns, Quellar and Dunmarsh'",
            ("Islands", "South", "North"),
            "list",
            "Islands, South, North",
        ),
        ("answer = [n for n in d if d[n] > 100]", (), "list", "none"),
        ("answer = list(d.values())", (Decimal(71), Decimal(64), Decimal(55)), "list", "71, 64, 55"),
        ("answer = d['Tarns'] > d['Quellar']", False, "boolean", "No"),
        ("answer = 'Yes'", True, "boolean", "Yes"),
        ("answer = ' no. '", False, "boolean", "No"),
        ("answer = str(d['Tarns'] < d['Quellar'])", True, "boolean", "Yes"),
        ("answer = sum(d.values())", Decimal(190), "number", "190%"),
        ("answer = sum(d.values()) / 3", Decimal("63.3333333333"), "number", "63.3333333333%"),
        ("answer = f\"{d['Tarns'] / d['Quellar']:.2f}\"", Decimal("0.86"), "number", "0.86"),
        ("answer = f\"{d['Tarns'] / d['Quellar']:.1%}\"", Decimal("85.9"), "number", "85.9%"),
        (
            "answer = (d['Quellar'] - d['Tarns']) / d['Tarns'] * 100",
            Decimal("16.3636363636"),
            "number",
            "16.3636363636%",
        ),
        ("answer = len([n for n in d if d[n] > protected(333.3)])", Decimal(1), "number", "1"),
        ("answer = (d['Quellar'] - d['Tarns']) / 9", Decimal(1), "number", "1 percentage point"),
        ("answer = max(d.values()) - max(d.values())", Decimal(0), "number", "0 percentage points"),
        ("answer = '1,234.50'", Decimal("1234.5"), "number", "1234.5"),
        ("answer = 0.1 + 0.2", Decimal("0.3"), "number", "0.3"),
        ("import math\nanswer = math.sqrt(0.01)", Decimal("0.1"), "number", "0.1"),
    ],
)
def test_values_get_their_type(program: str, value: object, kind: str, text: str) -> None:
    found = answer(_2027 + program)
    expected = value[0] if kind == "label" and isinstance(value, tuple) else value
    assert (found.value, found.kind, found.text) == (expected, kind, text)


@pytest.mark.parametrize(
    "program", ["max(d, key=d.get)", "str(max(d, key=d.get))", "[y for y in d if y > 2019]", "f'{max(d)}'"]
)
def test_a_year_is_a_date(program: str) -> None:
    found = answer(_YEARS + f"answer = {program}")
    assert (found.value, found.kind, found.text, found.unit) == ("2020", "date", "2020", "")


def test_a_difference_of_years_is_no_date() -> None:
    found = answer("answer = protected(2031) - protected(2027)")
    assert (found.value, found.text, found.operation) == (Decimal(1), "1 year", "difference")


@pytest.mark.parametrize(
    "program",
    [
        "answer = 'https://example.test/?q=' + str(d['Tarns'])",
        "answer = f\"![x](https://example.test/{d['Tarns']})\"",
        "answer = [f\"https://example.test/{d['Tarns']}\"]",
        "answer = 'Islands'",
        "answer = str(list(d.values()))",
        "answer = d",
        "answer = [[1, 2], [3, 4]]",
        "answer = d.items",
        "answer = lambda: 1",
        "answer = next((n for n in d if d[n] > 999), None)",
    ],
)
def test_nothing_else_is_an_answer(program: str) -> None:
    with pytest.raises(WrongType) as refused:
        answer(_2027 + program)
    assert not any(secret in str(refused.value) for secret in ("55", "71", "Islands", "example.test"))


@pytest.mark.parametrize(
    ("program", "error"),
    [
        ("answer = protected(47.8)", UnknownOperand),
        ("answer = 268.4 - protected(731.5)", SolverFailed),
        ("answer = None", NotInEvidence),
        ("answer = {}[protected(268.4)]", SolverFailed),
        ("answer = int(str(protected(268.4)) + 'x')", SolverFailed),
        ("assert protected(268.4) > 99, str(protected(268.4))\nanswer = 1", SolverFailed),
        ("raise ValueError(str(protected(268.4)) + 'Islands')", SolverFailed),
        ("answer = [1][protected(2031)]", SolverFailed),
        ("answer = float('nan')", SolverFailed),
        ("answer = float('inf')", SolverFailed),
        ("import math\nanswer = math.nan", WrongType),
    ],
)
def test_failures_tell_no_original(program: str, error: type[ReCastError]) -> None:
    with pytest.raises(error) as failed:
        answer(program, bloom(shown=(("71", "64", "55.125"), ("78", "70", "64"))))
    told = (
        "".join(traceback.format_exception(failed.value, chain=True)[-1:])
        + repr(failed.value)
        + repr(failed.value.args)
    )
    assert not any(secret in told for secret in ("55.125", "Islands", "2020"))
    assert failed.value.__context__ is None or isinstance(failed.value.__context__, ReCastError)


def test_units_and_scales() -> None:
    money = bloom("$", "million", (("1.5", "2", "3.25"), ("4", "0.5", "1")))
    assert answer("answer = protected(873.1)", money).text == "$1.5 million"
    assert answer("answer = protected(873.1) + protected(268.4)", money).text == "$4.75 million"
    assert answer("answer = protected(195.7) - protected(640.9)", money).text == "-$3.5 million"
    assert answer("answer = protected(873.1) * 1000000", money).text == "$1500000"
    assert answer("answer = protected(873.1) * 1000", money).text == "1500"
    assert answer("answer = protected(412.6) / protected(640.9)", money).text == "0.5"
    assert answer("answer = protected(412.6) * protected(640.9)", money).text == "8"
    tonnes = bloom("tonnes", "thousand")
    assert answer("answer = max(protected(873.1), protected(412.6))", tonnes).text == "71 thousand tonnes"
    assert answer("answer = 100 - protected(873.1)").text == "29%"
    assert answer("answer = (protected(873.1) + protected(412.6)) - protected(268.4)").text == "80%"


def test_what_was_read_off_an_axis_is_never_called_exact() -> None:
    axis = bloom(axis=True)
    one = answer("answer = protected(268.4)", axis)
    assert (one.text, one.exact) == ("≈ 55% (read off the axis, ± 0.5)", False)
    assert (
        answer(_YEARS + "answer = d[2031] - d[2027]", axis).text
        == "≈ 9 percentage points (read off the axis, ± 1)"
    )
    assert answer(_2027 + "answer = max(d, key=d.get)", axis).exact is False


def test_unsure_cells_lower_the_confidence_of_their_operand() -> None:
    example = bloom()
    example = Bloom(replace(example.vault, unsure=("cell:0:2",)), example.protected)
    confidence = {
        operand.protected: operand.confidence
        for operand in answer(_YEARS + "answer = d[2031] - d[2027]", example).operands
    }
    assert confidence["268.4"] <= 0.5 < confidence["731.5"]


def test_equal_values_under_one_literal_give_all_their_labels() -> None:
    example = bloom()
    held = example.vault.numbers.inverse
    numbers = replace(example.vault.numbers, inverse={**held, "412.6": (*held["412.6"], *held["731.5"])})
    shared = Bloom(replace(example.vault, numbers=numbers), example.protected)
    assert answer("answer = protected(412.6)", shared).operands[0].label == "South, 2019 or Islands, 2020"


@pytest.mark.parametrize(
    ("program", "operation"),
    [
        ("answer = d['Tarns']", "lookup"),
        ("answer = abs(d['Tarns'] - d['Quellar'])", "difference"),
        ("answer = max(d.values()) - min(d.values())", "difference"),
        ("answer = d['Tarns'] + d['Quellar']", "sum"),
        ("answer = sum(d.values())", "sum"),
        ("total = 0\nfor v in d.values():\n    total += v\nanswer = total", "sum"),
        ("answer = sum(d.values()) / len(d)", "mean"),
        ("answer = (d['Tarns'] + d['Quellar']) / 2", "mean"),
        ("import statistics\nanswer = statistics.mean(d.values())", "mean"),
        ("import statistics\nanswer = statistics.median(d.values())", "median"),
        ("answer = d['Tarns'] / d['Quellar']", "ratio"),
        ("answer = d['Tarns'] / sum(d.values()) * 100", "ratio"),
        ("answer = (d['Tarns'] - d['Quellar']) / d['Quellar'] * 100", "percentage change"),
        ("answer = len([v for v in d.values() if v > protected(333.3)])", "count"),
        ("answer = sum(1 for v in d.values() if v > sum(d.values()) / len(d))", "count"),
        ("n = 0\nfor v in d.values():\n    if v > protected(333.3):\n        n += 1\nanswer = n", "count"),
        ("answer = max(d.values())", "maximum"),
        ("answer = min(d.values())", "minimum"),
        ("answer = sorted(d.values())[1]", "rank"),
        ("answer = d['Tarns'] > d['Quellar']", "comparison"),
        ("answer = max(d, key=d.get)", "which-label"),
        ("answer = 'Tarns'", "lookup"),
        ("answer = d['Tarns'] * 2 + d['Quellar']", "expression"),
    ],
)
def test_the_operation_is_named(program: str, operation: str) -> None:
    assert answer(_2027 + program).operation == operation


@settings(max_examples=40, deadline=None)
@given(st.lists(st.decimals("-100000", "100000", places=2), min_size=6, max_size=6))
def test_results_are_those_of_exact_arithmetic(values: list[Decimal]) -> None:
    shown = tuple(tuple(str(value) for value in row) for row in (values[:3], values[3:]))
    example = bloom("", shown=shown)
    a, b, c, *_ = values
    assert (
        answer("answer = protected(873.1) + protected(412.6) - protected(268.4)", example).value == a + b - c
    )
    assert answer(_2027 + "answer = max(d.values())", example).value == max(a, b, c)
    assert answer(_2027 + "answer = d['Tarns'] + d['Quellar'] >= d['Dunmarsh']", example).value is (
        b + c >= a
    )
