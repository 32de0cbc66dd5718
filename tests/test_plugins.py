"""Every backend that a name stands for keeps the contract of its stage; unknown names are refused with the nearest."""

from __future__ import annotations

import random
from decimal import Decimal

import pytest

from recast import plugins
from recast.errors import UsageError
from recast.numbers.context import table_context
from recast.policy import PRESETS
from recast.stages import Solver
from recast.types import ChartSpec, Protected, Record, Rewritten, Source, SpecSeries, Table

CSV = Source(b"Town,Bakers\nOslow,12\nFenby,7\n", "text/csv", "bakers.csv")
OPTIONS = {"endpoint": {"base_url": "http://127.0.0.1:9/v1", "model": "m"}}


def implementations(stage: str) -> list[str]:
    return list(plugins.names(stage))


@pytest.mark.parametrize("name", implementations("capture_chart"))
def test_a_capture_gives_a_table_and_does_not_answer(name: str) -> None:
    table = plugins.find("capture_chart", name)({})(CSV, "How many bakers are there in all?")
    assert isinstance(table, Table)
    assert table.categories == ("Oslow", "Fenby")
    assert [cell.value for cell in table.cells[0]] == [Decimal(12), Decimal(7)]


@pytest.mark.parametrize("name", implementations("rewrite"))
@pytest.mark.parametrize("policy", list(PRESETS))
def test_a_rewriter_keeps_values_and_shape_and_says_no_source_word(name: str, policy: str) -> None:
    table = plugins.find("capture_chart", "reader")({})(CSV, "")
    question = "How many bakers does Oslow have?"
    record = Record("r", "image", table_context(table), question, (), table)
    rewritten = plugins.find("rewrite", name)({"key": b"k" * 32})(record, PRESETS[policy], random.Random(1))
    assert isinstance(rewritten, Rewritten)
    assert rewritten.table is not None
    values = {cell.value for row in rewritten.table.cells for cell in row}
    assert values == {Decimal(12), Decimal(7)}
    assert sorted(rewritten.row_order or range(2)) == [0, 1]
    said = f"{rewritten.question} {rewritten.context}".casefold()
    assert not any(word in said for word in ("oslow", "fenby", "baker", "town"))


@pytest.mark.parametrize("name", implementations("spec"))
def test_a_spec_maker_says_what_the_protected_record_says(name: str) -> None:
    chart = ChartSpec(
        "bar",
        "vertical",
        "T",
        "",
        "",
        "nominal",
        ("A", "B"),
        (SpecSeries("", "", "", ""),),
        (("1.5", "2.5"),),
    )
    protected = Protected("image", "", "q", (), chart, frozenset({"1.5", "2.5"}), frozenset({"A", "B"}))
    assert plugins.find("spec", name)({})(protected) == chart


@pytest.mark.parametrize("name", implementations("solve"))
def test_a_solver_says_where_it_is_and_whether_it_is_remote(name: str) -> None:
    solver = plugins.find("solve", name)(OPTIONS.get(name, {}))
    assert isinstance(solver, Solver)
    assert solver.destination
    assert solver.remote is (name != "offline")


@pytest.mark.parametrize(
    ("stage", "wrong", "nearest"), [("solve", "ofline", "offline"), ("rewrite", "lexikon", "lexicon")]
)
def test_an_unknown_name_is_refused_with_the_nearest(stage: str, wrong: str, nearest: str) -> None:
    with pytest.raises(UsageError, match=nearest):
        plugins.find(stage, wrong)
