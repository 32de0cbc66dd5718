"""Does a text say what the protected record says (P 3.4)? It needs no reading back: the bytes are the words."""

from __future__ import annotations

from recast.numbers.context import write_context
from recast.types import Check, Finding, Medium, Protected

NAME = "protected"


def text_check(protected: Protected, medium: Medium) -> Check:
    """The check of a text against the protected record: byte for byte its context, which of a chart is its text form, and
    not empty. Not covered: whether the words make sense to a reader."""
    found = []
    if medium.data != protected.context.encode():
        found.append("the text is not the protected one")
    if not protected.context.strip():
        found.append("the text is empty")
    if protected.chart is not None and protected.context != write_context(protected.chart):
        found.append("the text is not the text form of the protected chart")
    return Check(NAME, tuple(Finding(NAME, message, "text") for message in found))
