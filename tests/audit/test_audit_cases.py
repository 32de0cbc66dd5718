"""The examples of an evaluation are read with all that was sent for each, and what was found of several is one."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from audit_sets import released, tables
from hypothesis import given, settings
from hypothesis import strategies as st

from recast.audit.cases import Case, Union, groups_of, load, union_of
from recast.errors import UsageError
from recast.policy import PRESETS
from recast.sent import write


def pair(preset: str = "strict") -> Any:
    return released(tables(1)[0], random.Random(1), PRESETS[preset])


def case(count: int, status: str = "answered", preset: str = "strict", **attributes: str) -> Case:
    row = {"id": "e", "attributes": attributes, "protected": {"status": status}}
    return Case("one", row, (pair(preset),) * count)


def report(folder: Path, content: object) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "report.json").write_text(json.dumps(content))
    return folder


def test_every_release_of_an_example_is_read_with_its_source(tmp_path: Path) -> None:
    sent, known = pair()
    paths = [write(tmp_path / "one", f"event{n}", sent, known) for n in range(2)]
    rows = [
        {"id": "a", "protected": {"status": "answered", "sent": paths}},
        {"id": "b", "protected": {"status": "refused"}},
    ]
    first, second = load([report(tmp_path / "one", {"examples": rows})])
    assert (first.folder, first.row["id"], first.policy) == ("one", "a", PRESETS["strict"].id)
    assert [one[1].context for one in first.releases] == [known.context] * 2
    assert (second.releases, second.policy, second.nothing_sent, first.nothing_sent) == (
        (),
        None,
        True,
        False,
    )


@pytest.mark.parametrize("content", [{}, [], {"examples": None}, {"examples": 3}])
def test_a_folder_without_a_report_is_named(tmp_path: Path, content: object) -> None:
    with pytest.raises(UsageError, match=r"mine holds no report"):
        load([report(tmp_path / "mine", content)])
    with pytest.raises(UsageError, match=r"none holds no report"):
        load([tmp_path / "none"])


@pytest.mark.parametrize(
    ("count", "status", "nothing"),
    [(0, "withheld", True), (0, "refused", True), (0, "solver_failed", False), (1, "withheld", False)],
)
def test_nothing_was_sent_where_it_ended_here(count: int, status: str, nothing: bool) -> None:
    assert case(count, status).nothing_sent is nothing


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(1, 4), min_size=1, max_size=6), st.data())
def test_what_is_found_of_the_releases_of_an_example_is_brought_together(
    counts: list[int], data: st.DataObject
) -> None:
    union = Union(np.repeat(np.arange(len(counts)), counts))
    found = data.draw(
        st.lists(st.one_of(st.just(np.nan), st.floats(0, 1)), min_size=sum(counts), max_size=sum(counts)).map(
            np.array
        )
    )
    parts = np.split(found, np.cumsum(counts)[:-1])
    assert list(union.firsts) == [0, *np.cumsum(counts)[:-1]]
    assert union.total(np.nan_to_num(found)) == pytest.approx([np.nansum(part) for part in parts])
    means = [np.nan if np.isnan(part).all() else np.nanmean(part) for part in parts]
    assert union.mean(found) == pytest.approx(means, nan_ok=True)


def test_a_union_knows_whose_each_release_is() -> None:
    assert list(union_of([case(2), case(1), case(3)]).owner) == [0, 0, 1, 2, 2, 2]


def test_groups_are_named_where_they_part_the_examples() -> None:
    cases = [
        case(1, chart_kind="pie"),
        case(1, preset="paper", chart_kind="bar"),
        case(2, chart_kind="pie", dataset="own"),
    ]
    groups = {name: list(members) for name, members in groups_of(cases)}
    assert groups == {
        "all": [True] * 3,
        f"policy: {PRESETS['strict'].id}": [True, False, True],
        f"policy: {PRESETS['paper'].id}": [False, True, False],
        "chart_kind: bar": [False, True, False],
        "chart_kind: pie": [True, False, True],
        "dataset: own": [False, False, True],
    }
