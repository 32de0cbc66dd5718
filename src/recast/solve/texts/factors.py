"""Factors that are said in words: "twice as many", "half that many", "a third of them", "two thirds of the pens"."""

from __future__ import annotations

from dataclasses import dataclass

from recast.language.words import word_set
from recast.solve.texts.story import Sentence

_TIMES = {"twice": 2, "double": 2, "triple": 3, "thrice": 3, "quadruple": 4}
_PARTS = {
    "half": 2, "halves": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9,
    "tenth": 10,
}  # fmt: skip
_COUNTS = {
    "a": 1,
    "an": 1,
    "one": 1,
    "1": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
}
_WHOLES = word_set("the his her their its these those them my our your")
#: The words of a factor: of a story that holds one, they must all have been read.
FACTOR_WORDS = frozenset((*_TIMES, *_PARTS, *(f"{part}s" for part in _PARTS)))


@dataclass(frozen=True, slots=True)
class Factor:
    """``over`` of ``under`` parts; of a ``share`` the whole follows ("a third of them"), else what it is compared with."""

    over: int
    under: int
    share: bool


def factor_at(sentence: Sentence, place: int) -> Factor | None:
    """The factor whose last word stands at ``place``."""
    low = sentence[place].low
    after = [word.low for word in sentence[place + 1 : place + 3]]
    compares = after[:1] in (["as"], ["that"]) or after == ["the", "number"] or after == ["the", "amount"]
    if low in _TIMES:
        return Factor(_TIMES[low], 1, share=False) if compares else None
    part = _PARTS.get(low) or _PARTS.get(low.removesuffix("s"))
    if part is None:
        return None
    before = [word.low for word in sentence[max(0, place - 2) : place] if word.low != "-"]
    over = 1 if low == "half" else _COUNTS.get(before[-1] if before else "", 0)
    if not over:
        return None
    if after[:1] == ["as"] or after[:1] == ["that"]:
        return Factor(over, part, share=False)
    if after[:1] == ["of"] or (low == "half" and after and after[0] in _WHOLES):
        return Factor(over, part, share=True)
    return None
