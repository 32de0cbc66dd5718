"""From a reply to the answer on the original values (P 3.3, step 5): parse, restore, run here, give it a type.

Nothing in here ever causes a send. An answer is a number, yes or no, a date, a label of the source, or a list of
these; any other text is refused, since a program could put original values into a link that a chat window loads.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Context, Decimal

from recast.errors import SolverFailed
from recast.program.evaluate import evaluate, evaluator, stand_in
from recast.program.names import resolve_name
from recast.program.parse import ProgramRefused, parse, plain_number
from recast.program.restore import Restored, Used, restore, unmarked, year_literals
from recast.program.review import BOOLEANS, listed
from recast.program.steps import steps_of
from recast.recovery.confirm import findings
from recast.recovery.decoys import require_no_decoy
from recast.recovery.doubt import OutOfTime, doubt
from recast.recovery.exact import unsure_labels
from recast.recovery.kinds import is_mixed, misfit
from recast.recovery.measure import Measure, measure
from recast.recovery.operation import operation
from recast.recovery.prose import measured
from recast.recovery.taken import taken_as
from recast.types import (
    SURE,
    Answer,
    AnswerKind,
    AnswerValue,
    Cell,
    Finding,
    Operand,
    Private,
    Protected,
    Quantity,
    Reply,
    Table,
    Vault,
)

_DIGITS = Context(prec=12)  # results are shown with 12 significant digits, so that 0.1 + 0.2 is 0.3
_UNSURE = 0.5
_NOT_CERTAIN = Finding("question", "whether the question asks just this was not certain", "question")
_PATIENCE = 20.0  # seconds for all runs of one program with other values


class WrongType(SolverFailed):
    """The program ran, and its value is no number, yes or no, date, label or list of these."""


@dataclass(frozen=True, slots=True, repr=False)
class _Known(Private):
    """What a value may be: protected names and the labels they stand for, and the years in use as written."""

    labels: Mapping[str, str]
    dates: Mapping[Decimal, str]


@dataclass(frozen=True, slots=True, repr=False)
class _Typed(Private):
    value: AnswerValue
    kind: AnswerKind
    percent: bool = False
    names: tuple[str, ...] = ()


def recover(vault: Vault, protected: Protected, reply: Reply) -> Answer:
    """The answer of a solver's reply. Raises ``SolverFailed`` (no program, it fails, ``NotInEvidence``,
    ``WrongType``) and ``UnknownOperand``; no message carries an original value."""
    program = parse(reply.text)
    if unmarked(program, protected):
        raise ProgramRefused(
            "the program uses numbers of the evidence without protected(...): it cannot be restored"
        )
    labels = {pair.protected: pair.source for pair in vault.substitutions.pairs if pair.restores}
    names = frozenset(labels) | protected.names
    restored = restore(program, vault.numbers, names)
    steps = steps_of(program, year_literals(protected))
    known = _Known(labels, _dates(restored))
    typed = _typed(evaluate(restored.tree), known)
    table = vault.record.table
    name = operation(program, steps, typed.kind)

    used = [one for one in restored.used if {one.literal, one.literal.removeprefix("-")} & steps.operands]
    changeable = {
        one.quantities[0].key: one.quantities[0].value for one in used if one.quantities[0].role != "year"
    }
    places = {key: Decimal(stand_in(place)) for place, key in enumerate(changeable)}
    computed = evaluator(restore(program, vault.numbers, names, lambda q: places.get(q.key, q.value)).tree)

    until = time.monotonic() + _PATIENCE

    def run(change: Mapping[str, Decimal]) -> AnswerValue | None:
        """The value where the quantities had other values, or None where there is none."""
        if time.monotonic() > until:
            raise OutOfTime
        try:
            values = [format(change.get(key, value), "f") for key, value in changeable.items()]
            return _typed(computed(values), known).value
        except SolverFailed:
            return None

    if table is not None:
        require_no_decoy(typed.value, table, tuple(changeable), run)
    scale = Measure()
    if isinstance(typed.value, Decimal) and typed.kind == "number" and table is None:
        told = measured(typed.value, typed.percent, name, steps, used, vault.record.question)
        typed, scale = replace(typed, value=plain(told.value)), Measure(told.unit, told.scale)
    elif isinstance(typed.value, Decimal) and typed.kind == "number":
        scale = measure(typed.value, typed.percent, name, steps, used, table, run)
    cells = {
        one.quantities[0].key: cell
        for one in used
        if (cell := _cell_of(one, table)) is not None and cell.value is not None
    }
    unsure = _unsure(used, vault)
    doubted = doubt(typed.value, name, steps, cells, unsure, run)
    operands = tuple(_operand(one, vault, doubted.bearing) for one in restored.used)
    operands += tuple(Operand(label, labels[label], labels[label]) for label in typed.names)
    found = (*findings(program, protected, steps), *doubted.findings)
    if vault.record.uncertain:
        found += (_NOT_CERTAIN,)
    if not protected.choices:
        found += misfit(protected.question, typed.value, typed.kind)
    answer = Answer(
        value=typed.value,
        kind=typed.kind,
        text="",
        unit=scale.unit,
        scale=scale.scale,
        exact=not any(cells[key].origin == "axis" for key in doubted.bearing),
        confirmed=not found,
        operation=name,
        operands=operands,
        findings=found,
        taken_as=taken_as(vault.record),
    )
    return replace(answer, text=_text(answer, doubted.spread))


def _unsure(used: Sequence[Used], vault: Vault) -> tuple[str, ...]:
    """The keys in use for a literal of which any quantity was not confirmed by the second reading."""
    return tuple(one.quantities[0].key for one in used if any(q.key in vault.unsure for q in one.quantities))


def _typed(value: object, known: _Known) -> _Typed:
    match value:
        case bool():
            return _Typed(value, "boolean")
        case int() | float() | Decimal():
            return _number(value, known)
        case str():
            return _string(value, known)
        case tuple() | frozenset():
            return _several(sorted(value, key=str) if isinstance(value, frozenset) else value, known)
        case None:
            raise WrongType("the program found no result: nothing in the evidence meets its conditions")
    raise WrongType("the program's result is a table or a function, not an answer")


def _number(value: float | Decimal, known: _Known) -> _Typed:
    number = value if isinstance(value, Decimal) else Decimal(str(value))
    if not number.is_finite():
        raise WrongType("the program's result is not a finite number")
    number = plain(_DIGITS.plus(number))
    if number in known.dates:
        return _Typed(known.dates[number], "date")
    return _Typed(number, "number")


def _string(text: str, known: _Known) -> _Typed:
    name = resolve_name(text, known.labels)
    if name is not None:
        return _Typed(known.labels[name], "label", names=(name,))
    word = text.strip().strip(".").casefold()
    if word in BOOLEANS:
        return _Typed(BOOLEANS[word], "boolean")
    number = plain_number(text)
    if number is not None:
        return replace(_number(Decimal(number), known), percent=text.rstrip().endswith("%"))
    parts = listed(text)
    if len(parts) > 1 and all(resolve_name(part, known.labels) for part in parts):
        return _several(parts, known)
    raise WrongType("the program's result is text that is no label of the evidence: it is not shown")


def _several(values: tuple[object, ...] | list[object] | list[str], known: _Known) -> _Typed:
    if any(isinstance(value, tuple | frozenset | dict) for value in values):
        if len(values) == 1:
            return _typed(values[0], known)
        raise WrongType("the program's result is a list of lists, not an answer")
    parts = [_typed(value, known) for value in values]
    if len(parts) == 1:
        return parts[0]
    if is_mixed([part.kind for part in parts]):
        raise WrongType("the program's result mixes numbers, names or yes and no, which is not an answer")
    flat = tuple(part.value for part in parts if not isinstance(part.value, tuple))
    return _Typed(flat, "list", names=tuple(name for part in parts for name in part.names))


def plain(number: Decimal) -> Decimal:
    """Without trailing zeros and without exponent: 1.50 is 1.5, 3E+2 is 300."""
    number = number.normalize()
    return (
        number
        if int(number.as_tuple().exponent) <= 0
        else number.quantize(Decimal(1), context=Context(prec=60))
    )


def _dates(restored: Restored) -> Mapping[Decimal, str]:
    return {q.value: q.written for one in restored.used for q in one.quantities if q.role == "year"}


def _cell_of(one: Used, table: Table | None) -> Cell | None:
    return cell_of(one.quantities[0], table)


def cell_of(quantity: Quantity, table: Table | None) -> Cell | None:
    """The cell of the source that a quantity is, if it is one."""
    place = quantity.key.split(":")
    if table is None or place[0] != "cell":
        return None
    return table.cells[int(place[1])][int(place[2])]


def _operand(one: Used, vault: Vault, bearing: frozenset[str]) -> Operand:
    """For the receipt. Where one literal stands for several equal quantities, all their labels are given."""
    cell = _cell_of(one, vault.record.table)
    label = " or ".join(dict.fromkeys(q.label for q in one.quantities[:3] if q.label))
    first = one.quantities[0]
    if cell is None:
        where = label or ("the question" if first.key.startswith("question") else "")
        heard = min(quantity.confidence for quantity in one.quantities)
        return Operand(one.literal, first.written, where, confidence=heard)
    confidence = min(cell.confidence, _UNSURE) if _unsure((one,), vault) else cell.confidence
    bears = first.key in bearing or (cell.origin != "axis" and confidence >= SURE)
    return Operand(
        one.literal, first.written, label, cell.origin, confidence, cell.box, cell.tolerance, bears
    )


def _text(answer: Answer, spread: Decimal | None) -> str:
    """The answer as shown, with what it rests on in parentheses where that is not sure."""
    rests = "rests on an unsure value" if unsure_labels(answer) else ""
    if answer.kind == "number" and isinstance(answer.value, Decimal):
        text = _measured(_one(_known_digits(answer.value, spread)), answer.unit, answer.scale)
        about = f", ± {format(spread, 'f')}" if spread else ""
        notes = ["" if answer.exact else f"read off the axis{about}", rests]
        text = text if answer.exact else f"≈ {text}"
    else:
        parts = answer.value if isinstance(answer.value, tuple) else (answer.value,)
        text = ", ".join(_one(part) for part in parts) or "none"
        notes = ["" if answer.exact else "by values read off the axis", rests]
    note = "; ".join(filter(None, notes))
    return f"{text} ({note})" if note else text


def _known_digits(value: Decimal, spread: Decimal | None) -> Decimal:
    """A number to the last digit that its spread has: 41.3333 within 0.5 is 41.3."""
    if spread is None:
        return value
    last = min(int(spread.as_tuple().exponent), 0)
    return plain(value.quantize(Decimal(1).scaleb(last), context=Context(prec=60)))


def _one(value: Decimal | bool | str) -> str:
    if isinstance(value, bool):
        return "Yes" if value else "No"
    return format(value, "f") if isinstance(value, Decimal) else value


def _measured(number: str, unit: str, scale: str) -> str:
    """45 with "%" is "45%", 1.5 with "$" and "million" is "$1.5 million", 9 with "points" is "9 points"."""
    scaled = f"{number} {scale}" if scale else number
    if unit == "%":
        return f"{scaled}%"
    if unit == "percentage points" and number in ("1", "-1"):
        unit = "percentage point"
    if unit in ("$", "€", "£", "¥"):
        return f"-{unit}{scaled[1:]}" if scaled.startswith("-") else f"{unit}{scaled}"
    return f"{scaled} {unit}" if unit else scaled
