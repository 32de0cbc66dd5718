"""Which numeral of a text a question asks for: found by its words, its kind and what it counts, or not at all."""

from __future__ import annotations

import pytest

from recast.solve.expression import Operand
from recast.solve.texts.look_up import look_up
from recast.solve.texts.story import read

MINE = (
    "The Ellis mine was opened in 1871 by 14 farmers, who had bought the land two years before. By 1890 it employed 620 "
    "miners and 45 clerks, and its deepest shaft was 310 metres deep and 4 metres wide. Of the 38 horses that worked below "
    "ground, 12 were blind. In 1902 a flood killed 57 miners. The repairs cost $84,000, and wages fell by 9%."
)


def found(question: str, text: str = MINE) -> str | None:
    answer = look_up(read(question)[-1], read(text), 0, frozenset())
    return answer.literal if isinstance(answer, Operand) else None


@pytest.mark.parametrize(
    ("question", "literal"),
    [
        ("When was the mine opened?", "1871"),
        ("How many miners did it employ by 1890?", "620"),
        ("How deep was the deepest shaft?", "310"),
        ("How wide was the deepest shaft?", "4"),
        ("How many horses worked below ground?", "38"),
        ("How many miners died in the flood of 1902?", "57"),
        ("How much did the repairs cost?", "84000"),
        ("By what percentage did wages fall?", "9"),
        ("How many clerks worked there when the flood came?", "45"),
    ],
)
def test_the_numeral_that_answers_is_found(question: str, literal: str) -> None:
    assert found(question) == literal


@pytest.mark.parametrize(
    "question",
    [
        "How many nurses were there?",  # nobody counts nurses
        "How old was the oldest miner?",
        "How many more miners than clerks were there?",
    ],
)
def test_what_the_text_does_not_tell_is_not_answered(question: str) -> None:
    assert found(question) is None


def test_a_part_that_points_back_is_not_taken_for_the_whole() -> None:
    text = "The lake holds 54 species of fish, 11 of which live nowhere else. It was first mapped in 1820."
    assert found("How many species of fish are unique to the lake?", text) is None
    assert found("How many species of fish does the lake hold?", text) == "54"


def test_two_figures_that_fit_alike_are_not_chosen_between() -> None:
    text = "In 1950 the harbour was closed for the winter. In 1960 the harbour was closed for the winter."
    assert found("When was the harbour closed for the winter?", text) is None


def test_a_question_about_what_belongs_to_another_figure_needs_more() -> None:
    text = "In the vote of 1924 the farmers won 47 of the 150 seats, behind the Liberals with 58. A vote in 1926 gave them 62 seats."
    assert found("How many seats did the Liberals get in 1924?", text) in (None, "58")


SIEGE = (
    "In 2019 a record field of 27,400 runners took part, of whom 24,950 reached the finish. Over 600 were sent home, including "
    "61 strangers, and 320 were hurt, including 110 strangers. The farmers got 61 of 140 prizes, the weavers 44 and the millers 20."
)
TRAMS = "The Lund-Malmo service ended in 1929 and the Lund-Ystad service ended in 1939, as the mayor of Lund said."


@pytest.mark.parametrize(
    ("question", "literal", "text"),
    [
        ("How many runners finished the race in 2019?", "24950", SIEGE),
        ("How many runners took part in 2019?", "27400", SIEGE),
        ("How many strangers were hurt?", "110", SIEGE),
        ("How many prizes did the millers get?", "20", SIEGE),
        ("How many prizes did the farmers get?", "61", SIEGE),
        ("When did the Lund-Ystad service end?", "1939", TRAMS),
        ("When did the Lund-Malmo service end?", "1929", TRAMS),
    ],
)
def test_what_is_said_of_a_part_or_of_another_is_told_apart(question: str, literal: str, text: str) -> None:
    assert found(question, text) in (None, literal)


def test_a_numeral_in_a_date_counts_nothing() -> None:
    text = "The guild of 24 and 26 August 1870 is gone. From 1544 on the plague came back to Lund and killed 312 people."
    assert found("How many people did the plague kill?", text) == "312"


def test_the_second_time_is_not_the_first() -> None:
    text = "Mount Orm erupted in 1783, covering the fields with lava. It was quiet until 1947, when a second eruption began."
    assert found("When did Orm erupt for the second time?", text) in (None, "1947")
    assert found("When did Mount Orm erupt and cover the fields?", text) == "1783"


def test_the_first_time_is_the_earliest() -> None:
    text = "The opera was written by Marn. It was performed at Lund in 1773, and performed for the first time with dances in 1987."
    assert found("When was the opera first performed?", text) in (None, "1773")
