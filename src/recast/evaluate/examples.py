"""Examples to evaluate: a question, its reference answer and a private source, read from the row layouts in use.

``load`` takes a JSON-lines file, one example a line: the manifests of a data folder (``id, image | table | text, question,
answer, ...`` with paths relative to the file; the question of a text may be its last sentence) or Hugging Face rows of
ChartQA (``image, query, label[], human_or_machine``; the image a path, or ``{"bytes": <base64>}``). An image may be a
page of a PDF (``report.pdf#3``). Rows whose evidence is a recording are read by ``spoken``. The data sets' Parquet files
are not read themselves (the library for them is larger than this package); ``FROM_PARQUET`` makes such lines of one.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from recast.api import open_source
from recast.errors import Refused, UsageError
from recast.evaluate.spoken import is_spoken, read_spoken
from recast.types import ChartKind, Private, Source, Table

#: The rule that a development question is for tuning when its place in the file is even, else only reported.
Half = Literal["tuning", "reported"]
#: What makes JSON lines of a Parquet file, bytes in base64.
FROM_PARQUET = (
    'python -c "import base64, json, sys; from pyarrow.parquet import read_table; '
    "[print(json.dumps(row, default=lambda data: base64.b64encode(data).decode())) "
    'for row in read_table(sys.argv[1]).to_pylist()]" rows.parquet > rows.jsonl'
)
_PARQUET = b"PAR1"
BREAKDOWN = ("chart_kind", "question_kind", "answer_basis", "author", "source", "dataset")

_TABLE_KINDS: Mapping[str, ChartKind] = {
    "bar_chart": "grouped_bar",
    "bar_chart_num": "grouped_bar",
    "3D-Bar": "grouped_bar",
    "histogram": "grouped_bar",
    "line_chart": "line",
    "line_chart_num": "line",
    "area_chart": "line",
    "pie_chart": "pie",
    "rings": "pie",
}


@dataclass(frozen=True, slots=True, repr=False)
class Example(Private):
    """``attributes`` are the manifest's own labels, for breakdowns only; what is ``given`` is bytes, an exact table, or a
    file that is opened when it is needed. An empty ``question`` is the last sentence of the text or recording;
    ``transcript`` is what is said in a recording, where the row tells it."""

    id: str
    question: str
    reference: str
    given: Source | Table | Path
    half: Half
    attributes: Mapping[str, str] = field(default_factory=dict)
    transcript: str = ""

    @property
    def source(self) -> Source | Table:
        """Raises ``UsageError`` where the file cannot be read."""
        return open_source(self.given) if isinstance(self.given, Path) else self.given


def load(path: Path) -> tuple[Example, ...]:
    """All examples of the file, in its order, without the rows of a data set that are none (``spoken``). Raises
    ``UsageError`` with the line at fault."""
    read = tuple(_example(line, place, path) for place, line in enumerate(json_lines(path)))
    examples = tuple(example for example in read if example is not None)
    if not examples:
        raise UsageError(f"no row of the examples {path} has one number as its answer")
    return examples


def count_rows(path: Path) -> int:
    """How many rows the file has, examples or not."""
    return len(json_lines(path))


def json_lines(path: Path) -> list[str]:
    """The lines of the file that hold anything; a text in them may have breaks of its own (U+2028). Raises ``UsageError``."""
    try:
        data = path.read_bytes()
        if data.startswith(_PARQUET):
            raise UsageError(
                f"the examples {path} are a Parquet file; make JSON lines of it, with pyarrow installed: {FROM_PARQUET}"
            )
        lines = [line for line in data.decode("utf-8-sig").split("\n") if line.strip()]
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"the examples {path} cannot be read") from error
    if not lines:
        raise UsageError(f"the examples {path} are empty")
    return lines


def _example(line: str, place: int, path: Path) -> Example | None:
    where = f"{path}, line {place + 1}"
    try:
        row: dict[str, Any] = json.loads(line)
    except json.JSONDecodeError as error:
        raise UsageError(f"{where}: not a JSON object") from error
    if not isinstance(row, dict):
        raise UsageError(f"{where}: not a JSON object")
    half: Half = "tuning" if row.get("half", ("tuning", "reported")[place % 2]) == "tuning" else "reported"
    if is_spoken(row):
        return _recorded(row, place, half, path.parent, where)
    if "query" in row:
        labels = row.get("label")
        if not isinstance(labels, list) or not labels:
            raise UsageError(f"{where}: 'label' must be a list with the answer")
        attributes = {"author": str(row.get("human_or_machine", ""))}
        source = _image(row.get("image"), path.parent, where)
        return Example(str(row.get("id", place)), str(row["query"]), str(labels[0]), source, half, attributes)
    if "text" in row and not {"image", "table"} & set(row):
        return _text(row, half, where)
    missing = [key for key in ("id", "question", "answer") if key not in row]
    if missing:
        raise UsageError(f"{where}: neither a manifest row nor a ChartQA row (no {', '.join(missing)})")
    private = _image(row["image"], path.parent, where) if "image" in row else _table(row, path.parent, where)
    attributes = {key: str(row[key]) for key in BREAKDOWN if key in row}
    return Example(str(row["id"]), str(row["question"]), str(row["answer"]), private, half, attributes)


def _recorded(row: Mapping[str, Any], place: int, half: Half, folder: Path, where: str) -> Example | None:
    spoken = read_spoken(row, folder, where)
    if spoken is None:
        return None
    attributes = {key: str(row[key]) for key in BREAKDOWN if key in row}
    return Example(
        str(row.get("id", place)),
        spoken.question,
        spoken.answer,
        spoken.recording,
        half,
        attributes,
        spoken.text,
    )


def _text(row: Mapping[str, Any], half: Half, where: str) -> Example:
    missing = [key for key in ("id", "answer") if key not in row]
    if missing:
        raise UsageError(f"{where}: a text without {', '.join(missing)}")
    source = Source(str(row["text"]).encode(), "text/plain", f"{row['id']}.txt")
    attributes = {key: str(row[key]) for key in BREAKDOWN if key in row}
    return Example(
        str(row["id"]), str(row.get("question") or ""), str(row["answer"]), source, half, attributes
    )


def _image(image: Any, folder: Path, where: str) -> Source:
    try:
        if isinstance(image, str):
            return open_source(folder / image)
        if isinstance(image, dict) and isinstance(image.get("bytes"), str):
            return Source(
                base64.b64decode(image["bytes"], validate=True), "image", str(image.get("path") or "image")
            )
        if isinstance(image, dict) and isinstance(image.get("path"), str):
            return open_source(folder / image["path"])
    except UsageError as error:
        raise UsageError(f"{where}: {error}") from error
    except binascii.Error as error:
        raise UsageError(f"{where}: the image bytes are not base64") from error
    raise UsageError(f"{where}: no image")


def _table(row: Mapping[str, Any], folder: Path, where: str) -> Source | Table:
    """The exact table with the kind and title that the row gives; one that cannot be read is left to be refused."""
    from recast.capture.files import read_table

    if "table" not in row:
        raise UsageError(f"{where}: neither an image nor a table")
    path = folder / str(row["table"])
    try:
        source = Source(path.read_bytes(), "text/csv", path.name)
    except OSError as error:
        raise UsageError(f"{where}: the table cannot be read") from error
    try:
        table = read_table(source)
    except Refused:
        return source
    several = len(table.series) > 1
    kind = _TABLE_KINDS.get(str(row.get("chart_kind", "")), table.kind)
    if (kind == "pie" and several) or (kind == "bar" and several):
        kind = "grouped_bar"
    elif kind == "grouped_bar" and not several:
        kind = "bar"
    return replace(table, kind=kind, title=str(row.get("title", "")))
