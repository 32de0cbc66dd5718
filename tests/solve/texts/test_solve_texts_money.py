"""Sums that go both ways: earned and paid, change, what is left; where the way is not told there is no answer."""

from __future__ import annotations

import pytest

from told_problems import answered


@pytest.mark.parametrize(
    ("passage", "question", "answer"),
    [
        ("Nina saved 15 euros each week for 8 weeks and then bought a bag for 65 euros.", "How much does she have left?", 55),
        ("We sold 34 cakes at 8 euros and spent 90 euros on flour.", "How much did we take?", 272),
        ("We sold 34 cakes at 8 euros and spent 90 euros on flour.", "What profit did we make?", 182),
        ("A lamp cost 45 euros. Jon paid with a 100 euro note.", "How much change did he get?", 55),
        ("A loaf costs 3 euros and a roll 0.50 euros. Ida buys 2 loaves and 6 rolls.", "How much does she pay?", 9),
        ("Ali has $30. He buys 3 pens for $2 each and a bag for $15.", "How much change does he get?", 9),
        ("Ola buys 30 ducks for $10 each. They weigh 4 pounds and she sells them for $5 per pound.",
         "How much profit did she make?", None),
    ],
)  # fmt: skip
def test_sums_go_the_way_that_their_verbs_tell(passage: str, question: str, answer: float | None) -> None:
    assert answered(passage, question) == answer
