"""What each switch of the default policy costs and hides: the same questions with one switch after the other as in ``paper``.

    python benchmarks/switches.py POOL --out OUT [--count 108]

``POOL`` is the JSON-lines file of tables. Generated questions, as many of each kind, released as text and asked of the offline
solver under ``strict``, under ``paper`` and under ``strict`` with each switch of charts as in ``paper``; then one audit of all of
them (without meaning where its weights are not installed). Prints a Markdown table, a line a policy: how many questions are
right, how often the source is picked first by structure and by all attackers combined among all tables of the pool, the
advantage in guessing a value and how often the order of two numbers is told, each in % with its interval. A run resumes in
``OUT``.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from known_tables import generated
from recast.audit.cases import load as load_cases
from recast.audit.run import audited
from recast.configuration import Configuration, load
from recast.evaluate.run import evaluate_examples
from recast.policy import PRESETS, Policy

_NOT_OF_CHARTS = ("id", "story")
_FIGURES = {
    "structure": ("structure", "picked first"),
    "combined": ("combined", "picked first"),
    "value": ("values", "advantage over the blind guess"),
    "order": ("values", "order of two numbers told"),
}


@dataclass(frozen=True, slots=True)
class Setting:
    """One line of the table: its name and the policy that it is measured under."""

    name: str
    configuration: Configuration

    def folder(self, out: Path) -> Path:
        return out / self.name.replace(": ", "-")


def settings() -> list[Setting]:
    """The default, the paper's, and the default with each switch in which they differ as in the paper's."""
    strict, paper = PRESETS["strict"], PRESETS["paper"]
    policies = {"strict": {"preset": "strict"}, "paper": {"preset": "paper"}}
    for field in fields(Policy):
        theirs = getattr(paper, field.name)
        if field.name not in _NOT_OF_CHARTS and theirs != getattr(strict, field.name):
            policies[f"{field.name}: {theirs}"] = {"preset": "strict", field.name: theirs}
    options = {"ask": {"release": "text"}}
    return [Setting(name, load(options={"policy": policy, **options})) for name, policy in policies.items()]


def _percent(figure: Mapping[str, Any] | None) -> str:
    """A figure of a policy; an attacker that could not be run has none."""
    if figure is None or figure["value"] is None:
        return "not measured"
    return f"{100 * figure['value']:.1f} ({100 * figure['low']:.1f} to {100 * figure['high']:.1f})"


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("pool", type=Path)
    arguments.add_argument("--out", type=Path, required=True)
    arguments.add_argument("--count", type=int, default=108)
    given = arguments.parse_args()
    examples = generated(given.pool, given.count, evenly=True)
    right, chosen = {}, settings()
    for one in chosen:
        report = evaluate_examples(examples, one.configuration, one.folder(given.out), protected_only=True)
        right[one.name] = sum(row["protected"]["relaxed"] for row in report["examples"])
    found = audited(load_cases([one.folder(given.out) for one in chosen]), given.pool)["figures"]
    figures = {(one["attacker"], one["measure"], one["group"]): one for one in found}
    print(
        f"| policy | right of {len(examples)} | {', % | '.join(_FIGURES)}, % |\n|{'---|' * (len(_FIGURES) + 2)}"
    )
    for one in chosen:
        group = f"policy: {one.configuration.policy.policy.id}"
        shown = [_percent(figures.get((attacker, measure, group))) for attacker, measure in _FIGURES.values()]
        print(f"| {one.name} | {right[one.name]} | {' | '.join(shown)} |")


if __name__ == "__main__":
    main()
