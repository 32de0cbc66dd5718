from __future__ import annotations

import pytest

from recast.perception.labels import tidy


@pytest.mark.parametrize(
    ("read", "label"),
    [
        ("Kingsmead [", "Kingsmead"),
        ("Wool (kg)", "Wool (kg)"),
        ("● Oats", "Oats"),
        ("2019 -", "2019"),
        ("Rye *", "Rye"),
    ],
)
def test_what_stands_beside_a_label_is_no_part_of_it(read: str, label: str) -> None:
    assert tidy(read) == label
