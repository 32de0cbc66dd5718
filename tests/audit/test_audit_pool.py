"""Candidates are read once each, and a source is found among them by what it says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from recast.audit.pool import gather, read_candidates
from recast.errors import UsageError
from recast.numbers.context import table_context
from recast.sent import Known

ROWS = [["Year", "Boats (%)"], ["2019", "7%"], ["2021", "12%"]]


def written(path: Path, rows: list[object]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_ragged_and_repeated_tables_are_left_out_and_cells_of_two_numbers_are_missing(tmp_path: Path) -> None:
    path = written(
        tmp_path / "pool.jsonl",
        [
            {"id": "a", "title": "Boats", "chart_kind": "line_chart", "rows": ROWS},
            {"id": "again", "title": "Boats", "rows": ROWS},
            {"id": "ragged", "rows": [["Year", "Boats"], ["2019"]]},
            {"id": "box", "rows": [["Place", "Outlier", "Top"], ["Quay", "[1;2]", "$1,200.5"]]},
            {"id": "text", "text": "Nadia baked 12 loaves."},
        ],
    )
    found = list(read_candidates(path))
    assert [candidate.id for candidate in found] == ["a", "box", "text"]
    first, box = found[0].table, found[1].table
    assert first is not None
    assert box is not None
    assert (first.kind, first.category_role, first.series[0].unit) == ("line", "time", "%")
    assert [[str(cell.value) for cell in row] for row in box.cells] == [["None"], ["1200.5"]]


def test_an_audited_source_is_the_candidate_that_says_the_same(tmp_path: Path) -> None:
    path = written(tmp_path / "pool.jsonl", [{"id": "other", "rows": [["A", "B"], ["C", "1"], ["D", "2"]]}, {"id": "a", "rows": ROWS}])  # fmt: skip
    table = list(read_candidates(path))[1].table
    assert table is not None
    same = Known(True, table_context(table), "Which?")
    new = Known(False, "Matteo ate 5 of 12 loaves.", "How many are left?")
    pool, truth = gather([same, new, new], path)
    assert truth.tolist() == [1, 2, 2]
    assert len(pool) == 3
    assert (pool.size(chart=True), pool.size(chart=False)) == (2, 1)


def test_a_line_that_is_no_source_is_named(tmp_path: Path) -> None:
    path = written(tmp_path / "pool.jsonl", [{"id": "a", "rows": ROWS}, {"id": "b"}])
    with pytest.raises(UsageError, match="line 2"):
        list(read_candidates(path))
    with pytest.raises(UsageError, match="cannot be read"):
        list(read_candidates(tmp_path / "none.jsonl"))
