"""``recast evaluate``: real figures over small examples, resumable, with and without the native side."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

import voices
from recast import configuration
from recast.audit.cases import load as load_cases
from recast.audit.cases import union_of
from recast.errors import UsageError
from recast.evaluate.parallel import cores
from recast.evaluate.run import Side, _loss, evaluate
from recast.numbers.prose import prose_numerals
from recast.perception.sound import Sound
from recast.sent import read
from recast.shield import Shielded
from recast.solve.charts.understand import NotUnderstood
from recast.solve.expression import Arithmetic, Expression, Operand
from recast.solve.texts.passages import interpret_passage
from recast.solve.write import write
from recast.types import Medium, Passage, Protected, Word

ROWS = [
    {
        "id": "a",
        "question": "What is the value of Pears?",
        "answer": "31",
        "chart_kind": "bar_chart",
        "table": "t.tsv",
    },
    {
        "id": "b",
        "question": "Which fruit has the highest value?",
        "answer": "Plums",
        "chart_kind": "bar_chart",
        "table": "t.tsv",
    },
    {
        "id": "c",
        "question": "What is the value of Pears?",
        "answer": "99",
        "chart_kind": "bar_chart",
        "table": "t.tsv",
    },
    {
        "id": "d",
        "question": "What is the colour of happiness?",
        "answer": "1",
        "chart_kind": "bar_chart",
        "table": "bad.tsv",
    },
]


@pytest.fixture
def manifest(tmp_path: Path) -> Path:
    (tmp_path / "t.tsv").write_text("Fruit\tCrates\nPears\t31\nPlums\t54\nQuinces\t12\n")
    (tmp_path / "bad.tsv").write_text("Fruit\tCrates\nPears\tmany\n")
    path = tmp_path / "manifest.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    return path


def settings(
    tmp_path: Path, policy: dict[str, str] | None = None, **solve: str
) -> configuration.Configuration:
    options = {"log": {"folder": str(tmp_path / "log")}, "solve": solve, "policy": policy or {}}
    return configuration.load(environment={}, options=options)


#: Under which a story goes out in the order in which it is told: ``less`` reads no calculation.
TOLD = {"story": "framed"}


def test_both_sides_are_scored_losses_told_and_a_second_run_resumes(
    manifest: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    report = evaluate(manifest, settings(tmp_path), out)
    summary = report["summary"]
    assert summary["n"] == 4
    assert summary["native"]["accuracy_relaxed"] == 0.5
    assert summary["protected"]["accuracy_relaxed"] == 0.5
    assert summary["nacc_relaxed"] == 1.0
    assert summary["refused"] == 0.25
    assert summary["leak_findings"] == 0
    assert summary["losses"] == {}
    assert json.loads((out / "report.json").read_text())["summary"] == summary
    first = report["examples"][0]
    assert (out / first["protected"]["media"]).read_bytes().startswith(b"\x89PNG")
    assert "Pears" not in first["protected"]["question"]
    assert set(report["breakdown"]["half"]) == {"tuning", "reported"}
    capsys.readouterr()
    again = evaluate(manifest, settings(tmp_path), out)
    assert again == report
    assert "1/4" not in capsys.readouterr().err  # nothing was run again


def test_a_second_run_resumes_a_row_whose_text_holds_a_line_separator(
    manifest: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [json.loads(line) for line in manifest.read_text().splitlines()]
    lines[0]["answer"] += "\u2028"
    manifest.write_text("".join(json.dumps(line) + "\n" for line in lines))
    report = evaluate(manifest, settings(tmp_path), tmp_path / "out")
    capsys.readouterr()
    assert evaluate(manifest, settings(tmp_path), tmp_path / "out") == report
    assert "1/4" not in capsys.readouterr().err


@pytest.mark.usefixtures("loopback")
def test_a_remote_solver_gets_no_original_without_consent(manifest: Path, tmp_path: Path) -> None:
    remote = settings(tmp_path, use="endpoint", base_url="http://127.0.0.1:9/v1", model="m")
    report = evaluate(manifest, remote, tmp_path / "out", limit=1)
    assert report["summary"]["native"] is None
    assert report["summary"]["protected"]["accuracy_relaxed"] == 0.0


def less(question: str, passage: str) -> Expression:
    """As a solver that always takes the second number of a passage from the first."""
    first, second = (str(numeral.value) for numeral in prose_numerals(passage)[:2])
    return Arithmetic("-", Operand(first), Operand(second))


def test_texts_are_asked_with_their_own_question_or_with_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("recast.solve.offline.interpret_passage", less)
    story = "Nadia baked 12 loaves. Matteo ate 5 of the loaves."
    rows = [
        {"id": "own", "dataset": "stories", "text": f"{story} How many are left?", "answer": "7"},
        {
            "id": "other",
            "dataset": "questions",
            "text": story,
            "question": "How many are left?",
            "answer": "7",
        },
        {
            "id": "wrong",
            "dataset": "questions",
            "text": story,
            "question": "How many are left?",
            "answer": "17",
        },
        {"id": "bad", "dataset": "stories", "text": "Nadia went home.", "question": "When?", "answer": "1"},
    ]
    manifest = tmp_path / "manifest.jsonl"
    manifest.write_text("".join(json.dumps(row) + "\n" for row in rows))
    report = evaluate(manifest, settings(tmp_path, TOLD), tmp_path / "out")
    sides = [(row["native"]["answer"], row["protected"]["answer"]) for row in report["examples"]]
    assert sides == [("7", "7"), ("7", "7"), ("7", "7"), (None, None)]
    assert report["summary"]["protected"]["accuracy_strict"] == 0.5
    assert {name: part["n"] for name, part in report["breakdown"]["dataset"].items()} == {
        "questions": 2,
        "stories": 2,
    }
    first = report["examples"][0]["protected"]
    sent = (tmp_path / "out" / first["media"]).read_text()
    assert first["media"].endswith(".txt")
    assert not {"Nadia", "Matteo", "loaves", "12", "5"} & {word.strip(".") for word in sent.split()}
    assert report["summary"]["leak_findings"] == 0


def test_recordings_are_heard_released_as_speech_and_what_hearing_lost_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("recast.solve.offline.interpret_passage", less)
    monkeypatch.setattr("recast.reconstruct.voice.say", voices.FakeVoice())

    def recognise(samples: Any, beam: int = 1, model: str = "") -> tuple[Word, ...]:
        return voices.heard(Sound(samples))

    monkeypatch.setattr("recast.perception.speech.recognise", recognise)
    story = "Nadia baked 12 loaves. Matteo ate 5 of the loaves."
    asked = f"{story} How many loaves are left?"
    for name, text in {"own": asked, "other": story, "wrong": asked.replace("12", "20")}.items():
        (tmp_path / f"{name}.wav").write_bytes(voices.said(text))
    (tmp_path / "none.wav").write_bytes(voices.said(""))
    rows = [
        {"id": "own", "audio": "own.wav", "text": asked, "answer": "7"},
        {"id": "other", "audio": "other.wav", "question": "How many loaves are left?", "answer": "7"},
        {"id": "wrong", "audio": "wrong.wav", "text": asked, "answer": "7"},
        {"id": "none", "audio": "none.wav", "text": asked, "answer": "7"},
    ]
    manifest = tmp_path / "manifest.jsonl"
    manifest.write_text("".join(json.dumps(row) + "\n" for row in rows))
    report = evaluate(manifest, settings(tmp_path, TOLD), tmp_path / "out")
    sides = [
        tuple(row[side] and row[side]["answer"] for side in ("transcript", "native", "protected"))
        for row in report["examples"]
    ]
    assert sides == [("7", "7", "7"), (None, "7", "7"), ("7", "15", "15"), ("7", None, None)]
    assert [row["loss"] for row in report["examples"]] == [None, None, "capture", "capture"]
    summary = report["summary"]
    assert (summary["transcript"]["accuracy_strict"], summary["native"]["accuracy_strict"]) == (1.0, 0.5)
    assert (summary["refused"], summary["turned_wrong"], summary["leak_findings"]) == (0.25, 0, 0)
    first = report["examples"][0]["protected"]["media"]
    assert first.endswith(".wav")
    assert (tmp_path / "out" / first).read_bytes().startswith(b"RIFF")


def test_a_recording_that_is_asked_about_twice_is_heard_again_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    again: list[str] = []

    def second(passage: Passage, question: str, recognise: Any) -> Passage:
        again.append(question)
        return passage

    monkeypatch.setattr("recast.pipeline.second_hearing", second)
    monkeypatch.setattr("recast.solve.offline.interpret_passage", less)
    monkeypatch.setattr(
        "recast.perception.speech.recognise", lambda samples, **_: voices.heard(Sound(samples))
    )
    (tmp_path / "own.wav").write_bytes(voices.said("Nadia baked 12 loaves. Matteo ate 5 of the loaves."))
    asked = "How many loaves are left?"
    row = {"id": "own", "audio": "own.wav", "question": asked, "answer": "7"}
    manifest = tmp_path / "manifest.jsonl"
    manifest.write_text(json.dumps(row) + "\n")
    options = {
        "log": {"folder": str(tmp_path / "log")},
        "ask": {"count": 2, "release": "text"},
        "policy": TOLD,
    }
    report = evaluate(manifest, configuration.load(environment={}, options=options), tmp_path / "out")
    assert len(report["examples"][0]["protected"]["sent"]) == 2
    assert again == [asked]


@pytest.mark.parametrize(("program", "loss"), [("{}", "rewrite and map"), ("answer = None", "reconstruct")])
def test_a_waveform_that_is_answered_otherwise_than_its_text_was_lost_in_speaking(
    program: str, loss: str
) -> None:
    right, wrong = Side("answered", "7", True, True, True), Side("answered", "9")
    told = "Orla has 731.5 baskets. Ciaran has 268.4 baskets."
    protected = Protected(
        "audio", told, "How many baskets does Orla have?", (), None, frozenset(), frozenset()
    )
    meant = interpret_passage(protected.question, told)
    assert not isinstance(meant, NotUnderstood)
    reply = program.format(write(meant))
    made = cast(Shielded, SimpleNamespace(protected=protected, medium=Medium("audio/wav", b"")))
    assert _loss(right, replace(wrong, program=reply), made, None) == loss


@pytest.mark.skipif(cores() < 2, reason="one core")
def test_several_at_once_give_the_same_rows_in_the_same_order_and_go_on(
    manifest: Path, tmp_path: Path
) -> None:
    def shown(row: dict[str, Any]) -> tuple[Any, ...]:
        return row["id"], row["native"]["answer"], row["protected"]["answer"], row["protected"]["status"]

    first = evaluate(manifest, settings(tmp_path), tmp_path / "out", limit=1)
    both = evaluate(manifest, settings(tmp_path), tmp_path / "out", limit=3, jobs=2)
    assert both["examples"][0] == first["examples"][0]
    assert [shown(row) for row in both["examples"]] == [
        ("a", "31", "31", "answered"),
        ("b", "Plums", "Plums", "answered"),
        ("c", "31", "31", "answered"),
    ]
    kept = [json.loads(line)["id"] for line in (tmp_path / "out" / "rows.jsonl").read_text().splitlines()]
    assert kept == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("jobs", "seed", "said"), [(0, None, "cores"), (9999, None, "cores"), (2, 42, "--seed")]
)
def test_jobs_beyond_the_cores_or_with_a_seed_are_refused(
    manifest: Path, tmp_path: Path, jobs: int, seed: int | None, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("recast.evaluate.parallel.cores", lambda: 4)
    with pytest.raises(UsageError, match=said):
        evaluate(manifest, settings(tmp_path), tmp_path / "out", jobs=jobs, seed=seed)


@pytest.mark.skipif(os.name == "nt", reason="modes are POSIX's")
def test_an_evaluation_is_for_its_user_alone(manifest: Path, tmp_path: Path) -> None:
    evaluate(manifest, configuration.load(environment={}), tmp_path / "out", limit=1)
    written = [tmp_path / "out", *(tmp_path / "out").rglob("*")]
    assert {path.name for path in written} >= {"rows.jsonl", "report.json", "sent", "sources", "media"}
    assert not [path for path in written if path.stat().st_mode & 0o077]


def test_two_asks_are_both_kept_and_both_scored(manifest: Path, tmp_path: Path) -> None:
    twice = configuration.load(
        environment={},
        options={"log": {"folder": str(tmp_path / "log")}, "ask": {"count": 2, "release": "text"}},
    )
    report = evaluate(manifest, twice, tmp_path / "out", limit=2)
    assert [row["protected"]["status"] for row in report["examples"]] == ["answered", "answered"]
    for row in report["examples"]:
        kept = [read(tmp_path / "out", path) for path in row["protected"]["sent"]]
        (one, _), (two, _) = kept
        assert one.protected.literals.isdisjoint(two.protected.literals)
        assert all(len(sent.exchanges) == 1 for sent, _ in kept)
        assert row["protected"]["bytes"] > 1000
    cases = load_cases([tmp_path / "out"])
    union = union_of(cases)
    assert union.owner.tolist() == [0, 0, 1, 1]
    assert union.total(np.array([1.0, 2.0, 3.0, 4.0])).tolist() == [3.0, 7.0]
    assert union.mean(np.array([1.0, np.nan, np.nan, np.nan])).tolist()[0] == 1.0
