"""Rows whose evidence is a recording: the layouts of NMSQA, Spoken-MQA and a manifest, and their faults."""

from __future__ import annotations

import base64
import io
import json
import wave
from pathlib import Path
from typing import Any

import pytest

from recast.errors import UsageError
from recast.evaluate.examples import count_rows, load
from recast.types import Source

STORY = "Nadia baked 12 loaves. Matteo ate 5 of the loaves."
NMSQA = {
    "id": "n1",
    "title": "Bakery",
    "context": STORY,
    "question": "How many loaves did Nadia bake?",
    "answers": {"text": ["12", "12"], "answer_start": [12, 12]},
    "content_full_audio_path": "whole.wav",
    "content_segment_audio_path": "part.wav",
    "content_segment_text": "Nadia baked 12 loaves.",
    "question_audio_path": "question.wav",
}
SPOKEN_MQA = {
    "context": {"array": [0.0, 0.5, -0.5, 0.0], "sampling_rate": 16000},
    "instruction": {"text": "Solve the problem.", "audio": None},
    "answer": {"text": "7", "audio": None},
    "context_transcript": f"{STORY} How many are left?",
}


def wav(samples: int = 4) -> bytes:
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(16000)
        file.writeframes(b"\0\0" * samples)
    return buffer.getvalue()


def rows(folder: Path, *given: dict[str, Any]) -> Path:
    path = folder / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in given))
    return path


def data(source: object) -> bytes:
    assert isinstance(source, Source)
    return source.data


def test_nmsqa_is_the_whole_passage_or_else_its_segment_with_a_written_question(tmp_path: Path) -> None:
    (tmp_path / "part.wav").write_bytes(wav(8))
    path = rows(tmp_path, NMSQA)
    (example,) = load(path)
    assert (example.id, example.question, example.reference) == ("n1", NMSQA["question"], "12")
    assert (data(example.source), example.transcript) == (wav(8), "Nadia baked 12 loaves.")
    (tmp_path / "whole.wav").write_bytes(wav(16))
    (example,) = load(path)
    assert (data(example.source), example.transcript) == (wav(16), STORY)


def test_spoken_mqa_carries_its_question_and_its_samples_become_a_wav(tmp_path: Path) -> None:
    (example,) = load(rows(tmp_path, SPOKEN_MQA))
    assert (example.question, example.reference) == ("", "7")
    assert example.transcript == SPOKEN_MQA["context_transcript"]
    with wave.open(io.BytesIO(data(example.source))) as file:
        assert (file.getframerate(), file.getnchannels(), file.getnframes()) == (16000, 1, 4)
        assert file.readframes(4)[2:4] == (16383).to_bytes(2, "little")


def test_rows_that_the_paper_does_not_admit_are_no_examples(tmp_path: Path) -> None:
    (tmp_path / "whole.wav").write_bytes(wav())
    path = rows(
        tmp_path,
        NMSQA | {"answers": {"text": ["12", "13"]}},
        NMSQA | {"answers": {"text": ["a dozen"]}},
        NMSQA | {"context": "word " * 351},
        SPOKEN_MQA | {"answer": {"text": "x + 1"}},
        NMSQA,
    )
    (example,) = load(path)
    assert (example.id, example.half, count_rows(path)) == ("n1", "tuning", 5)
    with pytest.raises(UsageError, match="no row"):
        load(rows(tmp_path, SPOKEN_MQA | {"answer": {"text": "x + 1"}}))


def test_a_manifest_row_is_a_path_opened_late_or_bytes_and_may_say_its_half(tmp_path: Path) -> None:
    (tmp_path / "a.wav").write_bytes(wav(2))
    coded = {"path": "b.wav", "bytes": base64.b64encode(wav(3)).decode()}
    given = {"id": "a", "dataset": "own", "answer": "7", "text": STORY}
    path = rows(
        tmp_path,
        given | {"audio": "a.wav", "half": "reported"},
        given | {"audio": coded, "question": "How many are left?"},
        given | {"audio": {"path": "a.wav"}},
    )
    late, held, named = load(path)
    (tmp_path / "a.wav").write_bytes(wav(5))
    assert (data(late.source), late.half, late.attributes) == (wav(5), "reported", {"dataset": "own"})
    assert (data(held.source), held.question) == (wav(3), "How many are left?")
    assert data(named.source) == wav(5)


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"id": "a", "audio": "a.wav"}, "without answer"),
        ({"id": "a", "audio": "gone.wav", "answer": "1"}, "not there"),
        ({"id": "a", "audio": {"bytes": "?"}, "answer": "1"}, "base64"),
        ({"id": "a", "audio": [{"src": "https://example.org/a.wav"}], "answer": "1"}, "no recording"),
        ({"id": "a", "audio": {"array": ["x"], "sampling_rate": 8000}, "answer": "1"}, "no numbers"),
        ({"id": "a", "audio": {"array": [0.1]}, "answer": "1"}, "sampling_rate"),
        ({"id": "a", "audio": {"array": [], "sampling_rate": 8000}, "answer": "1"}, "no sound"),
    ],
)
def test_faults_name_their_line(row: dict[str, Any], said: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=f"line 1: .*{said}"):
        load(rows(tmp_path, row))
