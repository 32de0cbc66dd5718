"""The figures of an evaluation follow from its rows alone."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recast.evaluate.summary import summarise

STATUSES = ("answered", "unconfirmed", "withheld", "refused", "wrong_type", "solver_failed")


def row(
    relaxed: bool = True,
    strict: bool = False,
    native: tuple[bool, bool] | None = (True, True),
    status: str = "answered",
    **more: Any,
) -> dict[str, Any]:
    return {
        "attributes": more.pop("attributes", {}),
        "half": more.pop("half", "tuning"),
        "native": None if native is None else {"relaxed": native[0], "strict": native[1]},
        "protected": {"relaxed": relaxed, "strict": strict, "status": status},
        "loss": more.pop("loss", None),
        "leak_findings": more.pop("leaks", 0),
        **more,
    }


def test_accuracy_on_both_sides_and_how_much_of_it_protection_keeps() -> None:
    rows = [
        row(),
        row(False, native=(True, False), loss="solve"),
        row(False, native=(False, False)),
        row(True, True),
    ]
    found = summarise(rows, native=True)["summary"]
    assert found["native"] == {"accuracy_relaxed": 0.75, "accuracy_strict": 0.5}
    assert found["protected"] == {"accuracy_relaxed": 0.5, "accuracy_strict": 0.25}
    assert (found["nacc_relaxed"], found["nacc_strict"]) == (pytest.approx(2 / 3), 0.5)
    assert (found["n"], found["turned_wrong"], found["losses"]) == (4, 1, {"solve": 1})


def test_without_the_native_side_nothing_is_said_of_it() -> None:
    found = summarise([row(native=None)], native=False)["summary"]
    assert (found["native"], found["nacc_relaxed"], found["turned_wrong"]) == (None, None, None)
    assert found["protected"]["accuracy_relaxed"] == 1


def test_where_the_native_side_is_never_right_there_is_no_ratio() -> None:
    found = summarise([row(native=(False, False))], native=True)["summary"]
    assert (found["nacc_relaxed"], found["native"]["accuracy_relaxed"]) == (None, 0)


@settings(max_examples=30)
@given(st.lists(st.tuples(st.sampled_from(STATUSES), st.integers(0, 3)), min_size=1, max_size=9))
def test_ends_are_shares_of_all_and_findings_are_counted(ends: list[tuple[str, int]]) -> None:
    found = summarise([row(status=status, leaks=leaks) for status, leaks in ends], native=True)["summary"]
    for status in ("withheld", "refused", "unconfirmed", "solver_failed"):
        assert found[status] == [end for end, _ in ends].count(status) / len(ends)
    assert found["leak_findings"] == sum(leaks for _, leaks in ends)


def test_each_label_of_the_manifest_has_its_figures_and_the_halves_too() -> None:
    rows = [
        row(attributes={"chart_kind": "pie", "colour": "red"}),
        row(False, attributes={"chart_kind": "bar"}, half="reported"),
        row(False, attributes={"chart_kind": "pie"}, half="reported"),
    ]
    found = summarise(rows, native=True)
    assert set(found["breakdown"]) == {"chart_kind", "half"}
    kinds = found["breakdown"]["chart_kind"]
    assert [(kind, part["n"], part["protected"]["accuracy_relaxed"]) for kind, part in kinds.items()] == [
        ("bar", 1, 0),
        ("pie", 2, 0.5),
    ]
    assert {half: part["n"] for half, part in found["breakdown"]["half"].items()} == {
        "tuning": 1,
        "reported": 2,
    }
    assert found["examples"] == rows


def test_what_was_heard_is_a_share_of_the_rows_that_tell_what_is_said() -> None:
    told = [
        row(transcript={"relaxed": True, "strict": False}),
        row(transcript={"relaxed": False, "strict": False}),
        row(),
    ]
    assert summarise(told, native=True)["summary"]["transcript"] == {
        "n": 2,
        "accuracy_relaxed": 0.5,
        "accuracy_strict": 0,
    }
    assert summarise([row()], native=True)["summary"]["transcript"] is None
