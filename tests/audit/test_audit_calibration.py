"""The sheet for people holds what the judge saw and nothing that the judge said; agreement with it is counted right."""

from __future__ import annotations

import csv
import os
import stat
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from audit_sets import releases, tables
from hypothesis import given, settings
from hypothesis import strategies as st

from recast.audit.calibration import agreement, majority, read_sheet, write_sheet
from recast.audit.judge import VIEWS, Asked
from recast.errors import UsageError


def cases(count: int = 6, original: str = "") -> list[Asked]:
    """``original`` is a text that takes the place of the source, where one is given."""
    pairs = zip(*releases(tables(count)), strict=True)
    return [
        Asked(
            f"one/e{place}",
            ((sent, replace(known, is_chart=False, context=original) if original else known),),
        )
        for place, (sent, known) in enumerate(pairs)
    ]


def fill(path: Path) -> list[dict[str, str]]:
    """Every pair labelled as no leak but by its words; gives the sheet as it was."""
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows({**row, **dict.fromkeys(VIEWS, "No"), "lexical": "yes"} for row in rows)
    return rows


def test_the_sheet_holds_both_sides_without_the_labels_and_is_read_when_filled(tmp_path: Path) -> None:
    labels = np.array([[1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 1], [np.nan] * 4, [0, 0, 0, 0]])
    path = tmp_path / "sheet.csv"
    write_sheet(path, cases(), labels, 4)
    with pytest.raises(UsageError, match="pair 1"):
        read_sheet(path)
    rows = fill(path)
    assert len(rows) == 4
    assert {"one/e0", "one/e3"} <= {row["key"] for row in rows}
    assert not any(row[view] for row in rows for view in VIEWS)
    assert set(map(tuple, read_sheet(path).values())) == {(0, 1, 0, 0)}


def test_kappa_is_that_of_the_textbook() -> None:
    """Cohen 1960: 20 yes-yes, 5 yes-no, 10 no-yes, 15 no-no give κ = 0.4."""
    pairs = [(1, 1)] * 20 + [(1, 0)] * 5 + [(0, 1)] * 10 + [(0, 0)] * 15
    first = {str(place): [a, 0, 0, 0] for place, (a, _) in enumerate(pairs)}
    second = {str(place): [b, 0, 0, 0] for place, (_, b) in enumerate(pairs)}
    found = agreement(first, second)
    assert (found["semantic"].share, found["semantic"].kappa) == (0.7, pytest.approx(0.4))
    assert found["lexical"].kappa is None
    assert found["any"] == found["semantic"]
    assert majority([{"a": [1, 0, 0, 1]}, {"a": [1, 1, 0, 0]}, {"a": [0, 1, 0, 0]}]) == {"a": [1, 1, 0, 0]}
    with pytest.raises(UsageError, match="no pair"):
        agreement({}, second)


@pytest.mark.parametrize("mark", ["\u2028", "\x0c", "\x85", "\n", '"', ", "])
def test_an_original_with_any_kind_of_break_in_it_is_one_pair(tmp_path: Path, mark: str) -> None:
    path = tmp_path / "sheet.csv"
    write_sheet(path, cases(2, f"Mara kept{mark}six jars."), np.array([[1, 0, 0, 0], [0, 0, 0, 0]]), 2)
    assert all(f"kept{mark}six" in row["original"] for row in fill(path))
    assert read_sheet(path) == {"one/e0": [0, 1, 0, 0], "one/e1": [0, 1, 0, 0]}


@pytest.mark.skipif(os.name == "nt", reason="modes are of POSIX")
def test_only_its_user_may_read_the_sheet(tmp_path: Path) -> None:
    path = tmp_path / "sheet.csv"
    write_sheet(path, cases(), np.zeros((6, 4)), 4)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize(("leaks", "expected"), [(0, 0), (1, 1), (3, 2), (6, 4)])
def test_half_of_the_sheet_are_leaks_where_there_are_enough(
    tmp_path: Path, leaks: int, expected: int
) -> None:
    labels = np.zeros((6, 4))
    labels[:leaks, 2] = 1
    write_sheet(tmp_path / "sheet.csv", cases(), labels, 4)
    keys = [row["key"] for row in fill(tmp_path / "sheet.csv")]
    assert len(keys) == len(set(keys)) == 4
    assert sum(int(key.removeprefix("one/e")) < leaks for key in keys) == expected


def test_a_sheet_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"none\.csv cannot be read"):
        read_sheet(tmp_path / "none.csv")


LABELS = st.dictionaries(
    st.sampled_from("abcdefgh"), st.lists(st.integers(0, 1), min_size=4, max_size=4), min_size=1
)


@settings(max_examples=25)
@given(LABELS)
def test_all_agree_with_themselves_and_the_majority_of_one_is_itself(labels: dict[str, list[int]]) -> None:
    assert all(found.share == 1 and found.kappa in (1, None) for found in agreement(labels, labels).values())
    assert majority([labels]) == labels
    assert (
        majority([labels, labels, {key: [1 - one for one in said] for key, said in labels.items()}]) == labels
    )


@settings(max_examples=25)
@given(LABELS, LABELS)
def test_agreement_is_the_same_from_either_side(
    one: dict[str, list[int]], other: dict[str, list[int]]
) -> None:
    if one.keys() & other.keys():
        assert agreement(one, other) == agreement(other, one)
