"""Which numeral of a text a question asks for: found by its words, its kind and what it counts, or not at all."""

from __future__ import annotations

import pytest

from recast.solve.expression import Operand
from recast.solve.look_up import look_up
from recast.solve.story import read

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
