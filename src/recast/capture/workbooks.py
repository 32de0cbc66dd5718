"""The rows of an XLSX workbook as text: the one sheet with content, its values as the sheet shows them.

Formulas are never run: their stored values count, and a formula without one is refused.
"""

from __future__ import annotations

import datetime
import io
import re
import zipfile
from collections.abc import Sequence
from decimal import Decimal

from recast.errors import Refused

MOST_ROWS = 500
MOST_COLUMNS = 50
_MOST_UNPACKED = 200_000_000
_QUOTED = re.compile(
    r'"[^"]*"|\\.'
)  # of a number format what is shown as it stands: 0.0"%" shows 4.5 as 4.5%


def workbook_rows(data: bytes) -> list[list[str]]:
    """The rows of the one sheet with content. Raises ``Refused`` for what is damaged, empty, too large or ambiguous."""
    import openpyxl

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            if sum(entry.file_size for entry in packed.infolist()) > _MOST_UNPACKED:
                raise Refused("the workbook is too large to open safely")
        values = openpyxl.load_workbook(io.BytesIO(data), data_only=True, keep_links=False)
        formulas = openpyxl.load_workbook(io.BytesIO(data), data_only=False, keep_links=False)
    except Refused:
        raise
    except Exception:  # openpyxl raises many kinds on damaged files; none of their messages is for the user
        raise Refused("the workbook is damaged or no XLSX, and cannot be opened") from None
    filled = [name for name in values.sheetnames if _filled(values[name]) or _filled(formulas[name])]
    if not filled:
        raise Refused("the workbook holds no table")
    if len(filled) > 1:
        raise Refused(f"the workbook has {len(filled)} sheets with content; keep the one to be read")
    sheet, written = values[filled[0]], formulas[filled[0]]
    if sheet.max_row > MOST_ROWS + 50 or sheet.max_column > MOST_COLUMNS + 20:
        raise Refused(
            f"the table is too large: at most {MOST_ROWS} rows and {MOST_COLUMNS} columns of values"
        )
    rows: list[list[str]] = []
    for shown, source in zip(sheet.iter_rows(), written.iter_rows(), strict=True):
        row: list[str] = []
        for cell, formula in zip(shown, source, strict=True):
            if formula.data_type == "f" and cell.value is None:
                raise Refused(
                    f"cell {formula.coordinate} is a formula without a stored value; formulas are not run: "
                    "open and save the workbook in a spreadsheet, or paste values"
                )
            row.append(_shown(cell.value, str(cell.number_format or "")))
        rows.append(row)
    return _trimmed(rows)


def _filled(sheet: object) -> bool:
    rows = getattr(sheet, "iter_rows", None)  # a chart sheet has no rows
    return rows is not None and any(value is not None for row in rows(values_only=True) for value in row)


def _shown(value: object, number_format: str) -> str:
    """A cell as its sheet shows it, to the digits that are stored: percentages as such, dates as dates."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value)
    if isinstance(value, datetime.datetime):
        return value.date().isoformat() if value.time() == datetime.time(0) else value.isoformat(" ")
    if isinstance(value, int | float):
        exact = Decimal(repr(value)) if isinstance(value, float) else Decimal(value)
        if "%" in _QUOTED.sub("", number_format):
            return f"{_plain(exact * 100)}%"
        return f"{_plain(exact)}%" if "%" in number_format else _plain(exact)
    return str(value)


def _plain(value: Decimal) -> str:
    text = format(value, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def _trimmed(rows: Sequence[list[str]]) -> list[list[str]]:
    """The rows without empty rows and without empty columns at either side."""
    kept = [row for row in rows if any(cell.strip() for cell in row)]
    if not kept:
        raise Refused("the workbook holds no table")
    used = [
        i
        for i in range(max(len(row) for row in kept))
        if any(i < len(row) and row[i].strip() for row in kept)
    ]
    return [row[used[0] : used[-1] + 1] for row in kept]
