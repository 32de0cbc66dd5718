"""The drawings that reading is measured on: each style draws, the truth is what was drawn, nothing overlaps."""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"


@pytest.fixture(scope="module")
def drawn_charts() -> Iterator[ModuleType]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(BENCHMARKS))
        import drawn_charts

        yield drawn_charts
        for name in [name for name in sys.modules if name.split(".")[0] in ("drawn_charts", "styles")]:
            del sys.modules[name]


@pytest.fixture
def pool(tmp_path: Path) -> Path:
    """Four tables, two a half."""
    path = tmp_path / "pool.jsonl"
    rows = [
        ["Fruit", "Harvest (tons)", "Rain (mm)"],
        ["Pears", "12.5", "3,000"],
        ["Plums", "20", "2,500"],
        ["Figs", "9", "1,800"],
    ]
    lines = [
        {"id": f"t{n}", "chart_kind": kind, "title": "Harvest", "rows": rows}
        for n, kind in enumerate(("bar_chart", "bar_chart", "line_chart", "candlestick"))
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


@pytest.mark.parametrize(
    "style", ["newspaper", "grouped_values", "line_named", "doughnut", "painted", "printed_table"]
)
def test_a_style_draws_and_says_what_it_drew(drawn_charts: ModuleType, style: str) -> None:
    [(name, _, drawing)] = drawn_charts.draw([style], 1, seed=5)
    data = drawing.data
    assert name.startswith(style)
    assert min(drawing.image.size) >= 150
    assert len(drawing.image.getcolors(1 << 20)) > 2
    assert len(data.values) == len(drawing.printed) == len(data.rows)
    assert all(len(row) == len(data.columns) for row in (*data.values, *drawing.printed))
    assert (drawing.per_pixel is None) or drawing.per_pixel > 0


def test_the_same_seed_draws_the_same_chart(drawn_charts: ModuleType) -> None:
    first, again, other = (
        [drawing.image.tobytes() for _, _, drawing in drawn_charts.draw(["report"], 1, seed=seed)]
        for seed in (3, 3, 4)
    )
    assert first == again != other


def test_the_folder_holds_the_table_as_drawn(drawn_charts: ModuleType, tmp_path: Path, pool: Path) -> None:
    parser = argparse.ArgumentParser()
    drawn_charts.arguments_of_drawing(parser)
    options = [
        str(tmp_path / "out"),
        "--pool",
        str(pool),
        "--half",
        "tuning",
        "--count",
        "1",
        "--styles",
        "printed_table",
    ]
    manifest = drawn_charts.write(parser.parse_args(options))
    row = json.loads(manifest.read_text())
    with (tmp_path / "out" / row["table"]).open(newline="") as file:
        header, *body = csv.reader(file)
    assert (tmp_path / "out" / row["image"]).stat().st_size > 0
    assert header in (["Fruit", "Harvest (tons)"], ["Fruit", "Rain (mm)"])
    assert [line[0] for line in body] == ["Pears", "Plums", "Figs"]
    assert row["header_drawn"] is False
    assert row["printed"] == [[True]] * 3


def test_a_worn_copy_is_smaller_and_no_longer_clean(drawn_charts: ModuleType) -> None:
    [(_, _, drawing)] = drawn_charts.draw(["newspaper"], 1, seed=5)
    copy = drawn_charts.worn(drawing, Random(1))
    assert copy.data == drawing.data
    assert copy.image.width < drawing.image.width
    assert copy.per_pixel > drawing.per_pixel
    assert len(copy.image.getcolors(1 << 20)) > len(drawing.image.getcolors(1 << 20))


def test_halves_share_no_table_and_unlike_columns_no_axis(drawn_charts: ModuleType, pool: Path) -> None:
    from styles.supply import pool_tables

    tuning, reported = (list(pool_tables(pool, half)) for half in ("tuning", "reported"))
    assert [table.id for table in tuning] == ["t0", "t2"]
    assert [table.id for table in reported] == ["t1"]  # a candlestick is not drawn
    assert all(len(table.columns) == 1 for table in tuning)


def test_texts_that_would_overlap_are_not_drawn(drawn_charts: ModuleType) -> None:
    from styles import STYLES, Data, NotDrawable

    rows = tuple(f"A village of a long name, number {n}" for n in range(12))
    data = Data(
        "d", "bar", "Title", "Village", ("Sheep",), rows, tuple((Decimal(10 + n),) for n in range(12))
    )
    with pytest.raises(NotDrawable):
        STYLES["report"](data, Random(1))


@pytest.mark.parametrize(
    ("numbers", "value", "written"),
    [
        ({"grouping": " "}, "12345", "12 345"),
        ({"prefix": "$", "suffix": "M", "decimals": 1}, "-1.25", "-$1.2M"),
        ({"grouping": ".", "point": ",", "decimals": 1}, "1234.5", "1.234,5"),
        ({"suffix": "%"}, "45", "45%"),
    ],
)
def test_numbers_are_written_as_publishers_do(
    drawn_charts: ModuleType, numbers: dict[str, object], value: str, written: str
) -> None:
    from styles.data import Numbers

    assert Numbers(**numbers).write(Decimal(value)) == written


def test_what_is_printed_in_thousands_is_true_in_thousands(drawn_charts: ModuleType) -> None:
    from styles import Data
    from styles.data import as_displayed

    data = Data(
        "d", "bar", "T", "Village", ("Sheep",), ("Pen", "Fold"), ((Decimal(21_345),), (Decimal(9_871),))
    )
    formats = [as_displayed(data, Random(seed)) for seed in range(20)]
    scaled = [shown for shown, numbers in formats if numbers.suffix == "K"]
    assert scaled
    assert scaled[0].values == ((Decimal("21.3"),), (Decimal("9.9"),))
    assert all(shown.values == data.values for shown, numbers in formats if not numbers.suffix)
