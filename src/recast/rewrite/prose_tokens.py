"""A text as sentences of words, numerals and marks, as the rewriter of prose handles them.

Notes in square brackets, links and quotation marks are left out here; hyphened words are one word; a numeral knows its
place among the numerals of the record. Numerals are those of ``numbers.prose``, so all parts count alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from recast.language.sentences import sentence_spans
from recast.language.tagging import again, tag_sentence
from recast.language.vocabulary import is_reasoning
from recast.language.words import fold, lemma, lemmas_by_class, tokens, word_set
from recast.numbers.number_words import STRUCTURAL_WORDS, is_ordinal
from recast.numbers.numerals import Numeral
from recast.numbers.prose import prose_numerals
from recast.types import Private, Role

_LEFT_OUT = re.compile(r"\[[^\]\d]{0,80}\]|\[\d{1,3}\]|https?://\S+|www\.\S+")
_QUOTES = frozenset('"“”„«»`*_#|~')
_SHARES = word_set("half third quarter fourth fifth sixth seventh eighth ninth tenth")
_COLLECTIVE = word_set("staff police crew personnel cattle folk clergy")
_CLOCK = frozenset({"am", "pm", "a.m.", "p.m.", "a.m", "p.m"})
_OPENING, _CLOSING = frozenset("(["), frozenset(")]")


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
    verb = again(low) if tok.tag.startswith("V") else None
    if verb is not None:
        return low[:2] + dict(lemmas_by_class(verb))["VERB"][0]
    if tok.tag in ("NNS", "VBZ") and low.endswith("s") and not low.endswith("ss"):
        return low[:-2] if low.endswith(("xes", "ches", "shes", "sses")) else low[:-1]
    return low


def read_sentences(text: str, numeral_offset: int) -> list[list[Tok]]:
    """The sentences of a text, each with its end mark. ``numeral_offset`` is how many numerals of the record stand before."""
    ends = [end for _, end in sentence_spans(text)]
    sentences: list[list[Tok]] = [[] for _ in ends]
    for tok, start in _toks(text, _plain(text), numeral_offset):
        place = next((k for k, end in enumerate(ends) if start < end), len(ends) - 1)
        sentences[place].append(tok)
    made = []
    for sentence in sentences:
        kept = [t for k, t in enumerate(sentence) if t.text not in (".", "?", "!") or k == len(sentence) - 1]
        first = next((t for t in kept if t.kind != "mark"), None)
        if first is not None:
            first.first = True
            made.append(kept)
    return made


def _plain(text: str) -> str:
    """``text`` with what is left out blanked, character for character, so that numerals stay where they are found."""
    chars = list(text)
    for found in _LEFT_OUT.finditer(text):
        if not any(c.isdecimal() for c in found.group()[1:-1]) or found.group().startswith("["):
            chars[found.start() : found.end()] = " " * (found.end() - found.start())
    return "".join(" " if c in _QUOTES else "-" if c in "–—‒" else c for c in chars)


def _toks(text: str, plain: str, offset: int) -> list[tuple[Tok, int]]:
    """The tokens of a text with their places. The numerals are those of the text as it is, in which all parts count."""
    numerals = [(place, n) for place, n in enumerate(prose_numerals(text), offset)]
    spans = [(n.start, n.end) for _, n in numerals]
    found = [
        (Tok(_digits(n), "number", "CD", place, n.role), n.start, n.end)
        for place, n in numerals
        if plain[n.start : n.end].strip()
    ]
    for token in tokens(plain):
        for start, end in _outside(token.start, token.end, spans):
            piece = plain[start:end]
            word = token.is_possessive or any(c.isalpha() for c in piece)
            found.append((Tok(piece, "word" if word else "mark"), start, end))
    return _joined(sorted(found, key=lambda item: item[1]))


def _digits(numeral: Numeral) -> str:
    """A number said in words, in digits; small structural ones ("the two", "third") and all else as they are written."""
    low = fold(numeral.written)
    if numeral.role == "year" and low.isdecimal() and len(low) == 2:  # "2018-19"
        return f"{numeral.value:f}"
    if any(c.isdecimal() for c in low):
        return numeral.written
    if numeral.role == "structural" and (is_reasoning(low) or low in STRUCTURAL_WORDS.values()):
        return numeral.written
    return f"{numeral.value:f}" + ("th" if is_ordinal(low) else "")


def is_share(before: Tok, after: Tok) -> bool:
    """Whether two words are a share said in words ("one third", "two-fifths"), which is no numeral."""
    counts = before.low in ("one", *STRUCTURAL_WORDS.values())
    return counts and after.kind == "word" and after.low.rstrip("s") in _SHARES


def _outside(start: int, end: int, spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The parts of a token that no numeral covers ("213K" leaves "K")."""
    pieces = [(start, end)]
    for s, e in spans:
        if s < end and start < e:
            pieces = [
                part for a, b in pieces for part in ((a, min(b, s)), (max(a, e), b)) if part[0] < part[1]
            ]
    return pieces


def _joined(found: Sequence[tuple[Tok, int, int]]) -> list[tuple[Tok, int]]:
    """Hyphened words and "X&Y" as one word; a hyphen or colon between two numerals as "to"; brackets as depth."""
    toks: list[tuple[Tok, int]] = []
    depth = 0
    taken = -1
    nothing = (Tok("", "mark"), -1, -1)
    for place, (tok, start, end) in enumerate(found):
        if place == taken:
            continue
        before, before_end = (found[place - 1][0], found[place - 1][2]) if place else (nothing[0], -1)
        after, after_start, _ = found[place + 1] if place + 1 < len(found) else nothing
        glued = before_end == start and after_start == end
        words = before.kind == after.kind == "word" and glued and not is_share(before, after)
        numbers = before.kind == after.kind == "number"
        tok.depth = depth
        if tok.text in _OPENING:
            depth += 1
        elif tok.text in _CLOSING:
            depth = max(0, depth - 1)
        elif tok.text == "&" and words:
            toks[-1] = (Tok(f"{before.text}{after.text}", "word", depth=depth), toks[-1][1])
            taken = place + 1
        elif (
            tok.text == ":"
            and numbers
            and glued
            and place + 2 < len(found)
            and found[place + 2][0].low in _CLOCK
        ):
            toks.append((Tok(":", "mark", depth=depth, fixed=True), start))
        elif numbers and (glued if tok.text == ":" else tok.text == "-" and before_end == start):
            toks.append((Tok("to", "word", depth=depth, fixed=True), start))
        elif tok.text == "-" and words:
            if not (before.text[:1].isupper() and after.text[:1].isupper() and len(before.text) > 1):
                toks[-1] = (Tok(f"{toks[-1][0].text}-{after.text}", "word", depth=depth), toks[-1][1])
                taken = place + 1
        elif tok.text == "-":
            if before_end != start:
                toks.append((Tok(",", "mark", depth=depth), start))
        else:
            toks.append((tok, start))
    return toks


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
        for place, tok in enumerate(sentence):
            near = sentence[max(0, place - 2) : place]
            several = any(_several(before) for before in near)
            if tok.tag == "NN" and several and (tok.low.endswith("s") or tok.low in _COLLECTIVE):
                tok.tag = "NNS"
            after = sentence[place + 1] if place + 1 < len(sentence) else None
            shared = after is not None and after.low in ("and", "or") and _number_at(sentence, place + 2)
            heads = after is None or not (shared or after.tag in ("NN", "NNS", "JJ", "VBG"))
            counted = bool(near) and near[-1].kind == "number" and near[-1].role == "data"
            # "1 lamp" becomes "731.5 lamps"; "46 book" is mended; "49 starfish" has no ending
            if tok.tag == "NN" and heads and counted and not is_reasoning(tok.low):
                tok.tag = "NNS"
        for tok, after in pairwise(sentence):
            if (
                tok.tag == "NN"
                and tok.low.endswith("ing")
                and after.tag in _NOUNS
                and "VERB" in dict(lemmas_by_class(tok.low))
            ):
                tok.tag = "VBG"


_NOUNS = ("NN", "NNS")


def _number_at(sentence: Sequence[Tok], place: int) -> bool:
    """Whether a numeral stands there ("31 red and 15 green balloons")."""
    return place < len(sentence) and sentence[place].kind == "number"


def _several(before: Tok) -> bool:
    """Whether what stands before a noun says that it means several ("6 sports", "many species")."""
    return (before.kind == "number" and before.text != "1" and before.role != "year") or before.low in (
        "many",
        "few",
        "fewer",
        "several",
        "these",
    )
