"""Pies and rings as Tables: sectors named and numbered by the text inside, beside or around them, or by a legend."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from statistics import median

from recast.errors import Refused
from recast.perception.labels import around, text_height, tidy
from recast.perception.legends import LegendEntry, swatch_legend
from recast.perception.marks import Region, colour_names, near
from recast.perception.measure import unit_and_scale
from recast.perception.printed import Printed, common_scale, common_unit, in_scale, printed_value
from recast.perception.sectors import Pie, Slice
from recast.perception.spacing import type_size
from recast.perception.text import Pixels, TextBox, read_crops
from recast.perception.titles import titles
from recast.types import Box, Cell, Series, Table

_DOUBT = 0.5  # confidence of a value that the size of its slice, or the sum of all, speaks against
_MISFIT = 0.08  # a share that is off by more is no reading of that slice
_Cost = Callable[[int, int], float]  # of a slice and a caption
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_SEAM = 0.01  # of the circle
_WHOLE = re.compile(r"%|\bper\s?cent|\bshares?\b|\bproportion|\bdistribution\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Caption:
    """A block of text in or around the pie: a label, a value or both, and the rectangle of the block."""

    label: str
    value: Printed | None
    box: Box


def pie_table(pixels: Pixels, texts: Sequence[TextBox], found: Sequence[Region], pie: Pie) -> Table:
    """The Table of a pie. Values are the printed ones; where some slices or all carry none and the chart says that the
    whole is 100 percent, those are the share of the angle, with its tolerance.

    Raises ``Refused`` where captions and slices do not fit, and where values are neither printed nor shares of a known
    whole.
    """
    slices: Sequence[Slice] = pie.slices
    colours = [s.colour for s in slices]
    legend = swatch_legend(pixels, texts, found, colours, [pie.box])
    legend = legend if len(legend) > 1 else ()
    legend_boxes = {box for e in legend for box in e.boxes}
    captions = _captions([t for t in texts if t.box not in legend_boxes], pie)
    in_legend = _legend_values(slices, legend, texts)
    numbered = [] if in_legend else [c for c in captions if c.value is not None]
    numbered = _likeliest(numbered, pie)
    if len(numbered) > len(slices):
        raise Refused(
            f"a pie with {len(slices)} slices and {len(numbered)} printed values, which do not match"
        )
    values = in_legend or _looked_again(pixels, _in_order(slices, numbered, pie), pie)
    kept = [i for i, s in enumerate(slices) if values[i] or not _is_seam(s, legend)]
    slices, values = [slices[i] for i in kept], [values[i] for i in kept]
    colours = [s.colour for s in slices]
    labels, named = _labels(slices, values, [c for c in captions if c.value is None], legend, pie)
    taken = [c.box for c in [*numbered, *named]]
    rest = [t for t in texts if t.box not in legend_boxes and not any(_within(t.box, box) for box in taken)]
    # a label above the circle, whose box may reach up to a title, is no part of it
    top = min(
        [pie.y - pie.radius, *(box.top for box in taken), *(b.top for b in legend_boxes if b.y < pie.y)]
    )
    title, subtitle = titles(pixels, rest, top + 4)
    cells, unit, scale = _cells(slices, values, pie, (title, subtitle))
    return Table(
        "pie", "vertical", title, subtitle, "", "", "nominal", tuple(labels), (Series("", "", "", unit, scale),), (cells,),
        colour_names(colours),
    )  # fmt: skip


def _is_seam(piece: Slice, legend: Sequence[LegendEntry]) -> bool:
    """Whether a piece is the soft seam between two slices: under a hundredth of the circle, in no colour of the legend."""
    return piece.share < _SEAM and not any(near(e.colour, piece.colour) for e in legend)


def _likeliest(numbered: Sequence[Caption], pie: Pie) -> list[Caption]:
    """Captions without those that are no values of slices: a number in another unit than most, and a year in words above
    the circle (a title)."""
    unit = common_unit([c.value for c in numbered if c.value is not None])
    kept = [c for c in numbered if c.value is not None and (not unit or c.value.unit == unit)]
    return [
        c
        for c in kept
        if not c.label
        or c.value is None
        or not _YEAR.fullmatch(c.value.text)
        or c.box.bottom > pie.y - pie.radius
    ]


def _legend_values(
    slices: Sequence[Slice], legend: Sequence[LegendEntry], texts: Sequence[TextBox]
) -> list[Caption | None]:
    """The captions of the slices where each entry of the legend holds a value ("Europe (45%)"), else an empty list."""
    read = {t.box: t.confidence for t in texts}
    captions: list[Caption | None] = []
    for piece in slices:
        entry = next((e for e in legend if near(e.colour, piece.colour)), None)
        found = (
            _number_of([TextBox(entry.label, entry.box, read.get(entry.box, 0.9))])
            if entry is not None
            else None
        )
        if entry is None or found is None or not found[1]:
            return []
        captions.append(Caption(found[1], found[0], entry.box))
    return captions


# ── values ───────────────────────────────────────────────────────────────────────────────────────────────────


def _cells(
    slices: Sequence[Slice], values: Sequence[Caption | None], pie: Pie, words: tuple[str, str]
) -> tuple[tuple[Cell, ...], str, str]:
    printed = [c.value for c in values if c is not None and c.value is not None]
    scale, unit = common_scale(printed), common_unit(printed)
    for text in reversed(words):
        named, named_scale = unit_and_scale(text)
        unit, scale = unit or named, scale or named_scale
    amounts = {
        i: in_scale(c.value, common_scale(printed))
        for i, c in enumerate(values)
        if c is not None and c.value is not None
    }
    missing = len(slices) - len(amounts)
    total = float(sum(amounts.values(), Decimal(0)))
    covered = sum(slices[i].share for i in amounts)
    percent = unit == "%" or (not unit and not scale and any(_WHOLE.search(text) for text in words))
    if missing and not percent:
        raise Refused(
            "a pie without printed values, and nothing that says what its whole is"
            if not amounts
            else f"a pie of which {missing} slices carry no printed value, and nothing that says what its whole is"
        )
    if amounts and any(
        abs(float(amount) / total * covered - slices[i].share) > _MISFIT for i, amount in amounts.items()
    ):
        raise Refused("a pie whose printed values do not match the sizes of its slices")
    # percentages of a whole make 100, but for the rounding of each
    off = percent and not missing and abs(total - 100) > max(1.0, 0.5 * len(slices))
    cells = []
    for index, piece in enumerate(slices):
        caption = values[index]
        if caption is None or caption.value is None:
            cells.append(_share(piece, pie))
            continue
        fits = abs(float(amounts[index]) / total * covered - piece.share) < 0.03
        confidence = caption.value.confidence if fits and not off else min(caption.value.confidence, _DOUBT)
        cells.append(
            Cell(amounts[index], caption.value.text, "printed", Decimal(0), confidence, caption.value.box)
        )
    return tuple(cells), "%" if percent else unit, scale


def _looked_again(pixels: Pixels, captions: Sequence[Caption | None], pie: Pie) -> list[Caption | None]:
    """Slices without a value, where others carry theirs inside: the place in the slice where it should stand is read
    again, and what fits the size of the slice is taken."""
    found = list(captions)
    inside = [
        c.value
        for c in captions
        if c is not None
        and c.value is not None
        and math.hypot(c.value.box.x - pie.x, c.value.box.y - pie.y) < pie.radius
    ]
    missing = [i for i, c in enumerate(captions) if c is None]
    if len(inside) < 2 or len(missing) > len(inside):
        return found
    part = median(math.hypot(v.box.x - pie.x, v.box.y - pie.y) for v in inside)
    wide, high = median(v.box.width for v in inside), median(v.box.height for v in inside)
    rate = sum(float(v.value) for v in inside) / sum(
        s.share for s, c in zip(pie.slices, captions, strict=True) if c is not None and c.value in inside
    )
    for index in missing:
        piece = pie.slices[index]
        x, y = pie.x + part * math.sin(piece.middle), pie.y - part * math.cos(piece.middle)
        box = Box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
        for scale in (2.0, 3.0):
            reading = read_crops(pixels, [box], scale, margin=1)[0]
            value = printed_value(reading)
            if value is not None and abs(float(value.value) / rate - piece.share) < 0.02:
                found[index] = Caption("", replace(value, confidence=min(value.confidence, 0.8)), box)
                break
    return found


def _share(piece: Slice, pie: Pie) -> Cell:
    """The angle of a slice as percent of the circle, off by at most half a pixel at either end on its rim."""
    tolerance = Decimal(repr(round(100 / (2 * math.pi * pie.radius) + 0.05, 2)))
    digits = Decimal("0.1") if tolerance < Decimal("0.5") else Decimal(1)
    value = Decimal(repr(100 * piece.share)).quantize(digits)
    x = pie.x + 0.8 * pie.radius * math.sin(piece.middle)
    y = pie.y - 0.8 * pie.radius * math.cos(piece.middle)
    return Cell(value, str(value), "axis", tolerance, 0.9, Box(x - 3, y - 3, x + 3, y + 3))


def _in_order(slices: Sequence[Slice], captions: Sequence[Caption], pie: Pie) -> list[Caption | None]:
    """The caption of each slice, or None: both go clockwise, so one turn of the captions fits, some slices left out.
    Directions choose it, and where there are values their shares of the whole."""
    count = len(slices)
    if not captions:
        return [None] * count
    clockwise = sorted(captions, key=lambda c: _direction(c.box, pie))
    amounts = [float(c.value.value) if c.value is not None else 0.0 for c in clockwise]
    whole = sum(amounts)
    if whole and len(captions) < count:  # what the others leave out is not known: a percentage is of 100
        whole = 100.0 if any(c.value is not None and c.value.unit == "%" for c in captions) else 0.0

    def cost(piece: Slice, at: int) -> float:
        apart = abs((_direction(clockwise[at].box, pie) - piece.middle + math.pi) % (2 * math.pi) - math.pi)
        # the text of a wide slice stands anywhere before it
        apart = max(0.0, apart - 0.35 * piece.share * 2 * math.pi)
        return apart + (6 * abs(amounts[at] / whole - piece.share) if whole else 0.0)

    best: tuple[float, dict[int, int]] = (float("inf"), {})
    for turn in range(count):
        order = [(turn + i) % count for i in range(count)]
        found = _along(order, len(clockwise), lambda s, c: cost(slices[s], c))
        best = min(best, found, key=lambda item: item[0])
    return [clockwise[best[1][i]] if i in best[1] else None for i in range(count)]


def _along(order: Sequence[int], captions: int, cost: _Cost) -> tuple[float, dict[int, int]]:
    """The cheapest way to give each caption, in order, a slice of the order; slices may be left out."""
    best: list[tuple[float, dict[int, int]]] = [(0.0, {}), *((float("inf"), {}) for _ in range(captions))]
    for piece in order:
        for at in range(captions, 0, -1):
            before, chosen = best[at - 1]
            if before == float("inf"):
                continue
            price = before + cost(piece, at - 1)
            if price < best[at][0]:
                best[at] = (price, {**chosen, piece: at - 1})
    return best[captions]


def _direction(box: Box, pie: Pie) -> float:
    """Where a block stands as seen from the centre, clockwise from the top; of one outside the nearest part counts."""
    x, y = box.x, box.y
    if math.hypot(x - pie.x, y - pie.y) > pie.radius:
        x = min(max(pie.x, box.left), box.right) if abs(y - pie.y) < pie.radius else x
        y = min(max(pie.y, box.top), box.bottom)
        x, y = (x + box.x) / 2, (y + box.y) / 2
    return math.atan2(x - pie.x, pie.y - y) % (2 * math.pi)


# ── labels ───────────────────────────────────────────────────────────────────────────────────────────────────


def _labels(
    slices: Sequence[Slice],
    values: Sequence[Caption | None],
    names: Sequence[Caption],
    legend: Sequence[LegendEntry],
    pie: Pie,
) -> tuple[list[str], list[Caption]]:
    """The name of each slice, and the captions used for names alone: from its value's block, else by the colour of the
    legend, else from the blocks of words around the circle."""
    own = [c.label if c is not None else "" for c in values]
    if all(own):
        return own, []
    by_legend = [next((e.label for e in legend if near(e.colour, s.colour)), "") for s in slices]
    if all(by_legend):
        return by_legend, []
    open_slices = [i for i, label in enumerate(own) if not label]
    close = sorted(names, key=lambda c: _apart(c.box, pie))[: len(open_slices)]
    if len(close) == len(open_slices) and all(_apart(c.box, pie) < 0.9 * pie.radius + 40 for c in close):
        chosen = _in_order([slices[i] for i in open_slices], close, pie)
        labels = list(own)
        for index, caption in zip(open_slices, chosen, strict=True):
            labels[index] = caption.label if caption is not None else ""
        if all(labels):
            return labels, close
    raise Refused("a pie whose slices have no names that can be read")


def _apart(box: Box, pie: Pie) -> float:
    """How far a block is from the circle, 0 where it touches it."""
    dx = max(box.left - pie.x, 0.0, pie.x - box.right)
    dy = max(box.top - pie.y, 0.0, pie.y - box.bottom)
    return max(0.0, math.hypot(dx, dy) - pie.radius)


def _within(one: Box, other: Box) -> bool:
    return (
        one.left >= other.left - 1
        and one.right <= other.right + 1
        and one.top >= other.top - 1
        and one.bottom <= other.bottom + 1
    )


def _captions(texts: Sequence[TextBox], pie: Pie) -> list[Caption]:
    """Blocks of lines around and in the pie, each with at most one value. What stands in the hole of a ring names the
    whole and is left out."""
    line = text_height(texts)
    size = median([type_size(t) for t in texts if len(t.text) > 3 and t.box.width > t.box.height] or [line])
    reach = 1.1 * pie.radius + 60
    close = [
        t
        for t in texts
        if _apart(t.box, pie) < reach
        and pie.y - pie.radius - 4 * line <= t.box.y <= pie.y + pie.radius + 4 * line
        and math.hypot(t.box.x - pie.x, t.box.y - pie.y) > 0.8 * pie.hole
        and not (t.box.bottom < pie.y - pie.radius and type_size(t) > 1.12 * size)  # a title
    ]
    blocks: list[list[TextBox]] = []
    for text in sorted(close, key=lambda t: (t.box.top, t.box.left)):
        for block in blocks:
            if _belongs(text, block, line):
                block.append(text)
                break
        else:
            blocks.append([text])
    captions: list[Caption] = []
    for block in blocks:
        box = around([t.box for t in block])
        found = _number_of(block)
        if found is not None:
            captions.append(Caption(found[1], found[0], box))
        elif any(c.isalpha() for t in block for c in t.text):
            captions.append(
                Caption(tidy(" ".join(t.text.strip() for t in _reading(block))).rstrip(":,"), None, box)
            )
    return captions


def _belongs(text: TextBox, block: Sequence[TextBox], line: float) -> bool:
    """Whether a line goes on a block: right beside or right under it, not a second number, and not after a value that
    stands alone below its label, which ends a block."""
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
    alike = (
        0.8 < text.box.height / max(last.box.height, 1.0) < 1.25
    )  # a title over a label is of another size
    full = _number_of(block) is not None and (_number_of([text]) is not None or beside)
    closed = not beside and _number_of([last]) is not None and any(c.isalpha() for t in block for c in t.text)
    return (beside or (under and alike)) and not full and not closed


def _reading(block: Sequence[TextBox]) -> list[TextBox]:
    return sorted(block, key=lambda t: (round(t.box.top / 6), t.box.left))


def _number_of(block: Sequence[TextBox]) -> tuple[Printed, str] | None:
    """The one value of a block, written alone or as the last or first word of a line, and the rest as its label."""
    ordered = _reading(block)
    for index, text in enumerate(ordered):
        whole = printed_value(text)
        if whole is not None:
            rest = ordered[:index] + ordered[index + 1 :]
            return whole, tidy(" ".join(t.text.strip() for t in rest)).rstrip(":,")
    for index, text in enumerate(ordered):
        words = text.text.strip().split()
        for cut in range(1, len(words)):
            for number, name in ((words[cut:], words[:cut]), (words[:cut], words[cut:])):
                value = printed_value(
                    TextBox(" ".join(number).strip("()[]:,;–- "), text.box, text.confidence)
                )
                if value is not None and any(c.isalpha() for c in " ".join(name)):
                    lines = (
                        [t.text.strip() for t in ordered[:index]]
                        + [" ".join(name)]
                        + [t.text.strip() for t in ordered[index + 1 :]]
                    )
                    return value, tidy(" ".join(lines)).rstrip(":,")
    return None
