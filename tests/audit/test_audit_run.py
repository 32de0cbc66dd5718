"""``recast audit`` and ``recast report`` over evaluations: verdicts, chance levels, and what was not measured."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import random
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from audit_sets import released, tables

from recast.audit import shown
from recast.audit.cases import load
from recast.audit.judged import Judging
from recast.audit.page import report
from recast.audit.run import audit, audited
from recast.cli import main
from recast.errors import UsageError
from recast.policy import PRESETS, Policy
from recast.sent import Known, Sent, write
from recast.stages import Solver
from recast.types import Release, Reply
from recast.wire.log import Log

SIDE = {"status": "answered", "answer": "1", "relaxed": True, "strict": True, "seconds": 0.5, "media": None}


def evaluated(folder: Path, pairs: Sequence[tuple[Sent, Known]], unsent: Sequence[str] = ()) -> Path:
    """An evaluation's folder with these examples, and one for each status in ``unsent`` of which nothing was sent."""
    folder.mkdir()
    rows: list[dict[str, Any]] = []
    for place, (sent, known) in enumerate(pairs):
        path = write(folder, f"event{place}", sent, known)
        kind = "pie" if place % 2 else "bar"
        rows.append({"id": f"e{place}", "attributes": {"chart_kind": kind}, "native": None, "loss": None, "protected": {**SIDE, "sent": [path]}})  # fmt: skip
    for status in unsent:
        side = {**SIDE, "status": status, "relaxed": False, "strict": False, "sent": []}
        rows.append(
            {"id": status, "attributes": {}, "native": None, "loss": "reconstruct", "protected": side}
        )
    (folder / "report.json").write_text(json.dumps({"examples": rows}))
    return folder


def pairs(count: int, policy: Policy = PRESETS["strict"], leaks: int = 0) -> list[tuple[Sent, Known]]:
    draw = random.Random(2)
    return [
        released(source, draw, policy, named=place < leaks)
        for place, source in enumerate(tables(count, rows=4, columns=2))
    ]


def figures(found: dict[str, Any], attacker: str, measure: str) -> dict[str, dict[str, Any]]:
    return {f["group"]: f for f in found["figures"] if (f["attacker"], f["measure"]) == (attacker, measure)}


def leaking(found: dict[str, Any], attacker: str) -> list[str]:
    """The examples that this attacker calls a leak. ``combined`` may pick the right one of few by luck."""
    return [row["id"] for row in found["examples"] if attacker in {leak["attacker"] for leak in row["leaks"]}]


def test_a_planted_leak_is_found_and_the_others_are_clean(tmp_path: Path) -> None:
    folder = evaluated(tmp_path / "one", pairs(24, leaks=3), ("withheld", "solver_failed"))
    found = audit([folder], None, tmp_path / "audit", hostile=False)
    verdicts = {row["id"]: row["verdict"] for row in found["examples"]}
    assert leaking(found, "words") == ["e0", "e1", "e2"]
    assert leaking(found, "structure") == leaking(found, "values") == []
    assert found["examples"][0]["leaks"][0]["where"].startswith("title, word 1")
    assert verdicts["withheld"] == "CLEAN"
    assert verdicts["solver_failed"] == "NOT MEASURED"
    picked = figures(found, "structure", "picked first")["all"]
    assert picked["chance"] == pytest.approx(1 / 24)
    assert picked["low"] <= picked["chance"] <= picked["high"]
    assert (
        figures(found, "active solver", "hostile programs that told something")["all"]["reason"] == "left out"
    )
    assert json.loads((tmp_path / "audit" / "audit.json").read_text()) == found


def test_in_a_pool_that_is_too_small_nothing_is_called_clean(tmp_path: Path) -> None:
    found = audit([evaluated(tmp_path / "one", pairs(5))], None, tmp_path / "audit", hostile=False)
    assert found["verdicts"] == {"NOT MEASURED": 5}
    assert figures(found, "structure", "picked first")["all"]["value"] is None


def test_policies_stand_side_by_side_and_the_page_needs_nothing_else(tmp_path: Path) -> None:
    folders = [
        evaluated(tmp_path / "strict", pairs(24), ("withheld",)),
        evaluated(tmp_path / "paper", pairs(24, PRESETS["paper"])),
    ]
    found = audit(folders, None, tmp_path / "audit", hostile=False)
    picked = figures(found, "structure", "picked first")
    strict, paper = (picked[f"policy: {PRESETS[name].id}"]["value"] for name in ("strict", "paper"))
    assert strict < 0.2
    assert paper == 1.0
    assert "not measured" in shown.table(found)
    made = report(folders, tmp_path / "audit", tmp_path / "page")
    assert set(made["policies"]) == {"strict", "paper"}
    assert made["policies"]["strict"]["ends"]["withheld"] == 1 / 25
    page = (tmp_path / "page" / "report.html").read_text()
    assert page.count("<svg") == 4
    assert not re.search(r"<(?:script|link|img|iframe)|@import|url\((?!#)|(?:src|href)=\"(?!#)", page)
    assert "not measured" in page
    assert json.loads((tmp_path / "page" / "report.json").read_text()) == made


def test_two_asks_stand_for_one_example_and_what_a_voice_was_given_counts(tmp_path: Path) -> None:
    first, second = pairs(24), pairs(24)
    folder = evaluated(tmp_path / "one", first)
    report = json.loads((folder / "report.json").read_text())
    for place, (sent, known) in enumerate(second):
        told = (known.question, "Amber was hewn.") if place == 0 else ()
        path = write(folder, f"again{place}", replace(sent, to_voice=told), known)
        report["examples"][place]["protected"]["sent"].append(path)
    (folder / "report.json").write_text(json.dumps(report))
    found = audited(load([folder]), None)
    assert (found["n"], found["sent"]) == (24, 24)
    assert figures(found, "structure", "picked first")["all"]["n"] == 24
    assert figures(found, "repeated asks, k = 2", "picked first by shapes")["all"]["n"] == 24
    held = first[0][1].context.casefold()
    voiced = {leak["where"] for leak in found["examples"][0]["leaks"] if leak["attacker"] == "words"}
    assert any("to the voice 2" in where for where in voiced) == ("amber" in held)
    assert "amber" in held


def test_what_an_audit_rests_on_is_named_by_digest(tmp_path: Path) -> None:
    folder = evaluated(tmp_path / "one", pairs(3))
    pool = tmp_path / "pool.jsonl"
    pool.write_text(
        json.dumps({"id": "p", "rows": [["Fruit", "Crates"], ["Pears", "3"], ["Plums", "4"]]}) + "\n"
    )
    rests = audit([folder], pool, tmp_path / "audit", hostile=False)["resources"]
    assert rests["pool"] == {"file": "pool.jsonl", "sha256": hashlib.sha256(pool.read_bytes()).hexdigest()}
    assert (
        rests["evaluations"][0]["report"] == hashlib.sha256((folder / "report.json").read_bytes()).hexdigest()
    )
    assert list(rests["policies"]) == [PRESETS["strict"].id]
    assert rests["judge"] is None
    assert str(tmp_path) not in json.dumps(rests)


def test_a_report_of_other_examples_is_refused(tmp_path: Path) -> None:
    audit([evaluated(tmp_path / "one", pairs(3))], None, tmp_path / "audit", hostile=False)
    other = evaluated(tmp_path / "two", pairs(3))
    with pytest.raises(UsageError, match="audit it again"):
        report([other], tmp_path / "audit", tmp_path / "page")
    with pytest.raises(UsageError, match="no report"):
        audit([tmp_path], None, tmp_path / "audit")


def test_evaluation_audit_and_page_by_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.tsv").write_text("Fruit\tCrates\nPears\t31\nPlums\t54\nQuinces\t12\n")
    asked = ("What is the value of Pears?", "Which fruit has the highest value?")
    rows = [
        {"id": str(place), "question": question, "answer": "31", "table": "t.tsv"}
        for place, question in enumerate(asked)
    ]
    Path("rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    commands = (
        ["evaluate", "rows.jsonl", "--out", "one", "--release", "text", "--seed", "7"],
        ["audit", "one", "--out", "audit", "--no-active"],
        ["report", "one", "--audit", "audit", "--out", "page"],
    )
    for command in commands:
        main(command)
    said = capsys.readouterr().out
    assert "repeated asks, k = 2" in said
    assert "verdicts: NOT MEASURED 2" in said
    assert "Pears" not in Path("audit/audit.json").read_text() + Path("page/report.html").read_text()
    kept = json.loads(Path("one/report.json").read_text())["examples"][0]["protected"]["sent"][0]
    assert "protected(" in json.loads(Path("one", kept).read_text())["exchanges"][0]["reply"]


@pytest.mark.skipif(importlib.util.find_spec("sklearn") is None, reason="needs recast[audit]")
def test_what_others_see_is_learned_and_random_releases_stay_at_chance(tmp_path: Path) -> None:
    shares = {}
    for name in ("strict", "paper"):
        folder = evaluated(tmp_path / name, pairs(40, PRESETS[name]))
        found = audit([folder], None, tmp_path / f"{name} audit", hostile=False)
        shares[name] = figures(found, "combined", "picked first")["all"]["value"]
    assert shares["paper"] > 0.8
    assert shares["strict"] < 0.2


@pytest.mark.skipif(importlib.util.find_spec("sklearn") is not None, reason="recast[audit] is installed")
def test_without_the_extra_the_combined_attacker_is_not_measured(tmp_path: Path) -> None:
    folder = evaluated(tmp_path / "one", pairs(24))
    found = audit([folder], None, tmp_path / "audit", hostile=False)
    figure = figures(found, "combined", "picked first")["all"]
    assert figure["value"] is None
    assert "recast-privacy[audit]" in figure["reason"]
    assert found["verdicts"] == {"CLEAN": 24}


def test_what_the_judge_says_turns_the_verdict_and_people_are_compared_with_it(tmp_path: Path) -> None:
    def transport(release: Release) -> Reply:
        said = "Yes" if len(seen) == 0 else "No"
        seen.append(release)
        return Reply(f"Semantic: {said}\nLexical: No\nCorrespondence: No\nLinkability: No\nExplanation: x")

    seen: list[Release] = []
    folder = evaluated(tmp_path / "one", pairs(24))
    solver = Solver("https://judge.example/v1", "m", transport)
    judging = Judging(solver, Log(tmp_path / "log"), consent=True, calibrate=4)
    found = audit([folder], None, tmp_path / "audit", hostile=False, judging=judging)
    assert leaking(found, "judge") == ["e0"]
    assert {"attacker": "judge", "where": "semantic"} in found["examples"][0]["leaks"]
    assert figures(found, "judge", "any view")["all"]["value"] == 1 / 24
    sheet = tmp_path / "audit" / "calibration.csv"
    filled = sheet.read_text().replace(",,,,\n", ",no,no,no,no\n").replace(",,,,\r\n", ",no,no,no,no\r\n")
    (tmp_path / "ann.csv").write_text(filled)
    compared = replace(judging, calibrate=0, annotated=(tmp_path / "ann.csv",))
    again = audit([folder], None, tmp_path / "audit", hostile=False, judging=compared)
    assert len(seen) == 24  # every judgement was kept
    assert again["agreement"]["semantic"]["share"] == 0.75
    assert "75.00 % alike" in shown.table(again)
