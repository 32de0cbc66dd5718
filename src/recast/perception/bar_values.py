"""Which printed value belongs to which bar: by place first, then by the length that the others ask for.

A value is accepted for a bar by place; then the lengths of all bars against their values give a straight line, and
what does not lie on it is read again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from statistics import median

from recast.perception.bar_series import Group
from recast.perception.bars import Bar, Bars, Laid, Ruler, fit, lay, signed_length, unlay
from recast.perception.labels import text_height
from recast.perception.marks import ink_colour, near
from recast.perception.printed import Printed, cheapest, printed_value
from recast.perception.text import Pixels, TextBox, read_crops
from recast.types import Box, Orientation

_REPAIRED = 0.6  # confidence at most of a value that was changed to fit its bar
_TORN = 0.6  # share of bars up to which the line through their values is in doubt


def match_values(bars: Bars, values: Sequence[Printed]) -> dict[Bar, Printed]:
    """The printed value of each bar, by place alone; bars without one are left out, no value serves two bars."""
    offers: list[tuple[float, Bar, Printed]] = []
    room = max(bars.pitch, bars.thickness)
    laid = [(value, lay(value.box, bars.orientation)) for value in values]
    for column in bars.columns:
        for bar in column:
            for value, text in laid:
                alone = sum(other.negative == bar.negative for other in column) == 1
                cost = _cost(bar, text, bars.orientation, room, alone)
                if cost is not None:
                    offers.append((cost, bar, value))
    return cheapest(offers)


def _cost(bar: Bar, text: Laid, orientation: Orientation, room: float, alone: bool) -> float | None:
    """How far a text is from where the value of a bar would stand, or None where it cannot be it; ``room`` is what a
    column has across."""
    beside = abs(text.across - bar.laid.across) / room
    if beside > 0.55:
        return None
    size = text.length if orientation == "vertical" else text.thickness
    if bar.laid.low - 2 <= text.along <= bar.laid.high + 2:
        off = abs(text.along - bar.laid.along) / max(bar.laid.length, size)
        return beside + (0.35 if alone else 0.0) + 0.5 * off
    gap = bar.tip - text.high if bar.negative else text.low - bar.tip
    if alone:
        if -0.8 * size <= gap <= 2.2 * size:
            return beside + 0.15 * abs(gap) / size
        return None
    # a slim segment of a stack: its label overlaps the neighbours, but is centred on it
    distance = abs(text.along - bar.laid.along)
    limit = 0.5 * bar.laid.length + 0.5 * text.length
    return beside + 0.5 + 0.5 * distance / size if distance <= limit else None


def expected_place(bar: Bar, bars: Bars, matched: dict[Bar, Printed]) -> Box:
    """Where the value of a bar should stand, going by where those of the others stand."""
    vertical = bars.orientation == "vertical"
    laid = [(b, lay(v.box, bars.orientation)) for b, v in matched.items() if b.negative == bar.negative]
    laid = laid or [(b, lay(v.box, bars.orientation)) for b, v in matched.items()]
    long = median([t.length for _, t in laid]) if laid else 16.0
    thick = median([t.thickness for _, t in laid]) if laid else (bars.thickness if vertical else 16.0)
    inside = [b.laid.low <= t.along <= b.laid.high for b, t in laid]
    if bars.stacked or (inside and sum(inside) > len(inside) / 2):
        middle = bar.laid.along
        low, high = middle - long / 2, middle + long / 2
    else:
        gaps = [(b.tip - t.high if b.negative else t.low - b.tip) for b, t in laid]
        gap = median(gaps) if gaps else 4.0
        low = bar.tip - gap - long if bar.negative else bar.tip + gap
        high = low + long
        if not vertical:  # lengths of numbers differ: leave room to the right
            low, high = (low - long / 2, high) if bar.negative else (low, high + long / 2)
    half = thick / 2 + 1
    return unlay(Laid(low, high, bar.laid.across - half, bar.laid.across + half), bars.orientation)


def values_of(pixels: Pixels, bars: Bars, values: Sequence[Printed]) -> dict[Bar, Printed]:
    """The values by place; a bar without one is looked at again where its value should stand."""
    matched = match_values(bars, values)
    missing = [bar for bar in bars.all if bar not in matched]
    if not matched or not missing or len(matched) < 0.3 * len(bars.all):
        return matched
    places = [expected_place(bar, bars, matched) for bar in missing]
    for bar, reading in zip(missing, read_crops(pixels, places, 2.0, margin=3), strict=True):
        value = printed_value(reading)
        if value is not None and reading.confidence > 0.5:
            matched[bar] = value
    return matched


def with_flat_bars(
    pixels: Pixels,
    bars: Bars,
    matched: dict[Bar, Printed],
    texts: Sequence[TextBox],
    values: Sequence[Printed],
    ruler: Ruler | None,
) -> tuple[Bars, dict[Bar, Printed]]:
    """Bars too short to be drawn: a value at the zero line, a whole number of steps from the other bars, whose bar
    would be under three pixels long by the ruler of the others. Only where every column has one bar, and where a
    label stands in line with those of the others or, in a chart of other than two colours, at most a step away."""
    if ruler is None and len(bars.all) == 1 and matched:
        (bar, only), *_ = matched.items()
        ruler = Ruler(float(only.value) / signed_length(bar), 0.0, 1.0)
    if bars.stacked or ruler is None:
        return bars, matched
    taken = {v.box for v in matched.values()}
    step, first, last = bars.pitch, bars.places[0], bars.places[-1]
    unlabelled = len(bars.columns) > 1 and len(bars.colours) != 2
    flat: dict[Bar, Printed] = {}
    for value in values:
        laid = lay(value.box, bars.orientation)
        size = laid.length if bars.orientation == "vertical" else laid.thickness
        if value.box in taken or not -0.5 * size <= laid.low - bars.zero <= 2.5 * size:
            continue
        if abs(float(value.value)) > 3 * abs(ruler.rate) + abs(ruler.offset):
            continue
        if min(abs(p - laid.across) for p in bars.places) < 0.6 * step:
            continue
        labelled = _labelled(value, texts, bars)
        steps = (laid.across - first) / step
        whole = abs(steps - round(steps)) <= 0.25
        close = first - 1.6 * step <= laid.across <= last + 1.6 * step
        if not ((labelled and (whole or len(bars.columns) == 1)) or (unlabelled and whole and close)):
            continue
        across = first + round(steps) * step if whole else laid.across
        half = bars.thickness / 2
        colour = bars.all[0].colour if len(bars.colours) == 1 else ink_colour(pixels, value.box) or (0, 0, 0)
        flat[Bar(Laid(bars.zero, bars.zero, across - half, across + half), colour)] = replace(
            value, confidence=min(value.confidence, 0.8)
        )
    if not flat:
        return bars, matched
    columns = sorted([*bars.columns, *((bar,) for bar in flat)], key=lambda column: column[0].laid.across)
    return replace(bars, columns=tuple(columns)), {**matched, **flat}


def with_flat_members(
    bars: Bars,
    groups: Sequence[Group],
    matched: dict[Bar, Printed],
    values: Sequence[Printed],
    ruler: Ruler | None,
) -> tuple[Bars, dict[Bar, Printed]]:
    """Bars of a group that are too short to be drawn: a value at the zero line where the bar of a colour that the
    group lacks would stand, of under three pixels by the ruler of the others."""
    taken = {v.box for v in matched.values()}
    room = 3 * abs(ruler.rate) + abs(ruler.offset) if ruler is not None else 0.0
    flat: dict[Bar, Printed] = {}
    for group in groups:
        for rank, colour in enumerate(group.order):
            if any(near(bar.colour, colour) for bar in group.bars):
                continue
            across = group.place_of(rank)
            for value in values:
                laid = lay(value.box, bars.orientation)
                size = laid.length if bars.orientation == "vertical" else laid.thickness
                if (
                    value.box not in taken
                    and abs(laid.across - across) <= 0.45 * group.step
                    and -0.6 * size <= laid.low - bars.zero <= 2.5 * size
                    and abs(float(value.value)) <= room
                ):
                    half = bars.thickness / 2
                    bar = Bar(Laid(bars.zero, bars.zero, across - half, across + half), colour)
                    flat[bar] = value
                    taken.add(value.box)
                    break
    columns = sorted([*bars.columns, *((bar,) for bar in flat)], key=lambda column: column[0].laid.across)
    return replace(bars, columns=tuple(columns)), {**matched, **flat}


def _labelled(value: Printed, texts: Sequence[TextBox], bars: Bars) -> bool:
    """Whether a value at the zero line has a category label in line with the label of a drawn bar."""
    line = text_height(texts)

    def labels(across: float) -> list[Box]:
        if bars.orientation == "horizontal":
            return [
                t.box
                for t in texts
                if t.box.right <= bars.zero + 5 and abs(t.box.y - across) < 0.7 * line and t.box != value.box
            ]
        reach = 0.4 * bars.pitch
        return [
            t.box
            for t in texts
            if -bars.zero - 2 <= t.box.top <= -bars.zero + 4 * line
            and (abs(t.box.x - across) < reach or abs(t.box.right - across) < reach)
            and t.box != value.box
        ]

    own = labels(lay(value.box, bars.orientation).across)
    if bars.orientation == "horizontal":
        return bool(own) and any(labels(place) for place in bars.places)
    return any(abs(a.top - b.top) < 0.7 * line for a in own for place in bars.places for b in labels(place))


def unassigned(bars: Bars, matched: dict[Bar, Printed], values: Sequence[Printed]) -> bool:
    """Whether a number is left in the plot where a bar is missing, or at a bar that has got no value.

    Totals beyond a stack and second numbers at a bar that has its value do not count. Not covered: a bar without
    both pixels and a readable value.
    """
    taken = {v.box for v in matched.values()}
    step, first, last = bars.pitch, bars.places[0], bars.places[-1]
    tip = max([bar.laid.high for bar in bars.all] + [bars.zero])
    low = min([bar.laid.low for bar in bars.all] + [bars.zero])
    for value in values:
        laid = lay(value.box, bars.orientation)
        size = laid.length if bars.orientation == "vertical" else laid.thickness
        inside = first - 0.5 * step < laid.across < last + 0.5 * step
        inside = inside and low - 0.5 * size <= laid.low and laid.low <= tip + 2.5 * size
        if value.box in taken or not inside:
            continue
        column = min(bars.columns, key=lambda c: abs(c[0].laid.across - laid.across))
        if abs(column[0].laid.across - laid.across) > 0.6 * bars.thickness:
            return True
        foot, head = min(bar.laid.low for bar in column), max(bar.laid.high for bar in column)
        within = foot - size <= laid.along <= head + (0.0 if bars.stacked else 2.2 * size)
        if within and any(bar not in matched for bar in column):
            return True
    return False


def ruler_of(bars: Bars, matched: dict[Bar, Printed], unsigned: bool) -> Ruler | None:
    """The line through lengths and values that most bars agree with. Where only some do, and all would if the values
    without decimals had lost their point, it is the line of those: small type loses points in several values at once.
    """
    pairs = [(signed_length(b, unsigned), v.value, v.decimals) for b, v in matched.items()]
    ruler = fit(pairs)
    most = max((decimals for _, _, decimals in pairs), default=0)
    if not most or (ruler is not None and ruler.share > _TORN):
        return ruler
    pointed = fit([(n, value if d else value.scaleb(-most), most) for n, value, d in pairs])
    return pointed if pointed is not None and pointed.share == 1.0 else ruler


def read_again(
    pixels: Pixels, bars: Bars, matched: dict[Bar, Printed], ruler: Ruler | None, unsigned: bool
) -> dict[Bar, Printed]:
    """Values that do not lie on the line of the others, read again at other scales; what agrees then is taken, what
    still disagrees keeps its first reading at low confidence."""
    if ruler is None:
        return {bar: replace(value, confidence=min(value.confidence, 0.6)) for bar, value in matched.items()}
    usual = sorted(v.decimals for v in matched.values())[-2:][0]  # one value alone may not have more decimals
    suspects = [
        b
        for b, v in matched.items()
        if v.decimals > max(usual, 1) or not ruler.agrees(signed_length(b, unsigned), v.value, v.decimals)
    ]
    settled = dict(matched)
    for scale, inverted in ((2.0, False), (3.0, False), (2.0, True)):
        left = [b for b in suspects if settled[b] is matched[b]]
        if not left or len(left) > max(12, len(matched) // 2):
            break
        source = 255 - pixels if inverted else pixels
        places = [matched[b].box for b in left] + [expected_place(b, bars, matched) for b in left]
        readings = read_crops(source, places, scale, margin=2)
        for bar, one, other in zip(left, readings[: len(left)], readings[len(left) :], strict=True):
            for reading in (one, other):
                value = printed_value(reading)
                if value is not None and ruler.agrees(
                    signed_length(bar, unsigned), value.value, value.decimals
                ):
                    settled[bar] = replace(value, box=matched[bar].box)
                    break
    for bar in suspects:
        if settled[bar] is matched[bar]:
            repaired = _repaired(bar, matched, ruler, unsigned)
            if repaired is not None:
                settled[bar] = repaired
    return {
        bar: value
        if ruler.agrees(signed_length(bar, unsigned), value.value, value.decimals)
        else replace(value, confidence=min(value.confidence, 0.5))
        for bar, value in settled.items()
    }


def _repaired(bar: Bar, matched: dict[Bar, Printed], ruler: Ruler, unsigned: bool) -> Printed | None:
    """A value whose digits were read but whose point was not, or with one stray digit of its neighbour at either end:
    if just one such change agrees with the length of the bar and with how the other values are written, that change,
    at a confidence below what counts as sure. A lost point is likelier than a stray digit."""
    value = matched[bar]
    decimals = {v.decimals for b, v in matched.items() if b is not bar}
    plain = str(value.value)
    without_point = [value.value.scaleb(-d) for d in decimals if d and not value.decimals]
    stray: list[Decimal] = []
    if len(matched) > 3 and plain.replace(".", "").isdigit():
        stray = [Decimal(part) for part in (plain[1:], plain[:-1]) if part.strip(".") and part[0] != "."]
    for changed in (without_point, stray):
        fits: set[tuple[Decimal, int]] = set()
        for candidate in changed:
            exponent = candidate.as_tuple().exponent
            places = -exponent if isinstance(exponent, int) and exponent < 0 else 0
            if places in decimals and ruler.agrees(signed_length(bar, unsigned), candidate, places):
                fits.add((candidate, places))
        if len(fits) == 1:
            candidate, places = fits.pop()
            return replace(
                value, value=candidate, decimals=places, confidence=min(value.confidence, _REPAIRED)
            )
    return None
