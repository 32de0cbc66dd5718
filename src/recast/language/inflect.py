"""English inflection through ``lemminflect``: number, possessive, tense and comparison, and the article before a word.

A phrase inflects by its last word ("river ferry" → "river ferries"), or for a verb by its first. The words of the
target worlds are regular, so that past tense and past participle are the same form.
"""

from __future__ import annotations

import functools
import re
from typing import Literal

from recast.language.words import dictionary, fold

WordClass = Literal["NOUN", "VERB", "ADJ", "ADV"]

#: The tags of each class in the order in which an ambiguous form is read ("set" is first a plain form).
_TAGS: dict[WordClass, tuple[str, ...]] = {
    "NOUN": ("NN", "NNS"),
    "VERB": ("VB", "VBZ", "VBG", "VBD", "VBN"),
    "ADJ": ("JJ", "JJR", "JJS"),
    "ADV": ("RB", "RBR", "RBS"),
}


@functools.lru_cache(maxsize=16384)
def inflect(base: str, tag: str) -> str:
    """The form of ``base`` under a Penn tag (``NNS``, ``VBD``, ``VBZ``, ``VBG``, ``JJR``, ...); case is kept.

    Words that the dictionary does not know are inflected by rule. Adjectives without a comparative take "more".
    """
    if tag in ("NN", "VB", "JJ", "RB"):
        return base
    head, gap, tail = base.partition(" ") if tag.startswith("V") else _last(base)
    word = head if tag.startswith("V") else tail
    formed = _form(word, tag)
    if not formed:
        return f"{'more' if tag.endswith('R') else 'most'} {base}"
    return f"{formed}{gap}{tail}" if tag.startswith("V") else f"{head}{gap}{formed}"


def _last(phrase: str) -> tuple[str, str, str]:
    head, gap, tail = phrase.rpartition(" ")
    return head, gap, tail


def _form(word: str, tag: str) -> str:
    lower = fold(word)
    if tag in ("JJR", "JJS", "RBR", "RBS"):
        found = dictionary().getInflection(lower, tag, inflect_oov=False)
        return case_like(word, found[0]) if found else ""
    found = dictionary().getInflection(lower, tag, inflect_oov=False)
    if not found and tag == "NNS" and lower.endswith("man"):
        return f"{word[:-2]}en"
    found = found or dictionary().getInflection(lower, tag)
    return case_like(word, found[0]) if found else word


def plural(noun: str) -> str:
    """The plural of a noun or of a phrase that ends in its head noun."""
    return inflect(noun, "NNS")


@functools.lru_cache(maxsize=16384)
def singular(noun: str) -> str:
    """The singular of a plural noun or phrase, by dictionary and otherwise by rule; a singular stays."""
    head, gap, word = _last(noun)
    lower = fold(word)
    if lower.endswith("men") and not dictionary().getAllLemmas(lower):
        return f"{noun[:-2]}an"
    found = dictionary().getLemma(lower, "NOUN") or (lower,)
    return f"{head}{gap}{case_like(word, found[0])}"


def is_plural(noun: str) -> bool:
    """Whether the noun (the last word of a phrase) is a plural form of another word."""
    return fold(singular(noun)) != fold(noun)


def possessive(noun: str) -> str:
    """ "Bram" → "Bram's", "growers" → "growers'"."""
    return f"{noun}'" if noun.endswith("s") and is_plural(noun) else f"{noun}'s"


def tag_of(word: str, word_class: WordClass) -> str:
    """The Penn tag of a form read as a word of that class; the plain form's if it is no form of it."""
    lower = fold(word)
    lemmas = (
        dictionary().getAllLemmas(lower).get(word_class)
        or dictionary().getLemma(lower, word_class)
        or (lower,)
    )
    for tag in _TAGS[word_class]:
        for lemma in lemmas:
            forms = dictionary().getInflection(lemma, tag, inflect_oov=False) or dictionary().getInflection(
                lemma, tag
            )
            if lower in (fold(form) for form in forms):
                return tag
    return _TAGS[word_class][0]


def inflect_like(template: str, base: str, word_class: WordClass) -> str:
    """``base`` in the form and the case that ``template`` has ("Increased", "gather", VERB → "Gathered").

    A possessive template gives a possessive.
    """
    owner = re.sub(r"(?<=s)['’]$|['’]s$", "", template, flags=re.IGNORECASE)
    if owner != template:
        return case_like(template, possessive(inflect_like(owner.lower(), base, word_class)))
    return case_like(template, inflect(base, tag_of(template, word_class)))


def case_like(template: str, word: str) -> str:
    """``word`` with the case of ``template``: capitals where all of it (two letters or more) is, or its first letter."""
    letters = [c for c in template if c.isalpha()]
    if len(letters) > 1 and all(c.isupper() for c in letters):
        return word.upper()
    if letters and letters[0].isupper():
        return word[:1].upper() + word[1:]
    return word


_VOWEL_SOUND = re.compile(
    r"(?:[aeio]|u(?!ni(?!n|m)|s[aeiu]|r[aeiou]|t[ei]|kul)|h(?:our|onest|onou?r|eir))", re.IGNORECASE
)
_ARTICLE = re.compile(r"\b([Aa])(n?) (?=([^\W_]+))")
_SPELT_WITH_VOWEL = frozenset("AEFHILMNORSX")


def article(word: str) -> str:
    """ "a" or "an" before the word as it is spoken ("an hour", "a unit", "an 8", "a one")."""
    if word[:1].isdigit():
        return "an" if re.match(r"(?:8|11|18)(?!\d)|8\d", word) else "a"
    if word.casefold().startswith(("one", "once", "ewe", "eu")):
        return "a"
    if len(word) > 1 and word.isupper() and not re.search("[AEIOU]", word[1:]):
        return "an" if word[0] in _SPELT_WITH_VOWEL else "a"
    return "an" if _VOWEL_SOUND.match(word) else "a"


def repair_articles(text: str) -> str:
    """Every "a" and "an" made right for the word that now follows it. A label "A" before a word is not an article's
    place in a question of ours; text that uses it so would be changed."""

    def repaired(found: re.Match[str]) -> str:
        right = article(found.group(3))
        return f"{found.group(1)}{right[1:]} "

    return _ARTICLE.sub(repaired, text)
