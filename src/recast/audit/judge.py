"""The paper's judge: a model is shown the original beside all that was sent, and answers in four views (P Appendix D).

Knows: both sides in full, as text (a chart as its table, with what was read back from its picture), so that it is no
attacker but a probe of what words and clues remain. Does: asks the configured model once for each example, with the fixed
rubric of ``release/data/judge.txt``, temperature 0 and at most 512 tokens, and once more where the form of the reply is
wrong; an example leaks where any view says yes. The original goes out: only with consent, through the wire, under the log
boundary ``unprotected``. Judgements are kept by model and example, so that a run goes on where it stopped.

Not covered: pictures and recordings as such (the judge sees no pixels and hears no voice), and whatever the model misses:
it reads words and is nearly blind to shape, ranks and kept integers (``structure`` sees those). Its agreement with people
is measured by ``calibration``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from recast.drivers import drive
from recast.errors import SolverFailed, UsageError
from recast.release.gate import Consent, release_unprotected
from recast.sent import Known, Sent
from recast.stages import Compute, Send, Solver, Steps
from recast.types import Medium, Reply, Request, Turn
from recast.wire.log import Log

Floats = NDArray[np.float64]

VIEWS = ("semantic", "lexical", "correspondence", "linkability")
_SETTINGS = {"temperature": 0, "max_tokens": 512}
_REPAIR = "Reply with exactly the five lines, each label followed by Yes or No."


@dataclass(frozen=True, slots=True)
class Asked:
    """One example to judge, under the key by which its judgement is kept: its source, and all releases of it."""

    key: str
    releases: tuple[tuple[Sent, Known], ...]


def attack(cases: Sequence[Asked], solver: Solver, log: Log, consent: bool, kept: Path) -> Floats:
    """Labels ``[example, view]``, 1 for yes; NaN where no reply could be read. Raises ``UsageError`` without consent, or
    for the offline solver, which cannot judge."""
    if not solver.remote:
        raise UsageError("the judge needs a model: name one with --base-url and --model")
    if not consent:
        raise UsageError("the judge is shown the originals: consent with --i-know-this-sends-the-original")
    known = _kept(kept, solver.model)
    labels = np.full((len(cases), len(VIEWS)), np.nan)
    with kept.open("a", encoding="utf-8") as file:
        for place, case in enumerate(cases):
            if case.key not in known:
                try:
                    known[case.key] = drive(_judged(case, solver), log)
                except SolverFailed:
                    continue
                row = {"model": solver.model, "key": case.key, "labels": known[case.key]}
                file.write(json.dumps(row) + "\n")
                file.flush()
            labels[place] = known[case.key]
    return labels


def _kept(path: Path, model: str) -> dict[str, list[int]]:
    """Judgements of this model from an earlier run; a line cut short is asked again."""
    found: dict[str, list[int]] = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.is_file() else ():
        try:
            row = json.loads(line)
        except ValueError:
            continue
        if row.get("model") == model:
            found[row["key"]] = row["labels"]
    return found


def _judged(case: Asked, solver: Solver) -> Steps:
    """The labels of one example. Raises ``SolverFailed`` where the second reply cannot be read either."""
    settings = dict(solver.settings) | _SETTINGS
    settings.pop("max_completion_tokens", None)
    request = Request(
        "unprotected",
        solver.destination,
        solver.model,
        "judge",
        original(case),
        Medium("text/plain", everything_sent(case).encode()),
        settings=tuple(settings.items()),
    )
    turns: tuple[Turn, ...] = ()
    for _ in range(2):
        asked = replace(request, turns=turns)
        release = yield Compute("release", release_unprotected, (asked, Consent(solver.destination)))
        reply: Reply = yield Send(release, solver)
        labels = labels_of(reply.text)
        if labels is not None:
            return labels
        turns = (Turn(reply.text, _REPAIR),)
    raise SolverFailed("the judge's reply is not in the form of the rubric")


def original(case: Asked) -> str:
    """Context A."""
    _, known = case.releases[0]
    return "\n".join([known.context, f"Question: {known.question}", *(f"Choice: {c}" for c in known.choices)])


def everything_sent(case: Asked) -> str:
    """Context B: the union of all that was sent for the example."""
    return "\n\n".join(_sent(sent) for sent, _ in case.releases)


def _sent(sent: Sent) -> str:
    protected = sent.protected
    lines = [
        protected.context,
        f"Question: {protected.question}",
        *(f"Choice: {c}" for c in protected.choices),
    ]
    if sent.strings:
        lines.append(f"Drawn or read back: {' | '.join(dict.fromkeys(sent.strings))}")
    if sent.to_voice:
        lines.append(f"Said to the voice: {' | '.join(dict.fromkeys(sent.to_voice))}")
    for exchange in sent.exchanges:
        lines += [f"Repair: {exchange.repair}"] if exchange.repair else []
        lines += [f"Reply: {exchange.reply}"]
    return "\n".join(lines)


def labels_of(reply: str) -> list[int] | None:
    """The four labels of a reply, in the order of ``VIEWS``; None unless each is said exactly once."""
    labels = []
    for view in VIEWS:
        said = re.findall(rf"^\W*{view}\W+(yes|no)\b", reply, re.IGNORECASE | re.MULTILINE)
        if len(said) != 1:
            return None
        labels.append(int(said[0].casefold() == "yes"))
    return labels
