"""Questions without a question word, as the questions that they stand for; what may be either has no answer."""

from __future__ import annotations

from decimal import Decimal

import pytest

from recast.solve.charts.bare import asked
from recast.solve.charts.understand import NotUnderstood, interpret
from recast.solve.charts.wording import Unclear
from recast.types import Cell, Series, Table


@pytest.mark.parametrize(
    ("phrase", "question"),
    [
        ("X with the fewest S0", "which X has the fewest S0"),
        ("find the X that _ the most", "which X _ the most"),
        ("month where the V is highest", "in which month the V is highest"),
        ("years when S0 exceed S1", "in which years do S0 exceed S1"),
        ("worst year for S1", "which year has the worst for S1"),
        ("T2 highest X", "which X has the T2 highest"),
        ("most popular X in _", "which X has the most popular in _"),
        ("lowest S1 year", "which year has the lowest S1"),
        ("T1 year with more S1 than S0", "in which year did S1 more than S0 T1 _"),
        ("X above N0 _", "which X are above N0 _"),
        ("S1 which X _ the least", "which X _ the least for S1"),
        ("C0 , how many _ has it", "how many _ has it for C0"),
        ("who leads in S1", "which _ has the highest S1"),
        ("what leads the _", "which _ has the highest _"),
        ("how many X whose S1 is above N0", "how many X have S1 is above N0"),
    ],
)
def test_a_phrase_about_what_the_categories_are_asks_for_a_label(phrase: str, question: str) -> None:
    assert asked(phrase) == question


@pytest.mark.parametrize(
    "phrase",
    [
        "highest V of any month",
        "largest X V",
        "S0 in C1",
        "lowest number of V",
        "what is the highest V",
        "is the month with the highest V C1",
        "T1 year",
        "which X leads in S0 and S1",
        "V with S1",
    ],
)
def test_a_phrase_about_what_is_measured_stays(phrase: str) -> None:
    assert asked(phrase) == phrase


@pytest.mark.parametrize("phrase", ["_ with the most S0", "the _ that is highest"])
def test_an_unknown_noun_with_an_extreme_is_unclear(phrase: str) -> None:
    with pytest.raises(Unclear):
        asked(phrase)


def _table(x_title: str) -> Table:
    cells = (tuple(Cell(Decimal(v), v) for v in ("7", "12", "9")),)
    return Table(
        "bar", "vertical", "", "", x_title, "Nests", "nominal", ("Fen", "Moor", "Carr"), (Series(""),), cells
    )


def test_an_unknown_head_noun_is_not_understood_and_the_title_of_the_axis_is() -> None:
    assert isinstance(interpret("Bog with the most nests", _table("")), NotUnderstood)
    assert not isinstance(interpret("Bog with the most nests", _table("Bog")), NotUnderstood)
