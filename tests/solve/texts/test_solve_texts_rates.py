"""Rates, groups and measures: what each holds or costs, how many are needed, areas, units; and when no answer is certain."""

from __future__ import annotations

import pytest

from told_problems import answered


@pytest.mark.parametrize(
    ("passage", "question", "answer"),
    [
        ("Oda needs 3 pots of glue for each kite. There are 7 kites in the shed.", "How many pots of glue does Oda need?", 21),
        ("A tram runs 35 miles an hour.", "How many miles does it run in 4 hours?", 140),
        ("Ravi lays 24 slabs in a row. He has finished 6 rows and 9 slabs have broken.", "How many slabs has he laid?", 144),
        ("There are 15 stamps on a sheet. Ola has 8 sheets of stamps.", "How many stamps does Ola have?", 120),
        ("A crate can hold 12 jars. Edda buys 150 jars.", "How many crates does she need?", 13),
        ("Nils puts his jars in crates which can hold 9 jars. He has 63 jars.", "How many crates will he use?", 7),
        ("Tora was laying tiles into 12 rows with 5 tiles and 7 stones in each row.", "How many tiles does she have?", 60),
        ("Tora had 6 bags of tiles each having 15 tiles. She was laying tiles into rows with 9 tiles in each row.",
         "How many rows could she make?", 10),
        ("A hall sold 40 seats at $6 and 15 seats at $9.", "How much money did it take in?", 375),
        ("A sheet had 6 sums on it. A teacher had 11 sheets to mark and had already marked 4 of them.",
         "How many more sums does she have to mark?", 42),
        ("Ida has 4 boxes of 25 nails and 2 boxes of 30 screws.", "How many nails and screws does she have in total?", 160),
        ("A boat sailed 420 kilometers in 12 hours.", "What was its average speed?", 35),
        ("8 cooks and 10 waiters split into 3 teams.", "How many people are on each team?", 6),
        ("A garden is 12 meters long and 5 meters wide.", "What is its area?", 60),
        ("A garden is 12 meters long and 5 meters wide.", "What is its perimeter?", 34),
        ("A tank holds 600 gallons. It is leaking 5 gallons per hour.", "How many gallons are left after 30 hours?", 450),
        ("Sven bought 3 dozen eggs.", "How many eggs did Sven buy?", 36),
        ("A jacket costs a tailor 44 dollars, and he sells it for 60 dollars.", "What is his profit?", 16),
    ],
)  # fmt: skip
def test_rates_are_taken_as_often_as_they_are_told(passage: str, question: str, answer: float) -> None:
    assert answered(passage, question) == answer


@pytest.mark.parametrize(
    ("passage", "question"),
    [
        ("There are 15 stamps on a sheet. Ola has 8 sheets of stamps but loses one of the sheets.",
         "How many stamps does Ola have?"),
        ("Ola buys 30 ducks for $10 each. They weigh 4 pounds and she sells them for $5 per pound.",
         "How much profit did she make?"),
        ("There were 9 friends in a game when 4 more players joined. Each player had 5 lives.", "How many lives did they have?"),
        ("A barge has 700 crates. 90 are unloaded, while 40 new ones are loaded.", "How many crates are on board now?"),
        ("A garden is 12 meters long and 5 meters wide.", "What is its volume?"),
        ("Bo makes a certain number of trips and Pia makes that many trips plus 6. They make 40 trips total.",
         "How many trips does Pia make?"),
        ("In 1986 a school had 900 pupils. The number of pupils in 1987 was 4% less than in 1986.",
         "How many pupils did the school have in 1987?"),
    ],
)  # fmt: skip
def test_what_the_rates_do_not_settle_is_not_answered(passage: str, question: str) -> None:
    assert answered(passage, question) is None
