"""A question without its asides: what only introduces or explains it, as far as it changes nothing.

For questions that are not understood for certain, and so go out word by word: the less of their asker's sentence is left, the
less of it can be told again. An aside points at nothing of the chart, gives no amount and names no operation, and the rules
read the question without it as the very same, or neither.

Not covered: an aside of content words alone that a reader would need ("who own a dog"); only such clauses go that begin with
"that", "whether", "because" and the like.
"""

from __future__ import annotations

import re

from recast.solve.charts.certain import says_nothing
from recast.solve.charts.understand import NotUnderstood, interpret
from recast.types import Table

_SHOWN_IN = r"(?:the |this |that |a |given |above |bar |line |pie )*(?:chart|graph|plot|figure|diagram|table|survey|poll|study|report|data)"
_ASIDES = tuple(
    re.compile(pattern)
    for pattern in (
        r"\s*\([^()]*\)",
        rf"(?i:^(?:according to|based on|as per|as shown in|as seen in|looking at|in|on|from) {_SHOWN_IN}\b[^,?]{{0,40}},\s*)",
        rf"(?i:,?\s+(?:as )?(?:shown |seen |given |presented |displayed )?(?:according to|based on|in|on|from) {_SHOWN_IN}(?=\s*[?.]|$))",
        r"\s+(?:that|whether|because|although|while|so that|in order to)\s[^,?.]*(?=[?.]|$)",
    )
)


def without_asides(question: str, table: Table) -> str:
    """``question`` without its asides, with a capital at its beginning; as it is where it has none, or counts what is shown."""
    if re.search(r"\bhow many\b.*\b(?:chart|graph|plot|figure|diagram)\b", question, re.IGNORECASE):
        return question
    text = question
    for pattern in _ASIDES:
        for found in reversed(list(pattern.finditer(text))):
            shorter = (text[: found.start()] + text[found.end() :]).strip()
            if says_nothing(found[0], table) and _reads_alike(text, shorter, table):
                text = shorter
    return text if text == question else text[:1].upper() + text[1:]


def _reads_alike(one: str, other: str, table: Table) -> bool:
    first, second = interpret(one, table), interpret(other, table)
    if isinstance(first, NotUnderstood) and isinstance(second, NotUnderstood):
        return len(other.split()) > 2
    return first == second
