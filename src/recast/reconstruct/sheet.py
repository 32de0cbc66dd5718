"""A drawing as a list of marks at whole pixels, and the one place where it becomes PNG bytes.

Templates only compute where things stand; sizes come from the font's own metrics, so that what does not overlap in
the list does not overlap in the picture. Pixels are counted from the top left.
"""

from __future__ import annotations

import functools
import io
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from recast.perception.house_style import INKS, Ink, Rgb
from recast.types import Box, Medium, Placement

DPI = 100
TEXT_POINTS = 12.0
TITLE_POINTS = 15.0
_GRID = 25  # canvas sides are multiples of it: their ratio to DPI is then exact in binary
_FEATURES = ("-liga",)  # "fl" joined into one sign is read as one letter
_lock = threading.Lock()  # Matplotlib's defaults belong to the whole process


@dataclass(frozen=True, slots=True)
class Rect:
    """Filled, unsmoothed, pixel-exact."""

    left: int
    top: int
    right: int
    bottom: int
    colour: Rgb


@dataclass(frozen=True, slots=True)
class Polyline:
    """A smoothed line with round dots at its points."""

    points: tuple[tuple[float, float], ...]
    colour: Rgb
    width: float
    dot: float


@dataclass(frozen=True, slots=True)
class Wedge:
    """A sector of a disc; ``start`` and ``end`` in turns, clockwise from the top."""

    x: float
    y: float
    radius: float
    start: float
    end: float
    colour: Rgb


@dataclass(frozen=True, slots=True)
class Line:
    """One line of text: ``x`` is its left end, ``baseline`` what the letters stand on, ``points`` its size."""

    element: str
    text: str
    x: int
    baseline: int
    points: float
    ink: Ink
    bold: bool = False

    @property
    def box(self) -> Box:
        extent = measure(self.text, self.points, self.bold)
        return Box(
            self.x, self.baseline - extent.ascent, self.x + extent.width, self.baseline + extent.descent
        )


Mark = Rect | Polyline | Wedge | Line


@dataclass(frozen=True, slots=True)
class Sheet:
    """``width`` and ``height`` are what the marks need, in pixels; the canvas is rounded up."""

    width: int
    height: int
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Extent:
    """Of the ink of a line of text, in pixels; ``ascent`` and ``descent`` from its baseline."""

    width: float
    ascent: float
    descent: float


@dataclass(frozen=True, slots=True)
class Size:
    """The measures of a sheet at one scale."""

    scale: float

    def px(self, length: float) -> int:
        """A length in pixels at this scale, at least one."""
        return max(1, round(length * self.scale))

    @property
    def text(self) -> float:
        return TEXT_POINTS * self.scale

    @property
    def title(self) -> float:
        return TITLE_POINTS * self.scale

    @property
    def line(self) -> int:
        """Distance between two baselines of running text."""
        return self.px(22)

    @property
    def capital(self) -> int:
        """Height of a capital or a figure of running text."""
        return self.px(12)

    @property
    def margin(self) -> int:
        return self.px(30)


@functools.cache
def _font_file(bold: bool) -> str:
    import matplotlib

    name = "DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf"
    return str(Path(matplotlib.get_data_path()) / "fonts" / "ttf" / name)


@functools.cache
def _font(bold: bool, points: float) -> Any:
    from matplotlib.font_manager import FontProperties

    return FontProperties(fname=_font_file(bold), size=points)


@functools.lru_cache(maxsize=8192)
def measure(text: str, points: float, bold: bool = False) -> Extent:
    """The extent of one line as Agg will draw it."""
    from matplotlib.font_manager import get_font
    from matplotlib.ft2font import LoadFlags

    font = get_font(_font_file(bold))
    font.set_size(points, DPI)
    font.set_text(text, 0.0, flags=LoadFlags.FORCE_AUTOHINT, features=_FEATURES)
    width, height = font.get_width_height()
    descent = font.get_descent()
    return Extent(width / 64, (height - descent) / 64, descent / 64)


@functools.cache
def glyphs() -> frozenset[int]:
    """The code points that both faces can draw."""
    from matplotlib.ft2font import FT2Font

    faces = [FT2Font(_font_file(bold)).get_charmap() for bold in (False, True)]
    return frozenset(faces[0]) & frozenset(faces[1])


def wrap(text: str, width: float, points: float, bold: bool = False) -> tuple[str, ...]:
    """Lines of at most ``width`` pixels, as few as possible and then as even as possible; a word that is longer than
    the width is broken between letters. No line for an empty text."""
    words: list[str] = []
    for word in text.split():
        while measure(word, points, bold).width > width and len(word) > 1:
            cuts = [n for n in range(1, len(word)) if measure(word[:n], points, bold).width <= width]
            fits = max(cuts, default=1)
            words.append(word[:fits])
            word = word[fits:]
        words.append(word)
    lines = _fill(words, width, points, bold)
    if len(lines) in (1, len(words)):
        return lines  # no narrower column holds it in as many lines but these
    low, high = 0.0, width
    while high - low > 4:  # the narrowest column with the same number of lines is the most even one
        middle = (low + high) / 2
        trial = _fill(words, middle, points, bold)
        if len(trial) == len(lines) and all(measure(line, points, bold).width <= width for line in trial):
            lines, high = trial, middle
        else:
            low = middle
    return lines


def _fill(words: list[str], width: float, points: float, bold: bool) -> tuple[str, ...]:
    lines: list[str] = []
    for word in words:
        if lines and measure(f"{lines[-1]} {word}", points, bold).width <= width:
            lines[-1] = f"{lines[-1]} {word}"
        else:
            lines.append(word)
    return tuple(lines)


def column_width(text: str, points: float) -> float:
    """The width below which a word of the text would have to be broken."""
    return max((measure(word, points).width for word in text.split()), default=0.0)


def canvas(sheet: Sheet) -> tuple[int, int]:
    """Width and height of the picture in pixels."""
    width, height = (-(-int(side) // _GRID) * _GRID for side in (sheet.width, sheet.height))
    return width, height


def render(sheet: Sheet) -> Medium:
    """The sheet as a PNG of exactly three kinds of chunk (header, data, end). Same sheet, same bytes."""
    import matplotlib
    import numpy as np
    from matplotlib.backends.backend_agg import RendererAgg
    from matplotlib.text import Text
    from PIL import Image

    width, height = canvas(sheet)
    pinned: Any = _PINNED
    agg: Any = RendererAgg
    with _lock, matplotlib.rc_context(pinned):
        renderer = agg(width, height, DPI)
        paper = Rect(0, 0, width, height, (255, 255, 255))
        features = Text(fontfeatures=_FEATURES)
        for mark in (paper, *sheet.marks):
            if isinstance(mark, Rect):
                _paint(mark, renderer)
            elif isinstance(mark, Line):
                _write(mark, renderer, features)
            else:
                _draw(mark, renderer)
        pixels = np.asarray(renderer.buffer_rgba())[:, :, :3]
    out = io.BytesIO()
    Image.fromarray(np.ascontiguousarray(pixels)).save(out, format="PNG", compress_level=5)
    lines = [mark for mark in sheet.marks if isinstance(mark, Line)]
    texts: dict[str, str] = {}
    for line in lines:
        texts[line.element] = f"{texts[line.element]} {line.text}" if line.element in texts else line.text
    return Medium(
        "image/png",
        out.getvalue(),
        drawn=tuple(texts.values()),
        placements=tuple(Placement(line.element, line.text, line.box) for line in lines),
    )


#: Everything in the user's Matplotlib configuration that could change a pixel of what is drawn here.
_PINNED: dict[str, Any] = {
    "text.hinting": "force_autohint",
    "text.antialiased": True,
    "text.usetex": False,
    "path.simplify": False,
    "path.snap": True,
    "path.effects": [],
    "path.sketch": None,
    "agg.path.chunksize": 0,
}


def _paint(mark: Rect, renderer: Any) -> None:
    """A filled rectangle, without the cost of a Matplotlib artist; a sheet has hundreds."""
    from matplotlib.path import Path as Outline
    from matplotlib.transforms import IdentityTransform

    low, high = renderer.height - mark.bottom, renderer.height - mark.top
    corners = [(mark.left, low), (mark.right, low), (mark.right, high), (mark.left, high), (mark.left, low)]
    context = renderer.new_gc()
    context.set_linewidth(0)
    context.set_antialiased(False)
    renderer.draw_path(context, Outline(corners), IdentityTransform(), (*_unit(mark.colour), 1.0))


def _write(mark: Line, renderer: Any, features: Any) -> None:
    """A line of text from its place on the baseline: no layout, for a line has been measured by ``measure``."""
    context = renderer.new_gc()
    context.set_foreground((*_unit(INKS[mark.ink]), 1.0), isRGBA=True)
    font = _font(mark.bold, mark.points)
    renderer.draw_text(context, mark.x, mark.baseline, mark.text, font, 0, mtext=features)


def _draw(mark: Polyline | Wedge, renderer: Any) -> None:
    from matplotlib.lines import Line2D
    from matplotlib.patches import Wedge as WedgePatch
    from matplotlib.transforms import IdentityTransform

    here: dict[str, Any] = {"transform": IdentityTransform()}
    height = renderer.height
    artist: Any
    if isinstance(mark, Polyline):
        xs, ys = [x for x, _ in mark.points], [height - y for _, y in mark.points]
        points = 72 / DPI
        artist = Line2D(xs, ys, color=_unit(mark.colour), linewidth=mark.width * points, **here)
        artist.set(marker="o", markersize=mark.dot * points, markeredgewidth=0, solid_joinstyle="round")
    else:
        first, last = 90 - 360 * mark.end, 90 - 360 * mark.start
        artist = WedgePatch((mark.x, height - mark.y), mark.radius, first, last, **here)
        artist.set(facecolor=_unit(mark.colour), edgecolor="white", linewidth=1.5)
    artist.draw(renderer)


def _unit(colour: Rgb) -> tuple[float, float, float]:
    return colour[0] / 255, colour[1] / 255, colour[2] / 255
