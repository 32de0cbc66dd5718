"""Whether an answer is of the kind that its question asks for: a number, yes or no, or a name (design §8).

Read off the wording of the protected question, as far as that tells: "how many" asks for a number, an opening auxiliary
for yes or no, "who" for a name, and no question that opens with what, which, who, when, where or how for yes or no. Not
covered: whether a number is of the right sort (a year for a count), which of two names is meant, "which" and "what"
between number and name, and questions with choices.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from recast.language.sentences import split_sentences
from recast.recovery.question import is_yes_no
from recast.types import AnswerKind, AnswerValue, Finding

_CHECK = "kind"
_NUMBER = re.compile(
    r"\bhow\s+(?:many|much)\b"
    r"|\b(?:what|which)\s+(?:is|was|are|were)\s+the\s+(?:total|average|mean|median|sum|difference|ratio|number|percentage|proportion)\b"
    r"|\bwhat\s+(?:number|percentage|percent|proportion|fraction)\b",
    re.IGNORECASE,
)
_OPENS = re.compile(r"\b(?:what|which|who|whom|whose|when|where|how|why)\b", re.IGNORECASE)
_NAMED = re.compile(r"^\W*(?:who|whom)\b", re.IGNORECASE)
#: A question that asks for a name, alone or beside a number.
_NAME_TOO = re.compile(
    r"^\W*(?:which|who|whom|whose)\b|\b(?:and|in|of|for|at)\s+(?:which|who|whom|whose|what|where)\b",
    re.IGNORECASE,
)
_ALTERNATIVE = re.compile(r"\bor\b", re.IGNORECASE)


def misfit(question: str, value: AnswerValue, kind: AnswerKind) -> tuple[Finding, ...]:
    """The finding that ``value`` is not what the protected ``question`` asks for; empty where it may be."""
    asked = _asked(question)
    parts = value if isinstance(value, tuple) else (value,)
    told = any(isinstance(part, bool) for part in parts)
    named = kind not in ("date", "boolean") and any(isinstance(part, str) for part in parts)
    numbered = kind not in ("date", "boolean") and any(not isinstance(part, str | bool) for part in parts)
    if _OPENS.search(asked):
        if told:
            return _found("a yes or no")
        if named and _NUMBER.search(asked) and not _NAME_TOO.search(asked):
            return _found("a name")
        if numbered and _NAMED.search(asked) and not _NUMBER.search(asked):
            return _found("a number")
    elif is_yes_no(asked) and not told and not _ALTERNATIVE.search(asked):
        return _found("neither yes nor no")
    return ()


def is_mixed(kinds: Collection[AnswerKind]) -> bool:
    """Whether the parts of a list are of kinds that no one question asks for. Dates go with numbers and with labels, since
    a year may be either."""
    several = set(kinds) - {"date"}
    return len(several) > 1 or ("boolean" in several and "date" in kinds)


def _asked(question: str) -> str:
    """The sentence that asks; a question may tell something before it."""
    asking = [sentence for sentence in split_sentences(question) if sentence.rstrip().endswith("?")]
    return asking[-1] if asking else question


def _found(what: str) -> tuple[Finding, ...]:
    return (Finding(_CHECK, f"the answer is {what}, which is not what the question asks for", "result"),)
