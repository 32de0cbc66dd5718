"""The parts of a sketch are put where the rules look for them, and a sketch in order stays."""

from __future__ import annotations

import pytest

from recast.solve.charts.reordered import reordered


@pytest.mark.parametrize(
    ("sketch", "ordered"),
    [
        ("C2 was how many points lower than C1 in S3", "how many lower was C2 than C1 in S3"),
        ("in C0 , S2 was how much higher than S1", "in C0 , how much higher was S2 than S1"),
        ("C0 _ how many times C7", "what is the ratio of C0 to C7"),
        ("what is S2 lowest category", "which category has the lowest S2"),
        ("what was S1 T2 highest X", "which X has the T2 highest S1"),
        ("_ C2 and C1 together - do they get more than C0", "do C2 and C1 together get more than C0"),
        ("C2 and C1 are they above N0 together", "are C2 and C1 above N0 together"),
        ("what percentage of those who C1 went on to C4", "what percentage of C1 is C4"),
        ("which quarter was the T1 in which S0 exceed S1", "T1 quarter with S0 exceed S1"),
        ("what was the T1 month with over N0 S2", "T1 month with S2 over N0"),
        ("which was the only year when S1 fell", "in which year did S1 fell"),
        ("how often did S1 exceed S0", "in how many X did S1 exceed S0"),
        ("what was the biggest rise from S0 to S1", "what was the biggest amount by which S1 exceeds S0"),
        ("what was the biggest fall from S0 to S1", "what was the biggest amount by which S0 exceeds S1"),
        ("by how much does C4 plus C5 exceed C0", "by how much does C4 and C5 together exceed C0"),
        ("how many _ off all Q4 lines in C0", "what is the total of all values in C0"),
    ],
)
def test_parts_stand_where_the_rules_look(sketch: str, ordered: str) -> None:
    assert reordered(sketch) == ordered


@pytest.mark.parametrize(
    "sketch",
    [
        "what is the lowest S2",
        "how many times did S1 exceed S0",
        "what percentage of C1 is C4",
        "what percentage of C1 and C2 is C4",
        "C2 and C1 are the highest",
        "how many X exceed N0 in all Q4 X in C0",
        "what is C4 plus C5",
        "what was the biggest rise from C0 to C1",
    ],
)
def test_what_is_in_order_stays(sketch: str) -> None:
    assert reordered(sketch) == sketch
