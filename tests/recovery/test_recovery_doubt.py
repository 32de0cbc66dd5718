"""What an answer rests on, how far it may be off, and when it could turn: seen by running the program again."""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import replace
from decimal import Decimal

import pytest

from bloom import DRAWN, SHOWN, Bloom, bloom
from recast.program.parse import parse
from recast.program.steps import steps_of
from recast.recovery.answer import recover
from recast.recovery.doubt import TOO_MANY, OutOfTime, doubt
from recast.recovery.exact import doubts, only_exact, unsure_labels
from recast.types import Answer, AnswerValue, Cell, Reply

_2019 = "d = {'Dunmarsh': protected(873.1), 'Quellar': protected(412.6), 'Tarns': protected(268.4)}\n"
_BOTH = _2019 + "e = {'Dunmarsh': protected(640.9), 'Quellar': protected(195.7), 'Tarns': protected(731.5)}\n"
_COUNT = "answer = len([v for v in d.values() if v > protected(333.3)])"  # above 65
_ALL = tuple(literal for row in DRAWN for literal in row)


def drawn(
    shown: tuple[tuple[str, ...], ...] = SHOWN,
    axis: Collection[str] = _ALL,
    unsure: Collection[str] = (),
    tolerance: str = "0.5",
) -> Bloom:
    """The example with the cells of the literals ``axis`` read off an axis and those of ``unsure`` doubtful."""
    example = bloom(shown=shown)
    table = example.vault.record.table
    assert table is not None
    cells = tuple(
        tuple(
            replace(
                cell,
                origin="axis" if literal in axis else "printed",
                tolerance=Decimal(tolerance) if literal in axis else Decimal(0),
                confidence=0.6 if literal in unsure else 0.99,
            )
            for cell, literal in zip(row, literals, strict=True)
        )
        for row, literals in zip(table.cells, DRAWN, strict=True)
    )
    record = replace(example.vault.record, table=replace(table, cells=cells))
    return Bloom(replace(example.vault, record=record), example.protected)


def answer(program: str, example: Bloom) -> Answer:
    asked = example.asking("Tell of the districts.")  # any kind of answer fits
    return recover(example.vault, asked, Reply(f"```python\n{program}\n```"))


@pytest.mark.parametrize(
    ("program", "text"),
    [
        ("answer = d['Tarns']", "≈ 55% (read off the axis, ± 0.5)"),
        ("answer = d['Dunmarsh'] - d['Tarns']", "≈ 16 percentage points (read off the axis, ± 1)"),
        ("answer = sum(d.values())", "≈ 190% (read off the axis, ± 1.5)"),
        ("answer = sum(d.values()) / 3", "≈ 63.3% (read off the axis, ± 0.5)"),
        ("answer = d['Dunmarsh'] / d['Tarns']", "≈ 1.291 (read off the axis, ± 0.021)"),
        ("answer = max(d.values())", "≈ 71% (read off the axis, ± 0.5)"),
        ("answer = max(d.values()) - min(d.values())", "≈ 16 percentage points (read off the axis, ± 1)"),
        ("import statistics\nanswer = statistics.median(d.values())", "≈ 64% (read off the axis, ± 0.5)"),
        ("answer = max(d, key=d.get)", "North (by values read off the axis)"),
        ("answer = d['Dunmarsh'] > d['Tarns']", "Yes (by values read off the axis)"),
        (_COUNT, "≈ 1 (read off the axis)"),
    ],
)
def test_a_tolerance_is_carried_through_the_operation(program: str, text: str) -> None:
    found = answer(_2019 + program, drawn())
    assert (found.text, found.confirmed, found.exact) == (text, True, False)


CLOSE = (("71", "70.4", "64.7"), ("78", "20", "64"))


@pytest.mark.parametrize(
    "program",
    [
        "answer = max(d, key=d.get)",
        "answer = d['Dunmarsh'] > d['Quellar']",
        "answer = d['Quellar'] - d['Dunmarsh'] > 0",
        "answer = sorted(d, key=d.get)[-2]",
        "answer = [n for n in d if d[n] > protected(333.3)]",
        "answer = e[max(d, key=d.get)]",
        "answer = sum(v for v in d.values() if v > protected(333.3))",
        _COUNT,
    ],
)
def test_what_could_turn_within_the_tolerance_is_unconfirmed(program: str) -> None:
    found = answer(_BOTH + program, drawn(CLOSE))
    assert not found.confirmed
    assert "tolerance" in [finding.check for finding in found.findings]
    assert answer(_BOTH + program, drawn(CLOSE, axis=())).confirmed
    assert answer(_BOTH + program, drawn(CLOSE, tolerance="0.1")).confirmed


def test_close_values_do_not_put_the_size_of_the_largest_in_doubt() -> None:
    found = answer(_2019 + "answer = max(d.values())", drawn(CLOSE))
    assert (found.text, found.confirmed) == ("≈ 71% (read off the axis, ± 0.5)", True)


def test_only_what_the_answer_depends_on_is_held_against_it() -> None:
    mixed = drawn(axis=("268.4",), unsure=("412.6",))
    sure = answer(_2019 + "answer = d['Dunmarsh']", mixed)
    assert (sure.text, sure.exact, unsure_labels(sure)) == ("71%", True, ())
    assert only_exact(sure).confirmed
    off = answer(_2019 + "answer = d['Dunmarsh'] - d['Tarns']", mixed)
    assert (off.exact, doubts(off)) == (False, (("Islands, 2019", "was read off an axis"),))
    largest = answer(_2019 + "answer = max(d, key=d.get)", mixed)
    assert largest.text == "North (by values read off the axis; rests on an unsure value)"
    assert unsure_labels(largest) == ("South, 2019",)


def test_an_unsure_value_is_said_in_the_answer() -> None:
    found = answer(_2019 + "answer = d['Quellar']", drawn(axis=(), unsure=("412.6",)))
    assert (found.text, found.confirmed) == ("64% (rests on an unsure value)", True)
    assert not only_exact(found).confirmed
    both = answer(_2019 + "answer = d['Quellar']", drawn(unsure=("412.6",)))
    assert both.text == "≈ 64% (read off the axis, ± 0.5; rests on an unsure value)"


def test_what_the_second_reading_does_not_confirm_is_unsure_also_off_an_axis() -> None:
    example = drawn()
    example = Bloom(replace(example.vault, unsure=("cell:0:2",)), example.protected)
    assert unsure_labels(answer(_2019 + "answer = d['Tarns']", example)) == ("Islands, 2019",)


def test_a_program_that_fails_on_other_values_is_not_trusted() -> None:
    found = answer(_2019 + "answer = {d['Tarns']: 1}[d['Tarns']] * d['Dunmarsh']", drawn(axis=("268.4",)))
    assert found.confirmed
    found = answer(_2019 + "x = {protected(268.4): 5}\nanswer = x[55]", drawn(axis=("268.4",)))
    assert not found.confirmed


def test_many_values_take_no_long_time() -> None:
    started = time.perf_counter()
    answer(_BOTH + "answer = max([*d.values(), *e.values()])", drawn())
    assert time.perf_counter() - started < 10


def test_running_out_of_time_leaves_all_that_is_doubtful_in_doubt() -> None:
    def late(change: object) -> AnswerValue | None:
        raise OutOfTime

    cells = {"cell:0:0": Cell(Decimal(7), origin="axis", tolerance=Decimal(1))}
    found = doubt(Decimal(7), "lookup", steps_of(parse("answer = protected(7)")), cells, (), late)
    assert (found.bearing, found.findings) == (frozenset(cells), (TOO_MANY,))


def test_a_slow_program_is_not_run_again_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("recast.recovery.answer._PATIENCE", -1.0)
    with pytest.raises(OutOfTime):
        answer(_2019 + "answer = sum(d.values())", drawn())
