"""The protected check: a true drawing passes, each kind of untruth is found where it is, a slip is read again."""

from __future__ import annotations

import dataclasses
from dataclasses import replace

import pytest

from recast.perception import house
from recast.perception.house import read_house
from recast.perception.image import decode
from recast.perception.text import Pixels, TextBox
from recast.reconstruct.draw import draw
from recast.release.protected_check import protected_check
from recast.types import Box, ChartSpec, Medium, SpecSeries

SPEC = ChartSpec(
    "grouped_bar",
    "vertical",
    "Orchard bloom by district",
    "District",
    "Portion of growers",
    "nominal",
    ("Dunmarsh", "Tarns", "Quellar"),
    (SpecSeries("2027", "blue", "#2f7ed8", "tallies"), SpecSeries("2031", "orange", "#f08c1a", "tallies")),
    (("873.1", "268.4", None), ("640.9", "731.5", "195.7")),
)


@pytest.fixture(scope="module")
def medium() -> Medium:
    return draw(SPEC)


def test_a_true_drawing_passes(medium: Medium) -> None:
    assert protected_check(SPEC, medium).passed


@pytest.mark.parametrize(
    ("change", "location"),
    [
        ({"title": "Orchard gloom by district"}, "title"),
        ({"x_title": "Valley"}, "x_title"),
        ({"categories": ("Dunmarsh", "Quellar", "Tarns")}, "category:1"),
        ({"values": (("873.1", "268.4", None), ("640.9", "731.6", "195.7"))}, "value:1:1"),
        ({"values": (("873.1", "268.4", "4.2"), ("640.9", "731.5", "195.7"))}, "value:0:2"),
        ({"values": (("873.1", None, None), ("640.9", "731.5", "195.7"))}, "value:0:1"),
        ({"series": (SPEC.series[1], SPEC.series[0])}, "series:0"),
        ({"series": (replace(SPEC.series[0], colour_hex="#d62728"), SPEC.series[1])}, "series:0"),
        ({"kind": "stacked_bar"}, "kind"),
        ({"orientation": "horizontal"}, "kind"),
        ({"y_title": "Portion of growlers"}, "y_title"),
    ],
)
def test_each_untruth_is_found_where_it_is(medium: Medium, change: dict[str, object], location: str) -> None:
    check = protected_check(replace(SPEC, **change), medium)  # type: ignore[arg-type]
    assert location in {finding.location for finding in check.findings}


def test_values_exchanged_in_the_picture_are_found_although_both_are_drawn(medium: Medium) -> None:
    swapped = replace(SPEC, values=(("268.4", "873.1", None), SPEC.values[1]))
    other = draw(swapped)
    check = protected_check(SPEC, replace(other, placements=medium.placements))
    assert {finding.location for finding in check.findings} == {"value:0:0", "value:0:1"}


def test_a_drawing_without_signature_cannot_pass(medium: Medium) -> None:
    import io

    from PIL import Image

    pixels = decode(medium.data).copy()
    pixels[:40] = 255
    out = io.BytesIO()
    Image.fromarray(pixels).save(out, format="PNG")
    check = protected_check(SPEC, replace(medium, data=out.getvalue()))
    assert [finding.location for finding in check.findings] == ["picture"]


def test_a_slip_of_the_reader_is_read_again_before_it_is_a_finding(
    medium: Medium, monkeypatch: pytest.MonkeyPatch
) -> None:
    from recast.perception.text import read_text

    tarns = next(place.box for place in medium.placements if place.text == "Tarns")

    def slipping(pixels: Pixels) -> tuple[TextBox, ...]:
        return tuple(
            replace(line, text="Tams")
            if abs(line.box.x - tarns.x) < 4 and abs(line.box.y - tarns.y) < 4
            else line
            for line in read_text(pixels)
        )

    monkeypatch.setattr(house, "read_text", slipping)
    monkeypatch.setattr(house, "_memory", type(house._memory)())
    table = house.read_house(decode(medium.data))
    assert table is not None
    assert table.categories[1] == "Tams"
    assert protected_check(SPEC, medium).passed


def test_findings_carry_no_text_of_the_chart(medium: Medium) -> None:
    check = protected_check(replace(SPEC, title="Another"), medium)
    assert all("Orchard" not in finding.message + finding.location for finding in check.findings)


def test_boxes_that_only_touch_do_not_overlap() -> None:
    from recast.release.protected_check import _overlap

    assert not _overlap(Box(0, 0, 1, 1), Box(1, 0, 2, 1))
    assert _overlap(Box(0, 0, 2, 2), Box(1, 1, 3, 3))


def test_a_word_read_back_as_two_is_a_finding_since_a_solver_would_look_for_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    series = (SpecSeries("", "blue", "#2f7ed8", ""),)
    spec = ChartSpec(
        "bar", "vertical", "Lamps", "", "", "nominal", ("Pedestals", "Chains"), series, (("98.1", "37.5"),)
    )
    medium = draw(spec, 0)
    read = read_house(decode(medium.data))
    assert read is not None
    split = dataclasses.replace(read, categories=("Pedestal S", "Chains"))
    monkeypatch.setattr("recast.release.protected_check.read_house", lambda pixels: split)
    assert [finding.location for finding in protected_check(spec, medium).findings] == ["category:0"]
