"""Drawings: nothing overlaps or is clipped, bytes are deterministic and free of metadata, everything is printed."""

from __future__ import annotations

import io
import random
import struct
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from PIL import Image

from recast.errors import Withheld
from recast.reconstruct.draw import LONGEST, draw, layout
from recast.reconstruct.sheet import Line, Rect, Size, canvas, wrap
from recast.reconstruct.spec import as_table, local, validate
from recast.types import Box, ChartSpec, Protected, SpecSeries

KINDS = (
    ("bar", "vertical"),
    ("bar", "horizontal"),
    ("grouped_bar", "vertical"),
    ("grouped_bar", "horizontal"),
    ("stacked_bar", "vertical"),
    ("stacked_bar", "horizontal"),
    ("line", "vertical"),
    ("pie", "vertical"),
    ("table", "vertical"),
)
_COLOURS = ("#11283f", "#ffffff", "#000000", "#d9822b", "#2f6f9f", "#747f8d", "#141414", "")


@st.composite
def specs(draw_: st.DrawFn) -> ChartSpec:
    """Any shape that may be drawn; the words and numbers in it come from a seed, which keeps the search quick."""
    kind, orientation = draw_(st.sampled_from(KINDS))
    rows, columns = draw_(st.integers(1, 60)), 1 if kind in ("bar", "pie") else draw_(st.integers(1, 8))
    decimals, highest = draw_(st.sampled_from((0, 1, 2))), draw_(st.sampled_from((999, 98_000_000)))
    negative, named = draw_(st.booleans()) and kind != "pie", draw_(st.booleans())
    source = random.Random(draw_(st.integers(0, 2**32)))

    def words() -> str:
        word = ("".join(source.choices("abdegiklmnoprstuvw", k=source.randint(1, 13))) for _ in range(6))
        return " ".join(list(word)[: source.randint(1, 6)])[:36].strip().capitalize()

    def value() -> str | None:
        if kind != "pie" and source.random() < 0.2:
            return None
        plain = source.randint(1, highest) / 10**decimals * (-1 if negative and source.random() < 0.4 else 1)
        return f"{plain:.{decimals}f}"

    return ChartSpec(
        kind, orientation, words(), words(), words(), "nominal", tuple(f"{words()} {row}" for row in range(rows)),
        tuple(
            SpecSeries(words() if named or columns > 1 else "", "", source.choice(_COLOURS), "tallies")
            for _ in range(columns)
        ),
        tuple(tuple(value() for _ in range(rows)) for _ in range(columns)),
    )  # fmt: skip


def _too_close(some: list[Box], others: list[Box], gap: float, same: bool) -> bool:
    """Whether any box of the one list stands over one of the other, ``gap`` pixels to either side included."""
    one = np.array([[b.left, b.top, b.right, b.bottom] for b in some])[:, None, :]
    other = np.array([[b.left, b.top, b.right, b.bottom] for b in others])[None, :, :]
    across = (one[..., 2] + gap > other[..., 0]) & (other[..., 2] + gap > one[..., 0])
    touching = across & (one[..., 3] > other[..., 1]) & (other[..., 3] > one[..., 1])
    if same:
        np.fill_diagonal(touching, False)
    return bool(touching.any())


_LONG_NAME = ChartSpec(
    "bar", "vertical", "Bloom", "District", "Share", "nominal", ("North",),
    (SpecSeries("Portion of the growers of the upper terraces", "", "#d9822b", "tallies"),), (("453",),),
)  # fmt: skip


@settings(max_examples=40, deadline=None)
@example(_LONG_NAME, 1.0)
@given(specs(), st.sampled_from((1.0, 1.2, 1.65)))
def test_nothing_overlaps_nothing_is_clipped_everything_is_drawn(spec: ChartSpec, scale: float) -> None:
    assert not validate(spec)
    sheet = layout(spec, Size(scale))
    width, height = canvas(sheet)
    lines = [mark for mark in sheet.marks if isinstance(mark, Line)]
    rects = [Box(m.left, m.top, m.right, m.bottom) for m in sheet.marks if isinstance(m, Rect)]
    boxes = [line.box for line in lines]
    assert all(b.left >= 0 and b.top >= 0 and b.right <= width and b.bottom <= height for b in boxes + rects)
    assert not _too_close(boxes, boxes, 12 * scale, True), (
        "two texts stand closer than a reader can tell apart"
    )
    assert not _too_close(boxes, rects, 0, False), "text stands on a mark"
    texts: dict[str, str] = {}
    for line in lines:
        texts[line.element] = texts.get(line.element, "") + line.text.replace(" ", "")
    for c, label in enumerate(spec.categories):
        assert texts[f"category:{c}"] == label.replace(" ", "")
    for s, row in enumerate(spec.values):
        assert spec.series[s].label.replace(" ", "") in texts.get(f"series:{s}", "")
        for c, literal in enumerate(row):
            assert texts.get(f"value:{s}:{c}") == literal
    assert texts["title"] == spec.title.replace(" ", "")
    assert texts["y_title"] == spec.y_title.replace(" ", "") + "[tallies]"


def _spec(kind: str = "grouped_bar", orientation: str = "vertical") -> ChartSpec:
    return ChartSpec(
        kind,  # type: ignore[arg-type]
        orientation,  # type: ignore[arg-type]
        "Orchard bloom by district",
        "District",
        "Portion of growers",
        "nominal",
        ("Dunmarsh", "Tarns", "Quellar"),
        (SpecSeries("2027", "blue", "#2f7ed8", "tallies"), SpecSeries("2031", "navy", "#0f283f", "tallies")),
        (("873.1", "268.4", None), ("640.9", "731.5", "195.7")),
    )


def _chunks(data: bytes) -> list[bytes]:
    place, names = 8, []
    while place < len(data):
        (length,) = struct.unpack(">I", data[place : place + 4])
        names.append(data[place + 4 : place + 8])
        place += length + 12
    return names


@pytest.mark.parametrize(("kind", "orientation"), KINDS[2:7] + KINDS[8:])
def test_same_bytes_and_no_metadata(kind: str, orientation: str) -> None:
    medium = draw(_spec(kind, orientation))
    assert medium.data == draw(_spec(kind, orientation)).data
    assert set(_chunks(medium.data)) == {b"IHDR", b"IDAT", b"IEND"}
    assert {"Orchard bloom by district", "Dunmarsh", "873.1", "195.7"} <= set(medium.drawn)


def test_the_users_matplotlib_configuration_changes_nothing() -> None:
    import matplotlib

    plain = draw(_spec()).data
    with matplotlib.rc_context({"text.hinting": "none", "text.antialiased": False, "lines.linewidth": 9}):
        assert draw(_spec()).data == plain


def test_placements_are_where_the_ink_is() -> None:
    medium = draw(_spec(), 1)
    pixels = np.array(Image.open(io.BytesIO(medium.data)).convert("L"))
    for place in medium.placements:
        box = place.box
        inside = pixels[round(box.top) : round(box.bottom) + 1, round(box.left) : round(box.right) + 1]
        around = pixels[
            round(box.top) - 3 : round(box.bottom) + 3, round(box.left) - 4 : round(box.right) + 4
        ]
        assert (inside < 120).sum() > 5
        assert (around < 120).sum() - (inside < 120).sum() <= 2


def test_later_attempts_are_larger_until_the_reader_would_shrink_them() -> None:
    sizes = [Image.open(io.BytesIO(draw(_spec(), attempt).data)).size for attempt in range(3)]
    assert sizes[0] < sizes[1] < sizes[2]
    many = replace(_spec(), categories=tuple(f"Place {n}" for n in range(60)), values=(("873.1",) * 60,) * 2)
    assert max(Image.open(io.BytesIO(draw(many, 4).data)).size) <= LONGEST


def test_a_chart_too_large_for_its_kind_becomes_a_table() -> None:
    spec = replace(
        _spec(),
        categories=tuple(f"Place number {n} of the valley" for n in range(60)),
        series=tuple(SpecSeries(f"Group {s}", "", "", "") for s in range(8)),
        values=(("12345678.91",) * 60,) * 8,
    )
    medium = draw(spec)
    assert medium.data == draw(as_table(spec)).data


def test_wrapping_breaks_between_words_and_only_if_it_must_inside_one() -> None:
    assert wrap("", 100, 12) == ()
    assert wrap("one two three", 1000, 12) == ("one two three",)
    assert "".join(wrap("Abcdefghijklmnopqrstuvwxyz", 60, 12)) == "Abcdefghijklmnopqrstuvwxyz"
    lines = wrap("several words that make an even paragraph", 150, 12)
    assert " ".join(lines) == "several words that make an even paragraph"


@pytest.mark.parametrize(
    ("change", "location"),
    [
        ({"categories": ()}, "categories"),
        ({"categories": ("Dunmarsh", "東京", "Quellar")}, "category:1"),
        ({"categories": ("Dunmarsh", " ", "Quellar")}, "category:1"),
        ({"values": (("873.1",),)}, "values"),
        ({"values": (("873.1", "about 3", None), ("1", "2", "NaN"))}, "value:0:1"),
        ({"kind": "pie"}, "series"),
        ({"title": "long " * 60}, "title"),
    ],
)
def test_what_cannot_be_drawn_is_said(change: dict[str, object], location: str) -> None:
    spec = replace(_spec(), **change)  # type: ignore[arg-type]
    assert location in {finding.location for finding in validate(spec)}
    with pytest.raises(Withheld):
        draw(spec)


def test_the_local_spec_is_the_chart_of_the_record() -> None:
    protected = Protected("image", "", "?", (), _spec(), frozenset(), frozenset())
    assert local(protected) is protected.chart
    with pytest.raises(ValueError, match="no chart"):
        local(replace(protected, chart=None))
