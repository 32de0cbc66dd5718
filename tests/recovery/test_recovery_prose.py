"""The unit and scale of an answer from a passage: what the question asks for, else what the operands are."""

from __future__ import annotations

import random
import re

import pytest

from recast.numbers.mapping import protect
from recast.numbers.prose import source_quantities
from recast.policy import PRESETS
from recast.recovery.answer import recover
from recast.types import Answer, Record, Reply, Rewritten, Substitutions, Vault

MONEY = "He had $20 and paid $2 for 3 pounds of plums in 2016."
WAY = "It ran 30 miles in 3 hours, then 12 miles in 2 hours."
BIG = "It sold 2.5 million cars and 1.5 million vans, at 45% and 15% off."


def answer(context: str, question: str, program: str, said: str = "") -> Answer:
    """The program's ``{k}`` are the literals of the passage's numerals; ``said`` is the text as rewritten."""
    record = Record("r", "text", context, question)
    sources = source_quantities(record)
    rewritten = Rewritten(
        "text", question, (), None, said or context, Substitutions(()), (), tuple(range(len(sources)))
    )
    protected, numbers = protect(rewritten, PRESETS["strict"], random.Random(4), sources)
    drawn = re.findall(r"\d+(?:\.\d+)?", protected.context)
    vault = Vault(record, numbers, rewritten.substitutions, (), (), protected, rewritten.numeral_sources)
    return recover(
        vault,
        protected,
        Reply("answer = " + re.sub(r"#(\d)", lambda m: f"protected({drawn[int(m[1])]})", program)),
    )


@pytest.mark.parametrize(
    ("context", "question", "program", "text"),
    [
        (MONEY, "How much did he have left?", "#0 - #1 * #2", "$14"),
        (MONEY, "How many dollars did he pay?", "#1 * #2", "$6"),
        (MONEY, "How many pounds did he buy?", "#2", "3 pounds"),
        (MONEY, "In which year was it?", "#3", "2016"),
        (WAY, "How long did it run in all?", "#1 + #3", "5 hours"),
        (WAY, "How many miles did it run?", "#0 + #2", "42 miles"),
        (WAY, "How fast was it at first?", "#0 / #1", "10"),
        (WAY, "How many more miles did it run at first?", "#0 - #2", "18 miles"),
        (BIG, "What percentage was it off?", "#2", "45%"),
        (BIG, "How large is the difference of what was taken off?", "#2 - #3", "30 percentage points"),
        (BIG, "What is the ratio of cars and vans?", "#0 / #1", "1.666666"),
    ],
)  # fmt: skip
def test_units(context: str, question: str, program: str, text: str) -> None:
    assert answer(context, question, program).text.startswith(text[:8])


@pytest.mark.parametrize("said", ["", BIG.replace(" million", "")])
def test_a_scale_that_all_operands_share_is_the_answers_whether_it_was_shown_or_not(said: str) -> None:
    found = answer(BIG, "How many cars and vans were sold?", "#0 + #1", said)
    assert (str(found.value), found.scale, found.text) == ("4", "million", "4 million cars and vans")


def test_without_a_common_scale_the_number_is_the_full_one() -> None:
    mixed = "It sold 2.5 million cars and 1,000 vans."
    found = answer(mixed, "How many were sold in all?", "#0 + #1", mixed.replace(" million", ""))
    assert (found.text, found.scale) == ("2501000", "")


def test_a_program_that_scales_by_itself_has_no_scale_left() -> None:
    found = answer(BIG, "How many cars were sold?", "#0 * 1000000")
    assert (found.text, found.scale) == ("2500000 cars", "")
