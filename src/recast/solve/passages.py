"""What a question asks of a passage, by rules. So far none is known: it says so."""

from __future__ import annotations

from recast.solve.expression import Expression
from recast.solve.understand import NotUnderstood


def interpret_passage(question: str, passage: str) -> Expression | NotUnderstood:
    """The expression over the passage's numerals that answers the question, or why there is none."""
    return NotUnderstood("the rules of this solver read charts and tables, not passages")
