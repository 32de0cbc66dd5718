"""A question without its asker's slips: straight quotes, "not" and small ordinals written out, doubled words and wrong ends."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace

from recast.language.inflect import plural
from recast.language.words import fold
from recast.numbers.number_words import STRUCTURAL_WORDS
from recast.numbers.numerals import find_numerals
from recast.rewrite.pieces import BE, DO, Piece

_STRAIGHT = str.maketrans(
    {"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "−": "-", "…": " ", "´": "'", "`": "'"}
)
_LEAD = re.compile(r"^\s*(?:according to|based on|as per)\b[^,]{1,80},\s*", re.IGNORECASE)
_NOT = re.compile(
    r"\b(is|are|was|were|do|does|did|has|have|had|wo|ca|could|would|should)n't\b", re.IGNORECASE
)
_WHOLE = {"wo": "will", "ca": "can"}


def tidy(text: str) -> str:
    """NFKC, straight quotes and dashes, single spaces, "not" and small ordinals written out, and no "According to ...,"
    before the question."""
    plain = unicodedata.normalize("NFKC", text).translate(_STRAIGHT)
    plain = " ".join("".join(c if c.isprintable() else " " for c in plain).split())
    plain = _NOT.sub(lambda found: f"{_WHOLE.get(fold(found[1]), found[1])} not", plain)
    lead = _LEAD.match(plain)
    rest = plain[lead.end() :] if lead and not re.search(r"\d", lead.group()) else plain
    rest = _ordinals_written(_THAT_THAT.sub("than that", rest))
    return rest if rest.strip() else plain


_THAT_THAT = re.compile(
    r"(?<=[a-z]er )that that\b|(?<=more )that that\b|(?<=less )that that\b", re.IGNORECASE
)
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def _ordinals_written(text: str) -> str:
    """ "3rd" as "third" and "no. 1" as "first highest", up to ten and but in dates."""
    for numeral in reversed(find_numerals(text)):
        ending = re.compile(r"(?:st|nd|rd|th)\b", re.IGNORECASE).match(text, numeral.end)
        number = re.search(r"\bno\.? ?$", text[: numeral.start], re.IGNORECASE)
        small = (
            numeral.role == "structural"
            and numeral.written.isdecimal()
            and 0 < numeral.value <= len(_ORDINALS)
        )
        if small and (ending or number):
            word = _ORDINALS[int(numeral.value) - 1] + ("" if ending else " highest")
            start, end = number.start() if number else numeral.start, ending.end() if ending else numeral.end
            text = f"{text[:start]}{word}{text[end:]}"
    return text


_COUNTED = frozenset(
    {
        "bar",
        "line",
        "slice",
        "segment",
        "column",
        "row",
        "category",
        "value",
        "year",
        "month",
        "quarter",
        "week",
        "day",
        "group",
        "item",
        "label",
        "number",
        "wedge",
        "colour",
        "color",
    }
)
_QUESTION = frozenset({"what", "which", "who", "whose", "when", "where", "why", "how"})
_INVERTED = BE | DO | {"has", "have", "had", "does"}
_EXTREMES = {"minimum": "lowest", "maximum": "highest"}


def mended(pieces: Sequence[Piece], digits: bool) -> tuple[Piece, ...]:
    """The pieces of a question without its asker's slips: doubled words, contractions, a singular after "two", "Was is",
    no or another mark at the end. Structural numbers from two to five become words whatever they were, unless ``digits`` are
    wanted."""
    found: list[Piece] = []
    for piece in pieces:
        head, _, ending = piece.text.partition("'")
        if piece.kind == "kept" and head in _QUESTION and ending == "s":
            found += [Piece("kept", head), Piece("kept", "is")]
        elif piece.kind == "kept" and found and (found[-1].kind, found[-1].text) == ("kept", piece.text):
            continue
        else:
            found.append(piece)
    if [p.text for p in found[:2]] == ["was", "is"] and found[0].kind == "kept":
        found[0] = replace(found[0], text="what")
    if found and found[0].kind == "noun" and fold(found[0].text) == "whats":
        found[:1] = [Piece("kept", "what"), Piece("kept", "is")]
    for place in range(len(found) - 2, 0, -1):
        around = found[place - 1 : place + 2]
        if [p.text for p in around] == ["value", "of", "value"] and {p.kind for p in around} == {"kept"}:
            del found[place : place + 2]
    for place, piece in enumerate(found):
        following = found[place + 1] if place + 1 < len(found) else None
        after = found[place + 2] if place + 2 < len(found) else None
        if (
            (piece.kind, piece.text) in (("kept", "between"), ("kept", "from"))
            and following is not None
            and following.kind == "label"
            and (after is None or after.kind == "mark")
        ):
            found[place] = replace(
                piece, text="in"
            )  # one label stood for both ends ("between 2020 and 2040")
        if (
            piece.kind == "kept"
            and piece.text in _EXTREMES
            and following is not None
            and following.text == "value"
        ):
            found[place] = replace(piece, text=_EXTREMES[piece.text])
        if (
            piece.kind == "numeral"
            and piece.role == "structural"
            and (piece.text.isdigit() or piece.text.isalpha())
        ):
            if not digits:
                found[place] = replace(piece, text=STRUCTURAL_WORDS.get(piece.value, piece.text))
            if (
                piece.value > 1
                and following is not None
                and following.kind == "kept"
                and following.text in _COUNTED
            ):
                found[place + 1] = replace(following, text=plural(following.text))
    return _ended(found)


def _ended(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """With one mark at the end: "?" after a question, else a full stop."""
    found = list(pieces)
    while found and found[-1].kind == "mark":
        found.pop()
    kept = [piece.text for piece in found if piece.kind == "kept"]
    if not kept:
        return tuple(pieces)
    asks = found[0].text in _INVERTED or any(word in _QUESTION for word in kept)
    asks = asks or any(piece.kind == "mark" and piece.text == "?" for piece in pieces)
    return (*found, Piece("mark", "?" if asks else ".", tight=True))
