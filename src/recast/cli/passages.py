"""A captured text for the user's eyes and hands: shown with its numerals, written to be corrected, read back."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from recast.api import LARGEST_SOURCE
from recast.capture.passages import read_text
from recast.capture.records import as_record
from recast.cli.outcome import line
from recast.errors import UsageError
from recast.numbers.prose import source_quantities
from recast.storage import storage, write_private
from recast.types import SURE, Passage, Quantity, Source


def from_stdin() -> Source:
    """All of standard input as a source. Raises ``UsageError`` where it is too large."""
    data = sys.stdin.buffer.read(LARGEST_SOURCE + 1)
    if len(data) > LARGEST_SOURCE:
        raise UsageError(f"stdin is too large; at most {LARGEST_SOURCE // 1_000_000} MB are read")
    return Source(data, "application/octet-stream")


def corrected(source: Source) -> Passage:
    """The passage of a file such as ``write`` makes, corrected by a person."""
    read = read_text(source)
    if not isinstance(read, Passage):
        raise UsageError(
            "--record takes a text, such as `recast read --out` writes; a table is given with --table"
        )
    return read


def write(passage: Passage, out: Path) -> None:
    """The passage as text that reads back as the same passage."""
    with storage("writing the text"):
        write_private(out, f"{_plain(passage)}\n".encode())


def _plain(passage: Passage) -> str:
    choices = [f"{letter}) {choice}" for letter, choice in zip("ABCDEFGH", passage.choices, strict=False)]
    return "\n\n".join(part for part in (passage.text, passage.question, "\n".join(choices)) if part)


def as_json(passage: Passage) -> dict[str, Any]:
    """The Record's fields (P 3.2) and every numeral with its role, unit, scale and confidence; of a recording every word
    with its times in seconds and its confidence."""
    record = as_record(passage, passage.question, passage.choices)
    heard = {
        "words": [
            {"text": word.text, "start": word.start, "end": word.end, "confidence": word.confidence}
            for word in passage.words
        ]
    }
    return {
        "modality": record.modality,
        "context": record.context,
        "question": record.question or None,
        "choices": list(record.choices),
        "numerals": [
            {
                "place": quantity.key,
                "written": quantity.written,
                "value": str(quantity.value),
                "role": quantity.role,
                "unit": quantity.unit or None,
                "scale": quantity.scale or None,
                "label": quantity.label,
                "confidence": quantity.confidence,
            }
            for quantity in source_quantities(record)
        ],
        **(heard if passage.words else {}),
    }


def as_text(passage: Passage) -> str:
    """The passage, then one line a numeral: as written, what it is taken for, where it stands, and of what was heard how
    sure it is."""
    quantities = source_quantities(as_record(passage, passage.question, passage.choices))
    width = max((len(quantity.written) for quantity in quantities), default=0)
    rows = [f"{line(q.written):{width}}  {q.role:10}  {_sure(q, passage)}{line(q.label)}" for q in quantities]
    return "\n".join([*(line(part) for part in _plain(passage).splitlines()), "", *rows])


def unsure_numerals(passage: Passage) -> list[str]:
    """What to say of the numerals that were not heard surely; empty where all were."""
    quantities = source_quantities(as_record(passage, passage.question, passage.choices))
    unsure = sum(quantity.confidence < SURE for quantity in quantities)
    if not unsure:
        return []
    return [
        f"{unsure} of {len(quantities)} numbers were not heard surely: --out FILE writes the text to be corrected"
    ]


def _sure(quantity: Quantity, passage: Passage) -> str:
    if not passage.words:
        return ""
    return f"{quantity.confidence:.2f}{' ' if quantity.confidence >= SURE else '?'}  "
