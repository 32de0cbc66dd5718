"""Several plots in one picture, which are never merged into one chart."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from recast.perception.bars import Bars
from recast.perception.marks import PALE
from recast.perception.text import Pixels, TextBox
from recast.types import Box


def beside_another(pixels: Pixels, texts: Sequence[TextBox], bars: Bars) -> bool:
    """Whether the widest gap between upright bars holds a strip without ink from the top of the picture to its foot,
    with one line of words centred above the bars on either side: two charts side by side."""
    if bars.orientation == "horizontal" or len(bars.columns) < 2:
        return False
    edges = [(a[0].laid.end, b[0].laid.start) for a, b in itertools.pairwise(bars.columns)]
    end, start = max(edges, key=lambda edge: edge[1] - edge[0])
    gap = pixels[:, round(end) : max(round(start), round(end) + 1)]
    inked = (gap.min(axis=2) < PALE).any(axis=0)
    if max((len(list(run)) for ink, run in itertools.groupby(inked.tolist()) if not ink), default=0) < 6:
        return False
    top = bars.extent.top
    above = [t.box for t in texts if t.box.y < top and any(c.isalpha() for c in t.text)]

    def centred(left: float, right: float) -> list[Box]:
        return [b for b in above if abs(b.x - (left + right) / 2) < 0.2 * (right - left) + 4]

    return any(
        abs(a.y - b.y) < 0.6 * a.height and a.right <= start and b.left >= end
        for a in centred(bars.extent.left, end)
        for b in centred(start, bars.extent.right)
    )


def above_another(texts: Sequence[TextBox], bars: Bars) -> bool:
    """Whether a line of words as wide as all text of the picture stands between two rows of lying bars: the heading of another
    chart, that of the lower row. Not covered: narrower headings, as groups of rows have them too."""
    if bars.orientation != "horizontal" or len(bars.columns) < 2:
        return False
    extent = bars.extent
    rows = [(a[0].laid.end, b[0].laid.start) for a, b in itertools.pairwise(bars.columns)]
    wide = max((t.box.right for t in texts), default=0.0) - min((t.box.left for t in texts), default=0.0)
    for text in texts:
        shared = min(text.box.right, extent.right) - max(text.box.left, extent.left)
        if (
            any(end - 2 <= text.box.y <= start + 2 for end, start in rows)
            and text.box.width >= 0.75 * wide
            and shared >= 0.5 * extent.width
        ):
            return True
    return False
