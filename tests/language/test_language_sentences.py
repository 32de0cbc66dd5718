"""Where sentences end."""

from __future__ import annotations

import pytest

from recast.language.sentences import sentence_spans, split_sentences


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("Ann left. Bo stayed.", ["Ann left.", "Bo stayed."]),
        ("Mr. Dale paid 3.5 dollars. How many?", ["Mr. Dale paid 3.5 dollars.", "How many?"]),
        ("He met J. R. Dale at 5 p.m. on Monday.", ["He met J. R. Dale at 5 p.m. on Monday."]),
        ("It cost $3! $4 was too much.", ["It cost $3!", "$4 was too much."]),
        ('She said "Stop." Then she left', ['She said "Stop."', "Then she left"]),
        ("how many? she asked", ["how many?", "she asked"]),
        ("", []),
        ("   ", []),
    ],
)
def test_sentences(text: str, sentences: list[str]) -> None:
    assert split_sentences(text) == sentences
    assert [text[start:end].strip() for start, end in sentence_spans(text)] == sentences
