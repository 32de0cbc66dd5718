"""Text that does not lie level: labels at a slope, and lines written upwards.

The detector finds such lines, but reads them badly or runs them together; here they are turned level and read again.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import replace
from statistics import median

import numpy as np

from recast.perception.spacing import respaced
from recast.perception.text import Pixels, TextBox, read_crops, read_text
from recast.types import Box

_ENOUGH = 0.4  # share of the places that must have a turned label before all labels are taken for turned
_SURE = 0.6  # least score of a line that was read level


def sloping(text: TextBox, line: float) -> bool:
    """Whether a box holds one line of text that is turned: too high for a line, too wide for a column."""
    ratio = text.box.width / max(text.box.height, 1.0)
    return text.box.height > 1.4 * line and 0.5 <= ratio <= 2.2 and len(text.text.strip()) >= 3


def _short(text: TextBox, line: float) -> bool:
    """Whether a box may hold two turned letters: as wide as it is high, and higher than a line."""
    ratio = text.box.width / max(text.box.height, 1.0)
    return text.box.height > 1.15 * line and 0.5 <= ratio <= 2.2 and len(text.text.strip()) == 2


def turned_by_place(
    pixels: Pixels, below: Sequence[TextBox], places: Sequence[float], pitch: float, floor: float, line: float
) -> dict[int, TextBox]:
    """Labels at a slope by place, empty where the labels are not turned. They hang from the axis by one end, or by their
    middle; the end that fits all places best it is.

    Where not every place has got exactly one, the band below the axis is turned level by the slope of the longest label
    and read anew, as rising and, if that does not do, as falling.
    """
    turned = [t for t in below if sloping(t, line) and t.box.top <= floor + 2.5 * line]
    if not turned or len(turned) < _ENOUGH * len(places):
        return {}
    turned += [t for t in below if t not in turned and _short(t, line) and t.box.top <= floor + 2.5 * line]
    anchored = _by_best_end(turned, places, pitch)
    longest = max(turned, key=lambda t: t.box.width + t.box.height)
    slope = math.degrees(
        math.atan2(longest.box.height - 0.7 * line, max(longest.box.width - 0.7 * line, 1.0))
    )
    for angle in (slope, -slope):
        if len(anchored) == len(places) and len(turned) <= len(places):
            break
        level = [
            t
            for t in _read_level(pixels, turned, places, pitch, floor, angle)
            if t.confidence >= _SURE and t.box.top <= floor + 2.5 * line
        ]
        again = _by_best_end(level, places, pitch)
        if len(again) > len(anchored) or (len(turned) > len(places) and len(again) == len(places)):
            anchored, turned = again, list(again.values())
    return anchored


def _by_best_end(turned: Sequence[TextBox], places: Sequence[float], pitch: float) -> dict[int, TextBox]:
    """Place to label, by whichever end of the labels lies nearest to the places on the whole, one shift allowed."""
    best: tuple[float, dict[int, TextBox]] = (float("inf"), {})
    for anchor in ("right", "x", "left"):
        ends = [getattr(t.box, anchor) for t in turned]
        offsets = [min((p - e for p in places), key=abs) for e in ends]
        shift = median(offsets) if offsets else 0.0
        shift = shift if abs(shift) < 0.5 * pitch and abs(shift) < 16 else 0.0
        chosen: dict[int, TextBox] = {}
        total = 0.0
        for text, end in zip(turned, ends, strict=True):
            index = min(range(len(places)), key=lambda i: abs(places[i] - end - shift))
            distance = abs(places[index] - end - shift)
            if distance <= 0.5 * pitch and index not in chosen:
                chosen[index] = text
                total += distance
            else:
                total += 2 * pitch
        if total + abs(shift) < best[0]:
            best = (total + abs(shift), chosen)
    return best[1]


def _read_level(
    pixels: Pixels,
    turned: Sequence[TextBox],
    places: Sequence[float],
    pitch: float,
    floor: float,
    angle: float,
) -> list[TextBox]:
    """The lines of the band below the axis, turned clockwise by ``angle`` degrees and read; boxes are where they stand
    unturned, as wide and as high as the slope makes them."""
    import cv2

    left = max(0, int(min([t.box.left for t in turned] + [places[0] - pitch / 2 - 40])))
    right = min(pixels.shape[1], int(max([t.box.right for t in turned] + [places[-1] + pitch / 2])) + 12)
    top = max(0, int(floor) + 1)
    bottom = min(pixels.shape[0], int(max(t.box.bottom for t in turned)) + 8)
    band = pixels[top:bottom, left:right]
    height, width = band.shape[:2]
    if height < 8 or width < 8:
        return []
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), -angle, 1.0)
    cos, sin = abs(float(turn[0, 0])), abs(float(turn[0, 1]))
    wide, high = int(width * cos + height * sin) + 2, int(width * sin + height * cos) + 2
    turn[0, 2] += (wide - width) / 2
    turn[1, 2] += (high - height) / 2
    paper = tuple(int(shade) for shade in np.median(band.reshape(-1, 3), axis=0))
    level = cv2.warpAffine(band, turn, (wide, high), flags=cv2.INTER_CUBIC, borderValue=paper)
    back = cv2.invertAffineTransform(turn)
    found: list[TextBox] = []
    for text in read_text(np.ascontiguousarray(level, dtype=np.uint8)):
        corners = np.array(
            [[x, y, 1.0] for x in (text.box.left, text.box.right) for y in (text.box.top, text.box.bottom)]
        )
        at = corners @ back.T + np.array([left, top])
        (x_low, y_low), (x_high, y_high) = at.min(axis=0).tolist(), at.max(axis=0).tolist()
        found.append(TextBox(text.text, Box(x_low, y_low, x_high, y_high), text.confidence))
    return found


def upright_by_place(
    pixels: Pixels, below: Sequence[TextBox], places: Sequence[float], pitch: float, floor: float, line: float
) -> dict[int, TextBox]:
    """Labels written upwards by place, each read again level; empty where the labels are not upright."""
    tall = [
        t
        for t in below
        if t.box.height > 1.8 * t.box.width and t.box.height > 1.6 * line and t.box.top <= floor + 2.5 * line
    ]
    if len(tall) < max(2, _ENOUGH * len(places)):
        return {}
    found: dict[int, TextBox] = {}
    for text in tall:
        index = min(range(len(places)), key=lambda i: abs(places[i] - text.box.x))
        if abs(places[index] - text.box.x) <= 0.5 * pitch and index not in found:
            read = upright_line(pixels, text.box, reach=0.25)
            found[index] = replace(text, text=read or text.text)
    start, end = min(t.box.top for t in tall), max(t.box.bottom for t in tall)
    half = median(t.box.width for t in tall) / 2
    for index in set(range(len(places))) - set(
        found
    ):  # labels of a letter or two are as wide as they are high
        box = Box(places[index] - half, start, places[index] + half, end)
        read = upright_line(pixels, box, reach=0.25).strip(" -–—|")  # a tick is no part of it
        if read:
            found[index] = TextBox(read, box, _SURE)
    return found


def upright_line(pixels: Pixels, box: Box, reach: float = 4.0) -> str:
    """One line of text that is written upwards, cut close to its ink and read level; empty where there is none.

    It is followed along its ink beyond the box by up to ``reach`` times the width of the box.
    """
    reach *= box.width
    top, bottom = max(0, int(box.top - reach)), int(box.bottom + reach) + 1
    strip = pixels[top:bottom, max(0, int(box.left) - 3) : int(box.right) + 4]
    level = np.ascontiguousarray(np.rot90(strip, k=-1))
    apart = np.abs(level.astype(np.int32) - np.median(level.reshape(-1, 3), axis=0)).max(axis=2)
    inked = apart > 40
    columns = np.flatnonzero(inked.any(axis=0))
    if not columns.size:
        return ""
    steps = np.flatnonzero(np.diff(columns) > 0.8 * box.width)
    ends = np.concatenate([[-1], steps, [len(columns) - 1]])
    middle = level.shape[1] / 2
    runs = [(int(columns[a + 1]), int(columns[b])) for a, b in itertools.pairwise(ends)]
    first, last = min(
        runs, key=lambda run: 0.0 if run[0] <= middle <= run[1] else min(abs(e - middle) for e in run)
    )
    rows = np.flatnonzero(inked[:, first : last + 1].any(axis=1))
    crop = level[max(0, rows[0] - 1) : rows[-1] + 2, max(0, first - 4) : last + 5]
    paper = float(np.percentile(crop, 95))
    dark = float(np.percentile(crop, 1))
    clear = np.clip((crop - dark) / max(paper - dark, 1.0) * 255, 0, 255).astype(np.uint8)
    best = TextBox("", box, 0.0)
    for source in (crop, clear):
        whole = Box(0, 0, source.shape[1], source.shape[0])
        reading = read_crops(np.ascontiguousarray(source), [whole], 2.0, margin=0)[0]
        best = max(best, reading, key=lambda r: r.confidence)
    return respaced(best.text)
