"""How well charts are read is counted cell by cell against the tables of a manifest."""

from __future__ import annotations

import json
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from types import SimpleNamespace

import pytest

from recast import configuration
from recast.errors import Refused, UsageError
from recast.evaluate import capture
from recast.evaluate.capture import cells_of, evaluate_capture, reference_cells
from recast.pipeline import Chart
from recast.types import Cell, Series, Source, Table

CONFIGURATION = configuration.load(environment={})


def table(values: dict[str, list[float | None]], series: tuple[str, ...] = ("Crates",)) -> Table:
    columns = zip(*values.values(), strict=True)
    cells = tuple(
        tuple(Cell(None if value is None else Decimal(str(value))) for value in column) for column in columns
    )
    return Table(
        "bar", "vertical", "", "", "", "", "nominal", tuple(values), tuple(map(Series, series)), cells
    )


@pytest.fixture
def measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., dict[str, object]]:
    """The figures where each chart is read as the table given for it, None for one that is refused."""

    def run(*charts: tuple[str, Table | None], limit: int | None = None) -> dict[str, object]:
        rows = []
        for place, (reference, _) in enumerate(charts):
            (tmp_path / f"{place}.png").write_bytes(b"png")
            (tmp_path / f"{place}.csv").write_text(reference)
            rows += [{"image": f"{place}.png", "table": f"{place}.csv"}] * 2  # two questions on one chart
        path = tmp_path / "manifest.jsonl"
        path.write_text("".join(json.dumps(row) + "\n" for row in [*rows, {"image": "only.png"}]))

        def read(source: Source) -> Chart:
            found = charts[int(source.name.removesuffix(".png"))][1]
            if found is None:
                raise Refused("no chart is seen")
            return Chart(found)

        monkeypatch.setattr(capture, "Session", lambda _: SimpleNamespace(read=read))
        return evaluate_capture(path, CONFIGURATION, limit=limit)

    return run


ONE = "Fruit,Crates\nPears,31\nPlums,54\n"


def test_a_chart_that_is_read_right_counts_once_whatever_is_asked_of_it(
    measured: Callable[..., dict[str, object]],
) -> None:
    found = measured((ONE, table({"Pears": [31], "Plums": [54]})))
    assert (found["charts"], found["cells"], found["precision"], found["recall"]) == (1, 2, 1, 1)
    assert found["f1"] == pytest.approx(1)


@pytest.mark.parametrize(
    ("read", "precision", "recall"),
    [
        (table({"Pears": [31], "Plums": [55]}), 0.5, 0.5),
        (table({"Pears": [31.02], "Plums": [54]}), 1, 1),
        (table({"Pears": [31.2], "Plums": [54]}), 0.5, 0.5),
        (table({"pears": [31], "Plumss": [54]}), 1, 1),
        (table({"Pears": [54], "Plums": [31]}), 0, 0),
        (table({"Pears": [31], "Plums": [None]}), 1, 0.5),
        (table({"Pears": [31], "Plums": [54], "Quinces": [3], "Melons": [4]}), 0.5, 1),
    ],
)
def test_wrong_missing_and_invented_cells_count_against_it(
    measured: Callable[..., dict[str, object]], read: Table, precision: float, recall: float
) -> None:
    found = measured((ONE, read))
    assert (found["precision"], found["recall"]) == (precision, recall)


def test_a_refused_chart_has_no_cell_and_its_reason_is_counted(
    measured: Callable[..., dict[str, object]],
) -> None:
    right = table({"Pears": [31], "Plums": [54]})
    found = measured((ONE, right), (ONE, None), (ONE, None))
    assert found["refused"] == {"no chart is seen": 2}
    assert (found["precision"], found["recall"]) == (1, pytest.approx(1 / 3))
    assert found["rms"]["f1"] == pytest.approx(1 / 3)  # type: ignore[index]
    assert measured((ONE, right), (ONE, None), limit=1)["refused"] == {}


def test_the_name_of_an_only_column_is_not_compared_and_those_of_several_are(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text('Fruit,2019,2020\n"Pears, ripe",31%,"1,250"\nPlums,-,\n')
    assert reference_cells(path) == {("Pears, ripe", "2019"): 31, ("Pears, ripe", "2020"): 1250}
    assert cells_of(table({"Pears": [1, 2]}, ("2019", "2020"))) == {
        ("Pears", "2019"): 1,
        ("Pears", "2020"): 2,
    }
    assert cells_of(table({"Pears": [1]})) == {("Pears", ""): 1}


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('{"image": "a.png"}\n', "names no image"),
        ("[]\n", "cannot be read"),
        ("{\n", "cannot be read"),
        ("", "empty"),
    ],
)
def test_a_manifest_without_charts_is_refused(tmp_path: Path, content: str, said: str) -> None:
    path = tmp_path / "manifest.jsonl"
    path.write_text(content)
    with pytest.raises(UsageError, match=said):
        evaluate_capture(path, CONFIGURATION)
