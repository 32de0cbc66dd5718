from __future__ import annotations

import numpy as np

from recast.perception.answer_panels import answer_panels
from recast.perception.bars import Bar, Bars, Laid
from recast.perception.panels import above_another
from recast.perception.printed import Printed, printed_value
from recast.perception.text import TextBox
from recast.types import Box

BLUE, ORANGE = (40, 118, 221), (230, 150, 40)
PAPER = np.full((400, 700, 3), 255, np.uint8)
FIRST, SECOND = (120, 60, 90), (45, 105, 75)


def panel(zero: float, lengths: tuple[int, ...], colour: tuple[int, int, int]) -> Bars:
    columns = tuple(
        (Bar(Laid(zero, zero + length, 100 + 60 * i, 124 + 60 * i), colour),)
        for i, length in enumerate(lengths)
    )
    return Bars("horizontal", zero, 24.0, columns)


def text(words: str, x: float, y: float) -> TextBox:
    half = 4.0 * len(words)
    return TextBox(words, Box(x - half, y - 8, x + half, y + 8), 1.0)


def numbers(plot: Bars) -> list[TextBox]:
    return [text(str(round(b.laid.length / 2)), b.laid.high + 16, b.laid.across) for b in plot.all]


def values(texts: list[TextBox]) -> list[Printed]:
    return [value for t in texts if (value := printed_value(t)) is not None]


def drawn() -> tuple[list[TextBox], tuple[Bars, Bars]]:
    plots = panel(150, FIRST, BLUE), panel(420, SECOND, ORANGE)
    texts = [text(name, 90, 112 + 60 * i) for i, name in enumerate(("Larch", "Birch", "Alder"))]
    texts += [text("Agree", 200, 70), text("Disagree", 470, 70)]
    return [*texts, *numbers(plots[0]), *numbers(plots[1])], plots


def test_panels_that_share_their_rows_are_one_chart() -> None:
    texts, plots = drawn()
    read = answer_panels(PAPER, texts, values(texts), plots)
    assert read is not None
    assert [entry.label for entry in read.series] == ["Agree", "Disagree"]
    assert [slot.label for slot in read.slots] == ["Larch", "Birch", "Alder"]
    rows = [[int(read.matched[bar].value) for bar in slot.bars] for slot in read.slots]
    assert rows == [[60, 22], [30, 52], [45, 38]]


def test_panels_whose_rows_have_names_of_their_own_are_two_charts() -> None:
    texts, plots = drawn()
    texts += [text(name, 370, 112 + 60 * i) for i, name in enumerate(("Maple", "Linden", "Aspen"))]
    assert answer_panels(PAPER, texts, values(texts), plots) is None


def test_panels_with_a_value_that_its_bar_does_not_bear_out_are_not_joined() -> None:
    texts, plots = drawn()
    wrong = [t for t in texts if t.text not in ("22", "52")]
    wrong += [text("95", 420 + 45 + 16, 112), text("9", 420 + 105 + 16, 172)]
    assert answer_panels(PAPER, wrong, values(wrong), plots) is None


def test_a_heading_as_wide_as_the_picture_between_rows_begins_another_chart() -> None:
    bars = panel(150, FIRST, BLUE)
    texts = [text("Larch", 90, 112), text("Birch", 90, 172), text("Alder", 90, 232)]
    heading = TextBox("a question about another thing", Box(20, 132, 300, 152), 1.0)
    narrow = TextBox("A group", Box(20, 132, 100, 152), 1.0)
    wide = TextBox("the title of the picture", Box(20, 10, 310, 30), 1.0)
    assert above_another([*texts, wide, heading], bars)
    assert not above_another([*texts, wide, narrow], bars)
