"""The solver's reply as an allow-listed syntax tree (interfaces §3, design §8).

Everything here sees protected data only, so every message may go back to the solver as it stands.
"""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from recast.errors import SolverFailed
from recast.program.allowed import problems
from recast.types import Program

_MAX_REPLY = 40_000
_LARGEST = 10**30
_FENCE = re.compile(
    r"^[ \t]*+(```++|~~~++)[ \t]*+([\w+.-]*+)[^\n]*+\n(.*?)(?:^[ \t]*\1[ \t]*$|\Z)", re.DOTALL | re.MULTILINE
)
_PYTHON = frozenset({"python", "py", "python3", "python2"})
_TYPED = str.maketrans(
    {"“": '"', "”": '"', "‘": "'", "’": "'", "−": "-", "–": "-", "\u00a0": " ", "\u200b": "", "\ufeff": ""}
)
_UNAVAILABLE = re.compile(
    r"\b(?:evidence|information|data|value|answer|chart|image)\b[^.\n]{0,60}?\b(?:not|un|in)[ -]?(?:available|sufficient|shown|present"
    r"|provided|given|included|contained)\b"
    r"|\b(?:evidence|information|data) (?:is|are) missing\b|\b(?:can ?not|can't|could not) be (?:determined|answered)\b"
    r"|\bdoes not (?:show|contain|include|provide)\b|^\W*(?:n/?a|unavailable|unknown|not available|none|no answer)\W*$",
    re.IGNORECASE,
)
_PRINTED = re.compile(
    r"([+-]?)\s*[$€£¥]?\s*([+-]?)(\d{1,3}(?:[ ,]\d{3})+(?:\.\d+)?|\d+(?:\.\d*)?|\.\d+)\s*%?"
)


class ProgramRefused(SolverFailed):
    """The reply is not a program that may run; the message, built from protected data only, says what to repair."""


class NotInEvidence(SolverFailed):
    """The solver says that the evidence does not hold what the question asks for."""

    def __init__(self) -> None:
        super().__init__(
            "the solver reports that the evidence does not show what the question asks for; ask about something in it"
        )


@dataclass(frozen=True, slots=True)
class Mark:
    """One ``protected(...)`` in a program: a numeral as a plain decimal, or a name. ``negated`` where ``-`` stands
    before the mark."""

    call: ast.Call
    text: str
    numeric: bool
    negated: bool = False


def parse(reply: str) -> Program:
    """The one program of a reply. Raises ``ProgramRefused`` with a message for the solver, or ``NotInEvidence``."""
    if len(reply) > _MAX_REPLY:
        raise ProgramRefused(
            f"the reply is longer than {_MAX_REPLY} characters; reply with one short Python block"
        )
    source = _source(reply.rpartition("</think>")[2].replace("\r\n", "\n"))
    tree = _tree(source)
    tree.body = [statement for statement in tree.body if not _declares_mark(statement)]
    if not tree.body:
        raise ProgramRefused("the program is empty; assign the result to answer")
    reasons = list(dict.fromkeys(problems(tree)))
    if reasons:
        more = " (and more)" if len(reasons) > 3 else ""
        raise ProgramRefused(f"the program cannot be run: {'; '.join(reasons[:3])}{more}")
    if _says_unavailable(tree):
        raise NotInEvidence
    found = list(marks(tree))
    return Program(
        source=source,
        tree=tree,
        operands=tuple(dict.fromkeys(mark.text for mark in found if mark.numeric)),
        names=tuple(dict.fromkeys(mark.text for mark in found if not mark.numeric)),
    )


def marks(tree: ast.AST) -> Iterator[Mark]:
    """Every ``protected(...)`` of a parsed program. Raises ``ProgramRefused`` where its inside is not one number or
    one name as shown."""
    nodes = list(ast.walk(tree))
    negated = {
        id(node.operand) for node in nodes if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)
    }
    called = set()
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "protected":
            called.add(id(node.func))
            yield _mark(node, id(node) in negated)
    for node in nodes:
        if isinstance(node, ast.Name) and node.id == "protected" and id(node) not in called:
            raise ProgramRefused(
                f"line {node.lineno} uses protected without a number; write protected(268.4) at each number"
            )


def plain_number(text: str) -> str | None:
    """A numeral as printed ("1,234.50", "873.1%", "$12", "−3") as a plain decimal, else None."""
    match = _PRINTED.fullmatch(text.strip().translate(_TYPED))
    if match is None or (match[1] and match[2]):
        return None
    sign = "-" if "-" in (match[1], match[2]) else ""
    return sign + match[3].replace(",", "").replace(" ", "")


def _source(reply: str) -> str:
    """The text of the one Python block, else the whole reply if it parses."""
    blocks = [(match[2].casefold(), textwrap.dedent(match[3])) for match in _FENCE.finditer(reply)]
    tagged = list(dict.fromkeys(body.strip("\n") for tag, body in blocks if tag in _PYTHON and body.strip()))
    plain = list(dict.fromkeys(body.strip("\n") for tag, body in blocks if not tag and body.strip()))
    chosen = tagged or plain
    if len(chosen) == 1:
        return chosen[0]
    if len(chosen) > 1:
        raise ProgramRefused(
            f"the reply holds {len(chosen)} Python blocks; reply with exactly one, complete block"
        )
    whole = textwrap.dedent(reply).strip("\n").strip("`")
    whole = re.sub(r"\A\s*python\s*\n", "", whole, flags=re.IGNORECASE)
    if not whole.strip():
        raise ProgramRefused("the reply is empty; reply with one Python block")
    if _parsed(whole) is None and _parsed(whole.translate(_TYPED)) is None:
        if _UNAVAILABLE.search(whole):
            raise NotInEvidence
        raise ProgramRefused(
            "the reply holds no Python program; reply with one ```python block that assigns answer"
        )
    return whole


def _tree(source: str) -> ast.Module:
    for text in (source, source.translate(_TYPED)):
        tree = _parsed(text)
        if tree is not None:
            return tree
    try:
        ast.parse(source)
    except SyntaxError as error:
        raise ProgramRefused(
            f"the program is not valid Python: {error.msg} (line {error.lineno or 0})"
        ) from None
    except (ValueError, RecursionError, MemoryError):
        pass
    raise ProgramRefused("the program is not valid Python: it is nested too deeply or holds a null character")


def _parsed(source: str) -> ast.Module | None:
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _declares_mark(statement: ast.stmt) -> bool:
    """Whether the statement only declares ``protected`` as the identity, as solvers do to make a program run."""
    match statement:
        case ast.FunctionDef(
            name="protected", args=ast.arguments(args=[ast.arg(arg=parameter)]), decorator_list=[]
        ):
            body = [part for part in statement.body if not _is_text(part)]
            match body:
                case [] | [ast.Pass()]:
                    return True
                case [ast.Return(value=ast.Name(id=name))]:
                    return name == parameter
        case ast.Assign(
            targets=[ast.Name(id="protected")],
            value=ast.Lambda(args=ast.arguments(args=[ast.arg(arg=parameter)]), body=ast.Name(id=name)),
        ):
            return name == parameter
    return False


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _says_unavailable(tree: ast.Module) -> bool:
    """Whether the program is nothing but the report that evidence is missing."""
    for statement in tree.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id="answer")], value=value) | ast.Expr(value=value):
                pass
            case ast.Raise(exc=ast.Call(args=[ast.Constant(value=str(text))])) if _UNAVAILABLE.search(text):
                return True
            case _:
                continue
        match value:
            case ast.Call(func=ast.Name(id="unavailable")):
                return True
            case ast.Call(func=ast.Name(id="print"), args=[ast.Constant(value=str(text))]) if (
                _UNAVAILABLE.search(text)
            ):
                return True
            case ast.Constant(value=None):
                return len([s for s in tree.body if not _is_text(s)]) <= 1 or not any(
                    True for _ in marks(tree)
                )
            case ast.Constant(value=str(text)) if isinstance(statement, ast.Assign) and _UNAVAILABLE.search(
                text
            ):
                return not any(True for _ in marks(tree))
    return False


def _mark(call: ast.Call, negated: bool) -> Mark:
    where = f"line {call.lineno}: protected() takes one number or one name exactly as shown, such as protected(268.4)"
    if len(call.args) != 1 or call.keywords:
        raise ProgramRefused(where)
    inside: ast.expr = call.args[0]
    sign = ""
    if isinstance(inside, ast.UnaryOp) and isinstance(inside.op, ast.USub | ast.UAdd):
        sign = "-" if isinstance(inside.op, ast.USub) else ""
        inside = inside.operand
    match inside:
        case ast.Constant(value=bool()):
            raise ProgramRefused(where)
        case ast.Constant(value=int(value)) if value < _LARGEST:
            return Mark(call, sign + str(value), True, negated)
        case ast.Constant(value=float(value)) if value < _LARGEST:
            return Mark(call, sign + format_plain(value), True, negated)
        case ast.Constant(value=str(text)) if 0 < len(text.strip()) <= 300 and not sign:
            number = plain_number(text) if len(text) <= 40 else None
            return Mark(call, text.strip() if number is None else number, number is not None, negated)
    raise ProgramRefused(where)


def format_plain(value: float) -> str:
    """A float constant of a program as the plain decimal that was typed (exact up to 15 digits, more than a chart
    prints)."""
    return format(Decimal(repr(value)), "f")
