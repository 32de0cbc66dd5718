"""Tables in files: CSV, TSV, XLSX and the text form of a Table, and a Table as CSV for a person to edit.

The CSV that ``table_csv`` writes begins with comment lines for what columns cannot say (kind, titles, colours); without
them, kind, role, units and scales are inferred from headers and values. A cell that is not exactly one number is
refused by its place, never skipped or guessed at.
"""

from __future__ import annotations

import csv
import datetime
import io
import re
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal, InvalidOperation
from typing import cast, get_args

from recast.errors import Refused
from recast.numbers.context import context_table, read_context
from recast.numbers.written import DecimalMark, parse_written
from recast.perception.measure import category_role, unit_and_scale
from recast.types import CategoryRole, Cell, ChartKind, Orientation, Series, Source, Table

MOST_ROWS = 500
MOST_COLUMNS = 50
_MOST_BYTES = 20_000_000
_MOST_UNPACKED = 200_000_000
_XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_SUFFIXES = {".csv", ".tsv", ".txt", ".xlsx", ".xlsm"}
_MISSING = {"", "-", "–", "—", "n/a", "na", "nan", "null", "none", "..", "...", "x"}
_META = re.compile(r"^# (kind|title|subtitle|x|y|categories|colours|series colours): ?(.*)$")


def is_table_file(source: Source) -> bool:
    """Whether a source is a table by its media type, else by the suffix of its name."""
    kind = source.media_type.casefold()
    if kind.startswith("image/"):
        return False
    suffix = "." + source.name.rsplit(".", 1)[-1].casefold() if "." in source.name else ""
    return kind.startswith("text/") or kind == _XLSX or suffix in _SUFFIXES


def read_table(source: Source, question: str = "") -> Table:
    """The Table in a file. Raises ``Refused`` for what is empty, too large, ragged or holds a cell that is no number."""
    if not source.data.strip():
        raise Refused("the file is empty")
    if len(source.data) > _MOST_BYTES:
        raise Refused(f"the table file is larger than {_MOST_BYTES // 1_000_000} MB")
    if source.data[:4] == b"PK\x03\x04":
        return _from_rows(_workbook(source.data), ".", question)
    if source.data[:4] == b"\xd0\xcf\x11\xe0":
        raise Refused("an old .xls workbook cannot be read; save it as .xlsx or CSV")
    text = _decoded(source.data)
    if re.match(r"\s*kind: \w+, \w+\s*\n", text):
        try:
            return context_table(read_context(text))
        except ValueError as error:
            raise Refused(f"the text form of the table cannot be read: {error}") from None
    return csv_table(text, question)


def _decoded(data: bytes) -> str:
    if b"\x00" in data[:200] and data[:2] not in (b"\xff\xfe", b"\xfe\xff"):
        raise Refused("the file is neither an image nor a table (CSV, TSV, XLSX) that can be read")
    codings = ("utf-16",) if data[:2] in (b"\xff\xfe", b"\xfe\xff") else ("utf-8-sig", "cp1252")
    for coding in codings:
        try:
            return data.decode(coding)
        except UnicodeDecodeError:
            continue
    raise Refused("the text of the file is in no encoding that can be read; save it as UTF-8")


# ── CSV ──────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class _Said:
    """What the comment lines of a CSV of ours say."""

    values: dict[str, str] = field(default_factory=dict)

    def get(self, name: str) -> str | None:
        return self.values.get(name)


def csv_table(text: str, question: str = "") -> Table:
    """The Table in CSV or TSV: categories in the first column, one series a column, a header line."""
    said, body = _meta(text)
    delimiter = "," if said.values else _delimiter(body)
    try:
        rows = [
            row
            for row in csv.reader(io.StringIO(body, newline=""), delimiter=delimiter, strict=True)
            if any(c.strip() for c in row)
        ]
    except csv.Error:
        raise Refused("the CSV is damaged: a quotation mark is not closed, or a field is too long") from None
    table = _from_rows(rows, _decimal_mark(rows, delimiter), question, exact=bool(said.values))
    return _as_said(table, said)


def _meta(text: str) -> tuple[_Said, str]:
    values: dict[str, str] = {}
    lines = text.split("\n")
    taken = 0
    for line in lines:
        match = _META.match(line.removesuffix("\r"))
        if match is None:
            break
        values[match[1]] = _unescaped(match[2])
        taken += 1
    return _Said(values), "\n".join(lines[taken:])


def _delimiter(body: str) -> str:
    """The delimiter that gives the first lines the same number of fields, at least two; else the comma."""
    lines = [line for line in body.splitlines() if line.strip()][:20]
    best = (0, ",")
    for delimiter in (",", ";", "\t", "|"):
        widths = [len(row) for row in csv.reader(lines, delimiter=delimiter)]
        if widths and min(widths) == max(widths) and widths[0] > 1 and widths[0] > best[0]:
            best = (widths[0], delimiter)
    return best[1]


def _decimal_mark(rows: Sequence[Sequence[str]], delimiter: str) -> DecimalMark:
    """The decimal mark of the body. A comma counts as one only where some number shows that it is ("7,25"); in a file
    delimited by semicolons, "6,789" alone may be either and is refused."""
    if delimiter not in ";\t":
        return "."
    cells = [cell.strip() for row in rows[1:] for cell in row[1:]]
    if any(re.search(r"\d,(?:\d{1,2}|\d{4,})(?!\d)", c) for c in cells):
        return ","
    either = any(re.search(r"\d,\d{3}(?!\d)", c) for c in cells)
    if delimiter == ";" and either and not any(re.search(r"\d\.\d", c) for c in cells):
        raise Refused(
            "a comma in the numbers of the table may group thousands or mark decimals; write them without it"
        )
    return "."


def _from_rows(rows: Sequence[Sequence[str]], mark: DecimalMark, question: str, exact: bool = False) -> Table:
    """The Table of a header row and one row a category. ``exact``: headers are labels of ours with ``[unit; scale]``."""
    if len(rows) < 2:
        raise Refused("the table has no rows under its header line")
    header, body = rows[0], rows[1:]
    width = len(header)
    if width < 2:
        raise Refused("the table has one column; it needs labels in the first and values in the next")
    if width - 1 > MOST_COLUMNS or len(body) > MOST_ROWS:
        raise Refused(
            f"the table is too large: at most {MOST_ROWS} rows and {MOST_COLUMNS} columns of values"
        )
    if all(_number(cell, mark) is not None for cell in header[1:]) and not exact and not _years(header[1:]):
        raise Refused(
            "the first line of the table holds numbers; it needs a header line that names the columns"
        )
    for line, row in enumerate(body, 2):
        if len(row) != width:
            raise Refused(f"line {line} of the table has {len(row)} fields, the header has {width}")
        if not row[0].strip() and not exact:
            raise Refused(f"line {line} of the table has no label")
    columns = [_column(header[c], [row[c] for row in body], c, mark, exact) for c in range(1, width)]
    categories = tuple(row[0] if exact else row[0].strip() for row in body)
    role = category_role(categories)
    series = [series for series, _ in columns]
    title_of_values = ""
    if len(series) == 1 and not exact:
        title_of_values = series[0].label
        series = [replace(series[0], label="")]
    return Table(
        _kind(len(series), role, question), "vertical", "", "", header[0] if exact else header[0].strip(),
        title_of_values, role, categories, tuple(series), tuple(cells for _, cells in columns),
    )  # fmt: skip


def _years(labels: Sequence[str]) -> bool:
    return all(re.fullmatch(r"\s*(?:1[5-9]|20)\d\d\s*", label) for label in labels)


def _kind(count: int, role: CategoryRole, question: str) -> ChartKind:
    asked = re.search(r"\b(?:pie|line|stacked)\b", question, re.IGNORECASE)
    word = asked.group().casefold() if asked else ""
    if word == "pie" and count == 1:
        return "pie"
    if word == "line" or role == "time":
        return "line"
    if word == "stacked" and count > 1:
        return "stacked_bar"
    return "bar" if count == 1 else "grouped_bar"


def _column(
    header: str, cells: Sequence[str], column: int, mark: DecimalMark, exact: bool
) -> tuple[Series, tuple[Cell, ...]]:
    label, unit, scale = _header(header, exact)
    found: list[Cell] = []
    units: set[str] = set()
    scales: set[str] = set()
    for line, text in enumerate(cells, 2):
        cell = _cell(text, mark)
        if cell is None:
            raise Refused(f"line {line}, column {column + 1} of the table is not exactly one number")
        value, cell_unit, cell_scale = cell
        found.append(value)
        if value.value is not None:
            units.add(cell_unit)
            scales.add(cell_scale)
    if not exact:
        if len(scales) > 1:
            raise Refused(
                f"column {column + 1} of the table mixes scales (thousand, million, ...); write all in one"
            )
        if len(units - {""}) > 1:
            raise Refused(f"column {column + 1} of the table mixes units; write all in one")
        unit = unit or next(iter(units - {""}), "")
        scale = scale or next(iter(scales), "")
    return Series(label, "", "", unit, scale), tuple(found)


def _header(header: str, exact: bool) -> tuple[str, str, str]:
    """Label, unit and scale of a column header: "Revenue (million USD)", "Share (%)"; ours: "Label [unit; scale]"."""
    if exact:
        match = re.fullmatch(r"(.*?) ?\[([^\[\]]*); ([^\[\]]*)\]", header, re.DOTALL)
        return (match[1], _unescaped(match[2]), _unescaped(match[3])) if match else (header, "", "")
    text = header.strip()
    unit, scale = unit_and_scale(text)
    bare = re.sub(r"\s*[(\[][^()\[\]]*[)\]]\s*$", "", text)
    if bare and bare != text and unit_and_scale(text[len(bare) :]) != ("", ""):
        text = bare
    return text, unit, scale


_AXIS = re.compile(
    r"~\s*(?P<value>[-+]?[\d.]+(?:[eE][-+]?\d+)?)(?:\s*±\s*(?P<tolerance>[\d.]+(?:[eE][-+]?\d+)?))?"
)


def _cell(text: str, mark: DecimalMark) -> tuple[Cell, str, str] | None:
    bare = text.strip()
    if bare.casefold() in _MISSING:
        return Cell(None, None, "missing"), "", ""
    axis = _AXIS.fullmatch(bare)
    if axis:
        try:
            return Cell(Decimal(axis["value"]), None, "axis", Decimal(axis["tolerance"] or 0)), "", ""
        except InvalidOperation:
            return None
    number = _number(bare, mark)
    if number is None:
        return None
    value, unit, scale = number
    return Cell(value, bare), unit, scale


def _number(text: str, mark: DecimalMark) -> tuple[Decimal, str, str] | None:
    bare = text.strip()
    if re.fullmatch(r"[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d{1,3})?", bare) and mark == ".":
        return Decimal(bare), "", ""
    written = parse_written(bare, mark)
    return (written.value, written.unit, written.scale) if written is not None else None


def _as_said(table: Table, said: _Said) -> Table:
    """The table with what the comment lines say put in place of what was inferred."""
    kind, orientation, role = table.kind, table.orientation, table.category_role
    drawn = re.fullmatch(r"(\w+), (\w+)", said.get("kind") or "")
    if drawn:
        if drawn[1] not in get_args(ChartKind) or drawn[2] not in get_args(Orientation):
            raise Refused("the line '# kind:' of the CSV names no kind of chart that is known")
        kind, orientation = cast(ChartKind, drawn[1]), cast(Orientation, drawn[2])
    named = said.get("categories")
    if named is not None:
        if named not in get_args(CategoryRole):
            raise Refused("the line '# categories:' of the CSV must say nominal, ordinal or time")
        role = cast(CategoryRole, named)
    colours = _listed(said.get("colours"))
    if colours and len(colours) != len(table.categories):
        raise Refused("the line '# colours:' of the CSV must name one colour a row")
    series = list(table.series)
    drawn_in = _listed(said.get("series colours"))
    if drawn_in and len(drawn_in) != len(series):
        raise Refused("the line '# series colours:' of the CSV must name one colour a column")
    for index, colour in enumerate(drawn_in):
        name, _, hexadecimal = colour.partition(" #")
        series[index] = replace(
            series[index], colour_name=name, colour_hex=f"#{hexadecimal}" if hexadecimal else ""
        )
    return replace(
        table,
        kind=kind,
        orientation=orientation,
        title=said.get("title") or "",
        subtitle=said.get("subtitle") or "",
        x_title=said.values.get("x", table.x_title),
        y_title=said.values.get("y", table.y_title),
        category_role=role,
        series=tuple(series),
        category_colours=tuple(colours),
    )


def _listed(text: str | None) -> list[str]:
    return text.split("; ") if text else []


def table_csv(table: Table) -> str:
    """A Table as CSV that ``csv_table`` reads back without loss, but for boxes, confidences and how a cell was written."""
    out = io.StringIO()
    said = [
        ("kind", f"{table.kind}, {table.orientation}"),
        ("title", table.title),
        ("subtitle", table.subtitle),
    ]
    said += [("x", table.x_title), ("y", table.y_title), ("categories", table.category_role)]
    if table.category_colours:
        said.append(("colours", "; ".join(table.category_colours)))
    if any(s.colour_name or s.colour_hex for s in table.series):
        drawn = [f"{s.colour_name} {s.colour_hex}" if s.colour_hex else s.colour_name for s in table.series]
        said.append(("series colours", "; ".join(drawn)))
    for name, value in said:
        if value or name in ("kind", "x", "y"):
            out.write(f"# {name}: {_escaped(value)}\n")
    head = csv.writer(out, lineterminator="\n", quoting=csv.QUOTE_ALL)
    head.writerow([table.x_title or "label", *(_head(s) for s in table.series)])
    writer = csv.writer(out, lineterminator="\n")
    for index, category in enumerate(table.categories):
        writer.writerow([category, *(_text(row[index]) for row in table.cells)])
    return out.getvalue()


def _head(series: Series) -> str:
    return f"{series.label} [{_escaped(series.unit)}; {_escaped(series.scale)}]"


def _text(cell: Cell) -> str:
    if cell.value is None:
        return "-"
    if cell.origin == "axis":
        return f"~{cell.value} ±{cell.tolerance}" if cell.tolerance else f"~{cell.value}"
    return str(cell.value)


def _escaped(text: str) -> str:
    for plain, written in (
        ("\\", "\\\\"),
        ("\n", "\\n"),
        ("\r", "\\r"),
        ("[", "\\("),
        ("]", "\\)"),
        (";", "\\,"),
    ):
        text = text.replace(plain, written)
    return text


def _unescaped(text: str) -> str:
    marks = {"\\": "\\", "n": "\n", "r": "\r", "(": "[", ")": "]", ",": ";"}
    return re.sub(r"\\(.)", lambda match: marks.get(match[1], match[0]), text)


# ── XLSX ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _workbook(data: bytes) -> list[list[str]]:
    """The rows of the one sheet with content, as text. Formulas are never run: their stored values count, and a
    formula without one is refused."""
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
        if "%" in number_format:
            return f"{_plain(exact * 100)}%"
        return _plain(exact)
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
