"""A percentage as a part, as what is taken off and as what is added; what a price was, is and by how much it changed."""

from __future__ import annotations

import pytest

from told_problems import answered


@pytest.mark.parametrize(
    ("passage", "question", "answer"),
    [
        ("A tent of 90 euros is sold at 30% off.", "How much do you save?", 27),
        ("A tent of 90 euros is sold at 30% off.", "What do you pay for the tent?", 63),
        ("The net price is 200 euros, and 20% tax is added.", "How much must be paid?", 240),
        ("The fee of 80 euros was raised by 10%.", "What is the new price?", 88),
        ("35% of the 60 goats are black.", "How many goats are not black?", 39),
        ("The vet's bill was 480 dollars and the insurance paid 75% of it.", "How much did the insurance pay?", 360),
        ("The vet's bill was 480 dollars and the insurance paid 75% of it.", "How much did Ida have to pay?", 120),
        ("The price of tea rose by 1.10 euros to 7.89 euros.", "What was the price of tea before?", 6.79),
        ("The price of tea went down from 60 euros to 45 euros.", "How much cheaper is it now?", 15),
        ("The price of tea rose by 2 euros in May and fell by 1 euro in June.", "What was the price before?", None),
        ("A tent of 90 euros is sold at 30% off and 5% is added for the card.", "What do you pay?", None),
    ],
)  # fmt: skip
def test_what_is_taken_off_or_added_is_told_from_the_part(
    passage: str, question: str, answer: float | None
) -> None:
    found = answered(passage, question)
    assert found == (None if answer is None else pytest.approx(answer))
