"""A label can be named whole, by its initials, by a shorter form, or by those of its words that tell it from others."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recast.language.label_index import ALIAS, FORM, Index, index_of


def whole(index: Index, key: str) -> set[int]:
    return set(index.whole.get(key, {}))


@pytest.mark.parametrize(
    ("label", "key", "rank"),
    [
        ("Fish and chips", "fish&chip", FORM),
        ("Fish and chips", "fishchip", FORM),
        ("Fish and chips*", "fish&chip", FORM),
        ("The Lakes", "lake", FORM),
        ("Jobs (men)", "job", ALIAS),
        ("Round 2", "roundtwo", ALIAS),
        ("18 to 24", "<18:24>", FORM),
        ("June 2017 to June 2018", "month62017&month62018", ALIAS),
        ("2019", "year19", FORM),
    ],
)
def test_a_label_counts_as_a_whole_under_its_forms(label: str, key: str, rank: int) -> None:
    assert index_of((label,)).whole[key] == {0: rank}


def test_initials_and_acronyms_lead_to_their_labels() -> None:
    index = index_of(("Gross domestic product (GDP)", "Bank of England", "NATO", "Fen"))
    assert index.initials["GDP"] == (0,)
    assert index.initials["BE"] == (1,)
    assert index.acronyms == {"NATO": (2,)}
    assert "F" not in index.initials


def test_a_label_is_named_in_part_by_its_words_of_content() -> None:
    index = index_of(("Total crates of pears", "Crates of plums", "Pears"))
    assert index.part["pear"] == {0}
    assert index.part["plum"] == {1}
    assert index.part["crate"] == {0, 1}
    assert "total" not in index.part
    assert [label.length for label in index.labels] == [2, 2, 0]


def test_brackets_name_a_label_in_part_only_where_they_tell_it_from_others() -> None:
    alike = index_of(("Jobs (men)", "Jobs (women)"))
    assert {key for key, labels in alike.part.items() if labels == {0}} == {"@man"}
    other = index_of(("Jobs (thousands)", "Homes built", "Rents paid"))
    assert "thousand" not in other.part


@pytest.mark.parametrize(
    ("label", "guarded"),
    [
        ("No", True),
        ("A", True),
        ("3", True),
        ("2019", False),
        ("5G", False),
        ("18 to 24", False),
        ("Fen", False),
        ("More than 5", False),
    ],
)
def test_labels_that_are_plain_words_of_questions_are_guarded(label: str, guarded: bool) -> None:
    assert index_of((label, "Fen moor")).labels[0].guarded is guarded


def test_a_label_that_says_no_is_not_named_by_its_other_words() -> None:
    first, second = index_of(("Not sure", "Sure")).labels
    assert (first.negated, second.negated) == (True, False)


@settings(max_examples=40)
@given(
    st.lists(
        st.sampled_from(
            [
                "Fen",
                "Moor Lake",
                "18 to 24",
                "Jobs (men)",
                "No",
                "NATO",
                "65+",
                "Q1 2019",
                "3rd",
                "Fish & chips",
                "—",
            ]
        ),
        unique=True,
    )
)
def test_every_key_leads_to_a_label_that_has_it(labels: list[str]) -> None:
    index = index_of(tuple(labels))
    assert [label.text for label in index.labels] == labels
    for key, numbers in index.part.items():
        assert all(key in index.labels[number].content <= index.labels[number].every for number in numbers)
        assert key in index.keys
    assert all(0 <= number < len(labels) for found in index.whole.values() for number in found)
    for number, label in enumerate(labels):
        if any(character.isalnum() for character in label):
            assert any(number in found for found in index.whole.values())


def test_words_that_can_be_mistyped_are_the_longer_ones() -> None:
    assert index_of(("Gross domestic produce", "Fen", "Café Zürich")).words == (
        "domestic",
        "produce",
        "zurich",
    )
