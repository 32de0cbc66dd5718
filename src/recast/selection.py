"""What of a chart goes out, and in which shape: the part that the question needs, drawn in one way, decoys among it, and
the question in a sentence of ours where it is certain what it asks.

It composes what the solver's rules know of the question (``solve.charts.disclosure``) with the rewriter's shapes
(``rewrite.shape``), by the switches of the policy.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from recast.policy import Policy
from recast.rewrite.shape import canonical, padded
from recast.solve.charts.asides import without_asides
from recast.solve.charts.certain import is_certain
from recast.solve.charts.disclosure import Disclosed, asks_the_same, disclosed, part_table
from recast.solve.charts.phrasing import restated
from recast.solve.charts.understand import NotUnderstood, interpret
from recast.types import Private, Table


@dataclass(frozen=True, slots=True, repr=False)
class Selection(Private):
    """``part`` is what the question can need of the source; ``table`` the same as it goes out, with the same cells;
    ``restated`` the question in other words over the labels of both, or empty; ``uncertain``: these may leave out something of
    it. ``wider`` is the whole, as it goes out where
    the solver says that the part is not enough: ``table`` is then its rows and series at the places ``rows`` and ``series``."""

    part: Table
    table: Table
    restated: str = ""
    uncertain: bool = False
    wider: Table | None = None
    rows: tuple[int, ...] = ()
    series: tuple[int, ...] = ()

    @property
    def rewritten(self) -> Table:
        """What words and literals are drawn for: the whole where it may follow."""
        return self.wider or self.table

    def places(self, keys: Sequence[str]) -> tuple[str, ...]:
        """The keys (``cell:s:c``) in what is rewritten of the cells that have these keys in ``part``."""
        there = {id(cell): key for key, cell in _cells(self.rewritten).items()}
        here = _cells(self.part)
        return tuple(there[id(here[key])] for key in keys)


def select(
    whole: Table, question: str, policy: Policy, key: bytes, largest: tuple[int, int], draw: random.Random
) -> Selection:
    """``key`` is the installation's; ``largest`` how many rows and series the medium holds: of a larger chart the part that
    the question needs goes out under every policy, and is never widened. ``draw`` chooses among the sentences of ours. A part
    that may be widened gets no decoys: they would not be in the whole."""
    said = _restated(whole, question, draw)
    taken = said or (_taken(whole, question, draw) if policy.question == "closed" else "")
    other = {"source": "", "canonical": said or _shortened(whole, question), "closed": taken}[policy.question]
    uncertain = bool(other) and policy.question == "closed" and not said
    question = other or question
    too_large = len(whole.categories) > largest[0] or len(whole.series) > largest[1]
    part = Disclosed(whole)
    if (policy.disclosure == "minimal" and said) or too_large:
        part = disclosed(whole, question, alone=policy.shape == "padded")
    if policy.widening == "once" and part.rows and not too_large:
        asked = partial(asks_the_same, question, whole)
        wider = whole if policy.kind == "source" else canonical(whole, question, asked)
        table = part_table(wider, part.rows, part.series)
        if asks_the_same(question, table, part.table):
            return Selection(part.table, table, other, uncertain, wider, part.rows, part.series)
    same = partial(asks_the_same, question, part.table)
    table = part.table if policy.kind == "source" else canonical(part.table, question, same)
    if policy.shape == "padded":
        table = padded(table, question, key, rows=part.rows_named, series=part.series_named, unchanged=same)
    return Selection(part.table, table, other, uncertain)


def _restated(table: Table, question: str, draw: random.Random) -> str:
    """The question in a sentence of ours that asks the very same, or nothing where the rules are not certain of it."""
    asked = interpret(question, table)
    if isinstance(asked, NotUnderstood) or not is_certain(question, table, asked):
        return ""
    return restated(asked, table, draw)


def _taken(table: Table, question: str, draw: random.Random) -> str:
    """What the rules take the question for, in a sentence of ours, or nothing where they do not understand it."""
    asked = interpret(question, table)
    return "" if isinstance(asked, NotUnderstood) else restated(asked, table, draw)


def _shortened(table: Table, question: str) -> str:
    """The question without what changes nothing of it, or nothing where all of it is needed."""
    shorter = without_asides(question, table)
    return "" if shorter == question else shorter


def _cells(table: Table) -> dict[str, object]:
    return {f"cell:{s}:{c}": cell for s, row in enumerate(table.cells) for c, cell in enumerate(row)}
