"""An audit as text: one line a figure, for a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def table(report: Mapping[str, Any], every_group: bool = False) -> str:
    """The figures over all examples and by policy (``every_group``: over every group), then the verdicts."""
    lines = [("attacker", "measure", "group", "n", "share", "95 %", "chance")]
    for figure in report["figures"]:
        group = figure["group"]
        if not (every_group or group == "all" or group.startswith("policy")):
            continue
        name = (figure["attacker"], figure["measure"], group)
        if figure["value"] is None:
            lines.append((*name, "", "not measured", figure["reason"], ""))
            continue
        spread = f"{_percent(figure['low'])} to {_percent(figure['high'])}"
        chance = "" if figure["chance"] is None else _percent(figure["chance"])
        lines.append((*name, str(figure["n"]), _percent(figure["value"]), spread, chance))
    widths = [min(44, max(len(line[column]) for line in lines)) for column in range(7)]
    shown = [
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    ]
    verdicts = ", ".join(f"{name} {count}" for name, count in sorted(report["verdicts"].items()))
    pool = report["pool"]
    agreed = [
        f"judge and people, {view}: {_percent(one['share'])} alike, kappa "
        f"{'not defined' if one['kappa'] is None else format(one['kappa'], '.2f')} ({one['n']} pairs)"
        for view, one in report.get("agreement", {}).items()
    ]
    return "\n".join(
        [
            *shown,
            *agreed,
            "",
            f"{report['n']} examples, of {report['sent']} something was sent; pool of {pool['charts']} charts and "
            f"{pool['texts']} texts",
            f"verdicts: {verdicts}",
        ]
    )


def _percent(share: float) -> str:
    return f"{100 * share:.2f} %"
