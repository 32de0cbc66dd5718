"""Rows of every layout become examples; a row at fault is named by its line, and a text may hold any character."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recast.errors import UsageError
from recast.evaluate.examples import FROM_PARQUET, Example, count_rows, json_lines, load
from recast.types import Source, Table


def examples(folder: Path, *rows: Any) -> tuple[Example, ...]:
    path = folder / "rows.jsonl"
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return load(path)


def test_chartqa_rows_and_manifest_rows_are_read_and_faults_name_their_line(tmp_path: Path) -> None:
    (tmp_path / "x.png").write_bytes(b"png")
    rows = tmp_path / "rows.jsonl"
    rows.write_text(
        json.dumps({"image": "x.png", "query": "How many?", "label": ["3"], "human_or_machine": 0}) + "\n"
    )
    (example,) = load(rows)
    assert (example.question, example.reference, example.half) == ("How many?", "3", "tuning")
    rows.write_text(
        json.dumps({"image": {"bytes": "cG5n", "path": "x.png"}, "query": "?", "label": ["3"]}) + "\n{}\n"
    )
    with pytest.raises(UsageError, match="line 2"):
        load(rows)
    rows.write_text("")
    with pytest.raises(UsageError, match="empty"):
        load(rows)


def test_a_parquet_file_is_refused_with_the_command_that_makes_lines_of_it(tmp_path: Path) -> None:
    path = tmp_path / "rows.parquet"
    path.write_bytes(b"PAR1\xff\xfe")
    with pytest.raises(UsageError) as refused:
        load(path)
    assert FROM_PARQUET in str(refused.value)


def test_halves_alternate_by_place_unless_the_row_says_its_own(tmp_path: Path) -> None:
    row = {"text": "Mara kept 6 jars.", "question": "How many?", "answer": "6"}
    halves = [
        one.half
        for one in examples(
            tmp_path, *({"id": n, **row} for n in range(3)), {"id": 3, **row, "half": "tuning"}
        )
    ]
    assert halves == ["tuning", "reported", "tuning", "tuning"]


@pytest.mark.parametrize("mark", ["\u2028", "\u2029", "\x85", "\ufeff"])
def test_a_break_within_a_text_does_not_end_its_row(tmp_path: Path, mark: str) -> None:
    (one,) = examples(tmp_path, {"id": "a", "text": f"Mara kept{mark}6 jars.", "answer": "6"})
    assert isinstance(one.source, Source)
    assert one.source.data.decode() == f"Mara kept{mark}6 jars."


def test_a_file_with_a_mark_of_its_encoding_and_windows_line_ends_is_read(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    row = json.dumps({"id": "a", "text": "Mara kept 6 jars.", "answer": 6, "dataset": "own"})
    path.write_bytes(f"\ufeff{row}\r\n\r\n{row}\r\n".encode())
    assert [(one.question, one.reference, one.attributes) for one in load(path)] == [
        ("", "6", {"dataset": "own"})
    ] * 2
    assert count_rows(path) == 2


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ([], "not a JSON object"),
        ({"id": "a", "text": "Nadia baked 12 loaves."}, "a text without answer"),
        ({"id": "a", "question": "?", "answer": "1"}, "neither an image nor a table"),
        ({"question": "?", "table": "t.csv"}, "no id, answer"),
        ({"query": "?", "label": "3", "image": "x.png"}, "'label' must be a list"),
        ({"query": "?", "label": ["3"]}, "no image"),
        ({"query": "?", "label": ["3"], "image": {"bytes": "no base64!"}}, "not base64"),
        ({"id": "a", "question": "?", "answer": "1", "image": "gone.png"}, "gone.png"),
        ({"id": "a", "question": "?", "answer": "1", "table": "gone.csv"}, "the table cannot be read"),
    ],
)
def test_a_row_at_fault_is_named_by_its_line(tmp_path: Path, row: Any, said: str) -> None:
    with pytest.raises(UsageError, match=f"line 2: .*{said}"):
        examples(tmp_path, {"id": "a", "text": "Mara kept 6 jars.", "answer": "6"}, row)


def test_the_bytes_of_an_image_are_taken_as_they_are(tmp_path: Path) -> None:
    row = {
        "query": "?",
        "label": ["3", "4"],
        "image": {"bytes": base64.b64encode(b"png").decode(), "path": "x.png"},
    }
    (one,) = examples(tmp_path, row)
    assert isinstance(one.source, Source)
    assert (one.source.data, one.source.name, one.reference, one.id) == (b"png", "x.png", "3", "0")


@pytest.mark.parametrize(
    ("columns", "said", "kind"),
    [
        (1, "bar_chart", "bar"),
        (2, "bar_chart", "grouped_bar"),
        (1, "pie_chart", "pie"),
        (2, "pie_chart", "grouped_bar"),
        (2, "line_chart", "line"),
    ],
)
def test_a_table_has_the_kind_and_title_that_its_row_says(
    tmp_path: Path, columns: int, said: str, kind: str
) -> None:
    header, row = ",".join(["Fruit", *("XY"[:columns])]), ",31" * columns
    (tmp_path / "t.csv").write_text(f"{header}\nPears{row}\nPlums{row}\n")
    (one,) = examples(
        tmp_path,
        {"id": "a", "question": "?", "answer": "1", "table": "t.csv", "chart_kind": said, "title": "Crates"},
    )
    assert isinstance(one.source, Table)
    assert (one.source.kind, one.source.title) == (kind, "Crates")


def test_a_table_that_cannot_be_read_is_left_to_be_refused(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("Fruit,Crates\nPears,many\n")
    (one,) = examples(tmp_path, {"id": "a", "question": "?", "answer": "1", "table": "t.csv"})
    assert isinstance(one.source, Source)
    assert "Pears" not in repr(one)


@settings(max_examples=20, deadline=None)
@given(rows=st.lists(st.dictionaries(st.text(max_size=5), st.text(max_size=9)), min_size=1, max_size=5))
def test_every_row_of_json_is_one_line(
    rows: list[dict[str, str]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("rows") / "rows.jsonl"
    path.write_bytes(
        "\n".join(json.dumps(row, ensure_ascii=False) for row in rows).encode("utf-8", "replace")
    )
    assert len(json_lines(path)) == len(rows)
