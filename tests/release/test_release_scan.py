"""The leak scan finds what it promises, wherever it stands, says only where, and lets honest releases through."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recast.policy import PRESETS
from recast.release.scan import scan, source_words
from recast.rewrite.residue import forbidden
from recast.types import Cell, Finding, NumberMap, Quantity, Record, Series, Table
from records import shielded

RECORD = Record(
    "r",
    "image",
    "",
    "How many more ferries sailed to Kilmory than the 12.5% of Île Verte, in dollars, on the red line?",
    ("Ferries of Kilmory",),
    Table(
        "bar",
        "vertical",
        "Ferry departures, UK and EU",
        "Surveyed in spring",
        "Harbour",
        "Departures in Q3 (CO2-free)",
        "nominal",
        ("Kilmory", "Île Verte", "More", "Port of Bram", "18-29", "東京", "No change"),
        (Series("Steam ships", unit="$", scale="million"),),
        (tuple(Cell(Decimal(value)) for value in range(41, 48)),),
    ),
)
NUMBERS = NumberMap(
    "strict.v1",
    {"cell:0:0": "268.4"},
    {"268.4": (Quantity("cell:0:0", Decimal(41), "41", "data", "Kilmory"),)},
    frozenset({"3", "third"}),
)


def findings(text: str, location: str = "drawn 1", policy: str = "strict") -> tuple[Finding, ...]:
    return scan(RECORD, NUMBERS, PRESETS[policy], [(location, text)])


@pytest.mark.parametrize(
    "text",
    [
        "What is the value of Kilmory?",
        "KILMORY",
        "the kilmory's toll",
        "ferry",  # a lemma of a word of the question
        "departure",
        "surveying of tolls",
        "île verte",
        "Verte",
        "steamships",
        "Steam-ships",
        "portofbram",
        "the Portofbram tolls",
        "Ｋｉｌｍｏｒｙ",
        "東京",
        "tolls in the UK",
        "more",
        "no change",
        "Nochange",
        "million tolls",
        "dollars",
        "Q3",
        "CO2",
    ],
)
def test_a_word_or_label_of_the_source_is_found(text: str) -> None:
    assert findings(text)


@pytest.mark.parametrize(
    "text",
    [
        "What is the highest value of the third bar?",
        "Dunmarsh",
        "red",
        "268.4",
        "the top 3 bars",
        "Bloom by district",
        "uk tolls",  # an acronym only in its own case
        "",
    ],
)
def test_an_honest_string_passes(text: str) -> None:
    assert findings(text) == ()


@pytest.mark.parametrize(
    "text", ["41", "268.5", "12.5", "18-29", "268.41", "7 bars", "½", "２６", "forty-one tolls"]
)
def test_a_numeral_must_be_issued_or_structural(text: str) -> None:
    assert findings(text, "question")


def test_a_source_value_that_the_map_happens_to_issue_is_no_finding() -> None:
    numbers = NumberMap(
        "strict.v1", {"cell:0:1": "41"}, {"41": (Quantity("cell:0:1", Decimal(42), "42", "data", ""),)}
    )
    assert scan(RECORD, numbers, PRESETS["strict"], [("drawn 1", "41")]) == ()


def test_a_label_that_the_question_uses_as_an_operation_may_stay_there_but_not_be_drawn() -> None:
    assert findings("How many more tolls?", "question") == ()
    assert findings("How many more tolls?", "choice 1") == ()
    assert findings("How many more tolls?", "drawn 2")
    assert findings("How many more tolls?", "read back 2")
    assert findings("Is there no change?", "question")


def test_units_pass_only_where_the_policy_keeps_them() -> None:
    for text in ("dollars", "million", "268.4 million dollars"):
        assert findings(text, policy="paper") == ()
        assert findings(text)
    assert findings("ferries", policy="paper")
    table = RECORD.table
    assert table is not None
    counted = replace(
        RECORD, table=replace(table, series=tuple(replace(s, unit="passengers") for s in table.series))
    )
    assert scan(counted, NUMBERS, PRESETS["paper"], [("drawn 1", "million passengers")])


def test_a_finding_says_where_and_never_what() -> None:
    found = scan(RECORD, NUMBERS, PRESETS["strict"], [("question", "Bloom of kilmory"), ("drawn 4", "41")])
    assert [finding.location for finding in found] == [
        "question, word 3",
        "question, word 3",
        "drawn 4, character 1",
    ]
    assert not any("kilmory" in f"{finding}".casefold() or "41" in f"{finding}" for finding in found)


def _words(record: Record) -> Iterable[str]:
    table = record.table
    assert table is not None
    yield from (
        "ferries",
        "sailed",
        "Kilmory",
        "Verte",
        "departures",
        "spring",
        "harbour",
        "steam",
        "ships",
        "Bram",
    )


@given(st.sampled_from(list(_words(RECORD))), st.text(max_size=12), st.text(max_size=12), st.booleans())
def test_a_source_word_is_found_in_any_surroundings(word: str, before: str, after: str, upper: bool) -> None:
    text = f"{before} {word.upper() if upper else word} {after}"
    assert findings(text)


def test_a_spelled_word_is_found_in_prose() -> None:
    prose = Record("r", "text", "K o w a l s k i has 41 pens.", "How many pens?")
    assert scan(prose, NUMBERS, PRESETS["strict"], [("text", "It belongs to k o w.")])
    assert scan(prose, NUMBERS, PRESETS["strict"], [("text", "It belongs to K-O-W.")])
    assert not scan(prose, NUMBERS, PRESETS["strict"], [("text", "It is a 3 of a kind, I say.")])


def test_a_label_that_does_not_go_out_is_the_sources_all_the_same() -> None:
    made = shielded()
    kept = replace(made.record, left_out=("Wexcombe",))
    assert "wexcombe" in source_words(kept, made.policy).words
    assert "wexcombe" not in source_words(made.record, made.policy).words
    assert "wexcombe" in forbidden(kept, keep_units=False).words
