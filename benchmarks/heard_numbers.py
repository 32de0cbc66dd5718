"""Numbers kept from a recording to its Record: how many of the source text's numerals are heard as they were said.

    python benchmarks/heard_numbers.py FOLDER [FOLDER ...] TEXTS [--half tuning|reported] [--first] [--losses] [--model FOLDER]

``--fit`` prints the curve of ``recast.perception.speech`` (with ``--first``). ``FOLDER`` holds recordings and the ``manifest.jsonl`` that ``benchmarks/recordings.py`` writes beside them; ``TEXTS`` is the
manifest that they were made from, whose place says to which half a row belongs. A numeral of the text (quantity, year or
part of a name, also in words) counts as kept where the Record has one of the same value, and of the same sign, scale or
percent beside it, at its place in the order. What is the same quantity counts as the same: "50 cents" is $0.50, "450,000
pounds" £450,000, "one half" 1/2. The Record is that of the recording's own question, with the second hearing, or of the
first hearing alone (``--first``). Prints one JSON object: numerals, kept, the share, how many of the kept were marked unsure;
of those that the text does not have (changed, invented) how many were; and the expected calibration error of all that was
heard, in bins of equal mass. ``--losses`` also prints each loss, of the tuning half only.
"""

from __future__ import annotations

import argparse
import difflib
import json
import re
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np

from calibration import Floats, expected_error, fitted
from recast import assembly, pipeline
from recast.capture.records import as_record
from recast.capture.second_hearing import second_hearing
from recast.configuration import load
from recast.drivers import drive
from recast.errors import Refused
from recast.numbers.number_words import is_ordinal
from recast.numbers.prose import full_value, source_quantities
from recast.perception import speech
from recast.stages import Stages
from recast.types import SURE, Passage, Quantity, Record, Source
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
        _quantity(each)
        for each in source_quantities(record)
        if each.written[0].isdecimal() or not (each.role == "structural" or is_ordinal(each.written))
    ]


def _quantity(each: Quantity) -> Said:
    sign = "£" if each.unit == "pounds" else each.unit if each.unit in "%$€£¥" else ""
    cents = each.unit in ("cents", "cent", "¢")
    return Said(full_value(each) / (100 if cents else 1), "$" if cents else sign, each.confidence, each.label)


_PARTS = {
    word: place
    for place, word in enumerate(
        ("half", "third", "quarter", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"), 2
    )
} | {"halve": 2, "fourth": 4}
_COUNTS = {"a": 1, "an": 1} | {
    word: value
    for value, word in enumerate(
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"], 1
    )
}
_FRACTION = re.compile(
    rf"(?<![\w/.,-])(?:(?P<whole>\d+|{'|'.join(_COUNTS)})\s+(?:and\s+)?)?(?:(?P<digits>\d/\d{{1,2}})(?![\w/]|[.,]\d)"
    rf"|(?P<count>(?P<one>an?|one)|{'|'.join(_COUNTS)})[\s-](?P<part>{'|'.join(_PARTS)})(?(one)|s)(?![\w-]))",
    re.IGNORECASE,
)


def with_fractions(text: str) -> str:
    """The text with every fraction, in words or digits, as one decimal numeral; as many words as it has."""

    def decimal(found: re.Match[str]) -> str:
        whole = found["whole"].lower() if found["whole"] else "0"
        if found["digits"]:
            count, part = map(int, found["digits"].split("/"))
        else:
            count, part = _COUNTS[found["count"].lower()], _PARTS[found["part"].lower()]
        value = _COUNTS.get(whole) or int(whole)
        rest = " parts" * (len(found[0].split()) - 1)
        return f"{value + count / max(part, 1):.4f}{rest}"

    return _FRACTION.sub(decimal, text)


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
    arguments.add_argument("folders", type=Path, nargs="+")
    arguments.add_argument("texts", type=Path)
    arguments.add_argument("--half", choices=("tuning", "reported"), default="tuning")
    arguments.add_argument("--losses", action="store_true")
    arguments.add_argument("--limit", type=int)
    arguments.add_argument("--model")
    arguments.add_argument("--first", action="store_true", help="without the second hearing")
    arguments.add_argument("--fit", action="store_true", help="print the curve of perception.speech")
    given = arguments.parse_args()
    options = {"capture.speech": {"model": given.model}} if given.model else {}
    stages = assembly.stages(load(options=options))
    halves = {row["id"]: row["half"] for row in rows_of(given.texts)}
    if given.fit:
        speech.NUMERAL_CURVE = ((0.0, 0.0), (1.0, 1.0))
    rows = [
        (folder, row)
        for folder in given.folders
        for row in map(json.loads, (folder / "manifest.jsonl").read_text(encoding="utf-8").splitlines())
        if halves[row["id"]] == given.half
    ][: given.limit]
    tally = Tally(recordings=len(rows))
    started = time.perf_counter()
    for folder, row in rows:
        source = said(as_record(Passage(with_fractions(row["text"])), "", ()))
        tally.numerals += len(source)
        heard = _heard(folder / row["audio"], str(row.get("question") or ""), stages, given.first)
        if heard is None:
            tally.refused += 1
            tally.lost += len(source)
            continue
        pairs = list(matched(source, heard))
        tally.add(pairs)
        if given.losses and given.half == "tuning":
            _print_losses(row["id"], pairs)
    print(json.dumps(tally.figures(round(time.perf_counter() - started, 1)), indent=2))
    if given.fit:
        print(fitted(*tally.confidences()))


def _heard(path: Path, question: str, stages: Stages, first: bool) -> list[Said] | None:
    try:
        passage = drive(pipeline.capture(Source(path.read_bytes(), "audio/wav"), "", stages), Log())
    except Refused as refused:
        print(f"{path.name}: {refused}", file=sys.stderr)
        return None
    if not first:
        passage = second_hearing(passage, question or passage.question, stages.recognise)
    passage = replace(passage, text=with_fractions(passage.text), question=with_fractions(passage.question))
    return said(as_record(passage, passage.question, passage.choices))


@dataclass
class Tally:
    """What came of the numerals. One that the text does not have counts as changed while numerals of the text are missing,
    else as invented."""

    recordings: int = 0
    refused: int = 0
    numerals: int = 0
    kept: int = 0
    kept_unsure: int = 0
    changed: int = 0
    changed_unsure: int = 0
    lost: int = 0
    invented: int = 0
    invented_unsure: int = 0
    heard: list[tuple[float, bool]] = field(default_factory=list)  # confidence, whether the text has it

    def add(self, pairs: Sequence[tuple[Said | None, Said | None]]) -> None:
        kept = [other.confidence for one, other in pairs if one and other]
        extra = [other.confidence for one, other in pairs if other and not one]
        missing = sum(1 for one, other in pairs if one and not other)
        changed, invented = extra[:missing], extra[missing:]
        for name, found in (("kept", kept), ("changed", changed), ("invented", invented)):
            setattr(self, name, getattr(self, name) + len(found))
            unsure = sum(1 for each in found if each < SURE)
            setattr(self, f"{name}_unsure", getattr(self, f"{name}_unsure") + unsure)
        self.lost += missing - len(changed)
        self.heard += [(each, True) for each in kept] + [(each, False) for each in extra]

    def confidences(self) -> tuple[Floats, Floats]:
        """How sure each numeral was said to be, and 1 where it was right."""
        given, right = zip(*self.heard, strict=True)
        return np.array(given, float), np.array(right, float)

    def figures(self, seconds: float) -> dict[str, Any]:
        counts = {each.name: getattr(self, each.name) for each in fields(self) if each.name != "heard"}
        error = expected_error(*self.confidences(), equal_mass=True)
        share = round(100 * self.kept / max(1, self.numerals), 2)
        return {**counts, "kept_percent": share, "calibration_error": round(error, 3), "seconds": seconds}


def _print_losses(row: str, pairs: Sequence[tuple[Said | None, Said | None]]) -> None:
    for one, other in pairs:
        if one is None or other is None:
            mark, each = ("-", one) if other is None else ("+", other)
            assert each is not None
            print(f"{mark} {row}: {each.value} {each.sign} ({each.confidence:.2f}) {each.label}")


if __name__ == "__main__":
    main()
