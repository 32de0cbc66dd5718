"""Tables in files: CSV, TSV, XLSX and the text form of a Table, and a Table as CSV for a person to edit.

The CSV that ``table_csv`` writes begins with comment lines for what columns cannot say (kind, titles, colours); without
them, kind, role, units and scales are inferred from headers and values. In it ``~41 ±0.5`` is a value read off an axis,
``41 ?0.62`` one that was not read surely, ``-`` a missing one; a plain number is printed, on the word of whoever wrote
it. A cell that is not exactly one number is refused by its place, never skipped or guessed at.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal, InvalidOperation
from typing import cast, get_args

from recast.capture.workbooks import MOST_COLUMNS, MOST_ROWS, workbook_rows
from recast.errors import Refused
from recast.numbers.context import context_table, read_context
from recast.numbers.written import SCALES, DecimalMark, parse_written
from recast.perception.measure import category_role, unit_and_scale
from recast.types import SURE, CategoryRole, Cell, ChartKind, Orientation, Series, Source, Table

_MOST_BYTES = 20_000_000
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
        rows = workbook_rows(source.data)
        return _from_rows(rows, ".", question, range(1, len(rows) + 1))
    if source.data[:4] == b"\xd0\xcf\x11\xe0":
        raise Refused("an old .xls workbook cannot be read; save it as .xlsx or CSV")
    text = _decoded(source.data)
    if re.match(r"\s*kind: \w+, \w+\s*\n", text):
        try:
            return context_table(read_context(text.rstrip()))
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
    said, body, above = _meta(text)
    delimiter = "," if said.values and _widths(body, ",") else _delimiter(body)
    reader = csv.reader(io.StringIO(body, newline=""), delimiter=delimiter, strict=True)
    rows: list[list[str]] = []
    lines: list[int] = []
    try:
        for row in reader:
            if any(c.strip() for c in row):
                rows.append(row)
                lines.append(reader.line_num + above)
    except csv.Error:
        raise Refused("the CSV is damaged: a quotation mark is not closed, or a field is too long") from None
    table = _from_rows(rows, _decimal_mark(rows, delimiter), question, lines, exact=bool(said.values))
    return _as_said(table, said)


def _meta(text: str) -> tuple[_Said, str, int]:
    """What the comment lines say, the rest, and how many lines stand above it. A spreadsheet may have quoted a comment
    line and filled it up with empty fields."""
    values: dict[str, str] = {}
    lines = text.split("\n")
    taken = 0
    for line in lines:
        bare = line.removesuffix("\r")
        if bare.startswith('"# '):
            bare = ",".join(next(csv.reader([bare])))
        match = _META.match(bare)
        if match is None:
            break
        values[match[1]] = _unescaped(re.sub(r"[,;]+$", "", match[2]))
        taken += 1
    return _Said(values), "\n".join(lines[taken:]), taken


def _widths(body: str, delimiter: str) -> int:
    """How many fields the first lines have, where that is the same number, more than one, in each; else 0."""
    lines = [line for line in body.splitlines() if line.strip()][:20]
    widths = {len(row) for row in csv.reader(lines, delimiter=delimiter)}
    return max(widths) if len(widths) == 1 and max(widths) > 1 else 0


def _delimiter(body: str) -> str:
    """The delimiter that gives the first lines the same number of fields, at least two; else the comma."""
    return max((",", ";", "\t", "|"), key=lambda delimiter: _widths(body, delimiter))


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


def _from_rows(
    rows: Sequence[Sequence[str]], mark: DecimalMark, question: str, lines: Sequence[int], exact: bool = False
) -> Table:
    """The Table of a header row and one row a category, each at its line of the file. ``exact``: headers are labels of
    ours with ``[unit; scale]``."""
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
    for line, row in zip(lines[1:], body, strict=True):
        if len(row) != width:
            remedy = "; a field that holds a comma needs quotation marks" if len(row) > width else ""
            raise Refused(f"line {line} of the table has {len(row)} fields, the header has {width}{remedy}")
        if not row[0].strip() and not exact:
            raise Refused(f"line {line} of the table has no label")
    columns = [
        _column(header[c], [row[c] for row in body], lines[1:], c, mark, exact) for c in range(1, width)
    ]
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
    header: str, cells: Sequence[str], lines: Sequence[int], column: int, mark: DecimalMark, exact: bool
) -> tuple[Series, tuple[Cell, ...]]:
    label, unit, scale = _header(header, exact)
    found: list[Cell] = []
    units: set[str] = set()
    scales: set[str] = set()
    for line, text in zip(lines, cells, strict=True):
        cell = _cell(text, mark)
        if cell is None:
            raise Refused(
                f"line {line}, column {column + 1} of the table is not exactly one number: write it plainly, or - where "
                "it is missing"
            )
        value, cell_unit, cell_scale = cell
        if exact and value.value is not None:
            value = _as_headed(value, (cell_unit, cell_scale), (unit, scale), line, column)
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


def _as_headed(cell: Cell, own: tuple[str, str], headed: tuple[str, str], line: int, column: int) -> Cell:
    """A cell of our CSV in the unit and scale of its header: "1.5M" under thousands is 1500, "$3" under % is refused."""
    if own[0] not in ("", headed[0]):
        raise Refused(
            f"line {line}, column {column + 1} of the table has another unit than its header: write the number alone, or "
            "change the header"
        )
    if own[1] in ("", headed[1]) or cell.value is None:
        return cell
    factor = SCALES.get(own[1], Decimal(1)) / SCALES.get(headed[1], Decimal(1))
    return replace(cell, value=cell.value * factor)


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
    r"[~≈]\s*(?P<value>[-+]?[\d.]+(?:[eE][-+]?\d+)?)"
    r"(?:\s*(?:±|\+/?-)\s*(?P<tolerance>[\d.]+(?:[eE][-+]?\d+)?))?"
)
_UNSURE = re.compile(r"(?P<value>.*\S)\s*\?\s*(?P<confidence>0?\.\d+|0)")


def _cell(text: str, mark: DecimalMark) -> tuple[Cell, str, str] | None:
    """A cell with the unit and scale written in it; None where it is not exactly one number."""
    bare = text.strip()
    if bare.casefold() in _MISSING:
        return Cell(None, None, "missing"), "", ""
    confidence = 1.0
    doubted = _UNSURE.fullmatch(bare)
    if doubted:
        bare, confidence = doubted["value"], float(doubted["confidence"])
    axis = _AXIS.fullmatch(bare)
    if axis:
        try:
            value, tolerance = Decimal(axis["value"]), Decimal(axis["tolerance"] or 0)
        except InvalidOperation:
            return None
        return Cell(value, None, "axis", tolerance, confidence), "", ""
    number = _number(bare, mark)
    if number is None:
        return None
    value, unit, scale = number
    return Cell(value, bare, confidence=confidence), unit, scale


def _number(text: str, mark: DecimalMark) -> tuple[Decimal, str, str] | None:
    bare = text.strip()
    if re.fullmatch(r"[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d{1,3})?", bare) and mark == ".":
        return Decimal(bare), "", ""
    written = parse_written(bare, mark)
    return (written.value, written.unit, written.scale) if written is not None else None


def _as_said(table: Table, said: _Said) -> Table:
    """The table with what the comment lines say put in place of what was inferred."""
    kind, orientation, role = table.kind, table.orientation, table.category_role
    described = said.get("kind")
    if described is not None:
        drawn = re.fullmatch(r"(\w+), *(\w+)", described)
        if drawn is None or drawn[1] not in get_args(ChartKind) or drawn[2] not in get_args(Orientation):
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
    """A Table as CSV that ``csv_table`` reads back without loss, but for boxes, how a cell was written, the confidence of
    sure cells and the third digit of that of others."""
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
    text = str(cell.value)
    if cell.origin == "axis":
        text = f"~{text} ±{cell.tolerance}" if cell.tolerance else f"~{text}"
    return text if cell.confidence >= SURE else f"{text} ?{cell.confidence:.2f}"


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
    return f"{text}\\e" if text.endswith(",") else text  # a spreadsheet adds commas at the end of a line


def _unescaped(text: str) -> str:
    marks = {"\\": "\\", "n": "\n", "r": "\r", "(": "[", ")": "]", ",": ";", "e": ""}
    return re.sub(r"\\(.)", lambda match: marks.get(match[1], match[0]), text)
