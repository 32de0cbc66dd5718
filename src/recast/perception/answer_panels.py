"""Lying bars in panels side by side that share the labels of their rows, one panel an answer: one chart of several
series. Whatever is not certain in it makes it several charts, which are never merged.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace

from recast.perception.bar_series import Group, Slot, slots_of
from recast.perception.bar_values import read_again, values_of
from recast.perception.bars import Bar, Bars, fit, signed_length
from recast.perception.labels import text_height, tidy
from recast.perception.legends import LegendEntry, heading_legend
from recast.perception.marks import Colour, near
from recast.perception.printed import Printed
from recast.perception.text import Pixels, TextBox

_ALIGNED = 4.0  # pixels that the bars of one row may lie apart across
_LEAST_SHARE = 0.8  # of the values of a panel that must agree with the lengths of its bars


@dataclass(frozen=True, slots=True)
class Answers:
    """``bars`` are those of all panels, each in the one colour of its panel; ``slots`` the rows that they share."""

    bars: Bars
    slots: tuple[Slot, ...]
    series: tuple[LegendEntry, ...]
    matched: dict[Bar, Printed]


def answer_panels(
    pixels: Pixels, texts: Sequence[TextBox], values: Sequence[Printed], plots: Sequence[Bars]
) -> Answers | None:
    """The panels as one chart: the same rows in all, every bar with a printed value that its length bears out, words
    for labels left of the first panel only, and one heading a panel. None where any of this is missing."""
    plots = sorted(plots, key=lambda plot: plot.zero)
    first = plots[0]
    places = first.places
    for plot in plots:
        if plot.orientation != "horizontal" or plot.stacked or len(plot.columns) != len(places):
            return None
        if any(abs(a - b) > _ALIGNED for a, b in zip(plot.places, places, strict=True)):
            return None
    ends = [*(plot.zero - 3 for plot in plots[1:]), float("inf")]
    if _labels_between(texts, plots):
        return None
    colours = [plot.all[0].colour for plot in plots]
    if any(near(a, b) for i, a in enumerate(colours) for b in colours[:i]):
        return None
    rows: list[list[Bar]] = [[] for _ in places]
    matched: dict[Bar, Printed] = {}
    for plot, end, colour in zip(plots, ends, colours, strict=True):
        own = [v for v in values if plot.zero - 3 <= v.box.left < end]
        read = _read(pixels, plot, own)
        if read is None:
            return None
        for row, column in zip(rows, plot.columns, strict=True):
            bar = replace(column[0], colour=colour)
            row.append(bar)
            matched[bar] = read[column[0]]
    spans = [
        (replace(plot.all[0].laid, low=plot.zero, high=plot.extent.right), colour)
        for plot, colour in zip(plots, colours, strict=True)
    ]
    used = {v.box for v in matched.values()}
    words = [t for t in texts if t.box not in used]
    letters = [t for t in words if any(c.isalpha() for c in t.text)]
    line = text_height(words)
    series = heading_legend(letters, spans, "horizontal", line)
    if len(series) != len(plots):
        series = _headings(letters, plots, colours, line)
    if len(series) != len(plots):
        return None
    words = [t for t in words if not any(t.box in e.boxes for e in series)]
    groups = [Group(place, tuple(row)) for place, row in zip(places, rows, strict=True)]
    slots = slots_of(pixels, words, first, groups, {})
    columns = tuple((bar,) for row in rows for bar in row)
    whole = Bars("horizontal", first.zero, first.thickness, columns)
    return Answers(whole, slots, series, matched)


def _headings(
    texts: Sequence[TextBox], plots: Sequence[Bars], colours: Sequence[Colour], line: float
) -> tuple[LegendEntry, ...]:
    """The line of words next above the bars, where it holds one box of text a panel, each reaching over its own."""
    top = min(plot.extent.top for plot in plots)
    above = [t for t in texts if top - 5 * line <= t.box.top and t.box.bottom <= top + 0.4 * line]
    if not above:
        return ()
    lowest = max(above, key=lambda t: t.box.y)
    heads = sorted((t for t in above if abs(t.box.y - lowest.box.y) < 0.5 * line), key=lambda t: t.box.left)
    if len(heads) != len(plots) or any(
        t.box.right < plot.extent.left or t.box.left > plot.extent.right
        for t, plot in zip(heads, plots, strict=True)
    ):
        return ()
    return tuple(
        LegendEntry(tidy(t.text), colour, (t.box,)) for t, colour in zip(heads, colours, strict=True)
    )


def _read(pixels: Pixels, plot: Bars, values: Sequence[Printed]) -> dict[Bar, Printed] | None:
    """The values of one panel, or None where a bar has none or they do not go with the lengths."""
    matched = values_of(pixels, plot, values)
    if len(matched) < len(plot.all):
        return None
    ruler = fit([(signed_length(b), v.value, v.decimals) for b, v in matched.items()])
    if ruler is None or ruler.share < _LEAST_SHARE:
        return None
    return read_again(pixels, plot, matched, ruler, unsigned=False)


def _labels_between(texts: Sequence[TextBox], plots: Sequence[Bars]) -> bool:
    """Whether words stand beside rows, left of a further panel and right of where the bars before it end: the rows of
    that panel have names of their own."""
    for before, plot in itertools.pairwise(plots):
        for text in texts:
            beside = any(abs(text.box.y - place) < 0.4 * plot.pitch for place in plot.places)
            between = before.zero < text.box.x < plot.zero and text.box.right > before.extent.left
            inside = any(
                b.laid.low - 2 <= text.box.x <= b.laid.high + 2 and b.laid.start <= text.box.y <= b.laid.end
                for b in before.all
            )
            if beside and between and not inside and sum(c.isalpha() for c in text.text) >= 3:
                return True
    return False
