from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recast.solve.texts.heard import as_spelled, rejoined


@pytest.mark.parametrize(
    ("heard", "asked", "spelled"),
    [
        ("Queller packed 731.5 crates.", "How many crates did Quellar keep?", "Quellar packed 731.5 crates."),
        ("The shed of Dumbarsh holds 3.", "What does Dunmarsh hold?", "The shed of Dunmarsh holds 3."),
        ("In Dun Marsh there are 3.", "What is there in Dunmarsh?", "In Dunmarsh there are 3."),
        ("Queller's crates are 3.", "How many crates has Quellar?", "Quellar's crates are 3."),
        # what must stay
        ("Quellar packed 3.", "How many did Quellar pack?", "Quellar packed 3."),
        ("Then she left 3.", "When did she leave?", "Then she left 3."),
        ("The teller packed 3.", "How many did Quellar pack?", "The teller packed 3."),
        ("Tarn packed 3.", "How many did Tarns and Tarna pack?", "Tarn packed 3."),
        ("Bramwick packed 3.", "How many did Quellar pack?", "Bramwick packed 3."),
        ("Queller and Quellar packed 3.", "How many did Quellar pack?", "Queller and Quellar packed 3."),
        ("Anna packed 3.", "How many did Ann pack?", "Anna packed 3."),
    ],
)
def test_names_are_spelled_as_the_question_spells_them(heard: str, asked: str, spelled: str) -> None:
    assert as_spelled(heard, asked) == spelled


@given(st.text(max_size=80), st.text(max_size=80))
def test_no_text_is_too_strange(heard: str, asked: str) -> None:
    """What is no word stays, and a question without names changes nothing."""
    assert len(as_spelled(heard, asked).split()) <= len(heard.split())
    assert as_spelled(heard, asked.lower()) == heard


@pytest.mark.parametrize(
    ("heard", "meant"),
    [
        (
            "With the file and the bell. The number 3 is given.",
            "With the file and the bell, the number 3 is given.",
        ),
        (
            "A is 2. For 1998, the owl, the hat and red. The year is 4.",
            "A is 2. For 1998, the owl, the hat and red, the year is 4.",
        ),
        ("They came with the file and the bell. The number is 3.", ""),
        ("For the mill she paid. The number is 3.", ""),
        ("With the file and the bell. She has 3.", ""),
    ],
)
def test_nouns_that_a_pause_cut_off_are_put_back_before_their_sentence(heard: str, meant: str) -> None:
    assert rejoined(heard) == (meant or heard)
