"""The generator of questions: fixed ids, exact references, and the share that the rules understand."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def generated() -> ModuleType:
    spec = importlib.util.spec_from_file_location(
        "generated_questions", ROOT / "benchmarks" / "generated_questions.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["generated_questions"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def pool(tmp_path: Path) -> Path:
    rows = [
        (
            "line_chart",
            [
                ["Year", "Lanterns", "Ropes (hundred)"],
                *[[str(2010 + i), str(20 + 7 * i % 31), str(41 + 11 * i % 37)] for i in range(7)],
            ],
        ),
        (
            "pie_chart",
            [
                ["Cargo", "Weight"],
                ["Cork", "13%"],
                ["Slate", "22%"],
                ["Rope", "9%"],
                ["Amber", "31%"],
                ["Hemp", "25%"],
            ],
        ),
        (
            "bar_chart",
            [
                ["Harbour", "Ferries", "Barges"],
                ["Northport", "8", "3"],
                ["Eastholm", "5", "19"],
                ["Ruddock", "11", "4"],
                ["Selwick", "7", "14"],
            ],
        ),
    ]
    path = tmp_path / "pool.jsonl"
    path.write_text(
        "".join(
            json.dumps({"id": f"t{i}", "chart_kind": kind, "title": "", "rows": table}) + "\n"
            for i, (kind, table) in enumerate(rows)
        )
    )
    return path


def test_the_same_pool_gives_the_same_questions(generated: ModuleType, pool: Path) -> None:
    first, second = generated.generate(pool, 127), generated.generate(pool, 127)
    assert [(e.id, e.question, e.reference) for e in first] == [
        (e.id, e.question, e.reference) for e in second
    ]
    assert len({e.id for e in first}) == 127
    assert {e.kind for e in first} == {kind for kind, _, _ in generated.KINDS}


def test_the_rules_understand_nearly_all(generated: ModuleType, pool: Path) -> None:
    rows = list(generated.check(generated.generate(pool, 127)))
    assert sum(right for _, _, right, _ in rows) >= 0.95 * sum(asked for _, asked, _, _ in rows)


def test_known_pool(generated: ModuleType) -> None:
    path = ROOT.parent / "shared" / "data" / "chartx_tables" / "pool.jsonl"
    if not path.is_file():
        pytest.skip("the development sample of tables is not beside this checkout")
    rows = list(generated.check(generated.generate(path, 300)))
    assert sum(right for _, _, right, _ in rows) >= 0.95 * 300
