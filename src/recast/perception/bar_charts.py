"""A bar chart of a publisher as a Table: bars, their printed values, categories, series and titles put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal

from recast.errors import Refused
from recast.language.colours import nearest_name
from recast.perception.answer_panels import answer_panels
from recast.perception.axis import Axis, check_axes, ticks_of, value_axis
from recast.perception.bar_lengths import Gauge, gauge, magnitudes, off_the_gauge, strays
from recast.perception.bar_search import fading, further_plots, missed_series
from recast.perception.bar_series import Slot, groups_of, member, series_of, slots_of, with_unnamed
from recast.perception.bar_values import (
    read_again,
    ruler_of,
    unassigned,
    values_of,
    with_flat_bars,
    with_flat_members,
)
from recast.perception.bars import Bar, Bars, lay, unlay
from recast.perception.furniture import ends_wrapped_line, without_furniture
from recast.perception.legends import LegendEntry, swatch_legend
from recast.perception.marks import Region, colour_names, hexadecimal, near
from recast.perception.measure import category_role, unit_and_scale
from recast.perception.missed import missed_texts
from recast.perception.panels import above_another, beside_another
from recast.perception.printed import Printed, common_scale, common_unit, in_scale, printed_value
from recast.perception.text import Pixels, TextBox
from recast.perception.titles import foot_title, side_title, titles
from recast.types import Cell, ChartKind, Series, Table

_LEAST_LABELLED = 0.6  # share of bars that must carry a value where nothing else tells what a bar is worth
_MISSING = Cell(None, None, "missing")


def bar_table(pixels: Pixels, texts: Sequence[TextBox], found: Sequence[Region], bars: Bars) -> Table:
    """The Table of a bar chart: printed values, and what stands without one read off the axis.

    Raises ``Refused`` saying what does not fit.
    """
    if beside_another(pixels, texts, bars):
        raise Refused("the picture holds two charts side by side; crop it to one")
    if above_another(texts, bars):
        raise Refused("the picture holds two charts, one above the other; crop it to one")
    height, width = pixels.shape[:2]
    texts = [*texts, *without_furniture(missed_texts(pixels, texts), width, height)]
    values = [v for v in ticks_of(texts) if not ends_wrapped_line(v.box, texts)]
    further = further_plots(pixels, found, texts, bars)
    if further or bars.others:
        answers = answer_panels(pixels, texts, values, (bars, *further)) if further else None
        if answers is None:
            raise Refused("the picture holds two charts; crop it to one")
        used = {v.box for v in answers.matched.values()} | {b for e in answers.series for b in e.boxes}
        used |= {t.box for slot in answers.slots for t in slot.boxes}
        words = [t for t in texts if t.box not in used]
        cells = _cells(answers.bars, answers.matched, None, False)
        return assembled(
            pixels, words, answers.bars, answers.slots, answers.series, True, answers.matched, cells, None
        )
    if missed_series(found, bars):
        raise Refused("bars of a further colour were seen whose shape cannot be made out")
    axis = value_axis(values, bars.extent, bars.orientation, pixels)
    ticks = [v for v in values if axis is not None and v.box in axis.boxes]
    texts = [t for t in texts if all(t.box != v.box for v in ticks)]
    values = [v for v in values if v not in ticks]
    matched = values_of(pixels, bars, values)
    unsigned = magnitudes(bars, ticks, matched)
    if axis is not None and len(matched) < _LEAST_LABELLED * len(bars.all):
        stray = strays(bars, axis, matched, unsigned)
        matched = {bar: value for bar, value in matched.items() if bar not in stray}
        values = [v for v in values if all(v.box != value.box for value in stray.values())]
    ruler = ruler_of(bars, matched, unsigned)
    matched = read_again(pixels, bars, matched, ruler, unsigned)
    colours = bars.colours
    taken = [unlay(bar.laid, bars.orientation) for bar in bars.all]
    used = {v.box for v in matched.values()}
    legend = swatch_legend(pixels, [t for t in texts if t.box not in used], found, colours, taken)
    if len(legend) < 2:
        legend = ()
    groups = groups_of(bars, legend)
    if any(group.order for group in groups):
        bars, matched = with_flat_members(bars, groups, matched, values, ruler)
        groups = groups_of(bars, legend)
    else:
        bars, matched = with_flat_bars(pixels, bars, matched, texts, values, ruler)
        groups = groups_of(bars, legend)
    measure = gauge(bars, axis, matched, ruler)
    if measure is None and len(matched) < _LEAST_LABELLED * len(bars.all):
        raise Refused(
            "the bars carry no printed values, and no value axis that can be read stands beside them"
        )
    if len(matched) < len(bars.all):
        check_axes([*values, *ticks], bars.extent, bars.orientation)
        if fading(pixels, bars):
            raise Refused("the bars fade out at their ends, so their lengths cannot be read")
    digits = {t.box for t in texts if any(c.isdigit() for c in t.text)}
    if unassigned(bars, matched, [v for v in values if v.box in digits]):
        raise Refused("some printed values could not be assigned to a bar")
    used = {v.box for v in matched.values()}
    words = [t for t in texts if t.box not in used and not _within_bars(t, bars)]
    words = [t for t in words if not any(t.box in e.boxes for e in legend)]
    slots = slots_of(pixels, words, bars, groups, matched)
    words = [t for t in words if all(t not in slot.boxes for slot in slots)]
    series, order = series_of(pixels, words, bars, legend, slots, colours)
    words = [t for t in words if not any(t.box in e.boxes for e in series)]
    series = with_unnamed(series, slots, bars)
    cells = _cells(bars, matched, measure, unsigned)
    return assembled(pixels, words, bars, slots, series, order, matched, cells, axis)


def _within_bars(text: TextBox, bars: Bars) -> bool:
    """Whether a text stands inside one bar or over several: what is left there is a value read badly."""
    laid = lay(text.box, bars.orientation)
    return printed_value(text) is not None and any(
        b.laid.start <= laid.across <= b.laid.end and b.laid.low <= laid.along <= b.laid.high
        for b in bars.all
    )


def _cells(
    bars: Bars, matched: Mapping[Bar, Printed], measure: Gauge | None, unsigned: bool
) -> dict[Bar, Cell]:
    """The cell of every bar: its printed value in the scale of most, else its length by the measure of the chart."""
    scale = common_scale(list(matched.values()))
    cells: dict[Bar, Cell] = {}
    for column in bars.columns:
        for bar in column:
            value = matched.get(bar)
            if value is not None:
                exact = in_scale(value, scale)
                cells[bar] = Cell(exact, value.text, "printed", Decimal(0), value.confidence, value.box)
            elif measure is not None:
                cells[bar] = off_the_gauge(bar, column, bars, measure, unsigned)
    return cells


def assembled(
    pixels: Pixels,
    words: Sequence[TextBox],
    bars: Bars,
    slots: Sequence[Slot],
    legend: tuple[LegendEntry, ...],
    several: bool,
    matched: dict[Bar, Printed],
    cells: Mapping[Bar, Cell],
    axis: Axis | None,
) -> Table:
    """The Table of marks whose cells, categories and series are known: titles, unit and scale are read from ``words``,
    what is left of the text. ``several``: the marks of one category differ in colour."""
    printed = list(matched.values())
    scale, unit = common_scale(printed), common_unit(printed)
    if axis is not None:
        scale, unit = (scale if printed else axis.scale), unit or axis.unit
    vertical = bars.orientation == "vertical"
    boxes = [v.box for v in printed] + [t.box for slot in slots for t in slot.boxes]
    top = min([b.top for b in boxes] + [bars.extent.top])
    top = min([top] + [e.box.top for e in legend if e.boxes])
    bottom = max([b.bottom for b in boxes] + [bars.extent.bottom])
    left = min([b.left for b in boxes] + [bars.extent.left])
    title, subtitle = titles(pixels, words, top + 4)
    side = side_title(pixels, words, bars.extent.left, bars.extent.top, bars.extent.bottom)
    middle = (bars.extent.left + bars.extent.right) / 2
    foot = foot_title(words, [t for slot in slots for t in slot.boxes], bottom - 4, middle)
    del left
    value_title, category_title = (side, foot) if vertical else (foot, side)
    for words_of in (value_title, subtitle, title):
        named_unit, named_scale = unit_and_scale(words_of)
        unit, scale_word = unit or named_unit, named_scale
        if not scale and scale_word:
            scale = scale_word
        if named_unit or named_scale:
            break

    def cell(bar: Bar | None) -> Cell:
        return cells.get(bar, _MISSING) if bar is not None else _MISSING

    if legend:
        rows = tuple(
            tuple(cell(member(slot, entry.colour, slots, bars)) for slot in slots) for entry in legend
        )
        series = tuple(
            Series(e.label, name, hexadecimal(e.colour), unit, scale)
            for e, name in zip(legend, colour_names([e.colour for e in legend]), strict=True)
        )
    else:
        rows = (tuple(cell(slot.bars[0]) for slot in slots),)
        colours = [slot.bars[0].colour for slot in slots]
        one = all(near(c, colours[0]) for c in colours)
        series = (
            Series(
                "",
                nearest_name(colours[0]) if one else "",
                hexadecimal(colours[0]) if one else "",
                unit,
                scale,
            ),
        )
    shades = () if legend or not slots else colour_names([slot.bars[0].colour for slot in slots])
    kind: ChartKind = "stacked_bar" if bars.stacked else "grouped_bar" if several else "bar"
    categories = tuple(slot.label for slot in slots)
    return Table(
        kind,
        bars.orientation,
        title,
        subtitle,
        category_title,
        value_title,
        category_role(categories),
        categories,
        series,
        rows,
        shades if len(set(shades)) > 1 else (),
    )
