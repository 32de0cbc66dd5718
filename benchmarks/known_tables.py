"""Known tables in, answers out: what protection costs when nothing has to be recognised in a source.

Each table is drawn by our own templates and asked natively (original words and values) and protected, by the same
solver on the released picture. Two sets: the 60 questions of a manifest, and generated ones over a pool.

    python benchmarks/known_tables.py DATA --out OUT [--policy strict] [--count 1100] [--only manifest|generated]
    python benchmarks/known_tables.py DATA --out OUT --only generated --protected-text [--policy strict]
    python benchmarks/known_tables.py DATA --out OUT --only generated --protected-text --evenly --count 540 --times 20

``DATA`` is a folder with ``manifest.jsonl`` and ``pool.jsonl``. With ``--protected-text`` only
the protected side is asked, released as text, so that nothing is drawn or recognised: what ``recast audit`` needs.
``--evenly`` asks as many questions of each kind, ``--times`` asks each of them again and again. An example says in its
attribute ``cells`` whether its question names every row that it needs ("named", so that the policy may leave out and add
others) or needs all of them. Prints one JSON object; a run resumes in ``OUT``.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import generated_questions
from recast.configuration import load
from recast.evaluate.examples import Example
from recast.evaluate.examples import load as load_examples
from recast.evaluate.run import evaluate_examples
from recast.perception import text
from recast.solve.charts.disclosure import disclosed


def generated(pool: Path, count: int, *, evenly: bool = False, times: int = 1) -> list[Example]:
    """The generated questions as examples, each ``times`` over, those of one table side by side so that its drawing is read
    once."""
    made = generated_questions.generate(pool, count, evenly=evenly)
    return [
        Example(
            example.id if times == 1 else f"{example.id}-{ask:02d}",
            example.question,
            _reference(example.reference),
            example.table,
            "tuning" if place % 2 == 0 else "reported",
            {"question_kind": example.kind, "chart_kind": example.table.kind, "cells": _cells(example)},
        )
        for place, example in enumerate(sorted(made, key=lambda example: example.table_id))
        for ask in range(1, times + 1)
    ]


def _cells(example: generated_questions.Example) -> str:
    """Which rows the question needs, as the product's own rules say."""
    return "named" if disclosed(example.table, example.question, alone=True).rows_named else "all rows"


def _reference(reference: object) -> str:
    return {True: "yes", False: "no"}[reference] if isinstance(reference, bool) else str(reference)


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("data", type=Path)
    arguments.add_argument("--out", type=Path, required=True)
    arguments.add_argument("--policy", default="strict")
    arguments.add_argument("--count", type=int, default=generated_questions.COUNT)
    arguments.add_argument("--evenly", action="store_true")
    arguments.add_argument("--times", type=int, default=1)
    arguments.add_argument("--only", choices=("manifest", "generated"))
    arguments.add_argument(
        "--part", default="0/1", help="This part of the examples, such as 0/2, for two processes."
    )
    arguments.add_argument("--protected-text", action="store_true")
    given = arguments.parse_args()
    release = {"ask": {"release": "text"}} if given.protected_text else {}
    configuration = load(options={"policy": {"preset": given.policy}, **release})
    part, parts = map(int, given.part.split("/"))
    text.THREADS = 1 if parts > 1 else text.THREADS
    sets = {
        "manifest": lambda: list(load_examples(given.data / "manifest.jsonl")),
        "generated": lambda: generated(
            given.data / "pool.jsonl", given.count, evenly=given.evenly, times=given.times
        ),
    }
    figures = {}
    for name, make in sets.items():
        if given.only in (None, name):
            examples = make()
            share = examples[len(examples) * part // parts : len(examples) * (part + 1) // parts]
            out = given.out / f"{name}-{given.policy}-{part}of{parts}"
            figures[name] = evaluate_examples(share, configuration, out, protected_only=given.protected_text)[
                "summary"
            ]
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
