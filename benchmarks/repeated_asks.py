"""What twenty releases of one question tell that one does not: all attackers over what is released by default.

    python benchmarks/repeated_asks.py DATA --out OUT [--count 135] [--policy strict]

``DATA`` is a folder with ``pool.jsonl``. Each of ``--count`` generated questions, as many of each kind, is asked twenty times
as the product asks it (rewritten, mapped, reduced, padded; released as text, so that nothing is drawn). Prints one JSON
object a line: the figures for one ask and for k = 2, 5 and 20, over all questions, by kind, and by whether the question
names the rows that it needs (``cells``), each with its interval and chance. A run resumes in ``OUT``.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from known_tables import generated
from recast.audit.cases import load as load_cases
from recast.audit.repeated import KS
from recast.audit.run import audited
from recast.configuration import load
from recast.evaluate.run import evaluate_examples


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("data", type=Path)
    arguments.add_argument("--out", type=Path, required=True)
    arguments.add_argument("--policy", default="strict")
    arguments.add_argument("--count", type=int, default=135)
    given = arguments.parse_args()
    configuration = load(options={"policy": {"preset": given.policy}, "ask": {"release": "text"}})
    pool = given.data / "pool.jsonl"
    examples = generated(pool, given.count, evenly=True, times=max(KS))
    evaluate_examples(examples, configuration, given.out, protected_only=True)
    for figure in audited(load_cases([given.out]), pool)["figures"]:
        print(json.dumps(figure))


if __name__ == "__main__":
    main()
