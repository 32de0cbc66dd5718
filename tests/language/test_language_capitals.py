"""What a capital says of a word: headings, and words that open a sentence without being a name."""

from __future__ import annotations

import re

import pytest

from recast.language.calculations import QUESTION_FRAMES as CALCULATION_FRAMES
from recast.language.capitals import CALENDAR, GRAMMAR, MODALS, OPENERS, TITLES, frame_words, is_headed
from recast.language.frames import FACT_FRAMES
from recast.language.ledger import STATEMENTS


@pytest.mark.parametrize(
    ("text", "headed"),
    [
        ("Annual Report About Bird Nests", True),
        ("Annual Report of the Bird Trust in Norwick", True),
        ("Annual Report about Bird Nests", False),
        ("Mara kept twelve jars today again", False),
        ("The Big Cat", False),
        ("Mara Ivo Tove", False),
        ("", False),
    ],
)
def test_a_heading_has_a_capital_in_each_longer_word(text: str, headed: bool) -> None:
    assert is_headed(text.split()) is headed


def test_words_that_are_names_as_well_are_grammar_only_where_they_are_listed() -> None:
    assert MODALS.isdisjoint(GRAMMAR | OPENERS)
    assert "may" in CALENDAR & MODALS
    assert {"mr", "dr"} <= TITLES
    assert {"most", "later", "find"} <= OPENERS
    assert {"the", "which", "whether"} <= GRAMMAR
    assert GRAMMAR.isdisjoint(OPENERS)


def test_every_word_of_the_fixed_sentences_is_known_as_one() -> None:
    frames = [text for pair in FACT_FRAMES for text in pair]
    frames += [text for plain, others in STATEMENTS.values() for text in (plain, *others)]
    words = {word for text in [*frames, *CALCULATION_FRAMES] for word in re.findall(r"[a-z]{3,}", text)}
    assert words
    assert words <= frame_words()


def test_no_name_is_among_the_words_of_frames() -> None:
    assert all(word.islower() for word in frame_words())
    assert frame_words().isdisjoint({"max", "long", "norwick", *CALENDAR})
