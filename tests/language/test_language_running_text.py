"""Which texts tell of many things."""

from __future__ import annotations

from recast.language.running_text import tells_of_much

NOUNS = [f"noun{n}" for n in range(20)]


def test_a_long_text_whose_nouns_do_not_come_back_tells_of_much() -> None:
    assert tells_of_much(100, NOUNS)


def test_neither_a_short_text_nor_one_that_keeps_to_a_few_things_does() -> None:
    assert not tells_of_much(50, NOUNS)
    assert not tells_of_much(100, NOUNS[:5] * 4)
    assert not tells_of_much(100, NOUNS[:10])
