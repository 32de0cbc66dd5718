"""Numbers kept from a recording to its Record: how many of the source text's numerals are heard as they were said.

    python benchmarks/heard_numbers.py FOLDER TEXTS [--half tuning|reported] [--losses] [--model FOLDER]

``FOLDER`` holds recordings and the ``manifest.jsonl`` that ``benchmarks/recordings.py`` writes beside them; ``TEXTS`` is the
manifest that they were made from, whose place says to which half a row belongs. A numeral of the text (quantity, year or
part of a name, also in words) counts as kept where the Record has one of the same value, and of the same sign, scale or
percent beside it, at its place in the order. Prints one JSON object: numerals, kept, the share, how many of the kept were
marked unsure, and of the lost. ``--losses`` also prints each loss, of the tuning half only.
"""

from __future__ import annotations

import argparse
import difflib
import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from recast import assembly, pipeline
from recast.capture.records import as_record
from recast.configuration import load
from recast.drivers import drive
from recast.errors import Refused
from recast.numbers.prose import full_value, source_quantities
from recast.types import SURE, Passage, Record, Source
from recast.wire.log import Log
from recordings import rows_of


@dataclass(frozen=True)
class Said:
    """A numeral: its full value and its sign or percent, how surely it was heard, and the words around it."""

    value: Decimal
    sign: str
    confidence: float
    label: str


def said(record: Record) -> list[Said]:
    """The numerals of a record that can be lost: ordinals are words."""
    return [
        Said(full_value(each), each.unit if each.unit in "%$€£¥" else "", each.confidence, each.label)
        for each in source_quantities(record)
        if each.role != "structural" or each.written[0].isdecimal()
    ]


def matched(source: Sequence[Said], heard: Sequence[Said]) -> Iterator[tuple[Said | None, Said | None]]:
    """The numerals of both in order, those of the same value and sign side by side."""
    one, other = [[(each.value, each.sign) for each in side] for side in (source, heard)]
    for tag, a, b, c, d in difflib.SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        if tag == "equal":
            yield from zip(source[a:b], heard[c:d], strict=True)
        else:
            yield from ((each, None) for each in source[a:b])
            yield from ((None, each) for each in heard[c:d])


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("texts", type=Path)
    arguments.add_argument("--half", choices=("tuning", "reported"), default="tuning")
    arguments.add_argument("--losses", action="store_true")
    arguments.add_argument("--limit", type=int)
    arguments.add_argument("--model")
    given = arguments.parse_args()
    options = {"capture.speech": {"model": given.model}} if given.model else {}
    stages = assembly.stages(load(options=options))
    halves = {row["id"]: row["half"] for row in rows_of(given.texts)}
    lines = (given.folder / "manifest.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [row for row in map(json.loads, lines) if halves[row["id"]] == given.half][: given.limit]
    counts = {"recordings": len(rows), "refused": 0, "numerals": 0, "kept": 0, "kept_unsure": 0}
    counts |= {"changed": 0, "changed_unsure": 0, "lost": 0, "invented": 0}
    started = time.perf_counter()
    for row in rows:
        source = said(as_record(Passage(row["text"]), "", ()))
        counts["numerals"] += len(source)
        heard = _heard(given.folder / row["audio"], stages)
        if heard is None:
            counts["refused"] += 1
            counts["lost"] += len(source)
            continue
        _count(counts, row, source, heard, given.losses and given.half == "tuning")
    share = counts["kept"] / max(1, counts["numerals"])
    seconds = round(time.perf_counter() - started, 1)
    print(json.dumps({**counts, "kept_percent": round(100 * share, 2), "seconds": seconds}, indent=2))


def _heard(path: Path, stages: Any) -> list[Said] | None:
    try:
        passage = drive(pipeline.capture(Source(path.read_bytes(), "audio/wav"), "", stages), Log())
    except Refused as refused:
        print(f"{path.name}: {refused}", file=sys.stderr)
        return None
    return said(as_record(passage, passage.question, passage.choices))


def _count(
    counts: dict[str, int], row: dict[str, Any], source: list[Said], heard: list[Said], losses: bool
) -> None:
    """Adds one recording. A numeral that the text does not have counts as changed while numerals of the text are missing,
    else as invented."""
    pairs = list(matched(source, heard))
    kept = [other for one, other in pairs if one and other]
    missing = [one for one, other in pairs if one and not other]
    extra = [other for one, other in pairs if other and not one]
    changed = extra[: len(missing)]
    counts["kept"] += len(kept)
    counts["kept_unsure"] += sum(1 for each in kept if each.confidence < SURE)
    counts["changed"] += len(changed)
    counts["changed_unsure"] += sum(1 for each in changed if each.confidence < SURE)
    counts["lost"] += len(missing) - len(changed)
    counts["invented"] += len(extra) - len(changed)
    if losses:
        for one, other in pairs:
            if one is None or other is None:
                mark, each = ("-", one) if other is None else ("+", other)
                assert each is not None
                print(f"{mark} {row['id']}: {each.value} {each.sign} ({each.confidence:.2f}) {each.label}")


if __name__ == "__main__":
    main()
