"""A record becomes a sealed release; where a check withholds it, other words and numbers are drawn, a few times at most."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, cast

import pytest

from recast import shield
from recast.drivers import drive
from recast.errors import Refused, Withheld
from recast.policy import PRESETS
from recast.release.read_back import ReadBack, digest
from recast.rewrite.lexicon import lexicon
from recast.rewrite.part import part_of
from recast.shield import REDRAWS, Shielded
from recast.solve.charts.disclosure import part_table
from recast.stages import Solver, Stages
from recast.types import Check, Finding, Medium, Protected, Record, Release, Series, Spoken, Vault
from records import ferries, shielded
from releases import sealed

FOUND = Finding("scan", "a word of the source", "title, word 2")
SOLVER = Solver("https://solver.example/v1", "solver-1", lambda release: pytest.fail("nothing is sent"))


def stages(drawn: list[int]) -> Stages:
    def small(spec: Any, attempt: int) -> Medium:
        drawn.append(attempt)
        return Medium("image/png", f"{spec}".encode(), (spec.kind,))

    nothing = cast(Any, None)
    return Stages(nothing, nothing, lambda record, policy, pick: lexicon(record, policy, pick), lambda made: made.chart,  # type: ignore[arg-type, return-value]
                  small, nothing, SOLVER, replace(PRESETS["strict"], question="canonical"), random.Random(3), b"k" * 32)  # fmt: skip


def run(steps: Any) -> Any:
    return drive(steps, cast(Any, None))


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], list[Protected]]:
    """Has the gate withhold the first so many releases; gives what it was shown."""

    def withholding(count: int) -> list[Protected]:
        shown: list[Protected] = []
        numbers: Iterator[int] = iter(range(100))

        def seal(request: Any, protected: Protected, vault: Vault, *_: object) -> Release:
            shown.append(protected)
            if next(numbers) < count:
                raise Withheld("withheld", (FOUND,))
            return replace(sealed(request.destination), request=request)

        monkeypatch.setattr(shield, "seal", seal)
        monkeypatch.setattr(
            shield, "read_back", lambda spec, medium: ReadBack(digest(medium), spec, Check("protected"), ())
        )
        return shown

    return withholding


def record(modality: Any = "text") -> Record:
    return replace(shielded().record, modality=modality)


def test_a_chart_is_sealed_with_what_undoes_it(checked: Callable[[int], list[Protected]]) -> None:
    checked(0)
    made = run(shield.shield(record("image"), ("cell:0:1",), stages([])))
    assert made.release.request.template == "solver"
    assert made.release.request.question == made.protected.question
    assert (made.vault.unsure, made.vault.protected) == (("cell:0:1",), made.protected)
    assert made.seen.medium_sha256 == digest(made.medium)
    assert "Ellery" not in made.protected.question
    assert "Ellery" not in repr(made)


def test_a_withheld_text_is_drawn_in_other_words(checked: Callable[[int], list[Protected]]) -> None:
    shown = checked(2)
    made = run(shield.shield(record(), (), stages([])))
    assert [protected is made.protected for protected in shown] == [False, False, True]
    assert len({protected.question for protected in shown}) == 3


def test_a_withheld_picture_is_first_drawn_larger_in_the_same_words_and_last_as_a_table(
    checked: Callable[[int], list[Protected]],
) -> None:
    shown, attempts = checked(REDRAWS + 1), []
    made = run(shield.shield(record("image"), (), stages(attempts)))
    assert attempts == [0, 1, 2, 3, 4, 4]
    assert shown[0] is shown[1]
    assert len({id(protected) for protected in shown}) == len(shown) - 1
    assert made.medium.drawn == ("table",)


@pytest.mark.parametrize(("modality", "tries"), [("text", REDRAWS + 1), ("image", REDRAWS + 2)])
def test_what_no_draw_gets_past_the_checks_is_withheld_with_what_was_found(
    checked: Callable[[int], list[Protected]], modality: str, tries: int
) -> None:
    shown = checked(99)
    with pytest.raises(Withheld, match="nothing") as withheld:
        run(shield.shield(record(modality), (), stages([])))
    assert withheld.value.findings == (FOUND,)
    assert len(shown) == tries


def test_a_chart_too_large_to_draw_is_refused_with_the_remedy() -> None:
    table = ferries()
    many = replace(table, series=(Series("a"),) * 40, cells=(table.cells[0],) * 40)
    with pytest.raises(Refused, match=r"40 columns .* give a table"):
        run(shield.shield(replace(record("image"), table=many), (), stages([])))


def test_a_part_goes_out_in_the_words_and_numbers_of_the_whole(
    checked: Callable[[int], list[Protected]],
) -> None:
    checked(0)
    whole: Shielded = run(shield.shield(record("image"), (), stages([])))
    table = whole.vault.record.table
    assert table is not None
    part = run(shield.shield_part(whole, part_table(table, (0, 1), (0, 1)), (0, 1), (0, 1), stages([])))
    assert part.wider is whole
    assert part.protected.literals < whole.protected.literals
    assert (
        part.protected
        == part_of(whole.protected, whole.vault, part_table(table, (0, 1), (0, 1)), (0, 1), (0, 1))[0]
    )


def test_words_that_were_not_heard_are_not_drawn_again(
    checked: Callable[[int], list[Protected]], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = checked(1)
    drawn = [protected_with(literal) for literal in ("41", "41", "52")]
    monkeypatch.setattr(shield, "_rewritten", lambda *_: _given(drawn.pop(0)))
    monkeypatch.setattr(shield, "speak", lambda *_: _given(_said("It has 41 now.", "It has now.")))
    made = run(shield.shield(record("audio"), (), stages([])))
    assert [sorted(protected.literals) for protected in shown] == [["41"], ["52"]]
    assert made.protected.literals == {"52"}


def protected_with(literal: str) -> tuple[Protected, Vault]:
    made = shielded()
    protected = replace(made.protected, literals=frozenset({literal}))
    return protected, replace(made.vault, substitutions=replace(made.vault.substitutions, pairs=()))


def _given(result: Any) -> Any:
    yield from ()
    return result


def _said(text: str, heard: str) -> tuple[Medium, ReadBack]:
    medium = Medium("audio/wav", b"RIFF", (text,), spoken=(Spoken(text, 0, 1),))
    return medium, ReadBack(digest(medium), None, Check("protected"), (heard,))


@pytest.mark.parametrize("modality", ["text", "image"])
def test_a_question_of_ours_that_asks_something_else_over_its_new_labels_is_withheld(
    checked: Callable[[int], list[Protected]], modality: str
) -> None:
    shown = checked(0)
    asked = replace(record(modality), restated="What is the value of Port Ellery for 2019?")
    other = replace(asked, restated="What is the value of Kilmory for 2019?")
    turned = replace(stages([]), rewrite=lambda _, policy, pick: lexicon(other, policy, pick))
    with pytest.raises(Withheld) as withheld:
        run(shield.shield(asked, (), turned))
    assert [finding.location for finding in withheld.value.findings] == ["question"]
    assert not shown
    assert run(shield.shield(asked, (), stages([]))).release
