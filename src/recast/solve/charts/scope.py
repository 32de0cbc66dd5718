"""Which cells a phrase of a question points at: its marks, ranges and positions, and the groups of cells they name."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise

from recast.numbers.numerals import plain_year
from recast.solve.charts.sketch import Sketch, plain
from recast.solve.expression import Arithmetic, Bare, Expression, Group, Name, Operand
from recast.types import Table

Places = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Scope:
    """The categories and series that a phrase names, in the order named; None where it names none."""

    categories: Places | None = None
    series: Places | None = None

    def over(self, outer: Scope) -> Scope:
        """This scope, filled from ``outer`` on an axis that it leaves open."""
        return Scope(
            outer.categories if self.categories is None else self.categories,
            outer.series if self.series is None else self.series,
        )


_MARK = re.compile(r"\b([CSK])(\d+)\b")
_RANGES = (
    r"\bfrom (?:the )?(?:year |_ )?(?P<a>[CSY]\d+) (?:(?:up )?to|until|till|through|-) (?:the )?(?:year |_ )?(?P<b>[CSY]\d+)\b",
    r"\bbetween (?:the )?(?:years? |_ )?(?P<a>[CSY]\d+) (?:and|to|-) (?:the )?(?:year |_ )?(?P<b>[CSY]\d+)\b",
    r"(?P<a>[CSY]\d+) (?:to|through|until|till|-) (?P<b>[CSY]\d+)\b",
)
_OPEN = r"\b(?P<word>since|after|before|until)\b (?:the )?(?:year )?(?P<a>[CY]\d+)\b"
#: What leaves out the labels after it.
EXCEPT = re.compile(
    r"\b(?:except|excluding|excludes|exclude|without(?= (?:the |any )*[CSK]\d)|besides|but not|other than)\b((?: (?!,|[CSK]\d)\S+)*(?: (?:,|and|or|nor|the|in|for|of|_|[CSK]\d+))*)"
)
_PLAIN_NOUN = r"(?:_|X|year|month|quarter|bar|line|column|slice|point|value|category|group|segment|row|period|week|day|data)"
_ENDS = re.compile(
    r"\b(first|T1|initial|last|latest|final|recent) (Q\d+)\b|\b(Q\d+) (?:most )?(T1|last|final|recent)\b"
)


def axis_places(sketch: Sketch, axis: str) -> Places:
    """All places on the category axis (``C``) or the series axis (``S``)."""
    return tuple(range(len(sketch.table.categories if axis == "C" else sketch.table.series)))


def labels(table: Table, axis: str) -> tuple[str, ...]:
    return table.categories if axis == "C" else tuple(series.label for series in table.series)


def years(table: Table, axis: str) -> tuple[int, ...]:
    """The years of an axis, one a label; empty unless every label is one."""
    found = [plain_year(label) for label in labels(table, axis)]
    known = tuple(year for year in found if year is not None)
    return known if len(known) == len(found) else ()


def in_time(table: Table, axis: str) -> bool:
    """Whether an axis runs through time: all its labels are years, or the chart says so."""
    return bool(years(table, axis)) or (axis == "C" and table.category_role == "time")


def timeline(table: Table, axis: str) -> Places:
    """The places of an axis from earliest to latest where its labels are years, else as shown."""
    known = years(table, axis)
    places = range(len(labels(table, axis)))
    return tuple(sorted(places, key=lambda i: known[i])) if known else tuple(places)


def scope_of(sketch: Sketch, text: str, ranged: bool = False) -> Scope:
    """What ``text`` names. With ``ranged``, "from A to B" on an axis of time stands for everything between."""
    chosen: dict[str, list[int]] = {"C": [], "S": []}
    excluded: dict[str, list[int]] = {"C": [], "S": []}
    text = _COLOURED_PLACE.sub(partial(_coloured_place, sketch), _neighbours(sketch, text))
    if ranged:
        text = _take_ranges(sketch, text, chosen)
    without = EXCEPT.search(text)
    for found in _MARK.finditer(text):
        out = without is not None and found.start() >= without.start(1)
        kind, place = found[1], int(found[2])
        target = excluded if out else chosen
        if kind == "K":
            target["C"].extend(sketch.sets[place])
        else:
            target[kind].append(place)
    if not chosen["C"]:
        chosen["C"].extend(_by_position(sketch, text, chosen["S"]))
    for axis in "CS":
        if excluded[axis]:
            base = chosen[axis] or list(axis_places(sketch, axis))
            chosen[axis] = [place for place in base if place not in excluded[axis]]
    return Scope(_places(chosen["C"]), _places(chosen["S"]))


_JOINED_MARKS = re.compile(r"\b[CSK]\d+ (?:(?:and|or|to|versus|vs|than|-|,) )+(?:the )?[CSK]\d+\b")


def wholly_named(sketch: Sketch, text: str) -> Scope:
    """What ``text`` names without the labels of which it holds only a part, where another of their axis is named whole:
    these are words of what is measured ("the share of Rowing in sports clubs" beside "Motor sports"). Nothing where
    labels are listed or compared."""
    if _JOINED_MARKS.search(text) or EXCEPT.search(text):
        return Scope()
    axes = {mark[0] for mark in re.findall(r"\b[CS]\d+\b", text) if mark not in sketch.partial}
    for mark in sketch.partial:
        if ("C" if mark[0] == "K" else mark[0]) in axes:
            text = re.sub(rf"\b{mark}\b", "_", text)
    return scope_of(sketch, text)


_COLOURED_PLACE = re.compile(
    r"\b(?:T(?P<nth>\d+)|(?P<last>last)) K(?P<set>\d+) (?:bar|column|point|slice)\b(?: from (?:the )?(?P<side>left|right|top|bottom))?"
)


def _coloured_place(sketch: Sketch, found: re.Match[str]) -> str:
    """ "the first of the blue bars" as the mark of that category."""
    places = sketch.sets[int(found["set"])]
    nth = len(places) if found["last"] else int(found["nth"])
    if nth > len(places):
        return found[0]
    return f"C{places[-nth] if found['side'] in ('right', 'bottom') else places[nth - 1]}"


_NEIGHBOUR = re.compile(
    rf"\b(?:the )?(?:(?:(?P<b1>previous|preceding|prior)|next|following|subsequent) {_PLAIN_NOUN} (?:of|to|before|after|than)"
    rf"|{_PLAIN_NOUN} (?:(?P<b2>before|preceding|prior to|previous to)|after|following)) (?:the )?(?:year |_ )?C(?P<c>\d+)\b"
)


def _neighbours(sketch: Sketch, text: str) -> str:
    """``text`` with "the year before C3" as the mark of that year. A neighbour that is not there is no mark."""
    order = timeline(sketch.table, "C")

    def mark(found: re.Match[str]) -> str:
        step = -1 if found["b1"] or found["b2"] else 1
        place = order.index(int(found["c"])) + step
        return f"C{order[place]}" if 0 <= place < len(order) else "_"

    return _NEIGHBOUR.sub(mark, text)


def _places(found: list[int]) -> Places | None:
    return tuple(dict.fromkeys(found)) or None


def _take_ranges(sketch: Sketch, text: str, chosen: dict[str, list[int]]) -> str:
    """Adds the ranges in ``text`` to ``chosen`` and returns the text without them."""
    for pattern in _RANGES:
        for found in list(re.finditer(pattern, text)):
            places = _range(sketch, found["a"], found["b"])
            if places:
                chosen[places[0]].extend(places[1])
                text = text.replace(found[0], "_")
    found_open = re.search(_OPEN, text)
    if found_open:
        within = _open_range(sketch, found_open["word"], found_open["a"])
        if within:
            chosen["C"].extend(within)
            text = text.replace(found_open[0], "_")
    return text


def _year_of(sketch: Sketch, mark: str) -> int | None:
    if mark[0] == "Y":
        return int(float(sketch.years[int(mark[1:])]))
    return plain_year(labels(sketch.table, mark[0])[int(mark[1:])])


def _range(sketch: Sketch, start: str, end: str) -> tuple[str, Places] | None:
    axis = next((mark[0] for mark in (start, end) if mark[0] in "CS"), "C")
    if {start[0], end[0]} - {axis, "Y"} or not in_time(sketch.table, axis):
        return None
    first, last = _year_of(sketch, start), _year_of(sketch, end)
    if first is not None and last is not None:
        known = years(sketch.table, axis)
        low, high = min(first, last), max(first, last)
        within = tuple(i for i in timeline(sketch.table, axis) if known and low <= known[i] <= high)
        return (axis, within) if within else None
    if "Y" in (start[0], end[0]):
        return None
    low, high = sorted((int(start[1:]), int(end[1:])))
    return axis, tuple(range(low, high + 1))


def _open_range(sketch: Sketch, word: str, mark: str) -> Places:
    year, known = _year_of(sketch, mark), years(sketch.table, "C")
    if year is None or not known:
        return ()
    order = timeline(sketch.table, "C")
    if word == "since":
        return tuple(i for i in order if known[i] >= year)
    if word == "after":
        return tuple(i for i in order if known[i] > year)
    if word == "before":
        return tuple(i for i in order if known[i] < year)
    return tuple(i for i in order if known[i] <= year)


def _by_position(sketch: Sketch, text: str, series: list[int]) -> Places:
    """The categories named by where they stand, by each part of "the first bar and the last bar"."""
    parts = [_at_position(sketch, part, series) for part in text.split(" and ")]
    if len(parts) == 2 and all(parts):
        return tuple(dict.fromkeys(parts[0] + parts[1]))
    return _at_position(sketch, text, series)


def _at_position(sketch: Sketch, text: str, series: list[int]) -> Places:
    """The categories that a phrase names by where they stand: "last three years", "leftmost", "the second bar".
    Where it names series, only categories in which one of them has a value are counted."""
    order = timeline(sketch.table, "C") if re.search(r"\byears?\b", text) else axis_places(sketch, "C")
    drawn = [row for s, row in enumerate(sketch.table.cells) if s in series or not series]
    order = tuple(c for c in order if any(row[c].value is not None for row in drawn))
    found = _ENDS.search(text)
    if found:
        word = found[1] or found[4]
        count = int((found[2] or found[3])[1:])
        return order[:count] if word in ("first", "T1", "initial") else order[-count:]
    if re.search(
        rf"\bleftmost\b|\b(?:T1|initial) {_PLAIN_NOUN}\b|\b{_PLAIN_NOUN} (?:on|at) the (?:far )?left\b", text
    ):
        return order[:1]
    if re.search(
        rf"\brightmost\b|\b(?:last|final|latest) {_PLAIN_NOUN}\b|\b{_PLAIN_NOUN} (?:on|at) the (?:far )?right\b",
        text,
    ):
        return order[-1:]
    if in_time(sketch.table, "C"):
        if re.search(rf"\b(?:previous|preceding) {_PLAIN_NOUN}\b", text):
            return order[-2:-1]
        end = re.search(r"\b(?:at|in|by|from) the (?:very )?(end|start|beginning)\b", text)
        if end:
            return order[-1:] if end[1] == "end" else order[:1]
    if re.search(r"\bmost recent\b|\brecent (?:year|month|quarter)\b", text):
        return tuple(c for c in timeline(sketch.table, "C") if c in order)[-1:]
    if sketch.table.orientation == "horizontal":
        ends = re.search(r"\b(top|bottom|T1|last) (?:bar|row)\b", text)
        if ends:
            return order[:1] if ends[1] in ("top", "T1") else order[-1:]
    place = re.search(
        r"\bT(\d+) (?:(?:bar|column|row|slice|point|value|year)s?\b|(?:_|X|category|group|item)(?= from\b))"
        r"(?: from the (left|right|top|bottom|end))?",
        text,
    )
    if place and int(place[1]) <= len(order):
        index = int(place[1]) - 1
        return (order[::-1] if place[2] in ("right", "bottom", "end") else order)[index : index + 1]
    return ()


# ── cells ────────────────────────────────────────────────────────────────────────────────────────────────────


def name(label: str) -> Name:
    year = plain_year(label)
    return Name(label.strip()) if year is None else Name(str(year), year=True)


def operand(table: Table, series: int, category: int) -> Operand | None:
    value = table.cells[series][category].value
    return None if value is None else Operand(plain(value), (series, category))


def bounds(sketch: Sketch, scope: Scope) -> tuple[Places, Places]:
    """The series and categories in ``scope``, all where it names none."""
    series = axis_places(sketch, "S") if scope.series is None else scope.series
    categories = axis_places(sketch, "C") if scope.categories is None else scope.categories
    return series, categories


def cells(sketch: Sketch, scope: Scope, axis: str = "") -> Group:
    """Every value in ``scope``, labelled by ``axis``: by default by the axis that has several, categories first."""
    series, categories = bounds(sketch, scope)
    axis = axis or ("S" if len(categories) == 1 and len(series) > 1 else "C")
    names = labels(sketch.table, axis)
    items = []
    for c in categories:
        for s in series:
            value = operand(sketch.table, s, c)
            if value is not None:
                items.append((name(names[c if axis == "C" else s]), value))
    return Group(tuple(items))


def combined(sketch: Sketch, scope: Scope, axis: str, how: str) -> Group:
    """One value a label of ``axis``: its cells in ``scope`` added up (``sum``) or averaged (``mean``)."""
    items: list[tuple[Name, Expression]] = []
    series, categories = bounds(sketch, scope)
    for place in categories if axis == "C" else series:
        own = replace(scope, categories=(place,)) if axis == "C" else replace(scope, series=(place,))
        values = [value for _, value in cells(sketch, own).items]
        if values:
            items.append((name(labels(sketch.table, axis)[place]), total(values, how)))
    return Group(tuple(items))


def total(values: list[Expression], how: str) -> Expression:
    """The sum or the mean of a few expressions, written out."""
    result = values[0]
    for value in values[1:]:
        result = Arithmetic("+", result, value)
    return Arithmetic("/", result, Bare(len(values))) if how == "mean" and len(values) > 1 else result


def differences(sketch: Sketch, scope: Scope, axis: str, left: Scope, right: Scope) -> Group:
    """One value a label of ``axis``: right minus left, where both are there."""
    items: list[tuple[Name, Expression]] = []
    series, categories = bounds(sketch, scope)
    for place in categories if axis == "C" else series:
        here = Scope(categories=(place,)) if axis == "C" else Scope(series=(place,))
        pair = [cells(sketch, here.over(side)).items for side in (left, right)]
        if all(len(found) == 1 for found in pair):
            difference = Arithmetic("-", pair[1][0][1], pair[0][0][1])
            items.append((name(labels(sketch.table, axis)[place]), difference))
    return Group(tuple(items))


def steps(sketch: Sketch, scope: Scope) -> Group:
    """One value a category but the first: how far it lies above the one before it in time."""
    series, categories = bounds(sketch, scope)
    order = [place for place in timeline(sketch.table, "C") if place in categories]
    names = labels(sketch.table, "C")
    known = [(place, operand(sketch.table, series[0], place)) for place in order]
    present = [(place, value) for place, value in known if value is not None]
    items: list[tuple[Name, Expression]] = [
        (name(names[place]), Arithmetic("-", value, before))
        for (_, before), (place, value) in pairwise(present)
    ]
    return Group(tuple(items))
