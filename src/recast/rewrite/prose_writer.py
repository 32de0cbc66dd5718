"""Sentences written out in the words of the other world, piece by piece, so that each numeral keeps its source.

Every piece is cleared by itself: a word of the source becomes an invented name, a character outside ASCII goes. After
that the text is read again as the number map will read it: a numeral that is not one of its pieces, or a piece that is
no numeral any more, is taken out.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from recast.language.inflect import article, plural
from recast.language.vocabulary import is_reasoning
from recast.language.words import fold, lemma, lemmas
from recast.numbers.prose import prose_numerals
from recast.numbers.written import SCALES, plain_number
from recast.rewrite.prose_tokens import Tok
from recast.rewrite.prose_units import Units, unit_at
from recast.rewrite.prose_words import Lexicon
from recast.types import Private, Substitution

_WORD = re.compile(r"[^\W\d_]+")
_ONE = frozenset({"per", "a", "an", "each", "every", "one", "half"})
_SCALE_MARKS = frozenset({"K", "k", "M", "bn", "mn", "tn"})
_MARKS = {".": ".", "?": "?", "!": "!", ",": ",", ";": ",", ":": ",", "/": "/"}
_BEFORE_NUMERAL = frozenset("/:$€£¥")
_REPAIRS = 12


@dataclass(slots=True, repr=False)
class _Piece(Private):
    """A word or mark as written. ``numeral`` is its place among the source's numerals or -1; ``glued``: no space before."""

    text: str
    numeral: int = -1
    glued: bool = False
    opens: bool = False  # first of its sentence


@dataclass(frozen=True, slots=True, repr=False)
class Written(Private):
    """A text made, and the place among the source's numerals of each numeral in it."""

    text: str
    sources: tuple[int, ...]


@dataclass(slots=True, repr=False)
class Writer(Private):
    """Writes the texts of one record. ``seen`` are the source's words as the leak scan compares them (each and its one
    lemma); ``fallback`` gives a fresh name for a word that nothing else could replace."""

    lexicon: Lexicon
    units: Units
    keep_units: bool
    seen: Collection[str]
    fallback: Callable[[], str]
    said: dict[str, Substitution] = field(default_factory=dict)
    patched: dict[str, str] = field(default_factory=dict)

    def text(self, sentences: Sequence[Sequence[Tok]]) -> Written:
        """The sentences as one text."""
        pieces: list[_Piece] = []
        for sentence in sentences:
            made = self._sentence(sentence)
            if made:
                made[0].opens = True
                made[0].glued = False
                pieces += made
        pieces = [piece for piece in map(self._cleared, pieces) if piece.text]
        for piece, after in pairwise(pieces):
            if piece.text.casefold() in ("a", "an") and after.text.casefold() in ("a", "an", "the"):
                piece.text = ""
            elif piece.text.casefold() in ("a", "an"):
                piece.text = article(after.text)
            elif " " in piece.text and piece.text.split()[-1] == after.text:  # "part with" before "with"
                after.text = ""
        pieces = [piece for piece in pieces if piece.text]
        return _settled(pieces)

    def substitutions(self) -> tuple[Substitution, ...]:
        """What stands for each name and noun that was written, names first."""
        return tuple(sorted(self.said.values(), key=lambda pair: pair.kind != "name"))

    # ── one sentence ──

    def _sentence(self, sentence: Sequence[Tok]) -> list[_Piece]:
        made: list[_Piece] = []
        place = 0
        while place < len(sentence):
            tok = sentence[place]
            unit = unit_at(sentence, place)
            if tok.kind == "number":
                if made and made[-1].numeral >= 0 and made[-1].text[:1].isdigit():
                    mixed = place + 1 < len(sentence) and sentence[place + 1].text == "/"  # "2 1/2"
                    made.append(_Piece("and") if mixed else _Piece(",", glued=True))
                made.append(
                    _Piece(_plain(tok.text), tok.numeral, bool(made) and made[-1].text in _BEFORE_NUMERAL)
                )
                place = self._past_scale(sentence, place + 1)
                continue
            if unit:
                made.append(self._unit(sentence, place, unit))
            elif tok.kind == "mark":
                _mark(tok, made)
            elif tok.tag == "POS":
                if made:
                    ends = made[-1].text.endswith("s") and tok.low in ("'", "’")
                    made.append(_Piece("'" if ends else "'s", glued=True))
            elif word := self._word(tok, sentence, place):
                made.append(_Piece(word))
            place += 1
        return made

    def _past_scale(self, sentence: Sequence[Tok], place: int) -> int:
        """Past the scale word that follows a numeral, where units are abstract: the map gives the full value."""
        if not self.keep_units and place < len(sentence) and _is_scale(sentence[place]):
            place += 1
            if place < len(sentence) and sentence[place].low == "of":
                place += 1
        return place

    def _unit(self, sentence: Sequence[Tok], place: int, unit: str) -> _Piece:
        tok, before = sentence[place], sentence[place - 1] if place else Tok("", "mark")
        if unit == "percent" and (self.keep_units or not self.units.passage):
            return _Piece("%", glued=True) if before.kind == "number" else _Piece("percentage")
        if self.keep_units:
            return _Piece(tok.text, glued=tok.text == "%")
        word = self.units.word(unit)
        after = sentence[place + 1] if place + 1 < len(sentence) else Tok("", "mark")
        modifies = (
            before.kind == "number"
            and after.tag in ("NN", "NNS")
            and not is_reasoning(after.low)
            and not tok.low.endswith("s")
        )
        counted = before.kind == "number" and before.role == "data"  # "1 dollar" becomes "731.5 motes"
        single = (not counted and before.low in (*_ONE, "1")) or modifies
        return _Piece(word if single else plural(word))

    def _word(self, tok: Tok, sentence: Sequence[Tok], place: int) -> str:
        if tok.fixed or tok.text == "I":
            return tok.text
        if tok.name >= 0:
            return self._name(tok, sentence, place)
        if tok.low.rstrip("s") in SCALES:
            return "many"
        made = self.lexicon.replaced(tok, imperative=tok.first and tok.tag == "VB")
        if tok.tag in ("NN", "NNS") and made and not is_reasoning(made):
            self.said.setdefault(fold(made), Substitution(tok.low, made, "thing", restores=True))
        return made

    def _name(self, tok: Tok, sentence: Sequence[Tok], place: int) -> str:
        if place and sentence[place - 1].name == tok.name:
            return ""
        last = tok
        for following in sentence[place + 1 :]:
            if following.name != tok.name:
                break
            last = following
        entity = self.lexicon.entities[tok.name]
        name = self.lexicon.name(tok.name, entity.kind != "person" and _is_people(last))
        self.said.setdefault(fold(name), Substitution(entity.written, name, "name", restores=True))
        return name

    def _cleared(self, piece: _Piece) -> _Piece:
        """The piece in plain ASCII, each word of the source in it replaced by an invented name."""
        plain = "".join(
            c for c in unicodedata.normalize("NFKC", piece.text) if c.isascii() and c.isprintable()
        )
        piece.text = plain if piece.numeral >= 0 else _WORD.sub(self._patch, plain).strip()
        return piece

    def _patch(self, found: re.Match[str]) -> str:
        word = found.group()
        as_scanned = fold(word) in self.seen or lemma(word) in self.seen
        free = is_reasoning(word) or lemmas(word).isdisjoint(self.lexicon.banned)
        if len(word) < 2 or (free and not as_scanned):
            return word
        if fold(word) not in self.patched:
            self.patched[fold(word)] = self.fallback()
        return self.patched[fold(word)]


def _mark(tok: Tok, made: list[_Piece]) -> None:
    if tok.fixed:
        made.append(_Piece(tok.text, glued=True))
    elif tok.text in _MARKS:
        if made and made[-1].text == ",":
            made.pop()
        if made:
            made.append(_Piece(_MARKS[tok.text], glued=True))
    elif tok.text in ("+", "=", "×"):
        made.append(_Piece(tok.text))


def _plain(written: str) -> str:
    value = plain_number(written)
    return written if value is None or not written[:1].isdigit() else f"{value:f}"


def _is_scale(tok: Tok) -> bool:
    return tok.low.rstrip("s") in SCALES or tok.text in _SCALE_MARKS


def _is_people(tok: Tok) -> bool:
    """Whether a name is a plural ("the Parkers", "Normans")."""
    regular = tok.low.endswith("s") and not tok.low.endswith(("ss", "us", "is"))
    return regular and len(tok.text) > 4 and tok.text[1:].islower()


# ── the text as the number map reads it ──────────────────────────────────────────────────────────────────────


def _settled(pieces: list[_Piece]) -> Written:
    """The text in which exactly the pieces that are numerals are found as numerals."""
    for _ in range(_REPAIRS):
        text, spans = _laid_out(pieces)
        found = prose_numerals(text)
        over = [[k for k, (s, e) in enumerate(spans) if s < n.end and n.start < e] for n in found]
        numbers = [[k for k in group if pieces[k].numeral >= 0] for group in over]
        wrong = {k for group, own in zip(over, numbers, strict=True) if len(own) != 1 for k in group}
        lost = {k for k, piece in enumerate(pieces) if piece.numeral >= 0} - {
            k for own in numbers for k in own
        }
        if not wrong and not lost:
            return Written(text, tuple(pieces[own[0]].numeral for own in numbers))
        pieces = [piece for k, piece in enumerate(pieces) if k not in wrong | lost]
    pieces = [
        p
        for p in pieces
        if p.numeral < 0 and not any(c.isdigit() for c in p.text) and not prose_numerals(p.text)
    ]
    return Written(_laid_out(pieces)[0], ())


def _laid_out(pieces: Sequence[_Piece]) -> tuple[str, list[tuple[int, int]]]:
    """The pieces as text, and where each stands in it."""
    text = ""
    spans = []
    for piece in pieces:
        word = piece.text[:1].upper() + piece.text[1:] if piece.opens or not text else piece.text
        text += ("" if piece.glued or not text else " ") + word
        spans.append((len(text) - len(word), len(text)))
    return text, spans
