"""The fixed sentences in which facts of a passage go out, for those that write them and those that read them.

K stands for a list of nouns with what numerals belong to it ("the lantern, the keeper and 5.2 in 2031"), T for what kind of
figure is told, N for the figure itself.
"""

from __future__ import annotations

import functools
import re

#: The kinds of figures.
KINDS = ("year", "number", "amount", "proportion")
#: A fact and the question about it.
FACT_FRAMES = (
    ("for K , the T is N .", "which T is given for K ?"),
    ("the T for K is N .", "which T belongs to K ?"),
    ("with K , the T N is given .", "which T is given with K ?"),
    ("N is the T of K .", "which T is that of K ?"),
)
_PARTS = {"K": r"(?P<listed>.+?)", "T": rf"(?P<kind>{'|'.join(KINDS)})", "N": r"(?P<figure>\d[\d.]*?)"}


@functools.cache
def fact_patterns() -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    """The patterns of a fact and of its question, frame by frame."""
    return tuple((_pattern(fact), _pattern(question)) for fact, question in FACT_FRAMES)


def asks_for_a_fact(question: str) -> bool:
    """Whether a question is one of the fixed ones, whose numerals only say which fact is meant."""
    return any(asking.fullmatch(question.strip()) for _, asking in fact_patterns())


def _pattern(frame: str) -> re.Pattern[str]:
    words = [_PARTS.get(word, re.escape(word)) for word in frame.split()]
    text = " ".join(words)
    for mark in (",", r"\.", r"\?"):
        text = text.replace(f" {mark}", mark)
    return re.compile(text, re.IGNORECASE)
