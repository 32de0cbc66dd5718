"""Words of a chart: labels of categories along an axis, each at the place of its mark.

Everything works on boxes of text that ``furniture`` has left and on places of marks; where the recogniser has run two
labels together or missed one, the known rectangle is read again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from statistics import median

from recast.perception.measure import is_time
from recast.perception.text import Pixels, TextBox, read_crops
from recast.perception.turned import sloping, turned_by_place, upright_by_place
from recast.types import Box, Orientation


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
    return tuple((joined_lines(lines), tuple(lines)) for lines in near_rows)


def joined_lines(lines: Sequence[TextBox]) -> str:
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
    return tuple((joined_lines(lines), tuple(lines)) for lines in slots)


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
        labels.append((joined_lines([text, *under]), text.box.x, (text, *under)))
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


def around(boxes: Sequence[Box]) -> Box:
    """The smallest rectangle that holds all of them."""
    return Box(
        min(b.left for b in boxes),
        min(b.top for b in boxes),
        max(b.right for b in boxes),
        max(b.bottom for b in boxes),
    )
