"""Word problems of several steps: rates times what they are for, what comes in and what goes out, and when there is no answer."""

from __future__ import annotations

import pytest

from told_problems import answered


@pytest.mark.parametrize(
    ("passage", "question", "answer"),
    [
        ("A stand sells tea for 2 dollars a cup. It sold 30 cups on Monday and 12 cups on Tuesday.",
         "How much money did the stand make?", 84),
        ("A kiln fires 6 pots an hour. It runs for 7 hours. Then 5 pots crack.",
         "How many pots are left?", 37),
        ("A barn has 20 goats. Each goat gives 3 litres of milk a day. The farmer sells the milk for 0.5 dollars per litre.",
         "How much money does he earn per day?", 30),
        ("A tower has 9 floors with 4 flats on each floor. Each flat has 3 windows.",
         "How many windows does the tower have?", 108),
        ("Each of the 11 swimmers on the team swam 4 laps.", "How many laps did the team swim?", 44),
        ("A parrot eats 5 nuts a day.", "How many nuts does it eat in a week?", 35),
        ("Ida drinks 2 cups at noon and 3 cups at night every day.", "How many cups does she drink in a week?", 35),
        ("It takes Jo 4 minutes to fold one shirt.", "How many minutes does it take him to fold 6 shirts?", 24),
        ("A sack of grain weighs 40 kilograms.", "How many kilograms do 3 sacks weigh?", 120),
        ("A stall sells eggs in trays of 30. Ben bought 4 trays.", "How many eggs did Ben get?", 120),
        ("A depot had 412 crates. The driver took 137 of them.", "How many crates were left?", 275),
        ("Bella has 17 pens in her case and 25 pens on her desk.", "How many pens does Bella have?", 42),
        ("A bus had 38 riders. At the next stop 11 riders got off. 6 riders got on.",
         "How many riders are on the bus now?", 33),
    ],
)  # fmt: skip
def test_all_steps_are_taken(passage: str, question: str, answer: float) -> None:
    assert answered(passage, question) == answer


@pytest.mark.parametrize(
    ("passage", "question"),
    [
        ("Tim put 27 photos into one album and the rest into 3 albums. He had 33 photos.",
         "How many photos were in each album?"),
        ("Carol collects 2 nuts. Her father gives Carol 5 more. She eats some.", "How many nuts does Carol have?"),
        ("A box of tea is heavy.", "How many grams do 12 boxes weigh?"),
        ("A farm has 8 cows. Each cow gives 9 litres a day. A tenth of the milk is spilled.",
         "How many litres are sold per day?"),
        ("A shop sells pens for 2 dollars. Half of the 30 pens are sold.", "How much money did it make?"),
    ],
)  # fmt: skip
def test_what_is_not_certain_has_no_answer(passage: str, question: str) -> None:
    assert answered(passage, question) is None


def test_a_quality_before_a_noun_is_no_measure() -> None:
    context = "Sandy has 24 steel pins. Sara has 31 steel and 15 heavy pins."
    assert answered(context, "How many steel pins do they have in total?") == 55
