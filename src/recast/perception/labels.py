"""Words of a chart and what they name: categories along an axis, series in a legend, titles above and beside.

Everything works on boxes of text that ``furniture`` has left and on places of marks; where the recogniser has run two
labels together or missed one, the known rectangle is read again.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

import numpy as np

from recast.perception.bars import Laid
from recast.perception.marks import Colour, Region, ink_colour, near
from recast.perception.measure import is_time
from recast.perception.text import Pixels, TextBox, read_crops
from recast.perception.turned import sloping, turned_by_place, upright_by_place, upright_line
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


def text_height(texts: Sequence[TextBox]) -> float:
    """The usual height of a line of text in the picture, upright lines only."""
    heights = [t.box.height for t in texts if t.box.width >= 1.3 * t.box.height]
    heights = heights or [t.box.height for t in texts if len(t.text.strip()) <= 3]
    return float(median(heights)) if heights else 16.0


def tidy(text: str) -> str:
    """A label without bullets, swatches and footnote marks, and what a recogniser makes of them, with single spaces."""
    text = re.sub(r"^[\s●•■◆▪◼○|·_]+(?=\S)", "", text)
    text = re.sub(r"^[-–]\s*(?=[A-Za-z])", "", text)
    text = re.sub(r"(?<=[\d*°])[^\x00-\x7f]+$", "", text)
    text = re.sub(
        r"(?:(?:\s|(?<=\d))[-–—]|[\s●•■◆|·_*†‡\[({])+$", "", text
    )  # with the tick or the bar beside it
    return re.sub(r"\s+", " ", text).strip()


# ── categories ───────────────────────────────────────────────────────────────────────────────────────────────


def category_labels(
    pixels: Pixels,
    texts: Sequence[TextBox],
    places: Sequence[float],
    pitch: float,
    edge: float,
    orientation: Orientation,
) -> tuple[tuple[str, tuple[TextBox, ...]], ...]:
    """The label of each place along the category axis, with its boxes; empty where none was found.

    ``places`` are the centres of the categories across, ``edge`` is where the marks end on the side of the labels, both
    in the frame of the bars.
    """
    if orientation == "horizontal":
        return _beside(pixels, texts, places, pitch, edge)
    return _beneath(pixels, texts, places, pitch, -edge)


def _beside(
    pixels: Pixels, texts: Sequence[TextBox], places: Sequence[float], pitch: float, edge: float
) -> tuple[tuple[str, tuple[TextBox, ...]], ...]:
    line = text_height(texts)
    near_rows: list[list[TextBox]] = [[] for _ in places]
    for text in texts:
        upright = text.box.height <= 2 * line or text.box.width >= text.box.height
        if not upright or text.box.right > edge + max(5.0, 0.4 * line):
            continue
        index = min(range(len(places)), key=lambda i: abs(places[i] - text.box.y))
        if abs(places[index] - text.box.y) <= 0.52 * pitch + 1:
            near_rows[index].append(text)
    return tuple((_joined(lines), tuple(lines)) for lines in near_rows)


def _joined(lines: Sequence[TextBox]) -> str:
    """Boxes of one label in reading order: by line, then from left to right."""
    if not lines:
        return ""
    line = min(t.box.height for t in lines)
    ordered = sorted(lines, key=lambda t: t.box.y)
    rows: list[list[TextBox]] = [[ordered[0]]]
    for text in ordered[1:]:
        if text.box.y - rows[-1][-1].box.y < 0.5 * line:
            rows[-1].append(text)
        else:
            rows.append([text])
    return tidy(" ".join(t.text.strip() for row in rows for t in sorted(row, key=lambda t: t.box.left)))


def _beneath(
    pixels: Pixels, texts: Sequence[TextBox], places: Sequence[float], pitch: float, floor: float
) -> tuple[tuple[str, tuple[TextBox, ...]], ...]:
    line = text_height(texts)
    reach = 0.62 * pitch if len(places) > 1 else 1.2 * pitch
    below = [t for t in texts if t.box.top >= floor - 0.45 * line]
    for of_kind in (turned_by_place, upright_by_place):
        by_place = of_kind(pixels, below, places, pitch, floor, line)
        if by_place:
            return tuple(
                (tidy(by_place[i].text), (by_place[i],)) if i in by_place else ("", ())
                for i in range(len(places))
            )
    band = [t for t in below if places[0] - reach <= t.box.x <= places[-1] + reach]
    rows = text_rows(band, line)
    if not rows or rows[0][0].box.top > floor + 4 * line:
        return tuple(("", ()) for _ in places)
    used = [rows[0]]
    for row in rows[1:]:
        gap = min(t.box.top for t in row) - max(t.box.bottom for t in used[-1])
        lone_title = (
            len(row) == 1
            and len(places) > 2
            and not any(abs(row[0].box.x - p) < 0.12 * pitch for p in places)
        )
        if gap > 0.35 * line or lone_title:
            break
        used.append(row)
    members = [t for row in used for t in row]
    members = _split(pixels, members, places, pitch)
    slots: list[list[TextBox]] = [[] for _ in places]
    for text in members:
        index = min(range(len(places)), key=lambda i: abs(places[i] - text.box.x))
        if abs(places[index] - text.box.x) <= reach:
            slots[index].append(text)
    return tuple((_joined(lines), tuple(lines)) for lines in slots)


def text_rows(texts: Sequence[TextBox], line: float, reach: float = 0.5) -> list[list[TextBox]]:
    """Texts by the row they stand in, from the top: their middles are less than ``reach`` of a line apart."""
    rows: list[list[TextBox]] = []
    for text in sorted(texts, key=lambda t: t.box.y):
        if rows and abs(text.box.y - median(t.box.y for t in rows[-1])) < reach * line:
            rows[-1].append(text)
        else:
            rows.append([text])
    return rows


def _split(pixels: Pixels, texts: Sequence[TextBox], places: Sequence[float], pitch: float) -> list[TextBox]:
    """Boxes that run over several places, read again place by place."""
    whole: list[TextBox] = []
    for text in texts:
        under = [p for p in places if text.box.left + 0.15 * pitch <= p <= text.box.right - 0.15 * pitch]
        if len(under) < 2:
            whole.append(text)
            continue
        crops = [
            Box(
                max(text.box.left - 2, p - pitch / 2),
                text.box.top,
                min(text.box.right + 2, p + pitch / 2),
                text.box.bottom,
            )
            for p in under
        ]
        whole.extend(t for t in read_crops(pixels, crops, 2.0, margin=0) if t.text.strip())
    return whole


def place_labels(
    texts: Sequence[TextBox], left: float, right: float, floor: float
) -> list[tuple[str, float, tuple[TextBox, ...]]]:
    """The labels below a plot that has no bars: label, place across and boxes of each, from left to right.

    Lines of one label are joined; labels at a slope hang by the end that lies nearer to the axis. The zero of a value
    axis, which stands in the same row, is no label.
    """
    line = text_height(texts)
    below = [
        t
        for t in texts
        if t.box.top >= floor - 0.6 * line
        and left - 3 * line <= t.box.x <= right + 3 * line
        and not ((t.box.right < left or t.box.left > right) and _under_numbers(t, texts, line))
    ]
    turned = [t for t in below if sloping(t, line)]
    if len(turned) >= 3:
        start = min(t.box.top for t in turned)
        first = [t for t in turned if t.box.top <= start + 1.2 * line]
        return sorted(
            ((tidy(t.text), t.box.right - 0.35 * line, (t,)) for t in first), key=lambda item: item[1]
        )
    rows = text_rows(below, line)
    if not rows:
        return []
    start = max(
        range(len(rows)), key=lambda i: (len(rows[i]) + 2 * sum(is_time(t.text) for t in rows[i]), -i)
    )
    head, lower = rows[start], list[TextBox]()
    for row in rows[start + 1 :]:
        gap = min(t.box.top for t in row) - max(t.box.bottom for t in (lower or head))
        if gap > 0.4 * line or len(row) < 2:
            break
        lower.extend(row)
    labels: list[tuple[str, float, tuple[TextBox, ...]]] = []
    for text in sorted(head, key=lambda t: t.box.x):
        under = [t for t in lower if abs(t.box.x - text.box.x) < 0.6 * max(t.box.width, text.box.width)]
        labels.append((_joined([text, *under]), text.box.x, (text, *under)))
    return labels


def _under_numbers(text: TextBox, texts: Sequence[TextBox], line: float) -> bool:
    """Whether a text ends a column of numbers, flush on one side, as the lowest tick of a value axis does."""
    above = [
        t
        for t in texts
        if t.box.bottom <= text.box.top + 0.3 * line
        and any(c.isdigit() for c in t.text)
        and min(abs(t.box.left - text.box.left), abs(t.box.right - text.box.right)) < 0.3 * line
    ]
    return len(above) >= 2


# ── legend ───────────────────────────────────────────────────────────────────────────────────────────────────


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
        named.append(LegendEntry(_joined(block), colour, tuple(t.box for t in block)))
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
        LegendEntry(_joined(name), colour, tuple(b.box for b in block if _over(b, name)))
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


# ── titles ───────────────────────────────────────────────────────────────────────────────────────────────────


def titles(pixels: Pixels, texts: Sequence[TextBox], top: float) -> tuple[str, str]:
    """Title and subtitle: the lines above the plot; the title is the first line and those close after it that are as
    dark and as bold, a subtitle stands off, is paler, lighter or smaller, or is a line in brackets."""
    above = [t for t in texts if t.box.bottom <= top and any(c.isalpha() for c in t.text)]
    if not above:
        return "", ""
    rows = text_rows(above, median(t.box.height for t in above))
    first = max(t.box.height for t in rows[0])
    dark, bold = _lightness(pixels, rows[0]), _boldness(pixels, rows[0])
    title = list(rows[0])
    rest: list[TextBox] = []
    for before, row in itertools.pairwise(rows):
        gap = min(t.box.top for t in row) - max(t.box.bottom for t in before)
        bracketed = row[0].text.strip().startswith("(") and row[-1].text.strip().endswith(")")
        alike = (
            max(t.box.height for t in row) >= 0.72 * first
            and _lightness(pixels, row) < dark + 35
            and _boldness(pixels, row) >= 0.72 * bold
            and gap <= 0.3 * first
        )
        if not rest and alike and not bracketed:
            title.extend(row)
        else:
            rest.extend(row)
    return _joined(title), _joined(rest)


def _lightness(pixels: Pixels, row: Sequence[TextBox]) -> float:
    inks = [ink for t in row if (ink := ink_colour(pixels, t.box)) is not None]
    return min((sum(ink) / 3 for ink in inks), default=0.0)


def _boldness(pixels: Pixels, row: Sequence[TextBox]) -> float:
    """How much ink the lines have for their size, 0-1: more for bold type, less for pale or thin type."""
    crops = [pixels[int(t.box.top) : int(t.box.bottom), int(t.box.left) : int(t.box.right)] for t in row]
    shades = [np.abs(c.astype(np.int32) - np.median(c)).mean() / 255 for c in crops if c.size]
    return float(np.mean(shades)) if shades else 0.0


def side_title(pixels: Pixels, texts: Sequence[TextBox], left: float, top: float, bottom: float) -> str:
    """The title of a vertical axis that is written upwards at the left of the plot, read again turned upright.

    Lines that are found in parts are followed along their ink, so that letters missed at either end count as well.
    """
    tall = [
        t
        for t in texts
        if t.box.height > 2.2 * t.box.width
        and t.box.height > 30
        and t.box.right < left
        and t.box.bottom > top
        and t.box.top < bottom
    ]
    lines: list[list[TextBox]] = []
    for text in sorted(tall, key=lambda t: t.box.x):
        if lines and text.box.x - lines[-1][0].box.x < 0.6 * text.box.width:
            lines[-1].append(text)
        else:
            lines.append([text])
    return tidy(
        " ".join(filter(None, (upright_line(pixels, around([t.box for t in line])) for line in lines)))
    )


def around(boxes: Sequence[Box]) -> Box:
    """The smallest rectangle that holds all of them."""
    return Box(
        min(b.left for b in boxes),
        min(b.top for b in boxes),
        max(b.right for b in boxes),
        max(b.bottom for b in boxes),
    )


def foot_title(texts: Sequence[TextBox], used: Sequence[TextBox], floor: float, middle: float) -> str:
    """The title of the horizontal axis: the first line of words centred below the plot that nothing else uses."""
    below = [t for t in texts if t.box.top >= floor and t not in used and any(c.isalpha() for c in t.text)]
    for text in sorted(below, key=lambda t: t.box.top):
        if abs(text.box.x - middle) < 0.25 * max(text.box.width, 80) + 20:
            return tidy(text.text)
    return ""
