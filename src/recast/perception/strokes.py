"""Lines of a chart in pixels: each colour's thin pieces chained from left to right, and the height of the line in
every column to a fraction of a pixel.

A line is told from text by its place, from grid lines and frames by its shape, and from the soft rim of another line by
its neighbourhood. Dashes, dots, markers and what a label or another line hides are bridged.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from recast.perception.bars import Bars
from recast.perception.marks import Colour, Layer, ink_colour, near, paper
from recast.perception.stroke import Stroke, steps
from recast.perception.text import Pixels, TextBox, read_text
from recast.perception.traces import GREY, THICKEST, canvas_of, trace
from recast.types import Box

_LEAST_STEPS = 3
_HAIR = 0.75  # of the thickness of the boldest line: thinner ones, where pale, are of a grid
_FAINT = 64  # of 255: how far the grey of a grid line is from the paper at most


def find_strokes(
    pixels: Pixels, layers: Sequence[Layer], texts: Sequence[TextBox], bars: Bars | None
) -> tuple[Stroke, ...]:
    """The lines of a chart, none beside bars that cover far more ground than the lines do.

    Not covered: several lines of one colour (``Stroke.beside`` tells), lines in the colour of the paper, hairlines of a
    pale grey beside bolder lines.
    """
    width = pixels.shape[1]
    ground = bar_ground(bars)
    if ground > 1.5 * sum(_most_drawn(layer) for layer in layers if layer.count >= 0.06 * width):
        return ()  # told at once: the search below is slow
    strokes = _without_rules(_traced(pixels, layers, read_text(pixels)), paper(pixels))
    if ground > 1.5 * sum(float(np.count_nonzero(s.mask)) for s in strokes):
        return ()
    return tuple(strokes)


def bar_ground(bars: Bars | None) -> float:
    """The area that bars cover, pixels; a lone one does not count."""
    if bars is None or len(bars.all) < 2:
        return 0.0
    return sum(b.laid.length * b.laid.thickness for b in bars.all)


def _most_drawn(layer: Layer) -> int:
    """No stroke of this colour can have more pixels: each column that it crosses has at most so many on average."""
    columns = int(np.count_nonzero((layer.plan == layer.place).any(axis=0)))
    return min(layer.count, THICKEST * columns)


def _traced(pixels: Pixels, layers: Sequence[Layer], texts: Sequence[TextBox]) -> list[Stroke]:
    canvas = canvas_of(pixels, texts)
    least = 0.06 * pixels.shape[1]
    usable = [
        layer
        for layer in layers
        if layer.count >= least and canvas.outside(layer) >= max(least, 0.3 * layer.count)
    ]
    usable.sort(key=lambda layer: -_distance(layer.colour, canvas.ground))
    inks = [(t, ink_colour(pixels, t.box)) for t in texts]
    found: list[Stroke] = []
    rims: dict[int, list[Layer]] = {}
    for index, layer in enumerate(usable):
        bases = [b for b in usable[:index] if _mixed(layer.colour, b.colour, canvas.ground)]
        own_base = next((b for b in bases if _rim_of(layer, b)), None)
        if own_base is not None:
            rims.setdefault(own_base.place, []).append(layer)
    of_rims = {layer.place for group in rims.values() for layer in group}
    for layer in usable:
        if layer.place in of_rims or any(near(layer.colour, s.colour, 24) for s in found):
            continue
        own = [
            t
            for t, ink in inks
            if ink is not None
            and near(ink, layer.colour, 60)
            and written_in(pixels, t.box, layer.colour, canvas.ground)
        ]
        darker = [s.mask for s in found if _mixed(layer.colour, s.colour, canvas.ground)]
        traced = trace(canvas, layer, rims.get(layer.place, ()), own, darker)
        if traced is not None and not any(_shadows(traced, s, canvas.ground) for s in found):
            found.append(traced)
    return found


def written_in(pixels: Pixels, box: Box, colour: Colour, ground: Colour) -> bool:
    """Whether nearly all ink in a box has a colour or is that colour thinned: no black text that a line runs through."""
    crop = pixels[max(0, int(box.top)) : int(box.bottom) + 1, max(0, int(box.left)) : int(box.right) + 1]
    apart = crop.reshape(-1, 3).astype(np.float64) - np.array(ground, float)
    inked = apart[np.abs(apart).max(axis=1) > 60]
    way = np.array(colour, float) - ground
    share = inked @ way / float(way @ way)
    off = np.abs(inked - share[:, None] * way).max(axis=1)
    return bool(inked.size and np.mean(off <= 45) >= 0.85)


def _shadows(stroke: Stroke, other: Stroke, ground: Colour) -> bool:
    """Whether a line is only the soft rim of another: its colour thinned, on nearly the same path."""
    both = np.isfinite(stroke.path) & np.isfinite(other.path)
    close = np.abs(stroke.path[both] - other.path[both]) <= max(2.5, other.thickness)
    return (
        _mixed(stroke.colour, other.colour, ground)
        and int(close.sum()) > 0.5 * np.isfinite(stroke.path).sum()
    )


def _distance(one: Colour, other: Colour) -> int:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def _mixed(colour: Colour, base: Colour, ground: Colour) -> bool:
    """Whether a colour is ``base`` thinned with the ground, as on the soft rim of a line."""
    way = np.array(base, float) - ground
    apart = np.array(colour, float) - ground
    length = float(way @ way)
    if length == 0:
        return False
    share = float(apart @ way) / length
    return 0.1 <= share <= 0.93 and float(np.abs(apart - share * way).max()) <= 16


def _rim_of(layer: Layer, base: Layer) -> bool:
    """Whether most pixels of a layer lie beside pixels of another: its soft rim, not a line of its own. A level thin
    line may straddle two rows over many columns before its full colour is seen again."""
    import cv2

    own = layer.plan == layer.place
    thin = layer.count <= 2.2 * np.count_nonzero(own.any(axis=0))
    beside = cv2.dilate(base.mask, np.ones((5, own.shape[1] // 3 if thin else 5), np.uint8))
    return int(np.count_nonzero(own & (beside > 0))) > 0.6 * layer.count


def _without_rules(strokes: Sequence[Stroke], ground: Colour) -> list[Stroke]:
    """What goes in steps is the outline of bars; lines that lie level all along are frames or grid lines, unless they
    are coloured and run beside another line from end to end. Pale grey hairlines are what other lines left of a grid."""
    strokes = [s for s in strokes if steps(s.path[np.isfinite(s.path)]) < _LEAST_STEPS]
    boldest = max((s.thickness for s in strokes), default=0.0)
    strokes = [
        s
        for s in strokes
        if s.thickness > _HAIR * boldest
        or max(s.colour) - min(s.colour) > GREY
        or _distance(s.colour, ground) > _FAINT
    ]
    moving = [s for s in strokes if _wavers(s)]
    flat = [s for s in strokes if s not in moving and max(s.colour) - min(s.colour) > GREY]
    kept = [
        s
        for s in flat
        if any(
            abs(s.box.left - m.box.left) < 0.06 * m.box.width
            and abs(s.box.right - m.box.right) < 0.06 * m.box.width
            for m in moving
        )
    ]
    return [s for s in strokes if s in moving or s in kept]


def _wavers(stroke: Stroke) -> bool:
    """Whether at least a twelfth of a line lies off the level of the rest."""
    seen = stroke.path[np.isfinite(stroke.path)]
    return float(np.percentile(np.abs(seen - np.median(seen)), 92)) > 1.5
