from __future__ import annotations

import numpy as np
import pytest

from recast.perception.stroke import Stroke
from recast.perception.text import TextBox
from recast.perception.time_axis import Place, _under_points, places_below, restarts
from recast.types import Box

PAPER = np.full((300, 600, 3), 255, np.uint8)


def label(text: str, x: float) -> TextBox:
    half = 4 * len(text)
    return TextBox(text, Box(x - half, 262, x + half, 276), 1.0)


def stroke(left: float, right: float, dots: tuple[float, ...] = (), bend: float | None = None) -> Stroke:
    path = np.full(600, np.nan)
    columns = np.arange(int(left), int(right))
    path[columns] = 120.0 if bend is None else 120.0 - 0.5 * np.abs(columns - bend)
    return Stroke(
        (30, 80, 200),
        np.zeros((300, 600), np.uint8),
        Box(left, 60, right, 240),
        path,
        np.isfinite(path),
        2.0,
        tuple((x, 120.0) for x in dots),
    )


def names(places: tuple[Place, ...]) -> list[str]:
    return [place.label for place in places]


def test_unwritten_years_are_named_where_markers_stand() -> None:
    dots = (50.0, 110.0, 200.0, 320.0)  # 2000, 2002, 2005, 2009
    texts = [label("2000", 51), label("2005", 199)]
    places = places_below(PAPER, texts, [stroke(50, 321, dots)])
    assert names(places) == ["2000", "2002", "2005", "2009"]
    assert [p.x for p in places] == pytest.approx(dots, abs=1)


def test_lines_that_bend_between_labels_are_read_at_every_year() -> None:
    texts = [label(str(year), 50 + 100 * i) for i, year in enumerate((2000, 2005, 2010))]
    assert names(places_below(PAPER, texts, [stroke(50, 250)])) == ["2000", "2005", "2010"]
    bent = places_below(PAPER, texts, [stroke(50, 250, bend=110)])
    assert names(bent) == [str(year) for year in range(2000, 2011)]


@pytest.mark.parametrize(
    ("first", "second", "between"),
    [("Jan 18", "Mar 18", "Feb 18"), ("'98", "'00", "'99"), ("Q4 2019", "Q2 2020", "Q1 2020")],
)
def test_points_in_time_are_written_as_their_neighbours(first: str, second: str, between: str) -> None:
    texts = [label(first, 100), label(second, 200)]
    assert names(places_below(PAPER, texts, [stroke(100, 201, (100.0, 150.0, 200.0))])) == [
        first,
        between,
        second,
    ]


def test_a_label_that_was_missed_is_filled_in() -> None:
    texts = [label(str(2011 + i), 60 + 80 * i) for i in (0, 2, 3, 4)]
    assert names(places_below(PAPER, texts, [stroke(60, 381)])) == ["2011", "2012", "2013", "2014", "2015"]


def test_labels_that_are_no_time_stay_as_they_are() -> None:
    texts = [label(text, 60 + 100 * i) for i, text in enumerate(("Larch", "Birch", "Alder"))]
    places = places_below(PAPER, texts, [stroke(60, 261, (62.0, 161.0, 258.0))])
    assert names(places) == ["Larch", "Birch", "Alder"]
    assert [p.x for p in places] == [62.0, 161.0, 258.0]


def test_labels_that_begin_anew_are_two_charts() -> None:
    years = ("2000", "2010", "2020", "2000", "2010", "2020")
    assert restarts([Place(year, 50.0 + 60 * i) for i, year in enumerate(years)])
    assert not restarts([Place(year, 50.0 + 60 * i) for i, year in enumerate(years[:3])])


def test_a_detail_of_the_last_years_beside_a_chart_is_another_chart() -> None:
    labels = ("1993", "2000", "2007", "2013", "Jan", "2012", "May", "2013")
    assert restarts([Place(text, 50.0 + 60 * i) for i, text in enumerate(labels)])
    rising = ("2000", "2007", "2013", "2014", "Forecast")
    assert not restarts([Place(text, 50.0 + 60 * i) for i, text in enumerate(rising)])


def test_the_zero_of_the_value_axis_in_the_row_of_the_labels_is_no_category() -> None:
    ticks = [
        TextBox(text, Box(16, y, 36, y + 14), 1.0) for text, y in (("40K", 60), ("20K", 160), ("OK", 258))
    ]
    years = [label(str(year), 60 + 100 * i) for i, year in enumerate((2001, 2002, 2003))]
    assert names(places_below(PAPER, [*ticks, *years], [stroke(60, 261)])) == ["2001", "2002", "2003"]
    months = [label(month, 60 + 100 * i) for i, month in enumerate(("Jan", "Feb", "Mar"))]
    assert names(places_below(PAPER, [*ticks, *months], [stroke(60, 261)])) == ["Jan", "Feb", "Mar"]


@pytest.mark.parametrize("aside", [0.0, 0.45])
def test_labels_at_a_slope_stand_where_the_line_has_its_points(aside: float) -> None:
    step, first = 60, 80
    labels = [
        Place(
            f"Ward {i}",
            first + step * i + aside * step,
            (Box(first + step * i - 14, 300, first + step * i + 14, 330),),
        )
        for i in range(5)
    ]
    path = np.full(400, np.nan)
    path[first : first + 4 * step + 1] = 100.0
    line = Stroke(
        (40, 90, 200), np.zeros((400, 400), np.uint8), Box(80, 98, 321, 102), path, np.isfinite(path), 2.0
    )
    assert [round(p.x) for p in _under_points(labels, [line])] == [80, 140, 200, 260, 320]
