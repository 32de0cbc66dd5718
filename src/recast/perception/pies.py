"""Pies and rings: sectors of colour that make a circle, each named and numbered by the text beside or inside it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

import numpy as np

from recast.errors import Refused
from recast.perception.labels import LegendEntry, swatch_legend, text_height, tidy, titles
from recast.perception.marks import TOLERANCE, Colour, Region, colour_names, near
from recast.perception.measure import unit_and_scale
from recast.perception.printed import Printed, common_scale, common_unit, in_scale, printed_value
from recast.perception.text import Pixels, TextBox
from recast.types import Box, Cell, Series, Table


@dataclass(frozen=True, slots=True)
class Slice:
    """One sector: its colour, the share of the circle that it fills and the direction of its middle (radians)."""

    colour: Colour
    share: float
    middle: float


@dataclass(frozen=True, slots=True)
class Pie:
    x: float
    y: float
    radius: float
    found: tuple[Region, ...]


def find_pie(found: Sequence[Region]) -> Pie | None:
    """A circle made of large regions that are not rectangles, or None."""
    big = [r for r in found if r.area > 150 and r.fill < 0.93 and max(r.box.width, r.box.height) > 40]
    if not big:
        return None
    largest = max(big, key=lambda r: r.area)
    group = [largest]
    grew = True
    while grew:
        grew = False
        around = _around(group)
        for region in big:
            if region not in group and _touch(region.box, around):
                group.append(region)
                grew = True
    around = _around(group)
    radius = max(around.width, around.height) / 2
    if not 0.93 <= around.width / max(around.height, 1) <= 1.07 or radius < 40:
        return None
    slim = [r for r in found if r not in group and r.area > 14 and _inside(r.box, around)]
    filled = sum(r.area for r in [*group, *slim]) / (math.pi * radius * radius)
    return (
        Pie(around.x, around.y, radius, (*group, *slim))
        if 0.35 <= filled <= 1.03 and len(group) > 1
        else None
    )


def _around(group: Sequence[Region]) -> Box:
    return Box(
        min(r.box.left for r in group),
        min(r.box.top for r in group),
        max(r.box.right for r in group),
        max(r.box.bottom for r in group),
    )


def _touch(one: Box, other: Box) -> bool:
    return (
        one.left <= other.right + 6
        and one.right >= other.left - 6
        and one.top <= other.bottom + 6
        and one.bottom >= other.top - 6
    )


def _inside(one: Box, other: Box) -> bool:
    return (
        one.left >= other.left - 2
        and one.right <= other.right + 2
        and one.top >= other.top - 2
        and one.bottom <= other.bottom + 2
    )


_STEPS = 1440  # a quarter of a degree each


def _slices(pixels: Pixels, pie: Pie) -> tuple[Slice, ...]:
    """The sectors in clockwise order from the top, told by the colours met on a circle around the centre.

    Of several radii the one counts on which the fewest steps belong to no run of one colour. A slice may be pale as
    long as it is not of the colour of the page.
    """
    page = _page_colour(pixels)
    rings = [_runs(_ring(pixels, pie, part), page) for part in (0.95, 0.9, 0.85, 0.75, 0.65)]
    runs = max(rings, key=lambda found: sum(last - first + 1 for _, first, last in found))
    if len(runs) > 1 and near(runs[0][0], runs[-1][0], TOLERANCE) and runs[0][1] + _STEPS - runs[-1][2] <= 16:
        colour, first, _ = runs[-1]
        runs = [(colour, first - _STEPS, runs[0][2]), *runs[1:-1]]
    total = sum(last - first + 1 for _, first, last in runs)
    return tuple(
        Slice(colour, (last - first + 1) / total, (first + last) * math.pi / _STEPS)
        for colour, first, last in runs
    )


def _page_colour(pixels: Pixels) -> Colour:
    rim = np.concatenate([pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]])
    middle = np.median(rim, axis=0)
    return (int(middle[0]), int(middle[1]), int(middle[2]))


def _ring(pixels: Pixels, pie: Pie, part: float) -> list[Colour]:
    """The colours on a circle of this part of the radius, clockwise from the top."""
    angles = np.arange(_STEPS) * (2 * math.pi / _STEPS)
    xs = np.clip(np.rint(pie.x + part * pie.radius * np.sin(angles)).astype(int), 0, pixels.shape[1] - 1)
    ys = np.clip(np.rint(pie.y - part * pie.radius * np.cos(angles)).astype(int), 0, pixels.shape[0] - 1)
    return [(int(r), int(g), int(b)) for r, g, b in pixels[ys, xs]]


def _runs(ring: Sequence[Colour], page: Colour) -> list[tuple[Colour, int, int]]:
    """Stretches of one colour along a ring with their first and last step, slivers and the page left out."""
    runs: list[tuple[Colour, int, int]] = []
    for step, colour in enumerate(ring):
        if near(colour, page, 6):
            continue
        same = next(
            (i for i, run in enumerate(runs[-3:]) if near(run[0], colour, TOLERANCE) and step - run[2] <= 24),
            None,
        )
        if same is None:
            runs.append((colour, step, step))
        else:
            index = max(0, len(runs) - 3) + same
            runs[index] = (runs[index][0], runs[index][1], step)
    solid = [run for run in runs if run[2] - run[1] >= 6]
    return [
        run
        for run in solid
        if sum(near(ring[s], run[0], TOLERANCE) for s in range(run[1], run[2] + 1)) >= 0.6 * (run[2] - run[1])
    ]


@dataclass(frozen=True, slots=True)
class Caption:
    """A block of text about one slice: its label, its value and the middle of the block."""

    label: str
    value: Printed
    box: Box
    inside: bool


def pie_table(pixels: Pixels, texts: Sequence[TextBox], pie: Pie) -> Table:
    """The Table of a pie whose slices are labelled. Raises ``Refused`` where captions and slices do not fit."""
    slices = _slices(pixels, pie)
    if len(slices) < 2:
        raise Refused("a circle of one colour, which is no chart that can be read")
    colours = [s.colour for s in slices]
    legend = swatch_legend(
        pixels,
        texts,
        pie.found,
        colours,
        [Box(pie.x - pie.radius, pie.y - pie.radius, pie.x + pie.radius, pie.y + pie.radius)],
    )
    captions = _captions(texts, pie)
    if not captions:
        raise Refused("a pie without printed values")
    if len(captions) != len(slices):
        raise Refused(
            f"a pie with {len(slices)} slices and {len(captions)} printed values, which do not match"
        )
    ordered = _assign(slices, captions, pie)
    values = [caption.value for caption in ordered]
    labels = [caption.label for caption in ordered]
    if not all(labels):
        labels = [_by_colour(s, legend) for s in slices]
    if not all(labels):
        raise Refused("a pie whose slices have no names that can be read")
    scale, unit = common_scale(values), common_unit(values)
    total = sum(float(in_scale(v, scale)) for v in values)
    cells = tuple(
        Cell(
            in_scale(v, scale),
            v.text,
            "printed",
            Decimal(0),
            v.confidence
            if abs(float(in_scale(v, scale)) / total - s.share) < 0.03
            else min(v.confidence, 0.5),
            v.box,
        )
        for v, s in zip(values, slices, strict=True)
    )
    used = {t.box for c in captions for t in texts if _within(t.box, c.box)} | {
        box for e in legend for box in e.boxes
    }
    rest = [t for t in texts if t.box not in used]
    top = min([pie.y - pie.radius, *(c.box.top for c in captions)])
    title, subtitle = titles(pixels, rest, top + 4)
    for words in (subtitle, title):
        named, named_scale = unit_and_scale(words)
        unit, scale = unit or named, scale or named_scale
    series = (Series("", "", "", unit, scale),)
    return Table(
        "pie", "vertical", title, subtitle, "", "", "nominal", tuple(labels), series, (cells,),
        colour_names(colours),
    )  # fmt: skip


def _within(one: Box, other: Box) -> bool:
    return (
        one.left >= other.left - 1
        and one.right <= other.right + 1
        and one.top >= other.top - 1
        and one.bottom <= other.bottom + 1
    )


def _by_colour(piece: Slice, legend: Sequence[LegendEntry]) -> str:
    return next((e.label for e in legend if near(e.colour, piece.colour)), "")


def _captions(texts: Sequence[TextBox], pie: Pie) -> list[Caption]:
    """Blocks of lines around and in the pie, each with exactly one value; a value alone has an empty label."""
    line = text_height(texts)
    reach = 2.1 * pie.radius + 60
    close = [
        t
        for t in texts
        if pie.y - pie.radius - 4 * line <= t.box.y <= pie.y + pie.radius + 4 * line
        and abs(t.box.x - pie.x) < reach + t.box.width / 2
    ]
    blocks: list[list[TextBox]] = []
    for text in sorted(close, key=lambda t: (t.box.top, t.box.left)):
        for block in blocks:
            last = max(block, key=lambda t: t.box.bottom)
            beside = (
                abs(text.box.y - last.box.y) < 0.5 * line
                and -2 <= text.box.left - max(t.box.right for t in block) < line
            )
            overlap = min(text.box.right, max(t.box.right for t in block)) - max(
                text.box.left, min(t.box.left for t in block)
            )
            under = -0.6 * line < text.box.top - last.box.bottom < 0.55 * line and overlap > 0.3 * min(
                text.box.width, last.box.width
            )
            full = _number_of(block) is not None and _number_of([text]) is not None
            if (beside or under) and not full:
                block.append(text)
                break
        else:
            blocks.append([text])
    captions: list[Caption] = []
    for block in blocks:
        found = _number_of(block)
        if found is None:
            continue
        value, label = found
        box = Box(
            min(t.box.left for t in block),
            min(t.box.top for t in block),
            max(t.box.right for t in block),
            max(t.box.bottom for t in block),
        )
        inside = math.hypot(box.x - pie.x, box.y - pie.y) < pie.radius
        captions.append(Caption(label, value, box, inside))
    return captions


def _number_of(block: Sequence[TextBox]) -> tuple[Printed, str] | None:
    """The one value of a block, written alone or as the last or first word of a line, and the rest as its label."""
    ordered = sorted(block, key=lambda t: (round(t.box.top / 6), t.box.left))
    for index, text in enumerate(ordered):
        whole = printed_value(text)
        if whole is not None:
            rest = ordered[:index] + ordered[index + 1 :]
            return whole, tidy(" ".join(t.text.strip() for t in rest))
    for index, text in enumerate(ordered):
        words = text.text.strip().split()
        for cut in range(1, len(words)):
            for number, name in ((words[cut:], words[:cut]), (words[:cut], words[cut:])):
                value = printed_value(TextBox(" ".join(number), text.box, text.confidence))
                if value is not None and any(c.isalpha() for c in " ".join(name)):
                    lines = (
                        [t.text.strip() for t in ordered[:index]]
                        + [" ".join(name)]
                        + [t.text.strip() for t in ordered[index + 1 :]]
                    )
                    return value, tidy(" ".join(lines)).rstrip(":,")
    return None


def _assign(slices: Sequence[Slice], captions: Sequence[Caption], pie: Pie) -> list[Caption]:
    """The caption of each slice: both go clockwise, so one turn of the captions fits; shares and angles choose it."""
    clockwise = sorted(captions, key=lambda c: math.atan2(c.box.x - pie.x, pie.y - c.box.y) % (2 * math.pi))
    total = sum(float(c.value.value) for c in captions) or 1.0
    count = len(slices)

    def cost(turn: int) -> float:
        sum_of = 0.0
        for index, piece in enumerate(slices):
            caption = clockwise[(index + turn) % count]
            angle = math.atan2(caption.box.x - pie.x, pie.y - caption.box.y)
            apart = abs((angle - piece.middle + math.pi) % (2 * math.pi) - math.pi)
            sum_of += apart + 6 * abs(float(caption.value.value) / total - piece.share)
        return sum_of

    turn = min(range(count), key=cost)
    chosen = [clockwise[(index + turn) % count] for index in range(count)]
    errors = [abs(float(c.value.value) / total - s.share) for c, s in zip(chosen, slices, strict=True)]
    if max(errors) > 0.08:
        raise Refused("a pie whose printed values do not match the sizes of its slices")
    return chosen
