"""From raw scores to confidences: rising, within 0 and 1, one curve an origin, and nothing else of a table touched."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from recast.perception.confidence import calibrated, confidence
from recast.types import SURE, Box, Cell, Origin, Series, Table

SCORES = st.floats(0, 1)
CLEAN = np.full((60, 80, 3), 255, np.uint8)


@given(st.sampled_from(["printed", "axis"]), SCORES, SCORES)
def test_a_better_score_is_never_less_confident(origin: Origin, one: float, other: float) -> None:
    low, high = sorted((one, other))
    assert 0 <= confidence(origin, low) <= confidence(origin, high) <= 1


@pytest.mark.parametrize("origin", ["printed", "axis"])
def test_without_doubt_is_sure_and_with_much_doubt_is_not(origin: Origin) -> None:
    assert confidence(origin, 1.0) >= SURE > confidence(origin, 0.3)
    assert confidence(origin, 1.0) < 1  # nothing read is certain


def test_only_the_confidences_of_a_table_change() -> None:
    box = Box(1, 2, 3, 4)
    cells = (
        Cell(Decimal(12), "12", "printed", confidence=0.4, box=box),
        Cell(Decimal(7), "7", "axis", Decimal("0.5"), confidence=0.6, box=box),
        Cell(None, None, "missing", confidence=0.0),
    )
    categories = ("Pears", "Plums", "Figs")
    table = Table("bar", "vertical", "Harvest", "", "", "", "nominal", categories, (Series(""),), (cells,))
    got = calibrated(table, CLEAN)
    assert [cell.confidence for cell in got.cells[0][:2]] == [
        confidence("printed", 0.4),
        confidence("axis", 0.6),
    ]
    same = tuple(
        replace(cell, confidence=before.confidence) for cell, before in zip(got.cells[0], cells, strict=True)
    )
    assert replace(got, cells=(same,)) == table


@given(st.sampled_from(["printed", "axis"]), st.floats(0, SURE, exclude_max=True))
def test_what_was_doubted_is_never_sure(origin: Origin, raw: float) -> None:
    assert confidence(origin, raw) < SURE


@pytest.mark.parametrize(("names", "sure"), [(("blue", "Rent"), False), (("House", "Rent"), True)])
def test_series_that_only_a_colour_names_are_unsure(names: tuple[str, str], sure: bool) -> None:
    series = tuple(Series(name, colour) for name, colour in zip(names, ("blue", "red"), strict=True))
    cells = tuple((Cell(Decimal(n), str(n)),) for n in (1, 2))
    table = Table("grouped_bar", "vertical", "", "", "", "", "nominal", ("North",), series, cells)
    assert [cell.confidence >= SURE for row in calibrated(table, CLEAN).cells for cell in row] == [sure, sure]


def test_a_picture_worn_by_compression_is_unsure() -> None:
    grain = np.random.default_rng(1).integers(-5, 6, CLEAN.shape)
    worn = np.clip(CLEAN.astype(int) + grain, 0, 255).astype(np.uint8)
    cells = ((Cell(Decimal(1), "1"),),)
    table = Table("bar", "vertical", "", "", "", "", "nominal", ("North",), (Series(""),), cells)
    assert (
        calibrated(table, CLEAN).cells[0][0].confidence
        >= SURE
        > calibrated(table, worn).cells[0][0].confidence
    )
