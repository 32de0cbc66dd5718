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
        ("Ann left. snake_case earned 3.", ["Ann left.", "snake_case earned 3."]),
        ("Ann left (early). iPhones sold.", ["Ann left (early).", "iPhones sold."]),
        ("It sold 45. eBay sold 3.", ["It sold 45.", "eBay sold 3."]),
        ("Ann left. Élodie stayed. 🍎", ["Ann left.", "Élodie stayed.", "🍎"]),
        ("It took 5 min. on the train, approx. as long as by car.", None),
        ("A rope of 3 ft. and 2 in. cost 4 dollars...or more.", None),
        ("He waited... and left at 5 p.m. on Monday.", None),
        ("The U.S. economy, e.g. its banks, etc. as told before.", None),
        ("", []),
        ("   ", []),
    ],
)
def test_sentences(text: str, sentences: list[str] | None) -> None:
    sentences = [text] if sentences is None else sentences
    assert split_sentences(text) == sentences
    assert [text[start:end].strip() for start, end in sentence_spans(text)] == sentences
