"""A share that a passage tells of what a program counts, and that the program leaves out: "3/4 of the 20 tarts" is not 20.

Read off the protected text alone. A share is a fraction, a percentage, "half", "a third", "twice" and the like, told of a
number beside it ("half of the 20 tarts") or of what a number before it counts ("20 tarts ... half of the tarts"). It is
missed where the question asks about what the share's own sentence tells: both hold a word that is no name, is not the
thing counted, and does not stand where the whole is told.
Not covered: shares told of no noun ("25% of them"), in other words ("the bulk of"), synonyms ("bought" for "got"), and
charts, which tell none.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from recast.language.frames import asks_for_a_fact
from recast.language.sentences import split_sentences
from recast.language.words import word_set
from recast.numbers.mapping import literal_key
from recast.program.steps import Steps
from recast.types import Finding, Protected

_NUMBER = r"\d{1,12}(?:\.\d{1,12})?"
#: Words for a share, and the plain numbers by which a program may compute it.
_WORDS: dict[str, set[float]] = {
    "half": {0.5, 2, 50}, "twice": {2}, "double": {2}, "thrice": {3}, "triple": {3}, "third": {3}, "thirds": {3},
    "quarter": {4, 0.25, 25}, "quarters": {4, 0.75, 0.25, 75}, "fourth": {4, 0.25, 25}, "fifth": {5, 0.2, 20},
    "tenth": {10, 0.1},
}  # fmt: skip
_SHARE = (
    rf"(?:(?P<above>{_NUMBER})\s?/\s?(?P<below>{_NUMBER})|(?P<percent>{_NUMBER})\s?(?:%|percent\b|per\s+cent\b)"
    rf"|\b(?P<word>{'|'.join(_WORDS)})\b)"
)
_OF = re.compile(
    rf"{_SHARE}\s+(?:of\s+)?(?:the|his|her|its|their|these|those|all)\s+(?:(?P<base>{_NUMBER})(?![\d.]*\d|%)\s+)?(?P<noun>[^\W\d_]+)",
    re.IGNORECASE,
)
_COUNTED = re.compile(rf"(?<![\w./])(?P<base>{_NUMBER})\s+(?P<noun>[^\W\d_]+)")
_STEM = 4  # letters: "dropped" and "drop" are one word
_FUNCTION = word_set(
    "the a an and or of in on at to from for with by what which who how many much number amount is are was were be been do did "
    "does has have had will would can could it its he she they his her their there that this these those than then after "
    "before all each comes come total"
)


@dataclass(frozen=True, slots=True)
class _Share:
    """``literals`` and ``numbers`` are what a program computes it with; ``bases`` the literals of what it is a share of;
    ``stems`` the words of its sentence that are neither its noun nor where a base is told in another sentence."""

    literals: frozenset[str]
    numbers: frozenset[float]
    bases: frozenset[str]
    stems: frozenset[str]


def unused_shares(protected: Protected, steps: Steps) -> tuple[Finding, ...]:
    """A finding where the value rests on what a share is told of and not on the share; empty for a chart."""
    if protected.chart is not None or asks_for_a_fact(protected.question):
        return ()
    plain = {node.value for node in steps.nodes if isinstance(node, ast.Constant) and _is_number(node.value)}
    asked = _stems(protected.question) - _stems(" ".join(protected.names))
    missed = any(
        steps.operands & share.bases
        and not steps.operands & share.literals
        and not plain & share.numbers
        and asked & share.stems
        for share in _shares(f"{protected.context} {protected.question}")
    )
    message = "a share that is told of what the program counts takes no part in the result"
    return (Finding("confirmation", message, "result"),) if missed else ()


def _shares(text: str) -> Iterator[_Share]:
    counted: list[tuple[str, str, frozenset[str]]] = []
    for sentence in split_sentences(text):
        here = _stems(sentence)
        for match in _OF.finditer(sentence):
            noun = _stem(match["noun"].casefold())
            beside = [(literal_key(match["base"]), noun, frozenset[str]())] if match["base"] else []
            told_of = beside or [one for one in counted if one[1] == noun]
            literals = {literal_key(match[name]) for name in ("above", "below", "percent") if match[name]}
            yield _Share(
                frozenset(literals),
                frozenset(_WORDS.get((match["word"] or "").casefold(), ())),
                frozenset(literal for literal, _, _ in told_of),
                here - {noun} - frozenset().union(*(stems for _, _, stems in told_of)),
            )
        counted += [
            (literal_key(match["base"]), _stem(match["noun"].casefold()), here)
            for match in _COUNTED.finditer(sentence)
        ]


def _stems(text: str) -> frozenset[str]:
    words = re.findall(r"[^\W\d_]+", text.casefold())
    return frozenset(_stem(word) for word in words if word not in _FUNCTION and word not in _WORDS)


def _stem(word: str) -> str:
    return word[:_STEM]


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
