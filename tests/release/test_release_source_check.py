"""Every way in which a protected chart can say something else than its source is a finding, and nothing else is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recast.release.source_check import source_check
from recast.types import Cell, ChartSpec, Series, Table
from records import QUESTION, ferries, shielded

Change = Callable[[ChartSpec], ChartSpec]


def _swapped(items: tuple[object, ...], i: int = 0, j: int = 1) -> tuple[object, ...]:
    changed = list(items)
    changed[i], changed[j] = changed[j], changed[i]
    return tuple(changed)


CHANGES: dict[str, Change] = {
    "two values of a series": lambda c: replace(c, values=(_swapped(c.values[0]), c.values[1])),  # type: ignore[arg-type]
    "all values of two series": lambda c: replace(c, values=_swapped(c.values)),  # type: ignore[arg-type]
    "a digit of a value": lambda c: replace(c, values=(("111.1", *c.values[0][1:]), c.values[1])),
    "a missing value": lambda c: replace(c, values=((None, *c.values[0][1:]), c.values[1])),
    "two category labels": lambda c: replace(c, categories=_swapped(c.categories)),  # type: ignore[arg-type]
    "another label": lambda c: replace(c, categories=("Nowhere", *c.categories[1:])),
    "an empty label": lambda c: replace(c, categories=("", *c.categories[1:])),
    "one label twice": lambda c: replace(c, categories=(c.categories[1], *c.categories[1:])),
    "two series labels": lambda c: replace(
        c,
        series=(replace(c.series[0], label=c.series[1].label), replace(c.series[1], label=c.series[0].label)),
    ),
    "a row lost": lambda c: replace(
        c, categories=c.categories[1:], values=tuple(row[1:] for row in c.values)
    ),
    "a series lost": lambda c: replace(c, series=c.series[1:], values=c.values[1:]),
    "another kind": lambda c: replace(c, kind="pie"),
    "another role": lambda c: replace(c, category_role="time"),
}


@pytest.mark.parametrize("preset", ["strict", "paper"])
@pytest.mark.parametrize("seed", range(4))
def test_what_the_pipeline_makes_passes(preset: str, seed: int) -> None:
    made = shielded(preset=preset, seed=seed)
    assert source_check(made.protected, made.vault).findings == ()


@pytest.mark.parametrize("preset", ["strict", "paper"])
@pytest.mark.parametrize("name", CHANGES)
def test_every_change_of_the_chart_is_found(name: str, preset: str) -> None:
    made = shielded(preset=preset)
    assert made.protected.chart is not None
    changed = CHANGES[name](made.protected.chart)
    check = source_check(made.protected, made.vault, changed)
    assert not check.passed, name
    assert source_check(replace(made.protected, chart=changed), made.vault).findings == check.findings


def test_the_rows_of_another_permutation_are_found() -> None:
    made = shielded()
    for order in ((0, 0, 1), (0, 1), (0, 1, 2), (1, 0, 2), (2, 1, 0)):
        if order != made.vault.row_order:
            assert not source_check(made.protected, replace(made.vault, row_order=order)).passed, order


def test_the_table_that_stands_in_for_a_chart_passes() -> None:
    made = shielded()
    assert made.protected.chart is not None
    assert source_check(made.protected, made.vault, replace(made.protected.chart, kind="table")).passed


def test_a_question_about_something_else_is_found() -> None:
    made = shielded()
    for other in ("Saint Brannoc", "Kilmory"):
        asked = QUESTION.replace("Port Ellery", other)
        vault = replace(made.vault, record=replace(made.record, question=asked))
        assert not source_check(made.protected, vault).passed, other
    vault = replace(made.vault, record=replace(made.record, question=QUESTION.replace("2019", "2018")))
    assert not source_check(made.protected, vault).passed


def test_a_named_colour_must_stay_and_an_unnamed_one_need_not() -> None:
    made = shielded("What is the sum of the navy bars?")
    assert made.protected.chart is not None
    assert source_check(made.protected, made.vault).passed
    recoloured = replace(
        made.protected.chart, series=tuple(replace(s, colour_name="red") for s in made.protected.chart.series)
    )
    assert not source_check(made.protected, made.vault, recoloured).passed
    made = shielded()
    assert made.protected.chart is not None
    recoloured = replace(
        made.protected.chart, series=tuple(replace(s, colour_name="red") for s in made.protected.chart.series)
    )
    assert source_check(made.protected, made.vault, recoloured).passed


def test_no_chart_is_a_finding() -> None:
    made = shielded()
    assert not source_check(replace(made.protected, chart=None), made.vault).passed


def test_findings_hold_no_content() -> None:
    made = shielded()
    assert made.protected.chart is not None
    table = made.record.table
    assert table is not None
    words = {word.casefold() for label in table.categories for word in label.split()}
    for change in CHANGES.values():
        for finding in source_check(made.protected, made.vault, change(made.protected.chart)).findings:
            assert not words & set(f"{finding.message} {finding.location}".casefold().split())


LABELS = st.lists(
    st.text(st.characters(whitelist_categories=("Ll", "Lu")), min_size=3, max_size=9).map(str.strip),
    min_size=2,
    max_size=6,
    unique_by=str.casefold,
)


@settings(max_examples=40, deadline=None)
@given(labels=LABELS, data=st.data(), preset=st.sampled_from(["strict", "paper"]), seed=st.integers(0, 99))
def test_any_table_passes_as_made_and_fails_with_two_cells_exchanged(
    labels: list[str], data: st.DataObject, preset: str, seed: int
) -> None:
    numbers = st.one_of(st.none(), st.decimals(-999, 9999, places=1))
    cells = tuple(Cell(data.draw(numbers)) for _ in labels)
    table = Table("bar", "vertical", "", "", "", "", "nominal", tuple(labels), (Series(""),), (cells,))
    made = shielded("What is the average of all values?", preset, table, seed)
    chart = made.protected.chart
    assert chart is not None
    assert source_check(made.protected, made.vault).findings == ()
    (row,) = chart.values
    for i in range(len(row) - 1):
        exchanged = replace(chart, values=(_swapped(row, i, i + 1),))  # type: ignore[arg-type]
        assert source_check(made.protected, made.vault, exchanged).passed == (row[i] == row[i + 1])


def test_a_scale_of_the_values_does_not_matter_but_their_size_does() -> None:
    table = ferries()
    made = shielded(table=table)
    scaled = replace(
        table, cells=tuple(tuple(replace(c, value=Decimal(1)) for c in row) for row in table.cells)
    )
    vault = replace(made.vault, record=replace(made.record, table=scaled))
    assert not source_check(made.protected, vault).passed


def test_the_only_series_need_not_be_named_by_the_question_that_goes_out() -> None:
    posts = Table(
        "line", "vertical", "Vacant posts of Orm", "", "Year", "Posts", "time", ("2014", "2015", "2016"),
        (Series("Vacancies"),), ((Cell(Decimal(38), "38"), Cell(Decimal(44), "44"), Cell(Decimal(52), "52")),),
    )  # fmt: skip
    question = "What did the vacant posts come to in 2014?"
    for seed in range(4):
        made = shielded(question, table=posts, seed=seed)
        assert source_check(made.protected, made.vault).findings == ()
    two = replace(posts, series=(*posts.series, Series("Dismissals")), cells=posts.cells * 2)
    made = shielded("How many vacancies were there in 2014?", table=two)
    assert made.protected.chart is not None
    other = replace(made.protected, question=f"What is {made.protected.chart.series[1].label}?")
    assert any("series" in finding.message for finding in source_check(other, made.vault).findings)
