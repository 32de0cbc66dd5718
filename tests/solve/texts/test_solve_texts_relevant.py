"""Amounts that no unit links to what is asked are asides; what a price, a kind or a rest may hang on is none."""

from __future__ import annotations

import pytest

from told_problems import answered


@pytest.mark.parametrize(
    ("passage", "question", "answer"),
    [
        ("Orla is 9 years old and has 31 shells. She gives 8 shells to Bo.", "How many shells does Orla have left?", 23),
        ("A kiosk has 2 doors. A juice costs €3.", "How much do 5 juices cost?", 15),
        ("Rolf works 4 days a week and earns 18 euros an hour. Today he worked 7 hours.", "How much did he earn today?", 126),
        ("A sack of 25 kg costs $40. A baker buys 6 sacks.", "How many kilograms does he buy?", 150),
        ("There are 7 owls, 4 hawks and 2 kites in a cage that is 5 m high.", "How many birds are in the cage?", 13),
        ("9 singers bought hats at $14 each and a drum for $70.", "How much did the hats cost?", 126),
        ("A jar of figs costs 4 euros. Ina sold 11 jars of figs and 6 jars of plums.", "How much did she get for the figs?", 44),
        ("There were 13 friends in a game when 8 players quit. Each player left had 6 lives.", "How many lives did they have?",
         None),
        ("Pia bought 3 hats for $20 and a scarf for $7.", "How much did each hat cost?", None),
        ("For every 12 cans you get $2, and for every 5 crates $9. Tom brings 48 cans and 10 crates.",
         "How much money does he get?", None),
    ],
)  # fmt: skip
def test_what_no_unit_links_to_the_question_is_left_out(
    passage: str, question: str, answer: float | None
) -> None:
    assert answered(passage, question) == answer
