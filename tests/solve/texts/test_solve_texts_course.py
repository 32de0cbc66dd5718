"""One amount over a story: what was there, what came and went, what is there in the end, and when that is not certain."""

from __future__ import annotations

import pytest

from told_problems import answered


@pytest.mark.parametrize(
    ("passage", "question", "answer"),
    [
        ("There are 15 crows on the roof. 9 more crows land on the roof.", "How many crows are on the roof?", 24),
        ("40 frogs are croaking. 12 more frogs start to croak.", "How many frogs are croaking?", 52),
        ("17 girls swam across the bay. 8 more girls swam across the bay.", "How many girls swam across the bay?", 25),
        ("There were 31 guests in the hall. 14 guests decided to join in.", "Now how many guests are in the hall?", 45),
        ("Miss Dahl has 19 pots. Mr. Dahl gave her 6 more pots.", "How many pots does Miss Dahl have altogether?", 25),
        ("Ida has 31 beads. Her aunt gave her 12 more beads.", "How many beads does she have now?", 43),
        ("Olof had 54 beads. He gave some of his beads to Rut and now has 37 beads left.",
         "How many beads did Olof give to Rut?", 17),
        ("Rut had 20 plums. Olof gave her some more plums. Now Rut has 52 plums.",
         "How many plums did Olof give to Rut?", 32),
        ("23 gulls were resting on a pier. Some more glide down to the pier. Then there were 41 gulls on the pier.",
         "How many more glided down to the pier?", 18),
        ("Karl has 61 goats. 17 of the goats die.", "How many goats are left?", 44),
        ("A hall has 800 chairs. 340 chairs are lent out and 60 are being repaired.",
         "How many chairs are in the hall?", 400),
        ("Vera had $70. She bought a scarf for $26.", "How much money does she have left?", 44),
        ("Vera ate 14 plums before lunch and 5 more after lunch.", "How many plums did she eat?", 19),
        ("Nora has 312 tokens. Edda bought 120 of Nora's tokens.", "How many tokens does Nora have now?", 192),
        ("There are 52 cups in a crate. Ulf has 11 cups in a sack. Britt takes 30 cups out of the crate.",
         "How many cups are left in the crate?", 22),
        ("Tove starts with 75 buttons. 9 are eaten by a goat.", "How many buttons does Tove end with?", 66),
        ("After Sven visited a bakery and a pharmacy there were 18 dollars left. There were 90 dollars in his purse "
         "initially. He spent 40 dollars at the bakery.", "How much did he spend at the pharmacy?", 32),
        ("Petra received 95 dollars for her birthday. She had 21 dollars left over.", "How much did she spend on books?", 74),
    ],
)  # fmt: skip
def test_what_is_not_told_follows_from_what_is(passage: str, question: str, answer: float) -> None:
    assert answered(passage, question) == answer


@pytest.mark.parametrize(
    ("passage", "question", "answer"),
    [
        ("Ulla has 26 shirts. 8 are blue, the rest are green.", "How many green shirts does Ulla have?", 18),
        ("The club played 21 matches this year, and 3 were at night. They won most of their matches. "
         "They lost 4 matches.", "How many matches did they win?", 17),
        ("There are 33 boys and some girls in the choir. There are 71 children altogether.",
         "How many girls are in the choir?", 38),
        ("Ada made 52 paper stars. She made 20 red stars, and the rest are white.",
         "How many white stars did she make?", 32),
    ],
)  # fmt: skip
def test_what_is_left_of_a_whole_is_its_other_part(passage: str, question: str, answer: float) -> None:
    assert answered(passage, question) == answer


@pytest.mark.parametrize(
    ("passage", "question"),
    [
        ("Ida had 31 beads. She lost some beads. She found 6 beads.", "How many beads does she have now?"),
        ("Ida had some beads. She lost some of them. Now she has 12 beads.", "How many beads did she have at first?"),
        ("Ida had 31 beads. She lost some beads and found some more. Now she has 20 beads.", "How many beads did she lose?"),
        ("Tom has 9 kites. Ann has 4 kites. Tom gave her 2 kites.", "How many kites does Pia have?"),
        ("Ida had 31 beads. Her friends had 12 beads.", "How many beads did Karl give to Ida?"),
        ("Ulla has 26 shirts. 8 are blue, the rest are green.", "How many white shirts does Ulla have?"),
        ("There are 33 boys and some girls in the choir. There are 71 children altogether.",
         "How many teachers are in the choir?"),
    ],
)  # fmt: skip
def test_two_numbers_that_are_not_told_leave_no_answer(passage: str, question: str) -> None:
    assert answered(passage, question) is None
