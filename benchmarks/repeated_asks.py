"""What twenty releases of one source tell that one does not: the repeated-asks attacker over one pool.

    python benchmarks/repeated_asks.py POOL [--sources 200]      # JSON lines: id, rows with a header row

Each of the sources (the first tables of a draw by seed) is released twenty times under ``paper`` and under ``strict`` by the
number map alone, as in ``policy_rows``: names carry nothing, no picture is drawn. One JSON object on standard output: for
one ask and for k = 2, 5 and 20 the share of sources picked first by each way, with interval and chance, and how often the
order of two numbers is told.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))

from policy_rows import SEED, Row, nameless, released
from recast.audit import repeated, structure
from recast.audit.figures import Figure, ranked, share
from recast.audit.pool import Candidate, pool_of, read_candidates
from recast.policy import PRESETS


def measure(candidates: list[Candidate], name: str, count: int) -> list[Figure]:
    draw = random.Random(SEED)
    row = Row(name, PRESETS[name], 0.0)
    known = [replace(c, table=nameless(c.table, row.labels)) for c in candidates if c.table is not None]
    pool = pool_of(known)
    chosen = draw.sample(range(len(known)), min(count, len(known)))
    most = max(repeated.KS)
    tables = [(place, table) for place in chosen if (table := known[place].table) is not None]
    pairs = [released(table, row, draw) for _, table in tables for _ in range(most)]
    truth = np.repeat([place for place, _ in tables], most)
    examples = [sent for sent, _ in pairs]
    scores = structure.attack(examples, pool, truth).scores
    once = ranked(scores[::most], truth[::most])
    chance = 1 / len(pool)
    figures = [share("one ask", "picked first", name, once.picked, truth[::most], chance)]
    asked = repeated.attack(examples, [source for _, source in pairs], {"shapes": scores}, pool, truth)
    for k, found in asked.items():
        for way, each in found.scores.items():
            picked = ranked(each, found.truth).picked
            figures.append(share(f"k = {k}", f"picked first by {way}", name, picked, found.truth, chance))
        figures.append(share(f"k = {k}", "order of two numbers told", name, found.order, found.truth, 0.5))
    return figures


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("pool", type=Path)
    arguments.add_argument("--sources", type=int, default=200)
    given = arguments.parse_args()
    candidates = list(read_candidates(given.pool))
    figures = [figure for name in ("paper", "strict") for figure in measure(candidates, name, given.sources)]
    print(json.dumps([asdict(figure) for figure in figures], indent=1))


if __name__ == "__main__":
    main()
