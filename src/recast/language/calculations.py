"""The fixed sentences in which a calculation goes out, for those that write them and those that read them.

Every number is said of a noun ("the number of the lantern"): those of the source are facts (``frames.FACT_FRAMES``), every
other is the result of a step ("The number of the harbor is the sum of the numbers of the lantern and the kettle."), and the
last step is asked for. A and B stand for nouns, L for a list of nouns, N for the noun of a result, E for an operation.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass

from recast.language.sentences import split_sentences
from recast.language.words import fold
from recast.types import Calculation, Private, Sign, Step, Term

STEP_FRAMES = ("the number of N is E .", "for N , the number is E .", "E is the number of N .")
QUESTION_FRAMES = ("what is E ?", "which number is E ?", "find E : what is the result ?")
#: Operations on a list of numbers, or on two of them.
OPERATIONS: Mapping[Sign, tuple[str, ...]] = {
    "sum": (
        "the sum of the numbers of L",
        "the total of the numbers of L",
        "the result of adding the numbers of L",
        "the number of A plus the number of B",
    ),
    "product": (
        "the result of multiplying the numbers of L",
        "the number of A times the number of B",
        "the number of A multiplied by the number of B",
    ),
    "mean": ("the average of the numbers of L", "the mean of the numbers of L"),
    "distance": ("the absolute difference between the numbers of L",),
    "difference": (
        "the number of A minus the number of B",
        "the result of subtracting the number of B from the number of A",
        "the number of A reduced by the number of B",
    ),
    "quotient": (
        "the number of A divided by the number of B",
        "the result of dividing the number of A by the number of B",
        "the ratio of the number of A to the number of B",
    ),
    "percentage": (
        "the percentage of the number of A that is given by the number of B",
        "the number of A times the number of B read as a percentage",
    ),
    "ceiling": (
        "the number of A if that is whole, and if not the next whole number above it",
        "the number of A or, if that is not whole, the next whole number above it",
    ),
}
#: Operations with a number that is said in words of no topic, by sign and number.
CONSTANTS: Mapping[tuple[Sign, int], tuple[str, ...]] = {
    ("product", 2): ("twice the number of A", "double the number of A"),
    ("product", 3): ("triple the number of A",),
    ("quotient", 2): ("half of the number of A", "the number of A divided in half"),
    ("quotient", 3): ("a third of the number of A",),
    ("quotient", 4): ("a quarter of the number of A",),
    ("quotient", 5): ("a fifth of the number of A",),
    ("quotient", 6): ("a sixth of the number of A",),
    ("quotient", 8): ("an eighth of the number of A",),
    ("quotient", 10): ("a tenth of the number of A",),
}
#: Signs whose parts may stand in any order.
COMMUTATIVE = frozenset[Sign]({"sum", "product", "mean", "distance"})
_NOUN = r"(?:the )?[a-z][a-z'-]*"
_PARTS = {
    "A": rf"(?P<A>{_NOUN})",
    "B": rf"(?P<B>{_NOUN})",
    "L": rf"(?P<L>{_NOUN}(?:, {_NOUN})*,? and {_NOUN})",
    "N": rf"(?P<N>{_NOUN})",
    "E": r"(?P<E>.+)",
}


@dataclass(frozen=True, slots=True, repr=False)
class NamedStep(Private):
    """A step as it is said: its parts are nouns, and ``constant`` the number said in words, if any; ``result`` is the noun of
    its result, empty for what is asked."""

    result: str
    sign: Sign
    parts: tuple[str, ...]
    constant: int = 0


def noun(phrase: str) -> str:
    """A noun as it is compared, without its article."""
    return fold(phrase).removeprefix("the ")


def read_steps(question: str) -> tuple[NamedStep, ...] | None:
    """The steps of a question in these sentences, the one that is asked last; None for any other text."""
    *told, asked = split_sentences(question) or [""]
    read = [_step(sentence, _sentences()) for sentence in told] + [_step(asked, _questions())]
    steps = tuple(step for step in read if step is not None)
    return steps if len(steps) == len(read) else None


def is_calculation(question: str) -> bool:
    """Whether a question is a calculation in these sentences, whose words say nothing of a story."""
    return read_steps(question) is not None


def calculation(question: str, places: Mapping[str, int]) -> Calculation | None:
    """What a question in these sentences asks. ``places``: the place of the numeral that is told of each noun. None where the
    question is of another form, or a noun is of no fact and of no step before, or of two."""
    named = read_steps(question)
    if named is None:
        return None
    known = {name: Term("numeral", place) for name, place in places.items()}
    steps: list[Step] = []
    for step in named:
        if step.result in known or not all(name in known for name in step.parts):
            return None
        constant = (Term("constant", step.constant),) if step.constant else ()
        steps.append(Step(step.sign, (*(known[name] for name in step.parts), *constant)))
        known[step.result] = Term("result", len(steps) - 1)
    return Calculation(tuple(steps))


def same(one: Calculation, other: Calculation) -> bool:
    """Whether two calculations are one, but for the order of steps and of parts that may stand in any."""
    return _nested(one, one.steps[-1]) == _nested(other, other.steps[-1])


def _nested(whole: Calculation, step: Step) -> str:
    """The calculation up to a step, written out with its parts in a fixed order."""
    parts = [
        _nested(whole, whole.steps[part.number]) if part.kind == "result" else f"{part.kind} {part.number}"
        for part in step.parts
    ]
    return f"{step.sign}({', '.join(sorted(parts) if step.sign in COMMUTATIVE else parts)})"


def _step(sentence: str, frames: tuple[re.Pattern[str], ...]) -> NamedStep | None:
    """The one step that a sentence says."""
    found = {
        (noun(match.groupdict().get("N") or ""), *said)
        for frame in frames
        if (match := frame.fullmatch(sentence))
        for said in _operations(match["E"])
    }
    return NamedStep(*found.pop()) if len(found) == 1 else None


def _operations(text: str) -> list[tuple[Sign, tuple[str, ...], int]]:
    made = []
    for sign, constant, pattern in _patterns():
        match = pattern.fullmatch(text)
        if match is not None:
            parts = match.groupdict()
            listed = (
                re.split(r", and |, | and ", parts["L"]) if parts.get("L") else [parts["A"], parts.get("B")]
            )
            made.append((sign, tuple(noun(part) for part in listed if part), constant))
    return made


@functools.cache
def _patterns() -> tuple[tuple[Sign, int, re.Pattern[str]], ...]:
    every = [(sign, 0, form) for sign, forms in OPERATIONS.items() for form in forms]
    every += [(sign, number, form) for (sign, number), forms in CONSTANTS.items() for form in forms]
    return tuple((sign, number, _pattern(form)) for sign, number, form in every)


@functools.cache
def _sentences() -> tuple[re.Pattern[str], ...]:
    return tuple(map(_pattern, STEP_FRAMES))


@functools.cache
def _questions() -> tuple[re.Pattern[str], ...]:
    return tuple(map(_pattern, QUESTION_FRAMES))


def _pattern(frame: str) -> re.Pattern[str]:
    text = " ".join(_PARTS.get(word, re.escape(word)) for word in frame.split())
    for mark in (",", ":", r"\.", r"\?"):
        text = text.replace(f" {mark}", mark)
    return re.compile(text, re.IGNORECASE)
