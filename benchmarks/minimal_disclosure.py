"""Minimal disclosure: what it holds back, and whether a question that the whole record answers is lost by it.

Every question is asked twice of the offline solver, as text, under ``strict`` and under ``strict`` with the whole record;
nothing else differs. A passage that is told whole cannot be told in sentences of ours, which ``strict`` alone lets out, so
that both tell what they must sentence by sentence. Charts are exact tables: a manifest of known tables, charts of a data set whose table is known, and
generated questions over a pool. Texts are passages and word problems.

    python benchmarks/minimal_disclosure.py DATA [--count 1100] [--only generated|known|chartqa|texts]

``DATA`` holds ``chartx_tables``, ``chartqa`` and ``speech_text``. Prints one JSON object: for each set how many are
right with the whole record, how many of these turn with the part, and the share of the cells, numerals and sentences
that went out, median, over all, by kind of question, and (``cells``) by whether it names all rows that it needs. Words
are drawn anew each time, and a draw alone may turn a question: one that turned is asked four times more of each, and is
"lost" where the part then fails more often than the whole record. Ids of turned questions are given for generated
questions and for tuning halves only; of reported halves the numbers alone.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from known_tables import generated
from recast.api import Session
from recast.capture.files import read_table
from recast.configuration import load
from recast.errors import ReCastError, Refused
from recast.evaluate.examples import Example
from recast.evaluate.examples import load as load_examples
from recast.evaluate.matching import acceptable, relaxed
from recast.language.sentences import split_sentences
from recast.numbers.prose import prose_numerals
from recast.pipeline import Chart, Evidence
from recast.shield import Shielded
from recast.types import Private, Source

AGAIN = 4  # more draws for a question that turned


@dataclass(frozen=True, slots=True)
class Shares:
    """Shares of what the source holds that went out, 0 to 1. A text has no cells, a chart no sentences."""

    cells: float | None = None
    numerals: float | None = None
    sentences: float | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Measured(Private):
    """One question: whether it was right with the whole record and with the part; ``lost``: the part is to blame."""

    example: Example
    group: str
    whole: bool
    part: bool
    lost: bool
    shares: Shares


def session_of(disclosure: str) -> Session:
    return Session(
        load(
            options={
                "policy": {"preset": "strict", "disclosure": disclosure, "story": "calculation"},
                "ask": {"release": "text"},
            },
        )
    )


def measured(example: Example, whole: Session, part: Session) -> Measured | None:
    """One example under both, or None where its source is refused."""
    try:
        evidence = whole.read(example.source, example.question)
    except Refused:
        return None
    first, _ = answered(example, evidence, whole)
    second, shielded = answered(example, evidence, part)
    more = AGAIN if first and not second else 0
    failed = [sum(not answered(example, evidence, one)[0] for _ in range(more)) for one in (whole, part)]
    shares = Shares(1.0, 1.0, 1.0) if shielded is None else shares_of(evidence, shielded)
    return Measured(example, group_of(example), first, second, failed[1] > failed[0], shares)


def answered(example: Example, evidence: Evidence, session: Session) -> tuple[bool, Shielded | None]:
    """Whether the answer is right, as ``evaluate`` scores it, and what was sent for it."""
    shielded: Shielded | None = None
    try:
        shielded = session.protect(evidence, example.question)
        answer = session.solve(shielded).answer
    except ReCastError:
        return False, shielded
    table = evidence.table if isinstance(evidence, Chart) else None
    references = acceptable(example.reference, example.question, table)
    return answer.confirmed and relaxed(answer.value, references, example.question), shielded


def shares_of(evidence: Evidence, shielded: Shielded) -> Shares:
    if isinstance(evidence, Chart):
        sent = shielded.vault.record.table
        assert sent is not None
        real = sum(cell.origin != "decoy" for row in sent.cells for cell in row)
        return Shares(cells=real / sum(map(len, evidence.table.cells)))
    source, made = shielded.vault.record.context, shielded.protected.context
    numerals = len(prose_numerals(source))
    told = shielded.vault.numeral_sources[: len(prose_numerals(made))]
    distinct = len({place for place in told if place < numerals})
    sentences = len(split_sentences(source))
    return Shares(
        numerals=distinct / numerals if numerals else None,
        sentences=min(1.0, len(split_sentences(made)) / sentences) if sentences else None,
    )


def group_of(example: Example) -> str:
    names = ("question_kind", "dataset", "answer_basis", "chart_kind")
    return next((example.attributes[name] for name in names if name in example.attributes), "all")


def figures(rows: Sequence[Measured]) -> dict[str, object]:
    turned = [row for row in rows if row.whole and not row.part]
    shown = {
        name: round(statistics.median(known), 3)
        for name in ("cells", "numerals", "sentences")
        if (known := [value for row in rows if (value := getattr(row.shares, name)) is not None])
    }
    return {
        "asked": len(rows),
        "right_with_the_whole_record": sum(row.whole for row in rows),
        "right_with_the_part": sum(row.part for row in rows),
        "turned": len(turned),
        "lost": sum(row.lost for row in turned),
        "median_share": shown,
        "nothing_held_back": sum(row.shares.cells == 1 or row.shares.numerals == 1 for row in rows),
    }


def summary(rows: Sequence[Measured], name: str) -> dict[str, object]:
    named = [row for row in rows if name == "generated" or row.example.half == "tuning"]
    return {
        **figures(rows),
        "turned_ids": [row.example.id for row in named if row.whole and not row.part],
        "cells": by(rows, lambda row: row.example.attributes.get("cells", "not told")),
        "groups": by(rows, lambda row: row.group),
    }


def by(rows: Sequence[Measured], group_of_row: Callable[[Measured], str]) -> dict[str, dict[str, object]]:
    """The figures of each group."""
    groups = sorted({group_of_row(row) for row in rows})
    return {group: figures([row for row in rows if group_of_row(row) == group]) for group in groups}


def with_table(example: Example, row: dict[str, str], folder: Path) -> Example:
    source = Source((folder / row["table"]).read_bytes(), "text/csv", Path(row["table"]).name)
    return replace(example, given=read_table(source))


def charts_with_tables(folder: Path) -> list[Example]:
    """The questions of a data set whose table is given beside the picture, asked of the table."""
    lines = (folder / "manifest.jsonl").read_text("utf-8").splitlines()
    pairs = zip(load_examples(folder / "manifest.jsonl"), map(json.loads, lines), strict=True)
    return [with_table(example, row, folder) for example, row in pairs if row.get("table")]


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("data", type=Path)
    arguments.add_argument("--count", type=int, default=1100)
    arguments.add_argument("--only", choices=("generated", "known", "chartqa", "texts"))
    given = arguments.parse_args()
    whole, part = session_of("whole"), session_of("minimal")
    sets: dict[str, Callable[[], list[Example]]] = {
        "generated": lambda: generated(given.data / "chartx_tables" / "pool.jsonl", given.count),
        "known": lambda: list(load_examples(given.data / "chartx_tables" / "manifest.jsonl")),
        "chartqa": lambda: charts_with_tables(given.data / "chartqa"),
        "texts": lambda: list(load_examples(given.data / "speech_text" / "manifest.jsonl")),
    }
    found = {}
    for name, make in sets.items():
        if given.only in (None, name):
            rows = [row for example in make() if (row := measured(example, whole, part)) is not None]
            found[name] = summary(rows, name)
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
