"""The category axis below lines: which places have points, and what each of them is called.

Labels that are points in time stand at regular places, so one straight line gives the place of every year, quarter or
month, also of those that are not written out: where a line has a marker there, or bends there.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from statistics import median

import numpy as np

from recast.perception.labels import place_labels
from recast.perception.stroke import Stroke
from recast.perception.text import Pixels, TextBox
from recast.perception.upright_labels import upright_labels
from recast.types import Box

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MOST_PLACES = 160  # beyond this only the labelled places are read
_EVEN = 0.3  # of the pitch: how unlike the distances of labels to their places may be
_ASIDE = (0.12, 0.75)  # of the pitch: how far labels stand beside their places
_LEAST_PITCH = 3.0  # pixels between two places that are not written out
_MARK = re.compile(r"[\s*^†‡#]+$")
_YEAR = re.compile(r"(?P<short>['’‘`]?)(?P<year>\d{4}|\d{2})")
_MONTH = re.compile(r"(?P<month>[A-Za-z]{3,9})\.?(?P<gap>\s*[-–]?\s*)(?P<short>['’‘`]?)(?P<year>\d{4}|\d{2})")
_QUARTER = re.compile(
    r"(?P<mark>[Qq])(?P<quarter>[1-4])(?P<gap>\s*[-–]?\s*)(?P<short>['’‘`]?)(?P<year>\d{4}|\d{2})"
)


@dataclass(frozen=True, slots=True, repr=False)
class Place:
    """One category: its label, its place across (pixels) and the boxes of the label, none where it is not written."""

    label: str
    x: float
    boxes: tuple[Box, ...] = ()

    def __repr__(self) -> str:
        return f"<Place at {self.x:.0f}>"


@dataclass(frozen=True, slots=True)
class _Moment:
    """A point in time counted in its own unit, and how such points are written."""

    unit: str
    count: int
    write: Callable[[int], str]


@dataclass(frozen=True, slots=True)
class _Scale:
    """``x = start + step × count``."""

    start: float
    step: float

    def x_of(self, count: float) -> float:
        return self.start + self.step * count

    def count_at(self, x: float) -> float:
        return (x - self.start) / self.step


def places_below(pixels: Pixels, texts: Sequence[TextBox], strokes: Sequence[Stroke]) -> tuple[Place, ...]:
    """The categories of lines, from left to right: every label below them, and on a regular time axis also the places
    that are not written where a line has a marker or, if no line has any, where lines bend between the labels.

    Not covered: axes whose labels name spans between two ticks; their middle is taken.
    """
    left, right = min(s.box.left for s in strokes), max(s.box.right for s in strokes)
    floor = max(s.box.bottom for s in strokes)
    labels = [
        Place(label, x, tuple(t.box for t in boxes))
        for label, x, boxes in upright_labels(pixels, texts, left, right, floor)
        or place_labels(texts, left, right, floor)
        if label
    ]
    if len(labels) < 2:
        return tuple(labels)
    labels = _under_points(labels, strokes)
    dots = sorted(x for stroke in strokes for x, _ in stroke.dots)
    moments = [_moment(place.label) for place in labels]
    scale = _time_scale(labels, moments)
    if scale is None:
        return tuple(_snapped(labels, dots))
    known = next(m for m in moments if m is not None)
    scale = _settled(scale, dots, strokes, labels)
    counts = [_count_of(place, moment, scale) for place, moment in zip(labels, moments, strict=True)]
    if len(set(counts)) < len(counts):
        return tuple(_snapped(labels, dots))
    named = {
        count: replace(
            place,
            label=place.label if moment is not None and moment.count == count else known.write(count),
            x=_seat(place.x, scale.x_of(count), dots, scale.step),
        )
        for count, place, moment in zip(counts, labels, moments, strict=True)
    }
    for count, x in _between(scale, {c: named[c].x for c in sorted(named)}, dots, strokes).items():
        named.setdefault(count, Place(known.write(count), x))
    return tuple(named[count] for count in sorted(named))


def _under_points(labels: Sequence[Place], strokes: Sequence[Stroke]) -> list[Place]:
    """Labels at a slope hang by their end or by their middle: where the lines run over just as many places of the same
    pitch as there are labels, all of them beside the labels by the same part of it, the places are those of the lines."""
    seen = [np.flatnonzero(np.isfinite(stroke.path)) for stroke in strokes]
    left = min((int(columns[0]) for columns in seen if columns.size), default=0)
    right = max((int(columns[-1]) for columns in seen if columns.size), default=0)
    step = (right - left) / (len(labels) - 1)
    places = [left + step * index for index in range(len(labels))]
    beside = [label.x - x for label, x in zip(labels, places, strict=True)]
    even = max(beside) - min(beside) <= _EVEN * step
    middle = all(
        label.boxes and abs((label.boxes[0].left + label.boxes[0].right) / 2 - x) <= _EVEN / 2 * step
        for label, x in zip(labels, places, strict=True)
    )
    if (
        len(labels) < 4
        or not (even or middle)
        or not _ASIDE[0] * step <= abs(median(beside)) <= _ASIDE[1] * step
    ):
        return list(labels)
    return [replace(label, x=x) for label, x in zip(labels, places, strict=True)]


def _seat(written: float, regular: float, dots: Sequence[float], step: float) -> float:
    """Where the points of a label are: at the marker above it, else at its regular place, else under its middle."""
    close = [x for x in dots if abs(x - written) <= min(8.0, max(3.0, 0.4 * step))]
    if close:
        nearest = min(close, key=lambda x: abs(x - regular))
        return median([x for x in close if abs(x - nearest) <= 3])
    return regular if abs(regular - written) <= max(6.0, 0.3 * step) else written


def _count_of(place: Place, moment: _Moment | None, scale: _Scale) -> int:
    """Which point in time a label stands for: what it says, where its place allows it, else what its place says."""
    if moment is not None and abs(scale.x_of(moment.count) - place.x) <= max(20.0, 0.5 * scale.step):
        return moment.count
    return round(scale.count_at(place.x))


def restarts(places: Sequence[Place]) -> bool:
    """Whether the labels begin anew on the way: two charts side by side, or a detail of the first beside it.

    Not covered: labels other than years that are all different, as where a second chart goes on from the first.
    """
    labels = [place.label.casefold() for place in places]
    if len(labels) - len(set(labels)) >= 2:
        return True
    counts = [m.count for place in places if (m := _moment(place.label)) is not None and m.unit == "year"]
    falls = any(b < a for a, b in itertools.pairwise(counts))
    return falls and len(counts) > 3 and (len(counts) == len(places) or len(set(counts)) < len(counts))


# ── points in time ───────────────────────────────────────────────────────────────────────────────────────────


def _moment(label: str) -> _Moment | None:
    """A year, a month of a year or a quarter; None for any other label."""
    text = _MARK.sub("", label.strip())
    found = _YEAR.fullmatch(text)
    if found is not None and (found["short"] or len(found["year"]) == 4):
        year, written = _year(found["year"]), _writer(found["short"], len(found["year"]))
        return _Moment("year", year, written) if 1500 <= year <= 2200 else None
    found = _MONTH.fullmatch(text)
    if found is not None and found["month"].lower()[:3] in _MONTHS:
        month, gap = found["month"], found["gap"]
        written = _writer(found["short"], len(found["year"]))
        name = (lambda m: _MONTHS[m].capitalize()) if len(month) <= 4 else _long_month
        count = 12 * _year(found["year"]) + _MONTHS.index(month.lower()[:3])
        return _Moment("month", count, lambda n: f"{name(n % 12)}{gap}{written(n // 12)}")
    found = _QUARTER.fullmatch(text)
    if found is not None:
        mark, gap = found["mark"], found["gap"]
        written = _writer(found["short"], len(found["year"]))
        count = 4 * _year(found["year"]) + int(found["quarter"]) - 1
        return _Moment("quarter", count, lambda n: f"{mark}{n % 4 + 1}{gap}{written(n // 4)}")
    return None


def _year(digits: str) -> int:
    """Two digits are of the hundred years up to 2049."""
    year = int(digits)
    return year if len(digits) == 4 else year + (2000 if year < 50 else 1900)


def _writer(short: str, digits: int) -> Callable[[int], str]:
    return lambda year: f"{short}{year % 100:02d}" if digits == 2 else f"{short}{year}"


def _long_month(index: int) -> str:
    names = "January February March April May June July August September October November December"
    return names.split()[index]


def _time_scale(labels: Sequence[Place], moments: Sequence[_Moment | None]) -> _Scale | None:
    """The line through (count, x) that nearly all labels lie on; None unless seven in ten are points in time of one
    unit that do."""
    known = [(m.count, place.x, m.unit) for place, m in zip(labels, moments, strict=True) if m is not None]
    if len(known) < 2 or len({unit for _, _, unit in known}) > 1:
        return None
    best: list[tuple[int, float]] = []
    for (c0, x0, _), (c1, x1, _) in itertools.combinations(known, 2):
        if c1 <= c0 or x1 - x0 < 8:
            continue
        step = (x1 - x0) / (c1 - c0)
        fits = [(c, x) for c, x, _ in known if abs(x - x0 - step * (c - c0)) <= max(4.0, 0.12 * step)]
        if len(fits) > len(best):
            best = fits
    if len(best) < max(2, 0.7 * len(labels)) or len({c for c, _ in best}) < len(best):
        return None
    step, start = np.polyfit([c for c, _ in best], [x for _, x in best], 1)
    return _Scale(float(start), float(step)) if step > 0 else None


def _settled(
    scale: _Scale, dots: Sequence[float], strokes: Sequence[Stroke], labels: Sequence[Place]
) -> _Scale:
    """The scale moved onto the markers, or where there are none onto the two ends of the lines."""
    near = [(round(scale.count_at(x)), x) for x in dots]
    off = [x - scale.x_of(c) for c, x in near]
    if len(off) >= 2:
        shift = median(off)
        good = [
            (c, x)
            for (c, x), o in zip(near, off, strict=True)
            if abs(o - shift) <= max(2.0, 0.2 * scale.step)
        ]
        if len(good) >= 0.7 * len(off) and abs(shift) <= max(8.0, 0.45 * scale.step):
            if len({c for c, _ in good}) >= 3:
                step, start = np.polyfit([c for c, _ in good], [x for _, x in good], 1)
                return _Scale(float(start), float(step))
            return _Scale(scale.start + shift, scale.step)
    left, right = min(s.box.left for s in strokes), max(s.box.right for s in strokes)
    ends = [left - scale.x_of(round(scale.count_at(left))), right - scale.x_of(round(scale.count_at(right)))]
    written = [abs(left - labels[0].x), abs(right - labels[-1].x)]
    most = min(10.0, 0.45 * scale.step) if scale.step > 12 else 6.0
    if max(abs(e) for e in ends) <= most and max(written) <= max(12.0, 0.3 * scale.step):
        return _Scale(scale.start + sum(ends) / 2, scale.step)
    return scale


def _between(
    scale: _Scale, seats: dict[int, float], dots: Sequence[float], strokes: Sequence[Stroke]
) -> dict[int, float]:
    """The places that are not written, with their x: where markers stand, or all from end to end if nearly all have
    markers or if lines without markers bend between the labels. ``seats`` are the written ones, in order."""
    left, right = min(s.box.left for s in strokes), max(s.box.right for s in strokes)
    first, last = math.ceil(scale.count_at(left) - 0.3), math.floor(scale.count_at(right) + 0.3)
    whole = {count: scale.x_of(count) for count in range(first, last + 1)}
    if len(whole) > _MOST_PLACES:
        return {}
    seated = [x for x in seats.values() if any(abs(x - dot) <= 4 for dot in dots)]
    if len(seated) >= 0.6 * len(seats):
        marked: dict[int, float] = {}
        for x in dots:
            if any(abs(x - seat) <= 4 for seat in seats.values()):
                continue
            count = _count_between(x, seats, scale)
            if count is not None and first <= count <= last:
                marked.setdefault(count, x)
        regular = all(abs(scale.x_of(count) - x) <= 0.3 * scale.step for count, x in marked.items())
        return whole if regular and len(marked.keys() | seats.keys()) >= 0.7 * len(whole) else marked
    if scale.step < _LEAST_PITCH:
        return {}
    counts = list(seats)
    steps = {b - a for a, b in itertools.pairwise(counts)}
    return whole if min(steps) == 1 or any(_bends(s, list(seats.values())) for s in strokes) else {}


def _count_between(x: float, seats: dict[int, float], scale: _Scale) -> int | None:
    """The point in time of a marker between two written places, None where it is none in particular."""
    counts, places = list(seats), list(seats.values())
    inside = places[0] <= x <= places[-1]
    exact = float(np.interp(x, places, counts)) if inside else scale.count_at(x)
    return round(exact) if abs(exact - round(exact)) <= 0.35 else None


def _bends(stroke: Stroke, places: Sequence[float]) -> bool:
    """Whether a line leaves the straight way between two neighbouring labelled places."""
    for a, b in itertools.pairwise(places):
        columns = np.arange(max(0, round(a)), min(len(stroke.path), round(b)))
        heights = stroke.path[columns] if columns.size else np.zeros(0)
        seen = np.isfinite(heights)
        if seen.sum() < 6:
            continue
        columns, heights = columns[seen], heights[seen]
        straight = np.interp(columns, [columns[0], columns[-1]], [heights[0], heights[-1]])
        if float(np.percentile(np.abs(heights - straight), 80)) > max(2.0, 0.8 * stroke.thickness):
            return True
    return False


def _snapped(labels: Sequence[Place], dots: Sequence[float]) -> list[Place]:
    """Labels that are no regular points in time, moved onto the markers above them."""
    if not dots:
        return list(labels)
    pitch = min(b.x - a.x for a, b in itertools.pairwise(labels))
    moved: list[Place] = []
    for place in labels:
        close = [x for x in dots if abs(x - place.x) <= min(0.3 * pitch, 14.0)]
        moved.append(replace(place, x=median(close)) if close else place)
    return moved
