"""Words of a text: tokens with their spans, the folded form under which words are compared, and lemmas.

Lemmas come from ``lemminflect``'s dictionary; a word that it does not know is its own lemma. English only: a word of
another language or script folds and compares as it is written.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

#: Dotted acronyms, then words with inner apostrophes, numerals with inner separators, and any other single character.
#: A possessive ending is a token of its own, so that "Norland's" holds the word "Norland".
_TOKEN = re.compile(
    r"(?:[^\W\d_]\.){2,}"
    r"|['’](?:s|S)(?!\w)"
    r"|\d+(?:[.,]\d+)*(?:[^\W_]|(?<=\d)(?!\d))*"
    r"|[^\W_](?:(?:(?!['’][sS](?!\w))['’](?=[^\W_]))?[^\W_])*"
    r"|\S"
)


@dataclass(frozen=True, slots=True)
class Token:
    """``text`` is ``source[start:end]``: a word, a numeral, a possessive ending or one other character."""

    text: str
    start: int
    end: int

    @property
    def is_word(self) -> bool:
        """Holds a letter and no digit, and is not a possessive ending."""
        return self.text[0].isalpha() and (self.text.isalpha() or not self.has_digit)

    @property
    def is_possessive(self) -> bool:
        return self.text in ("'s", "’s", "'S", "’S")

    @property
    def has_digit(self) -> bool:
        return not self.text.isalpha() and any(c.isdigit() for c in self.text)


def tokens(text: str) -> tuple[Token, ...]:
    """The tokens of ``text`` in order. They never overlap and leave out only white space.

    Hyphens, slashes, signs and brackets are tokens of their own; "don't" is one token, "Ann's" is two, "U.S." is one,
    "1,234.5" is one, "213K" is one.
    """
    return tuple(Token(found.group(), found.start(), found.end()) for found in _TOKEN.finditer(text))


@functools.lru_cache(maxsize=16384)
def fold(word: str) -> str:
    """The form under which words are compared: NFKC, casefold, straight apostrophes."""
    return unicodedata.normalize("NFKC", word).replace("’", "'").casefold()


@functools.lru_cache(maxsize=16384)
def unaccented(word: str) -> str:
    """``fold`` without the accents of Latin letters ("Café" → "cafe")."""
    spread = unicodedata.normalize("NFD", fold(word))
    return unicodedata.normalize("NFC", "".join(c for c in spread if not "\u0300" <= c <= "\u036f"))


@functools.cache
def dictionary() -> Any:
    """The ``lemminflect`` module, loaded on first use (about a second)."""
    import lemminflect  # type: ignore[import-untyped]

    return lemminflect


@functools.lru_cache(maxsize=16384)
def lemmas_by_class(word: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The dictionary's lemmas of a word by class (``NOUN``, ``VERB``, ``ADJ``, ``ADV``, ``AUX``); empty if unknown."""
    found = dictionary().getAllLemmas(fold(word))
    return tuple((upos, tuple(fold(lemma) for lemma in found[upos])) for upos in sorted(found))


@functools.lru_cache(maxsize=16384)
def lemmas(word: str) -> frozenset[str]:
    """Every lemma the word can have, its own folded form included."""
    return frozenset([fold(word), *(lemma for _, found in lemmas_by_class(word) for lemma in found)])


_CLASS_ORDER = ("AUX", "NOUN", "VERB", "ADJ", "ADV")


def lemma(word: str) -> str:
    """One lemma, the same for every form that is met in questions: as a noun first, then verb, adjective, adverb."""
    found = dict(lemmas_by_class(word))
    return next((found[upos][0] for upos in _CLASS_ORDER if found.get(upos)), fold(word))


@functools.cache
def _extra_words() -> frozenset[str]:
    return frozenset(data_words("extra_words.txt"))


def is_english(word: str) -> bool:
    """Whether the dictionary knows the word, or ``data/extra_words.txt`` does (names mostly are in neither)."""
    return bool(lemmas_by_class(word)) or fold(word) in _extra_words()


def word_set(text: str) -> frozenset[str]:
    """The words of a list in the code, which is written as one text."""
    return frozenset(text.split())


@functools.cache
def data_words(file: str) -> tuple[str, ...]:
    """The words of one of the lists in ``language/data``, in order; lines that begin with "#" are comments."""
    text = files("recast.language").joinpath("data", file).read_text("utf-8")
    return tuple(word for line in text.splitlines() if not line.startswith("#") for word in line.split())
