"""Line charts of publishers as Tables: lines, places along the category axis, values and names put together."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import replace

from recast.errors import Refused
from recast.perception.axis import Axis, check_axes, ticks_of, value_axis
from recast.perception.labels import text_height
from recast.perception.legends import LegendEntry
from recast.perception.line_losses import check_names, ink_left_over, is_broken
from recast.perception.line_names import line_names, marked_names
from recast.perception.line_values import Point, Readings, cell_of, read_values
from recast.perception.marks import Region, colour_names, hexadecimal
from recast.perception.measure import category_role, unit_and_scale
from recast.perception.merged_labels import labels_apart
from recast.perception.printed import Printed, common_scale, common_unit
from recast.perception.stroke import Stroke, pitch_of
from recast.perception.text import Pixels, TextBox
from recast.perception.time_axis import Place, places_below, restarts
from recast.perception.titles import foot_title, side_title, titles
from recast.types import Box, Cell, Series, Table

_END_VALUE = re.compile(r"([$€£]?\d[\d.,]*%?)\s*([A-Za-z].*)|([A-Za-z]+ ?[A-Za-z]*?)\s*([$€£]?\d[\d.,]*%?)")
_LONGEST_UNIT = 3  # words
_DOUBTED_LINE = 0.7  # confidence at most on a line that may be two, or beside one that was not read
_LEFT_OUT = 0.15  # of the length of a line: so much in its colour beside it may be a part of it
_DOUBLED = 0.5  # of the length of a line: so much more in its colour beside it is a second line


def line_table(
    pixels: Pixels,
    texts: Sequence[TextBox],
    found: Sequence[Region],
    strokes: Sequence[Stroke],
    bases: Sequence[Stroke | None] = (),
) -> Table:
    """The Table of a line chart, or of areas by their upper edges and, where they are stacked, the ``bases`` that they
    stand on. Raises ``Refused`` where its places or values cannot be read.

    Not covered: lines of one colour that follow each other closely, which are taken for one; values printed in the
    bands of a stack, which are read off the axis all the same.
    """
    if any(s.beside > _DOUBLED and max(s.colour) - min(s.colour) > 40 for s in strokes):
        raise Refused("several lines of one colour, or several charts in the picture; crop it to one")
    line = text_height(texts)
    floor = max(stroke.box.bottom for stroke in strokes) - 0.6 * line
    apart = [part for t in texts for part in (labels_apart(t) if t.box.top >= floor else (t,))]
    words = _with_end_values(strokes, apart, line)
    marked = marked_names(pixels, [t for t in words if any(c.isalpha() for c in t.text)], found, strokes)
    stacked = any(base is not None for base in bases)
    if stacked and len(marked) < len(strokes):
        raise Refused("areas one on the other, not all of which are named; values cannot be told apart")
    legend_boxes = {box for entry in marked for box in entry.boxes}
    words = [t for t in words if t.box not in legend_boxes]
    places: Sequence[Place] = places_below(pixels, words, strokes)
    if len(places) < 2:
        raise Refused("a line chart whose time axis has no labels that can be read")
    if restarts(places):
        raise Refused("the picture holds two charts side by side; crop it to one")
    plot = _plot(strokes, places)
    used = {box for place in places for box in place.boxes}
    words = [t for t in words if t.box not in used]
    numbers = [p for p in ticks_of(words) if p.box.bottom < plot.bottom + 60]
    axis = value_axis(numbers, plot, "vertical", pixels)
    check_axes(numbers, plot, "vertical")
    ticks = set(axis.boxes) if axis is not None else set()
    words = [t for t in words if t.box not in ticks]
    pitch = pitch_of([p.x for p in places])
    points: Sequence[Point] = _points(strokes, bases or [None] * len(strokes), places, pitch)
    values = [] if stacked else [v for v in numbers if v.box not in ticks]
    readings = read_values(pixels, points, values, strokes, axis, pitch, line)
    if readings.scale is None:
        places, points, readings = _printed_only(places, points, readings)
    taken = {v.box for v in readings.printed.values()}
    words = [t for t in words if t.box not in taken]
    letters = [t for t in words if any(c.isalpha() for c in t.text)]
    legend = line_names(letters, strokes, marked)
    check_names(pixels, letters, strokes, plot)
    doubted = {
        i
        for i, stroke in enumerate(strokes)
        if stroke.beside > _LEFT_OUT or is_broken(stroke, strokes, texts, pitch)
    }
    if ink_left_over(pixels, texts, strokes, plot):
        doubted = set(range(len(strokes)))
    return _table(pixels, words, strokes, legend, places, points, readings, plot, doubted)


def _points(
    strokes: Sequence[Stroke], bases: Sequence[Stroke | None], places: Sequence[Place], pitch: float
) -> list[Point]:
    """The points of all lines at all places where they are seen, place by place."""
    points: list[Point] = []
    for c, place in enumerate(places):
        for s, (stroke, base) in enumerate(zip(strokes, bases, strict=True)):
            read = stroke.height_at(place.x, pitch)
            foot = base.height_at(place.x, pitch) if base is not None else None
            if read is None or (base is not None and foot is None):
                continue
            points.append(
                Point(s, c, place.x, read[0], read[1], bool(place.boxes), foot[0] if foot else None)
            )
    return points


def _with_end_values(strokes: Sequence[Stroke], texts: Sequence[TextBox], line: float) -> list[TextBox]:
    """The texts, those at the right end of a line that hold a number and words cut into the value of the last point
    and the name of its line ("62 North", "North 62")."""
    ends = [
        (s.box.right, read[0]) for s in strokes if (read := s.height_at(s.box.right - 2, line)) is not None
    ]
    cut: list[TextBox] = []
    for text in texts:
        found = _END_VALUE.fullmatch(text.text.strip())
        at_end = any(text.box.left > x - 1.5 * line and abs(y - text.box.y) <= 1.6 * line for x, y in ends)
        if found is None or not at_end:
            cut.append(text)
            continue
        head, tail = (part for part in found.groups() if part is not None)
        at = text.box.left + text.box.width * len(head) / len(text.text.strip())
        cut.append(TextBox(head, replace(text.box, right=at - 1), text.confidence))
        cut.append(TextBox(tail, replace(text.box, left=at + 1), text.confidence))
    return cut


def _printed_only(
    places: Sequence[Place], points: Sequence[Point], readings: Readings
) -> tuple[list[Place], list[Point], Readings]:
    """Without any scale: the places whose label is written or which have a printed value, and the points there."""
    with_value = {points[i].category for i in readings.printed}
    kept = [c for c, place in enumerate(places) if place.boxes or c in with_value]
    moved = {
        index: replace(point, category=kept.index(point.category))
        for index, point in enumerate(points)
        if point.category in kept
    }
    again = {new: readings.printed[old] for new, old in enumerate(moved) if old in readings.printed}
    return [places[c] for c in kept], list(moved.values()), Readings(again, None)


def _plot(strokes: Sequence[Stroke], places: Sequence[Place]) -> Box:
    """The rectangle that the lines run in, between the first and the last place."""
    return Box(
        max(min(s.box.left for s in strokes), places[0].x - 2),
        min(s.box.top for s in strokes),
        min(max(s.box.right for s in strokes), places[-1].x + 2),
        max(s.box.bottom for s in strokes),
    )


def _table(
    pixels: Pixels,
    words: Sequence[TextBox],
    strokes: Sequence[Stroke],
    legend: Sequence[LegendEntry],
    places: Sequence[Place],
    points: Sequence[Point],
    readings: Readings,
    plot: Box,
    doubted: Set[int],
) -> Table:
    printed = list(readings.printed.values())
    drawn_scale, unit = _measure(printed, readings.scale)
    tops = [plot.top] + [v.box.top for v in printed] + [e.box.top for e in legend if e.boxes]
    legend_boxes = {box for e in legend for box in e.boxes}
    words = [t for t in words if t.box not in legend_boxes]
    title, subtitle = titles(pixels, words, min(tops) + 4)
    y_title = side_title(pixels, words, plot.left, plot.top, plot.bottom)
    x_title = foot_title(words, (), plot.bottom + 4, plot.x)
    scale = drawn_scale
    for text in (y_title, subtitle, title):
        named_unit, named_scale = unit_and_scale(text)
        if (named_unit or named_scale) and len(named_unit.split()) <= _LONGEST_UNIT:
            unit, scale = unit or named_unit, scale or named_scale
            break
    cells: dict[tuple[int, int], Cell] = {}
    for index, point in enumerate(points):
        cell = cell_of(point, index, readings, drawn_scale)
        if point.series in doubted:
            cell = replace(cell, confidence=min(cell.confidence, _DOUBTED_LINE))
        cells[point.series, point.category] = cell
    missing = Cell(None, None, "missing")
    rows = [[cells.get((s, c), missing) for c in range(len(places))] for s in range(len(strokes))]
    labels = [e.label for e in legend] or [""]
    series = [
        Series(label, name, hexadecimal(stroke.colour), unit, scale)
        for label, name, stroke in zip(
            labels, colour_names([s.colour for s in strokes]), strokes, strict=True
        )
    ]
    order = _reading_order(legend, text_height(words)) if legend else [0]
    names = tuple(place.label for place in places)
    return Table(
        "line",
        "vertical",
        title,
        subtitle,
        x_title,
        y_title,
        category_role(names),
        names,
        tuple(series[i] for i in order),
        tuple(tuple(rows[i]) for i in order),
    )


def _measure(printed: Sequence[Printed], axis: Axis | None) -> tuple[str, str]:
    """Scale and unit of the values: as printed at the points, else as written at the axis."""
    scale = common_scale(printed) if printed else axis.scale if axis is not None else ""
    unit = common_unit([v for v in printed if len(v.unit.split()) < _LONGEST_UNIT])
    return scale, unit or (axis.unit if axis is not None else "")


def _reading_order(legend: Sequence[LegendEntry], line: float) -> list[int]:
    """The series by where their names stand: from top to bottom, in a row from left to right, nameless ones last."""
    return sorted(
        range(len(legend)),
        key=lambda i: (not legend[i].boxes, round(legend[i].box.y / max(line, 1.0)), legend[i].box.left),
    )
