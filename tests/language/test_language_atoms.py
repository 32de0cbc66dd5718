"""A label and a question that say the same thing in different spellings have the same atoms."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recast.language.atoms import MOST_KEYS, atoms, home_keys, kin_keys, with_compounds, word_keys
from recast.language.ranges import compounds


def keys(text: str, *kinds: str) -> list[tuple[str, ...]]:
    return [atom.keys for atom in atoms(text) if not kinds or atom.kind in kinds]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("colour", "Colors"),
        ("organisation", "organizations"),
        ("theatres", "theater"),
        ("café", "CAFE"),
        ("children", "child"),
        ("U.S.", "United States"),
        ("UK", "great britain"),
        ("first quarter", "Q1"),
        ("1Q", "quarter 1"),
        ("second half", "H2"),
        ("Sept", "September"),
        ("2nd", "2"),
        ("1,250", "1250"),
        ("once a day", "daily"),
    ],
)
def test_two_spellings_of_one_thing_have_one_key(one: str, other: str) -> None:
    assert set(keys(one)[0]) & set(keys(other)[0])


@pytest.mark.parametrize(
    ("one", "other"),
    [("us", "US"), ("may", "May"), ("smoker", "non-smoker"), ("could", "couldn't"), ("four", "for")],
)
def test_what_only_looks_alike_has_another_key(one: str, other: str) -> None:
    assert not set(keys(one)[0]) & set(keys(other)[0])


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("the Fen & Moor", "article word joiner word"),
        ("May 2019, in Q3?", "time number mark word time stop"),
        ("it may rise", "word word word"),
        ("first quarter of 2019", "time mark number"),
        ("Fall 2012 and a fall", "time number joiner article word"),
        ("twice per year", "word article word"),
    ],
)
def test_each_piece_is_of_its_kind(text: str, kinds: str) -> None:
    assert " ".join(atom.kind for atom in atoms(text)) == kinds


@pytest.mark.parametrize(
    ("text", "year"),
    [
        ("in 2019", "year19"),
        ("FY19", "year19"),
        ("FY2019", "2019"),
        ("'98", "year98"),
        ("since 98", "year98"),
        ("May 07", "year07"),
    ],
)
def test_a_year_is_known_by_two_digits_or_four(text: str, year: str) -> None:
    assert year in [key for found in keys(text, "number") for key in found]


def test_two_digits_before_a_word_are_no_year() -> None:
    assert keys("in 98 boats", "number") == [("98",)]


def test_a_corrected_word_is_read_as_it_was_meant() -> None:
    (found,) = atoms("Norwlck", {"Norwlck": "Norwick"})
    assert (found.keys, found.end) == (("norwick",), 7)


def test_peoples_and_kin_lead_to_the_words_that_they_come_from() -> None:
    assert "malaysia" in home_keys("Malaysians")
    assert "japan" in home_keys("Japanese")
    assert home_keys("Fen") == ()
    assert kin_keys("generated") == ("generation",)
    assert "approve" in kin_keys("approval")
    assert "immediate" in kin_keys("immediately")


def test_a_compound_takes_the_place_of_what_it_covers_the_longest_first() -> None:
    text = "Fen from 2016/17 to 2020"
    read = with_compounds(atoms(text), compounds(text))
    assert [text[atom.start : atom.end] for atom in read][:2] == ["Fen", "from"]
    assert all(one.end <= other.start for one, other in pairwise(read))
    assert sum(atom.kind == "range" for atom in read) == 1


@given(st.text(max_size=60))
def test_atoms_stand_in_order_and_none_has_too_many_keys(text: str) -> None:
    found = atoms(text)
    assert all(one.end <= other.start for one, other in pairwise(found))
    assert all(1 <= len(atom.keys) <= MOST_KEYS and atom.start < atom.end <= len(text) for atom in found)


@given(
    st.sampled_from(
        ["harbours", "ferries", "boxes", "analyses", "theses", "mice", "Ålands", "running", "better"]
    )
)
def test_the_keys_of_a_word_do_not_depend_on_its_case(word: str) -> None:
    assert word_keys(word) == word_keys(word.upper()) == word_keys(word.capitalize())
