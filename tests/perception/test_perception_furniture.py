"""Lines of a site and notes are set aside, lines of the chart stay."""

from __future__ import annotations

import pytest

from recast.perception.furniture import ends_wrapped_line, without_furniture
from recast.perception.text import TextBox
from recast.types import Box


def kept(*lines: tuple[str, float]) -> list[str]:
    boxes = [TextBox(text, Box(20, y, 20 + 8 * len(text), y + 16), 0.99) for text, y in lines]
    return [t.text for t in without_furniture(boxes, 600, 400)]


def test_a_source_line_ends_the_chart() -> None:
    assert kept(
        ("Trees planted", 10), ("Larch", 300), ("Source: a survey", 340), ("and its sequel", 360)
    ) == [
        "Trees planted",
        "Larch",
    ]


@pytest.mark.parametrize(
    "note",
    [
        "© A statistics site 2021",
        "Additional Information",
        "Show source",
        "Survey conducted May 3-9, 2014.",
        "Figures may not add to 100%",
        "Note: rounded",
        "CC BY",
    ],
)
def test_notes_and_buttons_go(note: str) -> None:
    assert kept(("Larch", 200), (note, 380)) == ["Larch"]


@pytest.mark.parametrize("label", ["Sources of income", "Notebook", "Survey answers", "Don't know"])
def test_labels_that_begin_like_notes_stay(label: str) -> None:
    assert kept((label, 120)) == [label]


@pytest.mark.parametrize(
    ("left", "top", "rest"),
    [(10, 34, True), (160, 34, False), (10, 90, False)],
    ids=["under the line", "elsewhere in the line", "far below"],
)
def test_a_number_alone_under_a_long_line_ends_it(left: float, top: float, rest: bool) -> None:
    title = TextBox("Trees planted along the streets in", Box(10, 10, 400, 32), 0.99)
    year = TextBox("2021", Box(left, top, left + 60, top + 22), 0.99)
    assert ends_wrapped_line(year.box, [title, year]) is rest


def test_a_number_under_a_short_label_does_not_end_it() -> None:
    label = TextBox("Larch", Box(10, 10, 80, 32), 0.99)
    assert not ends_wrapped_line(Box(10, 34, 70, 56), [label])
