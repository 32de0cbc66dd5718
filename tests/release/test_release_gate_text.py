"""The gate on a text: every byte of it is scanned, and nothing but the protected text goes with the text's own prompt."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from passages import QUESTION, STORY, by_hand
from recast.errors import Withheld
from recast.numbers.mapping import protect
from recast.numbers.prose import source_quantities
from recast.policy import PRESETS
from recast.program.repair import fault_of, repair
from recast.reconstruct.text import text_medium
from recast.release.gate import release
from recast.types import Medium, Protected, Record, Release, Request, Turn, Vault
from recast.wire import seal
from recast.wire.chat import SETTINGS

PLACE = ("https://solver.example/v1", "solver-1")


@pytest.fixture
def made() -> tuple[Protected, Vault]:
    record = Record("r1", "text", STORY, QUESTION)
    rewritten = by_hand(record, PRESETS["strict"], random.Random(1))
    protected, numbers = protect(rewritten, PRESETS["strict"], random.Random(5), source_quantities(record))
    return protected, Vault(
        record, numbers, rewritten.substitutions, (), (), protected, rewritten.numeral_sources
    )


def gate(
    protected: Protected,
    vault: Vault,
    medium: Medium | None = None,
    template: str = "text",
    parent: Release | None = None,
    turns: tuple[Turn, ...] = (),
) -> Release:
    sent = medium or text_medium(protected)
    request = Request(
        "solver", *PLACE, template, protected.question, sent, protected.choices, turns, settings=SETTINGS
    )
    return release(
        request, protected=protected, vault=vault, policy=PRESETS["strict"], configured=[PLACE], parent=parent
    )


def findings(
    protected: Protected, vault: Vault, medium: Medium | None = None, template: str = "text"
) -> set[str]:
    with pytest.raises(Withheld, match="nothing was sent") as caught:
        gate(protected, vault, medium, template)
    return {f"{finding.check}: {finding.location}" for finding in caught.value.findings}


def test_a_protected_text_is_released_under_four_checks(made: tuple[Protected, Vault]) -> None:
    released = gate(*made)
    assert seal.genuine(released)
    assert [check.name for check in released.checks] == ["protected", "source", "leak scan", "form"]


@pytest.mark.parametrize(
    ("leak", "location"),
    [
        ("Matteo", "text, word"),
        ("MATTEO", "text, word"),
        ("baking", "text, word"),
        ("loaf", "text, word"),
        ("980", "text, character"),
        ("nine hundred", "text, character"),
        ("Ghent-based", "text, word"),
    ],
)
def test_every_word_of_the_text_is_scanned(made: tuple[Protected, Vault], leak: str, location: str) -> None:
    protected, vault = made
    leaking = replace(protected, context=f"{protected.context} Much {leak}.")
    assert any(found.startswith(f"leak scan: {location}") for found in findings(leaking, vault))


def test_another_text_than_the_protected_one_is_withheld(made: tuple[Protected, Vault]) -> None:
    protected, vault = made
    other = Medium("text/plain", protected.context.replace("Orla", "Olra").encode())
    assert findings(protected, vault, other) == {"protected: text"}
    assert "protected: text" in findings(protected, vault, Medium("text/plain", b"\xff\xfe"))


@pytest.mark.parametrize("mark", ["\u202e", "\u200b", "\x00", "\ue000"])
def test_invisible_characters_are_withheld(made: tuple[Protected, Vault], mark: str) -> None:
    protected, vault = made
    assert "form: text" in findings(replace(protected, context=protected.context + mark), vault)


def test_an_endless_text_is_withheld(made: tuple[Protected, Vault]) -> None:
    protected, vault = made
    assert "form: text" in findings(replace(protected, context=protected.context + " so" * 10_000), vault)


def test_the_prompt_is_the_one_for_texts(made: tuple[Protected, Vault]) -> None:
    assert "form: template" in findings(*made, template="solver")


def test_a_repair_carries_the_same_text(made: tuple[Protected, Vault]) -> None:
    protected, vault = made
    first = gate(protected, vault)
    seal.remember_reply(first, "No program.")
    fault = fault_of("No program.", protected)
    assert fault is not None
    turn = Turn("No program.", repair(fault))
    assert gate(protected, vault, parent=first, turns=(turn,)).parent == first.event
    with pytest.raises(Withheld):
        gate(protected, vault, Medium("text/plain", b"Orla."), parent=first, turns=(turn,))
