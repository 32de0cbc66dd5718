"""Rows, labels and units of the rewriter, one by one."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rewrite_charts import chart

from recast.language.units import shows_percent
from recast.rewrite.labels import canonical_years, has_order, is_interval, kind_of, time_key
from recast.rewrite.pieces import Piece
from recast.rewrite.question import read
from recast.rewrite.rows import names_position, permutation, permuted
from recast.rewrite.slips import tidy
from recast.rewrite.units import restated, unit_spans

LANDS = ("Norland", "Sudmark", "Ostrey", "Westholm", "Midlund")


# ── rows ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_same_chart_and_key_give_the_same_order_and_another_key_another() -> None:
    table = chart([*LANDS, *(name[::-1] for name in LANDS)])
    first = permutation(table, b"one key")
    assert first == permutation(table, b"one key")
    assert sorted(first) == list(range(10))
    assert first != permutation(table, b"another")
    assert permuted(table.categories, first)[0] == table.categories[first[0]]


@given(st.integers(1, 60), st.binary(min_size=1, max_size=32))
def test_a_permutation_loses_nothing(count: int, key: bytes) -> None:
    assert sorted(permutation(chart([f"Land {n}" for n in range(count)]), key)) == list(range(count))


@pytest.mark.parametrize(
    "question",
    [
        "What is the leftmost bar?",
        "What is the value of the third bar?",
        "Is the bar next to the blue one larger?",
        "What is the sum of the first two bars?",
        "What is the 2nd bar from the top?",
    ],
)
def test_positions_are_noticed(question: str) -> None:
    assert names_position(question)


@pytest.mark.parametrize(
    "question",
    [
        "What is the second highest value?",
        "What is the difference between the two?",
        "How many bars are above 5?",
    ],
)
def test_ranks_and_comparisons_are_no_positions(question: str) -> None:
    assert not names_position(question)


# ── labels ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_plain_years_are_those_of_the_number_map() -> None:
    assert canonical_years(("2018", "2019*", "'20", "Q1 2021", "2016/17")) == (
        "2018",
        "2019",
        None,
        None,
        None,
    )
    assert canonical_years(("2019", "2019*")) == (None, None)
    assert canonical_years(("500", "1000", "1500", "2000")) == (None,) * 4


@pytest.mark.parametrize(
    "ordered",
    [
        ("Dec 2019", "Jan 2020", "February 2020"),
        ("Q4 '18", "Q1 '19", "Q2 '19"),
        ("2016/17", "2017/18"),
        ("Mon", "Tuesday", "Wed."),
        ("2020-08-05", "2020-08-06", "2020-09-01"),
        ("May 3", "May 12", "June 1"),
        ("'98", "'99", "'02"),
        ("H1 2020", "H2 2020"),
    ],
)
def test_times_are_ordered(ordered: tuple[str, ...]) -> None:
    keys = [time_key(label) for label in ordered]
    assert None not in keys
    assert keys == sorted(keys)  # type: ignore[type-var]


@pytest.mark.parametrize("label", ["18-29", "65+", "under 10", "25 to 34 years", "< 5", "10", "$300-400"])
def test_class_intervals_are_recognised(label: str) -> None:
    assert is_interval(label)


@pytest.mark.parametrize("label", ["Norland", "Group A", "More", "Mayor", "Marble", ""])
def test_other_labels_are_neither_times_nor_intervals(label: str) -> None:
    assert time_key(label) is None
    assert not is_interval(label)


def test_the_kind_of_a_label_comes_from_its_head() -> None:
    assert kind_of("Wooden chairs (in thousands)") == "thing"
    assert kind_of("Young voters") == "person"
    assert kind_of("Norland") == "name"
    assert kind_of("Very satisfied") == kind_of("More") == "quality"


def test_what_has_an_order_is_not_nominal() -> None:
    assert has_order(("2018", "2019"), "nominal")
    assert has_order(("Low", "High"), "ordinal")
    assert not has_order(LANDS, "nominal")


# ── units ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_percent_is_a_unit_unless_the_chart_has_another() -> None:
    assert shows_percent(chart(LANDS, unit="%"))
    assert shows_percent(chart(LANDS))
    assert not shows_percent(chart(LANDS, unit="$"))
    assert not shows_percent(chart(LANDS, scale="million"))


@pytest.mark.parametrize(
    ("text", "unit", "spans"),
    [
        ("the percentage of Norland", "%", [("percentage", "singular")]),
        ("how many percentage points", "%", [("percentage points", "plural")]),
        ("how many percentage points", "$", [("percentage points", "points")]),
        ("the percentage change of Norland", "%", [("percentage", "percent")]),
        ("the percentage of the total that Norland has", "", [("percentage", "percent")]),
        ("the percentage of the total that Norland has", "%", [("percentage", "singular")]),
        ("by what percent did it rise", "%", [("percent", "percent")]),
        ("how many million U.S. dollars", "$", [("million U.S. dollars", "plural")]),
        ("its value (in millions)", "$", [("(in millions)", "none")]),
        ("its value in euros in 2019", "€", [("in euros", "none")]),
        ("how many thousand tonnes of it", "tonnes", [("thousand tonnes", "plural")]),
        ("the percentile of a millionaire", "", []),
    ],
)
def test_mentions_of_units(text: str, unit: str, spans: list[tuple[str, str]]) -> None:
    found = unit_spans(text, chart(LANDS, unit=unit), keep=False)
    assert [(text[span.start : span.end], span.form) for span in found] == spans


def test_kept_units_stay_as_written() -> None:
    text = "more than 5% or $3 million"
    found = unit_spans(text, chart(LANDS, unit="$", scale="million"), keep=True)
    assert [(text[span.start : span.end], span.form) for span in found] == [
        ("%", "kept"),
        ("$", "kept"),
        ("million", "kept"),
    ]


@pytest.mark.parametrize(
    ("text", "scale", "value"),
    [
        ("above 1.2 billion dollars", "million", "1200"),
        ("above 1.2 million", "million", "1.2"),
        ("above $1.2m a year", "", "1.2"),
        ("above 1.2 million", "", "1.2"),
        ("above 1.2", "million", "1.2"),
    ],
)
def test_a_numeral_is_restated_in_the_scale_of_the_chart(text: str, scale: str, value: str) -> None:
    start = text.index("1.2")
    assert restated(text, start, start + 3, Decimal("1.2"), chart(LANDS, scale=scale))[2] == Decimal(value)


def test_a_full_number_is_meant_where_the_cells_are_full_numbers() -> None:
    table = chart(LANDS)
    big = [[type(cell)(cell.value * 1_000_000) for cell in row if cell.value] for row in table.cells]
    table = type(table)(
        **{name: getattr(table, name) for name in table.__slots__} | {"cells": tuple(map(tuple, big))}
    )
    assert restated("above 12 million", 6, 8, Decimal(12), table)[2] == 12_000_000


# ── the question ─────────────────────────────────────────────────────────────────────────────────────────────


def kinds(text: str) -> list[tuple[str, str]]:
    pieces: tuple[Piece, ...] = read(tidy(text), (), None, False, (), ())
    return [(piece.kind, piece.text) for piece in pieces if piece.kind != "mark"]


def test_a_question_is_taken_apart() -> None:
    assert kinds("How many wooden chairs were sold by Bram & Sons in 2019?") == [
        ("kept", "how"),
        ("kept", "many"),
        ("noun", "wooden chairs"),
        ("kept", "were"),
        ("verb", "sold"),
        ("kept", "by"),
        ("name", "Bram & Sons"),
        ("kept", "in"),
        ("numeral", "2019"),
    ]
    assert kinds("How much did the Port Office of Norland earn?")[-2:] == [
        ("name", "Port Office of Norland"),
        ("verb", "earn"),
    ]


@given(st.text(max_size=60))
def test_any_text_can_be_read(text: str) -> None:
    assert all(piece.text for piece in read(tidy(text), (), None, False, (), ()))


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Which bird is the 3rd highest?", "Which bird is the third highest?"),
        (
            "What is the gap between no.1 and no.3?",
            "What is the gap between first highest and third highest?",
        ),
        ("Is Elm greater that that of Fir?", "Is Elm greater than that of Fir?"),
        ("What was it on March 3rd, 2020?", "What was it on March 3rd, 2020?"),
        ("Which is the 12th highest?", "Which is the 12th highest?"),
    ],
)
def test_small_ordinals_are_written_out(text: str, plain: str) -> None:
    assert tidy(text) == plain
