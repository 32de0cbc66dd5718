"""What a story asks, by the course of its entries: the value, or nothing where it is not certain."""

from __future__ import annotations

from decimal import Decimal

import pytest

from recast.solve.texts.reckoning import reckon
from recast.solve.texts.story import read
from recast.solve.texts.tally import value_of


def value(text: str) -> str:
    """What the last sentence of a text asks of the others; "" where that is not certain."""
    *story, question = read(text)
    found = reckon(story, [question])
    return "" if found is None else f"{value_of(found).normalize():f}"


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        # what comes and goes
        ("We got 34 pears in July and 27 in August. We handed 19 to Bo. How many pears did we keep?", "42"),
        ("There were 26 ducks on the pond. 9 flew away, then 14 landed. How many ducks are there now?", "31"),
        ("Ann had 22 pears. Her sister gave her 47 more. How many pears does she have now?", "69"),
        ("Ann ate 14 pears and 9 plums. She had 22 pears left. How many pears did she have at first?", "36"),
        ("Ann used 32 candles. Now she has 12 left. How many candles did she have at first?", "44"),
        ("There were 95 candles. Some were used, and now there are 58. How many candles were used?", "37"),
        # wanted, done and left
        ("Ben needs 250 points to win. He has 165. How many more points does he need?", "85"),
        ("Ann read 124 pages. The book has 300 pages. How many pages has she not read?", "176"),
        # rates
        ("A crate holds 24 jars. Bo got 15 crates. 298 jars were sold. How many jars were left over?", "62"),
        ("Ann bought 3 lamps for 9 euros each and sold them for 15 euros each. What was her profit?", "18"),
        ("Each cow gives 12 litres of milk a day. How many litres do 40 cows give a day?", "480"),
        ("5 kg of pears cost 12.50 euros. What do 3 kg cost?", "7.5"),
        ("A theatre sold 120 tickets at $9 and 45 tickets at $15. How much money did it make?", "1755"),
        ("12 jars fit in a crate. How many crates does one need for 150 jars?", "13"),
        # comparisons and shares
        ("Ann scored 23 goals, 7 more than last year. How many goals did she score last year?", "16"),
        (
            "A jar holds 72 pears. Ann ate 9 and Bo ate twice as many. How many pears are in the jar now?",
            "45",
        ),
        ("A coat costs $80. It is reduced by 25%. What does it cost now?", "60"),
        ("Half of the 86 guests ordered fish. How many guests ordered fish?", "43"),
        ("In a bag there are 14 red, 9 green and 22 yellow sweets. How many sweets are not yellow?", "23"),
        (
            "On a shelf there are 27 novels, 16 maps and 8 atlases. How many more novels than maps are there?",
            "11",
        ),
        ("Of 50 questions Ann answered 42. How many questions did she not answer?", "8"),
        ("The firm had 340 workers. It hired 45 and 28 left. How many workers does it have today?", "357"),
        ("Nils is 8 cm taller than Tom. Tom is 147 cm tall. How tall is Nils?", "155"),
        ("Ann needs 3 eggs for each cake. She has 50 eggs and bakes 14 cakes. How many eggs are left?", "8"),
        ("Ann has 120 beads. She makes 7 bands with 15 beads each. How many beads are left over?", "15"),
        ("Ann paid 3 rates of 85 euros for a bed that costs 400 euros. How much does she still owe?", "145"),
        # others
        ("Ann rode 45 km in 3 hours. What was her average speed in kilometres per hour?", "15"),
        ("A garden is 12 metres long and 7 metres wide. What is its area?", "84"),
        ("There are 28 girls and 35 boys in the hall. How many children are there in all?", "63"),
        ("Ann scored 88, 93 and 77 points in 3 rounds. What is her average?", "86"),
        (
            "Ann met 15 boys on Monday, 18 boys on Tuesday and 7 boys on Friday. How many more boys did she meet on Monday and Tuesday "
            "than on Friday?",
            "26",
        ),
        ("Ann paid 12 euros in May and 18 euros in June. What did she pay on average?", "15"),
    ],
)
def test_what_is_asked_is_reckoned(text: str, answer: str) -> None:
    assert value(text) == answer


@pytest.mark.parametrize(
    "text",
    [
        "Ann has 12 jars and 9 lamps. Each jar costs 4 euros. How many lamps did Bo have?",
        "There are 9 rows of 7 desks. 4 desks are empty. How many desks are taken?",
        "Ann had 9 pears. Bo whistled 4 pears. How many pears are left?",
        "Ann had 9 pears. She ate 14 pears. How many pears are left?",
        "Ann has 50 pears and packs 12 in each box. How many boxes does she fill?",
        "There are 20 cards on a page. Ann has 12 pages but loses one of the pages. How many cards are there?",
        "Ann picked 14 pears. Bo picked 9 red pears. How many red pears did they pick in all?",
        "Ann made 5 trays of 12 buns. She gave 2 trays to Bo. How many buns does she have now?",
        "The club sold 340 tickets, 125 of them to children. How many tickets did it sell to adults?",
        "In 2019 Ann had 9 pears. She ate 4. How many pears are left?",
    ],
)
def test_what_is_not_certain_has_no_answer(text: str) -> None:
    assert value(text) == ""


def test_operands_know_their_places() -> None:
    *story, question = read("Ann had 9 pears. She ate 4. How many pears are left?")
    found = reckon(story, [question])
    assert found is not None
    assert value_of(found) == Decimal(5)
    assert "cell=(0, 1)" in repr(found)
