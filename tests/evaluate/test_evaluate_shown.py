"""An evaluation as text: percent to one decimal, with intervals, nothing that was not run."""

from __future__ import annotations

from typing import Any

import pytest

from recast.evaluate.shown import table, wilson
from recast.evaluate.summary import summarise


def row(native: bool, protected: bool, status: str = "answered", loss: str | None = None) -> dict[str, Any]:
    return {
        "attributes": {},
        "half": "tuning",
        "native": {"relaxed": native, "strict": native},
        "protected": {"relaxed": protected, "strict": False, "status": status},
        "leak_findings": 0,
        "loss": loss,
    }


def shown(rows: list[dict[str, Any]], native: bool = True) -> dict[str, str]:
    """The figures by name."""
    lines = table(summarise(rows, native)["summary"]).splitlines()
    return {name: rest.strip() for name, _, rest in (line.partition("  ") for line in lines)}


def test_shares_are_given_in_percent_to_one_decimal_with_their_interval() -> None:
    found = shown([row(True, True), row(True, False, "withheld", "rewrite"), row(False, False)])
    assert found["examples"] == "3"
    assert found["right on the original, relaxed"] == "66.7 % (20.8 to 93.9), 2 of 3"
    assert found["right after protection, strict"] == "0.0 % (0.0 to 56.2), 0 of 3"
    assert found["right on the original, wrong after protection"].endswith("1 of 2")
    assert found["protected over original, relaxed"] == "50.0 %"
    assert found["withheld"].endswith("1 of 3")
    assert found["lost in rewrite"] == "1"


def test_what_was_not_run_has_no_line() -> None:
    found = shown([{**row(False, True), "native": None}], native=False)
    assert not [name for name in found if "original" in name or "heard" in name]


def test_what_was_heard_is_a_share_of_what_was_heard() -> None:
    heard = {**row(True, True), "transcript": {"relaxed": True, "strict": False}}
    assert shown([heard, row(True, True)])["right by what is said, in text, relaxed"].endswith("1 of 1")


@pytest.mark.parametrize(("hits", "of"), [(0, 20), (20, 20), (7, 20)])
def test_an_interval_holds_its_share_and_narrows_with_more(hits: int, of: int) -> None:
    low, high = wilson(hits, of)
    more = wilson(10 * hits, 10 * of)
    assert low - 1e-9 <= hits / of <= high + 1e-9
    assert more[1] - more[0] < high - low
    assert wilson(0, 0) == (0.0, 1.0)
