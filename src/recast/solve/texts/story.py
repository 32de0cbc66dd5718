"""A passage as a solver's rules see it: sentences of tagged words, and what each numeral counts, for whom and how.

Nothing here depends on what a word means beyond its grammar, its class among the words of operations, and whether it is
the same word as another: a text whose words were exchanged consistently reads alike.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from recast.language.links import stem as stem
from recast.language.sentences import sentence_spans
from recast.language.tagging import tag_sentence
from recast.language.words import Token, data_words, fold, lemmas_by_class, tokens, word_set
from recast.numbers.prose import prose_numerals, scale_after
from recast.types import Private, Role

_MONEY_SIGNS = {"$": "dollar", "€": "euro", "£": "pound", "¥": "yen", "₹": "rupee"}
#: Nouns that count money and nothing else ("pound" may be a weight).
CURRENCIES = word_set("dollar euro franc rupee yen yuan krone krona peso zloty rouble ruble lira rand")
_IN_MONEY = re.compile(
    r"\s?(?:(?:dollar|euro|franc|rupee|peso|zloty|rouble|ruble)s?|yen|yuan|kron[ea]r?|rand|lira)\b"
)
_LEFT_OUT = re.compile(r"\[[^\]\d]{0,80}\]")
NOUNS = ("NN", "NNS", "NP")
WITHIN = (*NOUNS, "JJ", "JJR", "VBN", "VBG", "CD", "POS")
_VERBAL = ("VB", "VBD", "VBZ", "VBP", "VBN", "BE", "HV", "DO", "MD")
#: Other spellings of a measure, and short ones.
_SPELLED = {
    "kg": "kilogram", "kgs": "kilogram", "kilo": "kilogram", "g": "gram", "km": "kilometer", "kms": "kilometer", "cm": "centimeter",
    "mm": "millimeter", "m": "meter", "l": "liter", "ml": "milliliter", "lb": "pound", "lbs": "pound", "oz": "ounce", "ft": "foot",
    "hr": "hour", "hrs": "hour", "min": "minute", "mins": "minute", "metre": "meter", "kilometre": "kilometer",
    "centimetre": "centimeter", "millimetre": "millimeter", "litre": "liter", "millilitre": "milliliter", "tonne": "ton",
    "gramme": "gram", "people": "person",
}  # fmt: skip
_BEFORE_NOUNS = word_set("more fewer less other additional extra of")
_AFTER_NOUNS = word_set("left each more long old aged tall wide deep high thick heavy away apart")
_EMPTY = word_set(
    "a an the this that these those of in on at by for from to into with without and or but if then than as it its they them "
    "their he him his she her you your we our there here what which who whom when where why how many much more most be have "
    "do can could will would should must not s also only all both each every some any no now so up out off per about "
    "approximately around over under just too very same other another is are was were been being has had having does did "
    "fewer less times"
)


@dataclass(frozen=True, slots=True, repr=False)
class Word(Private):
    """One word, mark or numeral. ``literal`` is a numeral's plain decimal, and ``role`` its role."""

    low: str
    tag: str
    stem: str = ""
    unit: str = ""
    literal: str = ""
    role: Role = "data"
    scaled: bool = False
    percent: bool = False
    money: bool = False

    @property
    def is_data(self) -> bool:
        return bool(self.literal) and self.role in ("data", "choice")


Sentence = tuple[Word, ...]


@functools.lru_cache(maxsize=16384)
def unit_of(word: str) -> str:
    """The singular of a noun."""
    low = fold(word)
    if low in _SPELLED:
        return _SPELLED[low]
    found = dict(lemmas_by_class(word)).get("NOUN")
    if found:
        return _SPELLED.get(found[0], found[0])
    return low[:-1] if low.endswith("s") and not low.endswith("ss") else low


def content(words: Sequence[Word]) -> frozenset[str]:
    """The stems of the words that are more than grammar."""
    return frozenset(word.stem for word in words if word.stem)


def read(text: str) -> tuple[Sentence, ...]:
    """The sentences of a text, tagged; notes in square brackets are left out."""
    plain = _LEFT_OUT.sub(lambda note: " " * len(note.group()), text)
    numerals = prose_numerals(plain)
    covered = {at for numeral in numerals for at in range(numeral.start, numeral.end)}
    starts = {numeral.start: numeral for numeral in numerals}
    names = _names(plain)
    made = []
    for begin, end in sentence_spans(plain):
        pieces: list[tuple[Token | None, int]] = [
            (token, token.start) for token in tokens(plain[begin:end]) if begin + token.start not in covered
        ]
        pieces = [(token, begin + start) for token, start in pieces]
        pieces += [(None, start) for start in starts if begin <= start < end]
        pieces.sort(key=lambda piece: piece[1])
        words = []
        for place, (token, start) in enumerate(pieces):
            if token is None:
                numeral = starts[start]
                after = plain[numeral.end : numeral.end + 30]
                before = plain[max(0, start - 3) : start].rstrip()
                words.append(
                    Word(
                        numeral.written.casefold(),
                        "CD",
                        "" if numeral.role == "data" else numeral.written.casefold(),
                        literal=f"{numeral.value:f}",
                        role=numeral.role,
                        scaled=bool(scale_after(after)[0]),
                        percent=re.match(r"\s?(?:%|per ?cent\b)", after) is not None,
                        money=before[-1:] in _MONEY_SIGNS or _IN_MONEY.match(after) is not None,
                    )
                )
            else:
                words.append(_word(token.text, place == 0, names))
        made.append(_tagged(words))
    return tuple(made)


def _names(text: str) -> frozenset[str]:
    """The words that are written with a capital inside a sentence, and those that are known as given names."""
    inside = re.findall(r"(?<=[a-z,] )[A-Z][\w'’-]*", text)
    return frozenset(fold(word).removesuffix("'s") for word in inside) | _given_names()


@functools.cache
def _given_names() -> frozenset[str]:
    return frozenset(fold(name) for name in data_words("given_names.txt"))


def _word(text: str, first: bool, names: frozenset[str]) -> Word:
    low = fold(text)
    if not text[0].isalpha():
        return Word(low, "POS" if low in ("'s", "'") else ".")
    name = text[0].isupper() and low != "i" and (not first or (low in names and low not in _EMPTY))
    unit = unit_of(text)
    spelled = stem(unit if unit in _SPELLED.values() else text)  # "km" and "kilometres" are one word
    return Word(low, "NP" if name else "", "" if low in _EMPTY else spelled, unit)


def _tagged(words: list[Word]) -> Sentence:
    known: list[tuple[str, str | None]] = [(word.low, word.tag or None) for word in words]
    tags = tag_sentence(known) if known else ()
    made = [replace(word, tag=tag) for word, tag in zip(words, tags, strict=True)]
    for place, (before, word) in enumerate(pairwise(made), 1):
        if before.is_data and word.tag == "VBZ" and "NOUN" in dict(lemmas_by_class(word.low)):
            made[place] = replace(word, tag="NNS")  # "38 aces"
        told = place > 1 and made[place - 2].is_data and before.tag == "NN" and word.tag == "VBZ"
        if told and "NOUN" in dict(lemmas_by_class(word.low)) and _has_verb(made[: place - 2]):
            made[place] = replace(word, tag="NNS")  # "ate 22 carrot sticks"
    return tuple(_asking(_with_verb(made)))


def _asking(words: list[Word]) -> list[Word]:
    """The words of a question with "did" as what asks, and a verb behind it."""
    at = next((at for at, word in enumerate(words) if word.low in ("do", "does", "did")), None)
    if at is None or words[-1].low != "?":
        return words
    words = [*words[:at], replace(words[at], tag="DO"), *words[at + 1 :]]
    if any(word.tag in ("VB", "VBD", "VBN", "HV", "BE") for word in words[at + 1 :]):
        return words
    for place in range(len(words) - 1, at + 1, -1):
        word = words[place]
        if (
            word.tag == "NN"
            and words[place - 1].tag in (*NOUNS, "PRP")
            and word.low in dict(lemmas_by_class(word.low)).get("VERB", ())
        ):
            return [*words[:place], replace(word, tag="VB"), *words[place + 1 :]]
    return words


def _has_verb(words: Sequence[Word]) -> bool:
    return any(word.tag in _VERBAL for word in words)


def _with_verb(words: list[Word]) -> list[Word]:
    """The words of a sentence in which no verb was found, with its last plain noun that can be one as its verb ("32 of the
    sheep die")."""
    if _has_verb(words) or not any(word.is_data or word.low == "some" for word in words):
        return words
    for at in range(len(words) - 1, 0, -1):
        word, before = words[at], words[at - 1]
        joined = before.tag in NOUNS or before.low in ("more", "others")
        if word.tag == "NN" and joined and word.low in dict(lemmas_by_class(word.low)).get("VERB", ()):
            return [*words[:at], replace(word, tag="VB"), *words[at + 1 :]]
    return words


# ── what a numeral counts ────────────────────────────────────────────────────────────────────────────────────


def noun_after(words: Sequence[Word], at: int, most: int = 5) -> tuple[list[Word], int]:
    """The words of the noun that begins at ``at`` and the place after it; "of the" and a second noun are part of it."""
    found: list[Word] = []
    place = at
    while place < len(words) and len(found) < most:
        word = words[place]
        if word.low in _BEFORE_NOUNS and not found:
            place += 1
            continue
        if word.low in ("the", "his", "her", "their") and not found:
            place += 1
            continue
        if word.low == "-" and found:
            place += 1
            continue
        qualities = [found[-1].tag, words[place + 1].tag] if found and place + 1 < len(words) else []
        if word.low == "," and qualities == ["JJ", "JJ"]:  # "28 old, brown sheets"
            place += 1
            continue
        behind = (
            place + 1 == len(words) or words[place + 1].tag not in NOUNS
        )  # "10 pounds heavy", not "10 heavy pans"
        if word.literal or word.tag not in WITHIN or (word.low in _AFTER_NOUNS and behind):
            break
        if found and found[-1].tag == "NNS" and word.tag not in ("NN", "NNS"):
            break
        told = place + 1 < len(words) and words[place + 1].tag in NOUNS and found and found[-1].tag == "NN"
        if found and found[-1].tag in ("NN", "NNS") and word.tag in ("VBN", "JJ", "JJR") and not told:
            break
        found.append(word)
        place += 1
    return found, place


def head(noun: Sequence[Word]) -> str:
    """The lemma of the last noun; of a square or cubic measure with that word."""
    at = next((at for at in range(len(noun) - 1, -1, -1) if noun[at].tag in NOUNS), len(noun) - 1)
    if at < 0:
        return ""
    shaped = at > 0 and noun[at - 1].low in ("square", "cubic")
    return f"{noun[at - 1].low} {noun[at].unit}" if shaped else noun[at].unit
