"""A text as sentences of words, numerals and marks, as the rewriter of prose handles them.

Notes in square brackets, links and quotation marks are left out here; hyphened words are one word; a numeral knows its
place among the numerals of the record. Numerals are those of ``numbers.prose``, so all parts count alike.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from recast.language.tagging import tag_sentence
from recast.language.words import fold, lemma, lemmas_by_class, tokens
from recast.numbers.prose import prose_numerals
from recast.types import Private, Role

_LEFT_OUT = re.compile(r"\[[^\]\d]{0,80}\]|\[\d{1,3}\]|https?://\S+|www\.\S+")
_QUOTES = frozenset('"“”„«»`*_#|~')
_OPENING, _CLOSING = frozenset("(["), frozenset(")]")
_ABBREVIATIONS = frozenset(
    "mr mrs ms dr st mt ft jr sr no vs etc e.g i.e approx ca prof gen gov sen rep capt col inc ltd co corp ave blvd dept est "
    "jan feb mar apr jun jul aug sep sept oct nov dec".split()
)


@dataclass(slots=True, repr=False)
class Tok(Private):
    """One word, numeral or mark. ``numeral`` is its place among the numerals of the record, or -1. ``name`` is the
    number of the entity that the word names, or -1; ``matched`` says that the question speaks of the same."""

    text: str
    kind: Literal["word", "number", "mark"]
    tag: str = ""
    numeral: int = -1
    role: Role = "data"
    name: int = -1
    first: bool = False  # first word of its sentence
    depth: int = 0  # inside so many brackets
    matched: bool = False
    fixed: bool = False  # goes out as it stands: a word of the vocabulary set by a rule

    @property
    def low(self) -> str:
        return fold(self.text)


_CLASSES = {"N": "NOUN", "V": "VERB", "J": "ADJ", "R": "ADV"}


def base_of(tok: Tok) -> str:
    """The lemma of a word by its tag."""
    if tok.low == "people":
        return "person"
    found = dict(lemmas_by_class(tok.text))
    wanted = _CLASSES.get(tok.tag[:1], "")
    if found.get(wanted):
        return found[wanted][0]
    head, dash, tail = tok.low.rpartition("-")
    if dash and wanted == "NOUN":
        return f"{head}-{lemma(tail)}"
    return tok.low if found else _by_rule(tok)


def _by_rule(tok: Tok) -> str:
    low = tok.low
    if tok.tag in ("NNS", "VBZ") and low.endswith("s") and not low.endswith("ss"):
        return low[:-2] if low.endswith(("xes", "ches", "shes", "sses")) else low[:-1]
    return low


def read_sentences(text: str, numeral_offset: int) -> list[list[Tok]]:
    """The sentences of a text, each with its end mark. ``numeral_offset`` is how many numerals of the record stand before."""
    plain = _plain(text)
    return [
        sentence
        for sentence in _split(_toks(plain, numeral_offset))
        if any(t.kind != "mark" for t in sentence)
    ]


def _plain(text: str) -> str:
    """``text`` with what is left out blanked, character for character, so that numerals stay where they are found."""
    chars = list(text)
    for found in _LEFT_OUT.finditer(text):
        if not any(c.isdecimal() for c in found.group()[1:-1]) or found.group().startswith("["):
            chars[found.start() : found.end()] = " " * (found.end() - found.start())
    return "".join(" " if c in _QUOTES else "-" if c in "–—‒" else c for c in chars)


def _toks(text: str, offset: int) -> list[Tok]:
    numerals = {n.start: (place, n) for place, n in enumerate(prose_numerals(text), offset)}
    spans = [(n.start, n.end) for _, n in numerals.values()]
    found: list[tuple[Tok, int, int]] = []
    for start in numerals:
        place, numeral = numerals[start]
        found.append((Tok(numeral.written, "number", "CD", place, numeral.role), start, numeral.end))
    for token in tokens(text):
        for start, end in _outside(token.start, token.end, spans):
            piece = text[start:end]
            word = any(c.isalpha() for c in piece)
            kind: Literal["word", "mark"] = "word" if word or token.is_possessive else "mark"
            found.append((Tok(piece, kind), start, end))
    found.sort(key=lambda item: item[1])
    return _joined(found)


def _outside(start: int, end: int, spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The parts of a token that no numeral covers ("213K" leaves "K")."""
    pieces = [(start, end)]
    for s, e in spans:
        pieces = (
            [part for a, b in pieces for part in ((a, min(b, s)), (max(a, e), b)) if part[0] < part[1]]
            if s < end and start < e
            else pieces
        )
    return pieces


def _joined(found: Sequence[tuple[Tok, int, int]]) -> list[Tok]:
    """Hyphened words joined; a hyphen beside a numeral becomes "to" between two of them and goes elsewhere; the letters
    of an ordinal stay with their numeral."""
    toks: list[Tok] = []
    depth = 0
    place = 0
    while place < len(found):
        tok, start, end = found[place]
        after = found[place + 1] if place + 1 < len(found) else None
        before = found[place - 1] if place else None
        if tok.text in _OPENING:
            depth += 1
        elif tok.text in _CLOSING:
            depth = max(0, depth - 1)
        elif tok.text == "-":
            glued = before is not None and before[2] == start
            numbers = before is not None and after is not None and before[0].kind == after[0].kind == "number"
            if numbers and glued:
                toks.append(Tok("to", "word", depth=depth, fixed=True))
            elif (
                before is not None
                and after is not None
                and glued
                and after[1] == end
                and before[0].kind == after[0].kind == "word"
            ):
                toks[-1] = Tok(f"{toks[-1].text}-{after[0].text}", "word", depth=depth)
                place += 1
            elif not glued:
                toks.append(Tok(",", "mark", depth=depth))
        elif (
            tok.text in ("/", ":")
            and before is not None
            and after is not None
            and before[0].kind == after[0].kind == "number"
        ):
            toks.append(
                Tok("/", "mark", depth=depth)
                if tok.text == "/"
                else Tok("to", "word", depth=depth, fixed=True)
            )
        else:
            tok.depth = depth
            toks.append(tok)
        place += 1
    return toks


def _one_word(before: Tok, after: Tok) -> bool:
    """Whether a hyphen joins two words to one; names that are joined by it stay two."""
    both = before.text[:1].isupper() and after.text[:1].isupper() and len(before.text) > 1
    return before.kind == after.kind == "word" and not both


def _split(toks: Sequence[Tok]) -> list[list[Tok]]:
    sentences: list[list[Tok]] = [[]]
    for place, tok in enumerate(toks):
        sentences[-1].append(tok)
        if tok.kind == "mark" and tok.text in (".", "?", "!"):
            before = toks[place - 1] if place else None
            if tok.text == "." and before is not None and before.kind == "word":
                if before.low in _ABBREVIATIONS or (
                    len(before.text) == 1 and before.text.isupper() and before.text != "I"
                ):
                    sentences[-1].pop()
                    continue
            sentences.append([])
        elif tok.text.endswith(".") and len(tok.text) > 2 and place + 1 < len(toks):
            following = toks[place + 1]
            if following.text in ("The", "A", "In", "It", "He", "She", "They", "This", "On", "At", "By"):
                sentences[-1].append(Tok(".", "mark"))
                sentences.append([])
    for sentence in sentences:
        for tok in sentence:
            if tok.kind != "mark":
                tok.first = True
                break
    return sentences


def tagged(sentence: Sequence[Tok]) -> None:
    """Gives every word of the sentence its tag; names and numerals keep theirs."""
    known: list[tuple[str, str | None]] = []
    for tok in sentence:
        if tok.kind == "number":
            known.append((tok.text, "CD"))
        elif tok.kind == "mark":
            known.append((tok.text, "."))
        elif tok.name >= 0:
            known.append((tok.text, "NP"))
        elif tok.low in ("'s", "’s", "'", "’"):
            known.append((tok.text, "POS"))
        elif tok.text in ("$", "€", "£"):
            known.append((tok.text, "."))
        else:
            known.append((tok.low, None))
    if known:
        for tok, tag in zip(sentence, tag_sentence(known), strict=True):
            tok.tag = tag
        for before, tok, after in zip(sentence, sentence[1:], sentence[2:], strict=False):
            if tok.tag == "NN" and tok.low.endswith("s") and _several(before):
                tok.tag = "NNS"
            elif tok.tag == "NN" and tok.low.endswith("ing") and after.tag in _NOUNS and "VERB" in dict(lemmas_by_class(tok.low)):
                tok.tag = "VBG"


_NOUNS = ("NN", "NNS")


def _several(before: Tok) -> bool:
    """Whether what stands before a noun says that it means several ("6 sports", "many species")."""
    return (before.kind == "number" and before.text != "1") or before.low in ("many", "few", "fewer", "several", "these", "those")


def is_ascii(text: str) -> bool:
    """Whether a text is plain printable ASCII after compatibility folding."""
    plain = unicodedata.normalize("NFKC", text)
    return plain.isascii() and plain.isprintable()
