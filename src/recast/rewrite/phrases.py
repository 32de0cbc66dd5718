"""Runs of content words as phrases: a noun, a verb, an adjective or a name, told apart by dictionary classes and the reasoning
words around them. A wrong guess costs fluency, never privacy: every content word is replaced whatever it is taken for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from recast.language.inflect import is_plural, tag_of
from recast.language.words import fold, lemma, lemmas_by_class
from recast.rewrite.pieces import BE, DO, Piece, Word

_RELATIVE = frozenset({"who", "that", "which", "whom"})
_SEVERAL = frozenset(
    {
        "many",
        "few",
        "fewer",
        "these",
        "those",
        "several",
        "various",
        "all",
        "both",
    }
)
_EXPECTED = frozenset({"expect", "use", "suppose"})


def phrased(items: Sequence[Piece | Word], dated: bool) -> tuple[Piece, ...]:
    """Every run of content words as phrases; kept words as they are, folded."""
    pieces: list[Piece] = []
    run: list[Word] = []
    asked = False  # a "did" waits for its verb
    subject = False  # and has had its subject

    def flush(following: str) -> None:
        nonlocal subject, asked
        if run:
            waits = asked and (subject or len(run) > 1) and not following.endswith(" ")
            made = _phrases(run, pieces, waits, following.strip())
            asked = asked and not any(piece.kind == "verb" for piece in made)
            subject = subject or any(piece.kind in ("noun", "name") for piece in made)
            pieces.extend(made)
            run.clear()

    for item in items:
        if isinstance(item, Word) and not item.reasoning:
            run.append(item)
            continue
        verb_follows = isinstance(item, Word) and "VERB" in item.classes and item.text.isalpha()
        flush(f"{fold(item.text)} " if verb_follows else fold(item.text))
        if isinstance(item, Word):
            word = fold(item.text)
            if word in DO:
                asked, subject = True, False
            elif asked and subject and "VERB" in item.classes:
                asked = False
            pieces.append(Piece("kept", word))
        elif item.kind == "mark" and item.text in ("'s", "'"):
            _possess(pieces)
        elif item.kind == "mark" and item.text == "&":
            pieces.append(Piece("kept", "and"))
        elif not (item.role == "year" and pieces and _holds_year(pieces[-1], dated)):
            subject = subject or item.kind == "label"
            pieces.append(item)
    flush("")
    return tuple(_without_stray_dashes(pieces))


def _holds_year(piece: Piece, dated: bool) -> bool:
    """Whether a year right after this piece is part of what it says: the label of a month, or the name of one."""
    return (piece.kind == "label" and not piece.text[-1].isdigit()) or (piece.kind == "name" and not dated)


def _possess(pieces: list[Piece]) -> None:
    if pieces and pieces[-1].kind in ("label", "noun", "name"):
        pieces[-1] = replace(pieces[-1], possessive=True)
    elif pieces and pieces[-1].kind == "kept":
        pieces[-1] = replace(pieces[-1], text=f"{pieces[-1].text}'s")


def _without_stray_dashes(pieces: Sequence[Piece]) -> list[Piece]:
    """A dash means "to" between two numerals or labels; anywhere else it goes."""
    ends = ("numeral", "label")
    kept = []
    for place, piece in enumerate(pieces):
        if piece.kind == "mark" and piece.text == "-":
            around = pieces[max(0, place - 1) : place + 2]
            if len(around) == 3 and around[0].kind in ends and around[2].kind in ends:
                kept.append(Piece("kept", "to"))
        else:
            kept.append(piece)
    return kept


def _phrases(run: Sequence[Word], pieces: Sequence[Piece], asked: bool, following: str) -> list[Piece]:
    """The noun phrase, verb, adjective or name that a run of content words is, or two of them."""
    words = [word for word in run if word.classes != frozenset(["ADV"]) or word.proper]
    if not words:
        return []
    before = fold(pieces[-1].text) if pieces and pieces[-1].kind == "kept" else ""
    after_noun = bool(pieces) and pieces[-1].kind in ("label", "noun", "name")
    expected = before == "to" and len(pieces) > 1 and lemma(pieces[-2].text) in _EXPECTED
    first, last = words[0], words[-1]
    if len(words) > 1:
        for place in range(1, len(words) - 1):
            word = words[place]
            if (
                word.classes == frozenset(["VERB"])
                and is_plural(words[place - 1].text)
                and _tag(word) in ("VBD", "VB")
            ):
                return [
                    _noun(words[:place], before, "verb"),
                    _verb(word),
                    _noun(words[place + 1 :], "", following),
                ]
        if before in _RELATIVE and _is_verb(first):
            return [_verb(first), _noun(words[1:], "", following)]
        if (
            not last.proper
            and _is_verb(last)
            and (
                (asked and _tag(last) == "VB")
                or (_tag(last) in ("VBD", "VBN") and "NOUN" not in last.classes)
            )
        ):
            return [_noun(words[:-1], before, "verb"), _verb(last)]
        return [_noun(words, before, following)]
    if first.proper:
        return [_noun(words, before, following)]
    tag = _tag(first) if _is_verb(first) else ""
    is_noun = "NOUN" in first.classes
    if not pieces and tag == "VB" and following:
        return [Piece("kept", "find")]  # an imperative ("Work out the ratio")
    if before in ("the", "a", "an") and tag in ("VBD", "VBN", "VBG") and not is_noun:
        return []  # a participle before a kept noun ("the projected increase")
    verb = tag and (
        (asked and tag == "VB")
        or expected
        or before in _RELATIVE
        or (before in BE and tag in ("VBD", "VBN", "VBG") and not (is_noun and tag == "VBG"))
        or (after_noun and tag in ("VBD", "VBN", "VBG"))
        or first.classes == frozenset(["VERB"])
    )
    if verb:
        return [_verb(first)]
    if "ADJ" in first.classes and not is_noun:
        return (
            [Piece("adjective", first.text, key=(lemma(first.text),))]
            if before in BE | {"how", "so", "very"}
            else []
        )
    return [_noun(words, before, following)]


def _is_verb(word: Word) -> bool:
    return "VERB" in word.classes and not word.joined


def _tag(word: Word) -> str:
    return tag_of(word.text, "VERB")


def _verb(word: Word) -> Piece:
    return Piece("verb", word.text, key=(lemma(word.text),))


def _noun(words: Sequence[Word], before: str, following: str) -> Piece:
    text = " ".join(word.text for word in words)
    key = tuple(lemma(part) for part in re.findall(r"[^\W_]+", text)) or (fold(text),)
    head = re.split(r"[^\w']", words[-1].text)[-1] or words[-1].text
    if words[-1].proper and not (head.islower() and lemmas_by_class(head)):
        return Piece("name", text, key=key)
    plural = before in _SEVERAL or fold(head) == "people" or (before != "much" and is_plural(head))
    return Piece("noun", text, key=key, plural=plural, people=following == "who")
