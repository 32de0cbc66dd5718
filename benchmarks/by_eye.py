"""Does the product notice a careless solver? The same releases, asked of the offline solver and of one that picks by eye.

    python benchmarks/by_eye.py DATA --count 300

``DATA`` is a folder with ``manifest.jsonl`` and ``pool.jsonl``. The careless solver settles extremes, orders, counts and
thresholds by the displayed numbers. Its answer is silent and wrong where it is confirmed and not right; those that the
offline solver has as well are not its fault. Prints one JSON object.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from known_tables import generated
from recast.api import Session
from recast.configuration import load
from recast.errors import ReCastError
from recast.evaluate.examples import load as load_examples
from recast.evaluate.matching import acceptable, relaxed
from recast.shield import Shielded
from recast.testing.by_eye import by_eye_solver
from recast.types import Table


def verdict(session: Session, shielded: Shielded, question: str, reference: str) -> str:
    """``right``, ``wrong``, ``unconfirmed`` or ``failed``."""
    try:
        answer = session.solve(shielded).answer
    except ReCastError:
        return "failed"
    if not answer.confirmed:
        return "unconfirmed"
    table = shielded.vault.record.table
    return "right" if relaxed(answer.value, acceptable(reference, question, table), question) else "wrong"


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("data", type=Path)
    arguments.add_argument("--count", type=int, default=300)
    arguments.add_argument("--policy", default="strict")
    given = arguments.parse_args()
    session = Session(load(options={"policy": {"preset": given.policy}}))
    careless = dataclasses.replace(session)
    solver = dataclasses.replace(by_eye_solver(), model=session.stages.solver.model)
    object.__setattr__(careless, "stages", dataclasses.replace(session.stages, solver=solver))
    made = generated(given.data / "pool.jsonl", 1100)
    step = max(1, len(made) // given.count)
    examples = [*load_examples(given.data / "manifest.jsonl"), *made[::step][: given.count]]
    seen: Counter[tuple[str, str]] = Counter()
    silent: list[str] = []
    for example in examples:
        if not isinstance(example.source, Table):
            continue
        try:
            shielded = session.protect(example.source, example.question)
        except ReCastError:
            seen["withheld", "withheld"] += 1
            continue
        rules = verdict(session, shielded, example.question, example.reference)
        eye = verdict(careless, shielded, example.question, example.reference)
        seen[rules, eye] += 1
        if eye == "wrong" and rules != "wrong":
            silent.append(example.id)
    print(
        json.dumps(
            {
                "policy": given.policy,
                "n": seen.total(),
                "offline, by eye": {f"{a}, {b}": n for (a, b), n in sorted(seen.items())},
                "silent wrong answers by eye beyond those of offline": len(silent),
                "ids": silent,
            },
            indent=2,
        )
    )


if __name__ == "__main__":
    main()
