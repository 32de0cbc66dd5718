"""Which cells are read a second time: those that a plain question names, all where it chooses or counts among them."""

from __future__ import annotations

import pytest

from recast.capture.files import csv_table
from recast.capture.needed import needed

TABLE = csv_table("Region,Figs,Pears\nNorwick,1,2\nIslet,3,4\nSouthmoor,5,6\nCoastline,7,8\n")
ALL = {(s, c) for s in (0, 1) for c in range(4)}


def cells(question: str) -> set[tuple[int, int]]:
    return {(int(key.split(":")[1]), int(key.split(":")[2])) for key in needed(TABLE, question)}


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What is the value of figs in Norwick?", {(0, 0)}),
        ("What are the pears of Islet?", {(1, 1)}),
        ("What is the difference between figs in Norwick and in Islet?", {(0, 0), (0, 1)}),
        ("By how many did figs in Norwick exceed figs in Islet?", {(0, 0), (0, 1)}),
        ("What is the sum of figs and pears in Coastline?", {(0, 3), (1, 3)}),
        ("How many more pears than figs are there in Islet?", {(0, 1), (1, 1)}),
        ("What is the total of Norwick?", ALL),
        ("Which region has the most figs?", ALL),
        ("What is the highest value of figs?", ALL),
        ("How many regions have more figs than Norwick?", ALL),
        ("Is Norwick above the average of figs?", ALL),
        ("What is the rank of Islet in figs?", ALL),
        ("What is the sum of figs except Norwick and Islet?", ALL),
        ("What share of all figs is from Norwick?", ALL),
        ("Tell me something.", ALL),
    ],
)
def test_a_question_needs(question: str, expected: set[tuple[int, int]]) -> None:
    assert cells(question) == expected


def test_a_label_made_of_asking_words_asks_for_nothing() -> None:
    table = csv_table("Rank,Votes\nMost,1\nLeast,2\nNone,3\n")
    assert needed(table, "What are the votes of Most?") == ("cell:0:0",)
