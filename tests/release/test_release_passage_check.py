"""The source check of prose, as properties: whatever is changed between source and release is found by its place."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from passages import QUESTION, STORY, by_hand
from recast.numbers.mapping import protect
from recast.numbers.prose import source_quantities
from recast.policy import PRESETS
from recast.release.passage_check import passage_check
from recast.types import Protected, Record, Substitutions, Vault


def made(context: str = STORY, question: str = QUESTION) -> tuple[Protected, Vault]:
    record = Record("r1", "text", context, question)
    rewritten = by_hand(record, PRESETS["strict"], random.Random(1))
    protected, numbers = protect(rewritten, PRESETS["strict"], random.Random(5), source_quantities(record))
    vault = Vault(record, numbers, rewritten.substitutions, (), (), protected, rewritten.numeral_sources)
    return protected, vault


def found(protected: Protected, vault: Vault) -> list[tuple[str, str]]:
    return [(finding.message, finding.location) for finding in passage_check(protected, vault).findings]


def told(protected: Protected, change: Callable[[str], str]) -> Protected:
    changed = change(protected.context)
    assert changed != protected.context
    return replace(protected, context=changed)


def literal(vault: Vault, k: int) -> str:
    return vault.numbers.literals[f"context:{k}"]


def test_what_says_the_same_passes() -> None:
    protected, vault = made()
    assert found(protected, vault) == []


def test_every_pair_of_numerals_that_changes_places_is_found() -> None:
    protected, vault = made()
    for one in range(6):
        for other in range(one):
            first, second = literal(vault, one), literal(vault, other)

            def swap(text: str, first: str = first, second: str = second) -> str:
                return text.replace(first, "#").replace(second, first).replace("#", second)

            messages = found(told(protected, swap), vault)
            assert {place for _, place in messages} == {f"context:{one}", f"context:{other}"}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda text: text.replace("Her cousin Ciaran", "Her cousin Orla"), "another name"),
        (lambda text: text.replace("In 1", "In 91", 1), "numeral does not stand"),
        (lambda text: text + " It was 7.", "lost or added"),
        (lambda text: text.replace("twice as many", "as many"), "comparison or share of the source was lost"),
        (
            lambda text: text.replace("traded twice as many", "traded half as many"),
            "comparison or share was added",
        ),
        (
            lambda text: text.replace(" tallies each", " tallies"),
            "comparison or share of the source was lost",
        ),
    ],
)
def test_names_numbers_and_comparisons_that_change_are_found(change: Callable[[str], str], said: str) -> None:
    protected, vault = made()
    text = protected.context
    if said == "numeral does not stand":
        year = literal(vault, 0)
        changed = replace(protected, context=text.replace(year, str(int(year) + 1)))
    else:
        changed = told(protected, change)
    assert any(said in message for message, _ in found(changed, vault))


@pytest.mark.parametrize(
    ("context", "matters"),
    [
        ("Nadia baked 12 loaves. Matteo burned 9 loaves.", True),
        ("Nadia baked 12 loaves. Then Matteo baked 9 loaves.", True),
        ("Nadia baked 12 loaves. She baked 9 more loaves.", True),
        ("Nadia baked 12 loaves. Matteo baked 9 loaves.", False),
        ("Nadia has 12 loaves. There are 9 loaves in the oven.", False),
    ],
)
def test_the_order_of_events_is_kept(context: str, matters: bool) -> None:
    protected, vault = made(context, "How many loaves were baked?")
    first, second = protected.context.split(". ")
    turned = replace(protected, context=f"{second} {first}.")
    assert found(turned, vault)
    # the same, with the places declared truthfully and the literals issued for them
    keys = {f"context:{k}": literal(vault, 1 - k) for k in (0, 1)}
    inverse = {
        vault.numbers.literals[f"context:{1 - k}"]: tuple(
            replace(q, key=f"context:{k}") for q in vault.numbers.inverse[literal(vault, 1 - k)]
        )
        for k in (0, 1)
    }
    numbers = replace(vault.numbers, literals=keys, inverse=inverse)
    honest = replace(vault, numbers=numbers, numeral_sources=(1, 0))
    said = ("the passage tells the source's events in another order", "text") in found(turned, honest)
    assert said == matters


@pytest.mark.parametrize(
    ("question", "asked", "said"),
    [
        (QUESTION, "How many baskets did Orla have?", "lost or added"),
        ("When were the loaves sold?", "How many baskets were traded?", "another kind of answer"),
        ("How many loaves were left?", "How many baskets were there?", "compares or shares"),
    ],
)
def test_the_question_asks_the_same(question: str, asked: str, said: str) -> None:
    protected, vault = made(question=question)
    assert any(said in message for message, _ in found(replace(protected, question=asked), vault))


def test_a_question_that_lost_its_numeral_is_found_whatever_the_rewriter_declares() -> None:
    protected, vault = made()
    silent = replace(protected, question="How many baskets did Orla have left?")
    declared = replace(vault, numeral_sources=vault.numeral_sources[:-1])
    assert ("the question does not use the same numerals as the source's", "question") in found(
        silent, declared
    )


def test_a_sentence_may_be_left_out() -> None:
    protected, vault = made()
    kept = protected.context.rpartition(" The workshop")[0]
    sources = tuple(place for place in vault.numeral_sources if place != 5)
    assert found(replace(protected, context=kept), replace(vault, numeral_sources=sources)) == []


def test_coreference_may_be_resolved_but_not_to_somebody_who_comes_later() -> None:
    protected, vault = made("Nadia baked 12 loaves. She sold 9. Matteo sold 5.", "How many loaves were sold?")
    resolved = replace(protected, context=protected.context.replace("She traded", "Orla traded"))
    assert found(resolved, vault) == []
    wrong = replace(protected, context=protected.context.replace("She traded", "Ciaran traded"))
    assert ("a name stands where the source names somebody else", "sentence 2") in found(wrong, vault)


def test_owners_are_known_by_the_substitutions_alone() -> None:
    protected, vault = made()
    without = replace(vault, substitutions=Substitutions(()))
    assert found(protected, without) == [
        ("the question does not name whom the source's question names", "question")
    ]


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("How many loaves did Nadia have left in 2016?", "How many baskets did many have left in {}?"),
        (
            "How many loaves did Nadia and Matteo have in 2016?",
            "How many baskets did Orla and will have in {}?",
        ),
        ("How many loaves did Mrs. Wells have in 2016?", "How many baskets did Orla have in {}?"),
    ],
)
def test_whom_the_question_asks_about_is_named(question: str, asked: str) -> None:
    protected, vault = made(question=question)
    (numeral,) = [key for key in vault.numbers.literals if key.startswith("question")]
    changed = replace(protected, question=asked.format(vault.numbers.literals[numeral]))
    assert ("the question does not name whom the source's question names", "question") in found(
        changed, vault
    )


@pytest.mark.parametrize(
    ("said", "right"),
    [
        ("Orla handed over {} baskets to Ciaran.", True),
        ("Orla handed Ciaran {} baskets.", True),
        ("Ciaran handed over {} baskets to Orla.", False),
        ("Ciaran handed Orla {} baskets.", False),
    ],
)
def test_giver_and_receiver_may_change_places_but_not_parts(said: str, right: bool) -> None:
    context = "Nadia paid Matteo 640 loaves."
    record = Record("r1", "text", context, "How many loaves did Nadia have in 2016?")
    rewritten = by_hand(record, PRESETS["strict"], random.Random(1))
    changed = replace(rewritten, context=said.format(640))
    protected, numbers = protect(changed, PRESETS["strict"], random.Random(5), source_quantities(record))
    vault = Vault(record, numbers, rewritten.substitutions, (), (), protected, rewritten.numeral_sources)
    assert (found(protected, vault) == []) is right
