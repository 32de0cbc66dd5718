"""Names of series in a legend: beside a patch of a mark's colour, in that colour, or as a heading over the plot."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from recast.perception.bars import Laid
from recast.perception.labels import joined_lines, text_height, text_rows, tidy
from recast.perception.marks import Colour, Region, ink_colour, near
from recast.perception.text import Pixels, TextBox, read_crops
from recast.types import Box, Orientation


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """One named series: ``boxes`` are all boxes of its text, the first of them where it begins."""

    label: str
    colour: Colour
    boxes: tuple[Box, ...] = ()
    swatch: Box | None = None

    @property
    def box(self) -> Box:
        return self.boxes[0] if self.boxes else Box(0, 0, 0, 0)


def swatch_legend(
    pixels: Pixels,
    texts: Sequence[TextBox],
    found: Sequence[Region],
    colours: Sequence[Colour],
    taken: Sequence[Box],
) -> tuple[LegendEntry, ...]:
    """Entries of a legend: a small patch of the colour of a mark, and the text to its right. ``taken`` are the places
    of the marks themselves."""
    line = text_height(texts)
    patches = [
        (r, colour)
        for r in found
        for colour in colours
        if near(r.colour, colour)
        and 4 <= r.box.width <= 2.4 * line
        and 3 <= r.box.height <= 1.4 * line
        and not any(
            b.left - 2 <= r.box.x <= b.right + 2 and b.top - 2 <= r.box.y <= b.bottom + 2 for b in taken
        )
    ]
    entries: list[LegendEntry] = []
    claims: dict[Box, list[tuple[Region, Colour]]] = {}
    by_box = {t.box: t for t in texts}
    for patch, colour in patches:
        right = [
            t
            for t in texts
            if abs(t.box.y - patch.box.y) < 0.55 * line
            and t.box.left - patch.box.right < 1.5 * line
            and t.box.right > patch.box.right + 0.5 * line
            and t.box.width > t.box.height * 0.8
            and any(c.isalnum() for c in t.text)
            and t.box.left
            > patch.box.left - 0.4 * line - (t.box.width if _runs_over(patch, t, patches, line) else 0)
        ]
        if right:
            nearest = min(right, key=lambda t: abs(t.box.left - patch.box.right))
            claims.setdefault(nearest.box, []).append((patch, colour))
    for box, owners in claims.items():
        text = by_box[box]
        largest = max(patch.area for patch, _ in owners)  # parts of dark letters are smaller than swatches
        owners = sorted((o for o in owners if o[0].area >= 0.4 * largest), key=lambda o: o[0].box.left)
        if len(owners) == 1:
            patch, colour = owners[0]
            entries.append(LegendEntry(tidy(text.text), colour, (box,), patch.box))
            continue
        ends = [*(patch.box.left - 1 for patch, _ in owners[1:]), box.right + 1]
        crops = [
            Box(patch.box.right + 1, box.top, end, box.bottom)
            for (patch, _), end in zip(owners, ends, strict=True)
        ]
        for (patch, colour), reading in zip(owners, read_crops(pixels, crops, 2.0, margin=0), strict=True):
            entries.append(LegendEntry(tidy(reading.text), colour, (box,), patch.box))
    return _one_a_colour([e for e in entries if e.label], colours)


def _runs_over(patch: Region, text: TextBox, patches: Sequence[tuple[Region, Colour]], line: float) -> bool:
    """Whether a box of text runs over this patch after having begun at another."""
    return text.box.left < patch.box.left and any(
        abs(other.box.y - patch.box.y) < 0.55 * line
        and other.box.left < patch.box.left
        and other.box.right > text.box.left - 1.5 * line
        for other, _ in patches
    )


def _one_a_colour(entries: Sequence[LegendEntry], colours: Sequence[Colour]) -> tuple[LegendEntry, ...]:
    """At most one entry a colour: the ones that stand in line with most others, in reading order."""
    line = 8.0

    def company(entry: LegendEntry) -> int:
        at = entry.swatch or entry.box
        return sum(
            abs((o.swatch or o.box).y - at.y) <= line or abs((o.swatch or o.box).left - at.left) <= line
            for o in entries
        )

    kept: list[LegendEntry] = []
    for colour in colours:
        mine = [e for e in entries if near(e.colour, colour)]
        if mine:
            kept.append(max(mine, key=company))
    return _in_reading_order(kept)


def _in_reading_order(entries: Sequence[LegendEntry]) -> tuple[LegendEntry, ...]:
    rows: list[list[LegendEntry]] = []
    for entry in sorted(entries, key=lambda e: e.box.y):
        if rows and entry.box.y - rows[-1][0].box.y < 0.6 * entry.box.height:
            rows[-1].append(entry)
        else:
            rows.append([entry])
    return tuple(entry for row in rows for entry in sorted(row, key=lambda e: e.box.left))


def coloured_legend(
    pixels: Pixels, texts: Sequence[TextBox], colours: Sequence[Colour]
) -> tuple[LegendEntry, ...]:
    """Series named in text of their own colour. ``texts`` must hold no values."""
    entries: dict[Colour, list[tuple[TextBox, int]]] = {}
    for text in texts:
        ink = ink_colour(pixels, text.box)
        if ink is None or max(ink) - min(ink) < 40 or sum(c.isalnum() for c in text.text) < 2:
            continue
        distances = {c: max(abs(a - b) for a, b in zip(c, ink, strict=True)) for c in colours}
        colour = min(distances, key=lambda c: distances[c])
        if distances[colour] <= 60:
            entries.setdefault(colour, []).append((text, distances[colour]))
    named: list[LegendEntry] = []
    for colour, found in entries.items():
        lines = [t for t, _ in found]
        first = max(lines, key=lambda t: t.confidence)
        block = [
            t
            for t in lines
            if abs(t.box.x - first.box.x) < max(first.box.width, t.box.width)
            and abs(t.box.y - first.box.y) < 2.6 * first.box.height
        ]
        named.append(LegendEntry(joined_lines(block), colour, tuple(t.box for t in block)))
    return tuple(sorted(named, key=lambda e: (e.box.top, e.box.left)))


def heading_legend(
    texts: Sequence[TextBox], segments: Sequence[tuple[Laid, Colour]], orientation: Orientation, line: float
) -> tuple[LegendEntry, ...]:
    """Series named by words above the first bar of a horizontal stack, each over its own segment."""
    if orientation != "horizontal" or len(segments) < 2:
        return ()
    top = min(laid.start for laid, _ in segments)
    left = min(laid.low for laid, _ in segments) - 40
    near_top = [
        t
        for t in texts
        if t.box.bottom <= top + 0.4 * line and t.box.top >= top - 5.2 * line and t.box.left >= left
    ]
    # words belong to the lowest run of lines; the subtitle stands apart from it
    rows = text_rows(near_top, line)
    block: list[TextBox] = []
    for row in reversed(rows):
        if block and min(t.box.top for t in block) - max(t.box.bottom for t in row) > 0.8 * line:
            break
        if len(row) == 1 and row[0].box.width > 0.6 * (max(s.high for s, _ in segments) - left):
            break
        block.extend(row)
    names: list[list[TextBox]] = [[] for _ in segments]
    columns = _stacked_words(block)
    if len(columns) != len(segments):
        columns = _stacked_words([word for text in block for word in _words(text)])
    if len(columns) == len(segments):
        names = columns
    else:
        for column in columns:
            at = median(t.box.x for t in column)
            index = min(range(len(segments)), key=lambda i: abs(segments[i][0].along - at))
            names[index].extend(column)
    if any(not name for name in names):
        return ()
    return tuple(
        LegendEntry(joined_lines(name), colour, tuple(b.box for b in block if _over(b, name)))
        for name, (_, colour) in zip(names, segments, strict=True)
    )


def _over(text: TextBox, words: Sequence[TextBox]) -> bool:
    """Whether a box of text holds one of these words."""
    return any(
        text.box.left - 1 <= w.box.x <= text.box.right + 1
        and text.box.top - 1 <= w.box.y <= text.box.bottom + 1
        for w in words
    )


def _stacked_words(texts: Sequence[TextBox]) -> list[list[TextBox]]:
    """Boxes in columns from left to right: those of one column stand over one another."""
    columns: list[list[TextBox]] = []
    for text in sorted(texts, key=lambda t: t.box.left):
        for column in columns[-1:]:
            left, right = min(t.box.left for t in column), max(t.box.right for t in column)
            shared = min(right, text.box.right) - max(left, text.box.left)
            if shared > 0.3 * min(text.box.width, right - left):
                column.append(text)
                break
        else:
            columns.append([text])
    return columns


def _words(text: TextBox) -> list[TextBox]:
    """The words of a box, each at its place going by the number of characters before it."""
    whole = text.text.strip()
    step = text.box.width / max(len(whole), 1)
    found = []
    for match in re.finditer(r"\S+", whole):
        left = text.box.left + match.start() * step
        box = Box(left, text.box.top, text.box.left + match.end() * step, text.box.bottom)
        found.append(TextBox(match.group(), box, text.confidence))
    return found
