"""The fixed sentences in which facts of a passage go out, for those that write them and those that read them.

K stands for a list of nouns ("the lantern, the keeper and the mill"), T for what kind of figure is told, N for the figure
itself. Where it is left open which fact answers, C lists what is told near it and H names
what is counted or done; what stands in square brackets is left out where there is none.
"""

from __future__ import annotations

import functools
import re

#: The kinds of figures.
KINDS = ("year", "number", "amount", "proportion")
#: A fact and the question about it, where one fact has all that the question names.
FACT_FRAMES = (
    ("for K , the T is N .", "which T is given for K ?"),
    ("the T for K is N .", "which T belongs to K ?"),
    ("with K , the T N is given .", "which T is given with K ?"),
    ("N is the T of K .", "which T is that of K ?"),
)
#: The same where several facts may be meant: whoever answers weighs them.
OPEN_FRAMES = (
    ("the T [ of H ] for K [ , near C , ] is N .", "which T [ of H ] is for K ?"),
    ("for K [ near C ] , the T [ of H ] is N .", "which T [ of H ] is told for K ?"),
)
_PARTS = {
    "K": r"(?P<listed>.+?)",
    "C": r"(?P<near>.+?)",
    "H": r"(?P<head>the \S+|\S+)",
    "T": rf"(?P<kind>{'|'.join(KINDS)})",
    "N": r"(?P<figure>\d[\d.]*?)",
    "[": "(?:",
    "]": ")?",
}


@functools.cache
def fact_patterns() -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    """The patterns of a fact and of its question, frame by frame, first those where one fact has all."""
    return tuple((_pattern(fact), _pattern(question)) for fact, question in (*FACT_FRAMES, *OPEN_FRAMES))


def settled_patterns() -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    """Those of the frames where one fact has all that the question names."""
    return fact_patterns()[: len(FACT_FRAMES)]


def asks_for_a_fact(question: str) -> bool:
    """Whether a question is one of the fixed ones, whose numerals only say which fact is meant."""
    return any(asking.fullmatch(question.strip()) for _, asking in fact_patterns())


def leaves_open(question: str) -> bool:
    """Whether a question is a fixed one of which several facts may be meant."""
    asking = question.strip()
    settled = any(pattern.fullmatch(asking) for _, pattern in settled_patterns())
    return not settled and asks_for_a_fact(asking)


def _pattern(frame: str) -> re.Pattern[str]:
    text = " ".join(_PARTS.get(word, re.escape(word)) for word in frame.split())
    text = text.replace(" (?: ", "(?: ").replace(" )?", ")?")
    for mark in (",", r"\.", r"\?"):
        text = text.replace(f" {mark}", mark)
    return re.compile(text, re.IGNORECASE)
