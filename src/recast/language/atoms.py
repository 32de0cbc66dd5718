"""A text as atoms: the pieces by which a label and a question are compared, under every key that can name them.

Words are keyed by their lemmas without accents; phrases of one alias group, months, quarters, dates, number ranges
("25 to 34", "65 and older", "under 18") and school or fiscal years ("2016/17") become one atom each, so that the
different ways in which people write them compare equal. Used by ``mentions`` only.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from types import MappingProxyType
from typing import Literal

from recast.language.inflect import singular
from recast.language.words import Token, fold, lemmas_by_class, tokens, unaccented

AtomKind = Literal["word", "number", "range", "time", "joiner", "article", "mark", "stop"]

#: Most keys of one atom: the lemmas of an ambiguous form.
MOST_KEYS = 3


@dataclass(frozen=True, slots=True)
class Atom:
    """``text[start:end]`` under its ``keys``. ``joiner`` is "and" or "&", ``mark`` a sign that may be left out, ``stop``
    one that ends a phrase."""

    start: int
    end: int
    keys: tuple[str, ...]
    kind: AtomKind


_MONTHS = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
MONTH_OF = {
    form: f"month{number}"
    for number, month in enumerate(_MONTHS, 1)
    for form in {month, month[:3], "sept" if month == "september" else month}
}
_ORDINAL_QUARTERS = {
    "first": "1",
    "1st": "1",
    "second": "2",
    "2nd": "2",
    "third": "3",
    "3rd": "3",
    "fourth": "4",
    "4th": "4",
}
_SPELLINGS = (
    (re.compile(r"(?<=[a-z]{3})our(?=$|able$|ably$|ite$|ed$|ing$)"), "or"),
    (re.compile(r"isation$"), "ization"),
    (re.compile(r"(?<=[a-z]{3})ise$"), "ize"),
    (re.compile(r"(?<=[a-z]{2})tre$"), "ter"),
)


@functools.lru_cache(maxsize=16384)
def word_keys(word: str) -> tuple[str, ...]:
    """The keys of one word: its lemmas, unaccented, in one spelling; an unknown word without its plural ending."""
    folded = unaccented(word).replace(".", "").replace("'", "")
    found = {lemma for _, forms in lemmas_by_class(folded) for lemma in forms}
    if not found:
        plural = len(folded) > 3 and folded.endswith("s") and not folded.endswith(("ss", "us", "is"))
        found = {unaccented(singular(folded)) if plural else folded}
    keys = set()
    for key in found:
        spelt = unaccented(key).replace("'", "")
        for pattern, put in _SPELLINGS:
            spelt = pattern.sub(put, spelt)
        keys.add(spelt)
    return tuple(sorted(keys))[:MOST_KEYS]


_CONTRACTIONS = {"can't": ("can", "not"), "won't": ("will", "not")}
_BREAKS = frozenset("?!;:")


@functools.cache
def _aliases() -> dict[tuple[str, ...], str]:
    """Folded words of a phrase → the key of its group."""
    table: dict[tuple[str, ...], str] = {}
    for line in files("recast.language").joinpath("data", "aliases.txt").read_text("utf-8").splitlines():
        if line.startswith("#") or "|" not in line:
            continue
        phrases = [phrase.strip() for phrase in line.split("|")]
        table.update({_alias_words(phrase): "@" + unaccented(phrases[0]) for phrase in phrases})
    return table


@functools.cache
def _alias_heads() -> frozenset[str]:
    return frozenset(phrase[0] for phrase in _aliases())


def _alias_words(phrase: str) -> tuple[str, ...]:
    return tuple(_alias_word(token.text) for token in tokens(phrase) if token.text not in (",", "/"))


@functools.lru_cache(maxsize=16384)
def _alias_word(word: str) -> str:
    plain = unaccented(word).replace(".", "")
    nouns = dict(lemmas_by_class(plain)).get("NOUN", ())
    if nouns:
        return unaccented(nouns[0])
    return plain[:-1] if len(plain) > 4 and plain.endswith("ns") else plain


_DEMONYM_ENDINGS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("ian", ("ia", "y", "", "a", "on")),
    ("ean", ("ea", "e", "")),
    ("an", ("a", "o", "e", "")),
    ("ese", ("", "a", "e")),
    ("i", ("",)),
)


def home_keys(word: str) -> tuple[str, ...]:
    """Names that a word for a people may come from ("Malaysians" → malaysia, ...); mostly not words, meant to be looked
    up among the words of labels."""
    folded = unaccented(word)
    folded = folded[:-1] if folded.endswith("s") else folded
    return tuple(
        folded.removesuffix(ending) + put
        for ending, puts in _DEMONYM_ENDINGS
        if folded.endswith(ending) and len(folded) - len(ending) >= 3
        for put in puts
    )


#: Endings by which a noun is made of a verb, longest first, those that a verb without a noun of its form takes as well, and
#: endings of verbs that change.
_NOUN_ENDINGS = ("ation", "ment", "ion", "al")
_ONLY_OF_VERBS = ("ing", "y", "age")
_CHANGED = (
    ("mit", "mission"),
    ("duce", "duction"),
    ("sume", "sumption"),
    ("nd", "nsion"),
    ("de", "sion"),
    ("fy", "fication"),
)
#: Endings by which an adjective is made of a noun ("environmental", "religious"), and what the noun ends in without them.
_OF_NOUNS = (
    ("ical", ("", "y", "ics")),
    ("ial", ("", "e", "y")),
    ("al", ("", "e", "ics", "s")),
    ("ious", ("ion", "")),
    ("ic", ("y", "ics")),
)


@functools.lru_cache(maxsize=16384)
def kin_keys(word: str) -> tuple[str, ...]:
    """Words of another class that mean the same thing ("generated" → generation, "approval" → approve, "immediately" →
    immediate), as far as the dictionary has them; meant to be looked up among the words of labels."""
    folded = unaccented(word)
    classes = dict(lemmas_by_class(folded))
    found: list[str] = []
    for verb in classes.get("VERB", ()):
        endings = _NOUN_ENDINGS if "NOUN" in classes else (*_NOUN_ENDINGS, *_ONLY_OF_VERBS)
        found += [stem + ending for stem in (verb, verb.removesuffix("e")) for ending in endings]
        found += [verb.removesuffix(end) + put for end, put in _CHANGED if verb.endswith(end)]
    nouns = [key for key in found if "NOUN" in dict(lemmas_by_class(key))]
    verbs = [
        noun.removesuffix(ending) + put
        for noun in classes.get("NOUN", ())
        for ending in _NOUN_ENDINGS
        if noun.endswith(ending) and len(noun) - len(ending) > 4
        for put in ("", "e")
    ]
    others = [folded + "ly"] if "ADJ" in classes else []
    others += [folded.removesuffix("ly")] if "ADV" in classes and folded.endswith("ly") else []
    known = [verb for verb in verbs if "VERB" in dict(lemmas_by_class(verb))]
    related = [key for key in _of_noun(folded, classes) if len(key) > 5]
    return tuple(key for key in dict.fromkeys((*nouns, *known, *others, *related)) if len(key) > 4)


def _of_noun(word: str, classes: Mapping[str, tuple[str, ...]]) -> list[str]:
    """The adjectives that are made of a noun (not of its plural: "regions" are no regional ones), and the nouns that an adjective is made of, as far as the dictionary has them."""
    adjectives = [
        noun.removesuffix(put) + ending
        for noun in classes.get("NOUN", ())
        if noun == word
        for ending, puts in _OF_NOUNS
        for put in puts
        if noun.endswith(put)
    ]
    nouns = [
        word.removesuffix(ending) + put
        for ending, puts in _OF_NOUNS
        if "ADJ" in classes and word.endswith(ending)
        for put in puts
    ]
    return [key for key in adjectives if "ADJ" in dict(lemmas_by_class(key))] + [
        key for key in nouns if "NOUN" in dict(lemmas_by_class(key))
    ]


def _quarter(parts: list[Token], at: int) -> tuple[int, str] | None:
    """The number of tokens and the key of a quarter or half year that begins at ``at``."""
    word = fold(parts[at].text)
    following = fold(parts[at + 1].text) if at + 1 < len(parts) else ""
    if re.fullmatch(r"q[1-4]|[1-4]q", word):
        return 1, "quarter" + word.strip("q")
    if word in _ORDINAL_QUARTERS and following == "quarter":
        return 2, "quarter" + _ORDINAL_QUARTERS[word]
    if word == "quarter" and following in ("1", "2", "3", "4"):
        return 2, "quarter" + following
    if re.fullmatch(r"h[12]", word):
        return 1, "half" + word[1]
    if word in ("first", "second", "1st", "2nd") and following in ("half", "semester"):
        return 2, "half" + _ORDINAL_QUARTERS[word]
    return None


def _month(parts: list[Token], at: int) -> str:
    """The key of a month name. "may" and "march" must be capitalised or stand before a year."""
    word = fold(parts[at].text)
    if word not in MONTH_OF:
        return ""
    following = parts[at + 1].text if at + 1 < len(parts) else ""
    if word in ("may", "march", "mar") and not (parts[at].text[0].isupper() or following.isdigit()):
        return ""
    return MONTH_OF[word]


def _season(parts: list[Token], at: int) -> bool:
    """Whether a season of a year begins at ``at``: "Fall 2012", "the fall of 2012"."""
    if fold(parts[at].text) not in ("spring", "summer", "autumn", "fall", "winter"):
        return False
    following = [fold(part.text) for part in parts[at + 1 : at + 3]]
    year = following[1:] if following[:1] == ["of"] else following[:1]
    return bool(year) and re.fullmatch(r"(?:19|20)\d\d", year[0]) is not None


def _alias(parts: list[Token], at: int) -> tuple[int, str] | None:
    """The number of tokens and the key of the longest alias phrase that begins at ``at``. "us" in small letters is the
    pronoun, unless after "the"."""
    if at + 1 < len(parts) and fold(parts[at + 1].text) in ("dollar", "dollars"):
        return None  # "US dollars" is a unit, no place
    if parts[at].text == "us" and (not at or fold(parts[at - 1].text) != "the"):
        return None
    table = _aliases()
    if _alias_word(parts[at].text) not in _alias_heads():
        return None
    compound = at > 1 and parts[at - 1].text == "-" and parts[at - 1].end == parts[at].start  # "e-bikes"
    for length in range(min(4, len(parts) - at), int(compound), -1):
        if group := table.get(tuple(_alias_word(token.text) for token in parts[at : at + length])):
            return length, group
    return None


_TIMES = frozenset(("hour", "day", "week", "month", "quarter", "year"))


def _two_digit_year(parts: list[Token], at: int, text: str) -> bool:
    """Whether a numeral of two digits is a year: after an apostrophe, or after a preposition of time and before no word
    of its own."""
    token = parts[at]
    if not re.fullmatch(r"\d\d", token.text):
        return False
    if token.start and text[token.start - 1] in "'’":
        return True
    if at and (_month(parts, at - 1) or re.fullmatch(r"q[1-4]|[1-4]q|h[12]", fold(parts[at - 1].text))):
        return True
    before = fold(parts[at - 1].text) if at else ""
    after = parts[at + 1] if at + 1 < len(parts) else None
    closed = (
        after is None
        or not (after.text[0].isalpha() or after.text == "%")
        or fold(after.text) in ("to", "and", "than", "was", "is")
    )
    return closed and (
        token.text[0] == "0" or before in ("since", "in", "from", "until", "till", "during", "year", "to")
    )


def _atoms(text: str, corrected: Mapping[str, str]) -> Iterator[Atom]:
    parts = [
        Token(corrected.get(token.text, token.text), token.start, token.end)
        for token in tokens(text)
        if not token.is_possessive
    ]
    at = 0
    while at < len(parts):
        token = parts[at]
        word = fold(token.text)
        quarter, alias = _quarter(parts, at), _alias(parts, at)
        if quarter or alias:
            length, key = quarter or alias or (1, "")
            yield Atom(token.start, parts[at + length - 1].end, (key,), "time" if quarter else "word")
            at += length
            continue
        if _season(parts, at):
            yield Atom(token.start, token.end, ("season" + word,), "time")
        elif month := _month(parts, at):
            yield Atom(token.start, token.end, (month,), "time")
        elif word in ("and", "&", "+"):
            yield Atom(token.start, token.end, ("&",), "joiner")
        elif word == "per" and at + 1 < len(parts) and fold(parts[at + 1].text) in _TIMES:
            yield Atom(token.start, token.end, (word,), "article")  # "once per week" is "once a week"
        elif word in ("the", "a", "an") and not (token.text == "A" and at and not text.isupper()):
            yield Atom(token.start, token.end, (word,), "article")
        elif token.has_digit:
            yield _numeral(parts, at, text)
        elif not token.is_word:
            yield Atom(token.start, token.end, (word,), "stop" if word in _BREAKS else "mark")
        elif word.endswith("n't"):
            first, second = _CONTRACTIONS.get(word, (word[:-3], "not"))
            yield Atom(token.start, token.end, (word_keys(first)[0] + second,), "word")
        elif word == "non" and at + 2 < len(parts) and parts[at + 1].text == "-" and parts[at + 2].is_word:
            keys = tuple("non" + key for key in word_keys(parts[at + 2].text))
            yield Atom(token.start, parts[at + 2].end, keys, "word")
            at += 2
        else:
            yield Atom(token.start, token.end, word_keys(token.text), "word")
        at += 1


def _numeral(parts: list[Token], at: int, text: str) -> Atom:
    token = parts[at]
    plain = fold(token.text).replace(",", "")
    plain = re.sub(r"(?<=\d)(?:st|nd|rd|th)$", "", plain)
    if re.fullmatch(r"(?:19|20)\d\d", plain):
        return Atom(token.start, token.end, (plain, "year" + plain[2:]), "number")
    fiscal = re.fullmatch(r"fy((?:19|20)?(\d\d))", plain)
    if fiscal:
        year = fiscal[1] if len(fiscal[1]) == 4 else "20" + fiscal[1]
        return Atom(token.start, token.end, ("fy" + year, year, "year" + fiscal[2]), "number")
    if _two_digit_year(parts, at, text):
        return Atom(token.start, token.end, (plain, "year" + plain), "number")
    return Atom(token.start, token.end, (plain,), "number")


def atoms(text: str, corrected: Mapping[str, str] = MappingProxyType({})) -> tuple[Atom, ...]:
    """The atoms of a text in order, compounds aside; words in ``corrected`` are read as what it says.

    "of" and "in" between a part of a year and its year are marks.
    """
    found = list(_atoms(text, corrected))
    for at in range(1, len(found) - 1):
        here = found[at]
        if found[at - 1].kind == "time" and here.keys[0] in ("of", "in") and found[at + 1].kind == "number":
            found[at] = Atom(here.start, here.end, here.keys, "mark")
    return tuple(found)


def with_compounds(found: tuple[Atom, ...], whole: tuple[Atom, ...]) -> tuple[Atom, ...]:
    """``found`` with the given compounds put in the place of what they cover, the longest and leftmost first."""
    placed: list[Atom] = []
    for compound in sorted(whole, key=lambda atom: (atom.start - atom.end, atom.start)):
        if all(compound.end <= other.start or other.end <= compound.start for other in placed):
            placed.append(compound)
    kept = [atom for atom in found if all(atom.end <= c.start or c.end <= atom.start for c in placed)]
    return tuple(sorted([*kept, *placed], key=lambda atom: atom.start))
