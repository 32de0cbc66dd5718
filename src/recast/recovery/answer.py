"""From a reply to the answer on the original values (P 3.3, step 5): parse, restore, run here, give it a type.

Nothing in here ever causes a send. An answer is a number, yes or no, a date, a label of the source, or a list of
these; any other text is refused, since a program could put original values into a link that a chat window loads.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Context, Decimal

from recast.errors import SolverFailed
from recast.program.evaluate import evaluate
from recast.program.names import resolve_name
from recast.program.parse import ProgramRefused, parse, plain_number
from recast.program.restore import Restored, Used, restore, unmarked, year_literals
from recast.program.review import BOOLEANS, listed
from recast.program.steps import steps_of
from recast.recovery.confirm import findings
from recast.recovery.measure import Measure, measure
from recast.recovery.operation import operation
from recast.types import (
    Answer,
    AnswerKind,
    AnswerValue,
    Cell,
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

    def run(change: Mapping[str, Decimal]) -> Decimal | None:
        """The value where the quantities had other values, or None where that is no number."""
        try:
            other = _typed(
                evaluate(restore(program, vault.numbers, names, lambda q: change.get(q.key, q.value)).tree),
                known,
            )
        except SolverFailed:
            return None
        return other.value if isinstance(other.value, Decimal) else None

    used = [one for one in restored.used if {one.literal, one.literal.removeprefix("-")} & steps.operands]
    scale = Measure()
    if isinstance(typed.value, Decimal) and typed.kind == "number":
        scale = measure(typed.value, typed.percent, name, steps, used, table, run)
    operands = tuple(_operand(one, vault) for one in restored.used)
    operands += tuple(Operand(label, labels[label], labels[label]) for label in typed.names)
    found = findings(program, protected)
    answer = Answer(
        value=typed.value,
        kind=typed.kind,
        text="",
        unit=scale.unit,
        scale=scale.scale,
        exact=not any(_cell_of(one, table) and _cell_of(one, table).origin == "axis" for one in used),  # type: ignore[union-attr]
        confirmed=not found,
        operation=name,
        operands=operands,
        findings=found,
    )
    return replace(answer, text=_text(answer, scale.spread))


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
            raise WrongType("the program found no result: nothing on the chart meets its conditions")
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
    raise WrongType("the program's result is text that is no label of the chart: it is not shown")


def _several(values: tuple[object, ...] | list[object] | list[str], known: _Known) -> _Typed:
    if any(isinstance(value, tuple | frozenset | dict) for value in values):
        if len(values) == 1:
            return _typed(values[0], known)
        raise WrongType("the program's result is a list of lists, not an answer")
    parts = [_typed(value, known) for value in values]
    if len(parts) == 1:
        return parts[0]
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


def _operand(one: Used, vault: Vault) -> Operand:
    """For the receipt. Where one literal stands for several equal quantities, all their labels are given."""
    cell = _cell_of(one, vault.record.table)
    label = " or ".join(dict.fromkeys(q.label for q in one.quantities[:3] if q.label))
    first = one.quantities[0]
    if cell is None:
        return Operand(
            one.literal, first.written, label or ("the question" if first.key.startswith("question") else "")
        )
    unsure = any(q.key in vault.unsure for q in one.quantities)
    confidence = min(cell.confidence, _UNSURE) if unsure else cell.confidence
    return Operand(one.literal, first.written, label, cell.origin, confidence, cell.box, cell.tolerance)


def _text(answer: Answer, spread: Decimal | None) -> str:
    if isinstance(answer.value, tuple):
        return ", ".join(_one(part) for part in answer.value) or "none"
    text = (
        _measured(_one(answer.value), answer.unit, answer.scale)
        if answer.kind == "number"
        else _one(answer.value)
    )
    if answer.exact or answer.kind != "number":
        return text
    about = f", ± {format(spread, 'f')}" if spread else ""
    return f"≈ {text} (read off the axis{about})"


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
