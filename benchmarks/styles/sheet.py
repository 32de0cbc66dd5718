"""The paper that charts are plotted on: figure, typeface, head and foot, and the check that no texts overlap."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Literal

from styles.data import Data, Drawing, NotDrawable, Numbers, require

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from PIL.Image import Image

Kind = Literal["bar", "grouped_bar", "stacked_bar", "line", "pie", "table"]

_SANS = ("Aileron", "DejaVu Sans", "Aileron")  # Aileron, which Pillow carries, has no bold
_SERIF = ("STIXGeneral", "DejaVu Serif")
PALETTES = (
    ("#1f5f99", "#e08a1e", "#6a9a3b", "#a23b52", "#6f5aa8", "#3fa7a0"),
    ("#0b3c5d", "#d9534f", "#328cc1", "#d9b310", "#6c757d", "#5b8c5a"),
    ("#37474f", "#ef6c00", "#00838f", "#c0ca33", "#8e24aa", "#6d4c41"),
    ("#264653", "#2a9d8f", "#e9c46a", "#f4a261", "#e76f51", "#8d99ae"),
    ("#004c6d", "#5886a5", "#9dc6e0", "#f0a35e", "#c94f4f", "#7a7a7a"),
)


@dataclass(frozen=True, slots=True)
class Look:
    """Typeface, sizes in points, colours."""

    font: str
    size: float
    dpi: int
    palette: tuple[str, ...]
    ink: str = "#222222"
    faint: str = "#d5d5d5"
    background: str = "#ffffff"

    @property
    def pixels(self) -> float:
        """Height of the type in pixels."""
        return self.size * self.dpi / 72


def dark_enough(look: Look) -> Look:
    """The look without the colours that type on white paper is not printed in."""
    palette = tuple(c for c in look.palette if _brightness(c) < 150)
    return replace(
        look,
        palette=palette + tuple(c for c in ("#8a2d1c", "#2d5d34", "#5a3a8a", "#1d3f72") if c not in palette),
    )


def type_on(colour: str) -> str:
    """Black or white, whichever is read on that colour."""
    return "#1a1a1a" if _brightness(colour) >= 150 else "#ffffff"


def _brightness(colour: str) -> float:
    """0-255, weighted as the eye does."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return 0.3 * red + 0.59 * green + 0.11 * blue


@dataclass(frozen=True, slots=True)
class Sheet:
    figure: Figure
    axes: Axes
    look: Look


def look(
    rng: Random, data: Data, *, serif: bool = False, size: float = 9, dpi: int = 100, **colours: str
) -> Look:
    """A look drawn at random; a typeface that lacks a character of the data gives way to one that has it."""
    font = rng.choice(_SERIF if serif else _SANS)
    text = "".join((data.title, data.row_header, *data.columns, *data.rows, data.unit))
    if font == "Aileron" and not text.isascii():
        font = "DejaVu Sans"
    return Look(font, size, dpi, rng.choice(PALETTES), **colours)


@cache
def _with_aileron() -> None:
    """Makes the typeface that Pillow carries known to matplotlib."""
    from matplotlib import font_manager
    from PIL import ImageFont

    face = ImageFont.load_default(12)
    path = Path(tempfile.gettempdir()) / "recast-benchmark-aileron.ttf"
    path.write_bytes(face.font_bytes)  # type: ignore[union-attr]
    font_manager.fontManager.addfont(str(path))


@lru_cache(maxsize=64)
def typeface(font: str, pixels: int, bold: bool = False) -> Any:
    """The face at a size in pixels, for measuring and for painting."""
    from matplotlib import font_manager
    from PIL import ImageFont

    _with_aileron()
    weight = "bold" if bold and font != "Aileron" else "normal"
    properties = font_manager.FontProperties(family=font, weight=weight)
    return ImageFont.truetype(font_manager.findfont(properties), pixels)


def width_of(text: str, font: str, pixels: float, bold: bool = False) -> float:
    """Of the widest line, in pixels."""
    face = typeface(font, 40, bold)
    return max(face.getlength(line) for line in text.split("\n")) * pixels / 40


def wrapped(text: str, width: float, font: str, pixels: float, bold: bool = False) -> str:
    """Broken at spaces into lines of at most ``width`` pixels, a longer word excepted."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, font, pixels, bold) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return "\n".join(lines)


def labels_within(texts: Sequence[str], width: float, look: Look, lines: int = 3) -> list[str]:
    """Labels wrapped into columns of ``width`` pixels. Raises ``NotDrawable`` where one does not fit."""
    found = [wrapped(text, width, look.font, look.pixels) for text in texts]
    require(all(width_of(t, look.font, look.pixels) <= width and t.count("\n") < lines for t in found))
    return found


def sheet(
    look: Look,
    data: Data,
    width: int,
    height: int,
    *,
    subtitle: str = "",
    source: str = "",
    title_bold: bool = True,
    centred: bool = False,
) -> Sheet:
    """An empty chart of so many pixels (at 100 dpi; more or fewer as the look says), title above, source below."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    _with_aileron()
    figure = Figure(
        figsize=(width / 100, height / 100), dpi=look.dpi, facecolor=look.background, layout="constrained"
    )
    FigureCanvasAgg(figure)
    scale = look.dpi / 100
    room = (width - 24) * scale
    title_bold = title_bold and look.font != "Aileron"
    title_size = look.size * 1.35
    title = wrapped(data.title, room * 0.96, look.font, title_size * look.dpi / 72, title_bold)
    line = 1.3 / 72 * 100  # pixels at 100 dpi of one line of 1 pt
    top = 10.0
    weight = "bold" if title_bold else "normal"
    x, align = (0.5, "center") if centred else (12 / width, "left")
    figure.text(
        x,
        1 - top / height,
        title,
        ha=align,
        va="top",
        size=title_size,
        weight=weight,
        color=look.ink,
        family=look.font,
    )
    top += (title.count("\n") + 1) * title_size * line + 2
    if subtitle:
        below = wrapped(subtitle, room * 0.96, look.font, look.pixels)
        figure.text(
            x, 1 - top / height, below, ha=align, va="top", size=look.size, color=look.ink, family=look.font
        )
        top += (below.count("\n") + 1) * look.size * line + 2
    bottom = 4.0
    if source:
        figure.text(
            12 / width,
            6 / height,
            source,
            ha="left",
            va="bottom",
            size=look.size * 0.85,
            color="#8a8a8a",
            family=look.font,
        )
        bottom += look.size * line + 4
    top += 6
    engine: Any = figure.get_layout_engine()
    engine.set(rect=(8 / width, bottom / height, 1 - 16 / width, 1 - (top + bottom) / height))
    axes = figure.add_subplot()
    axes.set_facecolor("none")
    for spine in axes.spines.values():
        spine.set_visible(False)
    axes.tick_params(length=0, labelsize=look.size, colors=look.ink, labelfontfamily=look.font, which="both")
    return Sheet(figure, axes, look)


def value_axis(
    sheet: Sheet,
    data: Data,
    numbers: Numbers,
    *,
    along: Literal["x", "y"] = "y",
    ticks: int = 5,
    zero: bool = True,
    top: float | None = None,
) -> None:
    """Round ticks from zero (or from below the least value) to the greatest value or ``top`` and a little beyond,
    written as the numbers are."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    low, high = float(data.bottom), float(data.top)
    start = min(0.0, low * 1.1) if zero else low - (high - low) * 0.15
    locator = MaxNLocator(nbins=ticks, steps=[1, 2, 2.5, 5, 10])
    places = locator.tick_values(start, high * 1.03 if top is None else top)
    places = [p for p in places if p >= start - (places[1] - places[0])]
    axis = sheet.axes.yaxis if along == "y" else sheet.axes.xaxis
    axis.set_ticks(places)
    axis.set_major_formatter(FuncFormatter(lambda value, _: numbers.tick(value)))
    (sheet.axes.set_ylim if along == "y" else sheet.axes.set_xlim)(places[0], places[-1])


def no_value_axis(sheet: Sheet, data: Data, *, along: Literal["x", "y"] = "y", room: float = 1.12) -> None:
    """The value scale without ticks, from zero, with room for labels beyond the longest mark."""
    low = min(0.0, float(data.bottom))
    high = max(0.0, float(data.top))
    span = high - low
    limits = (low - span * (room - 1) if low < 0 else 0.0, low + span * room)
    (sheet.axes.set_ylim if along == "y" else sheet.axes.set_xlim)(*limits)
    (sheet.axes.yaxis if along == "y" else sheet.axes.xaxis).set_visible(False)


def legend(
    sheet: Sheet, handles: Sequence[Any], labels: Sequence[str], place: Literal["right", "below", "above"]
) -> None:
    """A legend beside, under or over the plot; over or under it in as many rows as it takes."""
    style = sheet.look
    columns = 1
    if place != "right":
        widest = max(width_of(label, style.font, style.pixels) for label in labels) + 4 * style.pixels
        columns = max(1, min(len(labels), int(sheet.figure.bbox.width * 0.8 / widest)))
    common: dict[str, Any] = {
        "ncols": columns,
        "frameon": False,
        "labelcolor": style.ink,
        "prop": {"family": style.font, "size": style.size},
        "handlelength": 1.1,
        "handleheight": 0.9,
    }
    if place == "below":
        sheet.figure.legend(handles, labels, loc="outside lower center", **common)
    elif place == "right":
        sheet.axes.legend(handles, labels, loc="upper left", bbox_to_anchor=(1.01, 1.0), **common)
    else:
        sheet.axes.legend(
            handles, labels, loc="lower left", bbox_to_anchor=(0.0, 1.0), borderaxespad=0.2, **common
        )


def finish(
    sheet: Sheet,
    data: Data,
    kind: Kind,
    printed: tuple[tuple[bool, ...], ...],
    *,
    along: Literal["x", "y"] | None = None,
) -> Drawing:
    """The picture, once no two texts touch and none leaves the paper. ``along`` names the drawn value axis."""
    figure = sheet.figure
    figure.draw_without_rendering()
    _check_texts(figure)
    image = rendered(figure)
    per_pixel = None
    if along is not None:
        axes = sheet.axes
        low, high = sorted(axes.get_ylim() if along == "y" else axes.get_xlim())
        box = axes.get_window_extent()
        per_pixel = (high - low) / (box.height if along == "y" else box.width)
        require(min(box.width, box.height) > 0.35 * min(image.size))
    return Drawing(image, data, kind, printed, per_pixel)


def rendered(figure: Figure) -> Image:
    from PIL import Image

    file = io.BytesIO()
    figure.savefig(file, format="png", facecolor=figure.get_facecolor())
    return Image.open(file).convert("RGB")


def _check_texts(figure: Figure) -> None:
    from matplotlib.text import Text

    renderer: Any = figure.canvas.get_renderer()  # type: ignore[attr-defined]
    width, height = figure.bbox.width, figure.bbox.height
    boxes = []
    for text in figure.findobj(Text):
        if text.get_text().strip() and text.get_visible() and _is_shown(text):  # type: ignore[attr-defined]
            box = text.get_window_extent(renderer)
            tilted = text.get_rotation() % 90 != 0  # type: ignore[attr-defined]
            if box.x0 < 0 or box.y0 < 0 or box.x1 > width or box.y1 > height:
                raise NotDrawable
            boxes.append((box, tilted))
    gap = 2 * figure.dpi / 100
    for place, (one, one_tilted) in enumerate(boxes):
        for other, other_tilted in boxes[place + 1 :]:
            if one_tilted and other_tilted:
                continue
            apart = (
                one.x1 + gap <= other.x0
                or other.x1 + gap <= one.x0
                or one.y1 <= other.y0
                or other.y1 <= one.y0
            )
            if not apart:
                raise NotDrawable


def _is_shown(text: Any) -> bool:
    """Whether it is drawn at all: tick labels of a hidden axis or outside the limits are not."""
    axes = text.axes
    if axes is None:
        return True
    for axis, limits, at in ((axes.xaxis, axes.get_xlim(), 0), (axes.yaxis, axes.get_ylim(), 1)):
        for tick in axis.get_major_ticks():
            if text in (tick.label1, tick.label2):
                shown = axis.get_visible() and (
                    tick.label1.get_visible() if text is tick.label1 else tick.label2.get_visible()
                )
                low, high = sorted(limits)
                edge = (high - low) * 1e-6
                return shown and low - edge <= text.get_position()[at] <= high + edge
    return True
