"""Operands and names of a program: which are unknown, which are unmarked, and what they stand for (P 3.3, step 5).

Names stay protected inside the sandbox: a program runs on original numbers and protected names, and only a label that
is the answer is restored, afterwards. So no text that a program builds can hold a source label.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal

from recast.errors import UnknownOperand
from recast.numbers.mapping import literal_key
from recast.program.copying import copied
from recast.program.names import resolve_name, same_name
from recast.program.parse import Mark, format_plain, marks, plain_number
from recast.types import ChartSpec, NumberMap, Private, Program, Protected, Quantity

#: Plain numbers that any program may hold: the constants of an operation (design §8).
CONSTANTS = frozenset({"0", "1", "2", "0.5", "10", "100", "1000", "1000000", "1000000000"})


@dataclass(frozen=True, slots=True, repr=False)
class Used(Private):
    """A literal that a program uses and the quantities that carry it, all of one value."""

    literal: str
    quantities: tuple[Quantity, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Restored(Private):
    """A program whose marks hold original values; names are still protected. ``used`` in order of first use."""

    tree: ast.Module
    used: tuple[Used, ...]


def unknown(program: Program, literals: Collection[str], names: Collection[str]) -> tuple[str, ...]:
    """The marked operands and names that this request never issued, as written, in order of first use."""
    issued = {literal_key(literal) for literal in literals}
    missing = []
    for mark in marks(program.tree):
        if mark.numeric:
            known = _issued_literal(mark, issued) is not None or same_name(mark.text, names) is not None
        else:
            known = resolve_name(mark.text, names) is not None
        if not known:
            missing.append(mark.text)
    return tuple(dict.fromkeys(missing))


def unmarked(program: Program, protected: Protected) -> tuple[str, ...]:
    """Numbers of the evidence that stand in the program without ``protected(...)``: computed with as they are, they
    would give a wrong result. Years as bare integers are no fault, since ``restore`` knows them. Not covered: a number
    of the evidence that is also a constant of an operation."""
    issued = {literal_key(literal) for literal in protected.literals} - CONSTANTS - year_literals(protected)
    return tuple(dict.fromkeys(key for _, key in bare_numbers(program.tree) if key in issued))


def bare_numbers(tree: ast.AST) -> Iterator[tuple[ast.Constant, str]]:
    """Plain numbers that take part in a value, as canonical literals: not inside a mark, an index, a slice, a format,
    or the digits of ``round``."""
    for constant in _in_value(tree):
        value = constant.value
        if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e30:
            yield constant, literal_key(format_plain(value) if isinstance(value, float) else str(value))


def year_literals(protected: Protected) -> frozenset[str]:
    """Literals that are labels or years rather than values of the chart: four digits, drawn at no mark."""
    values = drawn_values(protected.chart)
    return frozenset(
        key
        for literal in protected.literals
        if (key := literal_key(literal)) not in values and len(key) == 4 and key.isdigit()
    )


def drawn_values(chart: ChartSpec | None) -> frozenset[str]:
    """The canonical literals that a chart shows at its marks."""
    rows = chart.values if chart is not None else ()
    return frozenset(literal_key(value) for row in rows for value in row if value is not None)


def restore(
    program: Program,
    numbers: NumberMap,
    names: Collection[str],
    change: Callable[[Quantity], Decimal] | None = None,
) -> Restored:
    """The program on original values. ``change`` gives other values for the quantities, to see how the result depends
    on them. Raises ``UnknownOperand``, naming protected operands only, where one was never issued: never guesses."""
    used: dict[str, Used] = {}

    def value(key: str) -> str | int | None:
        quantities = numbers.inverse.get(key)
        if not quantities:
            return key if key in numbers.structural else None
        used.setdefault(key, Used(key, quantities))
        original = change(quantities[0]) if change else quantities[0].value
        if _is_year(quantities) and original == original.to_integral_value():
            return int(original)
        return format(original, "f")

    years = frozenset(key for key, quantities in numbers.inverse.items() if _is_year(quantities))
    known = frozenset(numbers.inverse) | numbers.structural
    return Restored(_replaced(program.tree, known, years, names, value), tuple(used.values()))


def as_drawn(program: Program, protected: Protected, structural: Collection[str]) -> ast.Module:
    """The program on the drawn literals themselves: what a rehearsal may run without telling anything."""
    years = year_literals(protected)
    known = frozenset(literal_key(literal) for literal in protected.literals) | frozenset(structural)
    return _replaced(
        program.tree, known, years, protected.names, lambda key: int(key) if key in years else key
    )


def _replaced(
    tree: ast.Module,
    known: frozenset[str],
    years: frozenset[str],
    names: Collection[str],
    value: Callable[[str], str | int | None],
) -> ast.Module:
    tree = copied(tree)
    found: Mapping[int, Mark] = {id(mark.call): mark for mark in marks(tree)}
    missing = [
        mark.text
        for mark in found.values()
        if (_issued_literal(mark, known) is None and same_name(mark.text, names) is None)
        and (mark.numeric or resolve_name(mark.text, names) is None)
    ]
    if missing:
        raise UnknownOperand(
            f"the program uses what is not in the evidence of this request: {', '.join(dict.fromkeys(missing))}"
        )
    _Replace(found, known, years, names, value).visit(tree)
    return ast.fix_missing_locations(tree)


class _Replace(ast.NodeTransformer):
    def __init__(
        self,
        found: Mapping[int, Mark],
        known: frozenset[str],
        years: frozenset[str],
        names: Collection[str],
        value: Callable[[str], str | int | None],
    ) -> None:
        self._found, self._known, self._years, self._names, self._value = found, known, years, names, value

    def visit_Call(self, node: ast.Call) -> ast.AST:
        mark = self._found.get(id(node))
        if mark is None:
            return self.generic_visit(node)
        key = _issued_literal(mark, self._known) if mark.numeric else None
        if key is None:
            node.args = [
                ast.Constant(same_name(mark.text, self._names) or resolve_name(mark.text, self._names))
            ]
            return node
        return self._literal(key)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        mark = self._found.get(id(node.operand))
        if mark is not None and mark.numeric and isinstance(node.op, ast.USub):
            key = _issued_literal(mark, self._known)
            if key is not None and key != literal_key(mark.text):
                return self._literal(key)  # -protected(12.3) where the evidence shows -12.3
        return self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        if isinstance(node.value, str):
            name = same_name(node.value, self._names)
            if name is not None:
                return ast.Constant(name)
            number = plain_number(node.value) if len(node.value) < 20 else None
            if number is not None and literal_key(number) in self._years:
                return self._literal(literal_key(number))
        elif isinstance(node.value, int) and str(node.value) in self._years:
            return self._literal(str(node.value))
        return node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                part.value = self.visit(part.value)
        return node

    def _literal(self, key: str) -> ast.expr:
        value = self._value(key)
        if isinstance(value, int):
            return ast.Constant(value)
        return ast.Call(ast.Name("protected", ast.Load()), [ast.Constant(value)], [])


def _issued_literal(mark: Mark, issued: Collection[str]) -> str | None:
    """The issued literal that a mark means: its own, or under a minus sign the negative one if only that was issued."""
    if not mark.numeric:
        return None
    key = literal_key(mark.text)
    if key in issued:
        return key
    negative = literal_key(f"-{mark.text}") if mark.negated and not mark.text.startswith("-") else key
    return negative if negative in issued else None


def _is_year(quantities: tuple[Quantity, ...]) -> bool:
    return bool(quantities) and all(quantity.role == "year" for quantity in quantities)


def _in_value(node: ast.AST) -> Iterator[ast.Constant]:
    match node:
        case ast.Constant():
            yield node
            return
        case ast.Call(func=ast.Name(id="protected" | "range" | "enumerate")):
            return
        case ast.Call(func=ast.Name(id="round"), args=[value, _]):
            yield from _in_value(value)
            return
        case ast.Subscript(value=value, slice=index):
            yield from _in_value(value)
            if not isinstance(index, ast.Constant | ast.Slice | ast.UnaryOp):
                yield from _in_value(index)
            return
        case ast.FormattedValue(value=value):
            yield from _in_value(value)
            return
    for child in ast.iter_child_nodes(node):
        yield from _in_value(child)
