"""Does a second, independent reader find words of the source in what was released?

    python benchmarks/second_reader.py REPORT_FOLDER EXAMPLES [--count 1100]

``REPORT_FOLDER`` is what an evaluation wrote (``report.json``, ``media/``), ``EXAMPLES`` the file it was given: a manifest,
or the pool of known tables from which the questions were generated. Tesseract (the program ``tesseract``, which must be
installed) reads every released picture. Looked for are the labels of the source table whole, and the words of at least
four letters of its labels and titles, reasoning words excepted. A picture as source is read again for its labels.

An occurrence counts as ``in_pixels_only`` when our own reader does not read it in that picture, and as ``drawn`` when it
does: only words that a drawing may share with any source (a colour, a unit under ``paper``) should be there. Locations and
example ids are printed, never the words. ``control`` says how many of the same words it finds in the first originals, so how much it
would see. Not looked for: words under four letters, numbers (which are told apart by where
they came from, not by how they look), and what Tesseract cannot read. Finished examples are kept in
``second_reader.jsonl`` beside the report, and a run resumes there.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import generated_questions
import known_tables
from recast.api import Session
from recast.evaluate.examples import Example
from recast.evaluate.examples import load as load_examples
from recast.evaluate.original import original_medium
from recast.language.vocabulary import is_reasoning
from recast.language.words import fold, tokens
from recast.perception.image import decode
from recast.perception.text import read_text
from recast.types import Table

_SHORTEST_WORD, _SHORTEST_LABEL, _SHORTEST_JOINED = (
    4,
    3,
    8,
)  # letters; the last for labels with their spaces removed

Words = tuple[str, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Sought:
    """One label or word of the source, folded, and where in the source it stands."""

    words: Words
    location: str

    def is_in(self, line: Words) -> bool:
        """Word for word, or, for what is long enough to be told by its letters, however it is divided."""
        size = len(self.words)
        if any(line[start : start + size] == self.words for start in range(len(line) - size + 1)):
            return True
        joined = "".join(self.words)
        return size > 1 and len(joined) >= _SHORTEST_JOINED and joined in "".join(line)


def words(text: str) -> Words:
    return tuple(fold(token.text) for token in tokens(text) if token.text[0].isalnum())


def sought(table: Table) -> Iterator[Sought]:
    labels = {f"category {place}": label for place, label in enumerate(table.categories, 1)}
    labels |= {f"series {place}": series.label for place, series in enumerate(table.series, 1)}
    titles = {
        "title": table.title,
        "subtitle": table.subtitle,
        "x title": table.x_title,
        "y title": table.y_title,
    }
    for location, label in labels.items():
        whole = words(label)
        if sum(c.isalpha() for word in whole for c in word) >= _SHORTEST_LABEL:
            yield Sought(whole, f"{location}, whole")
    for location, text in (labels | titles).items():
        for place, word in enumerate(words(text), 1):
            if len(word) >= _SHORTEST_WORD and word.isalpha() and not is_reasoning(word):
                yield Sought((word,), f"{location}, word {place}")


def tesseract(png: bytes) -> list[Words]:
    """The lines of a picture as Tesseract reads them (sparse text, any layout)."""
    found = subprocess.run(
        ["tesseract", "-", "-", "--psm", "11", "tsv"],
        input=png,
        capture_output=True,
        check=True,
        env={**os.environ, "OMP_THREAD_LIMIT": "1"},
    )
    lines: dict[tuple[str, ...], list[str]] = {}
    for row in csv.DictReader(
        io.StringIO(found.stdout.decode("utf-8")), delimiter="\t", quoting=csv.QUOTE_NONE
    ):
        if row["text"] and row["text"].strip():
            lines.setdefault((row["block_num"], row["par_num"], row["line_num"]), []).append(row["text"])
    return [words(" ".join(parts)) for parts in lines.values()]


def find(wanted: Sequence[Sought], lines: Sequence[Words]) -> list[Sought]:
    return [one for one in wanted if any(one.is_in(line) for line in lines)]


def look(png: bytes, table: Table) -> dict[str, Any]:
    """What Tesseract finds of the table's words in the picture: counts, and locations in the source."""
    wanted = list(sought(table))
    lines = tesseract(png)
    found = find(wanted, lines)
    drawn = [words(box.text) for box in read_text(decode(png))] if found else []
    also_drawn = {one.location for one in find(found, drawn)}
    return {
        "sought": len(wanted),
        "words_read": sum(map(len, lines)),
        "drawn": sorted(also_drawn),
        "in_pixels_only": sorted({one.location for one in found} - also_drawn),
    }


def examples(path: Path, count: int) -> dict[str, Example]:
    """The examples of the file by id: those of a manifest, or the questions generated over a pool."""
    with path.open(encoding="utf-8") as file:
        is_pool = "rows" in json.loads(file.readline())
    listed = known_tables.generated(path, count) if is_pool else load_examples(path)
    return {example.id: example for example in listed}


def finished(path: Path) -> dict[str, dict[str, Any]]:
    """Rows by the picture they are about; a line cut short is done again."""
    rows: dict[str, dict[str, Any]] = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.is_file() else ():
        try:
            row = json.loads(line)
        except json.JSONDecodeError:
            continue
        rows[row["media"]] = row
    return rows


def run(folder: Path, known: Mapping[str, Example], limit: int | None, controls: int) -> list[dict[str, Any]]:
    """One row for each example of the report that released a picture; the first ``controls`` of them say what
    Tesseract finds in the original."""
    report = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    released = [row for row in report["examples"] if row["protected"]["media"]][:limit]
    missing = [row["id"] for row in released if row["id"] not in known]
    if missing:
        raise SystemExit(f"{len(missing)} examples of the report are not in the file of examples")
    path = folder / "second_reader.jsonl"
    rows = finished(path)
    session = Session()
    with path.open("a", encoding="utf-8") as file:
        for place, row in enumerate(released, 1):
            media = row["protected"]["media"]
            if media not in rows:
                print(f"… {place}/{len(released)} {row['id']}", file=sys.stderr, flush=True)
                example = known[row["id"]]
                table = session.read(example.source, example.question).table
                found = look((folder / media).read_bytes(), table)
                if place <= controls:
                    original = original_medium(example.source).data
                    found["on_original"] = len(find(list(sought(table)), tesseract(original)))
                rows[media] = {"media": media, "id": row["id"], **found}
                file.write(json.dumps(rows[media]) + "\n")
                file.flush()
    return [rows[row["protected"]["media"]] for row in released]


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("report", type=Path)
    arguments.add_argument("examples", type=Path)
    arguments.add_argument("--count", type=int, default=generated_questions.COUNT)
    arguments.add_argument("--limit", type=int, help="look at so many pictures only")
    arguments.add_argument("--controls", type=int, default=20, help="read so many originals too")
    given = arguments.parse_args()
    if shutil.which("tesseract") is None:
        raise SystemExit("Tesseract is not installed: install the program `tesseract` with its English data")
    rows = run(given.report, examples(given.examples, given.count), given.limit, given.controls)
    printed: dict[str, Any] = {
        "pictures": len(rows),
        "sought": sum(row["sought"] for row in rows),
        "words_read": sum(row["words_read"] for row in rows),
    }
    controls = [row for row in rows if "on_original" in row]
    printed["control"] = {
        "originals": len(controls),
        "sought": sum(row["sought"] for row in controls),
        "found": sum(row["on_original"] for row in controls),
    }
    for kind in ("in_pixels_only", "drawn"):
        printed[kind] = sum(len(row[kind]) for row in rows)
        printed[f"{kind}_at"] = {row["id"]: row[kind] for row in rows if row[kind]}
    print(json.dumps(printed, indent=2))


if __name__ == "__main__":
    main()
