"""The source check of a calculation: whatever is changed in it after rewriting is found by its place."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from recast.numbers.mapping import protect
from recast.numbers.prose import source_quantities
from recast.policy import PRESETS
from recast.release.passage_check import passage_check
from recast.rewrite.prose import rewrite_prose
from recast.types import Calculation, Protected, Record, Step, Term, Vault

STORY = "Ann had 140 pears. She filled 6 crates with 15 pears each."
A, B, C = (Term("numeral", place) for place in range(3))
ASKED = Calculation((Step("product", (B, C)), Step("difference", (A, Term("result", 0)))))


def made(told: Calculation = ASKED, known: Calculation | None = ASKED) -> tuple[Protected, Vault]:
    """The release of ``told`` for a record of which ``known`` is certain."""
    record = Record("r", "text", STORY, "How many pears are left?", calculation=told)
    rewritten = rewrite_prose(record, PRESETS["strict"], random.Random(3))
    protected, numbers = protect(rewritten, PRESETS["strict"], random.Random(5), source_quantities(record))
    record = replace(record, calculation=known)
    return protected, Vault(
        record, numbers, rewritten.substitutions, (), (), protected, rewritten.numeral_sources
    )


def found(protected: Protected, vault: Vault) -> list[str]:
    return [finding.location for finding in passage_check(protected, vault).findings]


def test_the_calculation_of_the_source_passes() -> None:
    assert found(*made()) == []


@pytest.mark.parametrize(
    "told",
    [
        Calculation((Step("product", (B, C)), Step("difference", (Term("result", 0), A)))),
        Calculation((Step("sum", (B, C)), Step("difference", (A, Term("result", 0))))),
        Calculation((Step("product", (A, C)), Step("difference", (B, Term("result", 0))))),
        Calculation((Step("difference", (A, B)),)),
        Calculation((Step("product", (B, C)), Step("product", (Term("result", 0), Term("constant", 2))))),
    ],
)
def test_another_calculation_is_found(told: Calculation) -> None:
    assert found(*made(told)) == ["question"]


def test_a_calculation_of_a_source_that_is_not_certain_is_found() -> None:
    assert found(*made(known=None)) == ["question"]


def test_two_figures_that_change_places_are_found() -> None:
    protected, vault = made()
    one, other = (vault.numbers.literals[f"context:{k}"] for k in range(2))
    moved = protected.context.replace(one, "#").replace(other, one).replace("#", other)
    assert found(replace(protected, context=moved), vault) == ["context:0", "context:1"]


def test_two_facts_of_one_noun_and_a_sentence_that_is_no_fact_are_found() -> None:
    protected, vault = made()
    first, second, *rest = protected.context.split(". ")
    noun = next(
        word
        for word in first.split()
        if word.casefold() not in ["for", "the", "with", "is", "number", "of", "given"]
    )
    other = next(
        word
        for word in second.split()
        if word.casefold() not in ["for", "the", "with", "is", "number", "of", "given"]
    )
    twice = ". ".join([first, second.replace(other.strip(","), noun.strip(",")), *rest])
    assert found(replace(protected, context=twice), vault) == ["sentence 2"]
    assert found(replace(protected, context=f"Ann sings. {protected.context}"), vault) == ["sentence 1"]
