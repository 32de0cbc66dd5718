"""Numerals of a released text: issued, structural, or a finding."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numbers_tables import QUESTIONS, charts, rewritten

from recast.numbers.mapping import protect
from recast.numbers.provenance import provenance
from recast.policy import PRESETS
from recast.types import NumberMap, Table

NUMBERS = NumberMap(
    "strict.v1", {}, dict.fromkeys(("268.4", "873.1", "412.6", "2031"), ()), frozenset({"3", "two"})
)


@pytest.mark.parametrize(
    "text",
    [
        "268.4",
        "Tarns 268.4",
        "Tarns268.4",
        "268 .4",
        "2 68. 4",
        "268,4",
        "268.4873.1",
        "268.4 873.1 2031",
        "268.4.",
        "203 1",
        "the top 3, the two",
        "(2031)",
        "268.4%",
        "no digits",
        "no one, at one point",
        "268.4, 873.1",
    ],
)
def test_allowed(text: str) -> None:
    assert provenance(text, NUMBERS) == ()


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("268.5", "268.5"),
        ("2684", "2684"),
        ("268.41", "268.41"),
        ("268.43", "268.43"),
        ("33", "33"),
        ("64 and 268.4", "64"),
        ("Tarns 2019", "2019"),
        ("top 4", "4"),
        ("seven lamps", "seven"),
        ("three lamps", "three"),
        ("km²", "²"),
        ("½ of it", "½"),
        ("٣", None),
        ("20319", "20319"),
        ("64 %", "64"),
    ],
)
def test_findings(text: str, wrong: str | None) -> None:
    spans = [text[start:end] for start, end in provenance(text, NUMBERS)]
    assert spans == ([wrong] if wrong else [])


@settings(max_examples=60, deadline=None)
@given(charts(), QUESTIONS, st.integers(0, 2**32), st.data())
def test_spaces_lost_or_gained_are_not_findings(
    chart: Table, question: str, seed: int, data: st.DataObject
) -> None:
    protected, numbers = protect(rewritten(chart, question), PRESETS["strict"], random.Random(seed))
    for literal in protected.literals:
        place = data.draw(st.integers(1, len(literal) - 1))
        assert provenance(f"{literal[:place]} {literal[place:]}", numbers) == ()
        other = data.draw(st.sampled_from(sorted(protected.literals)))
        assert provenance(f"name{literal}{other}", numbers) == ()
