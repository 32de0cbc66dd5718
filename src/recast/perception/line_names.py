"""What the lines of a chart are called: beside a sample of the line, in text of its colour, or by the nearest words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from recast.perception.labels import text_height, tidy
from recast.perception.legends import LegendEntry, coloured_legend, swatch_legend
from recast.perception.marks import Region, colour_names, ink_colour, near
from recast.perception.stroke import Stroke
from recast.perception.text import Pixels, TextBox, read_crops
from recast.types import Box

_COLOURED = 40  # of 255: channels of a colour that is meant as one differ by so much
_SAME_INK = 60  # of 255: letters are thinner than lines and differ so much from them


def marked_names(
    pixels: Pixels, letters: Sequence[TextBox], found: Sequence[Region], strokes: Sequence[Stroke]
) -> tuple[LegendEntry, ...]:
    """The names that a swatch, a sample of the line or the colour of their text gives to strokes; none where there is
    but one stroke."""
    if len(strokes) == 1:
        return ()
    colours = [s.colour for s in strokes]
    ways = [
        _at_ends(pixels, letters, strokes),
        swatch_legend(pixels, letters, found, colours, [s.box for s in strokes]),
        _sampled(pixels, letters, strokes),
        coloured_legend(pixels, letters, colours),
    ]
    legend: tuple[LegendEntry, ...] = ()
    for way in sorted(ways, key=len, reverse=True):
        taken = {box for entry in legend for box in entry.boxes}
        legend += tuple(
            e
            for e in way
            if not any(near(e.colour, known.colour, 10) for known in legend) and not taken & set(e.boxes)
        )
    return legend


def _at_ends(
    pixels: Pixels, letters: Sequence[TextBox], strokes: Sequence[Stroke]
) -> tuple[LegendEntry, ...]:
    """Names that stand right of where their lines end, at that height; none unless each line has just one, and where one
    has another colour than its line. A dark line is named so too, whose colour is also that of titles and labels."""
    line = text_height(letters)
    ends = [
        (int(seen[-1]), float(s.path[seen[-1]]))
        for s in strokes
        if (seen := np.flatnonzero(np.isfinite(s.path))).size
    ]
    if len(ends) < len(strokes):
        return ()
    found: dict[int, TextBox] = {}
    for text in letters:
        apart = {
            i: abs(y - text.box.y)
            for i, (x, y) in enumerate(ends)
            if -0.3 * line <= text.box.left - x <= 3 * line and abs(y - text.box.y) <= line
        }
        if not apart or sum(c.isalpha() for c in text.text) < 2:
            continue
        nearest = min(apart, key=lambda i: apart[i])
        ink = ink_colour(pixels, text.box)
        coloured = ink is not None and max(ink) - min(ink) >= _COLOURED
        if nearest in found or (coloured and ink and not near(ink, strokes[nearest].colour, _SAME_INK)):
            return ()
        found[nearest] = text
    if len(found) < len(strokes):
        return ()
    return tuple(LegendEntry(tidy(t.text), strokes[i].colour, (t.box,)) for i, t in sorted(found.items()))


def line_names(
    letters: Sequence[TextBox], strokes: Sequence[Stroke], marked: Sequence[LegendEntry]
) -> tuple[LegendEntry, ...]:
    """The name of each stroke, in their order: those ``marked``, else the words that stand nearest to a stroke; none
    where there is but one. A stroke that no words name has the name of its colour and no boxes."""
    if len(strokes) == 1:
        return ()
    legend = (*marked, *(_beside(letters, strokes, marked) if len(marked) < len(strokes) else ()))
    named: list[LegendEntry] = []
    for stroke, name in zip(strokes, colour_names([s.colour for s in strokes]), strict=True):
        entry = next((e for e in legend if near(e.colour, stroke.colour, 10)), None)
        named.append(entry if entry is not None else LegendEntry(name, stroke.colour))
    return tuple(named)


@dataclass(frozen=True, slots=True)
class _Sample:
    """A short level piece of a line outside the line itself, by the stroke whose colour it has."""

    stroke: int
    left: int
    right: int


def _sampled(
    pixels: Pixels, letters: Sequence[TextBox], strokes: Sequence[Stroke]
) -> tuple[LegendEntry, ...]:
    """Names that stand right of a short piece of their line; names that were read as one text with samples between
    them are read again one by one."""
    line = text_height(letters)
    found = {text.box: _samples(pixels, text, strokes, line) for text in letters}
    entries: dict[int, LegendEntry] = {}
    for text in sorted(letters, key=lambda t: (t.box.top, t.box.left)):
        own = [s for s in found[text.box] if s.stroke not in entries]
        before = [s for s in own if s.right <= text.box.left + 0.5 * line][-1:]
        inside = [s for s in own if s.left > text.box.left + line]
        if inside:
            ends = [*(s.left - 1 for s in inside), text.box.right]
            starts = [text.box.left, *(s.right + 1 for s in inside)]
            boxes = [replace(text.box, left=a, right=b) for a, b in zip(starts, ends, strict=True)]
            names = [reading.text for reading in read_crops(pixels, boxes, 2.0, margin=0)]
            for sample, name in zip([*before, *inside], names[-len(before + inside) :], strict=True):
                entries.setdefault(
                    sample.stroke, LegendEntry(tidy(name), strokes[sample.stroke].colour, (text.box,))
                )
        elif before:
            lines = [text, *_continued(text, letters, found, line)]
            name = tidy(" ".join(t.text.strip() for t in lines))
            colour = strokes[before[0].stroke].colour
            entries[before[0].stroke] = LegendEntry(name, colour, tuple(t.box for t in lines))
    return tuple(entries[i] for i in sorted(entries) if entries[i].label)


def _samples(pixels: Pixels, text: TextBox, strokes: Sequence[Stroke], line: float) -> list[_Sample]:
    """The samples left of a text and inside its box, from left to right."""
    left, right = max(0, int(text.box.left - 3.8 * line)), int(text.box.right)
    top, bottom = max(0, int(text.box.y - 0.4 * line)), int(text.box.y + 0.4 * line) + 1
    strip = pixels[top:bottom, left:right].astype(np.int16)
    samples: list[_Sample] = []
    if strip.size == 0:
        return samples
    for index, stroke in enumerate(strokes):
        own = np.abs(strip - np.array(stroke.colour, np.int16)).max(axis=2) <= 30
        own &= stroke.mask[top:bottom, left:right] == 0
        columns = np.flatnonzero(own.any(axis=0))
        for run in np.split(columns, np.flatnonzero(np.diff(columns) > 4) + 1):
            if not max(5, 0.7 * line) <= run.size <= 4.5 * line:
                continue
            first = left + int(run[0])
            whole = float(own[:, run].mean(axis=1).max()) >= 0.9  # letters are no level piece
            if whole or first < text.box.left - 0.7 * line:
                samples.append(_Sample(index, first, left + int(run[-1]) + 1))
    return sorted(samples, key=lambda s: s.left)


def _continued(
    text: TextBox, letters: Sequence[TextBox], samples: Mapping[Box, Sequence[_Sample]], line: float
) -> list[TextBox]:
    """The further lines of a wrapped name: right below it, at the same left edge, without a sample of their own."""
    found: list[TextBox] = []
    last = text
    for other in sorted(letters, key=lambda t: t.box.top):
        close = -0.4 * line <= other.box.top - last.box.bottom <= 0.25 * line
        if close and abs(other.box.left - text.box.left) <= 0.3 * line and not samples[other.box]:
            found.append(other)
            last = other
    return found


def _beside(
    letters: Sequence[TextBox], strokes: Sequence[Stroke], known: Sequence[LegendEntry]
) -> tuple[LegendEntry, ...]:
    """Names written in black inside the plot, each by the stroke that it is nearest to, if each has just one."""
    nameless = [s for s in strokes if not any(near(e.colour, s.colour, 10) for e in known)]
    top, floor = min(s.box.top for s in strokes) - 30, max(s.box.bottom for s in strokes) + 12
    left, right = min(s.box.left for s in strokes), max(s.box.right for s in strokes)
    inside = [t for t in letters if left <= t.box.x and t.box.left <= right + 40 and top <= t.box.y <= floor]
    found: dict[int, TextBox] = {}
    for text in inside:
        if any(text.box in e.boxes for e in known) or len(text.text.strip()) < 2:
            continue
        x = min(max(text.box.x, left + 4), right - 4)
        apart = {
            i: abs(read[0] - text.box.y)
            for i, s in enumerate(nameless)
            if (read := s.height_at(x, 0.2 * (right - left))) is not None
        }
        if not apart:
            continue
        nearest = min(apart, key=lambda i: apart[i])
        if nearest in found:
            return ()
        found[nearest] = text
    return tuple(LegendEntry(tidy(text.text), nameless[i].colour, (text.box,)) for i, text in found.items())
