"""What of a chart goes out: the part that the question needs, and where its cells then stand."""

from __future__ import annotations

import random
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recast.policy import PRESETS
from recast.selection import Selection, select
from recast.types import Cell, Series, Table

SITES = ("Moor", "Fen", "Dune", "Weir", "Brook", "Heath")
KEY = b"k" * 32


def table(rows: int = 6) -> Table:
    cells = tuple(tuple(Cell(Decimal(17 + 7 * c + 3 * s), "") for c in range(rows)) for s in range(2))
    return Table("grouped_bar", "vertical", "Nests by site", "", "Site", "Nests", "nominal", SITES[:rows],
                 (Series("Spring"), Series("Autumn")), cells)  # fmt: skip


def selected(
    asked: str, whole: Table | None = None, largest: tuple[int, int] = (24, 8), **switches: Any
) -> Selection:
    policy = replace(PRESETS["paper"], **{"widening": "none", **switches})
    return select(whole or table(), asked, policy, KEY, largest, random.Random(1))


APART = "By how much do the nests of Fen in spring exceed those of Weir in spring?"


def values(found: Table) -> set[Decimal | None]:
    return {cell.value for row in found.cells for cell in row}


def test_the_part_holds_the_cells_that_are_asked_for_and_few_others() -> None:
    part = selected(APART, disclosure="minimal").part
    assert part.categories == ("Fen", "Weir")
    assert [series.label for series in part.series] == ["Spring"]
    assert values(part) == {table().cells[0][1].value, table().cells[0][3].value}


def test_everything_goes_out_where_the_policy_says_so_or_the_question_is_not_understood() -> None:
    assert selected(APART, disclosure="whole").table == table()
    assert selected("Why do birds nest at all?", disclosure="minimal").table == table()


def test_of_a_chart_too_large_for_the_medium_the_part_goes_out_under_every_policy() -> None:
    found = selected(APART, largest=(4, 8), disclosure="whole", widening="once")
    assert found.table.categories == ("Fen", "Weir")
    assert found.wider is None


def test_a_part_that_may_be_widened_names_its_place_in_the_whole() -> None:
    found = selected(APART, disclosure="minimal", widening="once")
    assert found.wider is not None
    assert [found.wider.categories[row] for row in found.rows] == list(found.table.categories)
    assert [found.wider.series[s].label for s in found.series] == ["Spring"]
    assert found.rewritten is found.wider
    assert selected(APART, disclosure="minimal").rewritten.categories == ("Fen", "Weir")


@pytest.mark.parametrize("shape", ["source", "padded"])
@pytest.mark.parametrize("widening", ["none", "once"])
@settings(max_examples=8, deadline=None)
@given(st.sampled_from(SITES), st.sampled_from(SITES), st.sampled_from(["spring", "autumn"]))
def test_a_doubtful_cell_is_the_same_cell_where_it_goes_out(
    shape: str, widening: str, one: str, other: str, season: str
) -> None:
    question = f"By how much do the nests of {one} in {season} exceed those of {other} in {season}?"
    found = selected(question, disclosure="minimal", shape=shape, widening=widening, kind="canonical")
    keys = [f"cell:{s}:{c}" for s, row in enumerate(found.part.cells) for c in range(len(row))]
    for key, there in zip(keys, found.places(keys), strict=True):
        (_, s, c), (_, t, d) = key.split(":"), there.split(":")
        assert found.part.cells[int(s)][int(c)] is found.rewritten.cells[int(t)][int(d)]
        assert found.part.categories[int(c)] == found.rewritten.categories[int(d)]


def test_a_question_goes_out_in_its_own_words_unless_the_policy_says_otherwise() -> None:
    assert selected(APART).restated == ""
    said = selected(APART, question="canonical").restated
    assert said
    assert "exceed those of" not in said


def test_closed_takes_the_question_for_what_the_rules_read_and_says_so() -> None:
    sure = selected(APART, question="closed")
    assert sure.restated
    assert not sure.uncertain
    loose = selected(f"{APART[:-1]}, of each?", question="closed", disclosure="minimal")
    assert loose.restated
    assert loose.uncertain
    assert loose.table == table()  # what is not certain is trusted with no part of the chart
    assert selected("Why do birds nest at all?", question="closed").restated == ""


def test_a_selection_is_never_shown() -> None:
    assert "Fen" not in repr(selected(APART, disclosure="minimal"))
