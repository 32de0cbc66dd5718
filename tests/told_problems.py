"""What the offline solver's program gives for a word problem of our own, computed on the text as it stands."""

from __future__ import annotations

import math
import re

from recast.solve.charts.understand import NotUnderstood
from recast.solve.texts.passages import interpret_passage
from recast.solve.write import write


def answered(passage: str, question: str) -> float | None:
    """The answer, or None where the solver is not certain of one."""
    found = interpret_passage(question, passage)
    if isinstance(found, NotUnderstood):
        return None
    space: dict[str, object] = {"math": math}
    exec(re.sub(r"protected\(([\d.]+)\)", r"(\1)", write(found)), space)
    return float(str(space["answer"]))
