"""The fixed sentences in which the clauses of a word problem go out, for those that write them and those that read them.

A clause is said with its parts in an order of our own ("Ann bought 5 pens" as "5 pens are what Ann bought"); ``plain_text``
puts the parts back in plain order, so that whoever understands plain clauses understands these. What stands in a frame of
none of these kinds stays as it is.

S stands for a subject with its verb, O for a subject alone, R for a number with what it counts and what follows, V for a verb with what follows, U for a
number with what it counts, N for the number alone, D for a word of comparison ("more", "older"), B for what is compared
with, J for a quality ("long"), Q for a phrase of place, time or recipient.
"""

from __future__ import annotations

import functools
import re

from recast.language.ledger import is_form, plain_ledger
from recast.language.sentences import split_sentences

#: Kind of clause → its plain form, and the frames in which it goes out.
CLAUSE_FRAMES: dict[str, tuple[str, tuple[str, ...]]] = {
    "has": ("O has R .", ("R belong to O .", "with O there are R .")),
    "had": ("O had R .", ("R belonged to O .", "with O there were R .")),
    "are": ("there are R .", ("the count comes to R .", "one counts R .")),
    "were": ("there were R .", ("the count came to R .", "one counted R .")),
    "more": ("S N D U than B .", ("by N U , S D than B .", "N U D than B is what S .")),
    "measured": ("O is N U J .", ("N U is how J O is .", "how J O is comes to N U .")),
    "was measured": ("O was N U J .", ("N U is how J O was .", "how J O was comes to N U .")),
    "did": ("R V .", ("those that V are R .", "those that V come to R .")),
    "done there": ("S R Q .", ("Q , R are what S .", "Q , what S comes to R .")),
    "done": ("S R .", ("R are what S .", "what S comes to R .")),
}
#: The same of questions: T is what is counted, M a word of comparison, R all that follows.
QUESTION_FRAMES: dict[str, tuple[str, tuple[str, ...]]] = {
    "how many more": ("how many M T R ?", ("of the T , how many M R ?",)),
    "how many": ("how many T R ?", ("what number of T R ?", "of the T , how many R ?")),
    "how much": ("how much R ?", ("what amount R ?",)),
}
QUALITIES = ("long", "old", "tall", "wide", "high", "deep", "heavy", "far", "thick", "big", "aged", "weighty")
_FIGURE = r"(?:\d[\d.]*|some|another|twice|half|many)"
_PARTS = {
    "S": r"(?P<S>(?!how )[^,]+?)",
    "O": r"(?P<O>[^,]+?)",
    "R": rf"(?P<R>{_FIGURE}\b[^,]*?)",
    "U": r"(?P<U>[^,]+?)",
    "N": r"(?P<N>\d[\d.]*)",
    "D": r"(?P<D>more [a-z]+|more|fewer|less|[a-z]+er)",
    "B": r"(?P<B>[^,]+?)",
    "V": r"(?P<V>[^,]+?)",
    "J": rf"(?P<J>{'|'.join(QUALITIES)})",
    "Q": r"(?P<Q>(?:in|on|at|to|from|into|onto|for|with|during|by|near|inside|per) [^,\d]+?)",
}
_ASKED = {"T": r"(?P<T>[^,]+?)", "M": r"(?P<M>more|fewer|less)", "R": r"(?P<R>.+)"}
_VERB = r"(?P<R>(?:do|does|did|is|are|was|were|will|would|can|could|should|must|has|have|had|may|might) .+)"
_TIME = r"(?P<time>(?:then|now|later|also) )?"


def plain_text(text: str) -> str:
    """The text with each clause of one of the frames in plain order."""
    return " ".join(_plain(sentence, CLAUSE_FRAMES, _clause_patterns()) for sentence in split_sentences(text))


def plain_question(question: str) -> str:
    """The question with its parts in plain order; statements before it likewise."""
    *told, asked = split_sentences(question) or [question]
    made = [_plain(sentence, CLAUSE_FRAMES, _clause_patterns()) for sentence in told]
    return " ".join([*made, _plain(asked, QUESTION_FRAMES, _question_patterns())])


def _plain(
    sentence: str,
    frames: dict[str, tuple[str, tuple[str, ...]]],
    patterns: tuple[tuple[str, re.Pattern[str]], ...],
) -> str:
    if is_form(sentence):
        return plain_ledger(sentence)
    for kind, pattern in patterns:
        found = pattern.fullmatch(sentence[:1].lower() + sentence[1:])
        if found is None:
            continue
        parts = found.groupdict()
        form = frames[kind][0]
        if kind == "more" and parts["D"] not in ("more", "fewer", "less"):
            form = "S N U D than B ."  # "9 years older than"
        said = " ".join(
            filter(None, [(parts.get("time") or "").strip(), *(parts.get(w) or w for w in form.split())])
        )
        said = re.sub(r" ([.?])$", r"\1", said)
        return said[:1].upper() + said[1:]
    return sentence


@functools.cache
def _clause_patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple(
        (kind, _pattern(frame, _PARTS, _TIME))
        for kind, (_, frames) in CLAUSE_FRAMES.items()
        for frame in frames
    )


@functools.cache
def _question_patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    made = []
    for kind, (_, frames) in QUESTION_FRAMES.items():
        for frame in frames:
            parts = _ASKED if "," in frame or "T" not in frame.split() else {**_ASKED, "R": _VERB}
            made.append((kind, _pattern(frame, parts, "")))
    return tuple(made)


def _pattern(frame: str, parts: dict[str, str], before: str) -> re.Pattern[str]:
    text = " ".join(parts.get(word, re.escape(word)) for word in frame.split())
    for mark in (",", r"\.", r"\?"):
        text = text.replace(f" {mark}", mark)
    return re.compile(before + text, re.IGNORECASE)
