"""An evaluation as text, for a terminal: shares in percent to one decimal, each with its interval.

An interval is Wilson's at 95 %: of examples that stand or fall one by one. Not covered: several questions of one source, which
stand or fall together, so that the true interval is wider (the audit's are drawn over sources).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from recast.evaluate.summary import RULES

_Z = 1.96  # of a central 95 %
_ENDS = ("withheld", "refused", "unconfirmed", "solver_failed")


def wilson(hits: int, of: int) -> tuple[float, float]:
    """The interval of a share, from 0 to 1; all of it where there is nothing to count."""
    if not of:
        return 0.0, 1.0
    share, weight = hits / of, _Z * _Z / of
    middle = share + weight / 2
    spread = math.sqrt(weight * (share * (1 - share) + weight / 4))
    return max(0.0, (middle - spread) / (1 + weight)), min(1.0, (middle + spread) / (1 + weight))


def table(summary: Mapping[str, Any]) -> str:
    """The ``summary`` of a report (interfaces, section 7), one figure a line."""
    n = summary["n"]
    right = {
        "right on the original": summary["native"],
        "right by what is said, in text": summary["transcript"],
        "right after protection": summary["protected"],
    }
    lines = [("examples", str(n))]
    for name, side in right.items():
        for rule in RULES if side is not None else ():
            of = side.get("n", n)
            lines.append((f"{name}, {rule}", _share(round(side[f"accuracy_{rule}"] * of), of)))
    if summary["native"] is not None:
        kept = round(summary["native"]["accuracy_relaxed"] * n)
        lines.append(("right on the original, wrong after protection", _share(summary["turned_wrong"], kept)))
    for rule in RULES:
        ratio = summary[f"nacc_{rule}"]
        if ratio is not None:
            lines.append((f"protected over original, {rule}", f"{100 * ratio:.1f} %"))
    lines += [(name.replace("_", " "), _share(round(summary[name] * n), n)) for name in _ENDS]
    lines.append(("findings of the leak scan", str(summary["leak_findings"])))
    lines += [(f"lost in {stage}", str(count)) for stage, count in sorted(summary["losses"].items())]
    width = max(len(name) for name, _ in lines)
    return "\n".join(f"{name.ljust(width)}  {shown}" for name, shown in lines)


def _share(hits: int, of: int) -> str:
    if not of:
        return f"{hits} of 0"
    low, high = wilson(hits, of)
    return f"{100 * hits / of:.1f} % ({100 * low:.1f} to {100 * high:.1f}), {hits} of {of}"
