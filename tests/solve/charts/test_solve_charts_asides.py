"""A question loses what only introduces or explains it, and nothing that points at the chart or changes what is asked."""

from __future__ import annotations

from decimal import Decimal

import pytest

from recast.solve.charts.asides import without_asides
from recast.types import Cell, Series, Table

SITES = Table(
    "bar", "vertical", "", "", "Site", "Nests", "nominal", ("Moor", "Fen", "Norland"), (Series(""),),
    (tuple(Cell(Decimal(value), value) for value in ("12", "7", "30")),),
)  # fmt: skip


@pytest.mark.parametrize(
    ("question", "shorter"),
    [
        ("According to the survey, how many owls hooted?", "How many owls hooted?"),
        ("In this survey, how many owls hooted?", "How many owls hooted?"),
        ("How many owls (barn and tawny) hooted?", "How many owls hooted?"),
        ("What share of owls agree that the warden keeps his word?", "What share of owls agree?"),
        ("How many owls in Moor know whether they were fed?", "How many owls in Moor know?"),
    ],
)
def test_an_aside_goes(question: str, shorter: str) -> None:
    assert without_asides(question, SITES) == shorter


@pytest.mark.parametrize(
    "question",
    [
        "How many owls hooted in Norland?",  # a label
        "How many owls (more than in Moor) hooted?",
        "What share of owls know that Fen is wet?",
        "What share of owls say that more than 20 hooted?",
        "How many lines are in the chart?",
        "What share of owls hooted in Castle Combe?",  # which the chart may not show
        "Owls in Norwich?",  # too little would be left
    ],
)
def test_what_may_matter_stays(question: str) -> None:
    assert without_asides(question, SITES) == question
