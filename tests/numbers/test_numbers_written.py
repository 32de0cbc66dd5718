"""Printed values: one reading or none."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recast.numbers.written import SCALES, in_scale, parse_written, plain_number


@pytest.mark.parametrize(
    ("text", "value", "unit", "scale", "decimals"),
    [
        ("12 345", "12345", "", "", 0),
        ("12\u202f345", "12345", "", "", 0),
        ("1'234", "1234", "", "", 0),
        ("1,234.5", "1234.5", "", "", 1),
        ("12,34,567", "1234567", "", "", 0),
        ("45%", "45", "%", "", 0),
        ("45 per cent", "45", "%", "", 0),
        ("$1.5M", "1.5", "$", "million", 1),
        ("$5m", "5", "$", "million", 0),
        ("5m", "5", "m", "", 0),
        ("US$ 3bn", "3", "US$", "billion", 0),
        ("213K", "213", "", "thousand", 0),
        ("3.5 million", "3.5", "", "million", 1),
        ("-3.2", "-3.2", "", "", 1),
        ("\u22123", "-3", "", "", 0),
        ("-$3", "-3", "$", "", 0),
        ("$-3", "-3", "$", "", 0),
        ("+3", "3", "", "", 0),
        ("(4)", "-4", "", "", 0),
        ("$(3.1)", "-3.1", "$", "", 1),
        ("€ 12", "12", "€", "", 0),
        ("12 USD", "12", "USD", "", 0),
        ("12 km²", "12", "km²", "", 0),
        ("45*", "45", "", "", 0),
        ("45¹", "45", "", "", 0),
        ("4 (p)", "4", "", "", 0),
        (".5", "0.5", "", "", 1),
        ("1.2e-05", "0.000012", "", "", 6),
        ("١٢", "12", "", "", 0),
        ("0.0", "0", "", "", 1),
        ("2019", "2019", "", "", 0),
    ],
)
def test_reads(text: str, value: str, unit: str, scale: str, decimals: int) -> None:
    written = parse_written(text)
    assert written is not None
    assert (written.value, written.unit, written.scale, written.decimals) == (
        Decimal(value),
        unit,
        scale,
        decimals,
    )


@pytest.mark.parametrize(
    "text",
    [
        "0,075",
        "1,5",
        "1.234.567",
        "1,2345",
        "12,345,67",
        "12 34",
        "<1%",
        "10-20",
        "3/4",
        "3 1/2",
        "2019/20",
        "Q1",
        "COVID-19",
        "5.",
        "-",
        "",
        "n/a",
        "12 people",
        "--3",
        "(-4)",
        "$3 kg",
        "(-$4)",
    ],
)
def test_refuses_what_is_no_value_or_has_two_readings(text: str) -> None:
    assert parse_written(text) is None


def test_decimal_comma_on_demand() -> None:
    for text, value in (
        ("0,075", "0.075"),
        ("1.234,5", "1234.5"),
        ("1.234.567", "1234567"),
        ("1 234,5 %", "1234.5"),
    ):
        written = parse_written(text, ",")
        assert written is not None
        assert written.value == Decimal(value)


@given(st.integers(-(10**12), 10**12), st.integers(0, 4), st.sampled_from(["", ",", " ", "\u202f"]))
def test_grouped_numbers_round_trip(units: int, decimals: int, separator: str) -> None:
    value = Decimal(units).scaleb(-decimals)
    written = parse_written(f"{value:,.{decimals}f}".replace(",", separator))
    assert written is not None
    assert written.value == value
    assert written.decimals == decimals


@given(st.text(max_size=12))
def test_never_raises(text: str) -> None:
    parse_written(text)
    plain_number(text)


@given(st.decimals(allow_nan=False, allow_infinity=False, places=3, min_value=-(10**9), max_value=10**9))
def test_scales_convert_exactly(value: Decimal) -> None:
    for scale in SCALES:
        assert in_scale(in_scale(value, scale, ""), "", scale) == value
    assert in_scale(Decimal(10), "million", "thousand") == 10_000


def test_repr_is_payload_free() -> None:
    assert "45" not in repr(parse_written("45%"))
