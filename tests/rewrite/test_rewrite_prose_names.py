"""Names that share their form with reasoning words are replaced as names, and the scan refuses them where they are not."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from recast.numbers.mapping import protect
from recast.numbers.prose import source_quantities
from recast.policy import PRESETS
from recast.release.scan import scan
from recast.rewrite.prose import rewrite_prose
from recast.types import Record

#: All of ``strict`` but that a text which has no closed form is reworded instead of refused.
REWORDED = replace(PRESETS["strict"], story="calculation")

NAMES = [
    "Max", "Will", "Wells", "Day", "Weeks", "Cross", "Short", "Long", "Little", "Best", "Low", "High", "Good", "Close", "Main",
    "Rank", "Pick", "Fall", "Rise", "Tall", "Point", "Bar", "Middle", "Constant", "Still", "True", "Early",
]  # fmt: skip
TOLD = (
    "{0} Kowalczyk has 45 pens. Then she buys 7 more pens.|How many pens does {0} have?",
    "{0} has 45 pens. {0} buys 7 more pens.|How many pens does {0} have?",
    "Mr. {0} has 45 pens. Anna gives Mr. {0} 7 more pens.|How many pens does Mr. {0} have?",
    "Anna {0} has 45 pens. Tom gives Anna 7 more pens.|How many pens does Anna {0} have?",
    "Anna has 45 pens. She gives {0} 7 pens.|How many pens does Anna have left?",
    "{0} has 45 pens. {0} buys 7 more pens.|How many pens does {1} have?",
    "Anna and {0} have 45 pens. {0}'s sister brings 7 more pens.|How many pens do Anna and {0} have?",
)


def _record(name: str, told: str) -> Record:
    context, _, question = told.format(name, name.lower()).partition("|")
    return Record("r", "text", context, question)


@given(st.sampled_from(NAMES), st.sampled_from(TOLD), st.integers(0, 10_000))
@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_name_in_the_form_of_a_word_does_not_leave(name: str, told: str, seed: int) -> None:
    made = rewrite_prose(_record(name, told), REWORDED, random.Random(seed))
    assert not re.search(rf"\b{name}(?:'s)?\b", f"{made.context} {made.question}", re.IGNORECASE)


@pytest.mark.parametrize("name", NAMES)
def test_the_scan_takes_a_reasoning_word_for_the_name_that_it_is(name: str) -> None:
    record = _record(name, TOLD[2])
    made = rewrite_prose(record, REWORDED, random.Random(0))
    _, numbers = protect(made, REWORDED, random.Random(0), source_quantities(record))
    assert scan(record, numbers, REWORDED, [("question", f"How many pens does {name.lower()} hold?")])


@pytest.mark.parametrize(
    ("context", "question", "kept"),
    [
        ("Anna has 5 long pens. Later Tom has 3 short pens.", "How many more pens does Anna have?", "more"),
        ("Most Poles own 5 pens. Mr. Long owns 3.", "How long is the list of most of them?", "long"),
        ("Mr. More has 5 pens. Anna has 3 more pens.", "How many more pens does Anna have?", "more"),
        ("Will has 5 pens.", "How many pens will Will have if he buys 3 more pens that he likes?", "will"),
    ],
)
def test_a_word_that_stands_in_small_letters_as_well_stays_a_word(
    context: str, question: str, kept: str
) -> None:
    record = Record("r", "text", context, question)
    made = rewrite_prose(record, REWORDED, random.Random(1))
    assert re.search(rf"\b{kept}\b", made.question, re.IGNORECASE)
    _, numbers = protect(made, REWORDED, random.Random(1), source_quantities(record))
    assert not scan(record, numbers, REWORDED, [("question", kept)])
