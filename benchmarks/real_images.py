"""Real charts, asked natively and protected by the same solver: what is read, what turns wrong, and where it is lost.

    python benchmarks/real_images.py MANIFEST --out OUT [--policy strict] [--limit N]

``MANIFEST`` is that of a data folder of pictures; ``OUT`` gets what ``recast evaluate`` writes (``report.json``,
``media/``), and a run resumes there. Prints one JSON object: figures of all examples and of each half apart. The ids of
what turned wrong are given for the tuning half only; the other half is for reporting.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from recast.configuration import load
from recast.evaluate.run import evaluate


def figures(summary: Mapping[str, Any]) -> dict[str, Any]:
    """The figures of one summary of the report that the targets speak of; shares are of all examples."""
    return {
        "examples": summary["n"],
        "natively_right": round(summary["native"]["accuracy_relaxed"] * summary["n"]),
        "native_accuracy_relaxed": summary["native"]["accuracy_relaxed"],
        "protected_accuracy_relaxed": summary["protected"]["accuracy_relaxed"],
        **{
            name: summary[name]
            for name in (
                "turned_wrong", "withheld", "refused", "unconfirmed", "solver_failed", "losses", "leak_findings",
            )
        },
    }  # fmt: skip


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("manifest", type=Path)
    arguments.add_argument("--out", type=Path, required=True)
    arguments.add_argument("--policy", default="strict", choices=("strict", "paper"))
    arguments.add_argument("--limit", type=int)
    given = arguments.parse_args()
    configuration = load(options={"policy": {"preset": given.policy}})
    report = evaluate(given.manifest, configuration, given.out / given.policy, limit=given.limit)
    printed = {"all": figures(report["summary"])}
    printed |= {half: figures(summary) for half, summary in report["breakdown"]["half"].items()}
    printed["tuning"]["turned_wrong_ids"] = [
        row["id"] for row in report["examples"] if row["loss"] is not None and row["half"] == "tuning"
    ]
    print(json.dumps({"policy": given.policy, **printed}, indent=2))


if __name__ == "__main__":
    main()
