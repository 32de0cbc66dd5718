"""How far an answer can be trusted where it rests on values read off an axis or not read surely.

Seen by running the program on other values: a value that can be anything without changing the answer bears nothing;
values read off an axis are moved by their tolerance, each alone and each against all others, which is the worst case of
any comparison of two. All runs are local, after the answer is computed, and nothing that is sent depends on them.

Not covered: a comparison of sums of several values whose errors would have to conspire, a jump of a number that is
smaller than the tolerances, a tolerance that is itself too small, and values that share one literal, which move together
(equal values under ``paper``; under ``strict`` a number of the question that is equal to one cell).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from decimal import Context, Decimal

from recast.errors import SolverFailed
from recast.program.steps import Steps
from recast.recovery.operation import Operation
from recast.types import SURE, AnswerValue, Cell, Finding, Private

Run = Callable[[Mapping[str, Decimal]], AnswerValue | None]

_MOST_DOUBTFUL = 200
_PICKS = frozenset(
    {"maximum", "minimum", "rank", "median"}
)  # their result is off by one tolerance, not by the sum
_DISCRETE = frozenset({"count"})

TURNS = Finding("tolerance", "the answer could turn within the tolerance of the values read off the axis")
TOO_MANY = Finding(
    "tolerance", "the answer rests on too many values read off the axis for their tolerances to be followed"
)


class OutOfTime(SolverFailed):
    """Running a program again and again with other values has taken too long altogether."""

    def __init__(self) -> None:
        super().__init__("the program runs for too long for its result to be checked with other values")


@dataclass(frozen=True, slots=True, repr=False)
class Doubt(Private):
    """``bearing`` are the keys of the doubtful cells on which the answer depends; ``spread`` is how far a number may be
    off, in its own unit (None where it is no number, exact, or not known)."""

    bearing: frozenset[str] = frozenset()
    spread: Decimal | None = None
    findings: tuple[Finding, ...] = ()


def doubt(
    value: AnswerValue,
    name: Operation,
    steps: Steps,
    cells: Mapping[str, Cell],
    unsure: Sequence[str],
    run: Run,
) -> Doubt:
    """The doubt about ``value``, which ``run`` computes anew with other values for some of ``cells`` (by key).
    ``unsure`` are the keys that no second reading confirmed. Where ``run`` is ``OutOfTime``, all that is doubtful
    bears."""
    doubtful = {
        key: cell
        for key, cell in cells.items()
        if cell.origin == "axis" or cell.confidence < SURE or key in unsure
    }
    off = {key: cell.tolerance for key, cell in doubtful.items() if cell.origin == "axis" and cell.tolerance}
    if not doubtful:
        return Doubt()
    too_many = Doubt(frozenset(doubtful), None, (TOO_MANY,) if off else ())
    if len(doubtful) > _MOST_DOUBTFUL:
        return too_many
    try:
        return _followed(value, name, steps, cells, doubtful, off, run)
    except OutOfTime:
        return too_many


def _followed(
    value: AnswerValue,
    name: Operation,
    steps: Steps,
    cells: Mapping[str, Cell],
    doubtful: Collection[str],
    off: Mapping[str, Decimal],
    run: Run,
) -> Doubt:
    now = {key: cell.value for key, cell in cells.items() if cell.value is not None}
    far = 8 * max((abs(each) for each in now.values()), default=Decimal(0)) + 1
    bearing = frozenset(
        key for key in doubtful if any(run({key: now[key] + step}) != value for step in (far, -far))
    )
    off = {key: tolerance for key, tolerance in off.items() if key in bearing}
    if not off:
        return Doubt(bearing)
    chooses = bool(steps.of("max", "min", "order", "median", "compare"))
    against = _against(now, off) if chooses and len(off) > 1 else []
    if not isinstance(value, Decimal):
        alone = [{key: now[key] + sign * off[key]} for key in off for sign in (1, -1)]
        turned = any(run(change) != value for change in (*alone, *against))
        return Doubt(bearing, None, (TURNS,) if turned else ())
    moved = {key: _moved(value, now[key], off[key], key, run, chooses) for key in off}
    spread = _spread(name, [pair[0] for pair in moved.values()])
    if spread is None:
        return Doubt(bearing, None, (TURNS,))
    largest = max(off.values())
    jumps = chooses and (
        (name in _DISCRETE and spread > 0)
        or any(bend is None or bend > 2 * largest for _, bend in moved.values())
        or any(_further(run(change), value, spread + largest) for change in against)
    )
    return Doubt(bearing, _two_digits(spread) if spread else None, (TURNS,) if jumps else ())


def _against(now: Mapping[str, Decimal], off: Mapping[str, Decimal]) -> list[dict[str, Decimal]]:
    """Each value off by its tolerance one way while all others are off the other way."""
    return [
        {other: now[other] + (sign if other == key else -sign) * off[other] for other in off}
        for key in off
        for sign in (1, -1)
    ]


def _moved(
    value: Decimal, cell: Decimal, tolerance: Decimal, key: str, run: Run, chooses: bool
) -> tuple[Decimal | None, Decimal | None]:
    """How far the number moves with one value off by its tolerance, and, where the program ``chooses`` among values,
    how far that is from twice the move of half the tolerance: nothing where it depends on the value smoothly. None
    where the program then fails."""
    furthest, bend = Decimal(0), Decimal(0)
    for sign in (1, -1):
        whole = run({key: cell + sign * tolerance})
        half = run({key: cell + sign * tolerance / 2}) if chooses else value
        if not isinstance(whole, Decimal) or not isinstance(half, Decimal):
            return None, None
        furthest = max(furthest, abs(whole - value))
        bend = max(bend, abs((whole - value) - 2 * (half - value)))
    return furthest, bend


def _spread(name: Operation, moves: Sequence[Decimal | None]) -> Decimal | None:
    """All moves in the worst direction: their sum, or the largest where one value is picked."""
    known = [move for move in moves if move is not None]
    if len(known) < len(moves):
        return None
    return max(known) if name in _PICKS else sum(known, Decimal(0))


def _further(other: AnswerValue | None, value: Decimal, allowed: Decimal) -> bool:
    return not isinstance(other, Decimal) or abs(other - value) > allowed


def _two_digits(spread: Decimal) -> Decimal:
    return Context(prec=2).plus(spread).normalize() + 0
