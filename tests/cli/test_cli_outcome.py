"""How commands end: the worst of several codes, and lines that stay lines."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recast.cli.outcome import line, worst


@pytest.mark.parametrize(
    ("codes", "code"), [([], 0), ([0, 0], 0), ([0, 3, 2], 3), ([4, 5, 0], 5), ([6, 1, 0], 1), ([0, 130], 130)]
)
def test_the_worst_code_is_the_highest_and_a_bug_before_all(codes: list[int], code: int) -> None:
    assert worst(codes) == code


@given(st.text())
def test_whatever_a_label_holds_it_stays_one_line(text: str) -> None:
    assert len(line(text).splitlines()) <= 1
    assert "\x1b" not in line(text)
