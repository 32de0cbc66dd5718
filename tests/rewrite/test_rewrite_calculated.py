"""A calculation in sentences of ours: whatever the tree and the draw, it is read again as the very same."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recast.language.calculations import calculation, is_calculation, noun, same
from recast.language.frames import fact_patterns
from recast.language.sentences import split_sentences
from recast.language.vocabulary import is_reasoning
from recast.language.words import tokens
from recast.numbers.mapping import protect
from recast.numbers.prose import prose_numerals, source_quantities
from recast.policy import PRESETS
from recast.release.scan import scan
from recast.rewrite.prose import rewrite_prose
from recast.solve.expression import Arithmetic, Ceiling, Expression, Magnitude, Operand
from recast.solve.texts.calculation import as_calculation, as_expression
from recast.solve.texts.passages import interpret_passage
from recast.types import Calculation, Record, Rewritten, Step, Term
from trees import trees

POLICY = PRESETS["strict"]
SEEDS = st.integers(0, 9_999)


TREES = trees(st.just(Operand("")), most=8)


def of(tree: Expression) -> tuple[Calculation, Record] | None:
    """The calculation of a tree over as many numerals as it has leaves, and a record that holds them."""
    places: list[int] = []

    def place(_: Operand) -> int:
        places.append(len(places))
        return places[-1]

    made = as_calculation(tree, place)
    told = " ".join(f"Otto has {17 * (number + 1)} plums." for number in places)
    return (made, Record("r", "text", told, "How many plums?", calculation=made)) if made else None


def written(record: Record, seed: int = 0) -> Rewritten:
    return rewrite_prose(record, POLICY, random.Random(seed))


def places(made: Rewritten) -> dict[str, int]:
    """The noun of each fact, and which numeral of the source it tells."""
    told = iter(made.numeral_sources)
    found: dict[str, int] = {}
    for text in split_sentences(made.context):
        match = next(match for fact, _ in fact_patterns() if (match := fact.fullmatch(text)))
        found[noun(match["listed"])] = next(told)
    return found


@settings(deadline=None)  # the first draw loads the worlds
@given(TREES, SEEDS)
def test_the_sentences_say_the_calculation_and_no_other(tree: Expression, seed: int) -> None:
    drawn = of(tree)
    if drawn is None:
        return
    asked, record = drawn
    made = written(record, seed)
    read = calculation(made.question, places(made))
    assert read is not None
    assert same(read, asked)


@settings(deadline=None)  # the first draw loads the worlds
@given(TREES, SEEDS)
def test_the_offline_solver_reads_the_protected_sentences(tree: Expression, seed: int) -> None:
    drawn = of(tree)
    if drawn is None:
        return
    asked, record = drawn
    made = written(record, seed)
    protected, numbers = protect(made, POLICY, random.Random(seed), source_quantities(record))
    literals = {place: numbers.literals[f"context:{k}"] for k, place in enumerate(made.numeral_sources)}
    source = {literal: place for place, literal in literals.items()}
    read = interpret_passage(protected.question, protected.context)
    assert isinstance(read, Arithmetic | Magnitude | Ceiling)
    again, plain = (
        as_calculation(one, lambda operand: source[operand.literal])
        for one in (read, as_expression(asked, literals))
    )
    assert again is not None
    assert plain is not None
    assert same(again, plain)
    assert (
        scan(record, numbers, POLICY, [("text", protected.context), ("question", protected.question)]) == ()
    )


def test_two_draws_differ_in_nouns_frames_and_order() -> None:
    parts = tuple(Term("numeral", place) for place in range(4))
    record = Record(
        "r",
        "text",
        "Ann has 3 pens, 4 cups, 5 hats and 6 mugs.",
        "How many in all?",
        calculation=Calculation((Step("sum", parts),)),
    )
    made = [written(record, seed) for seed in range(40)]
    assert len({one.numeral_sources for one in made}) > 12  # of 24 orders
    assert len({one.context.split()[0] for one in made}) >= 3
    assert all(not prose_numerals(one.question) for one in made)


@pytest.mark.parametrize("seed", range(8))
def test_besides_the_drawn_nouns_only_words_of_no_topic_are_said(seed: int) -> None:
    asked = Calculation(
        (
            Step("product", (Term("numeral", 0), Term("numeral", 1))),
            Step("percentage", (Term("result", 0), Term("numeral", 2))),
            Step("difference", (Term("result", 0), Term("result", 1))),
        )
    )
    record = Record(
        "r",
        "text",
        "Ann buys 3 pens at 4 coins with 10 percent off.",
        "How much does she pay?",
        calculation=asked,
    )
    made = written(record, seed)
    drawn = set(places(made))
    said = {token.text.casefold() for token in tokens(f"{made.context} {made.question}") if token.is_word}
    assert is_calculation(made.question)
    assert len({word for word in said if not is_reasoning(word)} - drawn) <= 2  # the nouns of two results
