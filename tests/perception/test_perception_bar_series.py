from __future__ import annotations

import numpy as np
import pytest

from recast.errors import Refused
from recast.perception.bar_series import Slot, groups_of, member, slots_of, with_unnamed
from recast.perception.bars import Bar, Bars, Laid
from recast.perception.legends import LegendEntry
from recast.perception.text import TextBox
from recast.types import Box

BLUE, NAVY, GREY = (40, 118, 221), (15, 40, 62), (186, 186, 186)
ORANGE, BROWN = (221, 152, 105), (165, 90, 38)


def row(*bars: tuple[float, tuple[int, int, int]]) -> Bars:
    """Upright bars of ten pixels in width, by their middle."""
    columns = tuple((Bar(Laid(-200, -100, x - 5, x + 5), colour),) for x, colour in bars)
    return Bars("vertical", -200.0, 10.0, columns)


def test_a_missing_bar_leaves_its_gap_in_the_group() -> None:
    bars = row((20, BLUE), (30, NAVY), (40, GREY), (80, BLUE), (100, GREY), (150, NAVY), (160, GREY))
    legend = [LegendEntry(name, c) for name, c in (("A", BLUE), ("B", NAVY), ("C", GREY))]
    groups = groups_of(bars, legend)
    assert [round(group.place) for group in groups] == [30, 90, 150]
    assert [len(group.bars) for group in groups] == [3, 2, 2]
    assert groups[1].place_of(1) == 90


def test_bars_that_are_only_highlighted_are_no_groups() -> None:
    bars = row((20, BLUE), (50, BLUE), (80, NAVY), (110, BLUE))
    assert [len(group.bars) for group in groups_of(bars, ())] == [1, 1, 1, 1]


def test_a_stack_in_other_colours_keeps_the_order_of_its_series() -> None:
    def stack(place: float, low: tuple[int, int, int], high: tuple[int, int, int]) -> Slot:
        parts = (
            Bar(Laid(0, 40, place, place + 20), low),
            Bar(Laid(40, 90, place, place + 20), high),
        )
        return Slot("row", (), place + 10, parts)

    slots = [stack(0, BLUE, NAVY), stack(40, ORANGE, BROWN), stack(80, BLUE, NAVY)]
    bars = Bars("horizontal", 0.0, 20.0, tuple(slot.bars for slot in slots))
    assert member(slots[1], NAVY, slots, bars) is slots[1].bars[1]
    assert member(slots[0], BLUE, slots, bars) is slots[0].bars[0]
    assert member(slots[0], GREY, slots, bars) is None
    both = (LegendEntry("A", BLUE), LegendEntry("B", NAVY))
    assert with_unnamed(both, slots, bars) == both
    assert [e.colour for e in with_unnamed(both[:1], slots, bars)] == [BLUE, NAVY, BROWN]


def test_bars_that_stand_evenly_are_one_a_category_whatever_their_colours() -> None:
    even = row(*((20 + 20 * i, (BLUE, GREY)[i % 2]) for i in range(6)))
    paired = row(*((20 + 12 * i + 16 * (i // 2), (BLUE, GREY)[i % 2]) for i in range(6)))
    assert [len(group.bars) for group in groups_of(even, ())] == [1] * 6
    assert [len(group.bars) for group in groups_of(paired, ())] == [2] * 3


def test_several_stacks_a_category_and_several_labels_under_a_bar_are_refused() -> None:
    def stack(x: float) -> tuple[Bar, ...]:
        return tuple(
            Bar(Laid(-200 + 40 * i, -160 + 40 * i, x - 10, x + 10), c) for i, c in enumerate((BLUE, NAVY))
        )

    def words(*places: float) -> list[TextBox]:
        return [TextBox("Lima", Box(x - 16, 206, x + 16, 222), 0.99) for x in places]

    def slots(columns: tuple[tuple[Bar, ...], ...], texts: list[TextBox]) -> None:
        bars = Bars("vertical", -200.0, 20.0, columns)
        slots_of(np.full((260, 500, 3), 255, np.uint8), texts, bars, groups_of(bars, ()), {})

    pairs = tuple(stack(x) for x in (60, 84, 180, 204, 300, 324))
    with pytest.raises(Refused, match="several stacks a category"):
        slots(pairs, words(72, 192, 312))
    with pytest.raises(Refused, match="several labels stand under one bar"):
        slots((stack(190)[:1],), words(150, 230))
