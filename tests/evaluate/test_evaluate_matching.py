"""Answer matching by P B.1 and by ChartQA's relaxed rule, with the traps that benchmarks are known for."""

from __future__ import annotations

from decimal import Decimal

import pytest

from recast.evaluate.matching import acceptable, parse_reference, relaxed, strict
from recast.types import AnswerValue, Cell, Series, Table


def table(unit: str = "", scale: str = "", title: str = "") -> Table:
    cells = ((Cell(Decimal(1)), Cell(Decimal(2))),)
    return Table(
        "bar",
        "vertical",
        title,
        "",
        "",
        "",
        "nominal",
        ("A", "B"),
        (Series("", unit=unit, scale=scale),),
        cells,
    )


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("$800", Decimal(800)),
        ("45%", Decimal(45)),
        ("1,234.5", Decimal("1234.5")),
        ("-3", Decimal(-3)),
        ("0.075", Decimal("0.075")),
    ],
)
def test_a_reference_is_a_number_after_currency_percent_and_commas(text: str, value: Decimal) -> None:
    assert parse_reference(text) == value


@pytest.mark.parametrize(
    ("question", "reference", "value", "is_strict", "is_relaxed"),
    [
        ("What is the value of A?", "100", Decimal(100), True, True),
        ("What is the value of A?", "100", Decimal(104), False, True),
        ("What is the value of A?", "100", Decimal(106), False, False),
        ("What is the value of A?", "0", Decimal("0.001"), False, False),
        ("In which year was it highest?", "2010", Decimal(2008), False, False),
        ("In which year was it highest?", "2010", "2010", True, True),
        ("How many bars are above 5?", "20", Decimal(21), False, False),
        ("What percentage chose A?", "45%", Decimal("0.45"), True, True),
        ("What percentage chose A?", "0.45", Decimal(45), True, True),
        ("What is the sum?", "45", Decimal("0.45"), False, False),
        ("Which region is first?", "North", "north", True, True),
        ("Is A larger than B?", "Yes", True, True, True),
        ("Is A larger than B?", "No", True, False, False),
        ("Which region is first?", "North", Decimal(3), False, False),
        ("What is it?", "3", (Decimal(3),), True, True),
        ("What is it?", "3", (Decimal(3), Decimal(4)), False, False),
    ],
)
def test_rules(question: str, reference: str, value: AnswerValue, is_strict: bool, is_relaxed: bool) -> None:
    references = acceptable(reference, question, None)
    assert strict(value, references) is is_strict
    assert relaxed(value, references, question) is is_relaxed


def test_a_scale_in_the_chart_admits_the_scaled_and_the_absolute_value() -> None:
    references = acceptable("1.5", "How many units were sold?", table(scale="million"))
    assert strict(Decimal(1_500_000), references)
    assert strict(Decimal("1.5"), references)
    assert not strict(Decimal(1500), references)


def test_a_denominator_is_no_scale_and_two_scales_are_ambiguous() -> None:
    assert len(acceptable("1.5", "How many cases per million?", table())) == 1
    assert len(acceptable("1.5", "How many million?", table(title="in billion"))) == 1


@pytest.mark.parametrize(
    ("answer", "values"), [("$25 million", (25, 25_000_000)), ("2.5 thousand", (Decimal("2.5"), 2500))]
)
def test_a_reference_with_a_scale_word_admits_both_forms(
    answer: str, values: tuple[AnswerValue, ...]
) -> None:
    references = acceptable(answer, "How much was it?", None)
    assert references == values
    assert strict(Decimal(values[1]), references)  # type: ignore[arg-type]
    assert not strict(Decimal(3), references)
