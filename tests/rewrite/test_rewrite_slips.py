"""Give-aways that a strict reader of pairs found, each closed: what is measured, ranges, counts that look like look-ups."""

from __future__ import annotations

import random
from dataclasses import replace
from decimal import Decimal

import pytest

from recast.numbers.context import table_context
from recast.policy import PRESETS
from recast.rewrite.lexicon import lexicon
from recast.types import Cell, Record, Series, Table

REWORDED = replace(PRESETS["strict"], question="canonical")


def asked(question: str, labels: tuple[str, ...], measure: str = "") -> str:
    cells = (tuple(Cell(Decimal(3 * place + 2)) for place in range(len(labels))),)
    table = Table(
        "bar", "vertical", "", "", "Category", measure, "nominal", labels, (Series("", unit="%"),), cells
    )
    record = Record("x", "image", table_context(table), question, (), table)
    return lexicon(record, REWORDED, random.Random(3)).question


@pytest.mark.parametrize(
    "question",
    ["What is the overall sum of ratio?", "What is the gap between the largest and the smallest ratio?"],
)
def test_a_ratio_that_is_measured_is_content(question: str) -> None:
    assert "ratio" not in asked(question, ("Road", "Rail", "Air"), "Ratio")


def test_a_ratio_that_is_to_be_computed_stays() -> None:
    assert "ratio of" in asked("What is the ratio of Road to Rail?", ("Road", "Rail", "Air"), "Ratio")


def test_one_label_for_both_ends_of_a_range_leaves_no_between() -> None:
    question = "What is the projected increase in passenger miles between 2020 and 2040?"
    assert "between" not in asked(question, ("2010-2019", "2020-2040"))


def test_a_count_is_not_taken_for_a_look_up_by_a_word_inside_a_label() -> None:
    labels = ("I don't keep myself updated", "Radio", "Social media")
    assert asked("How many sources are there to get updated?", labels).startswith("How many")
