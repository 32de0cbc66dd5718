"""The unprotected reference: the same solver and prompt on the original medium, with no map to invert (P 4.1).

For a solver in this process nothing leaves. For a remote one the user must consent (``gate.release_unprotected``), and
the log keeps digests only.
"""

from __future__ import annotations

import ast
from decimal import Decimal

from recast.api import Session
from recast.capture.records import passage_record
from recast.drivers import drive
from recast.errors import UsageError
from recast.evaluate.original import original_medium
from recast.program.parse import parse
from recast.recovery.answer import recover
from recast.release.gate import Consent, release_unprotected
from recast.release.unprotected import original_spec
from recast.stages import Compute, Send, Steps
from recast.types import (
    Answer,
    NumberMap,
    Passage,
    Protected,
    Quantity,
    Record,
    Reply,
    Request,
    Source,
    Substitution,
    Substitutions,
    Table,
    Vault,
)


def ask_native(
    source: Source | Table | Passage, question: str, session: Session, consent: bool
) -> tuple[Answer, Reply]:
    """The answer from the original, unprotected medium. Raises as ``Session.ask`` does, and ``UsageError`` where a
    remote solver would get the original without consent."""
    solver = session.stages.solver
    if solver.remote and not consent:
        raise UsageError(
            "the original would be sent to a remote solver: consent with --i-know-this-sends-the-original"
        )

    record = passage_record(source, question, ()) if isinstance(source, Passage) else None

    def steps() -> Steps:
        medium = yield Compute("draw", original_medium, (source,))
        request = Request(
            "unprotected",
            solver.destination,
            solver.model,
            "solver" if record is None else "text",
            question if record is None else record.question,
            medium,
            settings=solver.settings,
        )
        release = yield Compute("release", release_unprotected, (request, Consent(solver.destination)))
        reply = yield Send(release, solver)
        answer = yield Compute("recover", unmapped, (source, request.question, reply))
        return answer, reply

    answer: tuple[Answer, Reply] = drive(steps(), session.log, session.progress)
    return answer


def unmapped(source: Source | Table | Passage, question: str, reply: Reply) -> Answer:
    """Runs the reply's program as it stands: every operand and every string in it stands for itself."""
    program = parse(reply.text)
    strings = {
        node.value
        for node in ast.walk(program.tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    said = tuple(sorted(strings | set(program.names)))
    table = source if isinstance(source, Table) else None
    quantities = {
        literal: (Quantity(f"native:{place}", Decimal(literal), literal, "data", ""),)
        for place, literal in enumerate(program.operands)
    }
    numbers = NumberMap("none", {found.key: literal for literal, (found,) in quantities.items()}, quantities)
    names = Substitutions(tuple(Substitution(name, name, "label", restores=True) for name in said))
    chart = original_spec(table) if table is not None else None
    context = source.text if isinstance(source, Passage) else ""
    protected = Protected("image", context, question, (), chart, frozenset(program.operands), frozenset(said))
    return recover(Vault(Record("", "image", "", question, (), table), numbers, names), protected, reply)
