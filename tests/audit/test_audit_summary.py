"""The data behind the page of a report: utility, ends, leakage and cost of each policy, and nothing of a source."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from recast.audit.summary import summary
from recast.errors import UsageError
from recast.policy import PRESETS

STRICT, PAPER = PRESETS["strict"].id, PRESETS["paper"].id


def row(
    name: str, relaxed: bool = True, native: bool | None = True, status: str = "answered", **more: Any
) -> dict[str, Any]:
    side = {
        "status": status,
        "relaxed": relaxed,
        "strict": False,
        "seconds": 2.0,
        "bytes": 100,
        "tokens": 7,
        "media": None,
    }
    return {
        "id": name,
        "attributes": more.pop("attributes", {}),
        "native": None if native is None else {"relaxed": native, "strict": native, "seconds": 1.0},
        "loss": None if relaxed else "solve",
        "protected": {**side, **more},
    }


def told(
    name: str, policy: str | None = STRICT, verdict: str = "CLEAN", folder: str = "one"
) -> dict[str, Any]:
    return {
        "folder": folder,
        "id": name,
        "policy": policy,
        "verdict": verdict,
        "picked": {"words": float(verdict == "LEAK")},
    }


def evaluated(folder: Path, rows: list[dict[str, Any]]) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "report.json").write_text(json.dumps({"examples": rows}))
    return folder


def audited(
    folder: Path, examples: list[dict[str, Any]], figures: list[dict[str, Any]] | None = None
) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "audit.json").write_text(
        json.dumps({"examples": examples, "figures": figures or [], "pool": {"chart": 9}})
    )
    return folder


def test_utility_ends_losses_and_verdicts_are_counted_for_each_policy(tmp_path: Path) -> None:
    rows = [
        row("a"),
        row("b", relaxed=False),
        row("c", native=False),
        row("d", relaxed=False, status="withheld"),
    ]
    examples = [told("a"), told("b", verdict="LEAK"), told("c", PAPER), told("d", None)]
    found = summary([evaluated(tmp_path / "one", rows)], audited(tmp_path / "audit", examples))
    assert found["examples"] == 4
    assert found["pool"] == {"chart": 9}
    assert set(found["policies"]) == {"strict", "paper"}
    strict = found["policies"]["strict"]  # where nothing was sent the run's usual policy counts
    assert (strict["n"], strict["native"]["value"], strict["protected"]["value"]) == (
        3,
        1,
        pytest.approx(1 / 3),
    )
    assert strict["nacc"] == pytest.approx(1 / 3)
    assert (strict["ends"]["answered"], strict["ends"]["withheld"]) == (
        pytest.approx(2 / 3),
        pytest.approx(1 / 3),
    )
    assert strict["losses"] == {"solve": 2}
    assert strict["verdicts"] == {"CLEAN": 2, "LEAK": 1}
    assert found["policies"]["paper"]["nacc"] is None


def test_intervals_stand_around_their_shares(tmp_path: Path) -> None:
    rows = [row(str(n), relaxed=n % 2 == 0) for n in range(20)]
    found = summary(
        [evaluated(tmp_path / "one", rows)], audited(tmp_path / "audit", [told(str(n)) for n in range(20)])
    )
    share = found["policies"]["strict"]["protected"]
    assert 0 < share["low"] < share["value"] == 0.5 < share["high"] < 1


def test_what_was_not_measured_is_none(tmp_path: Path) -> None:
    rows = [row("a", native=None, tokens=None, bytes=0)]
    found = summary([evaluated(tmp_path / "one", rows)], audited(tmp_path / "audit", [told("a")]))[
        "policies"
    ]["strict"]
    assert (found["native"], found["nacc"], found["cost"]["native_seconds"], found["cost"]["tokens"]) == (
        None,
    ) * 4
    assert (found["cost"]["request_bytes"], found["cost"]["medium_bytes"]) == (None, None)
    assert found["cost"]["seconds"] == {"median": 2, "p95": 2}


def test_groups_of_the_manifest_have_utility_and_leakage(tmp_path: Path) -> None:
    rows = [
        row("a", attributes={"chart_kind": "pie"}),
        row("b", False, attributes={"chart_kind": "bar"}),
        row("c"),
    ]
    examples = [told("a", verdict="LEAK"), told("b"), told("c")]
    by = summary([evaluated(tmp_path / "one", rows)], audited(tmp_path / "audit", examples))["policies"][
        "strict"
    ]["by"]
    assert list(by["chart kind"]) == ["bar", "pie"]
    assert by["question kind"] == {}
    pie = by["chart kind"]["pie"]
    assert (pie["n"], pie["protected"]["value"], pie["leaks"]["value"], pie["picked"]["words"]["value"]) == (
        1,
        1,
        1,
        1,
    )
    assert pie["picked"]["meaning"] is None


def test_figures_are_those_of_the_policy_and_of_all_where_not_measured(tmp_path: Path) -> None:
    figures = [
        {"attacker": "words", "measure": "picked first", "group": group, "value": value}
        for group, value in (("all", 0.5), (f"policy: {STRICT}", 0.1), (f"policy: {PAPER}", 0.9))
    ] + [{"attacker": "meaning", "measure": "picked first", "group": "all", "value": None}]
    rows = [row("a"), row("b")]
    two = summary(
        [evaluated(tmp_path / "one", rows)],
        audited(tmp_path / "audit", [told("a"), told("b", PAPER)], figures),
    )
    shown = {
        name: {key: figure["value"] for key, figure in one["leakage"].items()}
        for name, one in two["policies"].items()
    }
    assert shown == {
        "strict": {"words: picked first": 0.1, "meaning: picked first": None},
        "paper": {"words: picked first": 0.9, "meaning: picked first": None},
    }
    one = summary([evaluated(tmp_path / "one", rows[:1])], audited(tmp_path / "audit", [told("a")], figures))
    assert one["policies"]["strict"]["leakage"]["words: picked first"]["value"] == 0.5


def test_the_size_of_a_medium_is_that_of_its_file(tmp_path: Path) -> None:
    folder = evaluated(tmp_path / "one", [row("a", media="a.png"), row("b", media="gone.png")])
    (folder / "a.png").write_bytes(b"x" * 321)
    found = summary([folder], audited(tmp_path / "audit", [told("a"), told("b")]))
    assert found["policies"]["strict"]["cost"]["medium_bytes"] == {"median": 321, "p95": 321}


def test_an_audit_of_other_examples_or_of_none_is_refused(tmp_path: Path) -> None:
    folder = evaluated(tmp_path / "one", [row("a"), row("b")])
    with pytest.raises(UsageError, match="audit it again"):
        summary([folder], audited(tmp_path / "audit", [told("a")]))
    with pytest.raises(UsageError, match="holds no audit"):
        summary([folder], tmp_path / "none")
    with pytest.raises(UsageError, match="holds no report"):
        summary([tmp_path / "audit"], audited(tmp_path / "audit", []))
