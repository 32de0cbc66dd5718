"""Values as recognisers give them: one number, an unsure one, or none."""

from __future__ import annotations

from decimal import Decimal

import pytest

from recast.perception.printed import printed_value, settled
from recast.perception.text import TextBox
from recast.types import Box

AT = Box(10, 10, 60, 24)


def value(text: str) -> tuple[Decimal, str, bool] | None:
    found = printed_value(TextBox(text, AT, 0.99))
    return None if found is None else (found.value, found.unit, found.confidence > 0.7)


@pytest.mark.parametrize(
    ("text", "number", "unit"),
    [
        ("12 .5", "12.5", ""),
        ("12. 5%", "12.5", "%"),
        ("12a)", "12", ""),
        ("73°/o", "73", "%"),
        ("73%6", "73", "%"),
        ("~50%", "50", "%"),
        ("·12", "12", ""),
        ("146 tonnes", "146", "tonnes"),
        ("1.2 Mio.", "1.2", ""),
    ],
)
def test_read_for_sure(text: str, number: str, unit: str) -> None:
    assert value(text) == (Decimal(number), unit, True)


@pytest.mark.parametrize(
    ("text", "number"),
    [("O.5", "0.5"), ("1O", "10"), ("l2", "12"), ("7S%", "75"), ("<1%", "1"), ("> 90", "90")],
)
def test_read_but_unsure(text: str, number: str) -> None:
    found = value(text)
    assert found is not None
    assert (found[0], found[2]) == (Decimal(number), False)


@pytest.mark.parametrize(
    "text", ["3 4%", "12 34", "12 a", "17 th", "B2", "S5", "1,5", "50+", "3-5", "Q3 '19", "so"]
)
def test_no_number_or_more_than_one(text: str) -> None:
    assert value(text) is None


def texts(*lines: str) -> list[str]:
    return [t.text for t in settled([TextBox(line, AT, 0.99) for line in lines])]


def test_a_chart_with_decimal_commas_is_put_into_english_notation() -> None:
    assert texts("12,5", "1.234,5", "7,25 %", "1.200", "Nord, Süd 2") == [
        "12.5", "1 234.5", "7.25 %", "1 200", "Nord, Süd 2",
    ]  # fmt: skip


def test_one_comma_or_a_point_elsewhere_settles_nothing() -> None:
    assert texts("12,5", "13") == ["12,5", "13"]
    assert texts("12,5", "3,7", "8.25") == ["12,5", "3,7", "8.25"]


def test_among_percentages_a_sign_read_as_digits_is_a_percent_sign_but_unsure() -> None:
    boxes = settled([TextBox(line, AT, 0.99) for line in ("31%", "4596", "12%", "9%")])
    assert [t.text for t in boxes] == ["31%", "45%", "12%", "9%"]
    assert boxes[1].confidence <= 0.6
    assert texts("3196", "4596", "12%", "2096") == ["3196", "4596", "12%", "2096"]


def test_a_year_among_percentages_is_no_misread_percentage() -> None:
    assert texts("31%", "12%", "9%", "2006", "8%", "5%", "1996") == [
        "31%",
        "12%",
        "9%",
        "2006",
        "8%",
        "5%",
        "1996",
    ]
