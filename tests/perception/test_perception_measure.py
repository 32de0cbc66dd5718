from __future__ import annotations

import pytest

from recast.perception.measure import category_role, is_time, unit_and_scale


@pytest.mark.parametrize(
    ("title", "unit", "scale"),
    [
        ("Share (%)", "%", ""),
        ("Revenue (million USD)", "USD", "million"),
        ("Amount in billion U.S. dollars", "U.S. dollars", "billion"),
        ("Takings (as a twelve month total) in euros", "euros", ""),
        ("Visitors in thousands", "", "thousand"),
        ("Height [metres]", "metres", ""),
        ("Percentage of households", "%", ""),
        ("Number of deaths", "", ""),
        ("Children in care", "", ""),
        ("", "", ""),
    ],
)
def test_unit_and_scale_of_titles(title: str, unit: str, scale: str) -> None:
    assert unit_and_scale(title) == (unit, scale)


@pytest.mark.parametrize(
    "label",
    ["1999", "2016/17", "2010-2012", "Q3 '19", "Jan 2020", "December 2020", "2021*", "FY 2015", "2020-03-01"],
)
def test_points_in_time(label: str) -> None:
    assert is_time(label)


@pytest.mark.parametrize("label", ["Marchers", "Top 10", "Mayfield", "1234", "North", "18-29"])
def test_other_labels_are_no_time(label: str) -> None:
    assert not is_time(label)


def test_roles() -> None:
    assert category_role(["2001", "2002"]) == "time"
    assert category_role(["FY17", "FY18"]) == "time"
    assert category_role(["17/18", "18/19"]) == "time"
    assert category_role(["Fall 2011", "Spring 2012"]) == "time"
    assert category_role(["2019", "2020 (forecast)"]) == "time"
    assert category_role(["18-29", "30-49", "65+"]) == "ordinal"
    assert category_role(["North", "South"]) == "nominal"
