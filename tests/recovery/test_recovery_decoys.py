"""A result that rests on a decoy is refused; a program that only writes the decoys down is not."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

import pytest

from recast.errors import UnknownOperand
from recast.recovery.decoys import require_no_decoy
from recast.types import AnswerValue, Cell, Series, Table

TABLE = Table(
    "bar", "vertical", "", "", "", "", "nominal", ("Ferns", "Pebbles"), (Series(""),),
    ((Cell(Decimal(3), "3"), Cell(Decimal(7), None, "decoy")),),
)  # fmt: skip
KEYS = ("cell:0:0", "cell:0:1")


def check(value: AnswerValue, run: object, keys: tuple[str, ...] = KEYS) -> None:
    require_no_decoy(value, TABLE, keys, run)  # type: ignore[arg-type]


def test_what_is_written_down_and_not_used_is_no_matter() -> None:
    check(Decimal(3), lambda change: Decimal(3))


def test_a_sum_over_a_decoy_is_refused() -> None:
    def run(change: Mapping[str, Decimal]) -> Decimal:
        return Decimal(3) + change.get("cell:0:1", Decimal(7))

    with pytest.raises(UnknownOperand, match="decoy"):
        check(Decimal(10), run)


def test_an_extreme_is_refused_whichever_side_it_is_on() -> None:
    with pytest.raises(UnknownOperand):
        check(Decimal(3), lambda change: min(Decimal(3), change.get("cell:0:1", Decimal(7))))


def test_a_program_that_no_longer_runs_with_other_decoys_is_refused() -> None:
    with pytest.raises(UnknownOperand):
        check(Decimal(3), lambda change: None)


def test_the_label_of_a_decoy_is_no_answer_also_in_a_list() -> None:
    with pytest.raises(UnknownOperand):
        check("Pebbles", lambda change: "Pebbles", ())
    with pytest.raises(UnknownOperand):
        check(("Ferns", "Pebbles"), lambda change: ("Ferns", "Pebbles"), ())
    check("Ferns", lambda change: "Ferns", ())
