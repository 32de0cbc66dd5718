"""Passages and word problems of our own: what the offline solver answers, and what it must refuse."""

from __future__ import annotations

import random
from decimal import Decimal
from typing import Any

import pytest

from recast.solve.charts.understand import NotUnderstood
from recast.solve.expression import Expression
from recast.solve.texts.passages import interpret_passage
from recast.solve.write import write

MUSEUM = (
    "The Harbour Museum of Brelund was founded in 1874 by the merchant Osk Verring. In 1921 it moved to the old rope "
    "factory. The museum owns about 6,400 model ships and 380 paintings. Nearly 45% of its visitors come from abroad."
)


def _value(found: Expression | NotUnderstood) -> Decimal:
    assert not isinstance(found, NotUnderstood)
    scope: dict[str, Any] = {"protected": lambda number: Decimal(str(number))}
    exec(write(found), scope)
    return Decimal(scope["answer"])


def _answer(text: str) -> Expression | NotUnderstood:
    story, _, question = text[:-1].rpartition(". ")
    return interpret_passage(question + "?", story + ".")


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("When was the museum founded?", 1874),
        ("In what year did the museum move to the rope factory?", 1921),
        ("How many paintings does the museum own?", 380),
        ("How many model ships does the museum own?", 6400),
        ("What percentage of visitors come from abroad?", 45),
    ],
)
def test_a_numeral_is_looked_up(question: str, value: int) -> None:
    assert _value(interpret_passage(question, MUSEUM)) == value


@pytest.mark.parametrize(
    "question",
    [
        "How many sailors does the museum employ?",
        "When did the lighthouse burn down?",
        "Why did it move?",
        "Who founded the museum?",
    ],
)
def test_what_the_passage_does_not_say_is_not_answered(question: str) -> None:
    assert isinstance(interpret_passage(question, MUSEUM), NotUnderstood)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Tilda has 27 marbles. Her brother gave her 15 marbles. How many marbles does Tilda have now?", 42),
        ("A baker made 61 cakes. He sold 38 of them and baked 112 more cakes. How many cakes does he have now?", 135),
        ("Kim had some stamps. She bought 12 more stamps. Now she has 30 stamps. How many stamps did Kim have at first?", 18),
        ("There were 28 bales in the shed. Tim stacked bales there today. There are now 54 bales in the shed. "
         "How many bales did he stack?", 26),
        ("Sara has 31 red and 15 green balloons. Olga has 24 red balloons. How many red balloons do they have in total?", 55),
        ("Rosa has 9 lamps. She needs 15 lamps. How many more lamps does she need?", 6),
        ("Ben read 12 pages on Monday and 17 pages on Tuesday. "
         "How many more pages did Ben read on Tuesday than on Monday?", 5),
        ("Ben read 12 pages on Monday and 17 pages on Tuesday. How many pages did Ben read on Tuesday?", 17),
        ("Zoe has 3 times as many coins as Max. Max has 14 coins. How many coins does Zoe have?", 42),
        ("Omar has 12 kites. Lily has 5 fewer kites than Omar. How many kites does Lily have?", 7),
        ("Max has 14 coins. Zoe has half as many coins as Max. How many coins do they have together?", 21),
        ("Robin has 21 boxes of pens. There are 9 pens in each box. How many pens does Robin have?", 189),
        ("Tina buys 3 books at $4 each and 2 pens at $1 each. How much does she spend in total?", 14),
        ("Tina had $20. She bought 3 books at $4 each. How much money does she have left?", 8),
        ("Nadia has 96 stickers. She shares them among 8 friends. How many stickers does each friend get?", 12),
        ("A farmer collected 90 eggs. He packed them in boxes of 6 eggs each. How many boxes did he fill?", 15),
        ("Odette takes 30 minutes to climb the hill. Bruno takes 4 times as long as Odette does to climb it. "
         "How many hours does it take Bruno?", 2),
        ("A house has 3 floors with 4 rooms on each floor. Each room has 2 windows. How many windows are there?", 24),
        ("There are 9 ducks in a pond. 4 ducks fly away. How many ducks are left in the pond?", 5),
        ("37 children are in the choir. 16 of them are girls. How many boys are in the choir?", 21),
        ("There are 21 boys and 16 girls in the choir. How many children are in the choir?", 37),
        ("Marek's berries weighed 11 pounds. Together their berries weighed 30 pounds. How much did Ola's berries weigh?", 19),
        ("Sean has 223 whistles. He has 95 more whistles than Charles. How many whistles does Charles have?", 128),
        ("Igor walked 5 miles at 4 miles per hour. How long did Igor walk?", Decimal("1.25")),
        ("A class has 32 students. 25% of the students are absent. How many students are absent?", 8),
        ("Emma's house is 10 miles from the lake. It took Emma 2 hours to get there. How fast did Emma go?", 5),
        ("Tickets were 6 dollars each. Lena bought 8 tickets for her friends and 2 extra tickets. How much did she spend?", 60),
        ("In March it rained 9 inches. It rained 4 inches less in April than in March. How much did it rain in April?", 5),
        ("There are 46 books. A clerk takes away 10 of the books. She can fit 4 books on a shelf. "
         "How many shelves will she need?", 9),
        ("Dora removes 5 pears from a jar. There were originally 46 pears in the jar. How many pears are left?", 41),
        ("Benno worked 3 hours for 6 days. How many hours did he work in total?", 18),
        ("Jonas bought a flute for $142, a stand for $8, and a song book for $7. How much did Jonas spend?", 157),
        ("Steve has 46 plums. He shares 4 with Paul. How many plums will Steve have?", 42),
        ("Jasper sold 27 bags of chips. He sold 8 fewer buns than chips. He sold 12 more drinks than buns. "
         "How many drinks did Jasper sell?", 31),
        ("Bella bought 11 elm stamps. She bought 9 more oak stamps than elm stamps, and 13 fewer lime stamps than oak stamps. "
         "How many stamps did Bella buy in all?", 38),
        ("Robin has 92 more plums and 10 fewer pears than Katja. Katja has 13 pears and 94 plums. How many pears does Robin have?",
         3),
        ("Robin has 9.25 more plums and 1.5 fewer pears than Katja. Katja has 13.75 pears and 9.4 plums. "
         "How many pears does Robin have?", Decimal("12.25")),
        ("At a shop you get 2 lollipops for $2.40. How much would it cost to buy 6 lollipops?", Decimal("7.2")),
        ("Dave had 10 apps on his phone. He added 11 new apps. Now he has 4 apps left. How many apps did he delete?", 17),
        ("Julia played with 15 boys on Monday, 18 boys on Tuesday and 97 boys on Friday. "
         "How many boys did she play with on Monday and Tuesday?", 33),
        ("Ida has 142 books. Karl has 78 books. What is the difference between Ida's books and Karl's books?", 64),
        ("Mary needs 9 cups of flour and 3 cups of sugar. She put in 2 cups of flour. "
         "How many more cups of flour does she need to add?", 7),
        ("Hugo gave 58 shirts and 34 coats. How many pieces of clothing did he give in total?", 92),
        ("Weng earns $12 an hour. Yesterday she worked 50 minutes. How much did she earn?", 10),
        ("The school's team had 48 new players. The school's team had 6 old players. The coach put them into groups with 6 "
         "players in each group. How many groups would there be?", 9),
    ],
)  # fmt: skip
def test_a_word_problem_is_solved(text: str, value: int) -> None:
    assert _value(_answer(text)) == value


@pytest.mark.parametrize(
    "text",
    [
        "Maria has 5 cats. Anna has 3 dogs. How many birds do they have?",
        "Max has 14 coins. He buys twice as many sweets. How many coins does he have left?",
        "James writes a 3-page letter to 2 friends twice a week. How many pages does he write a year?",
        "A cafe sells 40 cups each morning and 25 cups each evening. Each cup costs $3. How much does it earn in a week?",
        "Ed has 9 pairs of socks. How many socks does he have?",
        "A hall has 52 rows and 15 columns of seats. How many seats are there in all?",
        "Natalia sold clips to 48 friends in April, and then half as many clips in May. How many did she sell altogether?",
        "Anna, Max and Bob have 12, 14 and 5 pens. How many pens does Max have?",
        "The red and the blue crate hold 12 and 14 pens. How many pens does the red crate hold?",
        "Anna and Max have 12 and 14 pens respectively. How many pens does Max have?",
    ],
)
def test_a_problem_with_a_step_that_is_not_certain_is_refused(text: str) -> None:
    assert isinstance(_answer(text), NotUnderstood)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Rob gave Ann 7 pens. Ann had 12 pens. How many pens does Ann have now?",
         "Orla passed Mira 7 gates. Mira had 12 gates. How many gates does Mira have now?"),
        ("Ann had 12 pens. She bought 7 pens. Then she lost 3 pens. How many pens does Ann have now?",
         "Mira had 12 gates. She obtained 7 gates. Then she used up 3 gates. How many gates does Mira have now?"),
        ("Ann had $50. She paid $18. How much money does she have left?",
         "Mira had 50 shells. She handed over 18 shells. How much value does she have left?"),
    ],
)  # fmt: skip
def test_words_exchanged_consistently_make_no_difference(one: str, other: str) -> None:
    assert _answer(one) == _answer(other)


def test_no_numeral_no_answer() -> None:
    assert isinstance(interpret_passage("How many boats came?", "Boats came."), NotUnderstood)
    assert isinstance(interpret_passage("", ""), NotUnderstood)


def test_text_of_no_sense_is_refused_and_never_raises() -> None:
    words = [
        "how",
        "many",
        "much",
        "than",
        "each",
        "per",
        "a",
        "the",
        "of",
        "5",
        "12",
        "25%",
        "$4",
        "1999",
        "boats",
        "Ann",
        "had",
        "gave",
        "away",
        ".",
        ",",
        "?",
        "as",
        "twice",
        "times",
    ]
    draw = random.Random(4)
    for _ in range(300):
        story, question = (" ".join(draw.choices(words, k=draw.randint(0, 15))) for _ in range(2))
        found = interpret_passage(question, story)
        assert isinstance(found, NotUnderstood) or write(found)
