"""The second reading of a source: the cells that a question needs, read again without a shared memory (design §7).

A printed value is read once more from its own pixels at other scales. A value that was read off an axis has no print:
the whole picture is read and measured again at another size, where every tick, mark and label falls on other pixels, and
the two measurements must agree within their tolerances.

It guards against a slip of the recogniser in one value and against an unstable measurement. It does not guard against a
printed value taken from the wrong place, which the geometry of the first reading checks, against a label misread in a
chart whose values are printed, nor against a mark that both measurements take for the same wrong one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal

from recast.capture.files import is_table_file
from recast.errors import Refused
from recast.language.words import fold
from recast.perception.chart import read_chart
from recast.perception.image import decode
from recast.perception.printed import Printed, in_scale, printed_value, settled
from recast.perception.size import reading_scale, scaled
from recast.perception.text import Pixels, TextBox, read_crops
from recast.types import Cell, Source, Table

#: Tried in turn; a value is sure as soon as one reading agrees. Sizes and margin at which the first reading reads no crop,
#: so that a reading of the same pixels is never taken for a second one.
_SCALES = (1.8, 2.7, 1.3)
_MARGIN = 3.5  # pixels
_LARGER, _SMALLER = 1.5, 0.75  # sizes for the second measurement
_SAME_PLACE = 4.0  # pixels of the source
_WIDE = 1300  # pixels: a wider picture is measured again smaller


def second_reading(source: Source, table: Table, keys: Sequence[str]) -> tuple[str, ...]:
    """The keys (``cell:s:c``) among ``keys`` whose value no second reading confirms, in the order given.

    Cells of a table file have no pixels and are sure; missing cells are passed over. A cell that geometry repaired is
    unsure unless it is now read as it was repaired.
    """
    if is_table_file(source):
        return ()
    wanted = {
        key: table.cells[s][c]
        for key in keys
        if (place := _place(key)) is not None
        for s, c in (place,)
        if table.cells[s][c].value is not None
    }
    printed = [key for key, cell in wanted.items() if cell.origin == "printed" and cell.box is not None]
    measured = [key for key, cell in wanted.items() if cell.origin == "axis"]
    left = {key for key, cell in wanted.items() if cell.origin == "printed" and cell.box is None}
    if printed or measured:
        pixels = decode(source.data)
        left |= _misprinted(pixels, table, {key: wanted[key] for key in printed})
        left |= _unmeasured(pixels, table, measured)
    return tuple(key for key in keys if key in left)


def _place(key: str) -> tuple[int, int] | None:
    part, _, place = key.partition(":")
    series, _, category = place.partition(":")
    return (int(series), int(category)) if part == "cell" else None


def _misprinted(pixels: Pixels, table: Table, cells: Mapping[str, Cell]) -> set[str]:
    """The keys of printed values that no reading of their own pixels confirms."""
    left = dict(cells)
    for scale in _SCALES:
        if not left:
            break
        boxes = [cell.box for cell in left.values() if cell.box is not None]
        readings = settled(read_crops(pixels, boxes, scale, margin=_MARGIN))
        left = {
            key: cell
            for (key, cell), reading in zip(left.items(), readings, strict=True)
            if not _agrees(reading, cell, table.series[(_place(key) or (0, 0))[0]].scale)
        }
    return set(left)


def _agrees(reading: TextBox, cell: Cell, scale: str) -> bool:
    """Whether a reading is the value of the cell, or the same print as the one that the value was taken from."""
    value = printed_value(reading)
    if value is None or cell.value is None:
        return False
    if value.value == cell.value:
        return True
    written = printed_value(TextBox(cell.written or "", reading.box, 1.0))
    if written is None or (value.value, value.scale) != (written.value, written.scale):
        return False
    return abs(cell.value) in _sizes(written, scale)


def _sizes(written: Printed, scale: str) -> tuple[Decimal, Decimal]:
    """What a print may mean as the value of a cell, whatever its sign: as it stands, or in the scale of its series."""
    return abs(written.value), abs(in_scale(written, scale))


def _unmeasured(pixels: Pixels, table: Table, keys: Sequence[str]) -> set[str]:
    """The keys of values off an axis that a second measurement of the whole picture does not confirm: a value that it
    does not find is not confirmed either."""
    if not keys:
        return set()
    first = reading_scale(pixels)  # a picture that was first read smaller is measured again smaller than that
    factor = first * (_LARGER if pixels.shape[1] * first <= _WIDE else _SMALLER)
    try:
        again = read_chart(scaled(pixels, factor))
    except Refused:
        return set(keys)
    left = set()
    for key in keys:
        s, c = _place(key) or (0, 0)
        other = _same_mark(table, s, c, again, factor)
        if other is None or not _within(table.cells[s][c], other):
            left.add(key)
    return left


def _same_mark(table: Table, s: int, c: int, again: Table, factor: float) -> Cell | None:
    """The cell of the second measurement with the same labels, or, where a label was read otherwise, at the same place."""
    wanted = (fold(table.series[s].label), fold(table.categories[c]))
    box = table.cells[s][c].box
    nearest: tuple[float, Cell] | None = None
    for series, row in zip(again.series, again.cells, strict=True):
        for category, cell in zip(again.categories, row, strict=True):
            if (fold(series.label), fold(category)) == wanted:
                return cell
            if box is None or cell.box is None:
                continue
            off = max(abs(cell.box.x - box.x * factor), abs(cell.box.y - box.y * factor)) / factor
            if off <= _SAME_PLACE and (nearest is None or off < nearest[0]):
                nearest = off, cell
    return nearest[1] if nearest is not None else None


def _within(one: Cell, other: Cell) -> bool:
    if one.value is None or other.value is None:
        return False
    return abs(one.value - other.value) <= one.tolerance + other.tolerance
