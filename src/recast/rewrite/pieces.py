"""The pieces of a question, and the words of which they are made: what its reader, its mender and the rewriter share."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from recast.language.words import lemmas_by_class
from recast.rewrite.units import UnitForm
from recast.types import Private

PieceKind = Literal["label", "numeral", "unit", "kept", "noun", "verb", "adjective", "name", "mark"]


@dataclass(frozen=True, slots=True, repr=False)
class Piece(Private):
    """One part of a question, ``text`` as written. ``tight``: no space before it. ``label`` is an index into the labels
    that ``read`` was given; ``key`` the lemmas of a phrase of content words; ``form`` what stands for a unit."""

    kind: PieceKind
    text: str
    tight: bool = False
    label: int = -1
    possessive: bool = False
    key: tuple[str, ...] = ()
    plural: bool = False
    people: bool = False
    form: UnitForm = "none"
    value: Decimal = Decimal(0)
    role: str = ""


@dataclass(frozen=True, slots=True)
class Span:
    """``text[start:end]`` is taken by a piece already; ``label`` as in ``Piece``."""

    start: int
    end: int
    label: int


@dataclass(frozen=True, slots=True)
class Word:
    """A compound of tokens without a space between them; ``joined`` if it holds a hyphen or the like."""

    text: str
    start: int
    end: int
    first: bool  # stands at the beginning of a sentence
    reasoning: bool
    joined: bool

    @property
    def proper(self) -> bool:
        """Looks like a name: a capital where none is due, a digit, or letters other than a-z."""
        if any(c.isdigit() for c in self.text) or not self.text.isascii():
            return True
        if not any(c.isupper() for c in self.text):
            return False
        return not self.first or self.text[1:] != self.text[1:].lower() or not lemmas_by_class(self.text)

    @property
    def classes(self) -> frozenset[str]:
        last = re.split(r"[^\w']", self.text)[-1] or self.text
        return frozenset(upos for upos, _ in lemmas_by_class(last))


BE = frozenset({"is", "are", "was", "were", "be", "been", "being", "get", "got", "gets"})
DO = frozenset(
    {
        "do",
        "does",
        "did",
        "will",
        "would",
        "can",
        "could",
        "shall",
        "should",
        "may",
        "might",
        "must",
    }
)


def plain(value: Decimal) -> str:
    """Digits without exponent or trailing zeros."""
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
