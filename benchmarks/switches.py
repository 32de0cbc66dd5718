"""What each switch of the default policy costs: the same questions with one switch after the other set as in ``paper``.

    python benchmarks/switches.py POOL [--count 270]

``POOL`` is the JSON-lines file of tables. Generated questions, released as text and asked of the offline solver. Prints one JSON
object: how many are right under ``strict``, under ``paper``, and under ``strict`` with each switch as in ``paper``.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import fields
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from known_tables import generated
from minimal_disclosure import answered
from recast.api import Session
from recast.configuration import load
from recast.policy import PRESETS, Policy


def session_with(**policy: str) -> Session:
    return Session(load(options={"policy": policy, "ask": {"release": "text"}}))


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("pool", type=Path)
    arguments.add_argument("--count", type=int, default=270)
    given = arguments.parse_args()
    examples = generated(given.pool, given.count)
    names = [field.name for field in fields(Policy) if field.name != "id"]
    policies = {name: {"preset": name} for name in ("strict", "paper")}
    policies |= {
        f"strict, {name} as in paper": {"preset": "strict", name: getattr(PRESETS["paper"], name)}
        for name in names
    }
    right = {}
    for shown, policy in policies.items():
        session = session_with(**policy)
        read = [(example, session.read(example.source, example.question)) for example in examples]
        right[shown] = sum(answered(example, evidence, session)[0] for example, evidence in read)
    print(json.dumps({"asked": len(examples), "right": right}, indent=2))


if __name__ == "__main__":
    main()
