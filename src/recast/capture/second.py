"""The second reading of a source: known cells read again from their pixels, at other scales, without a shared memory.

It guards against a slip of the recogniser in one value. It does not guard against a value taken from the wrong place,
which the geometry of the first reading checks, nor against a label misread.
"""

from __future__ import annotations

from collections.abc import Sequence

from recast.capture.files import is_table_file
from recast.perception.image import decode
from recast.perception.printed import printed_value
from recast.perception.text import TextBox, read_crops
from recast.types import Cell, Source, Table

_SURE = 0.7  # below it, the reader has repaired a value by the length of its mark
_SCALES = (2.0, 3.0, 1.3)  # tried in turn; a value is sure as soon as one reading agrees


def second_reading(source: Source, table: Table, keys: Sequence[str]) -> tuple[str, ...]:
    """The keys (``cell:s:c``) among ``keys`` whose value no second reading confirms, in the order given.

    Cells of a table file have no pixels and are sure; so are missing cells, and cells read off an axis, which say so
    themselves. A cell that geometry repaired is unsure unless it is now read as it was repaired.
    """
    if is_table_file(source):
        return ()
    wanted = {key: cell for key in keys if (cell := _cell(table, key)) is not None and cell.value is not None}
    open_keys = [key for key, cell in wanted.items() if cell.box is not None and cell.origin == "printed"]
    unsure = [key for key, cell in wanted.items() if cell.box is None and cell.origin == "printed"]
    if open_keys:
        pixels = decode(source.data)
        for scale in _SCALES:
            boxes = [box for key in open_keys if (box := wanted[key].box) is not None]
            readings = read_crops(pixels, boxes, scale, margin=3.0)
            open_keys = [
                key
                for key, reading in zip(open_keys, readings, strict=True)
                if not _agrees(reading, wanted[key])
            ]
            if not open_keys:
                break
    left = {*open_keys, *unsure}
    return tuple(key for key in keys if key in left)


def _cell(table: Table, key: str) -> Cell | None:
    part, _, place = key.partition(":")
    if part != "cell":
        return None
    series, _, category = place.partition(":")
    return table.cells[int(series)][int(category)]


def _agrees(reading: TextBox, cell: Cell) -> bool:
    """Whether a reading is the value of the cell, or the same as it was first written, scale included."""
    value = printed_value(reading)
    if value is None:
        return False
    if value.value == cell.value:
        return True
    written = printed_value(TextBox(cell.written or "", reading.box, 1.0))
    as_written = written is not None and (value.value, value.scale) == (written.value, written.scale)
    return as_written and cell.confidence >= _SURE
