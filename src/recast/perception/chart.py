"""A picture of a chart as a Table: drawings of our own first, then charts in the styles of publishers.

What cannot be read whole is refused, saying what was seen; a value is never guessed at.
"""

from __future__ import annotations

from recast.errors import Refused
from recast.perception.areas import find_areas, in_panels, outlined, without_grid
from recast.perception.bar_charts import bar_table
from recast.perception.bar_search import find_bars
from recast.perception.confidence import calibrated
from recast.perception.dot_charts import dot_table
from recast.perception.dots import drawn_with_bars, find_dots, on_lines
from recast.perception.furniture import without_furniture
from recast.perception.house import read_house
from recast.perception.line_charts import line_table
from recast.perception.marks import flat_colours, regions
from recast.perception.pies import pie_table
from recast.perception.printed import settled
from recast.perception.sectors import find_pie
from recast.perception.size import reading_scale, scaled, table_in_place
from recast.perception.spacing import mended
from recast.perception.strokes import find_strokes
from recast.perception.tables import find_grid, grid_table
from recast.perception.text import Pixels, read_text
from recast.types import Table


def read_chart(pixels: Pixels) -> Table:
    """The chart in the picture. Raises ``Refused`` where there is none that can be read, in one sentence.

    ``text.read_text`` keeps the last few readings, so a picture that was just checked is not recognised twice.
    """
    drawn_here = read_house(pixels)
    return calibrated(read_marks(pixels), pixels) if drawn_here is None else drawn_here


def read_marks(pixels: Pixels) -> Table:
    """A publisher's chart, its cells with the reader's raw scores. Raises ``Refused`` as ``read_chart`` does.

    A picture that is larger than reading needs is scaled down once; boxes are in the pixels of the picture as given.
    """
    scale = reading_scale(pixels)
    if scale == 1.0:
        return _at_size(pixels)
    return table_in_place(_at_size(scaled(pixels, scale)), scale)


def _at_size(pixels: Pixels) -> Table:
    """The chart in a picture of the size at which it is read."""
    texts = read_text(pixels)
    if not texts:
        raise Refused("no text can be read in the picture, so it holds no chart with printed values")
    height, width = pixels.shape[:2]
    words = settled(mended(pixels, without_furniture(texts, width, height)))
    layers = flat_colours(pixels)
    found = regions(layers)
    grid = find_grid(words, found)
    if grid is not None:
        return grid_table(pixels, words, grid)
    pie = find_pie(pixels, layers, found)
    if pie is not None:
        return pie_table(pixels, words, found, pie)
    bars = find_bars(pixels, found, words)
    dots = find_dots(pixels, layers, words)
    if (
        dots is not None
        and not drawn_with_bars(dots, bars)
        and not on_lines(dots, find_strokes(pixels, layers, words, bars))
    ):
        return dot_table(pixels, words, found, dots)
    areas = find_areas(pixels, layers, bars)
    if (areas is not None or bars is None) and in_panels(layers):
        raise Refused("the picture holds several charts side by side; crop it to one")
    if areas is not None and len(areas.tops) > 1:
        return line_table(pixels, words, found, areas.tops, areas.bases)
    strokes = find_strokes(pixels, layers, words, bars)
    if areas is not None:
        strokes = without_grid(areas, strokes)
    if areas is not None and not outlined(areas, strokes):
        return line_table(pixels, words, found, areas.tops)
    if bars is not None and not strokes:
        return bar_table(pixels, words, found, bars)
    if strokes:
        return line_table(pixels, words, found, strokes)
    if not any(c.isdigit() for text in words for c in text.text):
        raise Refused("no chart was found: no bars, slices or lines, and no numbers")
    raise Refused(
        "no chart was found: the picture has text, but no bars, slices or lines that can be told apart"
    )
